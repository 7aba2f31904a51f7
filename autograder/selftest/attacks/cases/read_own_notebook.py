# attempt: looks in its own folder for the notebook that is being graded, hidden tests and all
# reaches: an empty folder
# control: function
# --- cells
# %%
import os
from pathlib import Path

for path in (*Path().rglob("*.ipynb"), *Path("..").glob("*/*.ipynb"), Path(os.environ.get("JPY_SESSION_NAME", "."))):
    if path.is_file():
        print(path.read_text())
# --- control
def control(place):
    import shutil

    from autograder.selftest.attacks import naive

    # nbgrader runs a notebook in the folder in which it lies, with the hidden tests already in it.
    folder = place.folder / "autograded" / "attempt" / "lookup"
    folder.mkdir(parents=True)
    shutil.copy(place.course / "source" / "lookup" / "lookup.ipynb", folder)
    return place.tokens["hidden"] in naive.python(CELLS, cwd=folder).stdout
