"""How answers of `geometry` are read: arrays of the input's dtype, numbers, peak memory, narrow dtypes."""

from collections.abc import Callable
from contextlib import contextmanager

import numpy as np

from autograder.checks.checking import Wrong, array, blame, close
from autograder.checks.shared import float_of
from autograder.sandboxed import protocol

# An array over all pairs of MANY rows takes more than FEW bytes; one over rows and columns takes less.
MANY, FEW = 700, 300_000


def floats(value, dtype: str, neutral: str) -> np.ndarray:
    """The values of an answer that must be a NumPy array of this dtype, that of the input."""
    values = array(value, "numpy", neutral)
    if value.dtype != dtype:
        raise Wrong("dtype-not-kept")
    return values


def number(value, neutral: str) -> np.ndarray:
    """An answer that must be a float, Python's or NumPy's of 64 bits (which is one), without axes."""
    if isinstance(value, protocol.Array) and value.values.shape == () and value.dtype == "float32":
        raise Wrong("float-of-numpy")
    return np.asarray(float_of(value, f"{neutral} A Python float is expected.", "float64"))


def narrowed(got, want, rounding) -> np.ndarray:
    """What a computation in float32 gives for float64: `got` within `rounding`, an error of float32."""
    got = np.asarray(got)
    return got if close(got, want, rounding) else want


def with_gaps(ask: Callable[[], np.ndarray], want, tolerance) -> None:
    """`ask()`, a call with arrays whose numbers do not lie side by side, must give `want`."""
    with blame("contiguous-only"):
        got = ask()
    if not close(got, want, tolerance):
        raise Wrong("contiguous-only")


@contextmanager
def random_named(ask: Callable[[], np.ndarray]):
    """Turn a `Wrong` of the block that names no mistake, or gaps, into "randomised" where it is due.

    `ask()` makes a call whose result does not depend on signs that are free. `Wrong("randomised")` if two
    of these differ by more than rounding.
    """
    try:
        yield
    except Wrong as wrong:
        if wrong.misconception in (None, "contiguous-only"):
            first, second = ask(), ask()
            if not close(first, second, 1e-9 * np.abs(first).max(initial=0.0)):
                raise Wrong("randomised") from wrong
        raise


def peak(student, name: str, *args) -> int:
    """The most memory that a call takes, in bytes."""
    return student.observe(name, *args, watch=("cost",)).peak_bytes
