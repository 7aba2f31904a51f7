# attempt: the assignment's folder is a symbolic link to another student's
# reaches: nothing: a link is not followed
# control: function
# loses: encode, lookup_torch, cross_entropy_from_logits: nothing was handed in
# --- build
def build(notebook, folder, place):
    folder.rmdir()
    folder.symlink_to(place.course / "submitted/aa-neighbour/lookup")
# --- control
def control(place):
    folder = place.folder / "linked-folder"
    folder.symlink_to(place.course / "submitted/aa-neighbour/lookup")
    return place.tokens["neighbour"] in (folder / "lookup.ipynb").read_text()
