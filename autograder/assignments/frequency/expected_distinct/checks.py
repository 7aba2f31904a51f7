"""Checks of `expected_distinct`: the expected number of distinct ids."""

from contextlib import nullcontext

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, blame, bound, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import ask, require

from ..asking import number
from ..shared import chance, check_probabilities, distribution, off_by_rounding, with_rare

DISTINCT = "expected_distinct"
NEUTRAL = "The expected number of distinct ids is wrong."


def distinct_of(student, p, n, **options) -> np.ndarray:
    return number(ask(student, DISTINCT, p, n, **options), NEUTRAL, array="not-a-float")


def rounding(p, n) -> float:
    """The rounding error allowed of the expected number."""
    return float(bound("float64", len(p) + 16, chance(p, n).sum()))


def distinct_mistakes(p, n) -> dict:
    V = len(p)
    return {
        "missing-counted": V - chance(p, n).sum(),
        "occurrences": float(n),
        "capped": np.minimum(1, n * p).sum(),
        "approximated": -np.expm1(-n * p).sum(),
        "all-alike": V * (1 - (1 - 1 / V) ** n),
    }


def plain_distinct(student, p, n) -> None:
    """A case without rare or certain ids: a mistake that shows here is named as in the check "values"."""
    evidence = Diagnosis(NEUTRAL)
    evidence.see(distinct_of(student, p, n), chance(p, n).sum(), rounding(p, n), distinct_mistakes, p, n)
    evidence.conclude()


@check(points=1)
def values(student, rng):
    """Few ids and few draws, where every mistake shows; then one draw, and non-contiguous arrays."""
    evidence = Diagnosis(NEUTRAL)
    for V, n in ((6, 3), (9, int(rng.integers(5, 12))), (5, 2)):
        p = distribution(rng, V)
        evidence.see(distinct_of(student, p, n), chance(p, n).sum(), rounding(p, n), distinct_mistakes, p, n)
    evidence.conclude()
    p = off_by_rounding(rng)
    with blame("sum-strict", only=("ValueError",)):
        got = distinct_of(student, p, 2)
    if not close(got, chance(p, 2).sum(), rounding(p, 2)):
        raise Wrong("normalised")
    for V, n, strided in ((7, 1, False), (1, 4, False), (12, 30, True)):
        p = distribution(rng, V)
        # A single id is certain.
        legal = nullcontext() if V > 1 else blame("certain-id", only=("ValueError",))
        with blame("not-contiguous") if strided else legal:
            got = distinct_of(student, p, n, strided=strided)
        if not close(got, chance(p, n).sum(), rounding(p, n)):
            told = "not-contiguous" if strided else None
            raise Wrong(told, f"{NEUTRAL} Look at one draw, and at one id.")


@check(points=1)
def rare(student, rng):
    """So many draws that rare ids count."""
    plain_distinct(student, distribution(rng), 4)
    for n in (10**9, 10**10, 10**12):
        p = with_rare(rng)
        rare = rng.permutation(np.flatnonzero(p < 1e-6))
        p[rare[:20]] = 10 ** rng.uniform(-300, -250, 20)
        p[rare[20:220]] = 10 ** rng.uniform(-16.5, -15.8, 200)  # below machine epsilon, and many draws
        p[p.argmax()] += 1 - p.sum()
        got, want = distinct_of(student, p, n), chance(p, n).sum()
        if not close(got, want, rounding(p, n)):
            rare = p < 1e-6
            linear = n * p[rare].sum() + chance(p[~rare], n).sum()
            capped = np.minimum(1, n * p).sum()
            if any(close(got, form, 1e-9 * form) for form in (linear, capped)):
                raise Wrong("first-order")
            # 1 - p is rounded by up to half of epsilon, which n draws multiply.
            lost = abs(got - want) <= len(p) * n * 2.0**-52
            raise Wrong("digits-lost" if lost else None, NEUTRAL)


@check(points=1)
def ends(student, rng):
    """No draws, certain and impossible ids."""
    p, certain = distribution(rng), np.zeros(5)
    certain[rng.integers(5)] = 1
    plain_distinct(student, p, 3)
    some = np.append(distribution(rng, 4), [0.0, 0.0])
    for given, n, told in (
        (p, 0, "no-draws"),
        (some, 6, "impossible-id"),
        (certain, 4, "certain-id"),
        (certain, 1, "certain-id"),
    ):
        with blame(told, only=("ValueError",)):
            got = distinct_of(student, given, n)
        if not close(got, chance(given, n).sum(), rounding(given, n)):
            raise Wrong(told)
    with blame("certain-nan"):
        got = distinct_of(student, certain, 0)
    if got != 0:
        raise Wrong("certain-nan")


@check(points=1)
def errors(student, rng):
    require(DISTINCT, lambda: student.call(DISTINCT, np.array([0.5, 0.5]), 2), 1.5)
    check_probabilities(lambda p: student.call(DISTINCT, p, 3), distribution(rng))
    p = distribution(rng)
    refuses_values(lambda n: student.call(DISTINCT, p, n), [-1, -(10**6)], if_accepted="negative-draws")
    refuses_values(
        lambda p: student.call(DISTINCT, p, 0), [p * 1.01, p[:0]], if_accepted="unchecked-without-draws"
    )
