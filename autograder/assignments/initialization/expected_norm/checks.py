"""Checks of `expected_norm`: the mean and the spread of a row's length."""

import math

import numpy as np

from autograder.checks.checking import Unexplained, blame, check
from autograder.checks.shared import Evidence
from autograder.checks.student import Student

from ..asking import number, pair

NAME = "expected_norm"
WRONG = "`expected_norm` gives wrong numbers."
DIGITS = 1e-6


def chi(d: int) -> tuple[float, float]:
    """Return mean and standard deviation of the chi distribution with d degrees of freedom.

    Small d by the gamma function; from 300 on by its asymptotic series, exact to rounding.
    """
    if d < 300:
        mean = math.sqrt(2) * math.gamma((d + 1) / 2) / math.gamma(d / 2)
        return mean, math.sqrt(d - mean**2)
    x = 1 / d
    mean = math.sqrt(d) * (1 - x / 4 + x**2 / 32 + 5 * x**3 / 128 - 21 * x**4 / 2048 - 399 * x**5 / 8192)
    return mean, math.sqrt(0.5 * (1 - x / 4 - x**2 / 8 + 5 * x**3 / 64))


def mistakes(d: int, std: float, got: dict, large: bool) -> dict[str, list]:
    """Return what each mistake gives, in units of the right results."""
    m, s = chi(d)
    rms, near = math.sqrt(d), (math.sqrt(d - 0.5), math.sqrt(d) * (1 - 1 / (4 * d)))
    limit = math.sqrt(0.5)

    def forms(*pairs) -> list[dict]:
        return [{"mean": a / m, "spread": b / s} for a, b in pairs]

    approximate = [(a, b) for a in (rms, *near) for b in (s, limit)]
    approximate += [(m, limit), (m, math.sqrt(0.5 - 1 / (8 * d)))]
    known = {
        # d − (√d)² may be a rounding error in place of zero.
        "rms-as-mean": forms((rms, s), (rms, 0.0), (rms, limit), (rms, math.sqrt(abs(d - rms**2)))),
        "approximate-mean": forms(*((a, b) for a in near for b in (s, math.sqrt(max(0.0, d - a**2)), limit))),
        "std-as-variance": forms((m / math.sqrt(std), s / math.sqrt(std))),
        "variance-for-spread": forms((m, s**2 * std), (m, s**2)),
        "limit-spread": forms((m, limit)),
        "std-left-out": [
            {f: got[f] if abs(got[f] * std - 1) < DIGITS else 1 / std for f in fields}
            for fields in (("spread",), ("mean",), ("mean", "spread"))
        ],
        "pair-swapped": forms((s, m)),
    }
    beyond = forms((m, s), *approximate) if d > (100 if large else 3) else forms((m, s))
    if not large:
        return known | {"approximate-beyond": beyond}
    lost = abs(got["mean"] - 1) <= DIGITS and abs(got["spread"] - 1) < 0.1 and d > 5000
    lost &= all(abs(got["spread"] - b / s) > 1e-9 for _, b in approximate if b != s)
    return known | {
        "approximate-beyond": beyond,
        "spread-digits-lost": [got] if lost else forms((m, s)),
        "gamma-overflow": [{"mean": math.nan, "spread": math.nan}] if d > 100 else forms((m, s)),
    }


def see(evidence: Evidence, student: Student, d: int, std: float, large: bool = False) -> None:
    """Record one answer, in units of the right results."""
    answer = pair(student.call(NAME, d, std), WRONG, "Norm(mean, spread)")
    got = {
        name: number(part, WRONG) / (std * right)
        for name, part, right in zip(("mean", "spread"), answer, chi(d))
    }
    one, rounding = {"mean": np.array(1.0), "spread": np.array(1.0)}, {"mean": DIGITS, "spread": DIGITS}
    evidence.see(got, one, rounding, lambda: mistakes(d, std, got, large))


def short_rows(student: Student, rng: np.random.Generator) -> Evidence:
    """Return the answers for rows of up to seventy entries."""
    evidence = Evidence(WRONG)
    for d in (1, 2, 3, int(rng.integers(4, 12)), int(rng.integers(12, 70))):
        see(evidence, student, d, float(rng.uniform(0.01, 0.6)) * {2: 1e-9, 3: 100.0}.get(d, 1.0))
    return evidence


def conclude(evidence: Evidence, *fields: str, rows: str = "short rows") -> None:
    """Raise `Wrong` if a field was wrong; where no mistake explains it, say which, and whether too large."""
    try:
        evidence.conclude(*fields)
    except Unexplained:
        off = [(f, float(got[f]) - 1) for got, *_ in evidence.seen for f in fields]
        field, most = next((f, by) for f, by in off if not abs(by) <= DIGITS)
        how = "too large" if most > 0 else "too small" if most < 0 else "no number"
        always = (
            ""
            if all(by > DIGITS or f != field for f, by in off)
            or all(by < -DIGITS or f != field for f, by in off)
            else "some "
        )
        raise Unexplained(f"For {always}{rows} the {field} is {how}.") from None


@check(points=1)
def mean(student: Student, rng: np.random.Generator) -> None:
    conclude(short_rows(student, rng), "mean")


@check(points=1)
def spread(student: Student, rng: np.random.Generator) -> None:
    conclude(short_rows(student, rng), "spread")


@check(points=1.5)
def large(student: Student, rng: np.random.Generator) -> None:
    """Sizes at which the gamma function overflows, and those at which d − m² has few digits left."""
    evidence = Evidence(WRONG)
    some = [
        9,
        int(rng.integers(201, 230)),
        int(rng.integers(500, 900)),
        4096,
        int(rng.integers(10**5, 9 * 10**5)),
        10**6,
    ]
    some += [int(d) for d in rng.integers(5 * 10**4, 10**5, 4)]  # where some sizes lose digits, others few
    for d in some:
        with blame("gamma-overflow", only=("OverflowError",)), blame("too-deep", only=("RecursionError",)):
            see(evidence, student, d, float(rng.uniform(0.01, 0.6)), large=True)
    conclude(evidence, "mean", "spread", rows="longer rows")
