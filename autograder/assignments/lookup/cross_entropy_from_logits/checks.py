"""Checks of `cross_entropy_from_logits`: the mean loss, its stability, shapes, and refused targets."""

from contextlib import nullcontext

import numpy as np

from autograder import sections
from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, bound, check, close, same
from autograder.checks.shared import require
from autograder.checks.student import StudentError
from autograder.sandboxed import protocol

from ..ids import (
    attempt,
    check_ends,
    check_id_dtypes,
    check_refusals,
    check_refused_unchanged,
    check_repeated,
    check_small_dtypes,
    some_ids,
)

MOST = 1e3, 2e3, 5e3, 9_999, 1e4  # what people write for infinity, and logits may be as large
ENTROPY = "`cross_entropy_from_logits` gives wrong values."
HALF = (
    "`cross_entropy_from_logits` gives wrong values for logits in half precision (`float16`). "
    f"{sections.pointer('lookup-without-overflow', 'autograder/assignments/lookup/cross_entropy.py')}"
)


def loss(value):
    """The value of an answer: a number, or an array of numbers."""
    if isinstance(value, protocol.Array):
        return value.values
    if type(value) is float:
        return np.asarray(value)
    found = value.type if isinstance(value, protocol.Handle) else type(value).__name__
    raise Unexplained(f"{ENTROPY} It returned an object of type {found}; a float is expected.")


def ask_loss(student, logits, targets):
    return loss(student.call("cross_entropy_from_logits", logits, targets))


def losses(logits, targets):
    """The loss of each position in float64, of the shape of the targets."""
    z = logits.astype(np.float64)
    z = z - z.max(axis=-1, keepdims=True)
    return np.log(np.exp(z).sum(axis=-1)) - picked(z, targets)


def picked(z, targets):
    """The entry of each position's target."""
    return np.take_along_axis(z, np.asarray(targets)[..., None], axis=-1)[..., 0]


def slack(logits, targets):
    """The rounding error allowed in float32: of the sum over V, of z - max and z_t, of the mean."""
    V, finite = logits.shape[-1], logits[np.isfinite(logits)].astype(np.float64)
    per_position = bound("float32", V) + bound("float32", 2, 2 * np.abs(finite).max())
    return per_position + bound("float32", targets.size, np.abs(losses(logits, targets)).mean())


@check(points=2)
def values(student, rng):
    diagnosis = Diagnosis(ENTROPY)
    logits = rng.uniform(-1, 1, (4, 9))
    check_ends(
        lambda targets: ask_loss(student, logits[: len(targets)], targets),
        lambda targets: losses(logits[: len(targets)], targets).mean(),
        rng,
        9,
        1e-5,
    )
    # Logits above zero in the second draw: taken for probabilities, they give a finite number.
    for dtype, lowest in (("float32", -3), ("float64", 0.1)):
        N, V = int(rng.integers(5, 8)), int(rng.integers(9, 13))
        logits = rng.uniform(lowest, 3, (N, V)).astype(dtype)
        targets = some_ids(rng, V, N)
        each, p = losses(logits, targets), np.exp(logits)
        with np.errstate(invalid="ignore"):
            taken = -np.log(picked(logits, targets))
        diagnosis.see(
            ask_loss(student, logits, targets),
            each.mean(),
            slack(logits, targets),
            **{
                "sum": each.sum(),
                "mean-over-V": each.sum() / logits.size,
                "not-averaged": each,
                "log-of-mean": -np.log(np.exp(-each).mean()),
                "log2": [each.mean() / np.log(2), *partly_in_bits(logits, targets)],
                "log-mean-exp": each.mean() - np.log(V),
                "sign": -each.mean(),
                "softmax-twice": losses(p / p.sum(-1, keepdims=True), targets).mean(),
                "already-probabilities": taken.mean(),
                "wrong-axis": -np.log(picked(p / p.sum(0), targets)).mean(),
            },
        )
    diagnosis.conclude()


def partly_in_bits(logits, targets):
    """What a logarithm to base two gives if the logits stay as they are, or are shifted first."""
    z = logits.astype(np.float64)
    shifted = z - z.max(axis=-1, keepdims=True)
    return [(np.log2(np.exp(x).sum(-1)) - picked(x, targets)).mean() for x in (z, shifted)]


@check(points=1)
def shapes(student, rng):
    V = int(rng.integers(7, 10))

    def draw(shape):
        return rng.standard_normal((*shape, V)), np.asarray(rng.integers(1, V - 1, shape))

    flat = draw((5,))
    if not close(ask_loss(student, *flat), losses(*flat).mean(), slack(*flat)):
        raise Unexplained(ENTROPY)
    diagnosis = Diagnosis(ENTROPY)
    for shape in ((2, 3), (3, 2, 2)):
        logits, targets = draw(shape)
        with blame("one-dimension-only"):
            got = ask_loss(student, logits, targets)
        each, allowed = losses(logits, targets), slack(logits, targets)
        partly = [each, *(each.mean(axis=k) for k in range(each.ndim))]
        diagnosis.see(
            got, each.mean(), allowed, **{"batch-mean": each.sum() / shape[0], "not-averaged": partly}
        )
    diagnosis.conclude()
    logits, targets = draw((3, 4))
    with blame("not-contiguous"):
        value = student.observe("cross_entropy_from_logits", logits, targets, strided="forwards").value
    if not close(loss(value), losses(logits, targets).mean(), slack(logits, targets)):
        raise Wrong("not-contiguous")
    logits, targets = draw(())
    with blame("single-id"):
        got = ask_loss(student, logits, targets)
    if not close(got, losses(logits, targets), slack(logits, targets)):
        raise Wrong("single-id")
    # The target of a vocabulary of one is its first id and its last; these are judged by the check of values.
    ends = rng.standard_normal((2, V)), np.array([0, V - 1])
    got = attempt(lambda: ask_loss(student, *ends))
    like_any = not isinstance(got, StudentError) and close(got, losses(*ends).mean(), slack(*ends))
    for shape, V in (((1, 1), 4), ((3, 1), 5), *([((4,), 1)] if like_any else [])):
        logits = rng.standard_normal((*shape, V))
        targets = rng.integers(1, V - 1, shape) if V > 1 else np.zeros(shape, np.int64)
        got = attempt(lambda: ask_loss(student, logits, targets))
        right = losses(logits, targets).mean()
        if isinstance(got, StudentError) or not close(got, right, slack(logits, targets)):
            raise Wrong("axes-of-length-one")


@check(points=2)
def stable(student, rng):
    diagnosis = Diagnosis(ENTROPY)
    V = 7
    order, level = rng.permutation(V), 1e4 - rng.integers(0, 50)
    likely = np.full((1, V), -level)  # the target is far above all others
    likely[0, order[:2]] = level, level - 1e3
    unlikely = np.full((1, V), -3.0)  # the target is far below
    unlikely[0, order[:2]] = -level, 0.0
    apart = np.stack([level + np.arange(V), -level + np.arange(V)])[
        :, order
    ]  # two positions, of which one has large logits and one small
    draws = (likely, order[:1]), (unlikely, order[:1]), (apart, order.argsort()[:2])
    for dtype in ("float32", "float64"):
        for z, targets in draws:
            logits = z.astype(dtype)
            got, allowed = ask_loss(student, logits, targets), slack(logits, targets)
            guesses = unstable(logits, targets)
            if z is unlikely:
                # What these two give depends on a constant of the student's choice.
                guesses |= {"padded-probability": between(got), "clipped-logits": between(got)}
            diagnosis.see(got, losses(logits, targets).mean(), allowed, **guesses)
    try:
        diagnosis.conclude()
    except Wrong as wrong:
        if wrong.misconception == "softmax-then-log" and overflows(student):
            raise Wrong("unsafe-shift") from None
        raise


def overflows(student):
    """Is it an exponential that overflows, and not one that vanishes, where the target is unlikely?

    The loss is infinite from some distance on: exponentials overflow from 89 in float32 and from 710 in
    float64, and vanish from 104 and 746.
    """
    for distance, overflow in ((95.0, True), (200.0, False), (725.0, True)):
        if not np.isfinite(ask_loss(student, np.array([[0.0, -distance]]), np.array([1]))).all():
            return overflow
    return False


def unstable(logits, targets):
    """What each mistake with large logits gives."""
    with np.errstate(all="ignore"):
        plain, at_once = np.exp(logits), np.exp(logits - logits.max())
        shifted = np.exp(logits - logits.max(-1, keepdims=True))
        below = logits - np.abs(logits).max(-1, keepdims=True)
        return {
            "no-shift": [
                (np.log(plain.sum(-1)) - picked(logits, targets)).mean(),
                -np.log(picked(plain / plain.sum(-1, keepdims=True), targets)).mean(),
            ],
            "one-max": [
                (np.log(at_once.sum(-1)) - picked(logits - logits.max(), targets)).mean(),
                -np.log(picked(at_once / at_once.sum(-1, keepdims=True), targets)).mean(),
            ],
            "absolute-shift": (np.log(np.exp(below).sum(-1)) - picked(below, targets)).mean(),
            "softmax-then-log": -np.log(picked(shifted / shifted.sum(-1, keepdims=True), targets)).mean(),
            "clipped-logits": losses(logits.clip(-100, 100), targets).mean(),
        }


def between(got, low=5.0, high=900.0):
    """`got`, if it is a number between the two; else NaN, which no right answer is."""
    return got if got.shape == () and low < got < high else np.asarray(np.nan)


@check(points=1)
def masked(student, rng):
    diagnosis = Diagnosis(ENTROPY)
    for dtype, rows, level in (("float64", 0, 0), ("float64", 3, 0), ("float32", 4, 0), ("float64", 3, -1e4)):
        logits, targets = masked_logits(rng, dtype, rows)
        logits += level
        with blame("masked-refused") if rows else nullcontext():
            got = ask_loss(student, logits, targets)
        masked = np.isneginf(logits)
        each, kept = losses(logits, targets), ~masked.any(axis=-1)
        mistakes = {
            "zero-times-inf": np.nan,
            # Left out of the sum, and not of the number of positions, is the second form.
            "masked-left-out": [each[kept].mean(), each[kept].sum() / each.size],
            "masked-as-zero": losses(np.where(masked, 0, logits), targets).mean(),
            "masked-as-large": [losses(np.where(masked, -most, logits), targets).mean() for most in MOST],
        }
        diagnosis.see(got, each.mean(), slack(logits, targets), **(mistakes if rows else {}))
    diagnosis.conclude()


def masked_logits(rng, dtype, rows):
    """Six positions and their targets. In `rows` of them logits beside the target's are minus infinity.

    In one of these it is all the others.
    """
    V = int(rng.integers(7, 10))
    logits, targets = rng.standard_normal((6, V)).astype(dtype), rng.integers(1, V - 1, 6)
    for nth, row in enumerate(rng.permutation(6)[:rows]):
        others = rng.permutation(np.delete(np.arange(V), targets[row]))
        logits[row, others[: None if nth == 0 else rng.integers(1, V - 2)]] = -np.inf
    return logits, targets


@check(points=1)
def precision(student, rng):
    # The sum is V, and above 2,048 float16 has no odd number. Of these V, those whose logarithm is halfway
    # between two numbers of float16 show both roundings. V stays so small that a slow one_hot of
    # the student's, even one with V² steps, is done in time.
    odd = np.arange(2_051, 2_402, 2)
    halfway = np.abs(np.log(odd).astype(np.float16) - np.log(odd)) > 1e-3
    V = int(rng.choice(odd[halfway]))
    for dtype, neutral in (("float32", ENTROPY), ("float16", HALF)):
        logits, targets = np.zeros((1, V), dtype), rng.integers(0, V, 1)
        with blame("half-refused") if dtype == "float16" else nullcontext():
            got, allowed = ask_loss(student, logits, targets), slack(logits, targets)
        diagnosis = Diagnosis(neutral)
        diagnosis.see(
            got,
            losses(logits, targets).mean(),
            allowed,
            **({"half-precision": in_half(V)} if dtype == "float16" else {}),
        )
        diagnosis.conclude()
    shifted_in_half(student, rng)
    for dtype in ("float32", "float64", "float16"):
        logits, targets = rng.standard_normal((4, 6)).astype(dtype), rng.integers(0, 6, 4)
        value = student.call("cross_entropy_from_logits", logits, targets)
        if not close(loss(value), losses(logits, targets).mean(), slack(logits, targets)):
            raise Unexplained(HALF if dtype == "float16" else ENTROPY)
        # np.float64 is a Python float; it arrives here as an array without axes.
        if isinstance(value, protocol.Array) and (value.kind, value.dtype) != ("numpy", "float64"):
            raise Wrong("not-a-float")


def shifted_in_half(student, rng):
    """`Wrong` if differences of float16 logits are rounded to float16, or overflow there."""
    diagnosis, V = Diagnosis(HALF), 7
    level = float(rng.integers(30, 45) * 1_000)  # twice that is more than float16 holds
    far = rng.permutation([-level, -level, -level, 0.0, level / 2, level - 64, level])
    for z in (rng.uniform(-3, 3, (8, V)), far[None], far[None]):
        logits, targets = z.astype(np.float16), rng.integers(0, V, len(z))
        want, allowed = losses(logits, targets).mean(), slack(logits, targets)
        wide = attempt(lambda: ask_loss(student, logits.astype(np.float32), targets))
        if isinstance(wide, StudentError) or not close(wide, want, allowed):
            continue  # large logits are judged by the check of stability
        with np.errstate(over="ignore"):
            narrow = logits - logits.max(axis=-1, keepdims=True)
        # Of two infinities there is no difference; a loss is infinite where the target's logit has become so.
        lost = (
            np.asarray(np.inf)
            if np.isneginf(picked(narrow, targets)).any()
            else losses(narrow, targets).mean()
        )
        diagnosis.see(ask_loss(student, logits, targets), want, allowed, **{"shifted-in-half": lost})
    diagnosis.conclude()


def in_half(V):
    """The logarithm of a sum of V ones, with the sum, the logarithm or both in float16."""
    added = np.float16(V)
    return [np.log(added), np.log(float(added)), -np.log(np.float16(1) / added), np.float16(np.log(V))]


def require_small(student, rng):
    """`Wrong` unless the loss of three positions with small logits is right."""
    logits, targets = rng.uniform(-2, 2, (3, 5)), rng.integers(1, 4, 3)
    ask = lambda: student.call("cross_entropy_from_logits", logits, targets)  # noqa: E731
    require("cross_entropy_from_logits", ask, losses(logits, targets).mean())


@check(points=1)
def unchanged(student, rng):
    require_small(student, rng)
    for dtype, rows in (("float64", 0), ("float32", 0), ("float16", 0), ("float64", 3)):
        logits, targets = masked_logits(rng, dtype, rows)
        if (rows or dtype == "float16") and isinstance(
            attempt(lambda: ask_loss(student, logits, targets)), StudentError
        ):
            continue  # judged by the checks of minus infinity and of precision
        after = student.observe("cross_entropy_from_logits", logits, targets, watch=("args",)).args
        if not same(logits, after[0]):
            raise Wrong("logits-changed")
        if not same(targets, after[1]):
            raise Wrong("ids-changed")
    check_refused_unchanged(
        student, "cross_entropy_from_logits", rng.uniform(-1, 1, (3, 5)), np.array([1, 9, 2])
    )
    prepare = "z, t = np.eye(2, 4), np.array([1, 2])"
    changes = "z[0, 1] = 2", "t[1] = 1"
    check_repeated(student, "cross_entropy_from_logits(z, t)", prepare, changes, ("z", "t"))


@check(points=1)
def positions(student, rng):
    require_small(student, rng)
    logits = rng.standard_normal((4, 3, 6))
    targets = rng.integers(1, 5, (4, 3))
    loss(
        student.call("cross_entropy_from_logits", logits[0], targets[0])
    )  # an exception for right shapes is an error

    def how(z, t):
        got = attempt(lambda: student.call("cross_entropy_from_logits", z, np.asarray(t)))
        return got.type if isinstance(got, StudentError) else None

    # As many targets as positions, in other shapes; and shapes that broadcast, either way.
    others = targets.reshape(-1), targets.T, targets[:1], targets[:, :1], targets[0, 0], targets[..., None]
    shapes = [how(logits, t) for t in others]
    shapes += [how(logits[:1], targets), how(logits[0, 0], targets[0, :1]), how(logits[0, :1], targets[0, 0])]
    empty = [how(logits[:0, 0], targets[:0, 0]), how(logits[:, :0], targets[:, :0])]
    if None in shapes:
        raise Wrong("shapes-not-compared")
    if None in empty:
        raise Wrong("empty-mean")
    if set(shapes + empty) != {"ValueError"}:
        raise Wrong("targets-exception")


@check(points=1)
def errors(student, rng):
    require_small(student, rng)
    V = 60
    many = rng.uniform(-3, 3, (V, V))

    def logits(targets):
        return many[: targets.size].reshape(*targets.shape, V)

    def mean(targets):
        return losses(logits(targets), targets).mean()

    def nothing_there(targets):
        inside = (targets >= 0) & (targets < V)
        return np.where(inside, losses(logits(targets), np.where(inside, targets, 0)), 0.0).mean()

    check_refusals(
        lambda t: ask_loss(student, logits(t), t),
        V,
        rng,
        "`cross_entropy_from_logits` does not refuse bad targets as asked.",
        {
            "negative-wraps": lambda t: mean(t % V),
            "modulo": lambda t: mean(t % V),
            "clipped": lambda t: mean(t.clip(0, V - 1)),
            "zero-row": nothing_there,
        },
        tolerance=1e-4,
        ignored=-100,
    )
    check_id_dtypes(lambda t: ask_loss(student, logits(t), t), mean, rng, ENTROPY, V, tolerance=1e-4)
    wide = rng.uniform(-3, 3, (3, 300))
    check_small_dtypes(
        lambda V: lambda t: ask_loss(student, wide, t),
        lambda V: lambda t: losses(wide, t).mean(),
        rng,
        sizes=(300,),
        tolerance=1e-4,
    )
