"""Checks of `expected_distinct`: the expected number of distinct ids, for one number of draws and many."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, bound, check, close
from autograder.checks.shared import require
from autograder.checks.student import Student, StudentError

from ..asking import floats, number
from ..shared import chance, distribution, with_rare

NAME = "expected_distinct"
NEUTRAL = "The expected number of distinct ids is wrong."


def rounding(p, n) -> float:
    """Return the rounding error allowed of the expected number."""
    return float(bound("float64", len(p) + 16, chance(p, n).sum()))


def predicted(p, n) -> dict:
    V = len(p)
    return {
        "missing-counted": V - chance(p, n).sum(),
        "occurrences": float(n),
        "capped": np.minimum(1, n * p).sum(),
        "approximated": -np.expm1(-n * p).sum(),
        "all-alike": V * (1 - (1 - 1 / V) ** n),
    }


def one(student: Student, p, n) -> np.ndarray:
    return number(student.call(NAME, p, n), NEUTRAL)


def plain(student: Student, rng: np.random.Generator) -> None:
    """A case without rare or certain ids: a mistake that shows here is named as in the check "values"."""
    diagnosis, p = Diagnosis(NEUTRAL), distribution(rng)
    diagnosis.see(one(student, p, 4), chance(p, 4).sum(), rounding(p, 4), predicted, p, 4)
    diagnosis.conclude()


@check(points=1)
def values(student: Student, rng: np.random.Generator):
    """Few ids and few draws, where every mistake shows; then one draw, and many."""
    diagnosis = Diagnosis(NEUTRAL)
    for V, n in ((6, 3), (9, int(rng.integers(5, 12))), (5, 2), (7, 1), (12, 30)):
        p = distribution(rng, V)
        diagnosis.see(one(student, p, n), chance(p, n).sum(), rounding(p, n), predicted, p, n)
    diagnosis.conclude()


def curve_of(p, n) -> np.ndarray:
    return np.array([chance(p, k).sum() for k in n])


def predicted_curves(p, n) -> dict:
    """Return what mistakes about several numbers of draws give, and those about one of them."""
    found = {key: np.array([predicted(p, k)[key] for k in n]) for key in predicted(p, 1)}
    found["draws-added-up"] = curve_of(p, np.cumsum(n))
    found["curve-sorted"] = [curve_of(p, np.sort(n)), curve_of(p, np.sort(n)[::-1])]
    found["one-point"] = [np.array(curve_of(p, n)[at]) for at in (0, -1)] + [np.array(curve_of(p, n).sum())]
    if len(p) == len(n):
        paired = -np.expm1(n * np.log1p(-p))
        found["draws-paired"] = [np.array(paired.sum()), paired]
    return found


def ask_curve(student: Student, p, n) -> np.ndarray:
    with blame("draws-paired", only=("ValueError",)):
        value = student.call(NAME, p, n)
    if isinstance(value, float):
        return np.array(value)
    return floats(value, f"{NEUTRAL} For an array of numbers of draws an array is expected.")


@check(points=1)
def curve(student: Student, rng: np.random.Generator):
    """Several numbers of draws, in any order, with a zero and a repeat; as many as there are ids, or not."""
    diagnosis = Diagnosis(NEUTRAL)
    for V, k in ((5, 5), (6, 4), (5, 9)):
        p = distribution(rng, V)
        n = rng.permutation(np.append(rng.choice(np.arange(3, 30), k - 2, replace=False), [40, 2]))
        diagnosis.see(ask_curve(student, p, n), curve_of(p, n), rounding(p, 40), predicted_curves, p, n)
    diagnosis.conclude()
    p = distribution(rng)
    for n in (np.array([7, 0, 7]), np.array([3]), np.array([0, 0])):
        got = ask_curve(student, p, n)
        if got.shape != n.shape:
            raise Wrong("repeats-merged" if got.size else None, NEUTRAL)
        if not close(got, curve_of(p, n), rounding(p, 9)):
            raise Wrong("no-draws" if 0 in n else None, NEUTRAL)


def _poisson_below(p, n, most: float) -> np.ndarray:
    """Return the chances to be among n draws, with 1 - exp(-n p) for probabilities below `most`."""
    return np.where(p < most, -np.expm1(-n * p), chance(p, n))


@check(points=1)
def cost(student: Student, rng: np.random.Generator):
    """Memory for many ids and many numbers of draws: their sum, not their product."""
    p, n = distribution(rng, 3), np.array([2, 5])
    require(NAME, lambda: student.call(NAME, p, n), curve_of(p, n))
    V, k = 600, 200
    p, n = distribution(rng, V), np.sort(rng.integers(1, 10**6, k))
    answer = student.observe(NAME, p, n, watch=("cost",))
    got = floats(answer.value, NEUTRAL)
    if not close(got, curve_of(p, n), 1e-6):
        # For small p, or for many draws.
        forms = [np.array([_poisson_below(p, k, t).sum() for k in n]) for t in (2, *10.0 ** -np.arange(1, 6))]
        forms += [np.where(n > most, forms[0], curve_of(p, n)) for most in (100, 1000, 10**4, 10**5)]
        if any(close(got, form, 1e-6) for form in forms):
            raise Wrong("approximated")
        raise Unexplained(f"{NEUTRAL} Look at many ids, and many numbers of draws.")
    if answer.peak_bytes > 6 * V * k:  # three quarters of the product in float64: strips are allowed
        raise Wrong("draws-by-tokens")


@check(points=1)
def rare(student: Student, rng: np.random.Generator):
    """Rare ids and few draws, less rare ones, so many draws that rare ones count, and rare ids alone."""
    plain(student, rng)
    for n, least, most in (
        (300, -16.7, -16.3),
        (10**5, -8, -4),
        (10**6, -14, -11),
        (10**9, -14, -11),
        (10**12, -14, -11),
    ):
        p = with_rare(rng, 400, least, most)
        if n >= 10**9:
            rare = rng.permutation(np.flatnonzero(p < 1e-6))
            p[rare[:20]] = 10 ** rng.uniform(-300, -250, 20)
            p[rare[20:220]] = 10 ** rng.uniform(-16.5, -15.8, 200)  # below machine epsilon, and many draws
            p[p.argmax()] += 1 - p.sum()
        got, want = one(student, p, n), chance(p, n).sum()
        if not close(got, want, rounding(p, n)):
            forms = (_poisson_below(p, n, t).sum() for t in 10.0 ** -np.arange(2, 9))
            if any(close(got, form, rounding(p, n)) for form in forms):
                raise Wrong("approximated")
            raised = (chance(np.maximum(p, t), n).sum() for t in 10.0 ** -np.arange(8, 21))
            if any(close(got, form, rounding(p, n)) for form in raised):
                raise Wrong("rare-digits-lost")
            rare = p < 1e-6
            linear = n * p[rare].sum() + chance(p[~rare], n).sum()
            capped = np.minimum(1, n * p).sum()
            if any(
                close(got, form, 1e-12 * form) > close(want, form, 1e-12 * form) for form in (linear, capped)
            ):
                raise Wrong("first-order")
            # 1 - p is rounded by up to half of epsilon, which n draws multiply.
            lost = abs(got - want) <= len(p) * n * 2.0**-52
            raise Wrong("rare-digits-lost" if lost else None, NEUTRAL)
    p = 10 ** rng.uniform(-20, -15, 50)  # some tokens, none of them common: beside 1 their chances are lost
    got, want = one(student, p, 10), chance(p, 10).sum()
    if not close(got, want, rounding(p, 10)):
        raise Wrong("rare-digits-lost" if abs(got - want) <= len(p) * 2.0**-52 else None, NEUTRAL)
    several = np.array([0, 10**9 + 1, 10**12])
    if not close(ask_curve(student, p, several), curve_of(p, several), rounding(p, 10**12)):
        raise Unexplained(f"{NEUTRAL} Look at rare ids and several numbers of draws.")


@check(points=1)
def ends(student: Student, rng: np.random.Generator):
    """No draws, certain and impossible ids."""
    plain(student, rng)
    p, certain = distribution(rng), np.zeros(5)
    certain[rng.integers(5)] = 1
    some = np.append(distribution(rng, 4), [0.0, 0.0])
    for given, n, mistake in (
        (p, 0, "no-draws"),
        (some, 10**6, "impossible-id"),  # so many that a tiny number in place of 0 counts
        (certain, 4, "certain-id"),
        (certain, 1, "certain-id"),
        (np.ones(1), 4, "certain-id"),
        (certain, 0, "certain-nan"),
    ):
        try:
            got = one(student, given, n)
        except StudentError as error:
            if error.is_a("NotImplementedError") or error.unreadable:
                raise
            raise Wrong(mistake) from error
        if not close(got, chance(given, n).sum(), rounding(given, n)):
            raise Wrong(mistake)
    got = ask_curve(student, certain, np.array([0, 4, 1]))
    if got.shape == (3,) and close(got[1:], np.ones(2), 1e-9) and not close(got[0], 0.0, 1e-9):
        raise Wrong("certain-nan")
