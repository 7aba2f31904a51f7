# attempt: an answer holds more than the limit of memory, divided among processes of its own
# reaches: its own limit of memory, which is for all of its processes
# control: credit
# --- cells
# %%
# cell: lookup
import os
import resource

own = resource.getrlimit(resource.RLIMIT_AS)[0]
# An eighth more than its limit; where there is none, a little shows the way.
WANTED = 24 << 20 if own == resource.RLIM_INFINITY else 9 << 27


@CHILDREN@


def lookup(E, ids):
    with open("tried", "a") as file:  # a few times, so that its time is enough
        if file.write("x") and file.tell() > 3:
            return None
    return E[ids] if children(6, lambda: bytearray(b"1") * (WANTED // 6)) == 6 else None
