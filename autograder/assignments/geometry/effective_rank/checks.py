"""Checks of `effective_rank`: the exponential of the entropy of the spectrum."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import ask, require

from ..asking import narrowed, number, with_gaps
from ..draws import FAR, SCALES, Cloud, unit

NAME = "effective_rank"
NEUTRAL = "The effective rank is wrong."
IN_LOG = 1e-8  # allows log(p + 1e-8), which is no mistake here


def rank_of(student, table, strided=False) -> np.ndarray:
    return number(ask(student, NAME, table, strided=strided), NEUTRAL)


def shares(values) -> np.ndarray:
    """The positive values over their sum."""
    values = np.asarray(values, np.float64)
    return values[values > 0] / values.sum()


def entropy(p) -> float:
    return float(-(p * np.log(p)).sum())


def spectral(X) -> float:
    """exp of the entropy of the squared singular values of a table that is not centred first."""
    return np.exp(entropy(shares(np.linalg.svd(X, compute_uv=False) ** 2)))


def right(case: Cloud) -> float:
    return np.exp(entropy(shares(case.svd[1][: case.rank] ** 2)))


def rounding(case: Cloud) -> float:
    """The rounding error allowed: that of p times 1 + |ln p|, a bound of the derivative of -p ln p."""
    squares = case.svd[1][: case.rank] ** 2
    delta = case.of_squares / squares.sum()
    p = np.append(shares(squares), np.zeros(min(case.X.shape) - len(squares)))
    moved = (delta * (1 + np.abs(np.log(np.maximum(p, delta))))).sum()
    return float(right(case) * (2 * moved + IN_LOG * case.X.shape[1]))


def mistakes(case: Cloud) -> dict:
    n, d = case.X.shape
    s = case.svd[1][: case.rank]
    p, r = shares(s**2), right(case)
    H = entropy(p)
    wrong = [case.X - case.X.mean(axis=1, keepdims=True), case.X - case.X.mean()]
    return {
        "not-centred": spectral(case.X),
        "wrong-mean": [spectral(W) for W in wrong],
        "standardised": spectral(case.centred / case.X.std(axis=0)),
        "lengths-in-directions": spectral(unit(case.centred)),
        "not-squared": np.exp(entropy(shares(s))),
        "squared-twice": np.exp(entropy(shares(s**4))),
        "participation": 1 / (p**2).sum(),
        "entropy": [H, H / np.log(2)],
        "two-bases": [np.exp(H / np.log(2)), 2**H],
        "relative": [r / d, H / np.log(d)],
        "shares-cut": [np.exp(entropy(p[p > least])) for least in (1e-2, 1e-3, 1e-4, 1e-5, 1e-6)]
        + [np.exp(entropy(shares(s[p > least] ** 2))) for least in (1e-2, 1e-3, 1e-4, 1e-5, 1e-6)],
        "eps-in-log": [np.exp(-(p * np.log(p + 10.0**-n)).sum()) for n in (3, 4, 5, 6)],
        "rounded": [np.round(r, n) for n in (1, 2, 3, 4, 5, 6)],
        "numerical-rank": float(case.rank),
        "columns-for-directions": np.exp(entropy(shares(case.X.var(axis=0)))),
    }


@check(points=1)
def values(student, rng):
    """Tables with a mean away from zero, of steep and of flat spectra."""
    in_general(student, rng, ((24, 5, 1.5), (30, 7, 1.2), (12, 6, 2.0), (16, 4, 40.0)))


def in_general(student, rng, sizes=((24, 5, 1.5), (20, 6, 1.3))) -> None:
    """`Wrong`, with a mistake that accounts for it, if tables without anything special go wrong."""
    diagnosis = Diagnosis(NEUTRAL)
    for n, d, ratio in sizes:
        case = Cloud(rng, n, d, ratio=ratio)
        got = rank_of(student, case.table)
        # Some hundred times the error of float32 in a table of this size.
        in_float32 = narrowed(got, right(case), 1e-4)
        known = mistakes(case)
        if any(close(got, x, 1e-9) for m in ("shares-cut", "eps-in-log", "rounded") for x in known[m]):
            in_float32 = right(case)  # these are as small as a rounding error
        diagnosis.see(got, right(case), rounding(case), mistakes, case, narrowed=in_float32)
    diagnosis.conclude()


@check(points=1)
def deficient(student, rng):
    """Fewer rows than columns, constant columns, points on a line."""
    in_general(student, rng)
    d = 6
    line = np.zeros((8, d))
    line[:, rng.integers(d)] = rng.permutation(8) - 3.0
    few = Cloud(rng, 4, d)
    equal = np.zeros((2 * 3, d))
    for i, column in enumerate(rng.choice(d, 3, replace=False)):
        equal[2 * i, column], equal[2 * i + 1, column] = 1.0, -1.0
    turned = equal @ np.linalg.qr(rng.normal(size=(d, d)))[0]
    falling = np.outer([5.0, 2.0, 1.0, 4.0], rng.integers(1, 9, d))  # no number above those of the first row
    tables = [
        (line, 1.0),
        (falling, 1.0),
        (-falling, 1.0),
        (few.table, right(few)),
        (equal, 3.0),
        (turned, 3.0),
        (np.vstack([np.eye(4), -np.eye(4)]), 4.0),
    ]
    for table, want in tables:
        with blame("spread-refused", only=("ValueError",)):
            got = rank_of(student, table)
        if not close(got, want, rounding(few)):
            raise Wrong("log-of-zero" if np.isnan(got) else None, NEUTRAL)
    for rows in ([0, 0, 1, 2, 3, 4, 5, 5, 5, 6, 7], [0, 1, 2, 3, 4, 5, 6, 7, 0], [0, 0, 0, 1]):
        twice = Cloud(rng, 8, 4)
        twice.table = twice.table[rows]
        with blame("some-rows-equal", only=("ValueError",)):
            got = rank_of(student, twice.table)
        if not close(got, np.exp(entropy(shares(twice.svd[1] ** 2))), rounding(twice)):
            raise Wrong("repeated-rows")
    small = few.table * 1e-7 + 1  # different rows, however close
    with blame("close-rows", only=("ValueError",)):
        got = rank_of(student, small)
    for scale in SCALES:
        case = Cloud(rng, scale=scale)
        with blame("scale-matters"):
            got_scaled = rank_of(student, case.table)
        if not close(got_scaled, right(case), rounding(case)):
            raise Wrong("scale-matters")
    far = Cloud(rng, offset=FAR)
    if not close(got, right(few), 1e-6) or not close(rank_of(student, far.table), right(far), 1e-5):
        raise Wrong("digits-of-spread")
    with blame("one-column"):
        got = rank_of(student, rng.normal(size=(5, 1)))
    if not close(got, 1.0, rounding(few)):
        raise Wrong("one-column")
    with blame("two-rows", only=("ValueError",)):
        got = rank_of(student, rng.normal(size=(2, d)))
    if not close(got, 1.0, rounding(few)):
        raise Wrong("log-of-zero" if np.isnan(got) else None, f"{NEUTRAL} Look at two rows.")


@check(points=1)
def dtypes(student, rng):
    """float32, and non-contiguous arrays."""
    in_general(student, rng)
    for dtype in ("float64", "float32"):
        case = Cloud(rng, dtype=dtype)
        if not close(rank_of(student, case.table), right(case), rounding(case)):
            raise Unexplained(f"{NEUTRAL} Look at both dtypes.")
        with_gaps(lambda: rank_of(student, case.table, strided=True), right(case), rounding(case))


@check(points=1)
def errors(student, rng):
    line = np.outer([-1.0, 0.0, 1.0], [3.0, 4.0])
    require(NAME, lambda: student.call(NAME, line), 1.0)
    X = rng.normal(size=(6, 4))
    refuses_values(
        lambda X: student.call(NAME, X), [X[0], X[None], X[0, 0, ...], X[:1], X[:0], np.stack([X, -X, 2 * X])]
    )
    equal = np.tile(rng.integers(1, 9, 4).astype(np.float64), (8, 1))
    told = {"if_accepted": "equal-rows", "if_other_type": "equal-rows"}
    refuses_values(lambda X: student.call(NAME, X), [equal, np.zeros((4, 3))], **told)
    inexact = equal
    while (inexact.mean(axis=0) == inexact[0]).all():
        inexact = np.tile(rng.normal(size=4), (7, 1))
    told = {"if_accepted": "equal-rows-rounded", "if_other_type": "equal-rows"}
    for dtype in (np.float64, np.float32):
        refuses_values(lambda X: student.call(NAME, X), [inexact.astype(dtype)], **told)
