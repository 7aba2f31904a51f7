"""Checks of `spearman`: the rank correlation, with ties."""

from contextlib import nullcontext

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, bound, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import ask, require

from ..asking import number

NAME = "spearman"
NEUTRAL = "The coefficient is wrong."

# An array over all pairs of MANY values takes more than FEW bytes; arrays of that length take less.
MANY, FEW = 1200, 1_000_000


def ask_number(student, x, y, strided=False) -> np.ndarray:
    return number(ask(student, NAME, x, y, strided=strided), NEUTRAL, array="array-returned")


def ranks_of(values, kind="average") -> np.ndarray:
    """Ranks from 1; equal values have the lowest, the highest, or the average of theirs, or "dense" ones."""
    values = np.asarray(values)
    below = (values[None] < values[:, None]).sum(axis=1)
    upto = (values[None] <= values[:, None]).sum(axis=1)
    if kind == "dense":
        return np.searchsorted(np.unique(values), values) + 1.0
    return {"lowest": below + 1.0, "highest": upto + 0.0, "average": (below + 1 + upto) / 2}[kind]


def pearson(a, b) -> float:
    a, b = a - a.mean(), b - b.mean()
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


def of_ranks(x, y, kind="average") -> float:
    return pearson(ranks_of(x, kind), ranks_of(y, kind))


def right(x, y) -> float:
    return of_ranks(x, y)


def rounding(x) -> float:
    return float(bound("float64", 6 * len(x) + 20, 1.0))


def apart(values, backwards=False) -> np.ndarray:
    """Ranks by a stable sort: equal values get different ones, in the order of their places or reversed."""
    if backwards:
        return apart(values[::-1])[::-1]
    return np.argsort(np.argsort(values, kind="stable"), kind="stable") + 1.0


def kendall(x, y) -> list[float]:
    """Kendall's tau, with pairs of equal values counted (tau-a), and left out (tau-b)."""
    products = np.sign(x[:, None] - x) * np.sign(y[:, None] - y)
    total = products[np.triu_indices(len(x), 1)].sum()
    pairs = [(np.sign(v[:, None] - v) ** 2).sum() / 2 for v in (x, y)]
    return [total / (len(x) * (len(x) - 1) / 2), total / np.sqrt(pairs[0] * pairs[1])]


def mistakes(x, y) -> dict:
    # np.argsort is not stable, and its order of equal values depends on the dtype: sort, then convert.
    once = np.argsort(x), np.argsort(y)
    twice = [np.argsort(order) for order in once]
    x, y = x.astype(np.float64), y.astype(np.float64)
    n, a, b = len(x), ranks_of(x), ranks_of(y)
    by_formula = 1 - 6 * ((a - b) ** 2).sum() / (n * (n**2 - 1))
    known = {
        "raw-values": pearson(x, y),
        "order-correlated": [pearson(*once), pearson(*(np.argsort(v, kind="stable") for v in (x, y)))],
        "kendall": kendall(x, y),
    }
    if len(np.unique(x)) == n == len(np.unique(y)):
        return known  # without ties all ways to rank agree
    return known | {
        "equals-ranked-apart": [pearson(apart(x, p), apart(y, q)) for p in (0, 1) for q in (0, 1)]
        + [pearson(*twice)],
        "other-ranks": [of_ranks(x, y, kind) for kind in ("lowest", "highest", "dense")]
        + [
            pearson(np.floor(a), np.floor(b)),
            pearson(np.ceil(a), np.ceil(b)),
            pearson(np.round(a), np.round(b)),
        ],
        "formula-with-ties": by_formula,
    }


def watch(student, evidence, x, y) -> None:
    evidence.see(ask_number(student, x, y), right(x, y), rounding(x), mistakes, x, y)


def distinct(rng, n) -> np.ndarray:
    """Values that all differ, with a few large ones."""
    return rng.permutation(np.exp(np.linspace(0, 5, n)) * rng.uniform(0.99, 1.0, n))


def uneven(rng, n, down) -> np.ndarray:
    """n noisy values that fall with the index, or rise."""
    return rng.normal(size=n) * n / 3 + np.arange(n) * (-1 if down else 1)


@check(points=1)
def ranks(student, rng):
    """No equal values; coefficients of both signs."""
    x, y = np.sort(distinct(rng, 6)), uneven(rng, 6, False)
    middle = x[[2, 0, 5, 1, 4, 3]]
    ask_number(student, middle, y)
    for first in (x, x[::-1]):  # the largest and the smallest value in the first place and in the last
        for given in ((first, middle), (middle, first)):
            with blame("constant-found", only=("ValueError",)):
                ask_number(student, *given)
    evidence = Diagnosis(NEUTRAL)
    for n, down in ((9, True), (14, False), (12, True)):
        x = np.sort(distinct(rng, n))
        turn = rng.permutation(n)
        watch(student, evidence, x[turn], uneven(rng, n, down)[turn])
    evidence.conclude()
    x = distinct(rng, 6)
    for other, want in ((x**3, 1.0), (-np.sqrt(x), -1.0), (np.array([2.0, 1.0]), None)):
        want = right(x[:2], other) if want is None else want
        if not close(ask_number(student, x[: len(other)], other), want, rounding(x)):
            raise Unexplained(f"{NEUTRAL} Look at two values, and at functions that only rise or only fall.")


@check(points=1)
def ties(student, rng):
    """Equal values on one side and on both; other dtypes; non-contiguous arrays."""
    evidence = Diagnosis(NEUTRAL)
    for n in (10, 13, 15):
        x = rng.permutation(np.append([0, 0, 0, 1, 1, 7], rng.integers(1, 40, n - 6)))
        y = (x + rng.integers(0, 12, n)) * (-1 if n == 13 else 1)
        y[rng.permutation(n)[:4]] = y[0]
        watch(student, evidence, x, y if len(np.unique(y)) > 2 else np.arange(n))
    evidence.conclude()
    for kind, other, strided in (
        ("uint8", "float32", False),
        ("float32", "int8", False),
        ("float64", "int16", True),
    ):
        x, y = rng.integers(0, 9, 20).astype(kind), rng.integers(0, 50, 20).astype(other)
        x[:2], y[:2] = (0, 1), (3, 2)
        with blame("not-contiguous") if strided else nullcontext():
            got = ask_number(student, x, y, strided)
        if not close(got, right(x, y), rounding(x)):
            raise Wrong("not-contiguous" if strided else None, f"{NEUTRAL} Look at dtypes.")
    for close_together in (0.3 + 1e-9 * rng.permutation(12), 1e-13 * rng.permutation(12)):
        y, x = distinct(rng, 14), np.concatenate([[-1.0], close_together, [2.0]])
        if not close(ask_number(student, x, y), right(x, y), rounding(y)):
            raise Wrong("values-rounded")
    near = np.insert(rng.permutation(np.arange(1, 11)), 5, (0, 11))  # the ends are not the extremes
    for large in ((near + 2**60).astype("uint64"), near + 2**60, 100 * near + 2**60):
        y = distinct(rng, 12)
        with blame("values-converted", only=("ValueError",)):
            got = ask_number(student, large, y)
        if not close(got, right(near, y), rounding(near)):
            raise Wrong("values-converted")
    apart = rng.permutation([-128, -127, -126, 2, 3, 125, 126, 127])
    for given in (apart, apart[::-1]):
        got = ask_number(student, given.astype("int8"), np.arange(8.0))
        if not close(got, right(given, np.arange(8.0)), rounding(given)):
            raise Wrong("values-wrap")
    many = np.append(rng.integers(0, 100, 299), 100)
    many[0] = 0  # ends that differ: values that are all equal are the matter of another check
    for kind in ("uint8", "int8"):
        x, y = many.astype(kind), uneven(rng, 300, True) + many
        with blame("many-values"):
            got = ask_number(student, x, y)
        if not close(got, right(many, y), rounding(x)):
            raise Wrong("many-values")


def require_small(student) -> None:
    """`Wrong` unless the coefficient of two opposite series is -1."""
    require(NAME, lambda: student.call(NAME, np.array([1.0, 2.0, 3.0]), np.array([5.0, 4.0, 3.0])), -1.0)


@check(points=1)
def cost(student, rng):
    """Memory in proportion to the values."""
    require_small(student)
    few_right = True
    for n in (16, MANY):
        x = rng.integers(0, n // 4, n)
        y = rng.normal(size=n) + x / n
        answer = student.observe(NAME, x, y, watch=("cost",))
        if answer.peak_bytes > FEW:
            raise Wrong("all-pairs")
        good = close(number(answer.value, NEUTRAL), right(x, y), rounding(x))
        if n == MANY and few_right and not good:
            raise Unexplained("The coefficient of few values is right, and that of many is not.")
        few_right = good
    # Sums of products of so many ranks need more than 64 bits. A permutation's values are its ranks.
    x, y = rng.permutation(80_000), rng.permutation(80_000)
    if few_right and not close(
        ask_number(student, x, y), pearson(x.astype(float), y.astype(float)), rounding(x)
    ):
        raise Wrong("sums-overflow")


@check(points=1)
def errors(student, rng):
    require_small(student)
    x, y = rng.normal(size=6), rng.permutation(6)
    for silent, bad in (
        ("lengths-unchecked", [(x, y[:5]), (x[:2], y), (x, np.append(y, y)), (x[:1], y)]),
        ("too-few", [(x[:1], y[:1]), (x[:0], y[:0])]),
    ):
        refuses_values(lambda pair: student.call(NAME, *pair), bad, if_accepted=silent)
    nine = rng.normal(size=(2, 9))
    bad = [(x.reshape(shape), y.reshape(shape)) for shape in ((2, 3), (6, 1))]
    bad += [(nine[0].reshape(3, 3), nine[1].reshape(3, 3)), (x, y[:, None]), (x[:, None], y)]
    bad += [(np.array(1.0), np.array(2.0))]
    refuses_values(lambda pair: student.call(NAME, *pair), bad)
    constant = (x, np.full(6, 4)), (np.full(6, 0.1), y), (np.zeros(2), np.ones(2)), (x, np.full(6, 0.1))
    told = {"if_accepted": "constant-accepted", "if_other_type": "constant-accepted"}
    refuses_values(lambda pair: student.call(NAME, *pair), constant, **told)
