"""Checks of `tied_gradient`: the gradients of a shared table from its input side and its output side."""

import contextlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from autograder.checks.checking import Wrong, blame, bound, check
from autograder.checks.contract import Legal, house_rules
from autograder.checks.refusals import refusal
from autograder.checks.shared import Evidence, scatter_add
from autograder.checks.student import Student

from ..asking import conclude, record
from ..draws import PRECISION, Draw, loss_of, residual, side_rounding

NAME = "tied_gradient"
FIELDS = ("loss", "input_side", "output_side", "dW")
NEUTRAL = "The loss or a gradient of the tied model is wrong."


@dataclass(frozen=True)
class Model:
    """A draw of the model h = tanh(E[ids] W), z = h Eᵀ: E (V, d), W (d, d), ids and targets."""

    E: np.ndarray
    W: np.ndarray
    ids: np.ndarray
    targets: np.ndarray

    @property
    def args(self) -> tuple:
        return self.E, self.W, self.ids, self.targets

    @cached_property
    def forward(self) -> tuple:
        """x = E[ids] and a = x W, both (N, d), and the head."""
        x = self.E[self.ids.reshape(-1)]
        a = x @ self.W
        return x, a, Draw(np.tanh(a), self.E, self.targets.reshape(-1))

    def gradients(self, da, ids=None) -> dict:
        """The four results, given the gradient of x W."""
        x, _, head = self.forward
        ids = self.ids if ids is None else ids
        fields = {"loss": head.right["loss"], "output_side": head.right["dE"], "dW": x.T @ da}
        return fields | {"input_side": scatter_add(len(self.E), ids, da @ self.W.T)}

    @cached_property
    def da(self) -> np.ndarray:
        _, a, head = self.forward
        return head.right["dh"] * (1 - np.tanh(a) ** 2)

    @cached_property
    def right(self) -> dict:
        return self.gradients(self.da)

    @cached_property
    def rounding(self) -> dict:
        """The rounding errors allowed: those of the head and of h, propagated through tanh and W."""
        (x, _, head), W = self.forward, np.abs(self.W)
        E, d, eps = np.abs(head.E), len(W), np.finfo(PRECISION).eps
        of_h = bound(PRECISION, d, np.abs(x) @ W) + 4 * eps  # |tanh'| ≤ 1
        of_logits = bound(PRECISION, d, np.abs(head.h) @ E.T) + of_h @ E.T
        of_head = side_rounding(head, of_logits)
        r = np.abs(residual(head)) / len(x)
        dh, da = np.abs(head.right["dh"]), np.abs(self.da)
        of_da = of_head["dh"] + dh * 2 * of_h + 6 * eps * dh
        into_x = of_da @ W.T + bound(PRECISION, d, da @ W.T)
        terms = int(np.bincount(self.ids.reshape(-1)).max())
        return {
            "loss": of_head["loss"],
            "output_side": of_head["dE"] + r.T @ of_h,
            "dW": np.abs(x).T @ of_da + bound(PRECISION, len(x), np.abs(x).T @ da),
            "input_side": scatter_add(len(E), self.ids, into_x)
            + bound(PRECISION, terms, scatter_add(len(E), self.ids, da @ W.T)),
        }


def predicted(case: Model, got: dict) -> dict[str, list[dict]]:
    """What each mistake leads to for a draw: its forms, as dicts of fields; `got` is the answer."""
    x, a, head = case.forward
    right, h, dh, da, W = case.right, np.tanh(a), head.right["dh"], case.da, case.W
    total = right["input_side"] + right["output_side"]
    dx, flat, N = da @ W.T, case.ids.reshape(-1), len(x)
    last, first = np.zeros_like(total), np.zeros_like(total)
    last[flat], first[flat[::-1]] = dx, dx[::-1]
    mean = scatter_add(len(total), flat, dx)
    mean /= np.maximum(np.bincount(flat, minlength=len(total)), 1)[:, None]
    r = residual(head)
    hit = np.zeros_like(r)
    hit[np.arange(N), case.targets.reshape(-1)] = 1
    V = len(total)
    z = head.logits / np.sqrt(len(W))
    attended = {"loss": np.asarray(loss_of(head, z)), "output_side": residual(head, z).T @ h / N}
    all_summed = {f: v * N for f, v in right.items()}
    return {
        "duplicates-lost": [right | {"input_side": last}, right | {"input_side": first}],
        "repeats-averaged": [right | {"input_side": mean}],
        # What loss and output side show of the hidden states does not depend on the way back.
        "tanh-before-W": [forward_alone(case, np.tanh(x) @ W, got)],
        "logits-over-root": [
            attended | {f: got[f] for f in ("input_side", "dW")},
            attended
            | {f: got[f] for f in ("input_side", "dW")}
            | {"output_side": attended["output_side"] / np.sqrt(len(W))},
        ],
        "tanh-left-out": [through(case, a, 1.0), *(through(case, a, 1 - g * g) for g in (a, h))],
        "logits-of-rows": of_rows(case),
        "W-transposed-forward": transposed(case),
        "tanh-derivative": [
            case.gradients(g)
            for g in (
                *(dh, dh * (1 - a * a), dh * (1 - np.tanh(h) ** 2), dh * (1 - h), dh / np.cosh(a)),
                *(dh * h * (1 - h), dh * h),
            )
        ],
        "W-not-transposed": [right | {"input_side": scatter_add(V, flat, da @ W)}],
        "W-left-out": [right | {"input_side": scatter_add(V, flat, da)}],
        "hidden-scattered": [right | {"input_side": scatter_add(V, flat, dh)}],
        "dW-transposed": [right | {"dW": right["dW"].T}],
        "dW-from-h": [right | {"dW": h.T @ da}],
        "sides-swapped": [right | {"input_side": right["output_side"], "output_side": right["input_side"]}],
        "scattered-to-both": [right | {"input_side": right["input_side"] + scatter_add(V, case.targets, dx)}],
        "output-of-read-rows": [
            right | {"output_side": right["output_side"] * np.isin(np.arange(V), flat)[:, None]}
        ],
        "dW-before-tanh": [right | {"dW": x.T @ dh}],
        "part-not-averaged": [
            right | {f: right[f] * N for f in fields}
            for fields in (("input_side",), ("output_side",), ("dW",), ("input_side", "dW"))
        ],
        "sum-in-one-side": [
            right | {"input_side": total},
            right | {"output_side": total},
            right | {"input_side": total, "output_side": total},
        ],
        "output-from-rows": [right | {"output_side": r.T @ x / N}],
        "only-target-rows": [
            right | {"output_side": form.T @ h / N} for form in (r * hit, r * hit.any(axis=0))
        ],
        "scattered-to-targets": [case.gradients(da, ids=case.targets)],
        "averaged-twice": [
            right | {"input_side": right["input_side"] / N, "dW": right["dW"] / N},
            *(right | {f: right[f] / N} for f in ("input_side", "output_side", "dW")),
        ],
        "all-summed": [all_summed],
        "gradients-summed": [all_summed | {"loss": right["loss"]}],
        "loss-summed": [right | {"loss": right["loss"] * N}],
        "loss-over-tokens": [right | {"loss": right["loss"] / V}],
        "not-nats": [right | {"loss": right["loss"] / np.log(base)} for base in (2, 10)],
        "loss-sign": [right | {"loss": -right["loss"]}],
        "gradient-sign": [
            {f: v * (1 if f == "loss" else -1) for f, v in right.items()},
            *(right | {f: -right[f]} for f in ("input_side", "output_side", "dW")),
        ],
    }


def through(case: Model, h, slope, W=None) -> dict:
    """The four results of another forward pass: its hidden states h, and the slope of what made them."""
    x, _, head = case.forward
    W = case.W if W is None else W
    right = Draw(h, head.E, head.targets).right
    da = right["dh"] * slope
    return {
        "loss": right["loss"],
        "output_side": right["dE"],
        "dW": x.T @ da,
        "input_side": scatter_add(len(head.E), case.ids, da @ W.T),
    }


def forward_alone(case: Model, h, got: dict) -> dict:
    """The results where the hidden states are h, whatever the way back is: that part is as in `got`."""
    right = Draw(h, case.E, case.targets.reshape(-1)).right
    return got | {"loss": right["loss"], "output_side": right["dE"]}


def of_rows(case: Model) -> list[dict]:
    """The results where the logits are x Eᵀ: with the output side from x, or from h nevertheless."""
    x, a, head = case.forward
    h, scored = np.tanh(a), Draw(x, head.E, head.targets)
    form = through(case, x, 1 - h * h)
    return [form, form | {"output_side": residual(scored).T @ h / len(x)}]


def transposed(case: Model) -> list[dict]:
    """The results where W is transposed on the way forward: backward as well, or there alone."""
    x = case.forward[0]
    h = np.tanh(x @ case.W.T)
    there_and_back = through(case, h, 1 - h * h, case.W.T)
    consistent = there_and_back | {"dW": there_and_back["dW"].T}
    return [consistent, there_and_back, through(case, h, 1 - h * h)]


def draw(rng: np.random.Generator, shape=(7,), V=8, d=3) -> Model:
    """A model with repeated ids, rows that are not read, and targets that differ from the ids."""
    order = rng.permutation(V)
    ids = np.asarray(rng.choice(order[: V // 2], shape))
    if ids.size > 2:
        ids.reshape(-1)[[0, -1]] = order[0]
    targets = np.asarray(rng.choice(order[V // 2 - 1 :], shape))
    return Model(rng.normal(size=(V, d)), rng.normal(size=(d, d)), ids, targets)


def judge(student: Student, cases: list[Model], *about: str) -> None:
    """Compare the results for some cases; `about` are the fields that a check is about."""
    evidence = Evidence(NEUTRAL)
    for case in cases:
        with blame("one-axis-only") if case.ids.ndim != 1 else contextlib.nullcontext():
            got = record(student.call(NAME, *case.args), FIELDS, NEUTRAL)
        # What is right along one axis and wrong in another shape shows this mistake, whatever the numbers.
        of_shape = {} if case.ids.ndim == 1 else {"one-axis-only": [got]}
        evidence.see(
            got, case.right, case.rounding, lambda c=case, got=got, more=of_shape: predicted(c, got) | more
        )
    conclude(evidence, *about)


@check(points=1)
def output(student: Student, rng: np.random.Generator) -> None:
    """The loss and what arrives through the logits; targets that the table has no row for."""
    judge(student, [draw(rng), draw(rng, (5,), V=6, d=4)], "loss", "output_side")
    case = draw(rng)
    for number, mistake in ((-1, "ids-negative"), (len(case.E), "ids-beyond")):
        targets = case.targets.copy()
        targets[3] = number
        if refusal(lambda: student.call(NAME, case.E, case.W, case.ids, targets)) is None:
            raise Wrong(mistake)


@check(points=1)
def input(student: Student, rng: np.random.Generator) -> None:
    """What arrives through the lookup."""
    judge(student, [draw(rng), draw(rng, (9,), V=6, d=4)], "input_side")


@check(points=1)
def weights(student: Student, rng: np.random.Generator) -> None:
    """The gradient of W, for positions of several shapes."""
    judge(student, [draw(rng), draw(rng, (5,), V=6, d=4), draw(rng, (2, 1, 3)), draw(rng, ())], "dW")


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    """Return a small call."""
    case = draw(rng, (4,))
    E, W = case.E.astype(dtype), case.W.astype(dtype)
    args = {"E": E, "W": W, "ids": case.ids, "targets": case.targets}
    want = tuple(case.right[field] for field in FIELDS)
    return Legal(args, want, ids="ids", V=len(E), rows="len(E)")


contract = house_rules("ids", "unchanged", legal=legal)
