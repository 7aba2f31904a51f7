# attempt: sets PYTHONPATH, PYTHONSTARTUP, LD_PRELOAD and PATH for whatever is started from its process later
# reaches: what its own process starts; the grader's other processes were started before
# control: function
# --- cells
# %%
import os
from pathlib import Path

evil = Path("evil").absolute()
evil.mkdir(exist_ok=True)
(evil / "sitecustomize.py").write_text("open('@OUTSIDE@/started', 'w')")
os.environ |= {"PYTHONPATH": str(evil), "PYTHONSTARTUP": str(evil / "sitecustomize.py"), "PYTHONHASHSEED": "no"}
os.environ |= {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "64", "PATH": f"{evil}:{os.environ['PATH']}"}
# --- control
def control(place):
    from pathlib import Path

    from autograder.selftest.attacks import naive

    # A grader that runs the cells itself and then starts Python for its tests.
    code = CELLS + "\nimport subprocess, sys\nsubprocess.run([sys.executable, '-c', 'pass'])"
    folder = place.folder / "poisoned"
    folder.mkdir()
    naive.python(code, cwd=folder)
    return Path("@OUTSIDE@/started").exists()
