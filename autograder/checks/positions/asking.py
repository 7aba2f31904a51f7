"""What the checks of `positions` share: asking, and how wrong input must be refused."""

from collections.abc import Callable
from functools import partial

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, bound, close
from autograder.checks.framework.student import StudentError

# Exceptions that no bad input explains: a name or an attribute that is not there.
SLIPS = ("NameError", "AttributeError", "ImportError", "NotImplementedError")


def must_refuse(wanted: str, ask, silent, other="wrong-exception", says=(), mute=None) -> None:
    """`ask()` must raise `wanted` with the numbers of `says` in its message.

    `silent`, `other` and `mute` are the misconceptions named when nothing is raised, when another
    type is, and when a number is missing. Code that is not written, or dies of a slip of its own,
    refuses nothing: that stays an error.
    """
    try:
        ask()
    except StudentError as error:
        if any(error.is_a(kind) for kind in SLIPS):
            raise
        if not error.is_a(wanted):
            raise Wrong(other) from None
        if any(str(number) not in error.message for number in says):
            raise Wrong(mute) from None
        return
    raise Wrong(silent)


def digits_lost(got, right, dtype: str, terms, scale, width: str) -> np.ndarray:
    """What a computation in `width` gives: `got` where it is right to that width's digits.

    Only results in float64 are told from float32, and those in float16 from wider sums.
    """
    got, told = np.asarray(got), {"float64": "float32", "float16": "float16"}
    if got.shape != right.shape or told.get(dtype) != width:
        return right
    with np.errstate(invalid="ignore"):
        near = np.abs(got - right) <= bound(width, terms, scale)
    return np.where(near, got, right)


class Evidence:
    """Answers to several draws. What mistakes would give is worked out only if one is wrong."""

    def __init__(self, neutral: str):
        self.neutral, self.seen = neutral, []

    def see(self, got, right, tolerance=0.0, mistakes: Callable = dict, *args) -> None:
        """`mistakes(*args)` gives what each known mistake makes of this draw."""
        self.seen.append((got, right, tolerance, partial(mistakes, *args)))

    def conclude(self) -> None:
        """Raise `Wrong`, with the one mistake that explains every answer if there is just one."""
        if all(close(got, right, tolerance) for got, right, tolerance, _ in self.seen):
            return
        diagnosis = Diagnosis(self.neutral)
        for got, right, tolerance, mistakes in self.seen:
            diagnosis.see(got, right, tolerance, **mistakes())
        diagnosis.conclude()
