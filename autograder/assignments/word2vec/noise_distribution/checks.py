"""Checks of `noise_distribution`: probabilities in proportion to powers of counts."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, bound, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import require, returns_new

from ..asking import ask_array, ask_gaps, imprecise

NAME = "noise_distribution"
NEUTRAL = "The probabilities are wrong."
OTHER_DEFAULTS = 1.0, 0.5, 0.25, 2.0, 4 / 3, 0.7


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
        "zeros-get-noise": [shared(f**power), shared(np.maximum(f, 1) ** power)],
        "smoothed": [shared((f + 1) ** power), shared(np.where(f > 0, (f + 1) ** power, 0.0))],
        "fractions-lost": [right(x, power) for x in (np.floor(f), np.rint(f), np.ceil(f)) if x.any()],
        "small-counts-lost": [right(f * (f >= 1), power)] if (f >= 1).any() else [],
    }
    if power == 0:
        forms["power-falsy"] = [right(counts)]
    if power > 0:
        inverse = np.divide(1, f, out=np.zeros_like(f), where=f > 0) ** power
        forms["power-inverted"] = [right(counts, 1 / power), shared(inverse)]
    return forms


def see(diagnosis, got, counts, power=0.75, **predictions) -> bool:
    """As `Diagnosis.see`; mistakes may give a number in place of zero, so all may be off alike."""
    want, allowed = right(counts, power), tolerance(counts, power)

    def fits() -> dict[str, bool]:
        found = mistakes(counts, power) | predictions
        return {m: any(close(got, form, allowed.max()) for form in forms) for m, forms in found.items()}

    right_here = close(got, want, allowed)
    if not right_here and got.shape == want.shape and 0.9 < got.sum() < 1:
        if close(got, want * got.sum(), allowed):
            predictions = predictions | {"sum-off": [got]}
    diagnosis.record(right_here, fits)
    return right_here


@check(points=2)
def values(student, rng):
    """The default power, another one, one and two; counts of zero, counts with fractions; a new array."""
    diagnosis, narrow = Diagnosis(NEUTRAL), []
    for power in ((), (0.4,), (1.0,), (2.0,)):
        counts = draw(rng)
        got = asked(student, counts, *power).values
        others = [right(counts, other) for other in OTHER_DEFAULTS]
        fits = see(diagnosis, got, counts, *power, **{} if power else {"default-power": others})
        narrow.append(not fits and imprecise(got, right(counts, *power), "float64", 1.0))
    counts = draw(rng) / 4 + (rng.random(8) < 0.3) / 8
    counts[np.argmax(counts > 0)] = 0.25
    others = [right(counts, other) for other in OTHER_DEFAULTS]
    see(diagnosis, asked(student, counts).values, counts, **{"default-power": others})
    try:
        diagnosis.conclude()
    except Wrong as wrong:
        raise Wrong("narrow-floats") if wrong.misconception is None and all(narrow) else wrong
    small = rng.uniform(1e-8, 1e-6, 6)  # shares of a text, say; beside these no number is small
    with blame("small-counts-lost", only=("ValueError",)):
        got = asked(student, small).values
    see(diagnosis, got, small)
    lost = got.shape == small.shape and (got[0] == 0 or np.isnan(got).all())
    if lost:
        raise Wrong("small-counts-lost")
    diagnosis.conclude()
    shares = shared(draw(rng).astype(np.float64))
    answer = student.observe(NAME, shares, 1.0, watch=("args", "sharing"))
    if answer.sharing[0]:
        raise Wrong("not-new")
    returns_new(student, f"{NAME}(np.array([16, 1]))")


@check(points=1)
def zeros(student, rng):
    """Power zero: equal probabilities for all words with a count, none for the others. No zeros; one word."""
    diagnosis = Diagnosis(NEUTRAL)
    for power in (0.0, 0.75, 0.4):
        counts = draw(rng, V=7, zeros=3)
        see(diagnosis, asked(student, counts, power).values, counts, power)
    diagnosis.conclude()
    for counts, kind in (
        (draw(rng, zeros=0), "no count is zero"),
        (np.array([5]), "there is one word"),
        (np.array([0, 3]), "one word of two was seen"),
        (np.array([1, 1, 0]), "all counts are one or zero"),
    ):
        for power in (0.75, 0.0, 0):
            with blame(None, f"It fails where {kind}."):
                got = asked(student, counts, power).values
            if not close(got, right(counts, power), tolerance(counts, power)):
                raise Unexplained(f"{NEUTRAL} Look at counts of which {kind}.")


@check(points=0.5)
def dtypes(student, rng):
    """The accuracy of float64 whatever the dtype of the counts; large counts; non-contiguous arrays."""
    counts = draw(rng)
    if not close(asked(student, counts).values, right(counts), tolerance(counts)):
        raise Unexplained(NEUTRAL)
    kinds = "uint8", "int16", "float16", "float32", "int32", "float64", "int64", "uint64"
    for dtype in kinds:
        narrow = dtype in kinds[:4]
        counts = draw(rng, V=40, top=200 if dtype == "uint8" else 30_000)
        counts = counts.astype(dtype) * (10**9 if dtype in ("int64", "uint64") else 1)
        with blame("narrow-power" if narrow else None, f"Counts of dtype {dtype} are refused."):
            value = asked(student, counts)
        want = right(counts)
        if close(value.values, want, tolerance(counts)) and value.dtype == "float64":
            continue
        near = close(value.values, want, bound("float16", len(counts) + 8, want))
        rounded = 0.51 * np.spacing(value.values) if value.values.dtype.kind == "f" else 0.0
        if value.dtype != "float64" and close(value.values, want, rounded):
            raise Wrong("dtype-not-kept")  # right to the last digit of the dtype: only the result has it
        narrow = narrow and (near or not np.isfinite(value.values).all())
        wide = asked(student, counts.astype(np.float64))
        if narrow and close(wide.values, want, tolerance(counts)) and wide.dtype == "float64":
            raise Wrong("narrow-power")
        if near and value.dtype != "float64":
            raise Wrong("dtype-not-kept")
        raise Unexplained(f"{NEUTRAL} Look at large counts of dtype {dtype}.")
    for dtype in ("uint8", "int16", "int32"):
        few = draw(rng, top=100 if dtype == "uint8" else 30_000).astype(dtype)
        with blame("narrow-power"):
            value = asked(student, few, 3)
        if not close(value.values, right(few, 3), tolerance(few, 3)):
            wide = asked(student, few.astype(np.float64), 3)
            raise Wrong(
                "narrow-power" if close(wide.values, right(few, 3), tolerance(few, 3)) else None, NEUTRAL
            )
    got = ask_gaps(student, NAME, counts, neutral=NEUTRAL).values
    if not close(got, want, tolerance(counts)):
        raise Wrong("gaps")
    # Beyond int64 as they are; and sums that int64 or uint64 turns into zero or less.
    large = draw(rng, V=40, top=30_000).astype(np.uint64)
    large[np.argmax(large)] = 30_000
    huge = [large * 5 * 10**14, rng.permutation(np.array([2**63, 2**63, 0], np.uint64))]
    huge += [rng.permutation(np.array([2**62] * n + [0])) for n in (2, 4)]
    for counts in huge:
        want, allowed = right(counts), tolerance(counts)
        if not close(asked(student, counts.astype(np.float64)).values, want, allowed):
            raise Unexplained(f"{NEUTRAL} Look at huge counts.")
        with blame("counts-wrap"):
            got = asked(student, counts).values
        if not close(got, want, allowed):
            raise Wrong("counts-wrap")
    with blame(None, "Counts of longdouble are refused."):
        found = student.evaluate("", f"{NAME}(np.array([16, 1, 1], np.longdouble)).dtype")
    if found != "float64":
        raise Wrong("dtype-not-kept")


@check(points=0.5)
def errors(student, rng):
    require(NAME, lambda: student.call(NAME, np.array([16, 1])), np.array([8, 1]) / 9)
    counts = draw(rng)
    minus, rows = counts.copy(), counts.reshape(2, 4)
    minus[3] = -2
    no_text = [minus, np.zeros(4, int), np.zeros(0, int), np.zeros(0), np.array([-1, -2])]
    for value in (np.nan, np.inf, -0.5):
        for place in (5, 0):
            floats = counts.astype(np.float64)
            floats[place] = value
            no_text.append(floats)
    refuses_values(lambda c: student.call(NAME, c), no_text, if_accepted="counts-unchecked")
    for power in (0, 1.0, 2.0):
        refuses_values(lambda c: student.call(NAME, c, power), no_text, if_accepted="powers-checked")
    refuses_values(lambda c: student.call(NAME, c), (rows, rows[:1], rows[:, :1], np.array(4)))
    refuses_values(
        lambda power: student.call(NAME, counts, power), [-0.5, -1], if_accepted="settings-unchecked"
    )
