# attempt: the notebook is a hard link to the course's source with the hidden tests in it
# reaches: nothing: what it holds beside cells is shown nowhere, and locked cells come from the source anyway
# control: function
# loses: encode, lookup_torch, cross_entropy_from_logits: it has no cell of theirs
# --- build
def build(notebook, folder, place):
    (folder / "lookup.ipynb").hardlink_to(place.course / "source" / "lookup" / "lookup.ipynb")
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    # A grader that gives back what was handed in, with a mark beside it.
    return place.tokens["hidden"] in (naive.handed_in(build, place) / "lookup.ipynb").read_text()
