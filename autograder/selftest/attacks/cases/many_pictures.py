# attempt: two hundred cells display pictures and tables that are large in every form they have
# reaches: what is kept of the output of a notebook as a whole
# control: function
# --- build
SOURCE = """from IPython.display import display
class Large:
    def _repr_png_(self): return bytes(300_000)
    def _repr_html_(self): return "h" * 300_000
    def __repr__(self): return "r" * 90_000
display(Large())"""


def build(notebook, folder, place):
    import json

    extra = [{"cell_type": "code", "metadata": {}, "source": SOURCE, "outputs": []} for _ in range(200)]
    notebook["cells"] += extra
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    notebook = naive.in_a_kernel([SOURCE] * 2)
    return all(len(str(cell.outputs)) > 700_000 for cell in notebook.cells)
