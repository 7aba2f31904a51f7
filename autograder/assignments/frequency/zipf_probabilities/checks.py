"""Checks of `zipf_probabilities`: a power law over ranks, normalised."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check, close
from autograder.checks.student import Student

from ..asking import floats

NAME = "zipf_probabilities"
NEUTRAL = "The probabilities are wrong."
OF_SUM = (
    "All probabilities are off by the same small factor: the sum that they are divided by lacks digits, as "
    "an approximation does."
)
TEN_DIGITS = 1e-10  # relative, of each entry: the docstring says it


def right(V: int, s: float) -> np.ndarray:
    # By logarithms, so that large exponents cannot overflow.
    weights = np.exp(-s * np.log(np.arange(1, V + 1)))
    return weights / weights.sum()


def predicted(V: int, s: float) -> dict:
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


def ask(student: Student, *args) -> np.ndarray:
    """Return the answer; raise `Wrong` if it is nearly right and lacks digits, in one entry or in all."""
    got, want = floats(student.call(NAME, *args), NEUTRAL), right(*args, *([1.0] if len(args) < 2 else []))
    if not close(got, want, TEN_DIGITS * want):
        if len(want) > 2 and got.shape == want.shape and got[0] > 0:
            if close(got, want, 0.1 * want) and close(got, want * (got[0] / want[0]), 1e-13 * got):
                raise Unexplained(OF_SUM)
        if len(want) > 2 and got.shape == want.shape and close(got[:-1], want[:-1], TEN_DIGITS * want[:-1]):
            raise Wrong("last-left-over")
        if close(got, want, 1e-4 * want):
            raise Wrong("few-digits")
    return got


@check(points=1)
def values(student: Student, rng: np.random.Generator):
    """Exponents with fractions; then the default, zero, whole ones; one token and many; large powers."""
    diagnosis = Diagnosis(NEUTRAL)
    for V in (7, int(rng.integers(20, 60))):
        s = float(rng.uniform(1.2, 1.9))
        # The largest tolerance for all entries, since a mistake may exchange large and small ones.
        diagnosis.see(ask(student, V, s), right(V, s), TEN_DIGITS, predicted, V, s)
    diagnosis.conclude()
    # Exponents near 0 and near 1 are not these, and probabilities have no least one.
    for case, *args in (
        ("without s", 9),
        ("for one token", 1),
        ("for one token", 1, 0.7),
        ("for thousands of tokens", 3000),
        ("for thousands of tokens", 3000, 0.9),
        ("for thousands of tokens", 50_000, 2.2),
        ("for an s near 0", 9, 1e-5),
        ("for an s near 1", 9, 1.0001),
        ("for a large s", 900, 60.0),
    ):
        want = right(*args, *([1.0] if len(args) < 2 else []))
        if not close(ask(student, *args), want, TEN_DIGITS * want):
            raise Unexplained(f"{NEUTRAL} It is so {case}; for some tokens and an ordinary s they are right.")
    for V, s, mistake in (
        (9, 0.0, "zero-exponent"),
        (9, 2, "whole-exponent"),
        (9, 1, "whole-exponent"),
        (9, 0, "whole-exponent"),
        (70_000, 2, "powers-overflow"),  # beyond 32 bits
        (20_000, 5, "powers-overflow"),  # and beyond 64
    ):
        with blame(mistake, only=("ValueError",)):
            got = ask(student, V, s)
        if not close(got, right(V, s), TEN_DIGITS * right(V, s)):
            raise Wrong(mistake)
