# attempt: a thread that its cell has left ends the cell's process a moment later, in the midst of a check
# reaches: its own thread, which stays behind with its cell
# control: function
# --- build
def build(notebook, folder, place):
    import json

    last = "import os\nimport threading\n\nthreading.Timer(0.2, os._exit, [0]).start()"
    slow = "def lookup(E, ids):\n    import time\n\n    time.sleep(0.1)"
    crash = "import os\n\nos._exit(0)"  # so that every cell is run in a fork, the quick way being lost
    cells = [{"cell_type": "code", "metadata": {}, "source": crash, "outputs": []}]
    for cell in notebook["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if name == "check-lookup":
            cells.append({"cell_type": "code", "metadata": {}, "source": last, "outputs": []})
        cells.append(cell | {"source": slow} if name == "lookup" else cell)
    notebook["cells"] = cells
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    import json

    from autograder.selftest.attacks import naive

    # A grader that asks the process in which the cells ran: it is gone before it has answered.
    path = naive.handed_in(build, place) / "lookup.ipynb"
    sources = ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"]]
    slow, last = [s for s in sources if s.startswith("def lookup(") or "Timer(" in s]
    ask = "print('answers', [lookup(1, n) for n in range(6)])"
    ended = [naive.python("\n".join(cells)) for cells in ([slow, last, ask], [slow, ask])]
    return ended[0].stdout == "" and ended[1].stdout.startswith("answers")
