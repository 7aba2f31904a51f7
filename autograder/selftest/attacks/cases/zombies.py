# attempt: leaves dead children that nobody collects, as many as it may start
# reaches: its own limit of processes
# control: function
# --- cells
# %%
import os

for _ in range(40):
    try:
        if os.fork() == 0:
            os._exit(0)
    except BlockingIOError:
        break
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    # A grader that counts what a submission has left, by the processes of its own group.
    code = CELLS + """
import subprocess, sys
states = subprocess.run(["ps", "-o", "stat=", "--ppid", str(os.getpid())], capture_output=True, text=True).stdout
print(states.count("Z"))"""
    return int(naive.python(code).stdout) >= 40
