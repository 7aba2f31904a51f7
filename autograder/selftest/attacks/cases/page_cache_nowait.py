# attempt: reads a page of a shared library without waiting (RWF_NOWAIT), to see whether somebody has read it
# reaches: nothing: a read that does not wait is refused
# control: secret
# --- cells
# %%
import os

with open(os.__file__, "rb") as file:
    file.read(4096)
    block = bytearray(4096)
    if os.preadv(file.fileno(), [block], 0, os.RWF_NOWAIT) == 4096:
        print("@REACHED@"[::-1])
