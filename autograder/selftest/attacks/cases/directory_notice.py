# attempt: asks to be sent a signal when anybody opens a file of Python's library (F_NOTIFY)
# reaches: nothing: the request is refused
# control: secret
# --- cells
# %%
import fcntl
import os
import signal

seen = []
signal.signal(signal.SIGIO, lambda *about: seen.append(about))
folder = os.open(os.path.dirname(os.__file__), os.O_RDONLY)
try:
    fcntl.fcntl(folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS)
except OSError as error:
    print(error)
with open(os.__file__, "rb") as file:
    file.read(1)
if seen:
    print("@REACHED@"[::-1])
