# attempt: attaches to its parent as a debugger would
# reaches: nothing: the processes of a candidate cannot be traced
# control: marker
# --- cells
# %%
import ctypes
import os

libc, parent = ctypes.CDLL(None, use_errno=True), os.getppid()
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
if libc.ptrace(16, parent, None, None) == 0:
    os.waitpid(parent, 0x40000000)
    libc.ptrace(17, parent, None, None)
    print("traced the parent")
    open("@OUTSIDE@/traced", "w").close()
else:
    print(os.strerror(ctypes.get_errno()))
