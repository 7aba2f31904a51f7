# attempt: reads the course's source notebook and the grader's checks from the disk and prints them
# reaches: no course folder, no repository
# control: secret
# --- cells
# %%
from pathlib import Path

for folder in ("@COURSE@", "@ROOT@/autograder/checks", "@ROOT@/solutions", "/work", "/home", "/root", "/tmp"):
    for path in Path(folder).glob("source/**/*.ipynb"):
        print(path, path.read_text())
