# attempt: a folder, full of folders, has the notebook's name
# reaches: nothing: only a plain file is opened
# control: function
# loses: encode, lookup_torch, cross_entropy_from_logits: nothing was handed in
# --- build
def build(notebook, folder, place):
    (folder / "lookup.ipynb" / "lookup.ipynb" / "lookup.ipynb").mkdir(parents=True)
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    return naive.costs_the_neighbour(build, place, IsADirectoryError)
