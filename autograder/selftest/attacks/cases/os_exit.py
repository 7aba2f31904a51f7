# attempt: leaves the process with status 0 before any check
# reaches: its own cell
# control: stops
# --- cells
# %%
import os

os._exit(0)
