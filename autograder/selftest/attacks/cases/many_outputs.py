# attempt: three hundred cells print just under the limit of one
# reaches: what is kept of the output of a notebook as a whole
# control: function
# --- build
SOURCE = "print('x' * 95_000)"


def build(notebook, folder, place):
    import json

    extra = [{"cell_type": "code", "metadata": {}, "source": SOURCE, "outputs": []} for _ in range(300)]
    notebook["cells"] += extra
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    # A kernel keeps all that a cell prints, and so do stock nbgrader's notebook and page.
    notebook = naive.in_a_kernel([SOURCE] * 3)
    return len(str(notebook)) > 3 * 95_000
