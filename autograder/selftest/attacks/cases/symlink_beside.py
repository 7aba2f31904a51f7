# attempt: files beside the notebook are links to the gradebook and the hidden tests
# reaches: nothing: what lies beside a notebook is not read or copied
# control: function
# --- build
def build(notebook, folder, place):
    import json

    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
    (folder / "data.csv").symlink_to(place.course / "source/lookup/lookup.ipynb")
    (folder / "course").symlink_to(place.course)
# --- control
def control(place):
    import shutil

    folder = place.folder / "beside"
    folder.mkdir()
    (folder / "data.csv").symlink_to(place.course / "source/lookup/lookup.ipynb")
    shutil.copytree(folder, place.folder / "autograded-copy")
    return place.tokens["hidden"] in (place.folder / "autograded-copy/data.csv").read_text()
