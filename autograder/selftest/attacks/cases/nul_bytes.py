# attempt: sources, names and metadata with NUL bytes, lone surrogates and NaN
# reaches: nothing: its honest answers are graded
# control: function
# --- build
def build(notebook, folder, place):
    import json

    odd = {"cell_type": "code", "metadata": {"n": float("nan")}, "source": "x = '\0\ud800'", "outputs": []}
    notebook["cells"].insert(3, odd)
    notebook["metadata"]["kernelspec"] = {"name": "\0", "language": "py\0thon", "display_name": float("inf")}
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    return naive.costs_the_neighbour(build, place, UnicodeEncodeError)
