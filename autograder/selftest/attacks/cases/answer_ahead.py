# attempt: writes the replies to later questions before they are asked
# reaches: the examiner's next questions about its own answers; each reply is judged by its value
# control: function
# --- cells
# %%
# cell: lookup
import sys


def lookup(E, ids):
    from autograder.sandboxed import protocol

    frame = sys._getframe()
    while frame and "connection" not in frame.f_locals:
        frame = frame.f_back
    if frame:
        for _ in range(30):
            frame.f_locals["connection"].sendall(protocol.encode({"value": E, "verdict": "right"}))
    return None
# --- control
def control(place):
    import socket

    import numpy as np
    from autograder.sandboxed import protocol

    examiner, connection = socket.socketpair()
    names = {}
    exec(CELLS, names)
    names["lookup"](np.zeros((2, 2)), np.zeros(2, int))  # the question; no reply was sent by us
    reader = protocol.Reader()
    reader.feed(examiner.recv(1 << 20))
    return reader.next()[1]["verdict"] == "right" and connection is not None
