# attempt: a handler that runs in every fork of its process rewrites the grader's code there before it is asked
# reaches: the replies of its own process; a verdict in a reply is not looked at
# control: function
# --- cells
# %%
import os


def rewrite():
    from autograder.sandboxed import agent

    real = agent.Agent.answer
    agent.Agent.answer = lambda self, request: (
        {"value": True, "verdict": "right", "args": [True] * len(request["args"]), "sharing": [False] * 9}
        if request.get("name") == "lookup" and request["op"] == "call"
        else real(self, request)
    )


os.register_at_fork(after_in_child=rewrite)
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    # A grader that asks a fork what it makes of the answer.
    asks = CELLS + """
from autograder.sandboxed import agent
if os.fork() == 0:
    print(agent.Agent({}).answer({"op": "call", "name": "lookup", "args": []})["verdict"], flush=True)
    os._exit(0)
os.wait()"""
    return naive.python(asks).stdout == "right\n"
