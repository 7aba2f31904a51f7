# attempt: cells inside cells, worksheets as in format 3, and metadata that refers to cells that are not there
# reaches: nothing: its honest answers are graded
# control: function
# --- build
def build(notebook, folder, place):
    import json

    inner = [dict(cell) for cell in notebook["cells"]]
    notebook["cells"].insert(0, {"cell_type": "code", "metadata": {"nbgrader": {"grade_id": "lookup"}}, "cells": inner})
    notebook["cells"].append({"cell_type": "worksheet", "cells": inner, "metadata": {"cells": inner}})
    notebook["worksheets"] = [{"cells": inner}]
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    return naive.costs_the_neighbour(build, place, KeyError)
