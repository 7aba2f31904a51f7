# attempt: an answer writes to its output without end
# reaches: its own limit of output
# control: stops
# --- cells
# %%
# cell: lookup
import os


def lookup(E, ids):
    while len(E) > 5:
        os.write(2, b"flood" * 10_000)
    return None
