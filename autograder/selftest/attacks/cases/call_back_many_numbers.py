# attempt: hands a function of the examiner's seven million numbers
# reaches: an exception, and for a moment the memory of the largest message, a few times
# control: function
# --- cells
# %%
def is_right(backward):
    many = 7_000_000 if "torch" in globals() else 70_000_000  # as much as a message holds, or more
    return len(backward(np.ones((many, 1)), np.ones(many, np.int8), 5)) == 5
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
