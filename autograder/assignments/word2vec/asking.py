"""How arrays are asked for in `word2vec`."""

from collections.abc import Callable

import numpy as np

from autograder.checks.checking import array, blame, bound, close
from autograder.checks.refusals import refuses_range
from autograder.checks.shared import ask
from autograder.checks.student import Student
from autograder.sandboxed import protocol


def ask_array(student: Student, name: str, *args, neutral: str, **how) -> protocol.Array:
    """As `ask`, for a result that must be a NumPy array."""
    value = ask(student, name, *args, **how)
    array(value, "numpy", neutral, list="no-array", torch="no-array")
    return value


def ask_gaps(student: Student, name: str, *args, neutral: str) -> protocol.Array:
    """As `ask_array`, with arrays that are not contiguous; to be asked after a draw of the same kind."""
    with blame("gaps"):
        return ask_array(student, name, *args, neutral=neutral, strided=True)


def imprecise(got, want, dtype: str, scale: float) -> bool:
    """Is a result of `dtype` right to the digits of half of its width, and to no more?"""
    narrow = {"float64": "float32", "float32": "float16"}[dtype]
    return np.shape(got) == np.shape(want) and close(got, want, bound(narrow, 64, scale))


def refuses_far(attempt: Callable[[np.ndarray], object], good: np.ndarray, **how) -> None:
    """`attempt(ids)` must refuse, by their own names, ids of which int32 makes 0 and int64 makes -5."""
    refuses_range(attempt, good.astype(np.int64), {2**32: "id-narrowed"}, **how)
    refuses_range(attempt, good.astype(np.uint64), {2**64 - 5: None}, **how)
