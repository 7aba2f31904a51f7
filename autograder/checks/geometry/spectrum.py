"""Checks of `effective_rank`: the exponential of the entropy of the spectrum."""

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, blame, close
from autograder.checks.framework.refusals import refuses_values
from autograder.checks.framework.shared import answers, ask
from autograder.checks.geometry.asking import number
from autograder.checks.geometry.catalogue import SUITE
from autograder.checks.geometry.draws import Cloud

check = SUITE.check
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
        "not-squared": np.exp(entropy(shares(s))),
        "squared-twice": np.exp(entropy(shares(s**4))),
        "participation": 1 / (p**2).sum(),
        "entropy": [H, H / np.log(2)],
        "two-bases": [np.exp(H / np.log(2)), 2**H],
        "relative": [r / d, H / np.log(d)],
        "numerical-rank": float(case.rank),
        "columns-for-directions": np.exp(entropy(shares(case.X.var(axis=0)))),
    }


@check(NAME, "values", points=1)
def _(student, rng):
    """Tables with a mean away from zero, of steep and of flat spectra."""
    diagnosis = Diagnosis(NEUTRAL)
    for n, d, ratio in ((24, 5, 1.5), (30, 7, 1.2), (12, 6, 2.0)):
        case = Cloud(rng, n, d, ratio=ratio)
        diagnosis.see(rank_of(student, case.table), right(case), rounding(case), mistakes, case)
    diagnosis.conclude()


@check(NAME, "deficient", points=1)
def _(student, rng):
    """Fewer rows than columns, constant columns, points on a line."""
    case = Cloud(rng)
    if not close(rank_of(student, case.table), right(case), rounding(case)):
        raise Wrong(None, NEUTRAL)
    d = 6
    line = np.zeros((8, d))
    line[:, rng.integers(d)] = rng.permutation(8) - 3.0
    few = Cloud(rng, 4, d)
    equal = np.zeros((2 * 3, d))
    for i, column in enumerate(rng.choice(d, 3, replace=False)):
        equal[2 * i, column], equal[2 * i + 1, column] = 1.0, -1.0
    turned = equal @ np.linalg.qr(rng.normal(size=(d, d)))[0]
    first = np.concatenate([np.full((1, d), 9.0), np.eye(d)])  # the first row is the largest in each column
    for table in (first, rng.normal(size=(2, d))):
        with blame("spread-refused" if len(table) > 2 else "two-rows-refused", only=("ValueError",)):
            rank_of(student, table)
    for table, want in ((line, 1.0), (few.table, right(few)), (equal, 3.0), (turned, 3.0)):
        got = rank_of(student, table)
        if not close(got, want, rounding(few)):
            raise Wrong("log-of-zero" if np.isnan(got) else None, NEUTRAL)


@check(NAME, "dtypes", points=1)
def _(student, rng):
    """float32, and non-contiguous arrays."""
    for dtype, strided in (("float64", True), ("float32", False), ("float32", True)):
        case = Cloud(rng, dtype=dtype)
        with blame(None, "Arrays whose values do not lie side by side fail, or those of float32."):
            got = rank_of(student, case.table, strided)
        if not close(got, right(case), rounding(case)):
            raise Wrong(None, f"{NEUTRAL} Look at both dtypes and at gaps in memory.")


@check(NAME, "errors", points=1)
def _(student, rng):
    line = np.outer([-1.0, 0.0, 1.0], [3.0, 4.0])
    answers(NAME, lambda: student.call(NAME, line), 1.0)
    X = rng.normal(size=(6, 4))
    refuses_values(lambda X: student.call(NAME, X), [X[0], X[None], X[:1], X[:0]])
    equal = np.tile(rng.integers(1, 9, 4).astype(np.float64), (8, 1))
    told = {"silent": "equal-rows", "other": "equal-rows"}
    refuses_values(lambda X: student.call(NAME, X), [equal, np.zeros((4, 3))], **told)
