# attempt: hands in more cells than it may have processes
# reaches: nothing: its honest answers are graded
# control: function
# --- build
def build(notebook, folder, place):
    import json

    extra = [{"cell_type": "code", "metadata": {}, "source": f"x{n} = {n}", "outputs": []} for n in range(100)]
    cells = notebook["cells"]
    place = next(n for n, c in enumerate(cells) if c["metadata"].get("nbgrader", {}).get("grade_id") == "lookup")
    notebook["cells"] = cells[:place] + extra + cells[place:]
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    import contextlib
    import os

    # A grader that keeps a descriptor or a process for every cell runs out of them.
    kept = []
    with contextlib.suppress(OSError):
        for _ in range(100):
            kept += os.pipe()
    for descriptor in kept:
        os.close(descriptor)
    return len(kept) > 60  # more than BOUNDS gives a submission
