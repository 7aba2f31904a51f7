# attempt: replies with handles that it was never given: negative ones, and of other questions
# reaches: objects of its own process; no handle names one of the examiner's
# control: function
# --- cells
# %%
from autograder.sandboxed import agent, protocol

real_answer = agent.Agent.answer


def answer(self, request):
    if request.get("name") == "lookup" and request["op"] == "call":
        return {"value": [protocol.Handle(-1, "ndarray"), protocol.Handle(10**30), protocol.Callback("check")],
                "args": [protocol.Handle(0)] * len(request["args"]), "sharing": [False] * len(request["args"])}
    return real_answer(self, request)


agent.Agent.answer = answer
# --- control
def control(place):
    import subprocess
    import sys

    # A grader that keeps its own objects in one list, and gives out what a handle points at.
    code = CELLS + """
kept = ["the expected values"]
reply = agent.Agent({}).answer({"op": "call", "name": "lookup", "args": []})
print(kept[reply["value"][0].index])"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    return done.stdout == "the expected values\n"
