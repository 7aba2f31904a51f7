"""Checks of `learned_positions_backward`: the gradient of a table of positions."""

from contextlib import nullcontext

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, array, blame, bound, check, close
from autograder.checks.student import Student

from ..shared import Observed, digits_lost

NAME = "learned_positions_backward"
WRONG = "The gradient is wrong."


def padded(rows, L: int, first: int = 0) -> np.ndarray:
    """Return a table (L, d) of zeros with `rows` from row `first` on, as far as they fit."""
    out = np.zeros((L, rows.shape[-1]))
    rows = rows[: L - first]
    out[first : first + len(rows)] = rows
    return out


def total(G, L: int) -> np.ndarray:
    """Return the right gradient in float64, (L, d): the sum over all axes before T."""
    return padded(G.astype(np.float64).sum(axis=tuple(range(G.ndim - 2))), L)


def tolerance(G, L: int) -> np.ndarray:
    """Return the rounding error allowed: that of the largest row for all, since a mistake may move rows."""
    size = total(np.abs(G.astype(np.float64)), L).max(axis=0)
    largest = np.abs(total(G, L)).max(axis=0)
    wide = "float64" if G.dtype == np.float64 else "float32"
    return bound(wide, int(np.prod(G.shape[:-2])), size, G.dtype.name, largest)


def predicted(got, G, L: int) -> dict:
    """Return what each mistake gives for the gradient."""
    wide = G.astype(np.float64).reshape(int(np.prod(G.shape[:-2])), *G.shape[-2:])
    T, rows, right = G.shape[-2], wide.sum(axis=0), total(G, L)
    fits = got.shape == right.shape
    distances = np.abs(wide - got[:T]).sum(axis=(1, 2)) if fits else np.zeros(1)
    sequence = wide[np.argmin(np.nan_to_num(distances, nan=np.inf))]  # the one that is left, if one is
    return {
        "batch-averaged": padded(wide.mean(axis=0), L),
        "batch-lost": padded(sequence, L),
        "axes-reshaped": padded(G.astype(np.float64).reshape(T, -1, G.shape[-1]).sum(axis=1), L),
        "rows-missing": rows,
        "rows-at-the-end": padded(rows, L, L - T),
        "positions-from-one": padded(rows, L, 1),
        "rest-not-zero": np.concatenate([right[:T], got[T:]]) if fits else right,
    }


def with_axes(got, G, L: int) -> dict:
    """Return `predicted`, and a sum over one axis only, which gives a wrong shape or broadcasts."""
    right = total(G, L)
    if G.ndim == 3:
        return predicted(got, G, L)
    misfit = got.shape != right.shape
    for axis in range(G.ndim - 1):
        summed = G.astype(np.float64).sum(axis=axis)
        if summed.ndim == 1:
            spread = padded(np.broadcast_to(summed, (G.shape[0], len(summed))), L)
            misfit = misfit or close(got, spread, bound("float32", len(G), np.abs(G).sum()))
    return predicted(got, G, L) | {"one-sequence-only": got if misfit else right}


def notes(got, want, allowed, G) -> list[str]:
    """Return what is true of a wrong gradient."""
    T = G.shape[-2]
    said = []
    if close(np.sort(got[:T], axis=0), np.sort(want[:T], axis=0), allowed):
        said.append("The sums are right and stand in the rows of other positions.")
    if T > 1 and close(got[0], want[0], allowed):
        said.append("The row of position 0 is right, and rows of later positions are not.")
    if not got[T:].any():
        said.append("The rows from T on are zero, as they should be; the rows of the tokens are wrong.")
    return said


def see(evidence: Observed, student: Student, G, L: int, mistakes=predicted) -> None:
    got = array(student.call(NAME, G, L), "numpy", WRONG)
    right, allowed = total(G, L), tolerance(G, L)
    evidence.note(evidence.see(got, right, allowed, mistakes, got, G, L), got, right, allowed, G)


@check(points=1)
def values(student: Student, rng: np.random.Generator) -> None:
    """Any number of axes before T; tables longer than T and as long, and with fewer rows than the batch."""
    evidence = Observed(WRONG, notes)
    for shape, L, dtype in (((4, 5, 3), 8, "float64"), ((2, 6, 1), 11, "float32"), ((3, 4, 2), 6, "float64")):
        see(evidence, student, rng.normal(size=shape).astype(dtype), L)
    evidence.conclude()
    for shape in ((5, 3), (2, 3, 4, 2), (2, 1, 3, 4, 1)):
        with blame("one-sequence-only"):
            see(evidence, student, rng.normal(size=shape).astype(np.float32), 7, with_axes)
    try:
        evidence.conclude()
    except Unexplained:  # with three axes all was right
        raise Wrong("one-sequence-only") from None
    for refused, shape, L in (("limit-off-by-one", (3, 4, 2), 4), ("limit-of-the-batch", (9, 3, 2), 4)):
        with blame(refused):
            see(evidence, student, rng.normal(size=shape), L)
    evidence.conclude()


def in_half(got, G, L: int) -> dict:
    """Return `predicted`, and a sum in half precision."""
    terms, scale = int(np.prod(G.shape[:-2])), total(np.abs(G.astype(np.float64)), L)
    return predicted(got, G, L) | {"added-in-half": digits_lost(got, total(G, L), terms, scale, "float16")}


@check(points=1)
def half(student: Student, rng: np.random.Generator) -> None:
    """Large sums of float16; some that cancel, axis by axis."""
    evidence = Observed(WRONG, notes)
    cases = [rng.choice([0.5, 0.75, 1.0], shape).astype(np.float16) for shape in ((4, 3, 2), (5000, 1, 2))]
    cases.append(rng.choice([0.5, 0.75, 1.0], (100, 60, 1, 2)).astype(np.float16))
    cases.append((rng.uniform(1, 2, (50, 2, 1, 2)) * [[[1]], [[-1]]]).astype(np.float16))
    for G in cases:
        with blame("one-sequence-only") if G.ndim > 3 else nullcontext():
            see(evidence, student, G, 5, in_half)
    evidence.conclude()
