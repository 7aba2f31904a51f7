"""Checks of `effective_rank`: ranks D_q of the shares of variance."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, check, close
from autograder.checks.shared import agrees
from autograder.checks.student import Student, StudentError

from ..shared import cloud, conclude, even, read, spectrum, turned, unit, weighted

NAME = "effective_rank"
NEUTRAL = "The effective rank is wrong."
CLOSE = 1e-5  # relative


def rank_of(student: Student, X: np.ndarray, q: float) -> np.ndarray:
    """Return the student's result as an array without axes."""
    return read(student.call(NAME, X, *(() if q == 1 else (q,))), NEUTRAL)


def shares(X: np.ndarray) -> np.ndarray:
    """Return the shares of variance of the centred table, those above zero."""
    squares = spectrum(weighted(X)[1])[0]
    p = squares / squares.sum()
    return p[p > 1e-12]


def rank(p: np.ndarray, q: float) -> float:
    """Return D_q of shares that sum to 1."""
    logs = np.log(p)
    if q == 1:
        return float(np.exp(-(p * logs).sum()))
    if q == np.inf:
        return float(1 / p.max())
    shifted = q * (logs - logs.max())
    return float(np.exp((q * logs.max() + np.log(np.exp(shifted).sum())) / (1 - q)))


def predicted(X: np.ndarray, q: float) -> dict:
    """Return what each mistake gives for the rank."""
    p, want = shares(X), rank(shares(X), q)

    def made(values, q=q) -> float:
        values = values[values > 1e-12 * values.sum()]
        return rank(values / values.sum(), q)

    centred = X - X.mean(axis=0)
    correlation = centred / X.std(axis=0)
    found = {
        "not-centred": made(spectrum(X.T @ X)[0]),
        "another-mean": [
            made(spectrum((X - m).T @ (X - m))[0]) for m in (X.mean(axis=1, keepdims=True), X.mean())
        ],
        "not-squared": made(np.sqrt(p)),
        "squared-twice": made(p**2),
        "columns-for-directions": made(X.var(axis=0)),
        "standardised": made(spectrum(correlation.T @ correlation)[0]),
        "lengths-in-directions": made(spectrum(unit(centred).T @ unit(centred))[0]),
        "relative": [want / X.shape[1], np.log(want) / np.log(X.shape[1])],
        "entropy": [np.log(want), np.log2(want)],
        "two-bases": [np.exp(np.log2(want)), 2 ** np.log(want)],
    }
    if q == 1:
        with np.errstate(all="ignore"):
            whole = [float(np.exp(-(p * s * np.log(p * s)).sum())) for s in _sums(X)]
        return found | {"participation": rank(p, 2), "not-shares": whole}
    if q == np.inf:
        return found | {"largest-share": [p.max(), p.min()]}
    with np.errstate(all="ignore"):
        total = (p**q).sum()
        return found | {
            "order-ignored": rank(p, 1),
            "participation": rank(p, 2),
            "exponent-upside-down": 1 / want,
            "root-of-the-order": [
                total**x for x in (1 / q, -1 / q, q / (1 - q), q / (q - 1), 1 / (1 + q), 1 - q)
            ],
            "entropy": [*found["entropy"], (1 - total) / (q - 1)],
            "sum-alone": [total, 1 / total],
            "order-shifted": [rank(p, q + 1), rank(p, abs(q - 1)) if abs(q - 2) > 1e-6 else rank(p, 1)],
            "not-shares": [float(((p * s) ** q).sum() ** (1 / (1 - q))) for s in _sums(X)],
        }


def _sums(X: np.ndarray) -> list[float]:
    """Return what shares are multiplied by where variances are not divided by their sum."""
    total = np.trace(weighted(X)[1])
    return [total, total / len(X), total / (len(X) - 1), 1 / shares(X).max()]


def compare(student: Student, diagnosis: Diagnosis, X: np.ndarray, q: float) -> None:
    """Record one answer."""
    want = rank(shares(X), q)
    diagnosis.see(rank_of(student, X, q), want, CLOSE * want, predicted, X, q)


def cases(q: float) -> tuple[str, ...]:
    """Return in which cases an order is, for `conclude`."""
    fraction = "for whole orders" if q % 1 == 0 else "for orders with a fraction"
    return fraction, "for orders below 1" if q < 1 else "for orders above 1" if q > 1 else "for the order 1"


@check(points=1)
def order_one(student: Student, rng: np.random.Generator) -> None:
    """Tables with a mean away from zero, of steep and of flat spectra; one of small numbers."""
    diagnosis = Diagnosis(NEUTRAL)
    for n, d, ratio, scale in ((24, 5, 1.5, 1), (30, 7, 1.2, 1), (5, 9, 1.6, 1e-7)):
        compare(student, diagnosis, scale * cloud(rng, n, d, ratio), 1)
    conclude(diagnosis, "", "", "for small numbers and fewer rows than columns")


@check(points=2)
def orders(student: Student, rng: np.random.Generator) -> None:
    """Orders below and above 1, whole and not, and near 1."""
    diagnosis = Diagnosis(NEUTRAL)
    asked = 2, 3, 0.5, float(rng.uniform(0.55, 0.85)), float(rng.uniform(1.2, 1.8)), 5.5
    for q in asked:
        compare(student, diagnosis, cloud(rng, 24, 6, 1.4), q)
    conclude(diagnosis, *map(cases, asked))
    X = cloud(rng, 24, 3, 1.4) * [1.0, 1e-4, 3e-5]  # shares that are tiny, and count by their roots
    if rank_of(student, X, 0.5) < (1 - CLOSE) * rank(shares(X), 0.5):
        raise Wrong("shares-cut-off")
    deviations = np.append(rng.permutation([1.0, 0.8]), np.full(30, 9e-7))  # each share is below 1e-12
    X, p = np.vstack([np.diag(deviations), -np.diag(deviations)]), deviations**2 / (deviations**2).sum()
    if rank_of(student, X, 0.5) < (1 - CLOSE) * rank(p, 0.5):
        raise Wrong("shares-cut-off")
    X = cloud(rng, 24, 6, 1.8)
    for q in (0.999, 1.001, 1.01):
        want = rank(shares(X), q)
        got = rank_of(student, X, q)
        if not close(got, want, CLOSE * want):
            limit = close(got, rank(shares(X), 1), CLOSE * want)
            raise Wrong(
                "near-one" if limit else None, f"{NEUTRAL} It is so for an order near 1, and not elsewhere."
            )


def in_general(student: Student, rng: np.random.Generator, *orders: float) -> None:
    """Raise `Wrong` unless tables without anything special go right, for these orders."""
    diagnosis = Diagnosis(NEUTRAL)
    for q in orders:
        compare(student, diagnosis, cloud(rng, 20, 5), q)
    conclude(diagnosis, *map(cases, orders))


@check(points=1)
def large(student: Student, rng: np.random.Generator) -> None:
    """Orders whose powers are too small to be held, and infinity."""
    in_general(student, rng, 2, 3)
    X = cloud(rng, 24, 5, 1.3)
    for q in (300.0, 2000.0, 10**4):
        want = rank(shares(X), q)
        try:
            got = rank_of(student, X, q)
        except StudentError as error:
            if not error.is_a("ArithmeticError"):
                raise
            raise Wrong("powers-vanish") from error
        if not close(got, want, CLOSE * want):
            raise Wrong(large_order(got, shares(X)))
        near = np.diag([1.0, np.exp(-0.5 / q), 0.2])  # the second share's power is that of the first over e
        X_near = turned(rng, np.vstack([near, -near]))
        want, alone = rank(shares(X_near), q), shares(X_near).max() ** (q / (1 - q))
        got = rank_of(student, X_near, q)
        if not close(got, want, CLOSE * want):
            at_fault = (
                "largest-alone" if close(got, alone, CLOSE * alone) else large_order(got, shares(X_near))
            )
            raise Wrong(at_fault)
    diagnosis = Diagnosis(f"{NEUTRAL} Look at the order infinity.")
    try:
        for ratio in (1.3, 1.7):
            compare(student, diagnosis, cloud(rng, 24, 5, ratio), np.inf)
    except StudentError as error:
        if not error.is_a("ArithmeticError") and not error.is_a("ValueError"):
            raise
        raise Wrong("no-limit") from error
    try:
        diagnosis.conclude()
    except Unexplained:
        got, want = rank_of(student, X, np.inf), rank(shares(X), np.inf)
        side = "large" if got.size == 1 and got.max() > want else "small"
        told = (
            f"For the order infinity the result is too {side}. The rank falls as the order grows, to a limit."
        )
        raise Wrong("no-limit" if np.isnan(got).any() or agrees(got, 1.0, 1e-9) else None, told) from None


def large_order(got: np.ndarray, p: np.ndarray) -> str:
    """Return the mistake that a wrong result for a large order shows."""
    if close(got, 1 / p.max(), CLOSE):
        return "order-capped"
    capped = (rank(p, q) for q in (10, 20, 30, 50, 100, 200, 300, 500, 700, 1000, 2000, 5000))
    return "order-capped" if any(close(got, other, CLOSE) for other in capped) else "powers-vanish"


@check(points=1)
def flat(student: Student, rng: np.random.Generator) -> None:
    """Tables that lie in fewer dimensions than they have columns, most not along axes; one column."""
    in_general(student, rng, 2, 1, 0.5, 40)
    line = turned(rng, np.outer(rng.permutation(7.0 + np.arange(7)), np.eye(4)[0]))
    few = cloud(rng, 4, 7)
    along_axes = np.vstack([np.eye(2, 5), -np.eye(2, 5)])  # shares of exactly zero
    tables = [
        (X, r, q)
        for X, r in (
            (even(rng, 3, 6), 3.0),
            (even(rng, 2, 8), 2.0),
            (line, 1.0),
            (few, 0.0),
            (along_axes, 2.0),
        )
        for q in (2, 1, 0.5, 40)
    ]
    many_zeros = np.tile(np.vstack([np.eye(3, 100), -np.eye(3, 100)]), (17, 1))  # which add up
    for X, r, q in (*tables, (many_zeros, 3.0, 0.5), (few[:2], 1.0, 1)):
        want = r or rank(shares(X), q)
        got = rank_of(student, X, q)
        if not close(got, want, CLOSE * want):
            raise Wrong("flat-not-a-number" if np.isnan(got).any() else "flat-counted")
    if not close(rank_of(student, line[:, :1] + line[:, 1:2], 2), 1.0, CLOSE):
        raise Unexplained("For a table of one column the rank is wrong.")
