# attempt: becomes root again, or takes a new user namespace and mounts in it
# reaches: at most a namespace of its own with nothing in it
# control: marker
# --- cells
# %%
import ctypes
import os

libc, gained = ctypes.CDLL(None, use_errno=True), []
try:
    os.setuid(0)
    gained.append("root")
except OSError as error:
    print(error)
if libc.unshare(0x10000000 | 0x20000) == 0:
    gained.append("user namespace")
    if libc.mount(b"none", b"/mnt", b"tmpfs", 0, None) == 0:
        gained.append("mount")
print("gained:", gained)
if gained:
    try:
        open("@OUTSIDE@/gained", "w").close()
    except OSError as error:
        print(error)
