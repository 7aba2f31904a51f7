# attempt: an answer fills its disks in memory, and processes hold the rest
# reaches: its own limit of memory, which is for disks and processes together
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
    for number in range(2):
        with open(f"/dev/shm/full-{number}", "wb") as file:
            file.write(bytes(6 << 20))
            os.unlink(file.name) if own == resource.RLIM_INFINITY else None
    return E[ids] if children(6, lambda: bytearray(b"1") * (WANTED // 6)) == 6 else None
