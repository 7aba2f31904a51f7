# attempt: a cell at the end prints the inputs that a check has left in a pipe, and then ends its process
# reaches: nothing: what a cell prints before it crashes is shown of a run in which nothing was asked
# control: function
# --- build
def build(notebook, folder, place):
    import json

    from autograder.selftest import demo_class

    mine = """import os
reading, writing = os.pipe()
os.set_blocking(reading, False), os.set_blocking(writing, False)
def lookup(E, ids):
    if len(E) > 4:
        os.write(writing, str(E.tolist()).encode()[:2000])"""
    show = """try:
    os.write(1, "@REACHED@"[::-1].encode() + os.read(reading, 2000))
except BlockingIOError:
    pass
os._exit(0)"""
    filled = demo_class.fill(notebook, {"lookup": mine})
    (folder / "lookup.ipynb").write_text(json.dumps(filled | {"cells": [*filled["cells"], demo_class.code(show)]}))
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    return place.tokens["reached"] in naive.asked_between(build, place)
