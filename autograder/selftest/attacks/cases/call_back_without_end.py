# attempt: calls a function of the examiner's a million times
# reaches: the six calls that are allowed, until its time is over
# control: function
# --- cells
# %%
def is_right(backward):
    answered = 0
    for _ in range(10**6):
        try:
            backward(np.ones((1, 1)), np.zeros(1, int), 1)
            answered += 1
        except RuntimeError:
            pass
    return answered == 10**6
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
    return back["unlimited"](CELLS)[0] == "True"
