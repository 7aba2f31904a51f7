# attempt: sends half a message and closes its connection
# reaches: its own answer: the process is taken to have ended
# control: function
# --- cells
# %%
# cell: lookup
import os
import stat


def lookup(E, ids):
    for descriptor in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(descriptor).st_mode) and len(E) > 4:
                os.write(descriptor, b"\xff\x00\x00\x00\x00\x00\x00\x00{")
                os.close(descriptor)
        except OSError:
            continue
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    # A grader that believes the length that a message claims, and waits for the rest.
    code = f"""import os, socket, struct, sys
examiner, submission = socket.socketpair()
if os.fork() == 0:
    examiner.close()
    names = {{}}
    exec({CELLS!r}, names)
    names["lookup"]([0] * 7, None)
    os._exit(0)
submission.close()
message = examiner.recv(8 + 1)
print(struct.unpack("<II", message[:8])[0] - len(message[8:]), "bytes to come, and", examiner.recv(1000))"""
    return naive.python(code).stdout == "254 bytes to come, and b''\n"
