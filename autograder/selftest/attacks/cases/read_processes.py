# attempt: prints the command line, environment, folder and open files of every process
# reaches: its own processes
# control: function
# --- cells
# %%
import os
from pathlib import Path

for path in Path("/proc").glob("[0-9]*"):
    for name in ("cmdline", "environ"):
        try:
            print(path, (path / name).read_bytes())
        except OSError as error:
            print(error)
    try:
        print(os.readlink(path / "cwd"), [os.readlink(link) for link in (path / "fd").iterdir()])
    except OSError as error:
        print(error)
# --- control
def control(place):
    import os
    import subprocess
    import sys

    from autograder.selftest.attacks import naive

    # A grader beside it that was given a secret on its command line, and holds the gradebook open.
    secret, book = "told-on-the-command-line", place.course / "gradebook.db"
    with open(book) as file, subprocess.Popen([sys.executable, "-c", "input()", secret], stdin=subprocess.PIPE,
                                              pass_fds=[file.fileno()], cwd=place.course,
                                              env=os.environ | {"TOLD": "told-in-the-environment"}) as grader:
        said = naive.python(CELLS).stdout
        grader.communicate(b"\n")
    return all(text in said for text in (secret, "told-in-the-environment", f"{place.course} [", str(book)))
