# attempt: calls the first five gradients right, which are those that a check lists first, and the others wrong
# reaches: nothing: they come in a random order
# control: function
# --- cells
# %%
turns = []


def is_right(backward):
    turns.append(backward)
    return len(turns) <= 5
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
    from autograder.assignments.scatter_add.implementations import RIGHT, WRONG

    # In the order in which a check lists them, they could be told apart.
    names = {}
    exec(CELLS, names)
    listed = [*RIGHT, *WRONG["repeats"]]
    return [names["is_right"](None) for _ in listed] == [name in RIGHT for name in listed]
