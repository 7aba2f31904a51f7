"""How arrays are asked for in `word2vec`."""

import numpy as np

from autograder.checks.framework.checking import array, blame, bound, close
from autograder.checks.framework.shared import ask
from autograder.checks.framework.student import Student
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
