"""What the checks of several functions share: draws, and bodies that serve more than one."""

from collections.abc import Callable

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, close, same
from autograder.sandboxed import protocol


def distribution(rng: np.random.Generator, V=8) -> np.ndarray:
    """Return probabilities (V,) that differ, in random order, none of them small."""
    weights = rng.permutation(1.0 / np.arange(1, V + 1)) * rng.uniform(0.8, 1.25, V)
    return weights / weights.sum()


def with_rare(rng: np.random.Generator, V=400, least=-14.0, most=-11.0) -> np.ndarray:
    """Return the probabilities of three common ids, and of V far below machine epsilon."""
    rare = 10 ** rng.uniform(least, most, V)
    common = distribution(rng, 3)
    return rng.permutation(np.append(rare, common * (1 - rare.sum())))


def chance(p, n) -> np.ndarray:
    """Return for each id the probability to be among n draws, (V,)."""
    if n == 0:
        return np.zeros(len(p))
    with np.errstate(divide="ignore"):
        return -np.expm1(n * np.log1p(-np.asarray(p)))


def listed(rng: np.random.Generator, V=9, d=3, k=5, dtype="float64", kind="int64") -> tuple:
    """Return (E, rows, values): distinct rows, neither ascending nor descending; no value near zero."""
    rows = rng.permutation(V)[:k]
    while k > 2 and (np.all(np.diff(rows) > 0) or np.all(np.diff(rows) < 0)):
        rows = rng.permutation(V)[:k]
    values = rng.uniform(0.5, 2, (k, d)) * rng.choice([-1, 1], (k, d))
    return rng.normal(size=(V, d)).astype(dtype), rows.astype(kind), values.astype(dtype)


def repeated(rows: np.ndarray, apart: bool) -> np.ndarray:
    """Return five distinct rows with repeats: three times the same, or two twice; side by side or apart."""
    a, b, c = rows[:3]
    return np.array([a, b, a, c, a] if apart else [b, b, a, c, c])


def stacked(arrays, dtype: str, neutral: str) -> np.ndarray:
    """Return arrays of shape (V, d), as they are after the call, as one of float64, (n, V, d)."""
    alike = all(isinstance(a, protocol.Array) and a.dtype == dtype for a in arrays)
    if not alike or len({a.values.shape for a in arrays}) != 1:
        raise Unexplained(neutral)
    return np.stack([a.values.astype(np.float64) for a in arrays])


class Changed(Diagnosis):
    """Compares arrays that a step changes, (n, V, d), and says which are right if no mistake fits."""

    def __init__(self, neutral: str, *names: str):
        super().__init__(neutral)
        self.names, self.off = names, set()

    def see(self, got, want, tolerance, *mistakes) -> bool:
        """Record one draw, see `Diagnosis`."""
        for name, *parts in zip(self.names, got, want, tolerance):
            if not close(*parts):
                self.off.add(name)
        return super().see(got, want, tolerance, *mistakes)

    def conclude(self) -> None:
        """Raise `Wrong` if any draw was wrong."""
        try:
            super().conclude()
        except Unexplained as wrong:
            fine = [name for name in self.names if name not in self.off]
            if not fine:
                raise
            told = f"{wrong.message} Right in all cases: {' and '.join(fine)}."
            raise Unexplained(told) from None


def listed_alone(got: np.ndarray, want: np.ndarray, allowed, rows: np.ndarray, mistake: str) -> None:
    """Raise `Wrong(mistake)` if the listed rows of all arrays (n, V, d) are right, and some other is not."""
    off = (np.abs(got - want) > allowed).any(axis=(0, 2)) if got.shape == want.shape else np.zeros(0, bool)
    if off.any() and not off[rows].any():
        raise Wrong(mistake)


# -- repeated rows -------------------------------------------------------------------------------------


def summed(rows: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct rows and for each the sum of its gradients, in float64."""
    distinct, place = np.unique(rows, return_inverse=True)
    g = np.zeros((len(distinct), values.shape[1]))
    np.add.at(g, place, values)
    return distinct, g


def merged_wrongly(rows: np.ndarray, values: np.ndarray, step: Callable) -> dict:
    """Return what each mistake with repeated rows gives; `step(rows, g, squares)` makes a step.

    `rows` are distinct there, `g` their gradients, `squares` what stands for the squares of these.
    """
    distinct, place = np.unique(rows, return_inverse=True)
    counts = np.bincount(place)[:, None]
    _, g = summed(rows, values)
    _, squares = summed(rows, values**2)
    first = values[[np.flatnonzero(rows == r)[0] for r in distinct]]
    last = values[[np.flatnonzero(rows == r)[-1] for r in distinct]]
    return {
        "duplicates-lost": [step(distinct, one, one**2) for one in (last, first)],
        "duplicates-averaged": step(distinct, g / counts, (g / counts) ** 2),
        "squares-summed": step(distinct, g, squares),
    }


# -- the cost of a step --------------------------------------------------------------------------------


def costs_little(watch: Callable, d: int) -> None:
    """Require that neither the time nor the memory of a step on five tokens grows with the table (V, d).

    `watch(V)` asks for it with "cost" and "args"; it returns the answer and the table that was sent.
    """

    def looked_at(V):
        answer, E = watch(V)
        if same(E, answer.args[0]):  # a step on a copy costs as much, but that is not its mistake
            raise Wrong("not-in-place")
        return answer

    if looked_at(400).steps - looked_at(100).steps > 150:
        raise Wrong("loop-over-V")
    small, large = 300, 1500
    by_row = (looked_at(large).peak_bytes - looked_at(small).peak_bytes) / (large - small)
    if by_row > d * 4 / 2:  # bytes for each further row of the table
        raise Wrong("whole-table")
