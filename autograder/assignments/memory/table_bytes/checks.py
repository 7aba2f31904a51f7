"""Checks of `table_bytes`: bytes of one matrix or two, in every dtype, and of their scales."""

import operator
from fractions import Fraction

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, check
from autograder.checks.shared import wrapped
from autograder.checks.student import Student

from ..asking import DTYPES, Narrowing, integer, large, odd, primes, see, sized
from ..shared import packed, scaled, through_floats, tied_forms

NAME = "table_bytes"


@check(points=1)
def dtypes(student: Student, rng: np.random.Generator):
    """Every dtype but int4, tied and untied."""
    neutral = "The bytes are not right in every dtype, tied and untied."
    diagnosis = Narrowing(neutral)
    for dtype in ("", *rng.permutation(list(DTYPES))):
        V, d = primes(rng, 2)
        size, options = (DTYPES[dtype] // 8, {"dtype": str(dtype)}) if dtype else (2, {})
        for tied in (True, False):
            one, k = V * d * size, 1 if tied else 2
            got = integer(student.call(NAME, V, d, **options, **({} if tied else {"tied": False})), neutral)
            see(
                diagnosis,
                [got],
                [k * one],
                operator.eq,
                f"tied is {tied}",
                f"the dtype is {dtype or 'left to the default'}",
                **tied_forms(one, tied),
                **{"byte-too-many": [[k * (one + 1)], [k * one + 1]]},
                **scaled(k * one, k * V * d),
                **{"bfloat16-is-four": [4 * k * V * d if dtype in ("", "bfloat16") else k * one]},
            )
    diagnosis.conclude()
    diagnosis, dtype = Diagnosis(neutral), str(rng.choice(list(DTYPES)))
    for V, d in large(rng):
        want = V * d * (DTYPES[dtype] // 8)
        with sized(V * d):
            got = integer(student.call(NAME, V, d, dtype), neutral)
        see(
            diagnosis,
            [got],
            [want],
            **{"digits-lost": [int(float(want))], "counts-overflow": [wrapped(want)]},
        )
    diagnosis.conclude()


@check(points=1)
def packing(student: Student, rng: np.random.Generator):
    """int4, with two numbers to a byte: odd and even counts, one array and two, very large ones."""
    neutral = "The bytes of int4 are not right."
    diagnosis = Narrowing(neutral)
    draws = [
        (odd(rng, 5, 99), odd(rng, 5, 99)),
        (odd(rng, 5, 99), 2 * odd(rng, 5, 99)),
        (2 * odd(rng, 5, 99), odd(rng, 5, 99)),
        (odd(rng, 5, 99), 1),
        *large(rng),
    ]
    # A count of entries is not to be taken for a mistake with int4.
    if integer(student.call(NAME, 3, 5, "float32"), neutral) != 60:
        raise Unexplained("The bytes of float32 are not right yet; this part, on int4, counts once they are.")
    for V, d in draws:
        for tied in (True, False):
            with sized(V * d):
                answer = student.call(NAME, V, d, "int4", tied=tied)
            got, n, k = integer(answer, neutral), V * d, 1 if tied else 2
            floats = through_floats(n, 4) + [x // k for x in through_floats(n * k, 4)]
            see(
                diagnosis,
                [got],
                [k * packed(n, 4)],
                operator.eq,
                "the numbers fill whole bytes" if n % 2 == 0 else "half a byte is left over",
                f"tied is {tied}",
                **{
                    "byte-too-many": [k * (n // 2 + 1)],
                    "rounded-down": [k * (n // 2)],
                    "whole-byte-each": [k * n],
                    "rounded-together": [packed(k * n, 4)],
                    "rounded-by-row": [k * V * packed(d, 4)],
                    "digits-lost": [[k * x] for x in floats],
                    "counts-overflow": [
                        [wrapped(k * packed(wrapped(n), 4))],
                        [wrapped(k * packed(n, 4))],
                        [k * packed(wrapped(4 * n), 1)],
                    ],
                    **tied_forms(packed(n, 4), tied),
                },
            )
    diagnosis.conclude()


@check(points=2)
def scales(student: Student, rng: np.random.Generator):
    """What scales add to the bytes that the function gives without them."""
    neutral = "What the scales add to the bytes of a table is not right."
    diagnosis = Narrowing(neutral)
    # All of them come, or scales of one alone would pass.
    dtypes = list(rng.permutation(["int4", "int8"] * 5 + ["float16", "float32"] * 2))
    for group, divides in ((1, True), (2, False), (3, False), (4, False), (60, False), (5, True), (6, True)):
        for tied in (True, False):
            (V,), d, k = primes(rng, 1), odd(rng, 7, 50), 1 if tied else 2
            d = group * int(rng.integers(2, 6)) if divides else d + (d % group == 0)
            dtype = str(dtypes.pop())
            plain = integer(student.call(NAME, V, d, dtype, tied=tied), neutral)
            matrices = Fraction(integer(student.call(NAME, V, d, "int8", tied=tied), neutral), V * d)
            k = int(matrices) if matrices in (1, 2) else k  # tying is judged by another check
            got = integer(student.call(NAME, V, d, dtype, tied=tied, group=group), neutral) - plain
            row, bits = -(-d // group), DTYPES.get(dtype, 4)
            blocks = [min(group, d - begin) for begin in range(0, d, group)]
            right, numbers = 2 * k * V * row, packed(V * d, bits)
            see(
                diagnosis,
                [got],
                [right],
                operator.eq,
                "a group is longer than a row"
                if group > d
                else "groups divide a row"
                if divides
                else "a rest is left",
                "a group is one number" if group == 1 else "a group has several numbers",
                f"the dtype is {dtype}",
                f"tied is {tied}",
                **{
                    "groups-in-columns": [2 * k * d * -(-V // group)],
                    "groups-whole-bytes": [right + k * (V * sum(packed(n, bits) for n in blocks) - numbers)],
                    "scales-forgotten": [0],
                    "scales-of-int4-alone": [2 * k * V * row if dtype == "int4" else 0],
                    "groups-across-rows": [
                        [2 * k * -(-V * d // group)],
                        [2 * -(-k * V * d // group)],
                        [2 * k * (V * d // group)],
                        [2 * (k * V * d // group)],
                        [k * (2 * V * d // group)],
                    ],
                    "last-group-dropped": [[2 * k * V * (d // group)], [2 * k * V * max(1, d // group)]],
                    "scale-of-other-size": [[k * V * row * n] for n in (1, 4, 8, 16)]
                    + [[k * V * row * bits // 8], [k * V * row * max(1, bits // 8)]]
                    + [[k * (packed(V * (d + n * row), bits) - numbers)] for n in (1, 2)],
                    "scales-once": [2 * V * row],
                    "one-scale-a-row": [2 * k * V],
                    "group-too-many": [2 * k * V * (d // group + 1)],
                },
            )
    diagnosis.conclude()
    V, d = odd(rng, 2**60, 2**61), odd(rng, 7, 50)
    plain = integer(student.call(NAME, V, d, "int8"), neutral)
    if plain == V * d:  # else another check says so
        got = integer(student.call(NAME, V, d, "int8", group=2), neutral)
        want = plain + V * (d + 1)
        if got != want:
            raise Wrong("digits-lost" if abs(got - want) < 1e-9 * want else None, neutral)
