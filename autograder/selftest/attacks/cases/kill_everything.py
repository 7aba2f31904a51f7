# attempt: sends SIGKILL to every process it may reach (pid -1), itself excepted
# reaches: its own processes and what it had worked out so far
# control: victim
# loses: encode, lookup_torch, cross_entropy_from_logits: it kills the processes that keep its names
# --- cells
# %%
import os
import signal

if os.getpid() != 1:
    os.kill(-1, signal.SIGKILL)
