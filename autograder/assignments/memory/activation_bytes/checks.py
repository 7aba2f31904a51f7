"""Checks of `activation_bytes`: ids, vectors and logits of a batch, at once and in pieces."""

import operator
from fractions import Fraction

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, check
from autograder.checks.shared import wrapped
from autograder.checks.student import Student

from ..asking import DTYPES, Narrowing, integers, odd, primes, see, sized

NAME = "activation_bytes"
SPECIAL = {  # the draws with pieces, and what a student is told of one
    "few": "a piece is smaller than a text",
    "more than a text": "a piece is larger than a text",
    "almost all": "a piece is almost the batch",
    "divides": "pieces divide the batch",
    "all": "a piece is the batch",
    "too many": "a piece is larger than the batch",
    "one": "a piece is one token",
    "very many": "the batch is very large",
}


@check(points=1)
def arrays(student: Student, rng: np.random.Generator):
    """The three arrays, in every dtype but int4, with ids of both dtypes; also very large sizes."""
    neutral = "The bytes of ids, vectors or logits are not right."
    fields = "the ids", "the embedded vectors", "the logits"
    diagnosis = Narrowing(neutral, *fields)
    for dtype in ("", *rng.permutation(list(DTYPES))):
        for id_dtype, i in (("", 8), ("int64", 8), ("int32", 4)):
            B, T, d, V = primes(rng, 4)
            options = {"dtype": str(dtype), "id_dtype": id_dtype}
            options = {name: value for name, value in options.items() if value}
            got = integers(student.call(NAME, B, T, d, V, **options), 3, neutral)
            size = DTYPES[dtype] // 8 if dtype else 2
            n, x, z = B * T, B * T * d, B * T * V
            want = [n * i, x * size, z * size]
            see(
                diagnosis,
                got,
                want,
                operator.eq,
                f"ids are {id_dtype or 'of the default dtype'}",
                f"the dtype is {dtype or 'left to the default'}",
                **{
                    "array-counted-twice": [
                        [2 * want[0], *want[1:]],
                        [want[0], 2 * want[1], want[2]],
                        [*want[:2], 2 * want[2]],
                        [2 * w for w in want],
                    ],
                    "last-token-left-out": [
                        [*want[:2], B * (T - 1) * V * size],
                        [*want[:2], (n - 1) * V * size],
                        [w // T * (T - 1) for w in want],
                    ],
                    "id-dtype-ignored": [[n * 8, *want[1:]], [n * 4, *want[1:]]],
                    "ids-in-dtype": [n * size, *want[1:]],
                    "fields-swapped": [want[0], want[2], want[1]],
                    "table-for-vectors": [want[0], V * d * size, want[2]],
                    "last-logits-only": [[*want[:2], B * V * size], [*want[:2], V * size]],
                    "logits-widened": [*want[:2], 4 * z],
                    "elements-for-bytes": [[n, x, z], [want[0], x, z]],
                    "bits-for-bytes": [[8 * w for w in want], [want[0], 8 * want[1], 8 * want[2]]],
                    "itemsize-fixed": [[want[0], 2 * x, 2 * z], [want[0], 4 * x, 4 * z]],
                    "bfloat16-is-four": [want[0], 4 * x, 4 * z] if dtype in ("", "bfloat16") else want,
                },
            )
    diagnosis.conclude()
    diagnosis = Diagnosis(neutral)
    for T, d in ((odd(rng, 2**56, 2**57), 3), (3, odd(rng, 2**56, 2**57)), (5, odd(rng, 2**61, 2**62))):
        B, V = primes(rng, 2)
        with sized(T * d):
            got = integers(student.call(NAME, B, T, d, V, "float32"), 3, neutral)
        want = [B * T * 8, B * T * d * 4, B * T * V * 4]
        floats = [[want[0], int(float(want[1])), int(float(want[2]))], list(map(int, map(float, want)))]
        wrapping = [list(map(wrapped, want)), [want[0], *map(wrapped, want[1:])]]
        see(diagnosis, got, want, **{"digits-lost": floats, "counts-overflow": wrapping})
    diagnosis.conclude()


@check(points=2)
def pieces(student: Student, rng: np.random.Generator):
    """The logits of pieces, as a part of those that the function gives for the whole batch."""
    neutral = "The bytes of logits that exist at once are not right in pieces."
    diagnosis = Narrowing(neutral)
    other = {"dtype": "float32"}, {"id_dtype": "int32"}, {"dtype": "int8"}
    for i, shape in enumerate(SPECIAL):
        B, T, d, V = primes(rng, 4)
        T = odd(rng, 2**56, 2**57) if shape == "very many" else T
        n, options = B * T, other[i // 2] if i % 2 == 0 and i < 6 else {}
        piece = {
            "few": int(rng.integers(2, T - 1)),
            "more than a text": T + int(rng.integers(1, T)),
            "almost all": n - int(rng.integers(1, T)),
            "divides": T,
            "all": n,
            "too many": n + int(rng.integers(1, 99)),
            "one": 1,
            "very many": T + 2,
        }[shape]
        whole = integers(student.call(NAME, B, T, d, V, **options), 3, neutral)
        if shape == "very many" and whole[2] != 2 * n * V:
            continue  # another check says so
        got = integers(student.call(NAME, B, T, d, V, piece=piece, **options), 3, neutral)
        right = whole[1] * V == whole[2] * d  # mistakes are named if only pieces can be wrong
        if got[:2] != whole[:2]:
            raise Wrong("pieces-of-everything") if right else Unexplained(neutral)
        number, each = -(-n // piece), Fraction(whole[2], n)
        see(
            diagnosis,
            got[2:],
            [each * min(piece, n)],
            operator.eq,
            SPECIAL[shape],
            **(
                {}
                if not right
                else {
                    "piece-ignored": [each * n],
                    "two-pieces-at-once": [
                        [each * min(2 * piece, n)],
                        [each * (min(piece, n) + (n % piece if piece < n else 0))],
                    ],
                    "piece-of-each-text": [[each * B * min(piece, T)], [each * min(piece, T)]],
                    "piece-beyond-batch": [each * piece],
                    "last-piece": [[each * (n % piece or min(piece, n))], [each * (n % piece)]],
                    "pieces-alike": [
                        [each * -(-n // number)],
                        [each * (n // number)],
                        [each * Fraction(n, number)],
                    ],
                    "pieces-counted": [
                        [each * (parts if always or piece < n else n)]
                        for parts in (number, n // piece, max(1, n // piece))
                        for always in (True, False)
                    ],
                }
            ),
        )
    diagnosis.conclude()
