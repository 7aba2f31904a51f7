# attempt: lists all processes with their command lines, open files and folders
# reaches: its own processes
# control: secret
# --- cells
# %%
import os
from pathlib import Path

for path in Path("/proc").glob("[0-9]*"):
    try:
        folder = os.readlink(path / "cwd")
        print((path / "cmdline").read_bytes(), folder)
        if path.name == str(os.getppid()):
            for notes in Path("@COURSE@").glob("**/notes"):
                print(notes.read_text())
    except OSError as error:
        print(error)
