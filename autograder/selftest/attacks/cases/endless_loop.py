# attempt: an endless loop in a cell that ignores interrupts
# reaches: its own time limit
# control: stops
# --- cells
# %%
import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGXCPU})
while True:
    pass
