"""Checks of `tied_gradient`: the gradients of a shared table from its input side and its output side."""

import contextlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, blame, bound, check, close
from autograder.checks.refusals import refuses_range, refuses_types, refuses_values
from autograder.checks.shared import Evidence, ask, dtypes_of, require, returns_new, scatter_add

from ..asking import numbers_outside, record, refuses_far_ids, refuses_ignored_target
from ..draws import Draw, residual, side_rounding

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
        """x = E[ids] and a = x W, both (N, d) in float64, and the head."""
        E = self.E.astype(np.float64)
        x = E[self.ids.reshape(-1).astype(int)]
        a = x @ self.W.astype(np.float64)
        return x, a, Draw(np.tanh(a), E, self.targets.reshape(-1).astype(int))

    def gradients(self, da, ids=None) -> dict:
        """The four results, given the gradient of x W."""
        x, _, head = self.forward
        W = self.W.astype(np.float64)
        ids = self.ids if ids is None else ids
        fields = {"loss": head.right["loss"], "output_side": head.right["dE"], "dW": x.T @ da}
        return fields | {"input_side": scatter_add(len(self.E), ids, da @ W.T)}

    @cached_property
    def da(self) -> np.ndarray:
        _, a, head = self.forward
        return head.right["dh"] * (1 - np.tanh(a) ** 2)

    @cached_property
    def right(self) -> dict:
        return self.gradients(self.da)

    @cached_property
    def rounding(self) -> dict:
        return self.rounding_in(self.E.dtype.name)

    @cached_property
    def coarse_rounding(self) -> dict:
        """The rounding errors of somebody who computes in float32 whatever came in."""
        return self.rounding_in("float32")

    def rounding_in(self, dtype: str) -> dict:
        """The rounding errors allowed: those of the head and of h, propagated through tanh and W."""
        (x, _, head), W = self.forward, np.abs(self.W.astype(np.float64))
        E, d, eps = np.abs(head.E), len(W), np.finfo(dtype).eps
        of_h = bound(dtype, d, np.abs(x) @ W) + 4 * eps  # |tanh'| ≤ 1
        of_logits = bound(dtype, d, np.abs(head.h) @ E.T) + of_h @ E.T
        of_head = side_rounding(head, of_logits, dtype)
        r = np.abs(residual(head)) / len(x)
        of_table = of_head["dE"] + r.T @ of_h
        dh = np.abs(head.right["dh"])
        of_da = of_head["dh"] + dh * 2 * of_h + 6 * eps * dh
        da = np.abs(self.da)
        into_x = of_da @ W.T + bound(dtype, d, da @ W.T)
        terms = int(np.bincount(self.ids.reshape(-1)).max())
        return {
            "loss": of_head["loss"],
            "output_side": of_table,
            "dW": np.abs(x).T @ of_da + bound(dtype, len(x), np.abs(x).T @ da),
            "input_side": scatter_add(len(E), self.ids, into_x)
            + bound(dtype, terms, scatter_add(len(E), self.ids, da @ W.T)),
        }


def mistakes(case: Model) -> dict[str, list[dict]]:
    """What each mistake gives for a draw: its forms, as dicts of fields."""
    x, a, head = case.forward
    right, h, dh, da = case.right, np.tanh(a), head.right["dh"], case.da
    W, total = case.W.astype(np.float64), right["input_side"] + right["output_side"]
    dx, flat, N = da @ W.T, case.ids.reshape(-1), len(x)
    last, first = np.zeros_like(total), np.zeros_like(total)
    last[flat], first[flat[::-1]] = dx, dx[::-1]
    mean = scatter_add(len(total), flat, dx)
    mean /= np.maximum(np.bincount(flat, minlength=len(total)), 1)[:, None]
    r = residual(head)
    hit = np.zeros_like(r)
    hit[np.arange(N), case.targets.reshape(-1)] = 1
    V = len(total)
    all_summed = {f: v * N for f, v in right.items()}
    return {
        "duplicates-lost": [right | {"input_side": last}, right | {"input_side": first}],
        "repeats-averaged": [right | {"input_side": mean}],
        "tanh-left-out": [through(case, a, 1.0), *(through(case, a, 1 - g * g) for g in (a, h))],
        "logits-of-rows": of_rows(case),
        "W-transposed-forward": transposed(case),
        "tanh-derivative": [
            case.gradients(g)
            for g in (dh, dh * (1 - a * a), dh * (1 - np.tanh(h) ** 2), dh * (1 - h), dh / np.cosh(a))
        ],
        "W-not-transposed": [right | {"input_side": scatter_add(V, flat, da @ W)}],
        "W-left-out": [right | {"input_side": scatter_add(V, flat, da)}],
        "dW-transposed": [right | {"dW": right["dW"].T}],
        "dW-from-h": [right | {"dW": h.T @ da}],
        "sides-swapped": [right | {"input_side": right["output_side"], "output_side": right["input_side"]}],
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
        "not-averaged": [all_summed | {"loss": right["loss"]}],
        "loss-summed": [right | {"loss": right["loss"] * N}],
        "loss-over-tokens": [right | {"loss": right["loss"] / V}],
        "not-nats": [right | {"loss": right["loss"] / np.log(base)} for base in (2, 10)],
        "loss-sign": [right | {"loss": -right["loss"]}],
        "sign": [
            {f: v * (1 if f == "loss" else -1) for f, v in right.items()},
            *(right | {f: -right[f]} for f in ("input_side", "output_side", "dW")),
        ],
    }


def through(case: Model, h, slope, W=None) -> dict:
    """The four results of another forward pass: its hidden states h, and the slope of what made them."""
    x, _, head = case.forward
    W = case.W.astype(np.float64) if W is None else W
    right = Draw(h, head.E, head.targets).right
    da = right["dh"] * slope
    return {
        "loss": right["loss"],
        "output_side": right["dE"],
        "dW": x.T @ da,
        "input_side": scatter_add(len(head.E), case.ids, da @ W.T),
    }


def of_rows(case: Model) -> list[dict]:
    """The results where the logits are x Eᵀ: with the output side from x, or from h nevertheless."""
    x, a, head = case.forward
    h, scored = np.tanh(a), Draw(x, head.E, head.targets)
    form = through(case, x, 1 - h * h)
    return [form, form | {"output_side": residual(scored).T @ h / len(x)}]


def transposed(case: Model) -> list[dict]:
    """The results where W is transposed on the way forward: backward as well, or there alone."""
    x, W = case.forward[0], case.W.astype(np.float64)
    h = np.tanh(x @ W.T)
    there_and_back = through(case, h, 1 - h * h, W.T)
    consistent = there_and_back | {"dW": there_and_back["dW"].T}
    return [consistent, there_and_back, through(case, h, 1 - h * h)]


def draw(rng, shape=(7,), V=8, d=3, dtype="float64") -> Model:
    """A model with repeated ids, rows that are not read, and targets that differ from the ids."""
    order = rng.permutation(V)
    ids = np.asarray(rng.choice(order[: V // 2], shape))
    if ids.size > 2:
        ids.reshape(-1)[[0, -1]] = order[0]
    targets = np.asarray(rng.choice(order[V // 2 - 1 :], shape))
    E, W = rng.normal(size=(V, d)), rng.normal(size=(d, d))
    return Model(E.astype(dtype), W.astype(dtype), ids, targets)


def fields_of(student, case: Model, strided=False):
    """The four results by name, and the dtypes of the arrays."""
    value = ask(student, NAME, *case.args, strided=strided)
    return record(value, FIELDS, NEUTRAL), dtypes_of(value)


def judge(student, cases, *about) -> None:
    """Compare the results for some cases; `about` are the fields that this check is about."""
    evidence, coarse = Evidence(NEUTRAL), True
    for case in cases:
        axes = case.ids.ndim
        with blame("one-axis-only") if axes != 1 else contextlib.nullcontext():
            got, _ = fields_of(student, case)
        evidence.see(got, case.right, case.rounding, lambda case=case: mistakes(case))
        coarse &= all(close(got[f], case.right[f], case.coarse_rounding[f]) for f in FIELDS)
    if coarse and not evidence.right("input_side", "output_side", "dW"):
        raise Wrong("digits-lost")
    evidence.conclude(*about)


@check(points=1)
def output(student, rng):
    judge(student, [draw(rng), draw(rng, (5,), V=6, d=4)], "loss", "output_side")


@check(points=1)
def input(student, rng):
    judge(student, [draw(rng), draw(rng, (9,), V=6, d=4)], "input_side")


@check(points=1)
def weights(student, rng):
    judge(student, [draw(rng), draw(rng, (5,), V=6, d=4)], "dW")


@check(points=1)
def shapes(student, rng):
    """Ids of any shape and integer dtype, float32, non-contiguous arrays."""
    judge(student, [draw(rng), draw(rng, (2, 1, 3)), draw(rng, ())], *FIELDS)
    case = draw(rng, (2, 4))
    with blame("not-contiguous"):
        got, _ = fields_of(student, case, strided="forwards")
    if not right_in_all(got, case):
        raise Wrong("not-contiguous")
    for dtype in ("float32", "float64"):
        case = draw(rng, dtype=dtype)
        got, found = fields_of(student, case)
        if found != {dtype}:
            raise Wrong("dtype-not-kept")
        if not right_in_all(got, case):
            raise Unexplained(f"{NEUTRAL} They are right for float64, and not for float32.")
    case = draw(rng, V=300)
    case = Model(case.E, case.W, case.ids % 30 + 270, case.targets % 30 + 260)
    got, _ = fields_of(student, case)
    if not right_in_all(got, case):
        raise Wrong("ids-cut")
    for of_ids, of_targets in (
        ("uint8", "int16"),
        ("int8", "uint8"),
        ("uint64", "int32"),
        ("int16", "uint64"),
    ):
        # uint8 holds the first ids of a table of more than 255 rows.
        case = draw(rng, V=300 if "uint8" == of_ids else 8)
        ids, targets = (a % 256 if case.E.shape[0] > 256 else a for a in (case.ids, case.targets))
        case = Model(case.E, case.W, ids.astype(of_ids), targets.astype(of_targets))
        with blame("integer-types"):
            got, _ = fields_of(student, case)
        if not right_in_all(got, case):
            raise Wrong("integer-types")
    call = f"{NAME}(np.eye(2), np.eye(2), np.array([0, 1]), np.array([1, 0]))"
    for place in range(1, len(FIELDS)):
        returns_new(student, f"{call}[{place}]")


def right_in_all(got: dict, case: Model) -> bool:
    return all(close(got[f], case.right[f], case.rounding[f]) for f in FIELDS)


@check(points=1)
def errors(student, rng):
    case = draw(rng)
    right = tuple(case.right[field] for field in ("loss", "input_side", "output_side", "dW"))
    require(NAME, lambda: student.call(NAME, *case.args), right)
    E, W, ids, t = case.args
    of_ids, of_targets = lambda i: student.call(NAME, E, W, i, t), lambda i: student.call(NAME, E, W, ids, i)
    for good, attempt in ((ids, of_ids), (t, of_targets)):
        refuses_types(attempt, (good.astype(np.float64), good > 3))
        refuses_range(attempt, good, numbers_outside(len(E)), places=(0, good.size // 2, good.size - 1))
        refuses_far_ids(attempt, good, len(E))
    refuses_ignored_target(of_targets, t, len(E))
    one = np.ones((1, 1, 1))
    bad = [
        (E, W[:, :2], ids, t),
        (E, W[:2, :2], ids, t),
        (E, W[:2], ids, t),
        (E, W, ids, t[:3]),
        (E, W, ids[None], t),
        (E, W, ids[:1], t),
        (E, W, ids, t[:1]),
        (E, W, ids, t[:, None]),
        (E, W, ids[:6].reshape(2, 3), t[:6]),
        (E, W[0], ids, t),
        (E[0], W, ids[:1] * 0, t[:1] * 0),
        (E[:, :, None], W, ids, t),
        # With d = 1 a third axis of W goes through every product.
        (E[:, :1], one, ids[None], t[None]),
        (E[:, :1], W[0, :1], ids, t),
    ]
    refuses_values(lambda args: student.call(NAME, *args), bad)
    none = [(E, W, ids[:0], t[:0]), (E, W, np.zeros((2, 0), int), np.zeros((2, 0), int))]
    told = {"if_accepted": "no-targets", "if_other_type": "no-targets"}
    refuses_values(lambda args: student.call(NAME, *args), none, **told)
