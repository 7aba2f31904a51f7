"""What the checks of several functions of positions share."""

import numpy as np

from autograder.checks.checking import bound


def digits_lost(got, right, terms: int, scale, dtype: str) -> np.ndarray:
    """Return what a sum in `dtype` may give: `got` where its error is one of that dtype, else `right`."""
    got = np.asarray(got)
    if got.shape != right.shape:
        return right
    with np.errstate(invalid="ignore", over="ignore"):
        near = np.abs(got - right) <= bound(dtype, terms, scale)
    return np.where(near, got, right)
