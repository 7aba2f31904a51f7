# attempt: recursion without end, through C, with the limit lifted
# reaches: its own cell
# control: stops
# --- cells
# %%
import sys


class Deep:
    def __getattr__(self, name):
        return getattr(self, name + "x")


sys.setrecursionlimit(1 << 30)
items = []
for _ in range(1_000_000):
    items = [items]
repr(items)
