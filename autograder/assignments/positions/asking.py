"""What several functions of positions are asked: too long inputs, ones without entries, narrow dtypes."""

import re
from collections.abc import Callable

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, blame, bound
from autograder.checks.refusals import must_refuse, refusal
from autograder.checks.student import StudentError

# What NumPy says of shapes that do not fit.
_LIBRARY = re.compile("could not be broadcast|could not broadcast")


def refuses_length(attempt: Callable, *named: int, if_accepted: str = "limit-unchecked") -> bool:
    """`attempt()` must raise ValueError that names these sizes; returns whether the text is its own."""
    error = refusal(attempt)

    def again():
        if error is not None:
            raise error

    must_refuse(again, "ValueError", if_accepted=if_accepted, says=named, if_unnamed="limit-not-named")
    return error is not None and not _LIBRARY.search(error.message)


def own_limits(own: list[bool], batches: list[int]) -> None:
    """Were the limits refused by errors of one's own? Else `Wrong`, by whether only `batches` were not."""
    if not all(own):
        alone = {n for n, mine in enumerate(own) if not mine} == set(batches)
        raise Wrong("limit-of-the-batch" if alone else "limit-by-library")


def blames(evidence: Diagnosis, misconception: str) -> None:
    """`Wrong` with this misconception if a draw was wrong since `evidence.conclude()` let all others pass."""
    try:
        evidence.conclude()
    except Wrong:
        raise Wrong(misconception) from None


def allows(attempt: Callable) -> bool:
    """Does the call succeed? Judge an empty case only if the non-empty one has passed."""
    try:
        attempt()
    except StudentError:
        return False
    return True


def without_entries(ask: Callable[[], np.ndarray], want: np.ndarray) -> None:
    """`ask()`, a call without tokens or sequences, must give `want`."""
    with blame("empty-fails"):
        got = ask()
    if got.shape != want.shape or not np.array_equal(got, want):
        raise Wrong("empty-fails")


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
