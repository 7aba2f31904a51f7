# attempt: hands in two notebooks, neither of the expected name, so that somebody has to choose
# reaches: nothing: the page says which name is expected
# control: function
# loses: encode, lookup_torch, cross_entropy_from_logits: nothing was handed in under the name
# --- build
def build(notebook, folder, place):
    import json

    for name in ("lookup (1).ipynb", "lookup<script>.ipynb", "Lookup.IPYNB", ".ipynb"):
        (folder / name).write_text(json.dumps(notebook))
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    return naive.costs_the_neighbour(build, place, FileNotFoundError)
