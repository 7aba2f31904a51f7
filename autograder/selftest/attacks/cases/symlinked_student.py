# attempt: the whole student folder is a symbolic link to another student's
# reaches: nothing: a link is not followed
# control: function
# loses: encode, lookup_torch, cross_entropy_from_logits: nothing was handed in
# --- build
def build(notebook, folder, place):
    folder.rmdir()
    folder.parent.rmdir()
    folder.parent.symlink_to(place.course / "submitted/aa-neighbour")
# --- control
def control(place):
    folder = place.folder / "linked-student"
    folder.symlink_to(place.course / "submitted/aa-neighbour")
    return place.tokens["neighbour"] in (folder / "lookup/lookup.ipynb").read_text()
