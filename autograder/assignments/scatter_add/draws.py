"""Random inputs of the checks of `scatter-add`, their right answers, and what each mistake gives for them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, bound, close
from autograder.checks.shared import in_dtype, scatter_add


@dataclass(frozen=True)
class Draw:
    """The input of a lookup's backward pass. `G` holds values of `dtype`; bfloat16 as float32."""

    G: np.ndarray  # (*ids.shape, d)
    ids: np.ndarray
    V: int
    pad: int | None = None
    dtype: str = "float32"

    @cached_property
    def flat(self) -> tuple[np.ndarray, np.ndarray]:
        """ids (N,), G (N, d) in float64."""
        ids, d = self.ids.reshape(-1).astype(np.int64), self.G.shape[-1]
        return ids, self.G.astype(np.float64).reshape(len(ids), d)

    @cached_property
    def keeps(self) -> np.ndarray:
        """The positions that are not padding, (N,)."""
        return self.flat[0] != (-1 if self.pad is None else self.pad)

    @cached_property
    def right(self) -> np.ndarray:
        """The gradient in float64, (V, d)."""
        return scatter_add(self.V, *(a[self.keeps] for a in self.flat))

    @cached_property
    def tolerance(self) -> np.ndarray:
        """The rounding error allowed: of a sum in float32 (float64 for float64), rounded once to `dtype`."""
        ids, G = self.flat
        terms = int(np.bincount(ids, minlength=1).max())
        add_in = "float64" if self.dtype == "float64" else "float32"
        return bound(add_in, terms, scatter_add(self.V, ids, np.abs(G)), self.dtype, self.right)

    @cached_property
    def rows(self) -> np.ndarray:
        """The rows that get a gradient, ascending."""
        return np.unique(self.flat[0][self.keeps])

    @property
    def padding(self) -> tuple:
        """The padding index as positional arguments: none if the case has none."""
        return () if self.pad is None else (self.pad,)


def small_case() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return G of two positions, their different ids, and the gradient of a table of four rows."""
    G, ids = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([0, 2])
    return G, ids, scatter_add(4, ids, G)


def draw(rng, shape=(10,), V=9, d=3, dtype="float32", ids="int64", pad=None, last=True) -> Draw:
    """Ids with repeats, unused rows, and the first row and the last (if not `last`, without the last).

    A padding index is among the ids more than once, and so is another id. Checks that are not about
    the width of the sum use float32, so that a sum in the wrong dtype fails one check only.
    """
    size = int(np.prod(shape))
    top = V - 1 if last else V - 2
    pool = rng.permutation(top)[: max(2, V // 2)]
    flat = rng.choice(pool, size)
    if size > 5:
        other = pool[0] if pool[0] != pad else pool[1]
        flat[:6] = [other, top, top, other, pool[1], pool[1]]
        if pad is not None:
            flat[4:6] = pad
        if last and size > 6:
            flat[6] = 0
        flat = rng.permutation(flat)
    elif size:
        flat[-1] = top
    G = in_dtype(rng.normal(size=(*shape, d)), dtype)
    return Draw(G, flat.reshape(shape).astype(ids), V, pad, dtype)


def distinct(rng, N=6, V=9, d=3, dtype="float32", ids="int64", pad=None) -> Draw:
    """Every id once, so that the treatment of repeats does not matter."""
    chosen = rng.choice(V, N, replace=False)
    return Draw(in_dtype(rng.normal(size=(N, d)), dtype), chosen.astype(ids), V, pad, dtype)


def beside_padding(rng) -> Draw:
    """A padding index that is a row of the table, and not among the ids."""
    case = draw(rng, (8,), V=7, pad=None, last=False)
    return Draw(case.G, case.ids, case.V, 6, case.dtype)


def between_rows(rng) -> Draw:
    """As `beside_padding`, with ids below the padding index and above it."""
    case = draw(rng, (8,), V=7, pad=None, last=False)
    ids = np.append(case.ids[:-1], 1)
    return Draw(case.G, np.where(ids < 3, ids, ids + 1), 7, 3, case.dtype)


def only_padding(rng) -> Draw:
    """The padding row alone, several times."""
    return Draw(rng.normal(size=(6, 3)).astype(np.float32), np.full(6, 4), 5, 4)


def padded(rng) -> list[Draw]:
    """Ids of one axis with a padding row: the first, one in between, the last, and one without an id."""
    return [*(draw(rng, (12,), V=7, pad=pad) for pad in (0, 3, 6)), beside_padding(rng)]


def padded_shapes(rng) -> list[Draw]:
    """Ids of other shapes with a padding row; the single id is the padding row, or is not."""
    several = draw(rng, (3, 4), V=7, pad=3)
    several.ids[0] = 5, 5, 3, 1  # a repeat within a sentence, beside the padding
    one = [Draw(several.G[0, 0], np.array(i), 7, 3) for i in (3, 5)]
    return [several, *one]


def in_order(rng, V=6, d=3) -> Draw:
    """Each row of the table once, in order: the gradient is grad_out."""
    return Draw(rng.normal(size=(V, d)).astype(np.float32), np.arange(V), V)


def zeros(rng, N=3, V=5) -> Draw:
    """The id 0 alone, several times."""
    return Draw(rng.normal(size=(N, 2)).astype(np.float32), np.zeros(N, np.int64), V)


def long_sum(rng, dtype: str, ids="int64", N=5000) -> Draw:
    """Thousands of small positive numbers for one row, a few for another."""
    chosen = np.where(rng.random(N) < 0.98, 1, 2).astype(ids)
    return Draw(in_dtype(rng.choice([0.5, 0.75, 1.0], (N, 2)), dtype), chosen, 4, None, dtype)


def beside_large(rng) -> Draw:
    """Gradients so large that those of other rows would be lost in a sum with them."""
    case = draw(rng, (12,), V=9)
    row = np.sort(np.unique(case.ids))[1]
    G = np.where((case.ids == row)[:, None], case.G * 2.0**80, case.G).astype(np.float32)
    return Draw(G, case.ids, 9)


# -- what mistakes give -------------------------------------------------------------------------


def survivors(got, case: Draw, keeps) -> np.ndarray:
    """One contribution for each row, the one nearest to `got`: code that loses the others may keep any."""
    ids, G = case.flat
    out = np.zeros((case.V, case.G.shape[-1]))
    for row in np.unique(ids[keeps]):
        mine = G[keeps & (ids == row)]
        error = np.abs(mine - got[row]).sum(axis=1) if got.shape == out.shape else np.arange(len(mine))
        out[row] = mine[np.argmin(np.where(np.isnan(error), np.inf, error))]
    return out


def buffered_by_batch(case: Draw) -> np.ndarray:
    """What `for i, g in zip(ids, grad_out): dE[i] += g` gives with ids of two axes or more."""
    out = np.zeros((case.V, case.G.shape[-1]))
    for row, g in zip(case.ids, case.G.astype(np.float64)):
        out[row] += g
    return out


def with_unused(got, case: Draw) -> np.ndarray:
    """The right gradient, with what `got` holds in the rows that nobody looked up."""
    if got.shape != case.right.shape:
        return case.right
    unused = np.setdiff1d(np.arange(case.V), case.flat[0])
    out = case.right.copy()
    out[unused] = got[unused]
    return out


def mistakes(got, case: Draw) -> dict[str, np.ndarray]:
    """What each mistake about the sum or the padding gives for a draw."""
    got, (ids, G), right = np.asarray(got), case.flat, case.right
    # Without the padding positions another id may be the largest.
    sizes = [part.max(initial=-1) + 1 for part in (ids, ids[case.keeps])]
    size = next((s for s in sizes if got.shape[:1] == (s,)), sizes[0])
    times = np.maximum(np.bincount(ids[case.keeps], minlength=case.V), 1)[:, None]
    predicted = {
        "duplicates-lost": survivors(got, case, case.keeps),
        "duplicates-averaged": right / times,
        "divided-by-positions": right / max(len(ids), 1),
        "rows-from-ids": right[:size],
        "zero-ids": right if ids.any() else np.zeros_like(right),
        "unused-rows": with_unused(got, case),
    }
    if case.pad is None:
        return predicted | {"padding-none-clears": np.zeros_like(right)}
    loud, shifted = scatter_add(case.V, ids, G), G.copy()
    shifted[case.pad : case.pad + 1] = 0
    return predicted | {
        "padding-ignored": loud,
        "padding-by-position": scatter_add(case.V, ids, shifted),
        "padding-zero-ignored": loud if case.pad == 0 else right,
    }


def summed_in_half(got, case: Draw) -> np.ndarray:
    """A sum in half precision: `got` where a long sum has stopped growing or a short one is rounded."""
    got, (ids, G) = np.asarray(got), case.flat
    if got.shape != case.right.shape or case.dtype not in ("float16", "bfloat16"):
        return case.right
    terms = np.bincount(ids, minlength=case.V)[:, None]
    with np.errstate(invalid="ignore"):
        stopped = (got < 0.9 * case.right) & (got > 0.01 * case.right)
        off = np.abs(got - case.right) <= bound(case.dtype, terms, scatter_add(case.V, ids, np.abs(G)))
    return np.where(np.where(terms > 500, stopped, off), got, case.right)


def narrowed(got, case: Draw) -> np.ndarray:
    """A sum of float64 in float32: `got` where its error is one of float32."""
    got, (ids, G) = np.asarray(got), case.flat
    if got.shape != case.right.shape or case.dtype != "float64":
        return case.right
    terms = np.bincount(ids, minlength=case.V)[:, None]
    error = np.abs(got - case.right)
    near = error <= bound("float32", terms, scatter_add(case.V, ids, np.abs(G)))
    near &= np.max(error, initial=0, where=near) > 1e-11  # a sum in float64 in another order is nearer
    return np.where(near, got, case.right)


def with_widths(got, case: Draw) -> dict[str, np.ndarray]:
    """`mistakes`, and those about the dtype of the sum."""
    widths = {"sum-in-half": summed_in_half(got, case), "float64-narrowed": narrowed(got, case)}
    return mistakes(got, case) | widths


def with_batches(got, case: Draw) -> dict[str, np.ndarray]:
    """`mistakes`, and those about the shape of the ids."""
    return mistakes(got, case) | {"one-dimensional-only": buffered_by_batch(case)}


class Observed(Diagnosis):
    """A diagnosis that says what all wrong answers have in common, where no mistake accounts for them."""

    def __init__(self, neutral: str):
        super().__init__(neutral)
        self.wrong: list[tuple[np.ndarray, Draw]] = []

    def conclude(self) -> None:
        try:
            super().conclude()
        except Unexplained:
            found = [observations(got, case) for got, case in self.wrong]
            shared = [said for said in found[0] if all(said in other for other in found)] if found else []
            raise Unexplained(" ".join([self.neutral, *shared[:1]])) from None


def observations(got: np.ndarray, case: Draw) -> list[str]:
    """Return what is true of a wrong gradient, what says most first."""
    right = case.right
    if got.shape == right.T.shape != right.shape:
        return ["Its axes have changed places: the table's rows come first.", SHAPE]
    if got.shape != right.shape:
        rows = got.ndim == 2 and got.shape[1] == right.shape[1]
        return (
            [f"It has {'fewer' if len(got) < len(right) else 'more'} rows than V.", SHAPE]
            if rows
            else [SHAPE]
        )
    if got.dtype.kind not in "biuf":
        return ["It does not hold real numbers."]
    got = got.astype(np.float64)
    if not np.isfinite(got).all():
        return ["It holds numbers that are nan or infinite."]
    allowed = 4 * np.max(case.tolerance, initial=0.0)
    factor = np.sum(got * right) / max(np.sum(right * right), 1e-30)
    if close(got, -right, allowed):
        return ["Every number has the wrong sign.", FACTOR]
    if factor and abs(factor) < 1e6 and close(got, factor * right, allowed * max(abs(factor), 1)):
        return [FACTOR]
    off = np.flatnonzero((np.abs(got - right) > case.tolerance).any(axis=1))
    ids, pad = case.flat[0], case.pad
    said = []
    if pad is not None:
        if set(off) == {pad}:
            said.append("The padding row alone is wrong.")
        if pad not in off:
            said.append("The padding row is right, and other rows are not.")
    if not set(off) & set(ids):
        said.append("The rows of the ids are right, and rows that nobody looked up are not.")
    if all(np.sum(ids == row) > 1 for row in off):
        said.append("Only rows that were looked up more than once are wrong.")
    rounded = [np.round(rows, 6).tolist() for rows in (got, right)]
    if sorted(rounded[0]) == sorted(rounded[1]):
        said.append("The rows are right and stand at other places.")
    if np.all(np.abs(got) <= np.abs(right) + allowed) and np.all(got * right >= 0):
        said.append("No number is too large, and some are too small.")
    return said


SHAPE = "Its shape is not that of the table, (V, d)."
FACTOR = "All its numbers are off by one and the same factor."


def see(diagnosis: Diagnosis, got, case: Draw, predict: Callable = mistakes) -> None:
    """Record an answer to a draw; `predict(got, case)` gives the predictions of mistakes."""
    if not diagnosis.see(got, case.right, case.tolerance, predict, got, case) and isinstance(
        diagnosis, Observed
    ):
        diagnosis.wrong.append((np.asarray(got), case))
