# attempt: reads the course's gradebook and the notes beside it
# reaches: no course folder
# control: secret
# --- cells
# %%
from pathlib import Path

for path in (Path("@COURSE@/gradebook.db"), *Path("@COURSE@/.autograder").glob("*")):
    if path.is_file():
        print(path.read_bytes())
