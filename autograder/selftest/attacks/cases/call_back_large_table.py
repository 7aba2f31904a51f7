# attempt: asks a function of the examiner's for a table of 10**9 rows
# reaches: an exception: the function runs in a process of its own, with little memory
# control: function
# --- cells
# %%
def is_right(backward):
    rows = 10**9 if "torch" in globals() else 10**8  # without limits a tenth of it shows enough
    return len(backward(np.ones((1, 1)), np.zeros(1, int), rows)) == rows
# --- build
import runpy
from pathlib import Path

back = runpy.run_path("@ROOT@/autograder/selftest/attacks/cases/shared/asked_back.py")


def build(notebook, folder, place):
    back["hand_in"](notebook, folder)
    if harm := back["harm"](CELLS):
        Path("@OUTSIDE@/harm").write_text(harm)
# --- control
def control(place):
    said, grown = back["unlimited"](CELLS)
    return said == "True" and grown > back["MOST"]
