"""Checks of `kv_cache_bytes`: keys and values that are kept."""

from autograder.checks.checking import Diagnosis, Wrong, blame, check
from autograder.checks.shared import wrapped

from ..asking import DTYPES, NO_DTYPES, integer, large, packed, primes, refuses, see, sized, through_floats

CACHE = "kv_cache_bytes"


@check(points=1.5)
def values(student, rng):
    neutral = "The bytes of the cache are not right."
    diagnosis = Diagnosis(neutral)
    for options in ({}, {"dtype": "bfloat16"}, {"dtype": "float16"}):
        layers, heads, width, B, T = primes(rng, 5)
        got = integer(student.call(CACHE, layers, heads, width, B, T, **options), neutral)
        count = 2 * layers * heads * width * B * T
        see(
            diagnosis,
            [got],
            [2 * count],
            **{
                "values-forgotten": [count],
                "layers-forgotten": [2 * count // layers],
                "heads-forgotten": [2 * count // heads],
                "batch-forgotten": [2 * count // B],
                "bits-for-bytes": [16 * count],
            },
        )
    diagnosis.conclude()


@check(points=1)
def dtypes(student, rng):
    neutral = "The bytes of the cache are not right in every dtype."
    diagnosis = Diagnosis(neutral)
    for dtype in rng.permutation(list(DTYPES)):
        sizes = primes(rng, 5)
        got = integer(student.call(CACHE, *sizes, str(dtype)), neutral)
        layers, heads, width, B, T = sizes
        count, size = 2 * layers * heads * width * B * T, DTYPES[dtype] // 8
        see(
            diagnosis,
            [got],
            [count * size],
            **{
                "itemsize-fixed": [[2 * count], [4 * count]],
                "elements-for-bytes": [count],
                "bfloat16-is-four": [count * (4 if dtype == "bfloat16" else size)],
                "values-forgotten": [count * size // 2],
                "bits-for-bytes": [8 * count * size],
                "layers-forgotten": [count * size // layers],
                "heads-forgotten": [count * size // heads],
                "batch-forgotten": [count * size // B],
            },
        )
    diagnosis.conclude()
    for T, width in large(rng):
        with blame("counts-overflow"):
            got = integer(student.call(CACHE, 3, 5, width, 7, T, "float32"), neutral)
        want = 4 * 2 * 3 * 5 * 7 * width * T
        if got != want:
            raise Wrong("digits-lost" if abs(got - want) < 1e-12 * want else "counts-overflow")


@check(points=0.5)
def packing(student, rng):
    """int4, with two numbers to a byte in each array; also very large sizes."""
    neutral = "The bytes of int4 are not right."
    diagnosis = Diagnosis(neutral)
    some = primes(rng, 5)
    draws = [some, [some[0], 2 * some[1], *some[2:]]]
    draws += [[some[0], some[1], width, some[3], T] for T, width in large(rng)]
    for layers, heads, width, B, T in draws:
        n, arrays = heads * width * B * T, 2 * layers
        with sized(n):
            got = student.call(CACHE, layers, heads, width, B, T, "int4")
        got = integer(got, neutral)
        want = arrays * packed(n, 4)
        see(
            diagnosis,
            [got],
            [want],
            **{
                "rounded-down": [arrays * (n // 2)],
                "whole-byte-each": [arrays * n],
                "rounded-together": [
                    [packed(arrays * n, 4)],
                    [layers * packed(2 * n, 4)],
                    [2 * packed(layers * n, 4)],
                ],
                "rounded-by-row": [
                    [arrays * n // width * packed(width, 4)],
                    [arrays * B * packed(n // B, 4)],
                    [arrays * B * heads * packed(T * width, 4)],
                    [arrays * B * T * packed(heads * width, 4)],
                ],
                "digits-lost": [[arrays * x] for x in through_floats(n, 4)]
                + [[x] for x in through_floats(arrays * n, 4)],
                "counts-overflow": [[wrapped(want)], [arrays * packed(wrapped(n), 4)]],
                "values-forgotten": [want // 2],
                "bits-for-bytes": [arrays * n * 4],
                "layers-forgotten": [want // layers],
            },
        )
    diagnosis.conclude()


@check(points=1)
def errors(student, rng):
    refuses(student, CACHE, [*primes(rng, 5), "float32"], dict.fromkeys(range(5), 1), {5: NO_DTYPES})
