# attempt: writes the inputs of a check into memory that its cell has shared with processes to come, for a cell at the end to print
# reaches: nothing: where cells print more than a few words, they run again where nothing was asked
# control: function
# --- build
def build(notebook, folder, place):
    import json

    from autograder.selftest import demo_class

    mine = """import mmap
shared = mmap.mmap(-1, 4096)
def lookup(E, ids):
    if len(E) > 4:
        shared[:9] = repr(float(E.ravel()[0]))[:9].ljust(9).encode()"""
    show = "if shared[0]:\n    raise ValueError('@REACHED@'[::-1] + shared[:9].decode())"
    filled = demo_class.fill(notebook, {"lookup": mine})
    (folder / "lookup.ipynb").write_text(json.dumps(filled | {"cells": [*filled["cells"], demo_class.code(show)]}))
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    return place.tokens["reached"] in naive.asked_between(build, place)
