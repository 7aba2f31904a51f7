"""The check of `causal_attention_backward`: the three gradients."""

from contextlib import nullcontext

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, array, blame, check
from autograder.checks.shared import Evidence
from autograder.checks.student import Student

from .. import attention
from ..causal_attention.checks import draw

NAME = "causal_attention_backward"
NEUTRAL = "A gradient of attention is wrong."
FIELDS = ("q", "k", "v")


def mistakes(q, k, v, G) -> dict[str, list]:
    """Return what each mistake leads to: the gradients that it changes."""
    A, dA, root = attention.weights(q, k), G @ v.swapaxes(-1, -2), np.sqrt(q.shape[-1])
    free = attention.softmax(attention.scores(q, k))

    def of(D, A=A):
        return {"q": D @ k, "k": D.swapaxes(-1, -2) @ q, "v": A.swapaxes(-1, -2) @ G}

    def back(A):
        return A * (dA - (A * dA).sum(axis=-1, keepdims=True)) / root

    def centred(by):
        return of(A * (dA - by.sum(axis=-1, keepdims=True)) / root)

    right, seen = of(back(A)), attention.seen(*A.shape[-2:])
    found = {
        "row-mean-plain": [centred(dA / A.shape[-1]), centred(np.where(seen, dA, 0) / A.shape[-1])]
        + [centred(np.where(seen, dA, 0) / seen.sum(axis=-1, keepdims=True))],
        "row-sum-missing": [of(A * dA / root), of(A * (1 - A) * dA / root)],
        "softmax-not-differentiated": [of(dA / root), of(np.where(A > 0, dA, 0) / root)],
        "scale-not-in-backward": [of(back(A) * root), of(back(A) / root)]
        + [of(back(A) * root / np.sqrt(n)) for n in (v.shape[-1], *A.shape[-2:])]
        + [right | {"q": right["q"] * by} for by in (root, 1 / root)]
        + [right | {"k": right["k"] * by} for by in (root, 1 / root)]
        + [right | {"v": right["v"] / root}],
        "row-sum-over-queries": [of(A * (dA - (A * dA).sum(axis=-2, keepdims=True)) / root)],
        "weights-left-out": [of((dA - (A * dA).sum(axis=-1, keepdims=True)) / root)]
        + [of(np.where(A > 0, dA - (A * dA).sum(axis=-1, keepdims=True), 0) / root)],
        "future-in-backward": [of(back(free), free), of(back(free))],
    }
    if q.shape[-2] == k.shape[-2]:  # else the products have no shape
        found["not-turned"] = [right | {"v": A @ G}, right | {"k": back(A) @ q}]
        found["not-turned"] += [right | {"v": A @ G, "k": back(A) @ q}]
    else:
        early = attention.softmax(
            np.where(np.tri(*A.shape[-2:], dtype=bool), attention.scores(q, k), -np.inf)
        )
        found["queries-first"] = [of(back(early), early)]
    return found


@check(points=1)
def values(student: Student, rng: np.random.Generator) -> None:
    """As many queries as keys, and fewer; any axes in front; large scores."""
    evidence = Evidence(NEUTRAL)
    for T, S, axes, size in (
        (4, 4, (), 1),
        (2, 5, (), 1),
        (1, 4, (), 1),
        (2, 5, (2, 2), 1),
        (2, 3, (), 3000),
    ):
        if axes or size > 1:  # where the others are right
            conclude(evidence, "For one sequence")
        q, k, v = draw(rng, T, S, 3, 2, *axes)
        last = attention.scores(q, k)[..., -1, :]
        q *= size / last.flat[np.abs(last).argmax()] if size > 1 else 1
        G = rng.normal(size=(*axes, T, 2))
        with blame("one-sequence-only") if axes else nullcontext():
            value = student.call(NAME, q, k, v, G)
        if not isinstance(value, (tuple, list)) or len(value) != 3:
            raise Unexplained(f"{NEUTRAL} Three arrays are expected.")
        got = {name: array(part, "numpy", NEUTRAL) for name, part in zip(FIELDS, value)}
        want = dict(zip(FIELDS, attention.attend_backward(q, k, v, G)))
        if size > 1 and not all(np.isfinite(part).all() for part in got.values()):
            raise Wrong("overflow")
        evidence.see(got, want, dict.fromkeys(FIELDS, 1e-9), lambda q=q, k=k, v=v, G=G: mistakes(q, k, v, G))
        if axes and not evidence.right(*FIELDS):
            raise Wrong("one-sequence-only")
    conclude(evidence, "With large scores")


def conclude(evidence: Evidence, where: str) -> None:
    """Raise `Wrong` if a gradient was wrong; what is said of no known mistake names the gradients."""
    wrong = [name for name in FIELDS if not evidence.right(name)]
    right = [name for name in FIELDS if name not in wrong]
    told = f"{where} the gradient of {' and '.join(wrong)} is wrong"
    evidence.neutral = f"{told}, that of {' and '.join(right)} right." if right else f"{told}."
    evidence.conclude(*FIELDS)
