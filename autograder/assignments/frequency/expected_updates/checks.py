"""Checks of `expected_updates`: how often each row is expected to be updated."""

from contextlib import nullcontext

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, blame, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import ask, require

from ..asking import floats
from ..shared import chance, check_probabilities, distribution, off_by_rounding, with_rare

UPDATES = "expected_updates"
NEUTRAL_UPDATES = "The expected numbers of updates are wrong."
TEN_DIGITS = 1e-10  # relative, of each entry: the docstring of `expected_updates` asks for it


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


def plain_updates(student, p, batch, steps) -> None:
    """A case without rare or certain ids: a mistake that shows here is named as in the check "values"."""
    evidence, want = Diagnosis(NEUTRAL_UPDATES), steps * chance(p, batch)
    got = updates_of(student, p, batch, steps)
    evidence.see(got, want, TEN_DIGITS * want, updates_mistakes, p, batch, steps)
    evidence.conclude()


@check(points=1)
def values(student, rng):
    evidence = Diagnosis(NEUTRAL_UPDATES)
    for V, batch in ((6, 3), (9, 7)):
        p, steps = distribution(rng, V), int(rng.integers(20, 40))
        want = steps * chance(p, batch)
        got, wide = updates_of(student, p, batch, steps), TEN_DIGITS * want
        evidence.see(got, want, wide, updates_mistakes, p, batch, steps)
    evidence.conclude()
    for V, batch, steps, strided in ((7, 1, 5, False), (1, 3, 2, False), (9, 4, 1, False), (12, 64, 8, True)):
        p = distribution(rng, V)
        want = steps * chance(p, batch)
        # A single token is certain.
        legal = nullcontext() if V > 1 else blame("certain-id", only=("ValueError",))
        with blame("not-contiguous") if strided else legal:
            got = updates_of(student, p, batch, steps, strided=strided)
        if not close(got, want, TEN_DIGITS * want):
            told = "not-contiguous" if strided else None
            raise Wrong(told, f"{NEUTRAL_UPDATES} Look at one token, and at one step.")
    p = off_by_rounding(rng)
    with blame("sum-strict", only=("ValueError",)):
        got = updates_of(student, p, 2, 9)
    if not close(got, 9 * chance(p, 2), TEN_DIGITS * 9 * chance(p, 2)):
        raise Wrong("normalised")
    if any(student.observe(UPDATES, p, 1, 1, watch=("sharing",)).sharing):
        raise Wrong("argument-returned")


@check(points=1)
def rare(student, rng):
    """The relative accuracy of each entry, for small batches and large ones."""
    plain_updates(student, distribution(rng), 4, 9)
    # In the second batch n p is above 1e-9 and below 1e-8, where it has nine digits.
    for batch, least, most in ((10**9, -14, -11), (16, -10, -9.3), (64, -14, -11), (256, -300, -30)):
        p, steps = with_rare(rng, 30, least, most), int(rng.integers(100, 1000))
        got, want = updates_of(student, p, batch, steps), steps * chance(p, batch)
        if not close(got, want, TEN_DIGITS * want):
            rare = p < 1e-6
            linear = np.where(rare, steps * batch * p, want)
            if close(got, linear, TEN_DIGITS * linear):
                raise Wrong("first-order")
            lost = got.shape == want.shape and (np.abs(got - want) <= steps * batch * 2.0**-52).all()
            only = got.shape == want.shape and close(got[~rare], want[~rare], TEN_DIGITS * want[~rare])
            raise Wrong("digits-lost" if lost else "rare-wrong" if only else None, NEUTRAL_UPDATES)


@check(points=1)
def ends(student, rng):
    """No batches, empty ones, certain and impossible ids."""
    certain = np.zeros(5)
    certain[rng.integers(5)] = 1
    some = np.append(distribution(rng, 4), [0.0, 0.0])
    p = distribution(rng, 5)
    plain_updates(student, p, 4, 3)
    for given, batch, steps, told in (
        (p, 6, 0, "no-steps"),
        (p, 0, 3, "no-draws"),
        (some, 6, 3, "impossible-id"),
        (certain, 2, 3, "certain-id"),
    ):
        want = steps * chance(given, batch)
        with blame(told, only=("ValueError",)):
            got = updates_of(student, given, batch, steps)
        if not close(got, want, TEN_DIGITS * want):
            raise Wrong(told)
    with blame("certain-nan"):
        got = updates_of(student, certain, 0, 3)
    if not close(got, np.zeros(5), 0):
        raise Wrong("certain-nan")


@check(points=1)
def errors(student, rng):
    require(UPDATES, lambda: student.call(UPDATES, np.array([0.25, 0.75]), 1, 4), np.array([1, 3]))
    check_probabilities(lambda p: student.call(UPDATES, p, 3, 2), distribution(rng))
    p = distribution(rng)
    for none in ((0, 3), (3, 0)):
        bad = [p * 1.01, p[:0]]
        refuses_values(lambda p: student.call(UPDATES, p, *none), bad, if_accepted="unchecked-without-draws")
    refuses_values(
        lambda args: student.call(UPDATES, p, *args), [(-1, 2), (-9, 5)], if_accepted="negative-batch"
    )
    refuses_values(
        lambda args: student.call(UPDATES, p, *args), [(3, -1), (5, -9)], if_accepted="negative-steps"
    )
    nothing = [(-3, 0), (0, -2)]
    refuses_values(
        lambda args: student.call(UPDATES, p, *args), nothing, if_accepted="unchecked-without-draws"
    )
