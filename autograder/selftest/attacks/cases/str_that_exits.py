# attempt: raises an exception whose text, when it is asked for, ends the process or interrupts it
# reaches: its own answer: the process is taken to have ended, or the text to be empty
# control: function
# --- cells
# %%
# cell: lookup
import itertools

ends = itertools.cycle([SystemExit(0), KeyboardInterrupt(), GeneratorExit(), RecursionError(), MemoryError()])


class Odd(ValueError):
    def __str__(self, *form):
        raise next(ends)

    __repr__ = __format__ = __str__


def lookup(E, ids):
    if len(E) > 4:
        raise Odd
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    code = f"""import numpy as np
names = {{}}
exec({CELLS!r}, names)
try:
    names["lookup"](np.ones((7, 3)), None)
except Exception as error:
    print(f"lookup raised {{error}}")
print("graded", "to the end")"""
    done = naive.python(code)
    return done.returncode == 0 and "graded to the end" not in done.stdout
