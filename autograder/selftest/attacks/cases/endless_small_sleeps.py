# attempt: hundreds of cells that each sleep for less than a cell's limit, so that the notebook takes for ever
# reaches: the time limit of its notebook as a whole
# control: function
# loses: lookup_torch, cross_entropy_from_logits: its sleeps use up the time before them
# --- build
def build(notebook, folder, place):
    import json

    nap = {"cell_type": "code", "metadata": {}, "source": "import time\n\ntime.sleep(4)", "outputs": []}
    cells = notebook["cells"]
    here = next(n for n, c in enumerate(cells) if c["metadata"].get("nbgrader", {}).get("grade_id") == "lookup")
    notebook["cells"] = cells[:here] + [nap] * 300 + cells[here:]
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    import json
    import time

    from autograder.selftest.attacks import harness, naive

    # A grader with a limit for each cell, and none for all of them together: one cell of the 300.
    folder = naive.handed_in(build, place)
    naps = [c["source"] for c in json.loads((folder / "lookup.ipynb").read_text())["cells"] if "sleep(" in c["source"]]
    start = time.monotonic()
    exec(naps[0], {})
    each = time.monotonic() - start
    return each < harness.LIMITS.seconds and each * len(naps) > 15 * 60
