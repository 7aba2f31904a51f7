# attempt: sets the recursion limit so low, once it is asked, that the code which takes its answer fails
# reaches: its own answer: the process fails or ends
# control: function
# --- cells
# %%
# cell: lookup
import sys


def lookup(E, ids):
    if len(E) > 4:
        depth, frame = 0, sys._getframe()
        while frame:
            depth, frame = depth + 1, frame.f_back
        sys.setrecursionlimit(depth + 5)
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    # A grader that has yet to load what it compares with.
    code = CELLS + "\nlookup([0] * 7, None)\nimport decimal, json.tool"
    return "RecursionError" in naive.python(code).stderr
