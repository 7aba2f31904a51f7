"""Checks of `expected_distinct` and `expected_updates`: expected distinct ids, and updates of each row."""

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, blame, bound, close
from autograder.checks.framework.refusals import refuses_values
from autograder.checks.framework.shared import answers, ask
from autograder.checks.frequency.asking import floats, number
from autograder.checks.frequency.catalogue import SUITE

check = SUITE.check
DISTINCT, UPDATES = "expected_distinct", "expected_updates"
NEUTRAL = "The expected number of distinct ids is wrong."
NEUTRAL_UPDATES = "The expected numbers of updates are wrong."
TEN_DIGITS = 1e-10  # relative, of each entry: the docstring of `expected_updates` asks for it


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


# -- expected_distinct ---------------------------------------------------------------------------------


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


@check(DISTINCT, "values", points=1)
def _(student, rng):
    """Few ids and few draws, where every mistake shows; then one draw, and non-contiguous arrays."""
    evidence = Diagnosis(NEUTRAL)
    for V, n in ((6, 3), (9, int(rng.integers(5, 12))), (5, 2)):
        p = distribution(rng, V)
        evidence.see(distinct_of(student, p, n), chance(p, n).sum(), rounding(p, n), distinct_mistakes, p, n)
    evidence.conclude()
    for V, n, strided in ((7, 1, False), (12, 30, True), (1, 4, False)):
        p = distribution(rng, V)
        if not close(distinct_of(student, p, n, strided=strided), chance(p, n).sum(), rounding(p, n)):
            raise Wrong(None, f"{NEUTRAL} Look at one draw, at one id, and at gaps in memory.")


@check(DISTINCT, "rare", points=1)
def _(student, rng):
    """So many draws that rare ids count."""
    p = distribution(rng)
    if not close(distinct_of(student, p, 4), chance(p, 4).sum(), rounding(p, 4)):
        raise Wrong(None, NEUTRAL)
    for n in (10**9, 10**10):
        p = with_rare(rng)
        got, want = distinct_of(student, p, n), chance(p, n).sum()
        if not close(got, want, rounding(p, n)):
            # 1 - p is rounded by up to half of epsilon, which n draws multiply.
            lost = abs(got - want) <= len(p) * n * 2.0**-52
            raise Wrong("digits-lost" if lost else None, NEUTRAL)


@check(DISTINCT, "ends", points=1)
def _(student, rng):
    """No draws, certain and impossible ids."""
    p, certain = distribution(rng), np.zeros(5)
    certain[rng.integers(5)] = 1
    if not close(distinct_of(student, p, 3), chance(p, 3).sum(), rounding(p, 3)):
        raise Wrong(None, NEUTRAL)
    some = np.append(distribution(rng, 4), [0.0, 0.0])
    for given, n in ((p, 0), (some, 6), (certain, 4)):
        if not close(distinct_of(student, given, n), chance(given, n).sum(), rounding(given, n)):
            raise Wrong(None, f"{NEUTRAL} Look at n = 0 and at probabilities of 0 and 1.")
    with blame("certain-nan"):
        got = distinct_of(student, certain, 0)
    if got != 0:
        raise Wrong("certain-nan")


def no_probabilities(rng) -> list:
    """Arrays that are no probabilities: of another sum, negative, of other shapes."""
    p = distribution(rng)
    negative = p.copy()
    negative[:2] = -0.1, p[0] + p[1] + 0.1
    return [p * 1.01, p * 0.99, negative, p.reshape(2, 4), p[:0]]


@check(DISTINCT, "errors", points=1)
def _(student, rng):
    answers(DISTINCT, lambda: student.call(DISTINCT, np.array([0.5, 0.5]), 2), 1.5)
    refuses_values(
        lambda p: student.call(DISTINCT, p, 3), no_probabilities(rng), silent="probabilities-unchecked"
    )
    p = distribution(rng)
    refuses_values(lambda n: student.call(DISTINCT, p, n), [-1], silent="settings-unchecked")


# -- expected_updates ----------------------------------------------------------------------------------


def updates_of(student, p, batch, steps, **options) -> np.ndarray:
    return floats(ask(student, UPDATES, p, batch, steps, **options), NEUTRAL_UPDATES)


def updates_mistakes(p, batch, steps) -> dict:
    each, V = chance(p, batch), len(p)
    return {
        "occurrences": p * batch * steps,
        "capped": steps * np.minimum(1, p * batch),
        "approximated": -steps * np.expm1(-batch * p),
        "ever": chance(p, batch * steps),
        "one-step": each,
        "batch-for-steps": batch * chance(p, steps),
        "steps-without": steps * (1 - each),
        "all-alike": np.full(V, steps * (1 - (1 - 1 / V) ** batch)),
    }


@check(UPDATES, "values", points=1)
def _(student, rng):
    evidence = Diagnosis(NEUTRAL_UPDATES)
    for V, batch in ((6, 3), (9, 7)):
        p, steps = distribution(rng, V), int(rng.integers(20, 40))
        want = steps * chance(p, batch)
        got, wide = updates_of(student, p, batch, steps), TEN_DIGITS * want
        evidence.see(got, want, wide, updates_mistakes, p, batch, steps)
    evidence.conclude()
    for V, batch, steps, strided in ((7, 1, 5, False), (12, 64, 1, True), (1, 3, 2, False)):
        p = distribution(rng, V)
        want = steps * chance(p, batch)
        if not close(updates_of(student, p, batch, steps, strided=strided), want, TEN_DIGITS * want):
            raise Wrong(None, f"{NEUTRAL_UPDATES} Look at one token, at one step, and at gaps in memory.")


@check(UPDATES, "rare", points=1)
def _(student, rng):
    """The relative accuracy of each entry, for small batches and large ones."""
    p = distribution(rng)
    want = 9 * chance(p, 4)
    if not close(updates_of(student, p, 4, 9), want, TEN_DIGITS * want):
        raise Wrong(None, NEUTRAL_UPDATES)
    for batch, least, most in ((10**9, -14, -11), (64, -14, -11), (256, -250, -30)):
        p, steps = with_rare(rng, 30, least, most), int(rng.integers(100, 1000))
        got, want = updates_of(student, p, batch, steps), steps * chance(p, batch)
        if not close(got, want, TEN_DIGITS * want):
            lost = got.shape == want.shape and (np.abs(got - want) <= steps * batch * 2.0**-52).all()
            raise Wrong("digits-lost" if lost else None, NEUTRAL_UPDATES)


@check(UPDATES, "ends", points=1)
def _(student, rng):
    """No batches, empty ones, certain and impossible ids."""
    certain = np.zeros(5)
    certain[rng.integers(5)] = 1
    some = np.append(distribution(rng, 4), [0.0, 0.0])
    for p, batch, steps in ((some, 6, 3), (some, 6, 0), (some, 0, 3), (certain, 2, 3)):
        want = steps * chance(p, batch)
        if not close(updates_of(student, p, batch, steps), want, TEN_DIGITS * want):
            raise Wrong(None, f"{NEUTRAL_UPDATES} Look at no steps, no tokens, and probabilities of 0 and 1.")
    with blame("certain-nan"):
        got = updates_of(student, certain, 0, 3)
    if not close(got, np.zeros(5), 0):
        raise Wrong("certain-nan")


@check(UPDATES, "errors", points=1)
def _(student, rng):
    answers(UPDATES, lambda: student.call(UPDATES, np.array([0.25, 0.75]), 1, 4), np.array([1, 3]))
    refuses_values(
        lambda p: student.call(UPDATES, p, 3, 2), no_probabilities(rng), silent="probabilities-unchecked"
    )
    bad = [(distribution(rng), -1, 2), (distribution(rng), 3, -1)]
    refuses_values(lambda args: student.call(UPDATES, *args), bad, silent="settings-unchecked")
