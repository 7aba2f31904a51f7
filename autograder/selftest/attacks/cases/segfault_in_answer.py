# attempt: an answer dies of a segmentation fault
# reaches: its own answer
# control: stops
# --- cells
# %%
# cell: lookup
import ctypes


def lookup(E, ids):
    return ctypes.string_at(0)
