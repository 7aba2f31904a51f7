# attempt: changes its arguments and returns a view of the table, which is then right for what they have become
# reaches: its own copies of the arguments; a result that lies in an argument is told as such
# control: credit
# naive: assert (_got == _reference(_E, _ids)).all()
# --- cells
# %%
# cell: lookup
import numpy as np


def lookup(E, ids):
    E[...], ids[...] = 0, 0
    return np.broadcast_to(E[0], np.shape(ids) + E.shape[1:])
