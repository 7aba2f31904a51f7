# attempt: leaves a child in a session of its own that acts when the grading is over
# reaches: nothing: its process namespace ends with it
# control: marker
# --- cells
# %%
import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for _ in range(100):
            time.sleep(0.1)
            try:
                open("@OUTSIDE@/late", "w").close()
            except OSError:
                pass
            else:
                break
    os._exit(0)
