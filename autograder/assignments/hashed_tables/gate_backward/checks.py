"""Checks of `gate_backward`: one stream, several that share what they read, and the signed root."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from autograder.checks.checking import Unexplained, array, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.shared import Evidence
from autograder.checks.student import Student

NAME = "gate_backward"
NEUTRAL = "A gradient of the gate is wrong."
FIELDS = ("h", "e", "W_K", "W_V")
EPS = 1e-6
ROUNDING = 1e-8


class Case(NamedTuple):
    h: np.ndarray
    e: np.ndarray
    W_K: np.ndarray
    W_V: np.ndarray
    upstream: np.ndarray
    root: bool = False


def draw(rng: np.random.Generator, M=1, T=4, d=5, D=3, root=False) -> Case:
    """Draw states and weights; with `root` until all scores are far from zero."""
    while True:
        case = Case(
            rng.normal(size=(M, T, d)), rng.normal(size=(T, D)), rng.normal(size=(M, d, D)),
            rng.normal(size=(d, D)), rng.normal(size=(M, T, d)), root,
        )  # fmt: skip
        scores = Forward(case).s
        if not root or (np.abs(scores).min() > 0.05 and scores.min() < 0 < scores.max()):
            return case


def norm(x: np.ndarray) -> np.ndarray:
    return x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + EPS)


def norm_backward(x: np.ndarray, dy: np.ndarray) -> np.ndarray:
    y = norm(x)
    return (dy - y * np.mean(dy * y, axis=-1, keepdims=True)) / np.sqrt(
        np.mean(x * x, -1, keepdims=True) + EPS
    )


class Forward:
    """What the way forward has computed."""

    def __init__(self, case: Case):
        self.raw, self.v = case.e @ case.W_K.swapaxes(-1, -2), case.e @ case.W_V.T
        self.q, self.k = norm(case.h), norm(self.raw)
        self.scale = np.sqrt(case.h.shape[-1])
        self.s = (self.q * self.k).sum(axis=-1, keepdims=True) / self.scale
        taken = np.sign(self.s) * np.sqrt(np.abs(self.s)) if case.root else self.s
        self.alpha = 1 / (1 + np.exp(-taken))


def gradients(
    case: Case,
    *,
    sigmoid: bool | str = True,
    slope: str = "right",
    scale=1.0,
    norms=(True, True),
    paths=(True, True),
) -> dict[str, np.ndarray]:
    """Return the gradients by name, each stream's apart for e and W_V: (M, ...).

    The options are the places where mistakes are made: the derivatives of sigmoid and root, the scale, the
    norms of queries and keys, and the ways of e through the values and through the keys.
    """
    f = Forward(case)
    ds = (case.upstream * f.v).sum(axis=-1, keepdims=True)
    slopes = {"alpha": f.alpha, "rest": 1 - f.alpha, "square": f.alpha**2, True: f.alpha * (1 - f.alpha)}
    ds = ds * slopes.get(sigmoid, 1.0)
    if case.root and slope != "left out":
        ds = ds / (2 * np.sqrt(np.abs(f.s)))
        ds = ds * np.sign(f.s) if slope == "signed" else ds
    ds = ds / f.scale * scale
    dh = norm_backward(case.h, ds * f.k) if norms[0] else ds * f.k
    draw = norm_backward(f.raw, ds * f.q) if norms[1] else ds * f.q
    dv = f.alpha * case.upstream
    return {
        "h": dh,
        "e": paths[0] * (dv @ case.W_V) + paths[1] * (draw @ case.W_K),
        "W_K": draw.swapaxes(-1, -2) @ case.e,
        "W_V": dv.swapaxes(-1, -2) @ case.e,
    }


def added(parts: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Add up the streams' parts for what belongs to all."""
    return parts | {"e": parts["e"].sum(axis=0), "W_V": parts["W_V"].sum(axis=0)}


def mistakes(case: Case) -> dict[str, list[dict]]:
    """Return what each mistake leads to: the gradients that it changes, in its forms."""
    right, f = gradients(case), Forward(case)
    want = added(right)

    def of(**options) -> dict:
        return added(gradients(case, **options))

    none = {"h": 0 * case.h, "W_K": 0 * case.W_K}
    open_ = {"W_V": (case.upstream.swapaxes(-1, -2) @ case.e).sum(axis=0)}
    open_both = open_ | {"e": (case.upstream @ case.W_V).sum(axis=0) + of(paths=(False, True))["e"]}
    some = ((False, False), (False, True), (True, False))
    found = {
        "gate-held-fixed": [want | none | {"e": of(paths=(True, False))["e"]}],
        "way-through-keys-missing": [of(paths=(True, False))],
        "way-through-values-missing": [of(paths=(False, True))],
        "sigmoid-not-differentiated": [of(sigmoid=s) for s in (False, "alpha", "rest", "square")],
        "weights-averaged": [
            want | {name: want[name] / len(case.e) for name in names}
            for names in (("W_K", "W_V"), ("W_K",), ("W_V",))
        ],
        "scale-not-in-backward": [of(scale=f.scale), of(scale=1 / f.scale)],
        "norm-not-differentiated": [of(norms=norms) for norms in some],
        "gate-left-open": [want | open_, want | open_both],
    }
    if case.root:
        plain = added(gradients(case._replace(root=False)))
        found["root-ignored"] = [plain]
        found["root-not-differentiated"] = [of(slope="left out")]
        found["root-of-other-slope"] = [of(scale=n) for n in (2.0, 0.5)]
        found["root-with-a-sign"] = [of(slope="signed")]
    if len(case.h) > 1:
        last = {"e": right["e"][-1], "W_V": right["W_V"][-1]}
        first = {"e": right["e"][0], "W_V": right["W_V"][0]}
        mean = {"e": want["e"] / len(case.h), "W_V": want["W_V"] / len(case.h)}
        keys_lost = [
            gradients(case, paths=(True, False))["e"].sum(axis=0)
            + gradients(case, paths=(False, True))["e"][m]
            for m in (0, -1)
        ]
        found["streams-not-added"] = [want | part for part in _subsets(last, first, mean)]
        found["streams-not-added"] += [want | {"e": e} for e in keys_lost]
    return found


def _subsets(*parts: dict) -> Iterator[dict]:
    for part in parts:
        yield part
        yield from ({name: value} for name, value in part.items())


def ask(student: Student, case: Case) -> dict[str, np.ndarray]:
    value = student.call(NAME, *(case if case.root else case[:-1]))
    if not isinstance(value, (tuple, list)) or len(value) != len(FIELDS):
        raise Unexplained(f"{NEUTRAL} Four arrays are expected: the gradients of h, e, W_K and W_V.")
    got = {name: array(part, "numpy", NEUTRAL) for name, part in zip(FIELDS, value)}
    for name, part in got.items():
        if part.shape != getattr(case, name).shape and len(case.h) == 1:
            raise Unexplained(f"The gradient of {name} has not the shape of {name}.")
    return got


def judge(student: Student, cases: list[Case]) -> None:
    evidence = Evidence(NEUTRAL)
    wrong: dict[str, bool] = {}
    for case in cases:
        got = ask(student, case)
        want = added(gradients(case))
        wrong |= {name: True for name in FIELDS if not close(got[name], want[name], ROUNDING)}
        evidence.see(got, want, dict.fromkeys(FIELDS, ROUNDING), lambda c=case: mistakes(c))
    try:
        evidence.conclude(*FIELDS)
    except Unexplained:
        raise Unexplained(f"{NEUTRAL} Wrong: that of {', '.join(n for n in FIELDS if n in wrong)}.") from None


@check(points=1)
def values(student: Student, rng: np.random.Generator) -> None:
    """One stream, the sigmoid of the plain score."""
    judge(student, [draw(rng), draw(rng, T=1, d=4, D=6), draw(rng, T=6, d=2, D=4)])


@check(points=2)
def streams(student: Student, rng: np.random.Generator) -> None:
    """Several streams share what was read, and the values of it."""
    judge(student, [draw(rng, M=3), draw(rng, M=2, T=5, d=3, D=6)])


@check(points=1.5)
def root(student: Student, rng: np.random.Generator) -> None:
    """The sigmoid of the signed root, of scores on both sides of zero."""
    judge(student, [draw(rng, T=6, root=True), draw(rng, M=2, T=4, d=3, D=6, root=True)])


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    case = draw(rng, M=2)
    arrays = {name: value for name, value in case._asdict().items() if name != "root"}
    return Legal(arrays, tuple(added(gradients(case))[name] for name in FIELDS))


contract = house_rules("unchanged", legal=legal, points=0.5)
