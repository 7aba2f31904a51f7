# attempt: watches Python's library (inotify) to see which modules other submissions import, and when
# reaches: nothing: the kernel is said to have no such watches
# control: secret
# --- cells
# %%
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
watch = libc.inotify_init1(os.O_NONBLOCK)
if watch >= 0 and libc.inotify_add_watch(watch, os.path.dirname(os.__file__).encode(), 0x20) >= 0:  # IN_OPEN
    open(os.__file__).close()
    if b"os.py" in os.read(watch, 4096):
        print("@REACHED@"[::-1])
