"""Checks of `embedding_parameters`, `embedding_share` and `table_bytes`: counts of tables, tied or not."""

from autograder.checks.checking import Diagnosis, Wrong, blame
from autograder.checks.refusals import refusal
from autograder.checks.shared import as_float, wrapped
from autograder.assignments.memory.asking import (
    DTYPES,
    NO_DTYPES,
    a_tuple,
    but_for_rounding,
    integer,
    large,
    odd,
    packed,
    primes,
    refuses,
    see,
    sized,
    through_floats,
)
from autograder.assignments.memory.mistakes import SUITE
from autograder.sandboxed import protocol

check = SUITE.check
PARAMETERS = "embedding_parameters"
SHARE = "embedding_share"
BYTES = "table_bytes"


def tied_forms(one: int, tied: bool) -> dict:
    """What mistakes about tying give, where one matrix counts `one`."""
    return {
        "tied-inverted": [one * (2 if tied else 1)],
        "output-forgotten": [one],
        "tied-counted-twice": [2 * one],
    }


# -- parameters -------------------------------------------------------------------------------------


@check(PARAMETERS, "matrices", points=1)
def _(student, rng):
    neutral = "The matrices are not counted right."
    diagnosis = Diagnosis(neutral)
    small = [tuple(primes(rng, 2)) for _ in range(3)]
    for V, d in (*small, *large(rng)):
        for options in ({"tied": True}, {"tied": False}, {}):
            tied = options.get("tied", True)
            count = V * d if tied else 2 * V * d
            with sized(count):
                answer = student.call(PARAMETERS, V, d, **options)
            got = integer(answer, neutral)
            see(
                diagnosis,
                [got],
                [count],
                **tied_forms(V * d, tied),
                **{
                    "digits-lost": [[int(float(V) * d * (1 if tied else 2))], [int(float(count))]],
                    "counts-overflow": [[wrapped(count)], [wrapped(V * d) * (1 if tied else 2)]],
                },
            )
    diagnosis.conclude()


@check(PARAMETERS, "extras", points=1)
def _(student, rng):
    neutral = "Positions, segments or the bias are not counted right."
    diagnosis = Diagnosis(neutral)
    for tied in (True, False):
        for positions, segments, bias in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 1, 1)):
            V, d, p, s = primes(rng, 4)
            p, s, b = p * positions, s * segments, V * bias
            one = V * d
            table = one if tied else 2 * one
            got = student.call(PARAMETERS, V, d, tied=tied, positions=p, segments=s, output_bias=bool(bias))
            got = integer(got, neutral)
            want = table + (p + s) * d + b
            see(
                diagnosis,
                [got],
                [want],
                **{
                    "rows-without-width": [
                        [table + p + s + b],
                        [table + p * d + s + b],
                        [table + p + s * d + b],
                    ],
                    "positions-doubled": [want if tied else want + (p + s) * d],
                    "bias-of-width": [want - b + d * bias],
                    "bias-if-untied": [want - b if tied else want],
                    "bias-doubled": [want if tied else want + b],
                    "tied-inverted": [want - table + (2 * one if tied else one)],
                    "output-forgotten": [want - table + one],
                    "tied-counted-twice": [want - table + 2 * one],
                },
            )
    diagnosis.conclude()


@check(PARAMETERS, "errors", points=1)
def _(student, rng):
    refuses(student, PARAMETERS, primes(rng, 2), {0: 1, 1: 1, "positions": 0, "segments": 0})


# -- shares -----------------------------------------------------------------------------------------


def pair(value, neutral: str) -> list[float]:
    """An answer that must be two numbers."""
    if isinstance(value, protocol.Array) and value.values.shape == (2,):
        value = value.values.tolist()
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise Wrong(None, f"{neutral} A pair of numbers is expected.")
    numbers = [v.values.item() if isinstance(v, protocol.Array) and v.values.size == 1 else v for v in value]
    if any(type(v) not in (int, float) for v in numbers):
        raise Wrong(None, f"{neutral} A pair of numbers is expected.")
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


@check(SHARE, "tied", points=1)
def _(student, rng):
    see_shares(student, rng, True)


@check(SHARE, "untied", points=1)
def _(student, rng):
    see_shares(student, rng, False)


@check(SHARE, "errors", points=1)
def _(student, rng):
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


# -- bytes ------------------------------------------------------------------------------------------


@check(BYTES, "dtypes", points=1)
def _(student, rng):
    """One matrix in every dtype but int4, and in the default dtype."""
    neutral = "The bytes of one table are not right."
    diagnosis = Diagnosis(neutral)
    for dtype, bits in (*DTYPES.items(), ("", 16)):
        for V, d in (primes(rng, 2), *large(rng)):
            with sized(V * d):
                answer = student.call(BYTES, V, d, *([dtype] if dtype else []))
            got = integer(answer, neutral)
            n, size = V * d, bits // 8
            see(
                diagnosis,
                [got],
                [n * size],
                **{
                    "bits-for-bytes": [n * bits],
                    "elements-for-bytes": [n],
                    "itemsize-fixed": [[2 * n], [4 * n]],
                    "bfloat16-is-four": [4 * n if dtype in ("", "bfloat16") else n * size],
                    "digits-lost": [[x] for x in (int(float(n) * size), int(float(V) * d * size))],
                    "counts-overflow": [[wrapped(n * size)], [wrapped(n) * size]],
                },
            )
    diagnosis.conclude()


@check(BYTES, "tied", points=1)
def _(student, rng):
    """One matrix or two."""
    neutral = "The bytes of a tied or of an untied model are not right."
    diagnosis = Diagnosis(neutral)
    for dtype in rng.permutation(list(DTYPES)):
        V, d = primes(rng, 2)
        one = V * d * DTYPES[dtype] // 8
        for tied in (True, False):
            got = integer(student.call(BYTES, V, d, str(dtype), tied=tied), neutral)
            total = one if tied else 2 * one
            see(diagnosis, [got], [total], **tied_forms(one, tied), **scaled(total, V * d * (1 if tied else 2)))
    diagnosis.conclude()


def scaled(total: int, count: int) -> dict:
    """What mistakes about bytes and bits give, for any array."""
    return {
        "bits-for-bytes": [8 * total],
        "elements-for-bytes": [count],
        "itemsize-fixed": [[2 * count], [4 * count]],
    }


@check(BYTES, "packing", points=1)
def _(student, rng):
    """int4, with two numbers to a byte: odd and even counts, one array and two, very large ones."""
    neutral = "The bytes of int4 are not right."
    diagnosis = Diagnosis(neutral)
    draws = [
        (odd(rng, 5, 99), odd(rng, 5, 99)),
        (odd(rng, 5, 99), 2 * odd(rng, 5, 99)),
        (2 * odd(rng, 5, 99), odd(rng, 5, 99)),
        *large(rng),
    ]
    # A count of entries is not to be taken for a mistake with int4.
    if integer(student.call(BYTES, 3, 5, "float32"), neutral) != 60:
        raise Wrong(None, "The bytes of float32 are not right yet; this part, on int4, counts once they are.")
    for V, d in draws:
        for tied in (True, False):
            with sized(V * d):
                answer = student.call(BYTES, V, d, "int4", tied)
            got = integer(answer, neutral)
            n, k = V * d, 1 if tied else 2
            floats = through_floats(n, 4) + [x // k for x in through_floats(n * k, 4)]
            see(
                diagnosis,
                [got],
                [k * packed(n, 4)],
                **{
                    "rounded-down": [k * (n // 2)],
                    "whole-byte-each": [k * n],
                    "rounded-together": [packed(k * n, 4)],
                    "rounded-by-row": [k * V * packed(d, 4)],
                    "digits-lost": [[k * x] for x in floats],
                    "counts-overflow": [[wrapped(k * packed(wrapped(n), 4))], [wrapped(k * packed(n, 4))]],
                    "bits-for-bytes": [k * n * 4],
                    **tied_forms(packed(n, 4), tied),
                },
            )
    diagnosis.conclude()


@check(BYTES, "errors", points=1)
def _(student, rng):
    V, d = primes(rng, 2)
    refuses(student, BYTES, [V, d, "float32"], {0: 1, 1: 1}, {2: NO_DTYPES})
