# attempt: names each key of the notebook and of its cells twice, so that two readers see two notebooks
# reaches: nothing: one reader reads it once, and what it has read is graded
# control: function
# --- build
def build(notebook, folder, place):
    import json

    text = json.dumps(notebook)
    text = text.replace('"cell_type": "code"', '"cell_type": "markdown", "cell_type": "code"')
    (folder / "lookup.ipynb").write_text('{"cells": [], "metadata": [], ' + text[1:])
# --- control
def control(place):
    import json

    from autograder.selftest.attacks import naive

    def first(pairs):
        return dict(reversed(pairs))

    text = (naive.handed_in(build, place) / "lookup.ipynb").read_text()
    return json.loads(text)["cells"] != [] == json.loads(text, object_pairs_hook=first)["cells"]
