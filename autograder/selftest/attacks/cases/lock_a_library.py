# attempt: locks a file of Python's that every submission sees, so that others find it locked, or wait
# reaches: nothing: it is told that it has the lock, and nobody else is
# control: secret
# --- cells
# %%
import fcntl
import os
import struct

mine = open(os.__file__, "rb")
fcntl.flock(mine, fcntl.LOCK_EX | fcntl.LOCK_NB)
fcntl.fcntl(mine, fcntl.F_SETLK, struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 0, 0))
friend = os.fork()
if friend == 0:
    found = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0)
    with open(os.__file__, "rb") as theirs:
        held = struct.unpack("hhqqi4x", fcntl.fcntl(theirs, fcntl.F_GETLK, found))[0] != fcntl.F_UNLCK
        try:
            fcntl.flock(theirs, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            held = True
    os._exit(7 if held else 0)
if os.waitstatus_to_exitcode(os.waitpid(friend, 0)[1]) == 7:
    print("@REACHED@"[::-1])
