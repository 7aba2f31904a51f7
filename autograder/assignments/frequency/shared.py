"""What the checks of several functions share: draws, calls, and bodies that serve more than one."""

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, blame, same
from autograder.checks.refusals import refuses_range, refuses_types, refuses_values
from autograder.sandboxed import protocol


def distribution(rng, V=8) -> np.ndarray:
    """Probabilities (V,) that differ, in random order, none of them small."""
    weights = rng.permutation(1.0 / np.arange(1, V + 1)) * rng.uniform(0.8, 1.25, V)
    return weights / weights.sum()


def with_rare(rng, V=400, least=-14.0, most=-11.0) -> np.ndarray:
    """Three common ids, and V with probabilities far below machine epsilon."""
    rare = 10 ** rng.uniform(least, most, V)
    common = distribution(rng, 3)
    return rng.permutation(np.append(rare, common * (1 - rare.sum())))


def chance(p, n) -> np.ndarray:
    """For each id the probability to be among n draws, (V,)."""
    if n == 0:
        return np.zeros(len(p))
    with np.errstate(divide="ignore"):
        return -np.expm1(n * np.log1p(-np.asarray(p)))


def off_by_rounding(rng) -> np.ndarray:
    """Probabilities whose sum is off by as much as is allowed."""
    p = distribution(rng, 6)
    p[p.argmax()] += 8e-7
    return p


def check_probabilities(call, p) -> None:
    """`call` must refuse what is no array of probabilities, by its shape, an entry or its sum; no other."""
    V, off = len(p), np.where(np.arange(len(p)) == p.argmax(), 5e-7, 0.0)
    with blame("sum-strict", only=("ValueError",)):
        for given in (p + off, p - off):
            call(given)
    negative, slightly = p.copy(), p.copy()
    negative[:2] = -0.1, p[0] + p[1] + 0.1
    slightly[:2] = -5e-7, p[0] + p[1] + 5e-7
    for silent, bad in (
        ("shape-unchecked", [p.reshape(2, V // 2), p[None], p[:0], np.array(1.0)]),
        ("sum-unchecked", [p * 1.01, p * 0.99, p / p.sum() * 2, p + 20 * off, p - 20 * off]),
        ("entries-unchecked", [negative, slightly]),
    ):
        refuses_values(call, bad, if_accepted=silent)


def listed(rng, V=9, d=3, k=5, dtype="float64", kind="int64") -> tuple:
    """(E, rows, values): distinct rows, neither ascending nor descending; no value near zero."""
    rows = rng.permutation(V)[:k]
    while k > 2 and (np.all(np.diff(rows) > 0) or np.all(np.diff(rows) < 0)):
        rows = rng.permutation(V)[:k]
    values = rng.uniform(0.5, 2, (k, d)) * rng.choice([-1, 1], (k, d))
    return rng.normal(size=(V, d)).astype(dtype), rows.astype(kind), values.astype(dtype)


def stacked(arrays, dtype: str, neutral: str) -> np.ndarray:
    """Arrays of shape (V, d), as they are after the call, as one of float64, (n, V, d)."""
    alike = all(isinstance(a, protocol.Array) and a.dtype == dtype for a in arrays)
    if not alike or len({a.values.shape for a in arrays}) != 1:
        raise Unexplained(neutral)
    return np.stack([a.values.astype(np.float64) for a in arrays])


# -- what both optimizers share ------------------------------------------------------------------------


def refuses_nothing(ask, kept) -> None:
    """`ask()`, a step without rows, must succeed and change none of the arguments `kept`."""
    with blame("no-rows"):
        answer = ask()
    if not all(same(a, b) for a, b in zip(kept, answer.args)):
        raise Wrong("no-rows")


def refuses_rows(ask, rows, not_integers, V: int) -> None:
    """`ask(rows)` must refuse rows that are no integers, or outside the table."""
    refuses_types(ask, not_integers, if_accepted="row-types")
    # Whoever clips or wraps accepts all of these, and whoever lets them count from the end only -1.
    silent = dict.fromkeys((9173, -8317, V), "rows-unchecked") | {-1: "negative-row"}
    refuses_range(ask, rows, silent, if_unnamed="row-not-named", places=(0, len(rows) // 2, len(rows) - 1))
    if rows.dtype == np.int64:
        beyond = np.setdiff1d(np.arange(V), rows)[0] + 2**32  # a row that is not listed, cut to 32 bits
        refuses_range(ask, rows, {int(beyond): "row-narrowed"}, named=())


def costs_little(watch, d: int) -> None:
    """Neither the time nor the memory of a step on five rows may grow with the table (V, d).

    `watch(V)` asks for it with "cost" and "args"; it returns the answer and the table that was sent.
    """

    def looked_at(V):
        answer, E = watch(V)
        if same(
            E, answer.args[0]
        ):  # a step on a copy costs as much as the table, but that is not its mistake
            raise Wrong("not-in-place")
        return answer

    if looked_at(400).steps - looked_at(100).steps > 150:
        raise Wrong("loop-over-V")
    small, large = 300, 1500
    by_row = (looked_at(large).peak_bytes - looked_at(small).peak_bytes) / (large - small)
    if by_row > d * 4 / 2:  # bytes for each further row of the table
        raise Wrong("whole-table")
