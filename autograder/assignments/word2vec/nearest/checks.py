"""Checks of `nearest`: the ids of the rows with the largest cosines."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check
from autograder.checks.refusals import outside, refuses_range, refuses_values
from autograder.checks.shared import require, returns_new

from ..asking import ask_array

NAME = "nearest"
NEUTRAL = "The neighbours are wrong."
EARLY = "unchecked-one"


def cosines(E, i) -> np.ndarray:
    """The cosine of each row with row i, (V,); 0 for rows of zeros."""
    E = E.astype(np.float64)
    norms = np.linalg.norm(E, axis=1)
    norms[norms == 0] = 1
    return E @ E[i] / (norms * norms[i])


def ranked(scores, i) -> np.ndarray:
    """Ids by falling score, among equal scores by id, without i."""
    order = np.argsort(-scores, kind="stable")
    return order[order != i]


def asked(student, E, i, *k, **how) -> np.ndarray:
    value = ask_array(student, NAME, E, int(i), *k, neutral=NEUTRAL, **how)
    if value.values.ndim != 1:
        raise Unexplained(f"{NEUTRAL} One axis of ids is expected.")
    if value.dtype != "int64":
        raise Wrong("dtype-not-kept")
    return value.values


def rankings(E, i, k) -> dict[str, np.ndarray]:
    """The right ids, as `right`, and those that each mistake gives."""
    wide, c = E.astype(np.float64), cosines(E, i)
    right, squares = ranked(c, i)[:k], np.maximum((wide**2).sum(axis=1), 1e-300)
    return {
        "right": right,
        "dot-for-cosine": ranked(wide @ wide[i], i)[:k],
        "distance-for-cosine": ranked(-np.linalg.norm(wide - wide[i], axis=1), i)[:k],
        "root-forgotten": ranked(wide @ wide[i] / squares, i)[:k],
        "absolute-cosine": ranked(abs(c), i)[:k],
        "negative-cut": ranked(np.maximum(c, 0), i)[:k],
        "farthest-first": ranked(-c, i)[:k],
        "itself-included": np.concatenate([[i], ranked(c, i)])[:k],
        "ids-shifted": right - (right > i),
    }


def draw(rng, V=9, d=4, dtype="float64", k=5, row=None) -> tuple[np.ndarray, int]:
    """A table and an id with cosines that differ enough, and for which all mistakes give different orders.

    Negative cosines have to be among the first k for k = V - 1 only. With `row`, for this id; then no order
    of a mistake has to differ.
    """
    while True:
        E = (rng.normal(size=(V, d)) * np.exp(rng.normal(size=(V, 1)))).astype(dtype)
        if row is not None:
            return E, row % V
        i = int(rng.integers(1, V - 2))
        apart = np.diff(np.sort(np.append(abs(cosines(E, i)), -1))).min() > 1e-4
        told = [tuple(r) for m, r in rankings(E, i, k).items() if m != "negative-cut" or k >= V - 1]
        if apart and len(set(told)) == len(told):
            return E, i


def short(rng) -> tuple[np.ndarray, int]:
    """Rows of a billionth: numbers that are added to be safe change the order, and 1e-12 does not."""
    while True:
        E, i = draw(rng, V=10)
        E[np.delete(np.arange(10), i)[::2]] *= 2.0**-30
        n = np.linalg.norm(E, axis=1)
        safe = n + 1e-12, n + 1e-8, np.maximum(n, 1e-8), np.sqrt(n**2 + 1e-12)
        same, *others = (
            np.array_equal(ranked(E @ E[i] / (s * s[i]), i), ranked(cosines(E, i), i)) for s in safe
        )
        if same and not any(others):
            return E, i


def bundle(rng, V=8) -> tuple[np.ndarray, int]:
    """Rows that float32 does not tell apart by their cosines: the angles differ by a billionth."""
    angles = rng.uniform(0.8, 1.2) + rng.permutation(V) * 1e-9
    E = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    i = int(rng.integers(1, V - 1))
    E[i] = 1, 0
    return E, i


@check(points=1.5)
def order(student, rng):
    """k = 3, the default of five, and all; rows of very different lengths; the first and the last row."""
    diagnosis = Diagnosis(NEUTRAL)
    for given in ((3,), (), (5,), (9,)):
        k = given[0] if given else 5
        E, i = draw(rng, V=10, k=k)
        known = rankings(E, i, k)
        diagnosis.see(asked(student, E, i, *given), known.pop("right"), **known)
    diagnosis.conclude()
    for row in (0, -1):
        E, i = draw(rng, V=10, row=row)
        with blame("first-or-last"):
            got = asked(student, E, i, 3)
        if not np.array_equal(got, ranked(cosines(E, i), i)[:3]):
            raise Wrong("first-or-last")
    E, i = short(rng)
    if not np.array_equal(asked(student, E, i, 9), ranked(cosines(E, i), i)):
        raise Wrong("epsilon-added")
    for E, i in (bundle(rng), bundle(rng)):
        if not np.array_equal(asked(student, E, i, 7), ranked(cosines(E, i), i)):
            raise Wrong("narrow-floats")
    returns_new(student, f"{NAME}(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]), 0, 2)")


def ordinary(student, rng) -> None:
    """What is wrong anyway is said before anything of limits and ties."""
    E, i = draw(rng, k=3)
    if not np.array_equal(asked(student, E, i, 3), ranked(cosines(E, i), i)[:3]):
        raise Unexplained(NEUTRAL)


@check(points=1)
def limits(student, rng):
    """k as large as possible, and larger; one row, two; float32; non-contiguous arrays."""
    ordinary(student, rng)
    E, i = draw(rng, k=8)
    for k in (8, 9, 100):
        with blame("too-many-wanted"):
            got = asked(student, E, i, k)
        if not np.array_equal(got, ranked(cosines(E, i), i)):
            if np.array_equal(np.sort(got), np.arange(9)):
                raise Wrong("itself-included")
            raise Wrong(
                "too-many-wanted" if len(got) != 8 else None, "It is wrong where all rows are wanted."
            )
    for i in (0, 1):
        with blame("first-or-last"):
            pair = asked(student, np.array([[1.0], [-2.0]]), i, 1)
        if pair.tolist() != [1 - i]:
            raise Unexplained(f"{NEUTRAL} Look at a table of two rows.")
    with blame("empty-fails"):
        alone = asked(student, np.ones((1, 3)), 0)
    if alone.shape != (0,):
        raise Wrong("itself-included" if alone.tolist() == [0] else "empty-fails")
    E, i = draw(rng, dtype="float32", k=4)
    with blame(None, "It fails with float32."):
        got = asked(student, E, i, 4)
    if not np.array_equal(got, ranked(cosines(E, i), i)[:4]):
        raise Unexplained(f"{NEUTRAL} Look at float32.")
    E, i = draw(rng, k=4)
    with blame("gaps"):
        got = asked(student, E, i, 4, strided=True)
    if not np.array_equal(got, ranked(cosines(E, i), i)[:4]):
        raise Wrong(
            "gaps" if np.array_equal(asked(student, E, i, 4), ranked(cosines(E, i), i)[:4]) else None, NEUTRAL
        )


def even(rng, V=200) -> tuple[np.ndarray, int]:
    """Rows of length two along an axis or between all four, so that cosines with an axis are exact.

    Row i lies along an axis, and rows before and after it have its direction.
    """
    kinds = np.concatenate([2 * np.eye(4), -2 * np.eye(4), rng.choice([-1.0, 1.0], (4, 4))])
    E = kinds[rng.integers(0, len(kinds), V)]
    i = int(rng.integers(V // 3, V // 2))
    E[i] = E[i - 5] = E[i + 5] = kinds[rng.integers(4)]
    return E, i


@check(points=1)
def ties(student, rng):
    """Many equal cosines, rows of the same direction before and after i; rows of zeros."""
    ordinary(student, rng)
    E, i = even(rng)
    c = cosines(E, i)
    right = ranked(c, i)
    got = asked(student, E, i, len(E))
    turned = np.argsort(c, kind="stable")[::-1]
    full = np.argsort(-c, kind="stable")
    if not np.array_equal(got, right):
        twins = (E == E[i]).all(axis=1)
        if np.array_equal(got, right[~twins[right]]):
            raise Wrong("twins-dropped")
        if any(np.array_equal(got, order[1:]) for order in (full, turned)):
            raise Wrong("first-dropped")
        if np.array_equal(got, turned[turned != i]):
            raise Wrong("ties-turned")
        known = got.shape == right.shape and np.isin(got, np.arange(len(E))).all()
        if known and np.array_equal(c[got], c[right]):
            raise Wrong("first-dropped" if i in got else "ties-unstable")
        raise Unexplained(f"{NEUTRAL} Look at rows with equal cosines.")
    for k in (3, 20, 60, 120):  # the last one is among equals
        if not np.array_equal(asked(student, E, i, k), right[:k]):
            raise Wrong("ties-cut")
    E, i = draw(rng, V=8, k=7)
    zero = int(rng.integers(i + 1, 7))
    E[zero] = 0
    right = ranked(cosines(E, i), i)
    others = right[right != zero]
    with blame("zero-row"):
        got = asked(student, E, i, 7)
    if not np.array_equal(got, right):
        nan_at_an_end = [np.append(others, zero), np.insert(others, 0, zero)]
        lost = zero not in got or any(np.array_equal(got, order) for order in nan_at_an_end)
        raise Wrong("zero-row") if lost else Unexplained(NEUTRAL)
    with blame("zero-row"):
        got = asked(student, E, zero, 7)
    if not np.array_equal(got, np.delete(np.arange(8), zero)):
        raise Wrong("zero-row")
    E[7 if i < 7 else 6] = 0
    with blame("zero-row"):
        got = asked(student, E, zero, 7)
    if not np.array_equal(got, np.delete(np.arange(8), zero)):
        raise Wrong("zero-row")


@check(points=0.5)
def errors(student, rng):
    small = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.1]])
    require(NAME, lambda: student.call(NAME, small, 0, 1), np.array([2]))
    E, _ = draw(rng, k=5)
    refuses_range(lambda i: student.call(NAME, E, int(i)), np.array(0), outside(len(E)))
    refuses_values(lambda k: student.call(NAME, E, 2, k), (0, -1), if_accepted="settings-unchecked")
    refuses_values(
        lambda E: student.call(NAME, E, 0),
        [E[0], E[None], E[:, :, None], np.stack([E[:4]] * 4), np.array(1.0)],
    )
    one = E[:1]  # the only row has no neighbours, and wrong input is refused all the same
    refuses_range(lambda i: student.call(NAME, one, int(i)), np.array(0), {1: EARLY, -1: EARLY})
    refuses_values(lambda k: student.call(NAME, one, 0, k), (0, -1), if_accepted=EARLY)
    refuses_values(lambda E: student.call(NAME, E, 0), [one[0, :1], one[None]], if_accepted=EARLY)
