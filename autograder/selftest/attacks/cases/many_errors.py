# attempt: four hundred cells raise errors with long messages
# reaches: what is kept of the output of a notebook as a whole
# control: function
# --- build
SOURCE = "def f(n):\n    if n: f(n - 1)\n    raise ValueError('e' * 60_000)\nf(3)"


def build(notebook, folder, place):
    import json

    extra = [{"cell_type": "code", "metadata": {}, "source": SOURCE, "outputs": []} for _ in range(400)]
    notebook["cells"] += extra
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    notebook = naive.in_a_kernel([SOURCE] * 2)
    return all(len(str(cell.outputs)) > 120_000 for cell in notebook.cells)
