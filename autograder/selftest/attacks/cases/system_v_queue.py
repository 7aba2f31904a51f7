# attempt: keeps messages in a queue of System V, which is no file and counts as nobody's memory
# reaches: nothing: such queues, semaphores and segments are refused
# control: secret
# --- cells
# %%
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
queue = libc.msgget(0, 0o1600)
if queue >= 0:
    message = ctypes.create_string_buffer((1).to_bytes(8, "little") + b"@REACHED@"[::-1])
    found = ctypes.create_string_buffer(100)
    libc.msgsnd(queue, message, 14, 0)
    libc.msgrcv(queue, found, 90, 0, 0)
    libc.msgctl(queue, 0, None)  # IPC_RMID
    print(found.raw[8:22].decode())
