# attempt: an answer holds more than the limit of memory in files that are mapped nowhere
# reaches: its own limit of memory, or none of such memory
# control: credit
# --- cells
# %%
# cell: lookup
import os
import resource

own = resource.getrlimit(resource.RLIMIT_AS)[0]
# An eighth more than its limit; where there is none, a little shows the way.
WANTED = 24 << 20 if own == resource.RLIM_INFINITY else 9 << 27


def lookup(E, ids):
    with open("tried", "a") as file:  # a few times, so that its time is enough
        if file.write("x") and file.tell() > 3:
            return None
    files = [os.memfd_create("full") for _ in range(WANTED >> 23)]
    for file in files:
        os.write(file, bytes(8 << 20))
    full = sum(os.fstat(file).st_size for file in files) >= WANTED
    for file in files:
        os.close(file)
    return E[ids] if full else None
