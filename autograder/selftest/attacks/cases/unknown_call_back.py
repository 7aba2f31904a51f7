# attempt: asks the examiner to call what it was never sent: eval, os.system, the reference
# reaches: nothing: the examiner calls only what it has sent by name
# control: function
# --- cells
# %%
# cell: lookup
import sys

wanted = ["eval", "os.system", "__import__('os').system", "reference", "../check", ""]


def lookup(E, ids):
    frame = sys._getframe()
    while frame and len(E) > 4:
        if "self" in frame.f_locals and hasattr(frame.f_locals["self"], "call_back"):
            for name in wanted:
                print(frame.f_locals["self"].call_back(name, ["open('@OUTSIDE@/called', 'w')"], {}))
        frame = frame.f_back
# --- control
def control(place):
    import numpy as np

    from pathlib import Path

    from autograder.sandboxed.agent import Agent
    from autograder.sandboxed.protocol import Array

    # A grader that looks the name up among its own functions.
    names = {}
    exec(CELLS, names)
    agent = Agent(names, lambda name, values, _: eval(name)(*values) if name.isidentifier() else None)
    sent = [Array(np.ones((7, 3))), Array(np.array([0]))]
    agent.answer({"op": "call", "name": "lookup", "args": sent, "kwargs": {}})
    return Path("@OUTSIDE@/called").exists()
