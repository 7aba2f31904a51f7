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
    import socket

    from autograder.selftest.attacks import naive

    # A worker runs the cells and then waits for a question on the socket that it was started with.
    worker = "import socket\nquestions = socket.socket(fileno=0)\nprint('asked', questions.recv(9), flush=True)"
    ended = []
    for cells in (CELLS, ""):
        ours, theirs = socket.socketpair()
        if not cells:
            ours.send(b"how much?")  # without the cells there is an answer
        ended.append(naive.python(f"{cells}\n{worker}", stdin=theirs))
        ours.close()
        theirs.close()
    return "BlockingIOError" in ended[0].stderr and ended[1].stdout == "asked b'how much?'\n"
