# attempt: the notebook is a named pipe, which never ends to be opened
# reaches: nothing: only a plain file is opened
# control: function
# loses: encode, lookup_torch, cross_entropy_from_logits: nothing was handed in
# --- build
def build(notebook, folder, place):
    import os

    os.mkfifo(folder / "lookup.ipynb")
# --- control
def control(place):
    import os
    import signal
    import subprocess
    import sys

    path = place.folder / "fifo"
    os.mkfifo(path)
    code = f"import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.3)\nopen({str(path)!r}).read()"
    return subprocess.run([sys.executable, "-c", code]).returncode == -signal.SIGALRM
