"""Checks of `expected_updates`: in how many steps each row has a gradient, in one stage and in several."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check, close
from autograder.checks.student import Student, StudentError

from ..asking import floats
from ..shared import chance, distribution, with_rare

NAME = "expected_updates"
NEUTRAL = "The expected numbers of updates are wrong."
ODD_STAGES = f"{NEUTRAL} Look at one stage, at stages of one size, and at those without tokens or steps."
TEN_DIGITS = 1e-10  # relative, of each entry: the docstring says it


def ask(student: Student, p, batch, steps) -> np.ndarray:
    return floats(student.call(NAME, p, batch, steps), NEUTRAL)


def predicted(p, batch, steps) -> dict:
    each, V = chance(p, batch), len(p)
    return {
        "occurrences": p * batch * steps,
        "capped": steps * np.minimum(1, p * batch),
        "approximated": -steps * np.expm1(-batch * p),
        "ever": chance(p, batch * steps),
        "ever-in-each-step": steps * chance(p, batch * steps),
        "one-step": each,
        "batch-for-steps": batch * chance(p, steps),
        "steps-without": steps * (1 - each),
        "all-alike": np.full(V, steps * (1 - (1 - 1 / V) ** batch)),
    }


def see(diagnosis: Diagnosis, student: Student, p, batch, steps) -> None:
    want = steps * chance(p, batch)
    diagnosis.see(ask(student, p, batch, steps), want, TEN_DIGITS * want, predicted, p, batch, steps)


def plain(student: Student, rng: np.random.Generator) -> None:
    """A case without rare or certain ids: a mistake that shows here is named as in the check "values"."""
    diagnosis = Diagnosis(NEUTRAL)
    see(diagnosis, student, distribution(rng), 4, 9)
    diagnosis.conclude()


@check(points=1)
def values(student: Student, rng: np.random.Generator):
    """One stage; also of batches of one token, and of one step."""
    diagnosis = Diagnosis(NEUTRAL)
    for V, batch, steps in ((6, 3, 23), (9, 7, int(rng.integers(20, 40))), (7, 1, 5), (9, 4, 1), (12, 64, 8)):
        see(diagnosis, student, distribution(rng, V), batch, steps)
    diagnosis.conclude()


def total(p, batch, steps) -> np.ndarray:
    return np.sum([k * chance(p, n) for n, k in zip(batch, steps)], axis=0)


def predicted_stages(p, batch, steps) -> dict:
    """Return what mistakes about several stages give, and those about one of them."""
    parts = [predicted(p, n, k) for n, k in zip(batch, steps)]
    found = {key: np.sum([part[key] for part in parts], axis=0) for key in parts[0]}
    mean, weighted = batch.mean(), (batch * steps).sum() / steps.sum()
    every = chance(p, (batch * steps).sum())
    found["mean-batch"] = [steps.sum() * chance(p, n) for n in (mean, weighted, batch.sum())]
    found["one-stage"] = [steps[at] * chance(p, batch[at]) for at in (0, -1)]
    found["stages-averaged"] = total(p, batch, steps) / len(batch)
    found["ever"] = [found["ever"], every]
    found["ever-in-each-step"] = [found["ever-in-each-step"], steps.sum() * every]
    if len(p) == len(batch):
        found["stages-paired"] = steps * -np.expm1(batch * np.log1p(-p))
    return found


@check(points=1)
def schedule(student: Student, rng: np.random.Generator):
    """Several stages; as many as there are ids, and others; one; an empty one among them."""
    diagnosis = Diagnosis(NEUTRAL)
    for V, k in ((4, 4), (6, 3), (4, 5), (5, 2)):
        p, batch = distribution(rng, V), rng.choice(np.arange(1, 20), k, replace=False)
        steps = rng.choice(np.arange(3, 30), k, replace=False)
        want = total(p, batch, steps)
        with blame("stages-paired", only=("ValueError",)):
            got = ask(student, p, batch, steps)
        diagnosis.see(got, want, TEN_DIGITS * want, predicted_stages, p, batch, steps)
    diagnosis.conclude()
    p = distribution(rng)
    for batch, steps in (([6], [5]), ([3, 0, 2], [4, 7, 1]), ([3, 5], [0, 2])):
        if not fine(student, p, np.array(batch), np.array(steps)):
            raise Unexplained(ODD_STAGES)
    batch, steps = np.array([2, 4, 2]), np.array([4, 8, 5])
    if not fine(student, p, batch, steps):
        kept = ([5, 8], [4, 8])  # of the two stages of size 2 the last is kept, or the first
        once = any(fine(student, p, batch, steps, total(p, [2, 4], each)) for each in kept)
        raise Wrong("same-size-once" if once else None, ODD_STAGES)
    certain = np.array([1.0, 0.25])
    each = all(fine(student, certain, batch, 3) for batch in (2, 0))
    if each and not fine(student, certain, np.array([2, 0]), np.array([3, 4])):
        raise Wrong("certain-nan")


def fine(student: Student, p: np.ndarray, batch, steps, want=None) -> bool:
    """Return whether the updates are right, or those of `want`; an exception is wrong."""
    want = total(p, np.atleast_1d(batch), np.atleast_1d(steps)) if want is None else want
    try:
        return close(ask(student, p, batch, steps), want, TEN_DIGITS * want)
    except StudentError:
        return False


@check(points=1)
def rare(student: Student, rng: np.random.Generator):
    """The relative accuracy of each entry, for small batches and large ones."""
    plain(student, rng)
    for batch, least, most in (
        (10**9, -14, -11),
        (64, -11, -8.5),  # n p has nine digits, and 1 - exp(-n p) too
        (8, -8, -6.3),  # 1 - (1 - p) ** n has nine
        (10**7, -9, -6),
        (64, -14, -11),
        (256, -300, -30),
    ):
        p, steps = with_rare(rng, 60, least, most), int(rng.integers(100, 1000)) * 10**8
        got, want = ask(student, p, batch, steps), steps * chance(p, batch)
        if not close(got, want, TEN_DIGITS * want):
            rare = p < 1e-6
            linear = steps * batch * p
            right_or_linear = [
                close(g, w, TEN_DIGITS * w) or close(g, f, TEN_DIGITS * f)
                for g, w, f in zip(got, want, linear)
            ]
            if got.shape == want.shape and all(right_or_linear):
                raise Wrong("first-order")
            lost = got.shape == want.shape and (np.abs(got - want) <= steps * batch * 2.0**-52).all()
            only = got.shape == want.shape and close(got[~rare], want[~rare], TEN_DIGITS * want[~rare])
            raise Wrong("rare-digits-lost" if lost else "rare-wrong" if only else None, NEUTRAL)
    p, batch, steps = with_rare(rng, 60, -13, -6.5), np.array([64, 1]), np.array([3, 1000])
    if fine(student, distribution(rng), batch, steps) and not fine(student, p, batch, steps):
        raise Unexplained(f"{NEUTRAL} Look at rare ids in several stages.")


@check(points=1)
def ends(student: Student, rng: np.random.Generator):
    """No batches, empty ones, certain and impossible ids."""
    plain(student, rng)
    certain = np.zeros(5)
    certain[rng.integers(5)] = 1
    some = np.append(distribution(rng, 4), [0.0, 0.0])
    p = distribution(rng, 5)
    for given, batch, steps, mistake in (
        (p, 6, 0, "no-steps"),
        (p, 0, 3, "no-draws"),
        (some, 6, 3, "impossible-id"),
        (certain, 2, 3, "certain-id"),
        (certain, 1, 3, "certain-id"),
        (np.ones(1), 3, 2, "certain-id"),
        (certain, 0, 3, "certain-nan"),
    ):
        want = steps * chance(given, batch)
        try:
            got = ask(student, given, batch, steps)
        except StudentError as error:
            if error.is_a("NotImplementedError") or error.unreadable:
                raise
            raise Wrong(mistake) from error
        if not close(got, want, TEN_DIGITS * want):
            raise Wrong(mistake)
