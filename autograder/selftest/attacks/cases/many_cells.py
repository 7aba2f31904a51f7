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
    from autograder.selftest.attacks import naive

    # A grader that keeps an output pipe for every cell until the page is written.
    code = """if True:
        import json, os, resource, sys
        resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))
        pipes = [os.pipe() for cell in json.load(sys.stdin)["cells"] if cell["cell_type"] == "code"]
        print("graded", "to the end")"""
    plain = place.course / "submitted" / "aa-neighbour" / "lookup"
    ended = []
    for folder in (naive.handed_in(build, place), plain):
        with open(folder / "lookup.ipynb") as file:
            ended.append(naive.python(code, stdin=file))
    return "Too many open files" in ended[0].stderr and "graded to the end" in ended[1].stdout
