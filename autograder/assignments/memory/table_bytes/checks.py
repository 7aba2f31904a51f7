"""Checks of `table_bytes`: a table's bytes, by dtype."""

from autograder.checks.checking import Diagnosis, Unexplained, check
from autograder.checks.shared import wrapped

from ..asking import (
    DTYPES,
    NO_DTYPES,
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
from ..shared import tied_forms

BYTES = "table_bytes"


@check(points=1)
def dtypes(student, rng):
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


@check(points=1)
def tied(student, rng):
    """One matrix or two."""
    neutral = "The bytes of a tied or of an untied model are not right."
    diagnosis = Diagnosis(neutral)
    for dtype in rng.permutation(list(DTYPES)):
        V, d = primes(rng, 2)
        one = V * d * DTYPES[dtype] // 8
        for tied in (True, False):
            got = integer(student.call(BYTES, V, d, str(dtype), tied=tied), neutral)
            total = one if tied else 2 * one
            see(
                diagnosis,
                [got],
                [total],
                **tied_forms(one, tied),
                **scaled(total, V * d * (1 if tied else 2)),
            )
    diagnosis.conclude()


def scaled(total: int, count: int) -> dict:
    """What mistakes about bytes and bits give, for any array."""
    return {
        "bits-for-bytes": [8 * total],
        "elements-for-bytes": [count],
        "itemsize-fixed": [[2 * count], [4 * count]],
    }


@check(points=1)
def packing(student, rng):
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
        raise Unexplained("The bytes of float32 are not right yet; this part, on int4, counts once they are.")
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


@check(points=1)
def errors(student, rng):
    V, d = primes(rng, 2)
    refuses(student, BYTES, [V, d, "float32"], {0: 1, 1: 1}, {2: NO_DTYPES})
