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
    from autograder.selftest.attacks import naive

    submitted = naive.handed_in(build, place).parent.parent
    page = "".join(f"<li>{folder.name}</li>" for folder in submitted.iterdir())
    return naive.live(page) == ["onerror=alert(1)"] and "\x1b[31m" in page
