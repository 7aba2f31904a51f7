# attempt: reads the kernel's counters of processes, pages and memory, which move with what its neighbours do
# reaches: nothing: of /proc, its own processes alone are there
# control: secret
# --- cells
# %%
import os

if any(os.path.exists(f"/proc/{name}") for name in ("vmstat", "stat", "loadavg", "meminfo", "interrupts")):
    print("@REACHED@"[::-1])
