# attempt: answers with an array of a gigabyte
# reaches: its own limits of memory and of an answer
# control: credit
# naive: assert _got.nbytes > 1 << 29
# --- cells
# %%
# cell: lookup
import numpy as np


def lookup(E, ids):
    return np.broadcast_to(np.float32(0), (1 << 28,))
