# attempt: writes into every open file that it inherited, where each submission of the run would read it
# reaches: nothing: it inherits its own two connections, and an empty device opened for it alone
# control: function
# --- cells
# %%
import os
import stat

for descriptor in range(256):
    try:
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.pwrite(descriptor, "@REACHED@"[::-1].encode(), 1 << 20)
            print(os.pread(descriptor, 100, 1 << 20).decode())
    except OSError:
        continue
# --- control
def control(place):
    import os
    import tempfile

    # A grader that has a file open when it starts the processes of its submissions.
    with tempfile.TemporaryFile() as shared:
        submission = os.fork()
        if submission == 0:
            for standard in range(3):
                os.dup2(os.open(os.devnull, os.O_RDWR), standard)
            exec(CELLS, {})
            os._exit(0)
        os.waitpid(submission, 0)
        return os.pread(shared.fileno(), 100, 1 << 20).decode() == place.tokens["reached"]
