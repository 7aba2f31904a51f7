"""Checks of `noise_distribution`: probabilities in proportion to powers of counts."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, check, close
from autograder.checks.shared import require
from autograder.checks.student import Student

from ..asking import ask_array

NAME = "noise_distribution"
NEUTRAL = "The probabilities are wrong."


def right(counts: np.ndarray, power: float = 0.75) -> np.ndarray:
    """Return the probabilities, by logarithms relative to the largest power."""
    seen, noise = counts > 0, np.zeros(len(counts))
    # `longdouble`, and logarithms near 0: a power of 1000 multiplies what is rounded.
    ratios = counts[seen].astype(np.longdouble) / (counts.max() if power > 0 else counts[seen].min())
    powers = np.exp(np.longdouble(power) * np.log(ratios))
    noise[seen] = powers / powers.sum()
    return noise


def tolerance(counts: np.ndarray, power: float = 0.75) -> np.ndarray:
    """Return the error allowed: ten digits of each probability."""
    return 1e-10 * right(counts, power) + 1e-300


def draw(rng: np.random.Generator, V=8, zeros=2, top=60) -> np.ndarray:
    counts = rng.permutation(np.arange(2, top))[:V]
    counts[rng.permutation(V)[:zeros]] = 0
    return counts


def shares(weights: np.ndarray) -> np.ndarray:
    return weights / weights.sum()


def predicted(counts: np.ndarray, power: float) -> dict[str, list]:
    """Return what each mistake gives for the probabilities: its forms."""
    f = counts.astype(np.float64)
    seen = f > 0
    with np.errstate(all="ignore"):
        powers = np.where(seen, f**power, 0.0)
        forms = {
            "power-ignored": [shares(f)],
            "power-fixed": [right(counts)],
            "not-normalised": [powers, powers / f.sum(), np.where(seen, shares(f) ** power, 0.0)],
            "softmax-taken": [
                shares(w * s)
                for x in (f, power * f, powers)
                for w in [np.exp(x - x.max())]
                for s in (1, seen)
            ],
            "smoothed": [
                shares(np.where(seen, (f + 1) ** power, 0.0)),
                *(shares((f + more) ** power) for more in (1.0, 1e-6, 1e-8, 1e-9, 1e-10, 1e-12)),
            ],
            "zeros-get-noise": [
                shares(f**power),
                shares(np.maximum(f, 1) ** power),
                shares(np.nan_to_num(f**power)),
            ],
        }
        if power == 0:
            forms["power-falsy"] = [right(counts)]
        else:
            forms["power-inverted"] = [right(counts, 1 / power)]
            forms["power-sign"] = [right(counts, -power)]
    return forms


def see(student: Student, diagnosis: Diagnosis, counts: np.ndarray, *power: float) -> None:
    got = ask_array(student, NAME, counts, *power, neutral=NEUTRAL)
    exponent = power[0] if power else 0.75
    want, allowed = right(counts, exponent), tolerance(counts, exponent)

    if got.shape != want.shape:
        raise Unexplained(f"{NEUTRAL} They are not one for each word.")

    def fits() -> dict[str, bool]:
        if close(got, want, allowed.max()) and not close(got, want, allowed) and not got[counts == 0].any():
            return {}  # a digit is lost: that is no sign of a mistake that is right for other reasons here
        # A mistake may give a number in place of zero, where no error is allowed.
        found = {
            m: any(close(got, form, allowed.max()) for form in forms)
            for m, forms in predicted(counts, exponent).items()
        }
        # Whatever they are divided by: a sum that is not one is seen.
        off = np.isfinite(got).all() and abs(got.sum() - 1) > 1e-6
        return found | {"not-normalised": off or close(got, want, allowed)}

    diagnosis.record(close(got, want, allowed), fits)


@check(points=1)
def values(student: Student, rng: np.random.Generator):
    """Powers above 0, given and not, with words never read; one word, and words read equally often."""
    diagnosis = Diagnosis(NEUTRAL)
    for power in ((), (1.0,), (0.5,), (float(rng.uniform(1.5, 2.5)),), (float(rng.uniform(0.2, 0.4)),)):
        see(student, diagnosis, draw(rng), *power)
    often = int(rng.integers(2, 60))
    for counts in ([often], [often, often, often]):
        see(student, diagnosis, np.array(counts))
    diagnosis.conclude()


@check(points=1)
def unread(student: Student, rng: np.random.Generator):
    """Words that were never read, where the power is 0 or negative."""
    require(NAME, lambda: student.call(NAME, np.array([16, 81, 1]), 0.25), np.array([2, 3, 1]) / 6)
    diagnosis = Diagnosis(f"{NEUTRAL} Look at powers that are 0 or negative.")
    for power in (0.0, -0.5, -1.0, float(-rng.uniform(1.5, 2.5))):
        see(student, diagnosis, draw(rng), power)
    diagnosis.conclude()


def large_mistake(student: Student, counts: np.ndarray, power: float) -> str | None:
    """Return what is wrong with the answer to a large power, None where it is right."""
    got, want = ask_array(student, NAME, counts, power, neutral=NEUTRAL), right(counts, power)
    if got.shape != want.shape:
        raise Unexplained(f"{NEUTRAL} They are not one for each word.")
    off = np.abs(got - want)
    if np.all(off <= tolerance(counts, power)):
        return None
    if np.all(off <= 0.01 * want + 1e-290):
        return "power-digits"
    if np.all(off <= 1e-12):  # of nan it is False
        tiny = off > 0.01 * want
        return "noise-floored" if np.all(got[tiny] > want[tiny]) else "noise-lost"
    return "powers-too-large"


@check(points=1)
def large(student: Student, rng: np.random.Generator):
    """Powers from tens to a thousand, of both signs; one word was never read."""
    require(NAME, lambda: student.call(NAME, np.array([16, 81, 1]), 0.25), np.array([2, 3, 1]) / 6)
    require(NAME, lambda: student.call(NAME, np.array([1, 4]), -0.5), np.array([2, 1]) / 3)
    for size, power, far in (
        (10**12, 1000.0, 1),
        (10**6, 700.0, 1),
        (10**6, -1000.0, 10**12),
        (10**12, 26.0, 1),
        (10**12, -27.0, 10**12),
    ):
        counts = rng.permutation(np.append(size - rng.integers(0, size // 500, 6), far))
        if large_mistake(student, rng.permutation(np.append(counts, 0)), power):
            raise Wrong(large_mistake(student, counts, power) or "zeros-get-noise")
    # The words read once are nearly all, those read twice have a probability of 1e-289.
    mistake = large_mistake(student, rng.permutation([1, 1, 2, 2, 3]), -960.0)
    if mistake in ("noise-floored", "noise-lost"):
        raise Wrong(mistake)
    if mistake:
        raise Unexplained(f"{NEUTRAL} Look at small counts and a large negative power.")
