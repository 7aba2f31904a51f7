# attempt: stops itself with SIGSTOP, which no handler sees, and waits for ever
# reaches: its own time limit
# control: stops
# --- cells
# %%
import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)
