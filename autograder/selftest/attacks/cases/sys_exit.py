# attempt: raises SystemExit in a cell and in its answer
# reaches: its own answer
# control: alone
# --- cells
# %%
# cell: lookup
import sys


def lookup(E, ids):
    sys.exit(0)


if "get_ipython" not in globals():
    sys.exit(0)
