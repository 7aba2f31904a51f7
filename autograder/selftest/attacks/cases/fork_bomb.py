# attempt: starts processes until it may not, and leaves them
# reaches: its own limit of processes
# control: marker
# --- cells
# %%
import os

started = 0
try:
    while started < 100:
        os.posix_spawn("/bin/sleep", ["sleep", "60"], {})
        started += 1
    open("@OUTSIDE@/bombed", "w").close()
except OSError as error:
    print(started < 100, error)
