# attempt: removes the folder that it runs in, and all else that it may
# reaches: its own scratch folder
# control: function
# --- cells
# %%
import os
import shutil

here = os.getcwd()
shutil.rmtree(here, ignore_errors=True)
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    # A grader that writes what each cell printed beside the notebook.
    folder = place.folder / "ground"
    folder.mkdir()
    done = naive.python(CELLS + "\nopen('printed.txt', 'w').write('')", cwd=folder)
    return "FileNotFoundError" in done.stderr and not folder.exists()
