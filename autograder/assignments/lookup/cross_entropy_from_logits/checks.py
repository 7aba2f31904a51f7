"""Checks of `cross_entropy_from_logits`: loss and gradient, large and impossible logits, half precision."""

from collections.abc import Sequence
from contextlib import nullcontext
from typing import NamedTuple

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, blame, bound, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.shared import Evidence, numbers, require
from autograder.checks.student import Student
from autograder.sandboxed import protocol

from ..shared import ends_refused, refuses_ids, some_ids

NAME = "cross_entropy_from_logits"
WRONG = "`cross_entropy_from_logits` gives a wrong loss or gradient."
ORDINARY = ("ordinary logits",)
HALF = ("logits in `float16`",)
FAR = (
    "a target whose logit is far above all others",
    "a target whose logit is far below another",
    "two positions, of which one has large logits and one has small ones,",
)
MASKED = (
    *ORDINARY,
    *["logits of which some are minus infinity"] * 2,
    "logits of which some are minus infinity, and the others very low,",
)
# What people write for infinity, and logits may be as large.
MOST = *(50, 100, 500, 700), *(1e3, 2e3, 5e3, 9_999, 1e4)


def picked(z: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Return the entry of each position's target."""
    return np.take_along_axis(z, np.asarray(targets)[..., None], axis=-1)[..., 0]


class Right(NamedTuple):
    """What is right of a batch, in float64."""

    each: np.ndarray  # loss of each position
    p: np.ndarray  # probabilities, (..., V)
    onehot: np.ndarray

    @property
    def fields(self) -> dict:
        return {"loss": self.each.mean(), "gradient": (self.p - self.onehot) / self.each.size}


def right(logits: np.ndarray, targets: np.ndarray) -> Right:
    z = logits.astype(np.float64)
    z = z - z.max(axis=-1, keepdims=True)
    e = np.exp(z)
    onehot = np.asarray(targets)[..., None] == np.arange(z.shape[-1])
    each = np.log(e.sum(axis=-1)) - picked(z, targets)
    return Right(each, e / e.sum(axis=-1, keepdims=True), onehot.astype(np.float64))


def rounding(logits: np.ndarray, targets: np.ndarray) -> dict:
    """Return the rounding errors allowed in float32: of sums over V, differences of logits, and the mean."""
    V, finite = logits.shape[-1], logits[np.isfinite(logits)].astype(np.float64)
    away = bound("float32", V) + bound("float32", 2, 2 * np.abs(finite).max())
    found = right(logits, targets)
    mean = bound("float32", targets.size, np.abs(found.each).mean())
    return {"loss": away + mean, "gradient": (found.p * away + bound("float32", 2)) / targets.size}


def ask(student: Student, logits: np.ndarray, targets: np.ndarray) -> dict:
    """Return the loss and the gradient of an answer; raise `Wrong` for anything but the two of them."""
    value = student.call(NAME, logits, targets)
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise Unexplained(f"`{NAME}` should return two things: the loss and its gradient.")
    loss, gradient = value
    if not isinstance(gradient, protocol.Array) or gradient.kind != "numpy":
        raise Unexplained(f"The gradient of `{NAME}` should be an array of NumPy.")
    found = numbers(loss)
    if found is None:
        raise Unexplained(f"The loss of `{NAME}` should be a number.")
    return {"loss": found, "gradient": gradient.values, "dtype": gradient.dtype}


def see(evidence: Evidence, student: Student, logits, targets, mistakes=dict) -> dict:
    """Record one draw; `mistakes()` gives the forms of each mistake. Return the answer."""
    got = ask(student, logits, targets)
    allowed = rounding(logits, targets)
    evidence.see(got, right(logits, targets).fields, allowed, mistakes)
    return got


def is_right(student: Student, logits: np.ndarray, targets: np.ndarray) -> bool:
    evidence = Evidence(WRONG)
    see(evidence, student, logits, targets)
    return evidence.right("loss", "gradient")


def require_small(student: Student, rng: np.random.Generator) -> None:
    """Raise `Wrong` unless the loss and the gradient of a single position are right."""
    logits, targets = rng.uniform(-2, 2, (1, 5)), rng.integers(1, 4, 1)
    want = right(logits, targets).fields
    require(NAME, lambda: list(ask(student, logits, targets).values())[:2], list(want.values()))


def told(evidence: Evidence, about: Sequence[str], *fields: str) -> None:
    """Raise `Wrong` if a field was wrong; where no mistake explains it, say what can be seen of one draw.

    `about` names the draws, again from the first one when it ends.
    """
    try:
        evidence.conclude(*fields)
    except Unexplained:
        for nth, (got, want, allowed, _) in enumerate(evidence.seen):
            wrong = {f: TOLD[f](got[f], want[f]) for f in want if not close(got[f], want[f], allowed[f])}
            if wrong.keys() & fields:
                raise Unexplained(f"For {about[nth % len(about)]} {' and '.join(wrong.values())}.") from None
        raise


def told_of_loss(got: np.ndarray, want: np.ndarray) -> str:
    if got.shape:
        return "the loss is no single number"
    if not np.isfinite(got):
        return f"the loss is `{float(got)}`"
    return "the loss is too large" if got > want else "the loss is too small"


def told_of_gradient(got: np.ndarray, want: np.ndarray) -> str:
    if got.shape != want.shape:
        return "the gradient has another shape than the logits"
    if np.isnan(got).any():
        return "the gradient holds `nan`"
    target = want < 0
    wrong = ~np.isclose(got, want, rtol=1e-4, atol=1e-6)
    if target.any() and (wrong == wrong & target).all():
        return "the gradient is wrong at the targets alone"
    if target.any() and not (wrong & target).any():
        return "the gradient is right at the targets and wrong elsewhere"
    if np.allclose(got, -want, rtol=1e-4, atol=1e-6):
        return "the gradient has the other sign"
    scale = (got * want).sum() / max((want * want).sum(), 1e-30)
    if np.allclose(got, scale * want, rtol=1e-4, atol=1e-6):
        return f"the gradient is right up to a factor, and too {'large' if abs(scale) > 1 else 'small'}"
    if not np.allclose(got.sum(axis=-1), 0, atol=1e-4):
        return "the gradient does not add up to zero over the tokens of a position"
    return "the gradient is wrong, though it adds up to zero over the tokens of each position"


TOLD = {"loss": told_of_loss, "gradient": told_of_gradient}


# -- values ---------------------------------------------------------------------------------------


def predicted(logits: np.ndarray, targets: np.ndarray) -> dict:
    """Return what mistakes give for ordinary logits: for each its forms, which leave out right fields."""
    each, p, onehot = right(logits, targets)
    N, V, z = each.size, logits.shape[-1], logits.astype(np.float64)
    loss, gradient = each.mean(), (p - onehot) / N
    twice = right(p, targets)
    shifted = z - z.max(axis=-1, keepdims=True)
    # Along the first axis, the second, or over all logits of the batch.
    axes = [k for k in (0, 1, tuple(range(z.ndim))) if k != z.ndim - 1]
    sums = [(x, np.exp(x).sum(axis=k, keepdims=True)) for x in (z, shifted) for k in axes]
    across = [(np.exp(x) / s, np.mean(np.log(s) - picked(x, targets)[..., None])) for x, s in sums]
    bits = [(np.log2(np.exp(x).sum(-1)) - picked(x, targets)).mean() for x in (z, shifted)]
    first = len(targets) if targets.ndim > 1 else N
    partly = [each, *(each.mean(axis=k) for k in range(each.ndim))]
    return {
        "all-summed": [{"loss": loss * N, "gradient": gradient * N}],
        "loss-summed": [{"loss": loss * N}],
        "not-averaged": [{"gradient": gradient * N}],
        "loss-over-tokens": [
            {"loss": loss / V},
            {"gradient": gradient / V},
            {"loss": loss / V, "gradient": gradient / V},
        ],
        "batch-mean": [
            {"loss": loss * N / first},
            {"gradient": gradient * N / first},
            {"loss": loss * N / first, "gradient": gradient * N / first},
        ],
        "loss-per-position": [{"loss": part, "gradient": gradient * k} for part in partly for k in (1, N)],
        "log-of-mean": [{"loss": -np.log(np.exp(-each).mean())}],
        "not-nats": [{"loss": wrong} for wrong in (loss / np.log(2), loss / np.log(10), *bits)],
        "log-mean-exp": [{"loss": loss - np.log(V)}],
        "loss-sign": [{"loss": -loss}],
        "sign": [{"gradient": -gradient}],
        "target-not-subtracted": [{"gradient": p / N}, {"gradient": p}],
        "target-alone": [
            {"gradient": wrong / k} for wrong in (-onehot, -onehot * (1 - p), onehot * p) for k in (N, 1)
        ],
        "logits-for-probabilities": [{"gradient": (z - onehot) / k} for k in (N, 1)],
        "softmax-twice": [twice.fields, {"loss": twice.fields["loss"]}],
        "softmax-over-positions": [
            {"loss": a, "gradient": b}
            for q, other in across
            for a, b in (
                (loss, (q - onehot) / N),
                *(
                    (a, b)
                    for a in (-np.log(picked(q, targets)).mean(), other)
                    for b in (gradient, (q - onehot) / N)
                ),
            )
        ],
    }


def ordinary(student: Student, rng: np.random.Generator) -> Evidence:
    """Return the evidence of ordinary logits, with targets of several shapes."""
    evidence, V = Evidence(WRONG, slack=3), 9

    def for_ends(ids: np.ndarray) -> dict:
        return ask(student, rng.uniform(-1, 1, (ids.size, V)), ids)

    ends_refused(for_ends, V)
    for shape in ((6,), (2, 3), (3, 2, 2), (2, 4)):
        logits = rng.uniform(-2, 2, (*shape, V))
        targets = some_ids(rng, V, int(np.prod(shape))).reshape(shape)
        with blame("one-axis-only") if len(shape) > 1 else nullcontext():
            see(evidence, student, logits, targets, lambda z=logits, t=targets: predicted(z, t))
    if evidence.right("loss", "gradient"):
        with blame("single-id"):
            single = is_right(student, rng.uniform(-2, 2, V), np.asarray(rng.integers(1, V - 1)))
        if not single:
            raise Wrong("single-id")
    return evidence


@check(points=1)
def loss(student: Student, rng: np.random.Generator) -> None:
    told(ordinary(student, rng), ORDINARY, "loss")


@check(points=2)
def gradient(student: Student, rng: np.random.Generator) -> None:
    told(ordinary(student, rng), ORDINARY, "gradient")


# -- large logits ---------------------------------------------------------------------------------


def between(got: np.ndarray, low: float = 5.0, high: float = 900.0) -> np.ndarray:
    """Return `got`, if it is a number between the two; else NaN, which no right answer is."""
    return got if got.shape == () and low < got < high else np.asarray(np.nan)


def unstable(logits: np.ndarray, targets: np.ndarray, got: dict, unlikely: bool) -> dict:
    """Return what each mistake with large logits gives: loss, gradient or both of it."""
    each, p, onehot = right(logits, targets)
    N, z = each.size, logits
    want = {"loss": each.mean(), "gradient": (p - onehot) / N}
    with np.errstate(all="ignore"):

        def forms(shifted: np.ndarray) -> list[dict]:
            e = np.exp(shifted)
            q, lse = e / e.sum(-1, keepdims=True), np.log(e.sum(-1))
            losses = (lse - picked(shifted, targets)).mean(), -np.log(picked(q, targets)).mean()
            # Where all exponentials vanish or overflow, these two ways to the probabilities differ.
            gradients = [want["gradient"], *((r - onehot) / N for r in (q, np.exp(shifted - lse[..., None])))]
            found = [{"loss": a, "gradient": b} for a in (*losses, want["loss"]) for b in gradients]
            return [
                form
                for form in found
                if form["gradient"] is not want["gradient"] or form["loss"] is not want["loss"]
            ]

        capped = right(logits.clip(-100, 100), targets).fields
        # With a right gradient it looks like the logarithm of zero; `overflows` tells them apart.
        at_target = [
            f for f in forms(z - picked(z, targets)[..., None]) if f["gradient"] is not want["gradient"]
        ]
        safe = np.exp(z - z.max(-1, keepdims=True))
        q = safe / safe.sum(-1, keepdims=True)
        return {
            "overflow": forms(z),
            "shift-of-batch": forms(z - z.max()),
            "unsafe-shift": at_target,
            "log-of-zero": [{"loss": -np.log(picked(q, targets)).mean()}],
            "eps-in-log": [{"loss": between(got["loss"])}] if unlikely else [{}],
            # Of the unlikely target's loss the constant decides, which is the student's choice.
            "loss-bounded": [
                {"loss": between(got["loss"]) if unlikely else capped["loss"], "gradient": g}
                for g in (capped["gradient"], want["gradient"])
            ],
        }


@check(points=1)
def stable(student: Student, rng: np.random.Generator) -> None:
    evidence, V = Evidence(WRONG, slack=3), 7
    order, level = rng.permutation(V), 1e4 - rng.integers(0, 50)
    likely = np.full((1, V), -level)  # the target is far above all others
    likely[0, order[:2]] = level, level - 1e3
    unlikely = np.full((1, V), -3.0)  # the target is far below
    unlikely[0, order[:2]] = -level, 0.0
    apart = np.stack([level + np.arange(V), -level + np.arange(V)])[:, order]  # one position high, one low
    for dtype in ("float32", "float64"):
        for z, targets in ((likely, order[:1]), (unlikely, order[:1]), (apart, order.argsort()[:2])):
            logits = z.astype(dtype)
            got = ask(student, logits, targets)
            about = logits, targets, got, z is unlikely
            evidence.see(
                got,
                right(logits, targets).fields,
                rounding(logits, targets),
                lambda about=about: unstable(*about),
            )
    try:
        told(evidence, FAR, "loss", "gradient")
    except Wrong as wrong:
        if wrong.misconception == "log-of-zero" and overflows(student):
            raise Wrong("unsafe-shift") from None
        raise
    if not is_right(student, np.array([[1e4, 9_998.0, -1e4]]), np.array([2])):
        raise Wrong("loss-bounded")


def overflows(student: Student) -> bool:
    """Return whether it is an exponential that overflows, and not one that vanishes, for an unlikely target.

    The loss is infinite from some distance on: exponentials overflow from 89 in float32 and from 710 in
    float64, and vanish from 104 and 746.
    """
    for distance, overflow in ((95.0, True), (200.0, False), (725.0, True)):
        if not np.isfinite(ask(student, np.array([[0.0, -distance]]), np.array([1]))["loss"]).all():
            return overflow
    return False


# -- impossible tokens ----------------------------------------------------------------------------


def masked_logits(rng: np.random.Generator, dtype: str, rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Return six positions and their targets. In `rows` of them logits beside the target's are -inf.

    In one of these it is all the others.
    """
    V = int(rng.integers(7, 10))
    logits, targets = rng.standard_normal((6, V)).astype(dtype), rng.integers(1, V - 1, 6)
    for nth, row in enumerate(rng.permutation(6)[:rows]):
        others = rng.permutation(np.delete(np.arange(V), targets[row]))
        logits[row, others[: None if nth == 0 else rng.integers(1, V - 2)]] = -np.inf
    return logits, targets


def for_masks(logits: np.ndarray, targets: np.ndarray) -> dict:
    """Return what each mistake with minus infinity gives."""
    masked, (each, p, onehot) = np.isneginf(logits), right(logits, targets)
    kept, exact = ~masked.any(axis=-1), (p - onehot) / each.size
    nan = np.where(masked, np.nan, exact)
    spoilt = np.where(masked.any(axis=-1, keepdims=True), np.nan, exact)
    dropped = np.where(kept[:, None], exact, 0)
    left_out = each[kept].mean(), each[kept].sum() / each.size
    return {
        "zero-times-inf": [
            {"loss": np.nan},
            *({"loss": a, "gradient": b} for a in (np.nan, each.mean()) for b in (nan, spoilt)),
        ],
        "masked-left-out": [
            {"loss": a, "gradient": b}
            for a in left_out
            for b in (exact, dropped, dropped * each.size / kept.sum())
        ],
        "masked-as-zero": both(np.where(masked, 0, logits), targets, exact),
        "masked-as-large": [
            form
            for most in MOST
            for floored in (np.where(masked, -most, logits), np.maximum(logits, -most))
            for form in both(floored, targets, exact)
        ],
    }


def both(logits: np.ndarray, targets: np.ndarray, exact: np.ndarray) -> list[dict]:
    """Return the fields of other logits: both of them, and the loss alone."""
    found = right(logits, targets).fields
    return [found, {"loss": found["loss"], "gradient": exact}]


@check(points=1)
def masked(student: Student, rng: np.random.Generator) -> None:
    evidence = Evidence(WRONG, slack=3)
    for dtype, rows, level in (("float64", 0, 0), ("float64", 3, 0), ("float32", 4, 0), ("float64", 3, -1e4)):
        logits, targets = masked_logits(rng, dtype, rows)
        logits += level
        with blame("masked-refused") if rows else nullcontext():
            see(
                evidence,
                student,
                logits,
                targets,
                (lambda z=logits, t=targets: for_masks(z, t)) if rows else dict,
            )
    told(evidence, MASKED, "loss", "gradient")


# -- half precision -------------------------------------------------------------------------------


def added_in_half(V: int, targets: np.ndarray) -> dict:
    """Return what sums of float16 give for V equal logits: loss, gradient or both."""
    total, onehot = np.float16(V), targets[:, None] == np.arange(V)
    losses = (
        np.log(V),
        np.log(total),
        np.log(float(total)),
        -np.log(np.float16(1) / total),
        np.float16(np.log(V)),
    )
    shares = 1 / V, 1 / float(total), np.float16(1 / V), np.float16(1) / total
    found = [{"loss": float(a), "gradient": float(q) - onehot} for a in losses for q in shares]
    return {"half-precision": found[1:]}


def shifted_in_half(logits: np.ndarray, targets: np.ndarray) -> dict:
    """Return what differences of float16 give, and a gradient that is rounded to it."""
    exact = right(logits, targets).fields
    with np.errstate(over="ignore"):
        narrow = logits - logits.max(axis=-1, keepdims=True)
    found = right(narrow, targets).fields
    if np.isneginf(picked(narrow, targets)).any():
        found["loss"] = np.inf  # of two infinities there is no difference
    return {
        "shifted-in-half": [found, {"loss": found["loss"]}, {"gradient": found["gradient"]}],
        "gradient-rounded": [{"gradient": exact["gradient"].astype(np.float16)}],
    }


@check(points=1)
def half(student: Student, rng: np.random.Generator) -> None:
    require_small(student, rng)
    # The sum is V, and above 2,048 float16 has no odd number. Of these V, those whose logarithm is halfway
    # between two numbers of float16 show both roundings.
    odd = np.arange(2_051, 2_402, 2)
    V = int(rng.choice(odd[np.abs(np.log(odd).astype(np.float16) - np.log(odd)) > 1e-3]))
    evidence, targets = Evidence(WRONG), rng.integers(0, V, 1)
    see(evidence, student, np.zeros((1, V), np.float16), targets, lambda: added_in_half(V, targets))
    told(evidence, HALF, "loss")  # the gradient's numbers are as small as the rounding allowed of the loss
    evidence, V = Evidence(WRONG, slack=3), 7
    level = float(rng.integers(30, 45) * 1_000)  # twice that is more than float16 holds
    far = rng.permutation([-level, -level, -level, 0.0, level / 2, level - 64, level])
    for z in (rng.uniform(-3, 3, (8, V)), far[None], far[None]):
        logits, targets = z.astype(np.float16), rng.integers(0, V, len(z))
        if not is_right(student, logits.astype(np.float32), targets):
            continue  # large logits are judged by the check of stability
        got = see(evidence, student, logits, targets, lambda z=logits, t=targets: shifted_in_half(z, t))
        if got["dtype"] == "float16":
            raise Wrong("gradient-rounded")
    told(evidence, HALF, "loss", "gradient")


# -- targets --------------------------------------------------------------------------------------


@check(points=1)
def refused(student: Student, rng: np.random.Generator) -> None:
    require_small(student, rng)
    V = int(rng.integers(50, 70))
    many = rng.uniform(-3, 3, (2, 3, V))
    refuses_ids(
        lambda t: ask(student, many, t)["loss"],
        rng.integers(1, V - 1, (2, 3)),
        V,
        lambda t: np.asarray(right(many, t % V).each.mean()),
        tolerance=1e-4,
        left_out=True,
    )


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    logits, targets = rng.uniform(-2, 2, (4, 6)).astype(dtype), rng.integers(0, 6, 4)
    want = right(logits, targets).fields
    return Legal(
        {"logits": logits, "targets": targets},
        (want["loss"], want["gradient"]),
        "targets",
        6,
        "logits.shape[-1]",
    )


contract = house_rules("unchanged", legal=legal)
