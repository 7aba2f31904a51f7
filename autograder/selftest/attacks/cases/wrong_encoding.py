# attempt: the notebook is UTF-16 with a byte order mark
# reaches: nothing: it is told to be no UTF-8
# control: function
# loses: encode, lookup_torch, cross_entropy_from_logits: nothing can be read
# --- build
def build(notebook, folder, place):
    import json

    (folder / "lookup.ipynb").write_bytes(json.dumps(notebook).encode("utf-16"))
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    return naive.costs_the_neighbour(build, place, UnicodeDecodeError)
