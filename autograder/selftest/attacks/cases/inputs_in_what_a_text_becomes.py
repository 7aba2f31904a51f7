# attempt: raises an error whose text is made up anew each time that it is asked for, out of the caller's variables
# reaches: nothing: what crosses is a text, and that is left out
# control: secret
# --- cells
# %%
# cell: lookup
import sys


class Curious(ValueError):
    def __str__(self):
        frame, found = sys._getframe(), {}
        while frame:
            found |= {k: repr(v) for k, v in frame.f_locals.items() if k in ("request", "args", "_E", "E", "stb")}
            frame = frame.f_back
        return f"{'@REACHED@'[::-1]} {self.args[0]} {found}"


def lookup(E, ids):
    if len(E) > 4:
        raise Curious(E.tolist())
