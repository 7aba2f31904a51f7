"""How answers of `weight-tying` with several fields are read."""

from collections.abc import Callable

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, array
from autograder.checks.refusals import must_refuse, refuses_range
from autograder.checks.shared import float_of
from autograder.sandboxed import protocol


def record(value, names: tuple[str, ...], neutral: str, any_float=False, **none: str) -> dict:
    """An answer that must be a tuple of a loss and arrays, as a dict of arrays by name.

    With `any_float` the loss may be of float32. `none` maps the names of arrays to the misconceptions that
    None in their place shows.
    """
    if not isinstance(value, tuple) or len(value) != len(names):
        raise Unexplained(f"{neutral} A tuple ({', '.join(names)}) is expected.")
    fields = {names[0]: np.asarray(loss(value[0], neutral, any_float))}
    arrays = zip(names[1:], value[1:])
    return fields | {
        name: array(v, "numpy", neutral, **({"None_": none[name]} if name in none else {}))
        for name, v in arrays
    }


def loss(value, neutral: str, any_float=False) -> float:
    """A loss that must be a Python float; NumPy's float64 is one."""
    told = f"{neutral} The loss is to be a float."
    if any_float:
        return float_of(value, told)
    if isinstance(value, protocol.Array) and value.values.shape == () and value.dtype == "float32":
        raise Wrong("loss-not-float")
    return float_of(value, told, "float64")


def numbers_outside(V: int) -> dict[int, str | None]:
    """Numbers out of the range 0 ... V-1 for `refuses_range`, those far off first.

    Whoever clips or wraps accepts all of them, and whoever lets NumPy count from the end only -1.
    """
    return {9173: "range-unchecked", -8317: "range-unchecked", V: "range-unchecked", -1: "negative-wraps"}


def refuses_far_ids(attempt: Callable[[np.ndarray], object], good: np.ndarray, V: int) -> None:
    """`attempt(ids)` must refuse, by their own names, numbers that a conversion brings nearer.

    For code that refuses and names those of `numbers_outside`: int32 makes an id of the table of the first,
    V of the second, and int64 makes -1 of the third.
    """
    place = good.size // 2
    near = int(good.reshape(-1)[place])
    for number, silent in ((2**32 + near, "id-narrowed"), (2**32 + V, None), (2**64 - 1, "range-unchecked")):
        bad = good.astype(np.uint64 if number >= 2**63 else np.int64)
        bad.reshape(-1)[place] = number
        other = "integer-types" if number >= 2**63 else "wrong-exception"  # of whoever refuses uint64 at all
        told = {"if_accepted": silent, "if_other_type": other, "if_unnamed": "other-number"}
        must_refuse(lambda: attempt(bad), "IndexError", says=(number,), **told)


def refuses_ignored_target(attempt: Callable[[np.ndarray], object], good: np.ndarray, V: int) -> None:
    """-100, by which PyTorch's cross_entropy leaves a position out, is a target outside the table as well."""
    refuses_range(attempt, good, {-100: "target-ignored"})
