# attempt: outputs with scripts, attachments with pictures that load, and the state of widgets come with the notebook
# reaches: nothing: of a cell that was handed in, its source alone is read
# control: function
# --- build
def build(notebook, folder, place):
    import json

    data = {"text/html": "<script>alert(1)</script>", "image/svg+xml": "<svg onload='alert(2)'></svg>",
            "application/javascript": "alert(3)", "text/plain": "7 of 7 points"}
    output = {"output_type": "display_data", "data": data, "metadata": {}}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = [output, {"output_type": "error", "ename": "<script>", "evalue": "", "traceback": ["<img>"]}]
        cell["attachments"] = {"a.svg": {"image/svg+xml": "PHN2ZyBvbmxvYWQ9J2FsZXJ0KDQpJz4="}}
    notebook["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": {"x": data}}}
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    import nbformat
    from nbconvert import HTMLExporter

    from autograder.selftest.attacks import naive

    made = nbformat.read(naive.handed_in(build, place) / "lookup.ipynb", as_version=4)
    return any("alert" in code for code in naive.live(HTMLExporter().from_notebook_node(made)[0]))
