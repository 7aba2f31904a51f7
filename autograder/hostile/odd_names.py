# attempt: a second student folder whose name is markup and a terminal code
# reaches: escaped text on its own page
# control: function
# --- build
def build(notebook, folder, place):
    import json

    odd = folder.parent.parent / "<img src=x onerror=alert(1)>\x1b[31m" / "lookup"
    odd.mkdir(parents=True)
    for where in (folder, odd):
        (where / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    name = "<img src=x onerror=alert(1)>\x1b[31m"
    (place.folder / name).mkdir()
    return any("<img" in f"<h1>{path.name}</h1>" for path in place.folder.iterdir())
