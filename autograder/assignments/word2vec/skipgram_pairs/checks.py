"""Checks of `skipgram_pairs`: all pairs of center and context of a text."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check
from autograder.checks.refusals import refuses_types, refuses_values
from autograder.checks.shared import require, returns_new

from ..asking import ask_array, ask_gaps

NAME = "skipgram_pairs"
NEUTRAL = "The pairs are wrong."


def windows(n: int, window: int) -> np.ndarray:
    """The positions of all pairs in order, (pairs, 2): by center, then by context."""
    i, j = np.indices((n, n))
    near = (abs(i - j) <= window) & (i != j)
    return np.stack([i[near], j[near]], axis=1)


def mistakes(ids, window) -> dict[str, list]:
    """What each mistake gives for the pairs: its forms."""
    n, at = len(ids), windows(len(ids), window)
    i, j = np.indices((n, n))
    center, context = at.T

    def pick(near):
        return ids[np.stack([i[near], j[near]], axis=1)]

    steps = context - center
    around = [(a, (a + s) % n) for a in range(n) for s in range(-window, window + 1) if s]
    clipped = [(a, b % n) for a in range(n) for b in range(a - window, min(n, a + window + 1)) if b != a]
    whole = (center >= window) & (center < n - window)
    return {
        "center-included": [pick(abs(i - j) <= window)],
        "same-word-skipped": [ids[at][ids[center] != ids[context]]],
        "one-sided-window": [ids[at][steps > 0], ids[at][steps < 0]],
        "window-off-by-one": [ids[at][steps < window], ids[at][steps > -window]],
        "edges-wrap": [ids[np.array(around)], ids[np.array(clipped)]],
        "edges-dropped": [ids[at][whole]],
        "pair-swapped": [ids[at][:, ::-1]],
        "positions-for-ids": [at],
    }


def as_bag(pairs) -> list:
    return sorted(map(tuple, pairs.tolist()))


def pairs_of(student, ids, window, **how) -> np.ndarray:
    return ask_array(student, NAME, ids, window, neutral=NEUTRAL, **how).values


@check(points=2.25)
def pairs(student, rng):
    """Windows of several sizes, in a text with repeated words; the order of the pairs; ids 0 and -1."""
    diagnosis = Diagnosis(NEUTRAL)
    for window in (2, 1, 3):
        ids = rng.permutation(40)[:9] + 10  # no id is a position
        ids[4] = ids[3]
        got, right = pairs_of(student, ids, window), ids[windows(9, window)]
        shaped = got.ndim == 2 and got.shape[1:] == (2,) and got.dtype.kind in "iu"
        if shaped and len(got) < len(right) and set(as_bag(got)) <= set(as_bag(right)):
            if not np.array_equal(got, pairs_of(student, ids, window)):
                raise Wrong("window-drawn")
        # Each pair is also there with center and context exchanged, so that mistake only changes the order.
        moved = shaped and as_bag(got) == as_bag(right) and not np.array_equal(got, right[:, ::-1])
        shuffled = got if moved else right[::-1]
        diagnosis.see(got, right, 0.0, mistakes, ids, window, **{"pairs-order": shuffled})
    diagnosis.conclude()
    ids = rng.permutation(np.arange(-3, 6))
    right = ids[windows(9, 2)]
    with blame("id-reserved"):
        got = pairs_of(student, ids, 2)
    if not np.array_equal(got, right):
        raise Wrong("id-reserved")
    returns_new(student, f"{NAME}(np.array([7, 8]), 1)")


@check(points=1)
def edges(student, rng):
    """One id, none, and windows that reach beyond the text, after a text for which they do not."""
    ids = rng.permutation(30)[:8] + 10
    if not np.array_equal(pairs_of(student, ids, 2), ids[windows(8, 2)]):
        raise Unexplained(NEUTRAL)
    for n, window in ((0, 1), (1, 2), (0, 5), (2, 1), (3, 2), (4, 3), (4, 50), (2, 1000)):
        ids = rng.permutation(30)[:n] + 10
        right, beyond = ids[windows(n, window)], "window-beyond" if n > 1 and window > n else None
        with blame("empty-fails" if n == 0 else beyond, "A text of one, two or three ids fails."):
            value = ask_array(student, NAME, ids, window, neutral=NEUTRAL)
        got = value.values
        if n < 2 and got.size == 0 and got.shape != (0, 2):
            raise Wrong("empty-fails")
        if not np.array_equal(got, right):
            raise Wrong(beyond, "A short text, or a window that reaches beyond it, gives wrong pairs.")
        if value.dtype != "int64":
            raise Wrong("no-pairs-dtype" if n < 2 else "dtype-not-kept")


@check(points=0.25)
def dtypes(student, rng):
    """int64 for ids of any dtype, also in texts longer than the dtype counts; large ids; gaps."""
    kinds = ("int64", 1 << 40, 7), ("uint8", 200, 7), ("int16", 300, 7), ("uint32", 7, 7)
    for dtype, shift, n in (*kinds, ("uint64", 0, 7), ("int8", 0, 150), ("uint8", 0, 300)):
        ids = (rng.integers(0, 40, n) + shift).astype(dtype)
        right = ids.astype(np.int64)[windows(n, 1)]
        with blame("narrow-ids" if dtype != "int64" else None, "Ids far above the length of the text fail."):
            value = ask_array(student, NAME, ids, 1, neutral=NEUTRAL)
        if not np.array_equal(value.values, right):
            wide = pairs_of(student, ids.astype(np.int64), 1)
            if dtype == "int64" and np.array_equal(wide, right.astype(np.int32)):
                raise Wrong("ids-cut")
            raise Wrong("narrow-ids" if np.array_equal(wide, right) else None, NEUTRAL)
        if value.dtype != "int64":
            raise Wrong("dtype-not-kept")
    large = rng.permutation(40)[:7] + (1 << 60)  # float64 has one number for all of them
    value = pairs_of(student, large, 1)
    if not np.array_equal(value, large[windows(7, 1)]):
        raise Wrong("ids-as-floats" if (np.abs(value - (1 << 60)) < 256).all() else None, NEUTRAL)
    got = ask_gaps(student, NAME, ids, 1, neutral=NEUTRAL).values
    if not np.array_equal(got, right):
        raise Wrong("gaps")


@check(points=0.5)
def errors(student, rng):
    require(NAME, lambda: student.call(NAME, np.array([4, 4]), 1), np.full((2, 2), 4))
    ids = rng.permutation(20)[:6]
    refuses_types(lambda x: student.call(NAME, x, 2), (ids.astype(np.float64), ids > 3))
    refuses_values(lambda x: student.call(NAME, x, 2), (ids.reshape(2, 3), ids.reshape(6, 1), np.array(4)))
    refuses_values(lambda window: student.call(NAME, ids, window), (0, -1), if_accepted="settings-unchecked")
    refuses_values(lambda x: student.call(NAME, x, 0), (ids[:0], ids[:1]), if_accepted="unchecked-short")
    short = np.zeros(0), np.zeros(1), ids[:0] > 3, ids[:1] > 3
    refuses_types(lambda x: student.call(NAME, x, 2), short, if_accepted="unchecked-short")
    none = np.zeros((0, 2), int), np.zeros((1, 0), int)
    refuses_values(lambda x: student.call(NAME, x, 2), none, if_accepted="unchecked-short")
