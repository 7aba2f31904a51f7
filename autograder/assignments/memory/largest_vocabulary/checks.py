"""Checks of `largest_vocabulary`: the most rows within a budget of bytes."""

import contextlib
import itertools

from autograder.checks.checking import Diagnosis, Wrong, blame, check
from autograder.checks.refusals import refusal
from autograder.checks.shared import wrapped

from ..asking import DTYPES, NO_DTYPES, integer, odd, packed, primes, refuses, see, sized

FITTING = "largest_vocabulary"
BITS = {**DTYPES, "int4": 4}


def rows(budget: int, d: int, bits: int, tied=True) -> int:
    """The most rows of which each matrix is within the budget, or without tying within half of it."""
    return (budget if tied else budget // 2) * 8 // (d * bits)


def budgets(rng, d: int, bits: int, matrices: int):
    """Budgets that are filled exactly, one byte less, one more, and one in between."""
    V = int(rng.integers(30, 400))
    fit = matrices * packed(V * d, bits)
    yield from (fit, fit - 1, fit + 1, fit + int(rng.integers(0, matrices * packed(d, bits))))


def wrong_rows(budget: int, d: int, bits: int, V: int, k: int) -> dict:
    """What mistakes give that can be made with one matrix or with two (k of them)."""
    row = packed(d, bits)
    strict = V - 1 if V and k * packed(V * d, bits) == budget else V
    return {
        "over-budget": [-(-budget * 8 // (k * d * bits))],
        "exact-fit-refused": [strict],
        "budget-in-bits": [budget // (k * d * bits)],
        "rounded-by-row": [budget // (k * row)],
        "elements-for-bytes": [budget // (k * d)],
        "itemsize-fixed": [[budget // (k * d * s)] for s in (2, 4)],
        "whole-byte-each": [budget // (k * d) if bits == 4 else V],
    }


def counts(student, V: int, **options) -> bool:
    """Are rows counted one by one, if V of them fit?"""
    return student.observe(FITTING, 4 * V, 2, "bfloat16", watch=("cost",), **options).steps > 10_000


@check(points=1)
def tied(student, rng):
    """One matrix in every dtype, small budgets and very large ones; without a loop over the rows."""
    neutral = "The number of rows is not right."
    if counts(student, 20_000):
        raise Wrong("loop-over-rows")
    diagnosis = Diagnosis(neutral)
    for dtype in ("", *BITS):
        d = odd(rng, 3, 60)
        bits = BITS[dtype] if dtype else 16
        options = {"dtype": dtype} if dtype else {}
        huge = odd(rng, 2**57, 2**58), odd(rng, 2**60, 2**61) * 2**11 + 1, odd(rng, 2**60, 2**61) << 90
        for budget in (*budgets(rng, d, bits, 1), *huge):
            V = rows(budget, d, bits)
            with sized(budget):
                got = student.call(FITTING, budget, d, **options)
            got = integer(got, neutral)
            size = bits / 8
            floats = [
                int(budget / (d * size)),
                int(budget // (d * size)),
                int(budget / d / size),
                int(budget / size) // d,
                int(budget / size / d),
            ]
            floats += [V] * (bits > 4)  # with an integer itemsize no float is needed
            see(
                diagnosis,
                [got],
                [V],
                **wrong_rows(budget, d, bits, V, 1),
                **{
                    "tied-inverted": [rows(budget, d, bits, False)],
                    "digits-lost": [[x] for x in floats],
                    "counts-overflow": [
                        [wrapped(budget) * 8 // (d * bits)],
                        [wrapped(8 * budget) // (d * bits)],
                    ],
                },
            )
    diagnosis.conclude()


@check(points=1)
def untied(student, rng):
    """Two matrices, each rounded up to whole bytes, and one with the same budget."""
    neutral = "The number of rows is not right if the output has a matrix of its own."
    diagnosis = Diagnosis(neutral)

    def look(budget, d, dtype):
        bits = BITS[dtype]
        for tied in (True, False):
            V, k = rows(budget, d, bits, tied), 1 if tied else 2
            with sized(budget):
                got = student.call(FITTING, budget, d, dtype, tied=tied)
            got = integer(got, neutral)
            halved = [int(budget / k) * 8 // bits // d, int(budget * 8 / (k * bits)) // d]
            halved += [int(budget * 8 / (k * d * bits))] + [V] * tied  # whoever halves has no float here
            see(
                diagnosis,
                [got],
                [V],
                **wrong_rows(budget, d, bits, V, k),
                **{
                    "digits-lost": [[x] for x in halved],
                    "output-forgotten": [rows(budget, d, bits)],
                    "tied-counted-twice": [rows(budget, d, bits, False)],
                    "tied-inverted": [rows(budget, d, bits, not tied)],
                    "rounded-together": [budget * 8 // (k * d * bits)],
                },
            )

    patient = counts(student, 20_000)  # the check "tied" says so
    for dtype in ("float32", "bfloat16", "int8", "int4"):
        d = odd(rng, 3, 60)
        for budget in budgets(rng, d, BITS[dtype], 2):
            look(budget, d, dtype)
        if not patient:
            look(4 * odd(rng, 2**60, 2**61) + 2, d, dtype)
    for d in primes(rng, 3):  # budgets at which two arrays of int4 hold one row less than a single one
        for V in (1, 3, 5):
            look(d * V, d, "int4")
    diagnosis.conclude()


@check(points=1)
def multiple(student, rng):
    """Multiples, and 0 if not even one multiple fits."""
    neutral = "The number of rows is not right with a multiple."
    for V, multiple in ((20_000, 2), (2 * 20_000 - 1, 20_000)):  # counts up, or down to the multiple
        if counts(student, V, multiple=multiple):
            raise Wrong("loop-over-rows")
    diagnosis = Diagnosis(neutral)
    for dtype in ("float32", "bfloat16", "int8", "int4"):
        d, multiple = primes(rng, 2)
        some = multiple - 2, multiple, 9 * multiple - 1, 9 * multiple, 9 * multiple + 1
        huge = (2**60 + 3) * multiple, (2**60 + 3) * multiple + 1
        for V, tied in itertools.product((*some, *huge), (True, False)):
            k, options = (1, {}) if tied else (2, {"tied": False})
            budget = k * packed(V * d, BITS[dtype])
            most = rows(budget, d, BITS[dtype], tied)
            want = most // multiple * multiple
            with blame("nothing-refused", only=("ValueError",)) if want == 0 else contextlib.nullcontext():
                got = student.call(FITTING, budget, d, dtype, multiple=multiple, **options)
            got = integer(got, neutral)
            see(
                diagnosis,
                [got],
                [want],
                **{
                    "multiple-ignored": [most],
                    "multiple-of-both": [k * most // multiple * multiple // k],
                    "digits-lost": [
                        [int(most / multiple) * multiple],
                        [int(budget / k) * 8 // BITS[dtype] // d // multiple * multiple if k > 1 else want],
                    ],
                    "multiple-up": [-(-most // multiple) * multiple],
                    "never-zero": [max(want, multiple)],
                    "exact-fit-refused": [
                        (most - 1 if k * packed(most * d, BITS[dtype]) == budget and most else most)
                        // multiple
                        * multiple
                    ],
                },
            )
    diagnosis.conclude()


@check(points=1)
def errors(student, rng):
    with blame("nothing-refused", only=("ValueError",)):
        student.call(FITTING, 1, odd(rng, 3, 60))
    good = [odd(rng, 999, 9999), odd(rng, 3, 60), "float32"]
    refuses(student, FITTING, good, {0: 0, 1: 1, "multiple": 1}, {2: NO_DTYPES})
    if refusal(lambda: student.call(FITTING, 0, 5, "int3")) is None:
        raise Wrong("unchecked-without-budget")
