"""Checks of `noise_distribution`: probabilities in proportion to powers of counts."""

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, blame, bound, close
from autograder.checks.framework.refusals import refuses_values
from autograder.checks.framework.shared import answers
from autograder.checks.word2vec.asking import ask_array
from autograder.checks.word2vec.catalogue import SUITE

check = SUITE.check
NAME = "noise_distribution"
NEUTRAL = "The probabilities are wrong."


def right(counts, power=0.75) -> np.ndarray:
    f = counts.astype(np.float64)
    powers = np.where(f > 0, f**power, 0.0)
    return powers / powers.sum()


def tolerance(counts, power=0.75):
    """The rounding error allowed, of the sum and of powers, also if taken by exp and log."""
    return bound("float64", len(counts) + 64, right(counts, power))


def draw(rng, V=8, zeros=2, top=60) -> np.ndarray:
    counts = rng.integers(2, top, V)
    counts[rng.permutation(V)[:zeros]] = 0
    return counts


def asked(student, counts, *power, **how):
    return ask_array(student, NAME, counts, *power, neutral=NEUTRAL, **how)


def shared(weights) -> np.ndarray:
    """The weights over their sum."""
    return weights / weights.sum()


def mistakes(counts, power) -> dict[str, list]:
    """What each mistake gives for the probabilities: its forms."""
    f = counts.astype(np.float64)
    softmaxes = [np.exp(x - x.max()) for x in (f, power * f, f**power)]
    forms = {
        "power-ignored": [shared(f)],
        "power-fixed": [right(counts)],
        "not-normalised": [
            np.where(f > 0, f**power, 0.0),
            np.where(f > 0, f**power, 0.0) / f.sum(),
            np.where(f > 0, shared(f) ** power, 0.0),
        ],
        "softmax-taken": [shared(weights * seen) for weights in softmaxes for seen in (1, f > 0)],
        "zeros-get-noise": [shared(f**power), shared((f + 1) ** power), shared(np.maximum(f, 1) ** power)],
    }
    if power > 0:
        inverse = np.divide(1, f, out=np.zeros_like(f), where=f > 0) ** power
        forms["power-inverted"] = [right(counts, 1 / power), shared(inverse)]
    return forms


def see(diagnosis, got, counts, power) -> None:
    diagnosis.see(got, right(counts, power), tolerance(counts, power), mistakes, counts, power)


@check(NAME, "values", points=1)
def _(student, rng):
    """The default power, another one, and one; some counts are zero."""
    diagnosis = Diagnosis(NEUTRAL)
    for power in ((), (0.4,), (1.0,), (2.0,)):
        counts = draw(rng)
        see(diagnosis, asked(student, counts, *power).values, counts, *(power or (0.75,)))
    diagnosis.conclude()


@check(NAME, "zeros", points=1)
def _(student, rng):
    """Power zero: equal probabilities for all words with a count, none for the others. No zeros; one word."""
    diagnosis = Diagnosis(NEUTRAL)
    for power in (0.0, 0.75):
        counts = draw(rng, V=7, zeros=3)
        see(diagnosis, asked(student, counts, power).values, counts, power)
    diagnosis.conclude()
    for counts in (draw(rng, zeros=0), np.array([5]), np.array([0, 3])):
        if not close(asked(student, counts).values, right(counts), tolerance(counts)):
            raise Wrong(None, NEUTRAL)


@check(NAME, "dtypes", points=1)
def _(student, rng):
    """The accuracy of float64 whatever the dtype of the counts; large counts; non-contiguous arrays."""
    kinds = "uint8", "int16", "float32", "int32", "float64", "int64"
    for dtype in kinds:
        counts = draw(rng, top=200 if dtype == "uint8" else 30_000)
        if dtype == "int64":
            counts = counts * 10**9
        counts = counts.astype(dtype)
        with blame("narrow-power" if dtype in kinds[:3] else None, NEUTRAL):
            value = asked(student, counts, strided=dtype == "int32")
        want = right(counts)
        if close(value.values, want, tolerance(counts)) and value.dtype == "float64":
            continue
        near = close(value.values, want, bound("float16", len(counts) + 8, want))
        narrow = dtype in kinds[:3] and (near or not np.isfinite(value.values).all())
        wide = asked(student, counts.astype(np.float64))
        if narrow and close(wide.values, want, tolerance(counts)) and wide.dtype == "float64":
            raise Wrong("narrow-power")
        raise Wrong("dtype-not-kept") if near and value.dtype != "float64" else Wrong(None, NEUTRAL)


@check(NAME, "errors", points=1)
def _(student, rng):
    answers(NAME, lambda: student.call(NAME, np.array([16, 1])), np.array([8, 1]) / 9)
    counts = draw(rng)
    minus, rows = counts.copy(), counts.reshape(2, 4)
    minus[3] = -2
    no_text = [minus, np.zeros(4, int), np.zeros(0, int), np.zeros(0)]
    for value in (np.nan, np.inf, -0.5):
        floats = counts.astype(np.float64)
        floats[5] = value
        no_text.append(floats)
    refuses_values(lambda c: student.call(NAME, c), no_text, silent="counts-unchecked")
    refuses_values(lambda c: student.call(NAME, c), (rows, rows[:1], np.array(4)))
    refuses_values(lambda power: student.call(NAME, counts, power), [-0.5], silent="settings-unchecked")
