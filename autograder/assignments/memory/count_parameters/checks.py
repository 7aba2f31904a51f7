"""Checks of `count_parameters`: the total of a model, and the token table's share of it."""

import operator

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, check
from autograder.checks.student import Student

from ..asking import Narrowing, but_for_rounding, integer, number, primes, see, sized

NAME = "count_parameters"
TOTAL = "The number of parameters is not right."
SIZES = ("V", "d", "layers", "heads", "kv_heads", "head_dim", "hidden")


def drawn(rng: np.random.Generator) -> dict[str, int]:
    """Return a small configuration, in which heads and width have nothing to do with each other."""
    return dict(zip(SIZES, primes(rng, len(SIZES))))


def answered(student: Student, sizes: dict, tied: bool) -> tuple:
    answer = student.call(NAME, **sizes, tied=tied)
    if not isinstance(answer, (tuple, list)) or len(answer) != 3:
        raise Unexplained("Three numbers are expected: a total and two fractions.")
    return tuple(answer)


def predicted(
    V: int, d: int, layers: int, heads: int, kv_heads: int, head_dim: int, hidden: int, tied: bool
) -> tuple:
    """Return the right total, and what each mistake gives."""
    q, kv, mlp, norms = d * heads * head_dim, d * kv_heads * head_dim, 3 * d * hidden, 2 * d
    one, tables = V * d, V * d * (1 if tied else 2)
    layer = 2 * q + 2 * kv + mlp + norms
    total = tables + layers * layer + d

    def with_layer(changed: int) -> list[int]:
        return [total + layers * (changed - layer)]

    qs, kvs = heads * head_dim, kv_heads * head_dim
    named = {(2, -2), (-2, 2), (-1, 0), (0, -1), (0, 0)}  # by the mistakes below
    attention = [
        with_layer(layer + a * q + b * kv) for a in range(-2, 3) for b in range(-2, 5) if (a, b) not in named
    ]
    beside = [(a, b) for a in range(-1, 4) for b in range(-1, 3)]
    beside = [both for both in beside if both not in {(0, 0), (-1, 0), (0, -1), (-2, -1)}]
    biases = (qs, qs + kvs, qs + 2 * kvs, qs + 2 * kvs + d)

    return total, {
        "tied-inverted": [total - tables + 3 * one - tables],
        "output-forgotten": [total - tables + one],
        "tied-counted-twice": [total - tables + 2 * one],
        "kv-heads-ignored": [with_layer(layer + 2 * q - 2 * kv), with_layer(layer + 2 * kv - 2 * q)],
        "heads-for-width": [
            with_layer(layer + (d * d - q) * 2),
            with_layer(layer + d * d - q),
            with_layer(layer + 2 * d * d - 2 * q + 2 * d * d * kv_heads // heads - 2 * kv),
            with_layer(layer + 2 * d * d - 2 * q + 2 * d * (d // heads) * kv_heads - 2 * kv),
            with_layer(layer + 4 * d * d - 2 * q - 2 * kv),
        ],
        "projection-forgotten": with_layer(layer - q),
        "kv-matrix-forgotten": with_layer(layer - kv),
        "mlp-of-two": with_layer(layer - d * hidden),
        "norms-forgotten": [[total - layers * norms - d], [total - layers * norms], [total - layers * d]],
        "last-norm-forgotten": [total - d],
        "layers-counted-once": [total - (layers - 1) * layer],
        "attention-of-other-size": attention,
        "mlp-of-other-size": [
            with_layer(layer + a * d * hidden + b * hidden * hidden)
            for a, b in ((-2, 0), (-3, 0), (1, 0), (2, 0), (3, 0), (-1, 1), (-2, 1), (-3, 1))
        ],
        "norms-of-other-number": [[total + a * layers * d + b * d] for a, b in beside]
        + [[total - d + V], [total - d + hidden]],
        "biases-counted": [with_layer(layer + more) for more in (*biases, 2 * hidden, 2 * hidden + d)]
        + [with_layer(layer + b + 2 * hidden + d) for b in biases]
        + [[total + V], [total + (0 if tied else V)]],
    }


@check(points=2)
def total(student: Student, rng: np.random.Generator):
    diagnosis = Narrowing(TOTAL)
    ones = dict.fromkeys(SIZES, 1)
    for tied, sizes in ((True, ones), (False, ones), *((tied, drawn(rng)) for tied in (True, False) * 2)):
        got = integer(answered(student, sizes, tied)[0], TOTAL)
        want, mistakes = predicted(**sizes, tied=tied)
        see(diagnosis, [got], [want], operator.eq, f"tied is {tied}", **mistakes)
    diagnosis.conclude()
    sizes |= {"V": 2**31 + 1, "d": 2**27 + 1}
    want = predicted(**sizes, tied=True)[0]
    with sized(want):
        got = integer(answered(student, sizes, True)[0], TOTAL)
    if got != want:
        raise Wrong("digits-lost" if abs(got - want) < 1e-9 * want else "counts-overflow")


@check(points=1)
def shares(student: Student, rng: np.random.Generator):
    """Both fractions, of the total that was returned beside them."""
    neutral = "The two fractions, of the total that is returned beside them, are not right."
    diagnosis = Narrowing(neutral, "the fraction of one matrix", "the fraction of all stored ones")
    for tied, hidden in ((True, 0), (False, 0), (True, 10**9), (False, 10**9)):
        sizes = drawn(rng)
        sizes["hidden"] += hidden  # with so many numbers beside it the table has a tiny share
        whole, *fractions = answered(student, sizes, tied)
        whole, one = integer(whole, TOTAL), sizes["V"] * sizes["d"]
        tables = one if tied else 2 * one
        if whole <= tables:
            raise Unexplained("The total is not above that of the tables; fractions count once it is.")
        want = [one / whole, tables / whole]
        rest = whole - tables
        got = [number(x, neutral) for x in fractions]
        single = [g if abs(g - w) < 1e-6 * w else w for g, w in zip(got, want)]
        see(
            diagnosis,
            got,
            want,
            but_for_rounding,
            f"tied is {tied}",
            **{
                "percent": [100 * x for x in want],
                "share-of-rest": [[one / rest, tables / rest], [one / (whole - one), tables / rest]]
                + [[one / (whole - (0 if tied else one)), want[1]]],
                "one-is-half": [want[1] / 2, want[1]],
                "share-of-tables": [
                    [one / tables, want[1]],
                    [one / tables, 1.0],
                    [one / tables, one / tables],
                ],
                "fractions-in-float32": single,
                "total-grown": [[one / (rest + 2 * one)] * 2, want]
                if tied
                else [[one / (whole + one), tables / (whole + one)], [one / whole, tables / (whole + one)]],
                "pair-swapped": want[::-1],
                "output-forgotten": [want[0], want[0]],
                "tied-counted-twice": [[want[0], 2 * want[0]], [2 * want[0], 2 * want[0]]],
                "tied-inverted": [want[0], 3 * want[0] - want[1]],
                "one-as-stored": [want[1], want[1]],
                "fractions-rounded": [[round(x, digits) for x in want] for digits in range(1, 16)],
            },
        )
    diagnosis.conclude()
