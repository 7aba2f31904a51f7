# attempt: hands in nineteen megabytes of code in cells of its own
# reaches: what is kept of the code of a notebook as a whole
# control: function
# --- build
def build(notebook, folder, place):
    import json

    extra = [{"cell_type": "code", "metadata": {}, "source": "# " + "x" * 60_000, "outputs": []} for _ in range(315)]
    notebook["cells"] += extra
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    (done, *_), error = naive.graded([naive.handed_in(build, place)])
    return error is None and (done / "page.html").stat().st_size > 16 << 20
