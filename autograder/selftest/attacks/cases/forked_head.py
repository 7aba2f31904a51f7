# attempt: forks in a cell, so that two processes answer for it
# reaches: its own next steps, which either of the two answers alike
# control: function
# --- cells
# %%
import os

os.fork()
# --- control
def control(place):
    import subprocess
    import sys

    code = CELLS + "\nprint('graded', flush=True)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    return done.stdout.count("graded") == 2
