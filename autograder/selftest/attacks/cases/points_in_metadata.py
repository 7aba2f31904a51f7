# attempt: raises the points of its cells in the metadata and marks its own cell as a test with full marks
# reaches: nothing: points and tests come from the source
# control: function
# --- build
def build(notebook, folder, place):
    import json

    for cell in notebook["cells"]:
        grade = cell["metadata"].get("nbgrader", {})
        if grade.get("grade_id") == "check-lookup":
            grade |= {"points": 1000, "locked": False}
            cell["source"] = "7.0"
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    from nbformat.v4 import new_code_cell
    from nbgrader.utils import determine_grade

    grade = {"grade": True, "grade_id": "check-lookup", "points": 1000, "solution": False, "locked": False}
    return determine_grade(new_code_cell("7.0", metadata={"nbgrader": grade}))[0] == 1000
