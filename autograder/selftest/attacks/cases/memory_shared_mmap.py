# attempt: an answer holds more than the limit of memory in mappings that processes share
# reaches: its own limit of memory, or none of such memory
# control: credit
# --- cells
# %%
# cell: lookup
import ctypes
import mmap
import os
import resource

own = resource.getrlimit(resource.RLIMIT_AS)[0]
# An eighth more than its limit; where there is none, a little shows the way.
WANTED = 24 << 20 if own == resource.RLIM_INFINITY else 9 << 27


@CHILDREN@


def shared():
    block = mmap.mmap(-1, WANTED // 6)
    ctypes.memset(ctypes.addressof(ctypes.c_char.from_buffer(block)), 1, len(block))
    return block


def lookup(E, ids):
    with open("tried", "a") as file:  # a few times, so that its time is enough
        if file.write("x") and file.tell() > 3:
            return None
    return E[ids] if children(6, shared) == 6 else None
