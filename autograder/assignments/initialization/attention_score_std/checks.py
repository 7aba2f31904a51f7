"""Checks of `attention_score_std`: the spread of attention scores."""

import functools
import math

from autograder.checks.checking import Unexplained, blame, bound, check
from autograder.checks.refusals import REFUSE, refuses_values

from ..asking import must_be_floats, number
from ..shared import SIZES, Profile

SCORE = "attention_score_std"


def mistaken_scores(d: int, q: float, k: float) -> dict[str, list]:
    """What each mistake gives for the default, for scaled=True and for scaled=False."""
    root, one, both = math.sqrt(d), q * k, math.sqrt(q**2 + k**2)
    return {
        "divided-by-d": [one / root, one / root, root * one],
        "score-root-forgotten": [root * one, root * one, d * one],
        "variance-for-spread": [one**2, one**2, d * one**2],
        "variance-over-root": [math.sqrt(root) * one, math.sqrt(root) * one, root * one],
        "scaled-ignored": [[one] * 3, [root * one] * 3],
        "scaled-inverted": [[root * one, root * one, one], [one, root * one, one]],
        "factors-added": [both, both, root * both],
        "std-as-variance": [math.sqrt(one), math.sqrt(one), root * math.sqrt(one)],
    }


def look_at_scores(student, rng, mine) -> None:
    """Check the numbers at the indices `mine` of (default, scaled=True, scaled=False)."""
    neutral = "`attention_score_std` gives a wrong standard deviation."
    profile = Profile(neutral)
    for d in (int(rng.integers(5, 30)), int(rng.integers(30, 200)), 1, 9):
        q, k = (float(x) for x in rng.uniform(0.1, 3.0, 2))
        if d == 9:  # whole numbers, and a float all the same
            q, k = (int(x) for x in rng.integers(2, 6, 2))
        asked = (d, q, k), (d, q, k, True), (d, q, k, False)
        found = [student.call(SCORE, *arguments) for arguments in asked]
        got = [number(value, neutral) for value in found]
        root, one = math.sqrt(d), q * k
        want = [one, one, root * one]
        must_be_floats([found[i] for i in mine], [got[i] for i in mine], [want[i] for i in mine])
        forms = functools.partial(mistaken_scores, d, q, k)
        profile.see(got, want, bound("float64", 4, root * one), mine, forms)
    profile.conclude()


@check(points=1.5)
def scaled(student, rng):
    look_at_scores(student, rng, [0, 1])


@check(points=1)
def unscaled(student, rng):
    look_at_scores(student, rng, [2])


@check(points=0.5)
def errors(student, rng):
    q, k = (float(x) for x in rng.uniform(0.1, 3.0, 2))
    bad = [(d, q, k, scaled) for d in (0, -4) for scaled in (True, False)]
    refuses_values(lambda args: student.call(SCORE, *args), bad, **SIZES)
    refuses_values(
        lambda pair: student.call(SCORE, 9, *pair),
        [(-q, k), (q, -k), (-q, -k), (-0.5, k), (q, -0.5), (-q, 0.0), (0.0, -k)],
        if_accepted="negative-std",
    )
    for pair in ((q, 0.0), (0.0, k)):
        with blame("zero-std-refused", only=("ValueError",)):
            found = student.call(SCORE, 9, *pair)
        if number(found, REFUSE) != 0:
            raise Unexplained("Queries or keys of zeros have scores of zero.")
        must_be_floats([found], [0.0], [0.0])
