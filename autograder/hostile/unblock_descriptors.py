# attempt: makes every inherited socket non-blocking, so that a process that waits for a question ends
# reaches: the flags of its own sockets
# control: function
# --- cells
# %%
import os

for descriptor in range(0, 64):
    try:
        os.set_blocking(descriptor, False)
    except OSError:
        pass
# --- control
def control(place):
    import os
    import socket
    import subprocess
    import sys

    ours, theirs = socket.socketpair()
    subprocess.run([sys.executable, "-c", CELLS], check=True, pass_fds=[theirs.fileno()])
    if theirs.fileno() >= 64:  # the attempt looks no further
        return not os.get_blocking(os.dup(theirs.fileno())) or theirs.fileno() >= 64
    try:
        theirs.recv(1)
    except BlockingIOError:
        return ours is not None
