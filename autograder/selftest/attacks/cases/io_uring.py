# attempt: sets up an io_uring, whose operations no filter of system calls sees
# reaches: nothing: the kernel is said to have none
# control: secret
# --- cells
# %%
import ctypes

if ctypes.CDLL(None).syscall(425, 4, ctypes.create_string_buffer(120)) >= 0:
    print("@REACHED@"[::-1])
