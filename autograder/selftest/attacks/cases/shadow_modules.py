# attempt: modules beside the notebook shadow NumPy, the grader and Python's start
# reaches: nothing: what lies beside a notebook is never imported
# control: function
# --- build
def build(notebook, folder, place):
    import json

    evil = "import pathlib\npathlib.Path('@OUTSIDE@/imported').touch()\n"
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
    (folder / "autograder").mkdir()
    (folder / "autograder" / "__init__.py").write_text(evil)
    for name in ("numpy.py", "torch.py", "sitecustomize.py", "usercustomize.py", "conftest.py", "evil.pth"):
        (folder / name).write_text(evil)
# --- control
def control(place):
    import subprocess
    import sys
    from pathlib import Path

    folder = place.folder / "shadow"
    folder.mkdir()
    (folder / "numpy.py").write_text("import pathlib\npathlib.Path('@OUTSIDE@/imported').touch()\n")
    subprocess.run([sys.executable, "-c", "import numpy"], cwd=folder, check=True)
    return Path("@OUTSIDE@/imported").exists()
