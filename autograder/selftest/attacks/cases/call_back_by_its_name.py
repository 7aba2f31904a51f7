# attempt: tells right gradients from wrong ones by the name under which it calls the examiner's function
# reaches: nothing: the name is drawn at random
# control: function
# --- cells
# %%
def is_right(backward):
    (name,) = (cell.cell_contents.name for cell in backward.__closure__ if hasattr(cell.cell_contents, "name"))
    return not name.startswith("accepts")
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
    from autograder.sandboxed.agent import Agent
    from autograder.sandboxed.protocol import Callback

    # Under the names that a check gives them, they could be told apart.
    names = {}
    exec(CELLS, names)
    agent = Agent(names)
    asked = [
        agent.answer({"op": "call", "name": "is_right", "args": [Callback(name)], "kwargs": {}})["value"]
        for name in ("after sorting", "accepts-averaged")
    ]
    return asked == [True, False]
