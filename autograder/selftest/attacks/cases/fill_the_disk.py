# attempt: writes files until the disk is full
# reaches: its own scratch folder, to its limit
# control: marker
# --- cells
# %%
import os

try:
    for n in range(4):
        with open(f"big-{n}", "wb") as file:
            file.write(bytes(12 << 20))
    open("@OUTSIDE@/filled", "w").close()
except OSError as error:
    print(error)
finally:
    for n in range(4):
        if os.path.exists(f"big-{n}"):
            os.remove(f"big-{n}")
