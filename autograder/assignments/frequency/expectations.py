"""Checks of `expected_distinct` and `expected_updates`: expected distinct ids, and updates of each row."""

from contextlib import nullcontext

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, blame, bound, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import answers, ask
from autograder.assignments.frequency.asking import floats, number
from autograder.assignments.frequency.mistakes import SUITE

check = SUITE.check
DISTINCT = "expected_distinct"
UPDATES = "expected_updates"
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


def plain_distinct(student, p, n) -> None:
    """A case without rare or certain ids: a mistake that shows here is named as in the check "values"."""
    evidence = Diagnosis(NEUTRAL)
    evidence.see(distinct_of(student, p, n), chance(p, n).sum(), rounding(p, n), distinct_mistakes, p, n)
    evidence.conclude()


def off_by_rounding(rng) -> np.ndarray:
    """Probabilities whose sum is off by as much as is allowed."""
    p = distribution(rng, 6)
    p[p.argmax()] += 8e-7
    return p


@check(DISTINCT, "values", points=1)
def _(student, rng):
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


@check(DISTINCT, "rare", points=1)
def _(student, rng):
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


@check(DISTINCT, "ends", points=1)
def _(student, rng):
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
        refuses_values(call, bad, silent=silent)


@check(DISTINCT, "errors", points=1)
def _(student, rng):
    answers(DISTINCT, lambda: student.call(DISTINCT, np.array([0.5, 0.5]), 2), 1.5)
    check_probabilities(lambda p: student.call(DISTINCT, p, 3), distribution(rng))
    p = distribution(rng)
    refuses_values(lambda n: student.call(DISTINCT, p, n), [-1, -(10**6)], silent="negative-draws")
    refuses_values(
        lambda p: student.call(DISTINCT, p, 0), [p * 1.01, p[:0]], silent="unchecked-without-draws"
    )


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


def plain_updates(student, p, batch, steps) -> None:
    """A case without rare or certain ids: a mistake that shows here is named as in the check "values"."""
    evidence, want = Diagnosis(NEUTRAL_UPDATES), steps * chance(p, batch)
    got = updates_of(student, p, batch, steps)
    evidence.see(got, want, TEN_DIGITS * want, updates_mistakes, p, batch, steps)
    evidence.conclude()


@check(UPDATES, "values", points=1)
def _(student, rng):
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


@check(UPDATES, "rare", points=1)
def _(student, rng):
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


@check(UPDATES, "ends", points=1)
def _(student, rng):
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


@check(UPDATES, "errors", points=1)
def _(student, rng):
    answers(UPDATES, lambda: student.call(UPDATES, np.array([0.25, 0.75]), 1, 4), np.array([1, 3]))
    check_probabilities(lambda p: student.call(UPDATES, p, 3, 2), distribution(rng))
    p = distribution(rng)
    for none in ((0, 3), (3, 0)):
        bad = [p * 1.01, p[:0]]
        refuses_values(lambda p: student.call(UPDATES, p, *none), bad, silent="unchecked-without-draws")
    refuses_values(lambda args: student.call(UPDATES, p, *args), [(-1, 2), (-9, 5)], silent="negative-batch")
    refuses_values(lambda args: student.call(UPDATES, p, *args), [(3, -1), (5, -9)], silent="negative-steps")
    nothing = [(-3, 0), (0, -2)]
    refuses_values(lambda args: student.call(UPDATES, p, *args), nothing, silent="unchecked-without-draws")
