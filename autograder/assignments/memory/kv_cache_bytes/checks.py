"""Checks of `kv_cache_bytes`: keys and values that are kept, of whole texts and of windows."""

import operator
from fractions import Fraction

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, check
from autograder.checks.shared import wrapped
from autograder.checks.student import Student

from ..asking import DTYPES, Narrowing, integer, large, odd, primes, see, sized
from ..shared import packed, scaled, through_floats

NAME = "kv_cache_bytes"
SPECIAL = {  # draws with local layers, and what a student is told of one
    "long": ("the window is longer than the text", "no token falls out of the window"),
    "as long": ("the window is as long as the text", "no token falls out of the window"),
    "all local": ("all layers are local",),
    "one": ("the window is one token",),
    "very long": ("the text is very long",),
}


@check(points=1)
def values(student: Student, rng: np.random.Generator):
    """Layers that keep everything, in every dtype but int4."""
    neutral = "The bytes of the cache are not right."
    diagnosis = Narrowing(neutral)
    for dtype in ("", *rng.permutation(list(DTYPES))):
        layers, heads, width, B, T = sizes = primes(rng, 5)
        got = integer(student.call(NAME, *sizes, **({"dtype": str(dtype)} if dtype else {})), neutral)
        count = 2 * layers * heads * width * B * T
        total = count * (DTYPES[dtype] // 8 if dtype else 2)
        see(
            diagnosis,
            [got],
            [total],
            operator.eq,
            f"the dtype is {dtype or 'left to the default'}",
            **scaled(total, count),
            **{
                "queries-kept": [3 * total // 2],
                "byte-too-many": [[total + 2 * layers], [total + 1]],
                "bfloat16-is-four": [4 * count if dtype in ("", "bfloat16") else total],
                "values-forgotten": [total // 2],
                "layers-forgotten": [total // layers],
                "heads-forgotten": [total // heads],
                "batch-forgotten": [total // B],
            },
        )
    diagnosis.conclude()
    diagnosis, dtype = Diagnosis(neutral), str(rng.choice(list(DTYPES)))
    for T, width in large(rng):
        want = 12 * T * width * (DTYPES[dtype] // 8)
        with sized(T * width):
            got = integer(student.call(NAME, 2, 1, width, 3, T, dtype), neutral)
        floats = [[int(float(want))], [2 * int(float(want // 2))], [4 * int(float(want // 4))]]
        see(diagnosis, [got], [want], **{"digits-lost": floats, "counts-overflow": [wrapped(want)]})
    diagnosis.conclude()


@check(points=1)
def packing(student: Student, rng: np.random.Generator):
    """int4, with two numbers to a byte in each array; also very large sizes."""
    neutral = "The bytes of int4 are not right."
    diagnosis = Narrowing(neutral)
    if integer(student.call(NAME, 3, 5, 7, 11, 13, "float32"), neutral) != 4 * 2 * 3 * 5 * 7 * 11 * 13:
        raise Unexplained("The bytes of float32 are not right yet; this part, on int4, counts once they are.")
    some = primes(rng, 5)
    draws = [some, [some[0], 2 * some[1], *some[2:]]]
    draws += [[some[0], some[1], width, some[3], T] for T, width in large(rng)]
    for layers, heads, width, B, T in draws:
        n, arrays = heads * width * B * T, 2 * layers
        with sized(n):
            got = student.call(NAME, layers, heads, width, B, T, "int4")
        want = arrays * packed(n, 4)
        see(
            diagnosis,
            [integer(got, neutral)],
            [want],
            operator.eq,
            "the numbers of an array fill whole bytes" if n % 2 == 0 else "half a byte is left over",
            **{
                "byte-too-many": [arrays * (n // 2 + 1)],
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
                    [arrays * heads * packed(n // heads, 4)],
                    [arrays * B * heads * packed(T * width, 4)],
                    [arrays * B * T * packed(heads * width, 4)],
                ],
                "digits-lost": [[arrays * x] for x in through_floats(n, 4)]
                + [[x] for x in through_floats(arrays * n, 4)],
                "counts-overflow": [[wrapped(want)], [arrays * packed(wrapped(n), 4)]],
            },
        )
    diagnosis.conclude()


@check(points=2)
def local(student: Student, rng: np.random.Generator):
    """Layers with a window, by what the function gives for layers that keep everything."""
    neutral = "The bytes are not right where some layers are local."
    diagnosis = Narrowing(neutral)
    if (
        not 0
        < integer(student.call(NAME, 1, 1, 1, 1, 5), neutral)
        < integer(student.call(NAME, 1, 1, 1, 1, 6), neutral)
    ):
        raise Unexplained("The bytes do not grow with the tokens yet; local layers count once they do.")
    for shape in ("short", "short", "long", "as long", "all local", "one", "very long"):
        layers, heads, width, B, T = sizes = primes(rng, 5)
        dtype, bits = {"short": ("float32", 32), "one": ("int4", 4)}.get(shape, ("bfloat16", 16))
        options = {} if dtype == "bfloat16" else {"dtype": dtype}
        T = odd(rng, 2**56, 2**57) if shape == "very long" else T + 3
        window = {"long": T + int(rng.integers(1, 9)), "as long": T, "one": 1, "very long": T + 2}.get(
            shape, int(rng.integers(2, T - 2))
        )
        few = layers if shape == "all local" else layers // 2 if layers % 2 else 2

        def kept(tokens: int, sizes=sizes, options=options) -> Fraction:
            """Return the bytes of one layer that keeps so many tokens, by the student's function."""
            whole = integer(student.call(NAME, *sizes[:4], tokens, **options), neutral)
            return Fraction(whole, sizes[0])

        all_, some, far = kept(T), kept(min(T, window)), kept(window)
        right = all_ == 2 * packed(
            heads * width * B * T, bits
        )  # mistakes are named if only local layers can be wrong
        if not right and shape in ("one", "very long"):
            continue  # another check says so
        got = student.call(NAME, layers, heads, width, B, T, local=few, window=window, **options)
        got = integer(got, neutral)
        shared = 2 * packed(heads * width * min(B * T, window), bits)
        near = [2 * packed(heads * width * B * min(T, window + by), bits) for by in (1, -1)]
        see(
            diagnosis,
            [got],
            [(layers - few) * all_ + few * some],
            operator.eq,
            *SPECIAL.get(shape, ()),
            **(
                {}
                if not right
                else {
                    "window-without-effect": [layers * all_],
                    "window-of-other-length": [[(layers - few) * all_ + few * kept] for kept in near],
                    "window-of-one-text": [
                        [(layers - few) * all_ + few * one]
                        for one in (some / B, some // B, 2 * (some // (2 * B)))
                    ],
                    "every-layer-local": [layers * some],
                    "layers-swapped": [few * all_ + (layers - few) * some],
                    "window-beyond-text": [(layers - few) * all_ + few * far],
                    "window-for-batch": [(layers - few) * all_ + few * shared],
                    "local-left-out": [
                        [(layers - few) * all_],
                        [(layers - few) * all_ + few * (all_ if window >= T else 0)],
                    ],
                    "local-beside": [layers * all_ + few * some],
                }
            ),
        )
    diagnosis.conclude()
