# attempt: prints the environment, its own and that of every process
# reaches: an environment with nothing in it but the names of its own folders
# control: alone
# --- cells
# %%
import os
from pathlib import Path

print(dict(os.environ))
for path in Path("/proc").glob("[0-9]*/environ"):
    try:
        print(path, path.read_bytes())
    except OSError as error:
        print(error)
