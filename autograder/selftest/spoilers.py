"""Changes of a right result that no known mistake explains, for the bank's spoiled references.

This file's source is put before the code of each of them, so that they may call these functions.
"""

import numpy as np
import torch


def shifted(value):
    """Return other numbers, or another text, in every place of a result."""
    if isinstance(value, str):
        return value.replace(" ", " ~")
    if isinstance(value, tuple):
        return tuple(shifted(v) for v in value)
    return value * 3 + 41


def noisy(result):
    """Change each finite entry a little, by another amount than its neighbours."""
    if isinstance(result, torch.Tensor):
        return result + 0.03 * torch.cos(7 * result)
    finite = np.where(np.isfinite(result), result, 0)
    return (result + 0.03 * np.cos(7 * finite)).astype(result.dtype)


def scale(values):
    """Return numbers as large as the values, and at least 1; NaN stays NaN."""
    return (abs(values) + 1) * (values == values)


def roll(values):
    """Return the rows moved on by one."""
    return values.roll(1, 0) if isinstance(values, torch.Tensor) else np.roll(values, 1, axis=0)
