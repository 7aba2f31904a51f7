# attempt: sends calls back to the examiner without end in place of an answer
# reaches: its own answer: a call of what was never sent is refused
# control: credit
# naive: from autograder.sandboxed.agent import Agent; assert "call_back" in Agent({"lookup": lookup}).answer({"op": "call", "name": "lookup"})
# --- cells
# %%
from autograder.sandboxed import agent

real_answer = agent.Agent.answer


def answer(self, request):
    if request.get("name") == "lookup" and request["op"] == "call":
        return {"call_back": "check", "args": [None] * 9000}
    return real_answer(self, request)


agent.Agent.answer = answer
