# attempt: starts processes for three seconds, as many as it may have, and again for each that ends
# reaches: its own limit of processes; its neighbours have theirs
# control: marker
# --- cells
# %%
import os
import time

end = time.time() + 3
most = started = 0
while time.time() < end and most < 100:
    try:
        if os.fork() == 0:
            time.sleep(end - time.time())
            os._exit(0)
        started += 1
    except OSError:
        time.sleep(0.001)
    most = max(most, started)
if most >= 100:
    open("@OUTSIDE@/bombed", "w").close()
