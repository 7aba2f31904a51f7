"""Changes of a right result that no known mistake explains, for the bank's spoiled references.

The source of this file stands before the code of each of them, so that its result may call these functions.
"""

import numpy as np
import torch


def shifted(value):
    """Other numbers, or another text, in every place of a result."""
    if isinstance(value, str):
        return value.replace(" ", " ~")
    if isinstance(value, tuple):
        return tuple(shifted(v) for v in value)
    return value * 3 + 41


def noisy(result):
    """Each finite entry changed a little, and by another amount than its neighbours."""
    if isinstance(result, torch.Tensor):
        return result + 0.03 * torch.cos(7 * result)
    finite = np.where(np.isfinite(result), result, 0)
    return (result + 0.03 * np.cos(7 * finite)).astype(result.dtype)


def scale(values):
    """As large as the values; 0 where they are NaN, which stays NaN then."""
    return (abs(values) + 1) * (values == values)


def roll(values):
    """The rows moved on by one."""
    return values.roll(1, 0) if isinstance(values, torch.Tensor) else np.roll(values, 1, axis=0)
