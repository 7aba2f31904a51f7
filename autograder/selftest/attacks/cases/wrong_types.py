# attempt: cells that are numbers, metadata that is a list, sources that are objects, ids that are lists
# reaches: nothing: its honest answers are graded
# control: function
# --- build
def build(notebook, folder, place):
    import json

    notebook["cells"][:0] = [
        7, None, "cell", [], {}, {"cell_type": "code"}, {"cell_type": ["code"], "source": "x"},
        {"cell_type": "code", "source": {"a": 1}, "metadata": []},
        {"cell_type": "code", "source": ["y = 1", 5, None], "metadata": {"nbgrader": {"grade_id": ["lookup"]}}},
        {"cell_type": "code", "source": "z = 1", "metadata": {"nbgrader": "check-lookup"}, "outputs": 3},
    ]
    notebook["metadata"], notebook["nbformat"] = ["odd"], "four"
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    import nbformat

    try:
        nbformat.reads('{"cells": [7, null], "metadata": [], "nbformat": 4, "nbformat_minor": 5}', as_version=4)
    except Exception:
        return True
