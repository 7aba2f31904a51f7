"""Checks of `mean_pairwise_cosine`: the mean cosine of all pairs of different rows."""

from contextlib import nullcontext

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, bound, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import ask, require

from ..asking import FEW, MANY, number, peak, with_gaps
from ..draws import lengths_differ, unit

NAME = "mean_pairwise_cosine"
NEUTRAL = "The mean cosine is wrong."
IN_LENGTH = 1e-7  # allows a small number added to the lengths: `cosine_matrix` is checked for that


def table(rng, V=9, d=4, dtype="float64") -> np.ndarray:
    """Rows of different lengths with a common offset, (V, d)."""
    return (lengths_differ(rng, V, d) + rng.normal(size=d)).astype(dtype)


def mean_of(student, E, strided=False) -> np.ndarray:
    return number(ask(student, NAME, E, strided=strided), NEUTRAL)


def over_pairs(products) -> float:
    """The mean of a matrix (V, V) without its diagonal."""
    V = len(products)
    return (products.sum() - np.trace(products)) / (V * (V - 1))


def right(E) -> np.ndarray:
    U = unit(E.astype(np.float64))
    return np.asarray(over_pairs(U @ U.T))


def rounding(E) -> float:
    """The rounding error allowed, also of |sum of unit rows|² minus V, two numbers of similar size."""
    V, d = E.shape
    return float(bound(E.dtype.name, 2 * V + 4 * d + 8, 2 * V / (V - 1))) + IN_LENGTH


def mistakes(E) -> dict:
    """What each mistake gives for the mean cosine."""
    V = len(E)
    U, want, centred = unit(E), right(E), E - E.mean(axis=0)
    C, middle = U @ U.T, unit(E.mean(axis=0)[None])[0]
    unit_middle = unit(U.mean(axis=0)[None])[0]
    total, lengths = C.sum(), np.linalg.norm(E, axis=1)
    return {
        "self-pairs": C.mean(),
        "pairs-miscounted": [
            (total - V) / V**2,
            2 * want,
            want / 2,
            (total - V) / (V - 1),
            (total - V) / V,
            total / (V * (V - 1)),
        ],
        "dot-product": [over_pairs(E @ E.T), (E @ E.T).mean()],
        "to-the-mean": [(U @ middle).mean(), (U @ unit_middle).mean(), np.sqrt(total) / V],
        "correlation": [right(centred), right(E - E.mean(axis=1, keepdims=True))],
        "absolute": over_pairs(np.abs(C)),
        "some-zeros": right(E * E.all(axis=1, keepdims=True)),
        "lengths-averaged": over_pairs(E @ E.T) / over_pairs(np.outer(lengths, lengths)),
        "cosine-distance": 1 - want,
        "column-lengths": over_pairs((W := E / np.linalg.norm(E, axis=0)) @ W.T),
        "squared-lengths": over_pairs((W := E / (E**2).sum(axis=1, keepdims=True)) @ W.T),
    }


@check(points=1)
def values(student, rng):
    """Few rows and more, both dtypes, non-contiguous arrays."""
    in_general(student, rng)
    of_values(student, rng)


def in_general(student, rng) -> None:
    """`Wrong`, with a mistake that accounts for it, if tables without anything special go wrong."""
    angles = np.array([0, 5, 7]) * np.pi / 6
    opposed = np.stack([np.cos(angles), np.sin(angles)], axis=1)  # their mean cosine is below zero
    if close(mean_of(student, opposed), abs(right(opposed)), rounding(opposed)):
        raise Wrong("never-negative")
    diagnosis = Diagnosis(NEUTRAL)
    diagnosis.see(mean_of(student, opposed), right(opposed), rounding(opposed), mistakes, opposed)
    for V, d in ((9, 4), (15, 6)):
        E = table(rng, V, d)
        got = mean_of(student, E)
        if not diagnosis.see(got, right(E), rounding(E), mistakes, E) and got != mean_of(student, E):
            raise Wrong("sampled")
    diagnosis.conclude()
    E = 1e3 * table(rng)[[0, 1, 1, 2, 3, 4, 5, 6, 6, 6]]
    got = mean_of(student, E)
    if not close(got, right(E), rounding(E)):
        once = close(got, right(np.unique(E, axis=0)), 1e-5)
        in_float32 = close(got, right(E), rounding(E.astype(np.float32)))
        raise Wrong("rows-once" if once else "narrowed" if in_float32 else None, NEUTRAL)


def of_values(student, rng) -> None:
    """Digits of float64, both dtypes, gaps in memory, two rows."""
    for V, d in ((9, 4), (60, 3)):
        E = 1e6 * table(rng, V, d)  # nothing that may be added to these lengths shows
        got, want = mean_of(student, E), right(E)
        if not close(got, want, rounding(E) - IN_LENGTH + 1e-12):
            raise Wrong("narrowed" if close(got, want, rounding(E.astype(np.float32))) else None, NEUTRAL)
    for length, dtype in ((2e-10, "float64"), (5e9, "float64"), (2e-6, "float32"), (5e5, "float32")):
        E = (length * unit(np.abs(table(rng, 12, 3)))).astype(dtype)  # a mean that is far from zero
        if not close(mean_of(student, E), right(E), rounding(E) - IN_LENGTH + 1e-12):
            raise Wrong("epsilon")
    for V, dtype in ((20, "float64"), (20, "float32")):
        E = table(rng, V, 5, dtype)
        if not close(mean_of(student, E), right(E), rounding(E)):
            raise Unexplained(f"{NEUTRAL} Look at both dtypes.")
        with_gaps(lambda: mean_of(student, E, strided=True), right(E), rounding(E))
    for d in (1, 4):
        E = table(rng, 2, d)
        with blame("two-rows", only=("ValueError",)):
            got = mean_of(student, E)
        if not close(got, right(E), rounding(E)):
            raise Unexplained(f"{NEUTRAL} Look at two rows and at one column.")


@check(points=1)
def zeros(student, rng):
    """Rows of zeros: one, several, all."""
    in_general(student, rng)
    for count, dtype in ((1, "float64"), (3, "float64"), (3, "float32"), (8, "float64"), (9, "float64")):
        E = table(rng, dtype=dtype)
        E[rng.permutation(len(E))[:count]] = 0
        with blame("few-filled") if count > 7 else nullcontext():
            got = mean_of(student, E)
        if not close(got, right(E), rounding(E)):
            raise Wrong("few-filled" if count > 7 else "zero-row")
    p, q = rng.integers(1, 9, (2, 5, 1)).astype(np.float64)
    balanced = rng.permuted(np.hstack([p, -p, q, -q]), axis=1)
    got = mean_of(student, balanced)
    if not close(got, right(balanced), rounding(balanced)):
        raise Wrong("balanced-row" if close(got, np.asarray(0.0), 1e-9) else None, NEUTRAL)


def require_small(student) -> None:
    """`Wrong` unless the mean of three cosines, 0.6, 0 and 0.8, is right."""
    require(NAME, lambda: student.call(NAME, np.array([[1.0, 0.0], [3.0, 4.0], [0.0, 2.0]])), 1.4 / 3)


@check(points=1)
def cost(student, rng):
    """Memory and steps in proportion to the rows."""
    require_small(student)
    few, many = (student.observe(NAME, table(rng, V), watch=("cost",)).steps for V in (40, 160))
    # With four times the rows a loop over rows takes four times the steps, one over pairs sixteen times.
    if many > 8 * few:
        raise Wrong("loop-over-pairs")
    took = peak(student, NAME, table(rng, MANY))
    if took > FEW:
        raise Wrong(*why_so_much(student, rng, took))
    few_rows = table(rng, 40)
    try:
        fine = close(mean_of(student, few_rows), right(few_rows), 1e-9)
    except Wrong:
        fine = False
    if not fine:
        return  # the check "values" says so
    E = table(rng, 50_001, 2)  # so many that V (V - 1) is no number of 32 bits
    V, total = len(E), unit(E).sum(axis=0)
    if not close(mean_of(student, E), (total @ total - V) / (V * (V - 1)), 1e-6):
        raise Wrong("many-rows")


def why_so_much(student, rng, took: int) -> tuple[str | None, str]:
    """What uses `took` bytes for MANY rows: (misconception, message)."""
    E = table(rng, 4 * MANY)
    if not close(mean_of(student, E), right(E), 1e-6):
        return "many-rows", ""  # all pairs of some rows, and of many rows a part
    more = peak(student, NAME, E)
    if more > 10 * took:  # sixteen times as much for all pairs, four times for blocks of rows
        return "all-pairs", ""
    return ("pairs-in-blocks", "") if more > 2 * took else (None, f"{NEUTRAL} It takes too much memory.")


@check(points=1)
def errors(student, rng):
    require_small(student)
    E = table(rng)
    refuses_values(
        lambda E: student.call(NAME, E), [E[0], E[None], E[0, 0, ...], E[:1], E[:0], np.stack([E, E])]
    )
