"""Checks of `embedding_share`: the part of a model that its tables are."""

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check
from autograder.checks.refusals import refusal
from autograder.checks.shared import as_float
from autograder.sandboxed import protocol

from ..asking import a_tuple, but_for_rounding, odd, primes, refuses, see

SHARE = "embedding_share"


def pair(value, neutral: str) -> list[float]:
    """An answer that must be two numbers."""
    if isinstance(value, protocol.Array) and value.values.shape == (2,):
        value = value.values.tolist()
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise Unexplained(f"{neutral} A pair of numbers is expected.")
    numbers = [v.values.item() if isinstance(v, protocol.Array) and v.values.size == 1 else v for v in value]
    if any(type(v) not in (int, float) for v in numbers):
        raise Unexplained(f"{neutral} A pair of numbers is expected.")
    return [as_float(v, neutral) for v in numbers]


def see_shares(student, rng, tied: bool) -> None:
    """Compare the fractions for some sizes."""
    neutral = "The fractions are not right."
    diagnosis = Diagnosis(neutral)
    for k in range(3):
        V, d = primes(rng, 2)
        V, d = V * 1009**k, d * 257**k
        one = V * d
        stored = one if tied else 2 * one
        total = stored + int(one * rng.uniform(0.6, 9.0))
        a, b = one / total, stored / total
        got = pair(student.call(SHARE, V, d, total, tied), neutral)
        rests = [
            [one / (total - x), stored / (total - y)]
            for x in (one, stored)
            for y in (one, stored)
            if total > max(x, y)
        ]
        mistakes = {
            "percent": [100 * a, 100 * b],
            "fractions-rounded": [[round(a, digits), round(b, digits)] for digits in range(2, 9)],
            "share-of-rest": rests,
        }
        if tied:
            mistakes["tied-counted-twice"] = [a, 2 * a]
        else:
            grown = total + one
            mistakes |= {
                "output-forgotten": [a, a],
                "pair-swapped": [b, a],
                "total-grown": [[one / grown, stored / grown], [a, stored / grown]],
            }
        see(diagnosis, got, [a, b], but_for_rounding, **mistakes)
    diagnosis.conclude()
    one = odd(rng, 10**4, 10**5) * 10**330  # no float holds it
    total = one * int(rng.integers(3, 9))
    with blame("too-large-for-float", only=("OverflowError", "ValueError")):
        answer = student.call(SHARE, one // 10**170, 10**170, total, tied)
    if not all(map(but_for_rounding, pair(answer, neutral), [one / total, one * (1 if tied else 2) / total])):
        raise Wrong("too-large-for-float")
    a_tuple(answer)


@check(points=1)
def tied(student, rng):
    see_shares(student, rng, True)


@check(points=1)
def untied(student, rng):
    see_shares(student, rng, False)


@check(points=1)
def errors(student, rng):
    refuses(student, SHARE, [1, 1, odd(rng, 5, 99), True], {0: 1, 1: 1, 2: 1})
    V, d = primes(rng, 2)
    one = V * d
    found = {
        case: refusal(lambda: student.call(SHARE, V, d, *case))
        for case in ((one - 1, True), (one - 1, False), (2 * one - 1, False))
    }
    accepted = [case for case, error in found.items() if error is None]
    if accepted:
        raise Wrong("total-unchecked")
    if not all(error.is_a("ValueError") for error in found.values()):
        raise Wrong("wrong-exception")
    large = 2**30, 2**30, 2**61 - 1, False  # one parameter too few for two matrices of 2**60
    if refusal(lambda: student.call(SHARE, *large)) is None:
        raise Wrong("digits-lost")
    for total, tied in ((one, True), (2 * one, False)):
        answers = []
        if refusal(lambda: answers.append(student.call(SHARE, V, d, total, tied))) is not None:
            raise Wrong("whole-refused")
        if any(type(x) is int for x in answers[0]) if isinstance(answers[0], tuple) else False:
            raise Wrong("whole-fraction")
