# attempt: an answer holds more than the limit of memory in segments of System V that nobody has attached
# reaches: its own limit of memory, or none of such memory
# control: credit
# --- cells
# %%
# cell: lookup
import ctypes
import os
import resource

own = resource.getrlimit(resource.RLIMIT_AS)[0]
# An eighth more than its limit; where there is none, a little shows the way.
WANTED = 24 << 20 if own == resource.RLIM_INFINITY else 9 << 27


def lookup(E, ids):
    with open("tried", "a") as file:  # a few times, so that its time is enough
        if file.write("x") and file.tell() > 3:
            return None
    libc, size = ctypes.CDLL(None, use_errno=True), 8 << 20
    libc.shmat.restype, libc.shmdt.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    names = []
    try:
        while len(names) * size < WANTED:
            names.append(libc.shmget(0, size, 0o1600))
            if names[-1] < 0:
                raise OSError(ctypes.get_errno(), "shmget")
            place = libc.shmat(names[-1], None, 0)
            ctypes.memset(place, 1, size)
            libc.shmdt(place)
        return E[ids]
    finally:
        for name in names:
            libc.shmctl(name, 0, None)  # IPC_RMID
