# attempt: kills its parent process and its process group
# reaches: its own processes and what it had worked out so far; no other process is in sight
# control: victim
# loses: encode, lookup_torch, cross_entropy_from_logits: it kills the processes that keep its names
# --- cells
# %%
import os
import signal

for target in (os.getppid(), 0):
    try:
        os.kill(target, signal.SIGKILL)
    except OSError as error:
        print(error)
