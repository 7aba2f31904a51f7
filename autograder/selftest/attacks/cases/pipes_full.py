# attempt: an answer holds more than the limit of memory in pipes
# reaches: the kernel's own limit of what one user's pipes hold
# control: credit
# --- cells
# %%
# cell: lookup
import fcntl
import os
import resource

own = resource.getrlimit(resource.RLIMIT_AS)[0]
# An eighth more than its limit; where there is none, a little shows the way.
WANTED = 24 << 20 if own == resource.RLIM_INFINITY else 9 << 27


@CHILDREN@


def filled():
    held, size = [], 0
    while size < WANTED // 8 and len(held) < 200:
        held += os.pipe()
        os.set_blocking(held[-1], False)
        try:
            fcntl.fcntl(held[-1], fcntl.F_SETPIPE_SZ, 1 << 20)
        except OSError:
            pass
        try:
            while True:
                size += os.write(held[-1], bytes(65536))
        except BlockingIOError:
            pass
    if size < WANTED // 8:
        os._exit(0)
    return held


def lookup(E, ids):
    with open("tried", "a") as file:  # a few times, so that its time is enough
        if file.write("x") and file.tell() > 3:
            return None
    return E[ids] if children(8, filled) == 8 else None
