# attempt: stops its parent with SIGSTOP, so that it never waits for anything again
# reaches: its own checkpoint, which is not needed again
# control: function
# --- cells
# %%
import os
import signal

if os.getppid() > 1:
    os.kill(os.getppid(), signal.SIGSTOP)
# --- control
def control(place):
    import os
    import signal

    grader = os.fork()
    if grader == 0:
        os.setpgid(0, 0)
        if os.fork() == 0:
            os.kill(os.getppid(), signal.SIGSTOP)
            os._exit(0)
        while True:
            signal.pause()
    stopped = os.WIFSTOPPED(os.waitpid(grader, os.WUNTRACED)[1])
    os.kill(grader, signal.SIGKILL)
    os.waitpid(grader, 0)
    return stopped
