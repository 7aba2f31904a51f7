"""Checks of `zipf_probabilities`: a power law over ranks, normalised."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, bound, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import require, returns_new

from ..asking import floats

NAME = "zipf_probabilities"
NEUTRAL = "The probabilities are wrong."


def ask_floats(student, *args) -> np.ndarray:
    return floats(student.call(NAME, *args), NEUTRAL)


def right(V: int, s: float) -> np.ndarray:
    # By logarithms, so that large exponents cannot overflow.
    weights = np.exp(-s * np.log(np.arange(1, V + 1)))
    return weights / weights.sum()


def rounding(V: int, s: float) -> np.ndarray:
    """The rounding error allowed, (V,): a power taken by exp and log multiplies it by the logarithm."""
    return bound("float64", V + 8, 1 + s * np.log(V)) * right(V, s)


def has_few_digits(got: np.ndarray, V: int, s: float) -> bool:
    """Whether the probabilities are nearly right, but not to the rounding of float64."""
    want = right(V, s)
    return close(got, want, 1e-4 * want) and not close(got, want, rounding(V, s))


def mistakes(V: int, s: float) -> dict:
    ranks, p = np.arange(1.0, V + 1), right(V, s)
    with np.errstate(divide="ignore", invalid="ignore"):
        from_zero = np.arange(V) ** -s
        zeroth = from_zero / from_zero.sum()
    later = (ranks + 1) ** -s
    falling = [base**ranks / (base**ranks).sum() for base in (np.exp(-s), 1 / (1 + s), 0.5)]
    return {
        "not-normalised": [ranks**-s, ranks**-s / V],
        "ranks-shifted": [zeroth, later / later.sum()],
        "exponent-ignored": right(V, 1.0),
        "geometric": falling,
        "rarest-first": p[::-1],
    }


@check(points=1)
def values(student, rng):
    """Exponents that are not whole numbers; then the default, one token, and a large vocabulary."""
    evidence = Diagnosis(NEUTRAL)
    for V in (7, int(rng.integers(20, 60))):
        s = float(rng.uniform(1.2, 1.9))
        got = ask_floats(student, V, s)
        if has_few_digits(got, V, s):
            raise Wrong("few-digits")
        # The largest tolerance for all entries, since a mistake may exchange large and small ones.
        evidence.see(got, right(V, s), rounding(V, s).max(), mistakes, V, s)
    evidence.conclude()
    for args in ((9,), (1,), (1, 0.7), (3000, 0.9), (3000,)):
        s = args[1] if len(args) > 1 else 1.0
        got = ask_floats(student, *args)
        if has_few_digits(got, args[0], s):
            raise Wrong("few-digits")
        if not close(got, right(args[0], s), rounding(args[0], s)):
            raise Unexplained(f"{NEUTRAL} Look at one token, at many, and at the default of s.")
    returns_new(student, f"{NAME}(7)")


@check(points=1)
def exponents(student, rng):
    """Exponents of zero, whole ones as floats and as ints, large ones."""
    V = int(rng.integers(5, 30))
    evidence = Diagnosis(NEUTRAL)
    for s in (0.6, 1.0, 3.0):
        got = ask_floats(student, V, s)
        if has_few_digits(got, V, s):
            raise Wrong("few-digits")
        evidence.see(got, right(V, s), rounding(V, s), mistakes, V, s)
    evidence.conclude()
    if not close(ask_floats(student, V, 0.0), right(V, 0.0), rounding(V, 0.0)):
        raise Wrong("zero-exponent")
    for s in (2, 1, 0):
        with blame("whole-exponent", only=("ValueError",)):
            got = ask_floats(student, V, s)
        if not close(got, right(V, s), rounding(V, s)):
            raise Wrong("whole-exponent")
    for V, s in ((70_000, 2), (20_000, 5)):  # powers beyond 32 bits, and beyond 64
        if not close(ask_floats(student, V, s), right(V, s), rounding(V, s)):
            raise Wrong("powers-overflow")


@check(points=1)
def errors(student, rng):
    require(NAME, lambda: student.call(NAME, 2), np.array([2, 1]) / 3)
    for silent, bad in (
        ("no-tokens", [(0, 1.0), (-int(rng.integers(1, 9)), 1.0), (-1, 0.0)]),
        ("negative-exponent", [(5, -float(rng.uniform(0.1, 2))), (5, -1), (1, -0.5)]),
    ):
        refuses_values(lambda args: student.call(NAME, *args), bad, if_accepted=silent)
