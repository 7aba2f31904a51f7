"""How answers of `frequency` are read: arrays of float64, and numbers."""

import numpy as np

from autograder.checks.checking import Wrong, array
from autograder.checks.shared import float_of
from autograder.sandboxed import protocol


def floats(value, neutral: str) -> np.ndarray:
    """The values of an answer that must be a NumPy array of float64."""
    values = array(value, "numpy", neutral)
    if value.dtype != "float64":
        raise Wrong("float32-returned" if values.dtype.kind == "f" else None, neutral)
    return values


def number(value, neutral: str, **named) -> np.ndarray:
    """An answer that must be a float, Python's or NumPy's float64, as an array without axes.

    `array` in `named` is the misconception of an answer with axes.
    """
    if isinstance(value, protocol.Array) and value.kind == "numpy" and value.values.dtype.kind == "f":
        if value.values.shape and "array" in named:
            raise Wrong(named["array"])
    message = f"{neutral} A float is expected, Python's or NumPy's float64."
    return np.asarray(float_of(value, message, "float64"))
