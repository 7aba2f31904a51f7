"""Checks of `learned_positions_backward` and `interpolate_positions`: gradient and resampling of a table."""

from contextlib import nullcontext

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, array, blame, bound, close, same
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import answers, returns_new
from autograder.assignments.positions.asking import digits_lost, own_limits, refuses_length, without_entries
from autograder.assignments.positions.mistakes import SUITE

check = SUITE.check
BACKWARD = "learned_positions_backward"
STRETCH = "interpolate_positions"
WRONG = {BACKWARD: "The gradient is wrong.", STRETCH: "The rows are wrong."}


def wide(dtype: str) -> str:
    """The narrowest dtype in which the computation may be done."""
    return "float64" if dtype == "float64" else "float32"


def ask(student, name, table, number, **how):
    """The values, their dtype, whether the table is unchanged, and whether the result shares its memory."""
    answer = student.observe(name, table, number, watch=("args", "sharing"), **how)
    values = array(answer.value, "numpy", f"`{name}` gives no array.")
    return values, answer.value.dtype, same(table, answer.args[0]), answer.sharing[0]


# -- learned_positions_backward -----------------------------------------------------------------


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


@check(BACKWARD, "values", points=1)
def _(student, rng):
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


@check(BACKWARD, "shapes", points=1)
def _(student, rng):
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


def widths(got, right, dtype: str, terms, scale, half: str) -> dict:
    """What computations in too narrow a dtype give; `half` is the misconception of one in float16."""
    named = {"narrowed": "float32", half: "float16"}
    return {name: digits_lost(got, right, dtype, terms, scale, width) for name, width in named.items()}


def legal(G, L: int):
    """Blames an exception on what is unusual of a large batch."""
    if G.ndim > 3:
        return blame("one-sequence-only")
    return blame("limit-of-the-batch", only=("ValueError",)) if len(G) > L else nullcontext()


@check(BACKWARD, "dtypes", points=1)
def _(student, rng):
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


@check(BACKWARD, "errors", points=1)
def _(student, rng):
    G = rng.normal(size=(1, 2, 3))
    answers(BACKWARD, lambda: student.call(BACKWARD, G, 3), padded(G[0], 3))
    own = []
    for shape, L in (((2, 47, 3), 46), ((53, 2), 19), ((1, 58, 1), 1)):
        G = rng.normal(size=shape)
        own.append(refuses_length(lambda: student.call(BACKWARD, G, L), shape[-2], L))
    own_limits(own, [0, 2])
    none = np.zeros((0, 41, 3))
    refuses_length(lambda: student.call(BACKWARD, none, 26), 41, 26, silent="unchecked-when-empty")
    refuses_values(lambda G: student.call(BACKWARD, G, 5), [np.ones(4), np.array(2.5)], silent="one-axis")


# -- interpolate_positions ----------------------------------------------------------------------


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


@check(STRETCH, "longer", points=1)
def _(student, rng):
    compare(student, rng, ((5, 12), (4, 8), (7, 9), (3, 11)))
    P = rng.normal(size=(5, 3)).astype(np.float32)
    with blame("contiguous-only"):
        got, *_ = ask(student, STRETCH, P, 8, strided=True)
    if not close(got, drawn(P, 8), drawn_tolerance(P)):
        raise Wrong("contiguous-only")


@check(STRETCH, "shorter", points=1)
def _(student, rng):
    compare(student, rng, ((12, 5), (9, 4), (8, 7), (6, 2), (300, 129)))


@check(STRETCH, "ends", points=1)
def _(student, rng):
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
            raise Wrong(None, "With the length of the table the rows are not the table's.")
    returns_new(student, f"{STRETCH}(P, 3)", "P = np.array([[0.0], [8.0]])")


def drawn_widths(got, P, length: int) -> dict:
    right = drawn(P, length)
    scale = np.broadcast_to(2 * np.abs(P.astype(np.float64)).max(axis=0), right.shape)
    narrow = widths(got, right, P.dtype.name, 4 + 2 * len(P), scale, "blended-in-half")
    return drawn_mistakes(got, P, length) | narrow


@check(STRETCH, "dtypes", points=1)
def _(student, rng):
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


@check(STRETCH, "errors", points=1)
def _(student, rng):
    row = rng.normal(size=2)
    answers(STRETCH, lambda: student.call(STRETCH, np.array([row, row]), 3), np.array([row] * 3))
    P = rng.normal(size=(5, 3))
    refuses_values(lambda length: student.call(STRETCH, P, length), (0, -3), silent="length-unchecked")
