# attempt: hands in four hundred thousand cells that are no cells, each worth a note to its author
# reaches: the first notes on its own page
# control: function
# --- build
def build(notebook, folder, place):
    import json

    notebook["cells"] += [0] * 400_000
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    import json

    from autograder.selftest.attacks import naive

    # A grader that tells of everything odd.
    notebook = json.loads((naive.handed_in(build, place) / "lookup.ipynb").read_text())
    notes = [f"The cell {n} is not a cell." for n, cell in enumerate(notebook["cells"]) if not isinstance(cell, dict)]
    return len("\n".join(notes)) > 10_000_000
