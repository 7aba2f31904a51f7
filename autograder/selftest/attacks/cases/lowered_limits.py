# attempt: lowers its limits of open files and file size to nothing, so that the grader's code in its process has none
# reaches: its own cell: the next ones run in a process that was there before
# control: function
# --- cells
# %%
# cell: lookup
import resource

resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))


def lookup(E, ids):
    return None
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    # A grader that opens a file for what each cell has printed.
    return "Too many open files" in naive.python(CELLS + "\nopen('/dev/null')").stderr
