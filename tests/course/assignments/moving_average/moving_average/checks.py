"""Checks of `moving_average`."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, bound, check, same
from autograder.checks.student import StudentError

NAME = "moving_average"
NEUTRAL = f"`{NAME}` gives wrong values."


def means(x, width) -> np.ndarray:
    return np.array([x[k : k + width].sum() / width for k in range(len(x) - width + 1)])


@check(points=2)
def values(student, rng):
    diagnosis = Diagnosis(NEUTRAL)
    for width in (2, int(rng.integers(3, 6)), 1, 7):
        x = rng.normal(size=7 if width == 7 else int(rng.integers(8, 12)))
        want = means(x, width)
        diagnosis.see(
            array(student.call(NAME, x, width), "numpy", NEUTRAL),
            want,
            bound("float64", 2 * len(x), np.abs(x).sum()),
            **{
                "sum": want * width,
                "one-short": want[:-1],
                "padded": [np.convolve(x, np.ones(width) / width, mode) for mode in ("full", "same")],
            },
        )
    diagnosis.conclude()


@check(points=0.5)
def in_place(student, rng):
    x = rng.normal(size=9)
    seen = student.observe(NAME, x, 3, watch=("args",))
    if not same(x, seen.args[0]):
        raise Wrong("input-changed")
    # Code that does nothing changes nothing either: there must be as many values as some way has windows.
    got = array(seen.value, "numpy", NEUTRAL)
    if len(got) not in (6, 7, 9, 11) or np.array_equal(got, x):
        raise Unexplained(NEUTRAL)


@check(points=1)
def errors(student, rng):
    x = rng.normal(size=5)
    for width in (0, -1, 6):
        try:
            student.call(NAME, x, width)
        except StudentError as error:
            if not error.is_a("ValueError"):
                raise
        else:
            raise Wrong("any-width")
    for width in (1, 5):
        array(student.call(NAME, x, width), "numpy", NEUTRAL)
