"""Checks of `sgns_loss_and_gradients`: skip-gram with negative sampling, the loss and three gradients."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, array, blame, bound, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import Evidence, ask, loss as as_loss, require, returns_new
from autograder.sandboxed import protocol

from ..asking import imprecise
from ..shared import sigmoid

NAME = "sgns_loss_and_gradients"
FIELDS = ("loss", "d_center", "d_context", "d_negative")
NEUTRAL = "The loss or a gradient is wrong."


@dataclass(frozen=True)
class Case:
    """Centers v, contexts u and negatives, all of one dtype; all results are in float64."""

    center: np.ndarray  # (n, d)
    context: np.ndarray  # (n, d)
    negative: np.ndarray  # (n, k, d)

    @property
    def args(self) -> tuple:
        return self.center, self.context, self.negative

    @cached_property
    def wide(self) -> tuple:
        return tuple(a.astype(np.float64) for a in self.args)

    @cached_property
    def scores(self) -> tuple:
        """u·v (n,) and n_j·v (n, k)."""
        v, u, N = self.wide
        return np.einsum("nd,nd->n", u, v), np.einsum("nkd,nd->nk", N, v)

    @cached_property
    def terms(self) -> tuple:
        """The contribution of each score to the loss of its example, (n,) and (n, k)."""
        pull, push = self.scores
        return np.logaddexp(0, -pull), np.logaddexp(0, push)

    @cached_property
    def slopes(self) -> tuple:
        """The derivatives of these terms by the scores."""
        pull, push = self.scores
        return -sigmoid(-pull), sigmoid(push)

    @cached_property
    def right(self) -> dict:
        return fields(self, *self.slopes)

    @cached_property
    def rounding(self) -> dict:
        """The rounding errors allowed. If a score is off by δ, its term and slope are by at most δ."""
        (v, u, N), dtype, eps = self.wide, self.center.dtype.name, np.finfo(self.center.dtype).eps
        n, k, d = N.shape
        by_pull = bound(dtype, d, np.einsum("nd,nd->n", abs(u), abs(v)))
        by_push = bound(dtype, d, np.einsum("nkd,nd->nk", abs(N), abs(v)))
        of_terms = sum(t.sum() for t in self.terms) / n + k + 1
        moved = Case(abs(v), abs(u), abs(N))
        slope_error = by_pull + 8 * eps, by_push + 8 * eps
        size = abs(self.slopes[0]), abs(self.slopes[1])
        error, magnitude = fields(moved, *slope_error), fields(moved, *size)
        rounding = {f: error[f] + bound(dtype, k + 6, magnitude[f]) for f in FIELDS[1:]}
        loss = (by_pull.sum() + by_push.sum()) / n + bound(dtype, n * (k + 1) + 8, of_terms)
        return {"loss": loss} | rounding


def fields(case, pull, push, terms=None, over=None) -> dict:
    """The four results from the slopes of the scores, or from what a mistake has in their place."""
    v, u, N = case.wide
    n = len(v) if over is None else over
    a, b = (pull / n)[:, None], (push / n)[:, :, None]
    pulls, pushes = case.terms if terms is None else terms
    return {
        "loss": np.asarray((pulls.sum() + pushes.sum()) / n),
        "d_center": a * u + (b * N).sum(axis=1),
        "d_context": a * v,
        "d_negative": b * v[:, None, :],
    }


def mistakes(case) -> dict[str, list[dict]]:
    """What each mistake gives for a draw: its forms, as dicts of fields."""
    (v, u, N), (pull, push), right = case.wide, case.slopes, case.right
    n, k, _ = N.shape
    pulls, pushes = case.terms
    loss_only = {"loss": right["loss"]}
    summed = fields(case, pull, push, over=1)
    halves = [fields(case, pull * a, push * b, (pulls * a, pushes * b)) for a, b in ((1, n), (n, 1))]
    gentle = fields(case, pull, push / k, (pulls, pushes / k))
    attracted = fields(case, pull, -sigmoid(-case.scores[1]), (pulls, np.logaddexp(0, -case.scores[1])))
    back = fields(case, -pull, -push)
    context_part = (pull / n)[:, None] * u
    p, q = sigmoid(case.scores[0]), push
    own = {
        "d_context": (pull / n)[:, None] * u,
        "d_negative": (push / n)[:, :, None] * N,
        "d_center": ((pull + push.sum(axis=1)) / n)[:, None] * v,
    }
    whole = fields(case, p, push)
    lone = fields(case, pull, 0 * push, (pulls, 0 * pushes))
    clipped = [ceiling(case, most) for most in (4, 5, 6, 8, 10)]
    same = [(x[:, None] == x[None]).all(axis=-1) for x in (v, u)]
    merged = {f: same[i] @ right[f] for i, f in enumerate(FIELDS[1:3])}
    return {
        "not-averaged": [summed, summed | loss_only, right | {"loss": summed["loss"]}, *halves],
        "negatives-averaged": [gentle, gentle | loss_only, right | {"loss": gentle["loss"]}],
        "negatives-pulled": [
            attracted,
            attracted | loss_only,
            right | {"loss": attracted["loss"]},
            fields(case, pull, -push) | loss_only,
        ],
        "uphill": [back | loss_only],
        "center-incomplete": [
            right | {"d_center": context_part},
            right | {"d_center": right["d_center"] - context_part},
        ],
        "own-vector": [right | own, *(right | {f: own[f]} for f in FIELDS[1:])],
        "sigma-for-residual": [
            whole | loss_only,
            right | {"d_center": whole["d_center"]},
            right | {"d_context": whole["d_context"]},
        ],
        "log-forgotten": [fields(case, -p * (1 - p), q * (1 - q)) | loss_only],
        "negatives-idle": [
            lone,
            lone | loss_only,
            right | {"loss": lone["loss"]},
            right | {"d_negative": lone["d_negative"]},
        ],
        "other-logarithm": [
            {f: x / base for f, x in right.items()} if all_of else right | {"loss": right["loss"] / base}
            for base in (np.log(2), np.log(10))
            for all_of in (True, False)
        ],
        "loss-sign": [right | {"loss": -right["loss"]}],
        "loss-capped": [
            *(form for c in clipped for form in (c, right | {"loss": c["loss"]}, c | loss_only)),
            *(right | {"loss": shifted(case, 10.0**-digits)} for digits in range(6, 17)),
        ],
        "rows-merged": [right | merged, *(right | {f: x} for f, x in merged.items())],
    }


def shifted(case, small) -> np.ndarray:
    """The loss with a small number added to each σ before the logarithm."""
    pull, push = case.scores
    terms = np.log(sigmoid(pull) + small).sum() + np.log(sigmoid(-push) + small).sum()
    return np.asarray(-terms / len(case.center))


def ceiling(case, most) -> dict:
    """What scores clipped to ±`most` give."""
    pull, push = (np.clip(s, -most, most) for s in case.scores)
    return fields(case, -sigmoid(-pull), sigmoid(push), (np.logaddexp(0, -pull), np.logaddexp(0, push)))


def draw(rng, n=5, k=3, d=4, dtype="float64") -> Case:
    return Case(*(rng.normal(size=s).astype(dtype) for s in ((n, d), (n, d), (n, k, d))))


def answer(student, case, strided=False) -> tuple[dict, set]:
    """The four results by name, and the dtypes of the gradients."""
    value = ask(student, NAME, *case.args, strided=strided)
    if not isinstance(value, tuple):
        raise Wrong("no-tuple")
    if len(value) != 4:
        raise Unexplained(f"{NEUTRAL} A tuple ({', '.join(FIELDS)}) is expected.")
    named = {"list": "no-array", "torch": "no-array"}
    gradients = {f: array(v, "numpy", NEUTRAL, **named) for f, v in zip(FIELDS[1:], value[1:])}
    for f, given in zip(FIELDS[1:], case.args):
        if gradients[f].shape != given.shape:
            raise Wrong("gradient-shape")
    try:
        number = as_loss(value[0], NEUTRAL)
    except Wrong:
        raise Wrong("loss-no-float") from None
    dtypes = {v.dtype for v in value[1:] if isinstance(v, protocol.Array)}
    return {"loss": np.asarray(number)} | gradients, dtypes


def judge(student, cases, *about) -> None:
    """Compare the results for some cases; `about` are the fields that this check is about."""
    evidence, narrow = Evidence(NEUTRAL), []
    for case in cases:
        got, _ = answer(student, case)
        evidence.see(got, case.right, case.rounding, lambda case=case: mistakes(case))
        largest = max(abs(x).max() for x in case.right.values())
        narrow += [imprecise(got[f], case.right[f], case.center.dtype.name, largest) for f in FIELDS]
    try:
        evidence.conclude(*about)
    except Wrong as wrong:
        each_off = not any(evidence.right(f) for f in FIELDS)  # what the loss alone has is no matter of dtype
        raise Wrong("narrow-floats") if wrong.misconception is None and all(narrow) and each_off else wrong


def repeated(rng) -> Case:
    """One center in several examples, and one context in others."""
    case = draw(rng, 5, 2, 3)
    case.center[3], case.context[4] = case.center[1], case.context[0]
    return case


def new_gradient(student, place: int) -> None:
    """Is the result at this place of the tuple a new array at each call?"""
    returns_new(student, f"{NAME}(v, v, n)[{place}]", "v, n = np.ones((2, 3)), np.ones((2, 4, 3))")


@check(points=1.5)
def loss(student, rng):
    judge(student, [draw(rng), draw(rng, 2, 5, 3)], "loss")
    # An array without axes reaches this process as a float does.
    for dtype in ("float64", "float32"):
        prepare = f"v, n = np.ones((2, 3), np.{dtype}), np.ones((2, 4, 3), np.{dtype})"
        if student.evaluate(prepare, f"isinstance({NAME}(v, v, n)[0], (float, np.floating))") is not True:
            raise Wrong("loss-no-float")


@check(points=1.5)
def center(student, rng):
    """Also with centers and contexts that come several times."""
    judge(student, [draw(rng), draw(rng, 4, 2, 2), repeated(rng)], "d_center")
    new_gradient(student, 1)


@check(points=1)
def context(student, rng):
    judge(student, [draw(rng), draw(rng, 4, 2, 2), repeated(rng)], "d_context")
    new_gradient(student, 2)


@check(points=1)
def negative(student, rng):
    """Also with as many negatives as examples, where axes can be confused."""
    judge(student, [draw(rng), draw(rng, 3, 3, 3)], "d_negative")
    new_gradient(student, 3)


def all_right(got, case) -> bool:
    return all(close(got[f], case.right[f], case.rounding[f]) for f in FIELDS)


@check(points=0.5)
def shapes(student, rng):
    """One example, one dimension, one negative, none; float32; non-contiguous arrays."""
    answer(student, draw(rng))  # what fails for any size is no matter of single axes
    for sizes in ((1, 1, 1), (1, 3, 4), (4, 1, 3), (4, 3, 1)):
        case = draw(rng, *sizes)
        with blame("single-fails"):
            got, _ = answer(student, case)
        if not all_right(got, case):
            judge(student, [draw(rng)], *FIELDS)
            raise Wrong("single-fails")
    for n, case in enumerate((draw(rng, 4, 0, 3), draw(rng, 6, 4, 5, "float32"))):
        kind = ("no negatives", "float32")[n]
        with blame("no-negatives" if n == 0 else None, f"With {kind} it fails."):
            got, dtypes = answer(student, case)
        if dtypes != {case.center.dtype.name}:
            raise Wrong("dtype-not-kept")
        if not all_right(got, case):
            lost = n == 0 and not all(np.isfinite(got[f]).all() for f in FIELDS)
            raise Wrong("no-negatives" if lost else None, f"With {kind} the loss or a gradient is wrong.")
    case = draw(rng)
    with blame("gaps"):
        got, _ = answer(student, case, strided=True)
    if not all_right(got, case):
        judge(student, [case], *FIELDS)
        raise Wrong("gaps")


def steep(rng, low, high, dtype) -> Case:
    """Scores spread from `low` to `high`, of both signs for contexts and negatives."""
    scores = rng.permutation(np.linspace(low, high, 12)) * rng.choice([-1, 1], 12)
    center = np.full((3, 2), 2.0)
    vectors = np.stack([scores / 4, scores / 4], axis=1).astype(dtype).reshape(3, 4, 2)
    return Case(center.astype(dtype), vectors[:, 0].copy(), vectors[:, 1:].copy())


@check(points=1)
def stable(student, rng):
    """Scores of hundreds and thousands, in both dtypes."""
    for low, high, dtype in ((1, 15, "float64"), (200, 700, "float32"), (800, 20_000, "float64")):
        case = steep(rng, low, high, dtype)
        got, _ = answer(student, case)
        if all_right(got, case):
            continue
        if not all(np.isfinite(got[f]).all() for f in FIELDS):
            raise Wrong("overflow")
        # A ceiling on the score lets gradients off by as much as σ of the ceiling is off from 1.
        v, u, N = (abs(x).max() / 3 for x in case.wide)
        sizes = zip(FIELDS[1:], (max(u, N), v, v))
        nearly = all(close(got[f], case.right[f], 0.02 * size) for f, size in sizes)
        if high > 100 and nearly and 0 <= got["loss"] < 0.999 * case.right["loss"]:
            raise Wrong("loss-capped")
        if high > 100:
            judge(student, [draw(rng)], *FIELDS)
            raise Unexplained("With large scores the loss or a gradient is wrong.")
        # Errors with moderate scores are judged by other checks.


@check(points=0.5)
def errors(student, rng):
    case = draw(rng)
    require(NAME, lambda: student.call(NAME, *case.args), tuple(case.right[field] for field in FIELDS))
    v, u, N = case.args  # (5, 4), (5, 4), (5, 3, 4)
    long = np.concatenate
    bad = [
        (v, u[:1], N),
        (v, u[:, :1], N),
        (v[:1], u, N),
        (v, u, N[:1]),
        (v, u, N[:, :, :1]),
        (v, u, N[:4]),
        (v, u[:3], N),
        (v, u, long([N, N])),
        (v, u, long([N, N], axis=2)),
        (v, long([u, u]), N),
        (v[:, :1], u[:, :1], N),
        (v[:, :2], u[:, :2], N),
        (v[:3], u, N),
        (v[:1], u, N[:1]),
        (v[:1], u[:1], N),
        (v[:, :1], u, N[:, :, :1]),
        (v, u, N[:, :0, :1]),
        (v, u, N[:3, :0]),
        (v, u[:1], N[:, :0]),
    ]
    refuses_values(lambda args: student.call(NAME, *args), bad)
    axes = [
        (v, u, N[:, 0]),
        (v[0], u[0], N[0]),
        (np.array(v[0, 0]), np.array(u[0, 0]), N[0]),
        (v[0], u[0], N[:1]),
        (v[None], u[None], N[None]),
        (v[None], u[None], N),
        (v[:, None], u[:, None], N),
        (v, u, N[None]),
        (v, u, N[:, :, :, None]),
        (v, u, N[:, 0, :0]),
        (v, u, N[:, :0, :, None]),
    ]
    refuses_values(lambda args: student.call(NAME, *args), axes, if_accepted="axes-unchecked")
    none = v[:0], u[:0], N[:0]
    refuses_values(lambda args: student.call(NAME, *args), [none], if_accepted="mean-of-nothing")
