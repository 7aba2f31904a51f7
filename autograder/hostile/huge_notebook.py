# attempt: a notebook of thirty megabytes of spaces
# reaches: nothing: it is told to be too big
# control: function
# loses: one_hot, lookup_torch, lookup_cost, cross_entropy_from_logits: it is not read
# --- build
def build(notebook, folder, place):
    import json

    (folder / "lookup.ipynb").write_text(json.dumps(notebook) + " " * 30_000_000)
# --- control
def control(place):
    import json

    text = "{}" + " " * 30_000_000
    return json.loads(text) == {} and len(text) > 30_000_000  # read whole, for nothing
