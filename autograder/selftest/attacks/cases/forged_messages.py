# attempt: replies with lists, numbers and half-built dictionaries in place of a reply
# reaches: the replies of its own process; each is refused as unreadable
# control: credit
# naive: from autograder.sandboxed.agent import Agent; assert not isinstance(Agent({"lookup": lookup}).answer({"op": "call", "name": "lookup"}), dict)
# --- cells
# %%
import itertools

from autograder.sandboxed import agent

real_answer = agent.Agent.answer
forged = itertools.cycle([[], 3, "right", None, {"value": 1, "args": 5}, {"call_back": [], "args": {}}])


def answer(self, request):
    if request.get("name") == "lookup" and request["op"] == "call":
        while isinstance(reply := next(forged), dict) and "args" not in request:
            pass
        return reply
    return real_answer(self, request)


agent.Agent.answer = answer
