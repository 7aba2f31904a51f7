# attempt: a cell asks for far more memory than one submission may have
# reaches: its own limit of memory
# control: marker
# --- cells
# %%
import mmap

block = mmap.mmap(-1, 6 << 30)
open("@OUTSIDE@/took", "w").close()
