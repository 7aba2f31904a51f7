"""Checks of `activation_bytes`: ids, vectors and logits of a batch."""

from autograder.checks.checking import Diagnosis, check
from autograder.checks.shared import wrapped

from ..asking import (
    DTYPES,
    NO_DTYPES,
    a_tuple,
    integers,
    large,
    odd,
    packed,
    primes,
    refuses,
    see,
    sized,
    through_floats,
)

BATCH = "activation_bytes"


@check(points=1)
def ids(student, rng):
    neutral = "The bytes of the ids are not right."
    diagnosis = Diagnosis(neutral)
    for dtype in rng.permutation(list(DTYPES)):
        B, T, d, V = primes(rng, 4)
        for options in ({"id_dtype": "int64"}, {"id_dtype": "int32"}, {}):
            size = 4 if options.get("id_dtype") == "int32" else 8
            got = student.call(BATCH, B, T, d, V, dtype=str(dtype), **options)
            see(
                diagnosis,
                integers(got, 3, neutral)[:1],
                [B * T * size],
                **{
                    "id-dtype-ignored": [[B * T * 8], [B * T * 4]],
                    "ids-in-dtype": [B * T * DTYPES[dtype] // 8],
                    "elements-for-bytes": [B * T],
                    "bits-for-bytes": [B * T * size * 8],
                },
            )
    diagnosis.conclude()
    a_tuple(got)


@check(points=1.5)
def vectors(student, rng):
    """Vectors and logits, in every dtype but int4."""
    neutral = "The bytes of the vectors or of the logits are not right."
    diagnosis = Diagnosis(neutral)
    for dtype in ("", *rng.permutation(list(DTYPES))):
        for id_dtype, id_size in (("int64", 8), ("int32", 4)):
            B, T, d, V = primes(rng, 4)
            size = DTYPES[dtype] // 8 if dtype else 2
            options = {"dtype": str(dtype)} if dtype else {}
            got = integers(student.call(BATCH, B, T, d, V, id_dtype=id_dtype, **options), 3, neutral)[1:]
            x, z = B * T * d, B * T * V
            see(
                diagnosis,
                got,
                [x * size, z * size],
                **{
                    "fields-swapped": [z * size, x * size],
                    "table-for-vectors": [V * d * size, z * size],
                    "last-logits-only": [[x * size, B * V * size], [x * size, V * size]],
                    "logits-widened": [x * size, 4 * z],
                    "elements-for-bytes": [x, z],
                    "bits-for-bytes": [8 * x * size, 8 * z * size],
                    "itemsize-fixed": [[2 * x, 2 * z], [4 * x, 4 * z]],
                    "bfloat16-is-four": [4 * x, 4 * z] if dtype in ("", "bfloat16") else [x * size, z * size],
                },
            )
    diagnosis.conclude()


@check(points=0.5)
def packing(student, rng):
    """int4, with two numbers to a byte; also very large sizes."""
    neutral = "The bytes of int4 are not right."
    diagnosis = Diagnosis(neutral)
    B, T = odd(rng, 2, 30), odd(rng, 2, 30)
    draws = [(B, T, odd(rng, 5, 99), odd(rng, 5, 99)), (2 * B, T, odd(rng, 5, 99), odd(rng, 5, 99))]
    draws += [(odd(rng, 2**30, 2**31), T, V, d) for V, d in large(rng)]
    for B, T, d, V in draws:
        n = B * T
        with sized(n * d):
            got = student.call(BATCH, B, T, d, V, "int4")
        got = integers(got, 3, neutral)
        want = [8 * n, packed(n * d, 4), packed(n * V, 4)]
        floats = [[8 * n, a, b] for a in through_floats(n * d, 4) for b in through_floats(n * V, 4)]
        see(
            diagnosis,
            got,
            want,
            **{
                "rounded-down": [8 * n, n * d // 2, n * V // 2],
                "whole-byte-each": [8 * n, n * d, n * V],
                "rounded-by-row": [
                    [8 * n, n * packed(d, 4), n * packed(V, 4)],
                    [8 * n, B * packed(T * d, 4), B * packed(T * V, 4)],
                ],
                "fields-swapped": [8 * n, want[2], want[1]],
                "last-logits-only": [[*want[:2], packed(B * V, 4)], [*want[:2], packed(V, 4)]],
                "logits-widened": [*want[:2], 4 * n * V],
                "table-for-vectors": [8 * n, packed(V * d, 4), want[2]],
                "digits-lost": floats,
                "counts-overflow": [8 * n, wrapped(want[1]), wrapped(want[2])],
                "bits-for-bytes": [64 * n, 4 * n * d, 4 * n * V],
            },
        )
    diagnosis.conclude()


@check(points=1)
def errors(student, rng):
    names = {4: NO_DTYPES, "id_dtype": ("float8", "int8", "float32", "Int64", "int64 ", "int", "")}
    refuses(student, BATCH, [*primes(rng, 4), "float32"], {0: 1, 1: 1, 2: 1, 3: 1}, names)
