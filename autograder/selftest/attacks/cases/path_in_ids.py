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
    import contextlib
    import json
    from pathlib import Path

    from autograder.selftest.attacks import naive

    # A grader that keeps what each cell printed in a file of the cell's name.
    folder = naive.handed_in(build, place)
    for cell in json.loads((folder / "lookup.ipynb").read_text())["cells"]:
        if name := cell["metadata"].get("nbgrader", {}).get("grade_id"):
            with contextlib.suppress(OSError):
                (folder / name).write_text("".join(cell["source"]))
    return Path("@OUTSIDE@/named").read_text() == "x = 1"
