# attempt: opens the memory of its parent for writing
# reaches: nothing: no process but its own, and none of those can be opened
# control: marker
# --- cells
# %%
import os

for pid in {os.getppid(), 1, 2}:
    try:
        with open(f"/proc/{pid}/mem", "r+b"):
            print("opened the memory of", pid)
            open("@OUTSIDE@/opened", "w").close()
            break
    except OSError as error:
        print(error)
