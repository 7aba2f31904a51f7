# attempt: marks that turn the reading order make its code and its output read as something else
# reaches: nothing: the marks are written out
# control: function
# --- build
def build(notebook, folder, place):
    import json

    from autograder.selftest import demo_class

    hidden = 'access = "user\u202e \u2066// only for the teacher\u2069 \u2066"\nprint("7 \u202eof 0\u202c points", access)'
    (folder / "lookup.ipynb").write_text(json.dumps(notebook | {"cells": [demo_class.code(hidden), *notebook["cells"]]}))
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    done, _ = naive.graded([naive.handed_in(build, place)])
    return "\u202e" in (done[0] / "page.html").read_text()
