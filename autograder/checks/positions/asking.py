"""The prediction of the mistake of computing in too narrow a dtype."""

import numpy as np

from autograder.checks.framework.checking import bound


def digits_lost(got, right, dtype: str, terms, scale, width: str) -> np.ndarray:
    """What a computation in the dtype `width` gives: `got` where its error is one of that dtype.

    The right value if `width` is not the narrow dtype for `dtype`: float32 for float64, float16 for itself.
    """
    got, told = np.asarray(got), {"float64": "float32", "float16": "float16"}
    if got.shape != right.shape or told.get(dtype) != width:
        return right
    with np.errstate(invalid="ignore"):
        near = np.abs(got - right) <= bound(width, terms, scale)
    return np.where(near, got, right)
