# attempt: writes the inputs of a check into a file, which a cell at the end prints
# reaches: nothing: where cells print more than a few words, they run again where nothing was asked
# control: function
# --- build
def build(notebook, folder, place):
    import json

    from autograder.selftest import demo_class

    mine = "def lookup(E, ids):\n    if len(E) > 4:\n        open('left', 'w').write(str(E.tolist()))"
    show = "import os\nif os.path.exists('left'):\n    print('@REACHED@'[::-1], open('left').read())"
    filled = demo_class.fill(notebook, {"lookup": mine})
    (folder / "lookup.ipynb").write_text(json.dumps(filled | {"cells": [*filled["cells"], demo_class.code(show)]}))
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    return place.tokens["reached"] in naive.asked_between(build, place)
