# attempt: an answer asks for far more memory than one submission may have
# reaches: its own limit of memory
# control: marker
# --- cells
# %%
# cell: lookup
import numpy as np


def lookup(E, ids):
    rows = np.empty((6 << 30,), np.uint8)
    open("@OUTSIDE@/took", "w").close()
    return rows[:1]
