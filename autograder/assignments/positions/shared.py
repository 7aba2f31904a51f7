"""What the checks of several functions of positions share."""

from collections.abc import Callable

import numpy as np

from autograder.checks.checking import bound, check


def digits_lost(got, right, terms: int, scale, dtype: str) -> np.ndarray:
    """Return what a sum in `dtype` may give: `got` where its error is one of that dtype, else `right`."""
    got = np.asarray(got)
    if got.shape != right.shape:
        return right
    with np.errstate(invalid="ignore", over="ignore"):
        near = np.abs(got - right) <= bound(dtype, terms, scale)
    return np.where(near, got, right)


def going_on(rules: Callable, more: Callable) -> Callable:
    """Return the check `rules`, which `house_rules` made, with `more(student, rng)` after it."""

    def contract(student, rng) -> None:
        rules(student, rng)
        more(student, rng)

    contract.__module__ = rules.__module__  # where the loader looks for it
    contract.rules = rules.rules  # type: ignore[attr-defined]
    return check(points=rules.check["points"])(contract)  # type: ignore[attr-defined]


LIMITS = (512, 1000, 1024, 2048, 4096, 5000, 8192, 10000, 16384, 32768, 65536)


def limited(positions: np.ndarray) -> list[np.ndarray]:
    """Return the positions as they are after a limit: the last one again and again, or all from 0 on."""
    return [
        form
        for most in LIMITS
        if most <= positions.max()
        for form in (np.minimum(positions, most - 1), positions % most)
    ]
