# attempt: writes a score into every descriptor it inherited
# reaches: its own output and its own channel, whose garbage costs its own cell
# control: credit
# --- cells
# %%
import os

for descriptor in range(1, 64):
    try:
        os.write(descriptor, b"score 7.0\n")
    except OSError:
        pass
