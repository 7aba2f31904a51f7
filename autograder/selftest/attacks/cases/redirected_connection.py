# attempt: puts a connection of its own in the place of the grader's, so that it talks to itself in the examiner's name
# reaches: its own answer: nobody hears it any more
# control: function
# --- cells
# %%
# cell: lookup
import os
import socket
import stat

mine, other = socket.socketpair()


def lookup(E, ids):
    if len(E) > 4:
        for descriptor in range(3, 256):
            try:
                if stat.S_ISSOCK(os.fstat(descriptor).st_mode) and descriptor != other.fileno():
                    os.dup2(mine.fileno(), descriptor)
            except OSError:
                continue
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    # A grader whose hidden cell reports its score over a connection that it opened before.
    code = f"""import socket
examiner, connection = socket.socketpair()
names = {{}}
exec({CELLS!r}, names)
import numpy as np
names["lookup"](np.ones((7, 3)), None)
connection.send(b"score 0")
names["other"].settimeout(1)
print(names["other"].recv(100))"""
    return naive.python(code).stdout == "b'score 0'\n"
