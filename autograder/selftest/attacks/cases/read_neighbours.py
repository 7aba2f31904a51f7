# attempt: reads the other students' notebooks and prints them
# reaches: no submission but its own cells
# control: secret
# --- cells
# %%
from pathlib import Path

for path in Path("@COURSE@/submitted").glob("*/*/*.ipynb"):
    print(path.read_text())
