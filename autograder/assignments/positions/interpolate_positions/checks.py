"""Checks of `interpolate_positions`: a table of positions, stretched."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, bound, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import require, returns_new

from ..shared import STRETCH, WRONG, ask, wide, widths


def at_places(P, places) -> np.ndarray:
    """The table interpolated linearly at these (clipped) places, in float64."""
    places, P = np.clip(places, 0, len(P) - 1), P.astype(np.float64)
    before = np.floor(places).astype(int)
    share = (places - before)[:, None]
    return (1 - share) * P[before] + share * P[np.minimum(before + 1, len(P) - 1)]


def drawn(P, length: int) -> np.ndarray:
    """The right rows, (length, d)."""
    return at_places(P, np.linspace(0, len(P) - 1, length))


def drawn_tolerance(P) -> np.ndarray:
    """The rounding error allowed: that of a place of size L, times the difference of two rows."""
    size = np.abs(P.astype(np.float64)).max(axis=0)
    return bound(wide(P.dtype.name), 4 + 2 * len(P), 2 * size, P.dtype.name, size)


def drawn_mistakes(got, P, length: int) -> dict:
    """What each mistake gives for the rows."""
    L, i = len(P), np.arange(length)
    places = np.linspace(0, L - 1, length)
    below, above = (at_places(P, whole(places)) for whole in (np.floor, np.ceil))
    is_below = got == below if got.shape == below.shape else False
    right, nearest = drawn(P, length), np.where(is_below, below, above)
    # The row before the last is the last that is looked up before a place, or the last row itself is.
    lasts = [np.minimum(np.floor(places), last) for last in (max(L - 2, 0), L - 1)]
    shares = [(places - stop)[:, None] for stop in lasts]
    swapped = [
        share * at_places(P, stop) + (1 - share) * at_places(P, stop + 1)
        for stop, share in zip(lasts, shares)
    ]
    return {
        "last-row-repeated": [at_places(P, i), right],  # some do so for shorter tables alone
        "half-pixel": at_places(P, (i + 0.5) * L / length - 0.5),
        "ends-missed": [
            at_places(P, i * steps)
            for steps in (L / length, (L - 1) / length, L / max(length - 1, 1), (L - 1) / (length + 1))
        ],
        "not-blended": [nearest, right],
        "plain-mean": [(below + above) / 2, *((at_places(P, s) + at_places(P, s + 1)) / 2 for s in lasts)],
        "weights-swapped": swapped,
        "last-step-lost": np.concatenate([right[:-1], at_places(P, [L - 2])]),
    }


def compare(student, rng, sizes) -> None:
    """Compare resampled tables of L rows with `length` rows."""
    evidence, unchanged = Diagnosis(WRONG[STRETCH]), True
    for L, length in sizes:
        P = rng.normal(size=(L, 3)).astype(np.float32)
        got, _, kept, _ = ask(student, STRETCH, P, length)
        evidence.see(got, drawn(P, length), drawn_tolerance(P), drawn_mistakes, got, P, length)
        unchanged &= kept
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")


@check(points=1)
def longer(student, rng):
    compare(student, rng, ((5, 12), (4, 8), (7, 9), (3, 11)))
    P = rng.normal(size=(5, 3)).astype(np.float32)
    with blame("contiguous-only"):
        got, *_ = ask(student, STRETCH, P, 8, strided=True)
    if not close(got, drawn(P, 8), drawn_tolerance(P)):
        raise Wrong("contiguous-only")


@check(points=1)
def shorter(student, rng):
    compare(student, rng, ((12, 5), (9, 4), (8, 7), (6, 2), (300, 129)))


@check(points=1)
def ends(student, rng):
    """A length of one, a table of one row, and the length of the table, which must give a new array."""
    compare(student, rng, ((5, 8), (6, 3)))  # wrong in general, not at the ends
    for L, length in ((5, 1), (1, 4), (1, 1), (2, 1)):
        P = rng.normal(size=(L, 3)).astype(np.float32)
        with blame("one-row"):
            got, _, _, shared = ask(student, STRETCH, P, length)
        if not close(got, drawn(P, length), drawn_tolerance(P)):
            raise Wrong("one-row")
        if shared:
            raise Wrong("memory-shared")
    for dtype in ("float32", "float64"):
        P = rng.normal(size=(6, 3)).astype(dtype)
        got, _, _, shared = ask(student, STRETCH, P, 6)
        if shared or ask(student, STRETCH, P, 1)[3]:
            raise Wrong("memory-shared")
        if not close(got, P, drawn_tolerance(P.astype(np.float32))):
            raise Unexplained("With the length of the table the rows are not the table's.")
    returns_new(student, f"{STRETCH}(P, 3)", "P = np.array([[0.0], [8.0]])")


def drawn_widths(got, P, length: int) -> dict:
    right = drawn(P, length)
    scale = np.broadcast_to(2 * np.abs(P.astype(np.float64)).max(axis=0), right.shape)
    narrow = widths(got, right, P.dtype.name, 4 + 2 * len(P), scale, "blended-in-half")
    return drawn_mistakes(got, P, length) | narrow


@check(points=1)
def dtypes(student, rng):
    """The table's dtype; computation in float32 at least."""
    evidence, kept, unchanged = Diagnosis(WRONG[STRETCH]), True, True
    cases = ("float32", 5, 8), ("float64", 5, 8), ("float16", 5, 8), ("float16", 900, 1300)
    for dtype, L, length in cases:
        P = rng.normal(size=(L, 2)).astype(dtype)
        got, found, same_arguments, _ = ask(student, STRETCH, P, length)
        evidence.see(got, drawn(P, length), drawn_tolerance(P), drawn_widths, got, P, length)
        kept &= found == dtype
        unchanged &= same_arguments
    if not kept:
        raise Wrong("dtype-not-kept")
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")
    # The differences of these rows are beyond float16, and in thirds of the way their terms nearly cancel.
    peak = rng.uniform(45000, 60000, 16)
    P = np.stack([0.5 * peak, -peak, 0.495 * peak]).astype(np.float16)
    got, right = ask(student, STRETCH, P, 7)[0], drawn(P, 7)
    rounding = bound("float32", 4 + 2 * len(P), 2 * np.abs(P.astype(np.float64)).max(), "float16", right)
    if not close(got, right, rounding):
        raise Wrong("blended-in-half")


@check(points=1)
def errors(student, rng):
    row = rng.normal(size=2)
    require(STRETCH, lambda: student.call(STRETCH, np.array([row, row]), 3), np.array([row] * 3))
    P = rng.normal(size=(5, 3))
    refuses_values(lambda length: student.call(STRETCH, P, length), (0, -3), if_accepted="length-unchecked")
