# attempt: writes usercustomize and a .pth file where Python looks in the home of whoever starts it
# reaches: a home of its own, which goes with it
# control: function
# --- cells
# %%
import site
from pathlib import Path

evil = "import pathlib; pathlib.Path('@OUTSIDE@/started').touch()\n"
for folder in {site.getusersitepackages(), str(Path.home() / ".ipython/profile_default/startup")}:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for name in ("usercustomize.py", "evil.pth", "00-evil.py"):
            (Path(folder) / name).write_text(evil)
        print("written:", folder)
    except OSError as error:
        print(error)
# --- control
def control(place):
    import os
    import subprocess
    import sys
    from pathlib import Path

    # The account's next Python of all: a grader's, or the instructor's own.
    home = place.folder / "home"
    home.mkdir()
    environment = os.environ | {"HOME": str(home)}
    for code in (CELLS, "pass"):
        subprocess.run([sys._base_executable, "-c", code], env=environment, check=True, capture_output=True)
    return Path("@OUTSIDE@/started").exists()
