# attempt: shared mappings are filled and let go out of the page tables, where a count of processes' memory would find them
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


def hidden():
    libc, step = ctypes.CDLL(None), 16 << 20
    libc.madvise.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    blocks = [mmap.mmap(-1, step) for _ in range(WANTED // 6 // step or 1)]
    for block in blocks:
        at = ctypes.addressof(ctypes.c_char.from_buffer(block))
        ctypes.memset(at, 1, step)
        libc.madvise(at, step, 4)  # MADV_DONTNEED
    return blocks


def lookup(E, ids):
    with open("tried", "a") as file:  # a few times, so that its time is enough
        if file.write("x") and file.tell() > 3:
            return None
    return E[ids] if children(6, hidden) == 6 else None
