# attempt: closes every descriptor, among them the grader's channel
# reaches: its own cell's channel; the state before that cell goes on
# control: stops
# --- cells
# %%
import os

os.closerange(0, 256)
