"""Checks of `cbow_mean` and `cbow_mean_backward`: a mean under a mask, and its gradient."""

from dataclasses import dataclass

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, blame, bound, close
from autograder.checks.framework.shared import answers
from autograder.checks.word2vec.asking import (
    ask_array,
    must_refuse,
    refuses_range,
    refuses_types,
    refuses_values,
)
from autograder.checks.word2vec.catalogue import SUITE

check = SUITE.check
MEAN, BACK = "cbow_mean", "cbow_mean_backward"
NO_MEAN, NO_GRADIENT = "The means are wrong.", "The gradient is wrong."


@dataclass(frozen=True)
class Case:
    """Contexts with a mask, a table, and the gradient of the means."""

    E: np.ndarray  # (V, d)
    contexts: np.ndarray  # (n, w)
    mask: np.ndarray  # (n, w)
    grad: np.ndarray  # (n, d)

    def forward(self, weights) -> np.ndarray:
        """Each mean as a weighted sum of rows; `weights` (n, w)."""
        return np.einsum("nw,nwd->nd", weights, self.E.astype(np.float64)[self.contexts])

    def backward(self, weights) -> np.ndarray:
        dE = np.zeros(self.E.shape)
        np.add.at(dE, self.contexts, weights[:, :, None] * self.grad.astype(np.float64)[:, None, :])
        return dE

    @property
    def weights(self) -> np.ndarray:
        return self.mask / self.mask.sum(axis=1, keepdims=True)

    def tolerance(self, apply) -> float:
        """For `apply` one of the two above: the bound of a sum of as many terms as may meet.

        The largest of all entries, since a mistake may put something where zero belongs.
        """
        magnitudes = Case(abs(self.E), self.contexts, self.mask, abs(self.grad))
        scale = getattr(magnitudes, apply)(np.ones(self.mask.shape)).max(initial=0.0)
        return float(bound(self.E.dtype.name, self.mask.size + 2, scale))


def draw(rng, n=5, w=4, V=9, d=3, dtype="float64") -> Case:
    """Every example keeps a slot and leaves one out; two hold a word twice; nobody names row V-1."""
    contexts = rng.integers(1, V - 1, (n, w))
    mask = rng.random((n, w)) < 0.6
    order = np.argsort(rng.random((n, w)), axis=1)
    rows = np.arange(n)
    mask[rows, order[:, 0]], mask[rows, order[:, -1]] = True, False
    contexts[~mask] = np.where(rng.random((~mask).sum()) < 0.7, 0, contexts[~mask])
    for i in range(min(n, 2)):
        mask[i, order[i, 1]] = True
        contexts[i, order[i, 1]] = contexts[i, order[i, 0]]
    E, grad = rng.normal(size=(V, d)).astype(dtype), rng.normal(size=(n, d)).astype(dtype)
    return Case(E, contexts, mask, grad)


def once(case) -> np.ndarray:
    """The mask without the second place of a repeated word."""
    kept = case.mask.copy()
    for i, row in enumerate(case.contexts):
        seen = set()
        for s in np.flatnonzero(case.mask[i]):
            kept[i, s] = row[s] not in seen
            seen.add(row[s])
    return kept


def mistaken_weights(case) -> dict[str, list]:
    m, w = case.mask.astype(float), case.mask.shape[1]
    kept = m.sum(axis=1, keepdims=True)
    single = once(case)
    return {
        "sum-for-mean": [m],
        "mean-over-slots": [m / w],
        "mask-ignored": [np.full_like(m, 1 / w), np.ones_like(m) / kept],
        "mask-inverted": [(1 - m) / (w - kept), (1 - m) / kept],
        "repeats-once": [single / single.sum(axis=1, keepdims=True), single / kept],
    }


def fitting(got, forms, tolerance):
    return next((f for f in forms if close(got, f, tolerance)), forms[0])


def buffered(case) -> list[np.ndarray]:
    """What `dE[contexts] += …` leaves: one of several gradients, the last one; also example by example."""
    shares = case.weights[:, :, None] * case.grad[:, None, :]
    whole, by_example, slot_wise = np.zeros(case.E.shape), np.zeros(case.E.shape), np.zeros(case.E.shape)
    kept_only, plain = np.zeros(case.E.shape), case.contexts[case.mask]
    whole[case.contexts] += shares
    kept_only[plain] += shares[case.mask]
    for row, share, keep in zip(case.contexts, shares, case.mask):
        by_example[row[keep]] += share[keep]
    for s in range(case.mask.shape[1]):
        slot_wise[case.contexts[case.mask[:, s], s]] += shares[case.mask[:, s], s]
    return [whole, kept_only, by_example, slot_wise]


# -- the mean ---------------------------------------------------------------------------------------


def means(student, rng, cases) -> None:
    diagnosis = Diagnosis(NO_MEAN)
    for case in cases:
        got = ask_array(student, MEAN, case.E, case.contexts, case.mask, neutral=NO_MEAN).values
        tolerance = case.tolerance("forward")
        known = {
            m: fitting(got, [case.forward(f) for f in forms], tolerance)
            for m, forms in mistaken_weights(case).items()
        }
        diagnosis.see(got, case.forward(case.weights), tolerance, **known)
    diagnosis.conclude()


@check(MEAN, "values", points=1)
def _(student, rng):
    """Empty slots that hold id 0 or another one, and words that fill two slots."""
    means(student, rng, [draw(rng), draw(rng, 7, 6, V=6, d=2)])


@check(MEAN, "shapes", points=1)
def _(student, rng):
    """No examples; one; one slot; gaps in memory."""
    for n, w in ((0, 3), (0, 0)):
        E = rng.normal(size=(4, 3))
        with blame("empty-fails"):
            value = ask_array(
                student, MEAN, E, np.zeros((n, w), int), np.zeros((n, w), bool), neutral=NO_MEAN
            )
        if value.values.shape != (0, 3):
            raise Wrong("empty-fails")
    one, case = draw(rng, 1, 3), draw(rng, 4, 3)
    narrow = Case(case.E, case.contexts[:, :1], np.ones((4, 1), bool), case.grad)
    for case, strided in ((one, False), (narrow, False), (case, True)):
        with blame(None, "One example, one slot, or arrays with gaps in memory fail."):
            value = ask_array(
                student, MEAN, case.E, case.contexts, case.mask, neutral=NO_MEAN, strided=strided
            )
        if not close(value.values, case.forward(case.weights), case.tolerance("forward")):
            raise Wrong(None, f"{NO_MEAN} One example, one slot, or arrays with gaps in memory fail.")


def dtypes(student, rng, name, ask_for, right, neutral) -> None:
    """float32 stays float32; contexts of other integer dtypes."""
    for dtype, integers in (("float64", "uint8"), ("float32", "int64"), ("float32", "int16")):
        case = draw(rng, dtype=dtype)
        with blame("narrow-ids" if integers != "int64" else None, neutral):
            value = ask_for(case, case.contexts.astype(integers))
        if value.dtype != dtype:
            raise Wrong("dtype-not-kept")
        if not close(value.values, getattr(case, right)(case.weights), case.tolerance(right)):
            raise Wrong(None, neutral)


@check(MEAN, "dtypes", points=1)
def _(student, rng):
    def ask_for(case, contexts):
        return ask_array(student, MEAN, case.E, contexts, case.mask, neutral=NO_MEAN)

    dtypes(student, rng, MEAN, ask_for, "forward", NO_MEAN)


def refuses(student, case, call) -> None:
    """What both functions refuse; `call(contexts, mask)`."""
    ids, mask = case.contexts, case.mask
    refuses_types(student, [lambda x=x: call(x, mask) for x in (ids.astype(np.float64), ids > 3)])
    others = mask.astype(np.int64), mask.astype(np.float64)
    refuses_types(student, [lambda m=m: call(ids, m) for m in others], fault="mask-type")
    kept = mask.copy()
    kept[len(kept) // 2, -1] = True  # where the range is tried
    refuses_range(student, lambda x: call(x, kept), ids, len(case.E))
    for number in (-1, 9173):  # an empty slot, too, holds an id of the table
        hidden = ids.copy()
        hidden[tuple(np.argwhere(~mask)[0])] = number
        must_refuse(student, "IndexError", lambda: call(hidden, mask), silent=None)
    full = np.ones_like(mask)
    bad = (ids, full[:, :1]), (ids, full[:1]), (ids[0], full[0]), (ids[:, :2], full), (ids[:2], full)
    refuses_values(student, [lambda b=b: call(*b) for b in bad])
    bare = mask.copy()
    bare[1] = False
    told = {"silent": "nothing-kept", "other": "nothing-kept"}
    refuses_values(student, [lambda: call(ids, bare), lambda: call(ids[:, :0], mask[:, :0])], **told)


@check(MEAN, "errors", points=1)
def _(student, rng):
    case, both = draw(rng), np.ones((1, 2), bool)
    answers(MEAN, lambda: student.call(MEAN, case.E, np.array([[0, 1]]), both), case.E[:2].mean(axis=0)[None])
    refuses(student, case, lambda contexts, mask: student.call(MEAN, case.E, contexts, mask))


# -- its gradient -------------------------------------------------------------------------------------


def gradient_of(student, case, contexts=None, strided=False):
    contexts = case.contexts if contexts is None else contexts
    return ask_array(
        student, BACK, case.grad, contexts, case.mask, len(case.E), neutral=NO_GRADIENT, strided=strided
    )


@check(BACK, "values", points=1)
def _(student, rng):
    """Words in several examples and several slots, rows that nobody names, the last one among them."""
    diagnosis = Diagnosis(NO_GRADIENT)
    for case in (draw(rng), draw(rng, 8, 5, V=6, d=2)):
        got, right = gradient_of(student, case).values, case.backward(case.weights)
        tolerance = case.tolerance("backward")
        forms = {m: [case.backward(f) for f in fs] for m, fs in mistaken_weights(case).items()}
        forms["repeats-once"] += buffered(case)
        forms["rows-from-ids"] = [right[: case.contexts.max() + 1]]
        known = {m: fitting(got, fs, tolerance) for m, fs in forms.items()}
        diagnosis.see(got, right, tolerance, **known)
    diagnosis.conclude()


@check(BACK, "shapes", points=1)
def _(student, rng):
    """No examples; one slot; gaps in memory."""
    for n, w in ((0, 3), (0, 0)):
        contexts, mask = np.zeros((n, w), int), np.zeros((n, w), bool)
        with blame("empty-fails"):
            value = ask_array(student, BACK, np.zeros((0, 3)), contexts, mask, 5, neutral=NO_GRADIENT)
        if value.values.shape != (5, 3) or value.values.any():
            raise Wrong("empty-fails")
    case = draw(rng, 4, 3)
    narrow = Case(case.E, case.contexts[:, :1], np.ones((4, 1), bool), case.grad)
    for case, strided in ((narrow, False), (case, True)):
        with blame(None, "One slot, or arrays with gaps in memory fail."):
            value = gradient_of(student, case, strided=strided)
        if not close(value.values, case.backward(case.weights), case.tolerance("backward")):
            raise Wrong(None, f"{NO_GRADIENT} One slot, or arrays with gaps in memory fail.")


@check(BACK, "dtypes", points=1)
def _(student, rng):
    dtypes(
        student,
        rng,
        BACK,
        lambda case, contexts: gradient_of(student, case, contexts),
        "backward",
        NO_GRADIENT,
    )


@check(BACK, "errors", points=1)
def _(student, rng):
    case, both = draw(rng), np.ones((1, 2), bool)
    grad = np.array([[2.0, 4.0]])
    answers(
        BACK,
        lambda: student.call(BACK, grad, np.array([[0, 1]]), both, 3),
        np.array([[1, 2], [1, 2], [0, 0]]),
    )
    V = len(case.E)
    refuses(
        student,
        case,
        lambda contexts, mask: student.call(BACK, case.grad[: len(contexts)], contexts, mask, V),
    )
    bad = case.grad[:1], case.grad[:3], case.grad[0], case.grad[:, :, None]
    refuses_values(student, [lambda g=g: student.call(BACK, g, case.contexts, case.mask, V) for g in bad])
