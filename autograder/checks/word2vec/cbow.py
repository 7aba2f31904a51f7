"""Checks of `cbow_mean` and `cbow_mean_backward`: the masked mean of context rows, and its gradient."""

from dataclasses import dataclass

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, blame, bound, close
from autograder.checks.framework.refusals import (
    must_refuse,
    outside,
    refuses_range,
    refuses_types,
    refuses_values,
)
from autograder.checks.framework.shared import answers
from autograder.checks.word2vec.asking import ask_array
from autograder.checks.word2vec.catalogue import SUITE

check = SUITE.check
MEAN, BACK = "cbow_mean", "cbow_mean_backward"
NO_MEAN, NO_GRADIENT = "The means are wrong.", "The gradient is wrong."


@dataclass(frozen=True)
class Case:
    """A table, contexts with a mask, and an upstream gradient of the means."""

    E: np.ndarray  # (V, d)
    contexts: np.ndarray  # (n, w)
    mask: np.ndarray  # (n, w)
    grad: np.ndarray  # (n, d)

    def forward(self, weights) -> np.ndarray:
        """Each mean as a weighted sum of rows; `weights` (n, w)."""
        return np.einsum("nw,nwd->nd", weights, self.E.astype(np.float64)[self.contexts])

    def backward(self, weights) -> np.ndarray:
        """The gradient of E, (V, d), for means with these weights (n, w)."""
        dE = np.zeros(self.E.shape)
        np.add.at(dE, self.contexts, weights[:, :, None] * self.grad.astype(np.float64)[:, None, :])
        return dE

    @property
    def weights(self) -> np.ndarray:
        return self.mask / self.mask.sum(axis=1, keepdims=True)

    def tolerance(self, apply) -> float:
        """The rounding error allowed; `apply` is "forward" or "backward".

        The largest of all entries, since a mistake may give a number in place of zero.
        """
        magnitudes = Case(abs(self.E), self.contexts, self.mask, abs(self.grad))
        scale = getattr(magnitudes, apply)(np.ones(self.mask.shape)).max(initial=0.0)
        return float(bound(self.E.dtype.name, self.mask.size + 2, scale))


def draw(rng, n=5, w=4, V=9, d=3, dtype="float64") -> Case:
    """Every example has a slot in the mask and one outside; two have a word twice; row V-1 is never used."""
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
    """The mask without repetitions of a word."""
    kept = case.mask.copy()
    for i, row in enumerate(case.contexts):
        seen = set()
        for s in np.flatnonzero(case.mask[i]):
            kept[i, s] = row[s] not in seen
            seen.add(row[s])
    return kept


def mistaken_weights(case) -> dict[str, list]:
    """The weights (n, w) with which each mistake computes the means: its forms."""
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


def buffered(case) -> list[np.ndarray]:
    """What `dE[contexts] += …` gives, which keeps one gradient of a word: at once, by example, by slot."""
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


def mean_mistakes(case) -> dict[str, list]:
    """What each mistake gives for the means, (n, d)."""
    return {m: [case.forward(weights) for weights in forms] for m, forms in mistaken_weights(case).items()}


def gradient_mistakes(case) -> dict[str, list]:
    """What each mistake gives for the gradient of E, (V, d)."""
    found = {m: [case.backward(weights) for weights in forms] for m, forms in mistaken_weights(case).items()}
    found["repeats-once"] += buffered(case)
    found["rows-from-ids"] = [case.backward(case.weights)[: case.contexts.max() + 1]]
    return found


# -- the mean ---------------------------------------------------------------------------------------


def means(student, rng, cases) -> None:
    """Compare the means for some cases."""
    diagnosis = Diagnosis(NO_MEAN)
    for case in cases:
        got = ask_array(student, MEAN, case.E, case.contexts, case.mask, neutral=NO_MEAN).values
        diagnosis.see(got, case.forward(case.weights), case.tolerance("forward"), mean_mistakes, case)
    diagnosis.conclude()


@check(MEAN, "values", points=1)
def _(student, rng):
    """Empty slots that hold id 0 or another one, and words that fill two slots."""
    means(student, rng, [draw(rng), draw(rng, 7, 6, V=6, d=2)])


@check(MEAN, "shapes", points=1)
def _(student, rng):
    """No examples; one; one slot; non-contiguous arrays."""
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


def refuses(case, call) -> None:
    """`call(contexts, mask)` must refuse wrong contexts and masks, as both functions do."""
    ids, mask = case.contexts, case.mask
    refuses_types(lambda x: call(x, mask), (ids.astype(np.float64), ids > 3))
    others = mask.astype(np.int64), mask.astype(np.float64)
    refuses_types(lambda m: call(ids, m), others, silent="mask-type")
    kept = mask.copy()
    kept.reshape(-1)[kept.size // 2] = True  # an id out of range is put here
    refuses_range(lambda x: call(x, kept), ids, outside(len(case.E)))
    for number in (-1, 9173):  # ids outside the mask must be in range, too
        hidden = ids.copy()
        hidden[tuple(np.argwhere(~mask)[0])] = number
        must_refuse(lambda: call(hidden, mask), "IndexError", silent=None)
    full = np.ones_like(mask)
    bad = (ids, full[:, :1]), (ids, full[:1]), (ids[0], full[0]), (ids[:, :2], full), (ids[:2], full)
    refuses_values(lambda pair: call(*pair), bad)
    bare = mask.copy()
    bare[1] = False
    told = {"silent": "nothing-kept", "other": "nothing-kept"}
    refuses_values(lambda pair: call(*pair), [(ids, bare), (ids[:, :0], mask[:, :0])], **told)


@check(MEAN, "errors", points=1)
def _(student, rng):
    case, both = draw(rng), np.ones((1, 2), bool)
    answers(MEAN, lambda: student.call(MEAN, case.E, np.array([[0, 1]]), both), case.E[:2].mean(axis=0)[None])
    refuses(case, lambda contexts, mask: student.call(MEAN, case.E, contexts, mask))


# -- its gradient -------------------------------------------------------------------------------------


def gradient_of(student, case, contexts=None, strided=False):
    contexts = case.contexts if contexts is None else contexts
    return ask_array(
        student, BACK, case.grad, contexts, case.mask, len(case.E), neutral=NO_GRADIENT, strided=strided
    )


@check(BACK, "values", points=1)
def _(student, rng):
    """Words in several examples and several slots; rows that are never used, such as the last."""
    diagnosis = Diagnosis(NO_GRADIENT)
    for case in (draw(rng), draw(rng, 8, 5, V=6, d=2)):
        got, right = gradient_of(student, case).values, case.backward(case.weights)
        diagnosis.see(got, right, case.tolerance("backward"), gradient_mistakes, case)
    diagnosis.conclude()


@check(BACK, "shapes", points=1)
def _(student, rng):
    """No examples; one slot; non-contiguous arrays."""
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
    refuses(case, lambda contexts, mask: student.call(BACK, case.grad[: len(contexts)], contexts, mask, V))
    bad = case.grad[:1], case.grad[:3], case.grad[0], case.grad[:, :, None]
    refuses_values(lambda g: student.call(BACK, g, case.contexts, case.mask, V), bad)
