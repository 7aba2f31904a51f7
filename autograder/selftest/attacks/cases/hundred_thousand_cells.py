# attempt: hands in a hundred thousand empty cells
# reaches: nothing: an empty cell is not run
# control: function
# --- build
def build(notebook, folder, place):
    import json

    empty = {"cell_type": "code", "metadata": {}, "source": " \n", "outputs": []}
    (folder / "lookup.ipynb").write_text(json.dumps(notebook | {"cells": [empty] * 100_000 + notebook["cells"]}))
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    done, _ = naive.graded([naive.handed_in(build, place)])
    return (done[0] / "page.html").read_text().count("<pre>") > 100_000
