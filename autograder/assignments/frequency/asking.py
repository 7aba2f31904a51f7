"""How answers of `frequency` are read: arrays and numbers of any floating point type."""

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, array
from autograder.checks.shared import numbers


def floats(value, neutral: str) -> np.ndarray:
    """Return the values of an answer that must be a NumPy array, as float64."""
    return array(value, "numpy", neutral).astype(np.float64)


def number(value, neutral: str) -> np.ndarray:
    """Return an answer that must be one number as an array without axes."""
    found = None if value is None or isinstance(value, str) else _numbers(value)
    if found is None:
        raise Unexplained(f"{neutral} A number is expected.")
    if found.shape:
        raise Wrong("not-a-float")
    return found


def _numbers(value) -> np.ndarray | None:
    try:
        return numbers(value)
    except (TypeError, ValueError):  # an object that NumPy makes no numbers of
        return None
