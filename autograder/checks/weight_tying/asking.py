"""How answers of `weight-tying` with several fields are read."""

import numpy as np

from autograder.checks.framework.checking import Wrong, array
from autograder.checks.framework.shared import float_of
from autograder.sandboxed import protocol


def record(value, names: tuple[str, ...], neutral: str, **none: str) -> dict[str, np.ndarray]:
    """An answer that must be a tuple of a loss and arrays, as a dict of arrays by name.

    `none` maps the names of arrays to the misconceptions that None in their place shows.
    """
    if not isinstance(value, tuple) or len(value) != len(names):
        raise Wrong(None, f"{neutral} A tuple ({', '.join(names)}) is expected.")
    fields = {names[0]: np.asarray(loss(value[0], neutral))}
    arrays = zip(names[1:], value[1:])
    return fields | {
        name: array(v, "numpy", neutral, **({"None_": none[name]} if name in none else {}))
        for name, v in arrays
    }


def loss(value, neutral: str) -> float:
    """A loss that must be a Python float; NumPy's float64 is one."""
    if isinstance(value, protocol.Array) and value.values.shape == () and value.dtype == "float32":
        raise Wrong("loss-not-float")
    return float_of(value, f"{neutral} The loss is to be a float.", "float64")


def numbers_outside(V: int) -> dict[int, str | None]:
    """Numbers out of the range 0 ... V-1 for `refuses_range`, those far off first.

    Whoever clips or wraps accepts all of them, and whoever lets NumPy count from the end only -1.
    """
    return {9173: "range-unchecked", -8317: "range-unchecked", V: "range-unchecked", -1: "negative-wraps"}
