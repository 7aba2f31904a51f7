"""Checks of `learned_positions_backward`: the gradient of a table of positions."""

from contextlib import nullcontext

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, blame, bound, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import require, returns_new

from ..asking import own_limits, refuses_length, without_entries
from ..shared import BACKWARD, WRONG, ask, wide, widths


def padded(rows, L: int, first: int = 0) -> np.ndarray:
    """A table (L, d) of zeros with `rows` from row `first` on, as far as they fit."""
    out = np.zeros((L, rows.shape[-1]))
    rows = rows[: L - first]
    out[first : first + len(rows)] = rows
    return out


def total(G, L: int) -> np.ndarray:
    """The right gradient in float64, (L, d): the sum over all leading axes."""
    return padded(G.astype(np.float64).sum(axis=tuple(range(G.ndim - 2))), L)


def sum_tolerance(G, L: int, right) -> np.ndarray:
    """The rounding error allowed of the gradient."""
    dtype = G.dtype.name
    sequences = int(np.prod(G.shape[:-2]))
    # That of the largest row for all, since a mistake may move rows.
    size = total(np.abs(G.astype(np.float64)), L).max(axis=0)
    return bound(wide(dtype), sequences, size, dtype, np.abs(right).max(axis=0, initial=0.0))


def sum_mistakes(got, G, L: int) -> dict:
    """What each mistake gives for the gradient."""
    wide_G = G.astype(np.float64).reshape(int(np.prod(G.shape[:-2])), *G.shape[-2:])
    T, rows = G.shape[-2], wide_G.sum(axis=0)
    near = np.abs(wide_G - got[:T]).sum(axis=(1, 2)) if got.shape == (L, G.shape[-1]) else np.zeros(1)
    kept = wide_G[np.argmin(np.nan_to_num(near, nan=np.inf))]
    return {
        "batch-averaged": padded(wide_G.mean(axis=0), L),
        "batch-lost": padded(kept, L),
        "rows-missing": rows,
        "rows-at-the-end": padded(rows, L, L - T),
        "positions-from-one": padded(rows, L, 1),
        "rest-not-zero": rest_kept(got, padded(rows, L), T),
    }


def rest_kept(got, right, T: int) -> np.ndarray:
    """The right rows up to T, and what `got` holds from there on; the right table if that is of zeros."""
    if got.shape != right.shape or got.dtype.kind != "f":
        return right
    return np.concatenate([right[:T], got[T:]])


def with_axes(got, G, L: int) -> dict:
    """`sum_mistakes`, and a sum over a fixed number of axes, which gives a wrong shape or broadcasts."""
    known, right = sum_mistakes(got, G, L), total(G, L)
    if G.ndim == 3:
        return known
    misfit = np.asarray(got).shape != right.shape
    for axis in range(G.ndim - 1):
        summed = G.astype(np.float64).sum(axis=axis)
        if summed.ndim == 1:
            spread = padded(np.broadcast_to(summed, (G.shape[0], len(summed))), L)
            misfit = misfit or close(got, spread, bound("float32", len(G), np.abs(G).sum()))
    return known | {"one-sequence-only": got if misfit else right}


@check(points=1)
def values(student, rng):
    """A batch of sequences; tables longer than them and as long, and with fewer rows than the batch."""
    evidence, unchanged = Diagnosis(WRONG[BACKWARD]), True

    def see(shape, L):
        G = rng.normal(size=shape).astype(np.float32)
        got, _, kept, _ = ask(student, BACKWARD, G, L)
        right = total(G, L)
        evidence.see(got, right, sum_tolerance(G, L, right), sum_mistakes, got, G, L)
        return kept

    for shape, L in (((4, 5, 3), 8), ((3, 4, 2), 6), ((2, 6, 1), 11)):
        unchanged &= see(shape, L)
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")
    for refused, shape, L in (("limit-off-by-one", (3, 4, 2), 4), ("limit-of-the-batch", (9, 3, 2), 4)):
        with blame(refused, only=("ValueError",)):
            see(shape, L)
    evidence.conclude()


def empty_dtype(student, rng) -> None:
    """`Wrong` if a sum of some float32 gradients is float32: then float64 was made for none of them."""
    if ask(student, BACKWARD, rng.normal(size=(2, 3, 1)).astype(np.float32), 3)[1] == "float32":
        raise Wrong("empty-dtype")


@check(points=1)
def shapes(student, rng):
    """No leading axis, one, two, three; sizes of zero; non-contiguous arrays."""
    evidence = Diagnosis(WRONG[BACKWARD])
    for shape in ((4, 5, 3), (5, 3), (2, 3, 4, 2), (2, 1, 3, 4, 1)):
        G = rng.normal(size=shape).astype(np.float32)
        if len(shape) == 3:
            got = ask(student, BACKWARD, G, 7)[0]
        else:
            with blame("one-sequence-only"):
                got = ask(student, BACKWARD, G, 7)[0]
        right = total(G, 7)
        evidence.see(got, right, sum_tolerance(G, 7, right), with_axes, got, G, 7)
    evidence.conclude()
    for shape in ((0, 4, 3), (2, 0, 3), (0, 3), (0, 2, 4, 3), (2, 0, 4, 3)):
        G = np.zeros(shape, np.float32)
        without_entries(lambda: ask(student, BACKWARD, G, 6)[0], np.zeros((6, 3)))
        if ask(student, BACKWARD, G, 6)[1] == "float64":
            empty_dtype(student, rng)
    for shape in ((3, 4, 2), (4, 2), (2, 3, 4, 2)):
        G = rng.normal(size=shape).astype(np.float32)
        right = total(G, 5)
        with blame("contiguous-only"):
            got = ask(student, BACKWARD, G, 5, strided=True)[0]
        evidence.see(got, right, sum_tolerance(G, 5, right))
    evidence.conclude()
    nothing_to_add = [(shape, dtype) for dtype in ("float32", "float64") for shape in ((5, 3), (1, 5, 3))]
    for shape, dtype in nothing_to_add:  # and no row to fill in
        G = rng.normal(size=shape).astype(dtype)
        with blame("limit-off-by-one", only=("ValueError",)):
            got, _, _, shared = ask(student, BACKWARD, G, 5)
        evidence.see(got, total(G, 5), bound("float32", 1, np.abs(G).max()))
        if shared:
            raise Wrong("memory-shared")
    evidence.conclude()
    returns_new(student, f"{BACKWARD}(G, 3)", "G = np.ones((2, 2, 1))")


def sum_widths(got, G, L: int) -> dict:
    right, scale = total(G, L), total(np.abs(G.astype(np.float64)), L)
    sequences = int(np.prod(G.shape[:-2]))
    return sum_mistakes(got, G, L) | widths(got, right, G.dtype.name, sequences, scale, "added-in-half")


def legal(G, L: int):
    """Blames an exception on what is unusual of a large batch."""
    if G.ndim > 3:
        return blame("one-sequence-only")
    return blame("limit-of-the-batch", only=("ValueError",)) if len(G) > L else nullcontext()


@check(points=1)
def dtypes(student, rng):
    evidence, kept, unchanged = Diagnosis(WRONG[BACKWARD]), True, True
    cases = [rng.normal(size=(3, 4, 2)).astype(dtype) for dtype in ("float32", "float64", "float16")]
    for shape in ((5000, 1, 2), (100, 60, 1, 2)):
        cases.append(rng.choice([0.5, 0.75, 1.0], shape).astype(np.float16))
    # Large sums along the first axis, which cancel along the second.
    cases.append((rng.uniform(1, 2, (50, 2, 1, 2)) * [[[1]], [[-1]]]).astype(np.float16))
    for G in cases:
        with legal(G, 5):
            got, found, same_arguments, _ = ask(student, BACKWARD, G, 5)
        right = total(G, 5)
        evidence.see(got, right, sum_tolerance(G, 5, right), sum_widths, got, G, 5)
        kept &= found == G.dtype.name
        unchanged &= same_arguments
    if not kept:
        raise Wrong("dtype-not-kept")
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")


@check(points=1)
def errors(student, rng):
    G = rng.normal(size=(1, 2, 3))
    require(BACKWARD, lambda: student.call(BACKWARD, G, 3), padded(G[0], 3))
    own = []
    for shape, L in (((2, 47, 3), 46), ((53, 2), 19), ((1, 58, 1), 1)):
        G = rng.normal(size=shape)
        own.append(refuses_length(lambda: student.call(BACKWARD, G, L), shape[-2], L))
    own_limits(own, [0, 2])
    none = np.zeros((0, 41, 3))
    refuses_length(lambda: student.call(BACKWARD, none, 26), 41, 26, if_accepted="unchecked-when-empty")
    refuses_values(
        lambda G: student.call(BACKWARD, G, 5), [np.ones(4), np.array(2.5)], if_accepted="one-axis"
    )
