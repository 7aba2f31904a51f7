# attempt: attaches to every process in sight as a debugger would, other students' among them
# reaches: nothing: the processes of a candidate cannot be traced, and no other's is in sight
# control: function
# --- cells
# %%
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
for pid in set(range(1, 400)) - {os.getpid(), os.getppid()}:
    if libc.ptrace(0x4206, pid, None, None) == 0:  # PTRACE_SEIZE, which does not stop it
        print("traced", pid)
        with open(f"/proc/{pid}/mem", "r+b"):
            open("@OUTSIDE@/traced", "w").close()
# --- control
def control(place):
    import subprocess
    import sys
    from pathlib import Path

    # The neighbour is a sibling; both live in a process namespace of their own, so that nobody else is hit.
    code = f"""if True:
        import subprocess, sys
        sibling = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
        subprocess.run([sys.executable, "-c", {CELLS!r}])
        sibling.kill()"""
    line = ["bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--die-with-parent", "--"]
    done = subprocess.run([*line, sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    return "traced" in done.stdout and Path("@OUTSIDE@/traced").exists()
