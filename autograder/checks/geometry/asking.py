"""How answers of `geometry` are read: arrays of the input's dtype, numbers, peak memory."""

import numpy as np

from autograder.checks.framework.checking import Wrong, array
from autograder.checks.framework.shared import float_of

# An array over all pairs of MANY rows takes more than FEW bytes; one over rows and columns takes less.
MANY, FEW = 700, 300_000


def floats(value, dtype: str, neutral: str) -> np.ndarray:
    """The values of an answer that must be a NumPy array of this dtype, that of the input."""
    values = array(value, "numpy", neutral)
    if value.dtype != dtype:
        raise Wrong("dtype-not-kept")
    return values


def number(value, neutral: str) -> np.ndarray:
    """An answer that must be a float, Python's or NumPy's, as an array without axes."""
    return np.asarray(float_of(value, f"{neutral} A Python float is expected."))


def peak(student, name: str, *args) -> int:
    """The most memory that a call takes, in bytes."""
    return student.observe(name, *args, watch=("cost",)).peak_bytes
