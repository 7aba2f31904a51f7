"""Checks of `noise_distribution`: counts to a power, as probabilities."""

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, blame, bound, close
from autograder.checks.framework.shared import answers
from autograder.checks.word2vec.asking import ask_array, refuses_values
from autograder.checks.word2vec.catalogue import SUITE

check = SUITE.check
NAME = "noise_distribution"
NEUTRAL = "The probabilities are wrong."


def right(counts, power=0.75) -> np.ndarray:
    f = counts.astype(np.float64)
    powers = np.where(f > 0, f**power, 0.0)
    return powers / powers.sum()


def tolerance(counts, power=0.75):
    """The sum's bound, and the power's own rounding, also where it is taken by way of logarithms."""
    return bound("float64", len(counts) + 64, right(counts, power))


def draw(rng, V=8, zeros=2, top=60) -> np.ndarray:
    counts = rng.integers(2, top, V)
    counts[rng.permutation(V)[:zeros]] = 0
    return counts


def asked(student, counts, *power, **how):
    return ask_array(student, NAME, counts, *power, neutral=NEUTRAL, **how)


def fitting(got, forms, allowed):
    return next((f for f in forms if close(got, f, allowed)), forms[0])


def shared(weights) -> np.ndarray:
    return weights / weights.sum()


def see(diagnosis, got, counts, power) -> None:
    want, allowed = right(counts, power), tolerance(counts, power)
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
    diagnosis.see(got, want, allowed, **{m: fitting(got, fs, allowed) for m, fs in forms.items()})


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
    """Power zero: words that were seen share alike, the others get nothing. No zeros; one word."""
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
    """float64 digits whatever the dtype of the counts; large counts; gaps in memory."""
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
    told = {"silent": "counts-unchecked", "other": "wrong-exception"}
    refuses_values(student, [lambda c=c: student.call(NAME, c) for c in no_text], **told)
    refuses_values(student, [lambda c=c: student.call(NAME, c) for c in (rows, rows[:1], np.array(4))])
    refuses_values(student, [lambda: student.call(NAME, counts, -0.5)], silent="settings-unchecked")
