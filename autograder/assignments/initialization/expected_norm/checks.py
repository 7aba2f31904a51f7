"""Checks of `expected_norm`: the mean and the spread of a row's length."""

import math

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, blame, bound, check
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import agrees
from autograder.sandboxed import protocol

from ..asking import must_be_floats, number
from ..shared import SIZES, Profile

NORM = "expected_norm"


WRONG_NORM = "`expected_norm` gives wrong numbers."


def chi(d: int) -> tuple[float, float]:
    """Mean and standard deviation of the chi distribution with d degrees of freedom.

    Small d by the gamma function; from 300 on by its asymptotic series, exact to rounding.
    """
    if d < 300:
        mean = math.sqrt(2) * math.gamma((d + 1) / 2) / math.gamma(d / 2)
        return mean, math.sqrt(d - mean**2)
    x = 1 / d
    mean = math.sqrt(d) * (1 - x / 4 + x**2 / 32 + 5 * x**3 / 128 - 21 * x**4 / 2048 - 399 * x**5 / 8192)
    return mean, math.sqrt(0.5 * (1 - x / 4 - x**2 / 8 + 5 * x**3 / 64))


def rounding(d: int) -> tuple[float, float]:
    """Relative rounding errors of the mean and of the standard deviation, by logarithms of gammas."""
    mean = float(bound("float64", 6, max(1.0, math.lgamma(d / 2))))
    return mean, mean + 2 * d * mean / chi(d)[1] ** 2


def narrow_norm(got, d: int, std: float, right: list, approximations: list) -> list:
    """`got` where float32 accounts for it: the mean is off by rounding, and the spread fits the mean."""
    lost = 8 * float(bound("float32", 0, max(1.0, math.lgamma(d / 2))))
    (m, s), (mean, _), one = np.asarray(got, np.float64), right, 1e-6 * d * std**2
    if max(abs(m), abs(s)) > 1e150:  # the squares would overflow
        return right
    fits = abs(m / mean - 1) <= math.expm1(lost) if mean else m == 0
    fits &= abs(m**2 + s**2 - d * std**2) <= one or s == 0 and m**2 + one >= d * std**2
    approximate = any(abs(m - a) <= 1e-9 * a for a in approximations)
    approximate |= abs(s - std / 2**0.5) <= 1e-9 * std
    return got if fits and not approximate else right


def see_norm(profile, student, d, std, mine, **more) -> None:
    """One answer of `expected_norm` as evidence; `more` are the predictions of further mistakes."""
    answer = student.call(NORM, d, std)
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        found = answer.type if isinstance(answer, protocol.Handle) else type(answer).__name__
        raise Unexplained(f"{WRONG_NORM} It returned {found}; Norm(mean, spread) is expected.")
    got = [number(part, WRONG_NORM) for part in answer]
    (m, s), root = chi(d), math.sqrt(std)
    mean, spread = std * m, std * s
    rms, near = std * math.sqrt(d), (std * math.sqrt(d - 0.5), std * math.sqrt(d) * (1 - 1 / (4 * d)))
    tolerance = np.array([mean, spread]) * rounding(d)
    must_be_floats([answer[i] for i in mine], [got[i] for i in mine], [(mean, spread)[i] for i in mine])
    approximate = [[a, b] for a in (rms, *near) for b in (spread, std / 2**0.5)]
    approximate += [[mean, std / 2**0.5]]
    profile.see(
        got,
        [mean, spread],
        tolerance,
        mine,
        lambda: {
            "approximate-beyond": [[mean, spread], *approximate] if d > 9 else [mean, spread],
            "norm-in-float32": narrow_norm(got, d, std, [mean, spread], [rms, *near]),
            # d − (√d)² may be a rounding error in place of zero.
            "rms-as-mean": [[rms, spread], [rms, min(got[1], 1e-6 * std)], [rms, std / 2**0.5]],
            "approximate-mean": [
                [a, b] for a in near for b in (spread, math.sqrt(max(0.0, rms**2 - a**2)), std / 2**0.5)
            ],
            "std-as-variance": [root * m, root * s],
            "variance-for-spread": [mean, spread**2],
            "limit-spread": [mean, std / math.sqrt(2)],
            "pair-swapped": [spread, mean],
            **more,
        },
    )


def keeps_nothing(student, d: int) -> None:
    """`Wrong` if a second call with the same d and another std gives the first one's result, which was right.

    `d` should be asked for nowhere else.
    """
    right = np.array(chi(d))
    first, second = (student.call(NORM, d, std) for std in (0.25, 0.5))
    if agrees(first, tuple(0.25 * right), 1e-6) and agrees(second, tuple(0.25 * right), 1e-6):
        raise Wrong("result-remembered")


def look_at_norm(student, rng, mine) -> None:
    """Check the numbers at the indices `mine` of the pair (mean, spread)."""
    keeps_nothing(student, 71 + mine[0])
    profile = Profile(WRONG_NORM)
    for d in (1, 2, 3, int(rng.integers(4, 12)), int(rng.integers(12, 70))):
        see_norm(profile, student, d, float(rng.uniform(0.01, 0.6)), mine)
    profile.conclude()


@check(points=1.5)
def mean(student, rng):
    look_at_norm(student, rng, [0])


@check(points=1)
def spread(student, rng):
    look_at_norm(student, rng, [1])


@check(points=1)
def large(student, rng):
    """Sizes at which the gamma function overflows, up to a million."""
    profile, nan = Profile(WRONG_NORM), float("nan")
    keeps_nothing(student, 73)
    see_norm(profile, student, 9, 0.25, [0, 1])
    for d in (int(rng.integers(500, 900)), 4096, int(rng.integers(10**5, 10**6)), 10**6):
        std = float(rng.uniform(0.01, 0.6))
        with blame("gamma-overflow", only=("OverflowError",)), blame("too-deep", only=("RecursionError",)):
            see_norm(profile, student, d, std, [0, 1], **{"gamma-overflow": [nan, nan]})
    profile.conclude()


@check(points=0.5)
def errors(student, rng):
    refuses_values(lambda d: student.call(NORM, d, 1.0), (0, -1, -6), **SIZES)
    refuses_values(
        lambda std: student.call(NORM, 5, std), [-float(rng.uniform(0.1, 1))], if_accepted="negative-std"
    )
    profile = Profile(
        "Entries of standard deviation zero are allowed; a row of them has length zero, always."
    )
    with blame("zero-std-refused", only=("ValueError",)):
        see_norm(profile, student, 5, 0.0, [0, 1])
    profile.conclude()
