# attempt: ends its cell's step itself, takes the next one off the control socket and answers it
# reaches: the questions about its own answers; a verdict in a reply is not looked at
# control: function
# --- cells
# %%
# cell: lookup
import os
import socket
import sys

frame, found = sys._getframe(), {}
while frame:
    for name in ("control", "connection"):
        if isinstance(frame.f_locals.get(name), socket.socket):
            found.setdefault(name, frame.f_locals[name])
    frame = frame.f_back
if len(found) == 2:
    from autograder.sandboxed import protocol

    found["connection"].sendall(protocol.encode({"error": None}))
    data, descriptors, _, _ = socket.recv_fds(found["control"], 1, 2)
    step = socket.socket(fileno=descriptors[0])
    step.sendall(b"h")
    while step.recv(1 << 20):
        step.sendall(protocol.encode({"value": True, "verdict": "right", "points": 7.0}))
    os._exit(0)
# --- control
def control(place):
    import os
    import socket

    from autograder.sandboxed import protocol

    examiner, control = socket.socketpair()
    cell, connection = socket.socketpair()
    ours, theirs = socket.socketpair()
    ends = os.pipe()
    student = os.fork()
    if student == 0:
        examiner.close()
        ours.close()
        exec(CELLS, {})
        os._exit(1)
    theirs_fd = theirs.fileno()
    socket.send_fds(examiner, [b"q"], [theirs_fd, ends[1]])
    theirs.close()
    ours.recv(1)
    ours.sendall(b"how many points?")
    reader = protocol.Reader()
    reader.feed(ours.recv(1 << 16))
    ours.close()
    os.waitpid(student, 0)
    for end in ends:
        os.close(end)
    return reader.next()[1]["points"] == 7.0 and bool(cell and connection and control)
