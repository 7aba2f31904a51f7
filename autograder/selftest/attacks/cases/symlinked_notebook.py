# attempt: the notebook is a symbolic link to another student's
# reaches: nothing: a link is not followed
# control: function
# loses: encode, lookup_torch, cross_entropy_from_logits: nothing was handed in
# --- build
def build(notebook, folder, place):
    (folder / "lookup.ipynb").symlink_to(place.course / "submitted/aa-neighbour/lookup/lookup.ipynb")
# --- control
def control(place):
    folder = place.folder / "linked-notebook"
    folder.mkdir()
    (folder / "lookup.ipynb").symlink_to(place.course / "submitted/aa-neighbour/lookup/lookup.ipynb")
    return place.tokens["neighbour"] in (folder / "lookup.ipynb").read_text()
