# attempt: writes a .pth file, sitecustomize and usercustomize where Python looks at every start
# reaches: nothing: Python's folders cannot be written
# control: function
# --- cells
# %%
import site
import sys

evil = "import pathlib; pathlib.Path('@OUTSIDE@/started').touch()\n"
for folder in [*site.getsitepackages(), *sys.path]:
    for name in ("evil.pth", "sitecustomize.py", "usercustomize.py"):
        try:
            with open(f"{folder}/{name}", "w") as file:
                file.write(evil)
        except OSError as error:
            print(error)
# --- control
def control(place):
    import subprocess
    import venv
    from pathlib import Path

    where = place.folder / "venv"
    venv.create(where, with_pip=False, symlinks=True)
    libraries = next(where.glob("lib/python3*/site-packages"))
    only_there = f"import site, sys\nsys.path = []\nsite.getsitepackages = lambda: [{str(libraries)!r}]\n"
    subprocess.run([where / "bin/python", "-c", only_there + CELLS], check=True, capture_output=True)
    subprocess.run([where / "bin/python", "-c", "pass"], check=True, capture_output=True)
    started = Path("@OUTSIDE@/started")
    return started.exists()
