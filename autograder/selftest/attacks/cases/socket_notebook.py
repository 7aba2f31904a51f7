# attempt: the notebook is a socket
# reaches: nothing: only a plain file is opened
# control: function
# loses: encode, lookup_torch, cross_entropy_from_logits: nothing was handed in
# --- build
def build(notebook, folder, place):
    import os
    import socket

    here = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)  # a socket's name has no room for a long path
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind("lookup.ipynb")
    finally:
        os.fchdir(here)
        os.close(here)
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    return naive.costs_the_neighbour(build, place, OSError)
