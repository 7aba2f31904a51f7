"""Checks of `roofline_seconds`: one piece of work, and several one after another."""

import math
from collections.abc import Callable, Iterator

import numpy as np

from autograder.checks.checking import Unexplained, check
from autograder.checks.student import Student

from ..asking import Narrowing, but_for_rounding, number, see

NAME = "roofline_seconds"
GIB, SMALL = 2**30, [10.0**-k for k in range(3, 13)]
ONE = "The time of one piece of work is not right."


def least(f: float, n: float, peak: float, bandwidth: float) -> float:
    return max(f / peak, n / bandwidth)


WRONG: dict[str, list[Callable[[float, float, float, float], float]]] = {  # each in its forms
    "times-added": [lambda f, n, p, b: f / p + n / b],
    "shorter-time": [lambda f, n, p, b: min(f / p, n / b)],
    "compute-only": [lambda f, n, p, b: f / p],
    "bytes-only": [lambda f, n, p, b: n / b],
    "rates-swapped": [lambda f, n, p, b: max(f / b, n / p)],
    "amounts-compared": [lambda f, n, p, b: f / p if f > n else n / b],
    "bandwidth-in-bits": [lambda f, n, p, b: max(f / p, 8 * n / b)],
    "whole-seconds": [lambda f, n, p, b: max(f // p, n // b)],
    "idle-is-zero": [
        lambda f, n, p, b: least(f, n, p, b) if f and n else 0.0,
        lambda f, n, p, b: least(f, n, p, b) if f else 0.0,
        lambda f, n, p, b: least(f, n, p, b) if n else 0.0,
    ],
    "amount-doubled": [
        lambda f, n, p, b: least(f / 2, n, p, b),
        lambda f, n, p, b: least(2 * f, n, p, b),
        lambda f, n, p, b: least(f, n / 2, p, b),
        lambda f, n, p, b: least(f, 2 * n, p, b),
    ],
    "units-converted": [
        *(lambda f, n, p, b, of=of: of * least(f, n, p, b) for of in (1e3, 1e6, 1e9, 1e-3)),
        *(lambda f, n, p, b, of=of: least(f, of * n, p, b) for of in (1e9 / GIB, GIB / 1e9, 1 / GIB, 1e-9)),
    ],
    "constant-added": [
        *(lambda f, n, p, b, c=c: least(f, n, p, b) + c for c in SMALL),
        *(lambda f, n, p, b, c=c: least(f, n, p + c, b + c) for c in SMALL),
        *(lambda f, n, p, b, c=c: least(f + c, n + c, p, b) for c in SMALL),
    ],
}


def rounded(want: float) -> list[list[float]]:
    """Return the seconds rounded to some digits after the point."""
    return [[round(want, digits)] for digits in range(1, 16)]


def single(got: float, want: float, shows: bool = False) -> float:
    """Return the answer if it is right to float32's digits alone, else the right one; NaN if it must show."""
    return got if 1e-10 * want < abs(got - want) < 1e-6 * want else math.nan if shows else want


def work(rng: np.random.Generator) -> Iterator[tuple[float, float, float, float]]:
    """Yield pieces bound by arithmetic and by bandwidth, where either amount is the larger one."""
    for longer in (0, 1):
        for rates in ((1e12, 1e9), (1e9, 1e12)):  # the amount with the larger rate is the larger one
            peak, bandwidth = (float(rate * rng.uniform(1, 9)) for rate in rates)
            times = rng.uniform(0.1, 1.0, 2)
            times[longer] = times[1 - longer] * rng.uniform(2, 7)
            yield float(times[0] * peak), float(times[1] * bandwidth), peak, bandwidth


@check(points=1)
def one(student: Student, rng: np.random.Generator):
    """One piece: ints and floats, long and short work, nothing to compute, nothing to move."""
    diagnosis = Narrowing(ONE)
    draws = [*work(rng), *(tuple(map(int, piece)) for piece in work(rng))]
    draws += [(7, 41.3, 3.1e11, 1.9e11), (7.1, 40, 2.3e11, 9e12)]
    slow = [tuple(1e-9 * x for x in piece) for piece in work(rng)]  # what is added for safety shows here
    draws += [(f * a, n * b, p, q) for f, n, p, q in slow for a, b in ((0, 1), (1, 0), (0, 0))]
    for i, piece in enumerate(draws):
        got, want = number(student.call(NAME, *piece), ONE), least(*piece)
        idle = not (piece[0] and piece[1])
        see(
            diagnosis,
            [got],
            [want],
            but_for_rounding,
            "one of the amounts is 0" if idle else "there is something to compute and something to move",
            "arithmetic takes longer" if want > piece[1] / piece[3] else "the bytes take longer",
            of=lambda piece=piece, got=got, want=want, i=i: {
                **{mistake: [[wrong(*piece)] for wrong in forms] for mistake, forms in WRONG.items()},
                "seconds-rounded": rounded(want),
                "single-precision": [single(got, want, i < 4)],
            },
        )
    diagnosis.conclude()


@check(points=2)
def several(student: Student, rng: np.random.Generator):
    """Lists of pieces, by what the function gives for each of them alone."""
    neutral = "The time of several pieces, one after another, is not right."
    diagnosis = Narrowing(neutral)
    for count, rate in ((1, 1.0), (2, 1.0), (2, 1e9), (4, 1.0), (5, 1.0)):
        peak, bandwidth = (float(x) for x in rng.uniform(2, 9, 2) * 10)
        times = rng.uniform(1, 3, (2, count))
        times[np.arange(count) % 2, np.arange(count)] *= rng.uniform(2, 4)  # bound by either in turn
        times[:, 1:2] *= 5 if count > 2 else 1  # the longest piece is neither the first nor the last
        flops, nbytes = (times[0] * peak).tolist(), (times[1] * bandwidth).tolist()
        peak, bandwidth = rate * peak, rate * bandwidth  # many operations a second make little time of them
        if count == 4:
            flops, nbytes = list(map(int, flops)), list(map(int, nbytes))
            flops[3], nbytes[3] = flops[0], nbytes[0]
        if count == 5:
            flops[0] = nbytes[2] = 0
        pieces = list(zip(flops, nbytes))
        got = number(student.call(NAME, flops, nbytes, peak, bandwidth), neutral)
        alone = [number(student.call(NAME, f, n, peak, bandwidth), ONE) for f, n in pieces]
        if sum(alone) <= 0:
            raise Unexplained(ONE)
        seconds = [least(f, n, peak, bandwidth) for f, n in pieces]
        merged = least(sum(flops), sum(nbytes), peak, bandwidth)
        want = sum(alone)

        def forms(pieces=pieces, peak=peak, bandwidth=bandwidth, want=want) -> dict:
            """Return what mistakes with single pieces give, where they give something else."""
            found = {
                m: [[sum(w(f, n, peak, bandwidth) for f, n in pieces)] for w in ways]
                for m, ways in WRONG.items()
            }
            return {
                m: kept
                for m, of in found.items()
                if (kept := [x for x in of if not but_for_rounding(x[0], want)])
            }

        see(
            diagnosis,
            [got],
            [want],
            but_for_rounding,
            "there is one piece"
            if count == 1
            else "two pieces are equal"
            if count == 4
            else "nothing is equal",
            "an amount is 0" if count == 5 else "no amount is 0",
            of=forms,
            **{
                "pieces-merged": [merged],
                "longest-work": [[max(seconds)], [least(max(flops), max(nbytes), peak, bandwidth)]],
                "single-precision": [single(got, want)],
                "one-piece": [[seconds[0]], [seconds[-1]]],
                "seconds-rounded": rounded(want),
                "pieces-averaged": [want / count],
                "a-piece-left-out": [[sum(part) or want] for part in (alone[:-1], alone[1:])]
                + [[sum(part)] for part in (alone[:-1], alone[1:])],
            },
        )
    diagnosis.conclude()
