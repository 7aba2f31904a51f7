# attempt: a cell dies of a segmentation fault
# reaches: its own cell
# control: stops
# --- cells
# %%
import ctypes

ctypes.string_at(0)
