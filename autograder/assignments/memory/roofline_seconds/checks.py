"""Checks of `roofline_seconds`: the longer one of the times to compute and to move bytes."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check
from autograder.checks.refusals import refusal
from autograder.checks.shared import as_float
from autograder.sandboxed import protocol

from ..asking import but_for_rounding, see

ROOFLINE = "roofline_seconds"
NEUTRAL = "The time is not right."


def seconds(value) -> float:
    """An answer that must be a number, as a float."""
    if isinstance(value, protocol.Array) and value.values.shape == ():
        value = value.values.item()
    if type(value) is int:
        raise Wrong("whole-number")
    if type(value) is not float:
        raise Unexplained(f"{NEUTRAL} A number is expected.")
    return as_float(value, NEUTRAL)


def asked(student, *numbers):
    """The answer; a TypeError for floats shows that ints alone are taken, if ints were asked before."""
    if any(type(number) is float for number in numbers):
        with blame("floats-refused", only=("TypeError",)):
            return student.call(ROOFLINE, *numbers)
    return student.call(ROOFLINE, *numbers)


def rounded(want: float) -> list[list[float]]:
    """The seconds rounded to some digits after the point."""
    return [[round(want, digits)] for digits in range(1, 13)]


def work(rng):
    """(flops, nbytes, peak, bandwidth): bound by arithmetic and by bandwidth, as integers and as floats."""
    for longer in (0, 1, 0, 1):
        peak, bandwidth = 10 ** rng.uniform(9, 15, 2)
        times = rng.uniform(0.1, 1.0, 2)
        times[longer] = times[1 - longer] * rng.uniform(2, 7)
        yield tuple(int(x) for x in (times[0] * peak, times[1] * bandwidth, peak, bandwidth))
        yield float(times[0] * peak), float(times[1] * bandwidth), float(peak), float(bandwidth)


def far(rng):
    """The same with numbers close to the largest that are allowed, and with amounts close to the smallest."""
    a, b, p, q = (float(x) for x in 10 ** rng.uniform(80, 99, 4))
    yield tuple(map(int, (a, b, p, q)))
    yield a, b, p, q
    yield 1 / a, 1 / b, float(rng.uniform(2, 9)), float(rng.uniform(2, 9))


@check(points=1)
def times(student, rng):
    diagnosis = Diagnosis(NEUTRAL)
    short = (float(10 ** rng.uniform(11, 12)), float(10 ** rng.uniform(11, 12)))  # little time
    for flops, nbytes, peak, bandwidth in (*work(rng), (40, 7, *short), (5, 60.0, *short)):
        compute, move = flops / peak, nbytes / bandwidth
        want = max(compute, move)
        got = seconds(asked(student, flops, nbytes, peak, bandwidth))
        see(
            diagnosis,
            [got],
            [want],
            but_for_rounding,
            **{
                "times-added": [compute + move],
                "shorter-time": [min(compute, move)],
                "compute-only": [compute],
                "bytes-only": [move],
                "rates-swapped": [max(flops / bandwidth, nbytes / peak)],
                "bandwidth-in-bits": [max(compute, 8 * move)],
                "whole-seconds": [max(flops // peak, nbytes // bandwidth)],
                "single-precision": [got if 0 < abs(got / want - 1) < 1e-6 else want],
                "seconds-rounded": rounded(want),
            },
        )
    diagnosis.conclude()
    for flops, nbytes, peak, bandwidth in far(rng):
        with blame("range-narrowed"):
            got = student.call(ROOFLINE, flops, nbytes, peak, bandwidth)
        if not but_for_rounding(seconds(got), max(flops / peak, nbytes / bandwidth)):
            raise Wrong("range-narrowed")


@check(points=1)
def nothing(student, rng):
    """No operations, no bytes, neither."""
    diagnosis = Diagnosis(NEUTRAL)
    for flops, nbytes, peak, bandwidth in work(rng):
        # What fails with work to do, fails here; what is right with it leaves out none of the times.
        busy = but_for_rounding(
            seconds(asked(student, flops, nbytes, peak, bandwidth)), max(flops / peak, nbytes / bandwidth)
        )
        for a, b in ((0, nbytes), (flops, 0), (0.0, 0)):
            answers = []
            error = refusal(lambda: answers.append(student.call(ROOFLINE, a, b, peak, bandwidth)))
            if error is not None:
                if type(a) is float and error.is_a("TypeError"):
                    raise Wrong("floats-refused")
                raise Wrong("zero-refused" if error.is_a("ValueError") else "nothing-to-do-fails")
            compute, move = a / peak, b / bandwidth
            want = max(compute, move)
            mistakes = {
                "shorter-time": [min(compute, move)],
                "compute-only": [compute],
                "bytes-only": [move],
                "rates-swapped": [max(a / bandwidth, b / peak)],
                "bandwidth-in-bits": [max(compute, 8 * move)],
                "whole-seconds": [max(a // peak, b // bandwidth)],
                "single-precision": [float(np.float32(want))],
            }
            if busy:
                mistakes = {"idle-is-zero": [[0.0], [compute], [move]]}
            mistakes["seconds-rounded"] = rounded(want)
            see(diagnosis, [seconds(answers[0])], [want], but_for_rounding, **mistakes)
    diagnosis.conclude()


@check(points=1)
def errors(student, rng):
    draws = work(rng)
    student.call(ROOFLINE, *next(draws))
    good = next(draws)
    asked(student, *good)

    def ask(place, value):
        return refusal(lambda: student.call(ROOFLINE, *good[:place], value, *good[place + 1 :]))

    if any(ask(place, rate) is not None for place in (2, 3) for rate in (1, 0.5)):
        raise Wrong("slow-refused")
    negative = [ask(place, -good[place]) for place in range(4)]
    negative += [ask(place, -0.5) for place in range(4)]
    zero = [ask(2, 0), ask(3, 0.0)]
    if None in negative:
        raise Wrong("negative-accepted")
    if None in zero:
        raise Wrong("zero-accepted")
    flops, nbytes, peak, bandwidth = good
    both = [(-flops, nbytes, -peak, bandwidth), (flops, -nbytes, peak, -bandwidth)]
    both = [refusal(lambda numbers=numbers: student.call(ROOFLINE, *numbers)) for numbers in both]
    if None in both:
        raise Wrong("signs-of-quotients")
    idle = [refusal(lambda: student.call(ROOFLINE, 0, 0, *rates)) for rates in ((0, 10.0), (10.0, -1.0))]
    if None in idle:
        raise Wrong("unchecked-without-work")
    if not all(error.is_a("ValueError") for error in negative + zero + both + idle):
        raise Wrong("wrong-exception")
