"""Checks of `cbow_mean_backward`: the gradients of a weighted mean, by its rows and by its weights."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, bound, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.student import Student

NAME = "cbow_mean_backward"
NEUTRAL = "A gradient is wrong."


@dataclass(frozen=True)
class Case:
    """A table, contexts with weights, and an upstream gradient of the means."""

    grad: np.ndarray  # (n, d)
    E: np.ndarray  # (V, d)
    contexts: np.ndarray  # (n, w)
    weights: np.ndarray  # (n, w)

    @property
    def args(self) -> tuple:
        return self.grad, self.E, self.contexts, self.weights

    @cached_property
    def total(self) -> np.ndarray:
        return self.weights.sum(axis=1, keepdims=True)

    @cached_property
    def along(self) -> np.ndarray:
        """The product of each slot's row with the gradient of its mean, (n, w)."""
        return np.einsum("nwd,nd->nw", self.E[self.contexts], self.grad)

    def by_rows(self, shares: np.ndarray) -> np.ndarray:
        """Return the gradient by E where each slot has this share (n, w) in its mean."""
        dE = np.zeros(self.E.shape)
        np.add.at(dE, self.contexts, shares[:, :, None] * self.grad[:, None])
        return dE

    @cached_property
    def right_rows(self) -> np.ndarray:
        return self.by_rows(self.weights / self.total)

    @cached_property
    def mean_along(self) -> np.ndarray:
        return (self.weights * self.along).sum(axis=1, keepdims=True) / self.total

    @cached_property
    def right_weights(self) -> np.ndarray:
        return (self.along - self.mean_along) / self.total

    @property
    def tolerance(self) -> float:
        """The rounding error allowed of the gradient by the rows: that of the largest of all entries."""
        sizes = abs(self.E).max() * abs(self.grad).max() + abs(self.grad).max()
        return float(bound("float64", self.weights.size + 4, sizes * self.E.shape[1] * self.weights.size))

    @property
    def tolerance_weights(self) -> float:
        """The same of the gradient by the weights."""
        return self.tolerance / float(self.total.min())


def draw(rng: np.random.Generator, n=5, w=4, V=9, d=3) -> Case:
    """Every example has an empty slot, and two have a word twice; the last row of E is never used.

    Id 0 stands in most empty slots, and in one that is filled.
    """
    contexts, weights = rng.integers(1, V - 1, (n, w)), rng.uniform(0.3, 2.0, (n, w))
    order = np.argsort(rng.random((n, w)), axis=1)
    for i in range(n):
        weights[i, order[i, -1]] = 0
        contexts[i, order[i, -1]] = 0 if i % 2 else contexts[i, order[i, -1]]
    for i in range(2):
        contexts[i, order[i, 1]] = contexts[i, order[i, 0]]
    contexts[2, order[2, 0]] = 0
    return Case(rng.normal(size=(n, d)), rng.normal(size=(V, d)), contexts, weights)


def rows_wrongly(case: Case) -> dict[str, list]:
    """Return what each mistake gives for the gradient by E: its forms."""
    w, total = case.weights, case.total
    filled = (w > 0).astype(float)
    slots, number = w.shape[1], filled.sum(axis=1, keepdims=True)
    by_id = w * (case.contexts != 0)
    shares = (w / total)[:, :, None] * case.grad[:, None]
    whole, by_example, by_slot = np.zeros((3, *case.E.shape))
    whole[case.contexts] += shares
    for ids, share in zip(case.contexts, shares):
        by_example[ids] += share
    for s in range(slots):
        by_slot[case.contexts[:, s]] += shares[:, s]
    return {
        "sum-for-mean": [case.by_rows(w)],
        "sum-kept-at-one": [case.by_rows(w / np.maximum(total, 1))],
        "slots-counted": [case.by_rows(w / number), case.by_rows(w / slots)],
        "weights-ignored": [case.by_rows(filled / number), case.by_rows(np.full_like(w, 1 / slots)),
                            case.by_rows(1 / total + 0 * w)],
        "kept-in-all": [case.by_rows(w / t) for t in (w.sum(), total.mean(), total[0], total.max())],
        "padding-by-id": [case.by_rows(by_id / t) for t in (total, by_id.sum(axis=1, keepdims=True))],
        "over-examples": [case.right_rows / len(w)],
        "occurrences-averaged": [
            case.right_rows
            / np.maximum(np.bincount(case.contexts.ravel(), minlength=len(case.E)), 1)[:, None]
        ],
        "repeats-once": [whole, by_example, by_slot],
    }  # fmt: skip


def weights_wrongly(case: Case) -> dict[str, list]:
    """Return what each mistake gives for the gradient by the weights: its forms."""
    w, total, right, along, mean = case.weights, case.total, case.right_weights, case.along, case.mean_along
    filled = w > 0
    return {
        "quotient-forgotten": [along / total, along, w * along / total],
        "denominator-squared": [
            along / total - mean,
            (along - mean * total) / total,
            (along - mean) / total**2,
        ],
        "over-examples": [right / len(w)],
        "weights-undivided": [along - mean],
        "sum-kept-at-one": [(along - mean) / np.maximum(total, 1)],
        "empty-slots-still": [np.where(filled, right, 0), np.where(filled, along / total, 0)],
        "weights-twice": [w * right, w * (along - mean), w / total * (along - mean)],
        "sign-turned": [-right],
        "plain-mean": [
            (along - along.mean(axis=1, keepdims=True)) / total,
            (along - (filled * along).sum(axis=1, keepdims=True) / filled.sum(axis=1, keepdims=True)) / total,
        ],
    }


def answer(student: Student, case: Case) -> tuple[np.ndarray, np.ndarray]:
    """Return both gradients."""
    value = student.call(NAME, *case.args)
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise Unexplained(f"{NEUTRAL} A pair (dE, d_weights) is expected.")
    dE, d_weights = (array(v, "numpy", NEUTRAL) for v in value)
    return dE, d_weights


def special(rng: np.random.Generator) -> list[Case]:
    """Return weights that add up to less than one in every example; equal ones; one filled slot in each."""
    light, equal, lone = (draw(rng) for _ in range(3))
    only = np.where(lone.weights == lone.weights.max(axis=1, keepdims=True), lone.weights, 0)
    filled = np.where(only > 0, np.maximum(lone.contexts, 1), lone.contexts)
    return [
        replace(light, weights=light.weights / (2 * light.total.max())),
        replace(equal, weights=np.full(equal.weights.shape, rng.uniform(0.3, 2.0))),
        replace(lone, contexts=filled, weights=only),
    ]


def tiny(rng: np.random.Generator) -> Case:
    """Return weights that are all far below what is added to a denominator for safety."""
    case = draw(rng)
    return replace(case, weights=case.weights * 2.0**-80)


CASES = {}, {"n": 8, "w": 5, "V": 6, "d": 2}, {"n": 3, "w": 3, "d": 1}


@check(points=1.5)
def rows(student: Student, rng: np.random.Generator):
    """By the table: words in several examples and several slots, and rows that are never used."""
    diagnosis = Diagnosis("The gradient by the table is wrong.")
    for sizes in CASES:
        case = draw(rng, **sizes)
        got, _ = answer(student, case)
        if got.shape[1:] == case.E.shape[1:] and len(got) == case.contexts.max() + 1 < len(case.E):
            raise Wrong("rows-from-ids")
        diagnosis.see(got, case.right_rows, case.tolerance, rows_wrongly, case)
    for case in special(rng):
        diagnosis.see(answer(student, case)[0], case.right_rows, case.tolerance, rows_wrongly, case)
    diagnosis.conclude()
    case = tiny(rng)
    if not close(answer(student, case)[0], case.right_rows, case.tolerance):
        raise Wrong("weights-floored")


@check(points=2)
def weights(student: Student, rng: np.random.Generator):
    """By the weights, those of empty slots among them."""
    diagnosis = Diagnosis("The gradient by the weights is wrong.")
    for sizes in CASES:
        case = draw(rng, **sizes)
        _, got = answer(student, case)
        if got.shape != case.weights.shape:
            raise Unexplained("The gradient by the weights has not the shape of the weights.")
        diagnosis.see(got, case.right_weights, case.tolerance_weights, weights_wrongly, case)
    for case in special(rng):
        _, got = answer(student, case)
        diagnosis.see(got, case.right_weights, case.tolerance_weights, weights_wrongly, case)
    diagnosis.conclude()
    case = tiny(rng)
    if not close(answer(student, case)[1], case.right_weights, case.tolerance_weights):
        raise Wrong("weights-floored")


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    case = draw(rng)
    ids = np.where(case.weights.cumsum(axis=1) > 0, case.contexts, 1)
    case = Case(case.grad, case.E, ids, case.weights)
    named = dict(zip(("grad_out", "E", "contexts", "weights"), case.args))
    return Legal(named, (case.right_rows, case.right_weights), "contexts", len(case.E), "len(E)")


contract = house_rules("ids", "unchanged", legal=legal, points=0.5)
