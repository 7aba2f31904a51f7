# attempt: the notebook begins with a byte order mark, as some editors write it
# reaches: nothing: its honest answers are graded
# control: function
# --- build
def build(notebook, folder, place):
    import json

    (folder / "lookup.ipynb").write_bytes(b"\xef\xbb\xbf" + json.dumps(notebook).encode())
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    return naive.costs_the_neighbour(build, place, ValueError)
