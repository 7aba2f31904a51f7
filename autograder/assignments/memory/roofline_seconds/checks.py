"""Checks of `roofline_seconds`: one piece of work, and several one after another."""

from collections.abc import Callable, Iterator

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, check
from autograder.checks.student import Student

from ..asking import but_for_rounding, number, see

NAME = "roofline_seconds"
ONE = "The time of one piece of work is not right."


def least(f: float, n: float, peak: float, bandwidth: float) -> float:
    return max(f / peak, n / bandwidth)


WRONG: dict[str, Callable[[float, float, float, float], float]] = {
    "times-added": lambda f, n, p, b: f / p + n / b,
    "shorter-time": lambda f, n, p, b: min(f / p, n / b),
    "compute-only": lambda f, n, p, b: f / p,
    "bytes-only": lambda f, n, p, b: n / b,
    "rates-swapped": lambda f, n, p, b: max(f / b, n / p),
    "amounts-compared": lambda f, n, p, b: f / p if f > n else n / b,
    "bandwidth-in-bits": lambda f, n, p, b: max(f / p, 8 * n / b),
    "whole-seconds": lambda f, n, p, b: max(f // p, n // b),
    "idle-is-zero": lambda f, n, p, b: least(f, n, p, b) if f and n else 0.0,
}


def rounded(want: float) -> list[list[float]]:
    """Return the seconds rounded to some digits after the point."""
    return [[round(want, digits)] for digits in range(1, 10)]


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
    diagnosis = Diagnosis(ONE)
    draws = [*work(rng), *(tuple(map(int, piece)) for piece in work(rng))]
    draws += [(7, 40.0, *rates) for rates in ((3e11, 2e11), (2e11, 9e12))]
    draws += [(f * a, n * b, p, q) for f, n, p, q in work(rng) for a, b in ((0, 1), (1, 0), (0, 0))]
    for piece in draws:
        got, want = number(student.call(NAME, *piece), ONE), least(*piece)
        close = 0 < abs(got - want) < 1e-5 * want
        see(
            diagnosis,
            [got],
            [want],
            but_for_rounding,
            **{mistake: [wrong(*piece)] for mistake, wrong in WRONG.items()},
            **{"seconds-rounded": rounded(want), "single-precision": [got if close else want]},
        )
    diagnosis.conclude()


@check(points=2)
def several(student: Student, rng: np.random.Generator):
    """Lists of pieces, by what the function gives for each of them alone."""
    neutral = "The time of several pieces, one after another, is not right."
    diagnosis = Diagnosis(neutral)
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
        forms = {m: [sum(w(f, n, peak, bandwidth) for f, n in pieces)] for m, w in WRONG.items()}
        want = sum(alone)
        see(
            diagnosis,
            [got],
            [want],
            but_for_rounding,
            **{m: form for m, form in forms.items() if not but_for_rounding(form[0], want)},
            **{
                "pieces-merged": [merged],
                "longest-work": [[max(seconds)], [least(max(flops), max(nbytes), peak, bandwidth)]],
                "single-precision": [got if 0 < abs(got - want) < 1e-5 * want else want],
                "one-piece": [[seconds[0]], [seconds[-1]]],
                "seconds-rounded": rounded(want),
            },
        )
    diagnosis.conclude()
