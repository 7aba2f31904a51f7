# attempt: grade_ids and a kernel's name with path separators, dots and terminal codes
# reaches: nothing: names from a notebook name no file
# control: function
# --- build
def build(notebook, folder, place):
    import json

    for name in ("../../../../outside", "@OUTSIDE@/named", "..", "\x1b[2J<script>alert(1)</script>"):
        notebook["cells"].append({
            "cell_type": "code", "source": "x = 1", "id": name, "outputs": [],
            "metadata": {"nbgrader": {"grade_id": name, "solution": True, "grade": True, "points": 99}},
        })
    notebook["metadata"]["kernelspec"] = {"name": "../../x", "language": "../<b>", "display_name": "x"}
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    from pathlib import Path

    (place.folder / "cells" / "@OUTSIDE@/named").write_text("a naive grader writes a file for each id")
    return Path("@OUTSIDE@/named").exists()
