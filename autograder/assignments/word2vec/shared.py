"""What the checks of several functions share: draws, calls, and bodies that serve more than one."""

from dataclasses import dataclass

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, bound, close
from autograder.checks.refusals import must_refuse, outside, refuses_range, refuses_types, refuses_values

from .asking import imprecise, refuses_far

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
    """Every example has a slot in the mask and one outside; two have a word twice; row V-1 is never used.

    Id 0 stands in most empty slots, and in one that is kept.
    """
    contexts = rng.integers(1, V - 1, (n, w))
    mask = rng.random((n, w)) < 0.6
    order = np.argsort(rng.random((n, w)), axis=1)
    rows = np.arange(n)
    mask[rows, order[:, 0]], mask[rows, order[:, -1]] = True, False
    contexts[~mask] = np.where(rng.random((~mask).sum()) < 0.7, 0, contexts[~mask])
    for i in range(min(n, 2)):
        mask[i, order[i, 1]] = True
        contexts[i, order[i, 1]] = contexts[i, order[i, 0]]
    if n > 2:
        contexts[2, order[2, 0]] = 0
        mask[2, order[2, 1]], contexts[2, order[2, 1]] = True, 1
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
    single, by_id = once(case), (case.contexts != 0).astype(float)
    both = m * by_id
    filled = [x.sum(axis=1, keepdims=True).clip(1) for x in (by_id, both)]
    return {
        "sum-for-mean": [m],
        "mean-over-slots": [m / w],
        "kept-in-all": [m / kept.sum(), m / kept.mean(), m / kept[0], m / kept.max()],
        "mask-ignored": [np.full_like(m, 1 / w), np.ones_like(m) / kept],
        "padding-by-id": [by_id / filled[0], both / filled[1], both / kept, by_id / kept, m / filled[0]],
        "kept-first": [(np.arange(w) < kept) / kept],
        "mask-inverted": [(1 - m) / (w - kept), (1 - m) / kept],
        "repeats-once": [single / single.sum(axis=1, keepdims=True), single / kept],
    }


# -- the mean ---------------------------------------------------------------------------------------


def compare(ask_for, cases, apply, mistakes, neutral) -> None:
    """Compare what `ask_for(case)` gives with the right results of some cases; `apply` as in `Case`."""
    diagnosis, narrow = Diagnosis(neutral), []  # narrow: is every draw off by a little?
    for case in cases:
        got, right = ask_for(case).values, getattr(case, apply)(case.weights)
        fits = diagnosis.see(got, right, case.tolerance(apply), mistakes, case)
        narrow.append(not fits and imprecise(got, right, case.E.dtype.name, abs(right).max()))
    try:
        diagnosis.conclude()
    except Wrong as wrong:
        raise Wrong("narrow-floats") if wrong.misconception is None and all(narrow) else wrong


def sizes(ask_for, rng, apply, neutral) -> None:
    """One example, one slot, hundreds of slots; non-contiguous arrays. What is wrong anyway is said first."""

    def fits(case, **how) -> bool:
        value = ask_for(case, **how)
        return close(value.values, getattr(case, apply)(case.weights), case.tolerance(apply))

    if not fits(draw(rng)):
        raise Unexplained(neutral)
    one, four, many = draw(rng, 1, 3), draw(rng, 4, 3), draw(rng, 2, 300, V=20)
    full = Case(four.E, four.contexts[:, :1], np.ones((4, 1), bool), four.grad)
    many.mask[0] = True
    cases = (one, "one example"), (full, "one slot for each example"), (many, "hundreds of slots")
    for case, kind in cases:
        diagnosis, counts = Diagnosis(f"It fails, or is wrong, with {kind}."), case.mask.sum(axis=1)[:, None]
        with blame(None, diagnosis.neutral):
            got = ask_for(case).values
        wrapped = [getattr(case, apply)(case.mask / counts.astype(bits)) for bits in ("int8", "uint8")]
        right = getattr(case, apply)(case.weights)
        diagnosis.see(got, right, case.tolerance(apply), **{"count-wraps": wrapped})
        diagnosis.conclude()
    with blame("gaps"):
        right = fits(four, strided=True)
    if not right:
        raise Wrong("gaps" if fits(four) else None, neutral)


def no_examples(ask_for, ask_none, rng, shape) -> None:
    """No examples, with slots and without, give zeros of this shape in the dtype of the floats."""
    one = draw(rng, dtype="float32")
    kept = ask_for(one).dtype == "float32"
    for n, w in ((0, 3), (0, 0)):
        with blame("empty-fails"):
            value = ask_none(np.zeros((n, w), int), np.zeros((n, w), bool))
        if value.values.shape != shape or value.values.any():
            raise Wrong("empty-fails")
        if kept and value.dtype != "float32":
            raise Wrong("empty-dtype")


def dtypes(rng, ask_for, right, neutral) -> None:
    """float32 stays float32; contexts of other integer dtypes, some for all the rows that these count.

    Whether a small dtype is the reason is seen with the same contexts as int64.
    """
    kinds = ("float64", "int64", 9), ("float32", "int64", 9), ("float32", "int16", 9)
    for dtype, integers, V in (
        *kinds,
        ("float64", "uint8", 256),
        ("float64", "int8", 128),
        ("float64", "uint64", 9),
    ):
        case, wide = draw(rng, 12, V=V, dtype=dtype), integers == "int64"

        def fits(value):
            return close(value.values, getattr(case, right)(case.weights), case.tolerance(right))

        with blame(None if wide else "narrow-ids", neutral):
            value = ask_for(case, case.contexts.astype(integers))
        if value.dtype != dtype:
            raise Wrong("dtype-not-kept")
        if not fits(value):
            raise Wrong(None if wide or not fits(ask_for(case)) else "narrow-ids", neutral)


def refuses(case, call) -> None:
    """`call(contexts, mask)` must refuse wrong contexts and masks, as both functions do."""
    ids, mask = case.contexts, case.mask
    refuses_types(lambda x: call(x, mask), (ids.astype(np.float64), ids > 3))
    others = mask.astype(np.int64), mask.astype(np.float64)
    refuses_types(lambda m: call(ids, m), others, if_accepted="mask-type")
    kept = mask.copy()
    kept.reshape(-1)[kept.size // 2] = True  # an id out of range is put here
    refuses_range(lambda x: call(x, kept), ids, outside(len(case.E)))
    for number in (-1, 9173):  # ids outside the mask must be in range, too
        hidden = ids.copy()
        hidden[tuple(np.argwhere(~mask)[0])] = number
        must_refuse(
            lambda: call(hidden, mask),
            "IndexError",
            if_accepted="empty-slots-unchecked",
            says=[number],
            if_unnamed="id-not-named",
        )
    refuses_far(lambda x: call(x, kept), ids)
    full = np.ones_like(mask)
    bad = (ids, full[:, :1]), (ids, full[:1]), (ids[0], full[0]), (ids[:, :2], full), (ids[:2], full)
    bad += ((ids, full.T), (ids[None], full[None]), (ids, full[0]), (ids[:, :, None], full[:, :, None]))
    refuses_values(lambda pair: call(*pair), bad)
    bare = mask.copy()
    bare[1] = False
    told = {"if_accepted": "nothing-kept", "if_other_type": "nothing-kept"}
    refuses_values(lambda pair: call(*pair), [(ids, bare), (ids[:1], bare[1:2])], **told)
    refuses_values(
        lambda pair: call(*pair),
        [(ids[:, :0], mask[:, :0])],
        if_accepted="no-slots",
        if_other_type="no-slots",
    )
    early, none, no_mask = "unchecked-empty", ids[:0], mask[:0]
    refuses_types(lambda x: call(x, no_mask), (none.astype(np.float64), none > 3), if_accepted=early)
    refuses_types(
        lambda m: call(none, m), (no_mask.astype(np.int64), no_mask.astype(float)), if_accepted=early
    )
    bad = (none, no_mask[:, :1]), (none[:, 0], no_mask[:, 0]), (none, full[:1]), (none[None], no_mask[None])
    refuses_values(lambda pair: call(*pair), bad, if_accepted=early)


def sigmoid(s) -> np.ndarray:
    return np.exp(-np.logaddexp(0, -s))
