"""Checks of `nearest`: the ids of the rows with the largest cosines, among all or some."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check
from autograder.checks.contract import Legal, house_rules
from autograder.checks.student import Student

from ..asking import ask_array

NAME = "nearest"
NEUTRAL = "The neighbours are wrong."


def cosines(E: np.ndarray, i: int) -> np.ndarray:
    """Return the cosine of each row with row i, (V,); 0 for rows of zeros."""
    norms = np.linalg.norm(E, axis=1)
    norms = np.where(norms == 0, 1, norms)
    return E @ E[i] / (norms * norms[i])


def ranked(scores: np.ndarray, i: int, among: np.ndarray | None = None) -> np.ndarray:
    """Return ids by falling score, among equal scores by id, without i."""
    order = np.argsort(-scores, kind="stable")
    return order[(order != i) & (True if among is None else np.isin(order, among))]


def asked(student: Student, E: np.ndarray, i: int, *more) -> np.ndarray:
    ids = ask_array(student, NAME, E, int(i), *more, neutral=NEUTRAL)
    if ids.ndim != 1 or ids.dtype.kind not in "iu":
        raise Unexplained(f"{NEUTRAL} One axis of ids is expected.")
    return ids


def predicted(E: np.ndarray, i: int, k: int, among: np.ndarray | None = None) -> dict:
    """Return the right ids, as `right`, and those that each mistake gives."""
    c = cosines(E, i)
    squares = np.maximum((E**2).sum(axis=1), 1e-300)
    everyone, right = ranked(c, i)[:k], ranked(c, i, among)[:k]
    found = {
        "right": right,
        "dot-for-cosine": ranked(E @ E[i], i, among)[:k],
        "distance-for-cosine": ranked(-np.linalg.norm(E - E[i], axis=1), i, among)[:k],
        "root-forgotten": ranked(E @ E[i] / squares, i, among)[:k],
        "absolute-cosine": ranked(abs(c), i, among)[:k],
        "negative-cut": ranked(np.maximum(c, 0), i, among)[:k],
        "farthest-first": ranked(-c, i, among)[:k],
        "itself-included": np.concatenate([[i], ranked(c, i, among)])[:k],
    }
    if among is None:
        return found | {"ids-shifted": right - (right > i)}
    parts = [a for some in (among, among[among != i]) for a in (some, np.sort(some))]
    with_i = ranked(c, -1, np.append(among, i) if i in among else among)
    return found | {
        "places-for-ids": [np.array([list(some).index(j) for j in right], int) for some in parts],
        "among-ignored": everyone,
        "cut-before-chosen": everyone[np.isin(everyone, among)],
        "first-dropped": with_i[1 : k + 1],
    }


def also_predicted(E: np.ndarray, i: int, k: int, among: np.ndarray | None = None) -> dict[str, list]:
    """Return what more mistakes give, which a draw need not tell apart."""
    every = ranked(cosines(E, i), i, among)
    right = every[:k]
    more = {
        "k-off-by-one": [every[: k + 1], every[: k - 1]],
        "k-ignored": [every[:5], every],
        "neighbours-by-id": [np.sort(right)],
        "negative-dropped": [every[cosines(E, i)[every] > 0][:k]],
    }
    if among is not None:
        kept = ranked(cosines(E, i), -1, among)[:k]
        more["itself-included"] = [predicted(E, i, k, among)["itself-included"], kept]
    return more


def seen_of(answers: list[tuple[np.ndarray, np.ndarray]]) -> str:
    """Say what can be seen of wrong ids, each with the right ones."""
    if any(len(set(got.tolist())) < len(got) for got, _ in answers):
        return "An id comes back twice."
    if any(len(got) != len(right) for got, right in answers):
        return "The number of ids that come back is wrong."
    if all(sorted(got) == sorted(right) for got, right in answers):
        return "The ids are right, and in another order."
    return "Other rows come back than the nearest."


def draw(rng: np.random.Generator, V=10, d=4, k=5) -> tuple[np.ndarray, int]:
    """Return a table and an id with cosines that differ enough, for which mistakes give different orders.

    Negative cosines have to be among the first k for k = V - 1 only.
    """
    while True:
        E = rng.normal(size=(V, d)) * np.exp(rng.normal(size=(V, 1)))
        i = int(rng.integers(1, V - 2))
        apart = np.diff(np.sort(np.append(abs(cosines(E, i)), -1))).min() > 1e-4
        told = [tuple(r) for m, r in predicted(E, i, k).items() if m != "negative-cut" or k >= V - 1]
        if apart and len(set(told)) == len(told):
            return E, i


@check(points=1)
def order(student: Student, rng: np.random.Generator):
    """k = 3, the default of five, all and more; rows of several lengths; first and last row; near cosines."""
    diagnosis, wrong = Diagnosis(NEUTRAL), []
    for given in ((3,), (), (9,)):
        k = given[0] if given else 5
        E, i = draw(rng, k=k)
        known = predicted(E, i, k)
        got, right = asked(student, E, i, *given), known.pop("right")
        if not diagnosis.see(got, right, 0.0, also_predicted, E, i, k, **known):
            wrong.append((got, right))
    diagnosis.neutral += f" {seen_of(wrong)}"
    diagnosis.conclude()
    E, _ = draw(rng)
    for i in (0, len(E) - 1):
        with blame("first-or-last"):
            got = asked(student, E, i, 3)
        if not np.array_equal(got, ranked(cosines(E, i), i)[:3]):
            raise Wrong("first-or-last")
    E, i = draw(rng)
    for table, row, k in ((E, i, 10), (E, i, 100), (E[i : i + 1], 0, 1)):
        with blame("too-many-wanted"):
            got = asked(student, table, row, k)
        if not np.array_equal(got, ranked(cosines(table, row), row)):
            raise Wrong("too-many-wanted")
    E, i = alike(rng)
    got = asked(student, E, i, len(E))
    if not np.array_equal(got, ranked(cosines(E, i), i)):
        in_order = np.array_equal(got, np.delete(np.arange(len(E)), i))
        raise Wrong("cosines-rounded" if in_order else None, f"{NEUTRAL} Look at cosines that differ little.")


def alike(rng: np.random.Generator, V=12) -> tuple[np.ndarray, int]:
    """Return rows whose cosines with row i differ in the ninth digit."""
    E, i = np.stack([0.5 + 1e-9 * rng.permutation(V), np.ones(V)], axis=1), int(rng.integers(1, V - 1))
    E[i] = 1, 0
    return E, i


def ordinary(student: Student, rng: np.random.Generator) -> None:
    """Raise `Wrong` unless the three nearest of a table are right."""
    E, i = draw(rng, k=3)
    if not np.array_equal(asked(student, E, i, 3), ranked(cosines(E, i), i)[:3]):
        raise Unexplained(f"{NEUTRAL} It is so among all rows too: mend that first.")


@check(points=1.5)
def part(student: Student, rng: np.random.Generator):
    """Some ids in any order, with i among them or not, more of them than k or fewer; one id."""
    ordinary(student, rng)
    diagnosis, wrong = Diagnosis("The neighbours among some rows are wrong."), []
    for k, size, with_i in ((3, 7, True), (3, 7, False), (5, 4, True), (4, 4, False), (2, 8, True)):
        E, i = draw(rng, V=14, k=13)
        others = rng.permutation(np.delete(np.arange(14), i))
        among = rng.permutation(np.append(others[: size - 1], i) if with_i else others[:size])
        known = predicted(E, i, k, among)
        got, right = asked(student, E, i, k, among), known.pop("right")
        if not diagnosis.see(got, right, 0.0, also_predicted, E, i, k, among, **known):
            wrong.append((got, right))
    diagnosis.neutral += f" {seen_of(wrong)}"
    diagnosis.conclude()
    for among in (np.array([0]), np.array([i])):
        with blame("too-many-wanted"):
            got = asked(student, E, i, 5, among)
        if not np.array_equal(got, among[among != i]):
            raise Wrong("among-ignored" if len(got) == 5 else None, f"{NEUTRAL} Look at a part of one row.")


def even(rng: np.random.Generator, V=600) -> tuple[np.ndarray, int]:
    """Return rows of length two along an axis or between all four, so that cosines with an axis are exact.

    Row i lies along an axis, and rows before and after it have its direction.
    """
    kinds = np.concatenate([2 * np.eye(4), -2 * np.eye(4), rng.choice([-1.0, 1.0], (4, 4))])
    E = kinds[rng.integers(0, len(kinds), V)]
    i = int(rng.integers(V // 3, V // 2))
    E[i] = E[i - 5] = E[i + 5] = kinds[rng.integers(4)]
    return E, i


@check(points=1)
def ties(student: Student, rng: np.random.Generator):
    """Many equal cosines, also among some rows; rows with the direction of row i; rows of zeros."""
    ordinary(student, rng)
    E, i = even(rng)
    c = cosines(E, i)
    right = ranked(c, i)
    got = asked(student, E, i, len(E) - 1)
    if not np.array_equal(got, right):
        raise Wrong(in_ties(E, i, got, right), f"{NEUTRAL} Look at rows with equal cosines.")
    for k in (3, 20, 60, 120):  # the last one is among equals
        if not np.array_equal(asked(student, E, i, k), right[:k]):
            raise Wrong("ties-cut")
    among = rng.permutation(len(E))[:80]
    right = ranked(c, i, among)
    got = asked(student, E, i, 80, among)
    if not np.array_equal(got, right):
        given = among[np.argsort(-c[among], kind="stable")]
        mistake = "ties-as-given" if np.array_equal(got, given[given != i]) else None
        raise Wrong(mistake, f"{NEUTRAL} Look at rows with equal cosines, among some rows.")
    # A power of two leaves the digits of a cosine as they are.
    longer = E * 2.0 ** rng.integers(-50, 10, (len(E), 1))
    if not np.array_equal(asked(student, longer, i, len(E) - 1), ranked(c, i)):
        raise Wrong("length-in-cosine")
    zeros(student, rng)


def in_ties(E: np.ndarray, i: int, got: np.ndarray, right: np.ndarray) -> str | None:
    """Return the mistake that shows where cosines are equal."""
    c, twins = cosines(E, i), (E == E[i]).all(axis=1)
    turned, full = np.argsort(c, kind="stable")[::-1], np.argsort(-c, kind="stable")
    if np.array_equal(got, right[~twins[right]]):
        return "twins-dropped"
    if any(np.array_equal(got, order[1:]) for order in (full, turned)):
        return "first-dropped"
    if np.array_equal(got, turned[turned != i]):
        return "ties-turned"
    if (
        got.shape == right.shape
        and np.isin(got, np.arange(len(E))).all()
        and np.array_equal(c[got], c[right])
    ):
        return "first-dropped" if i in got else "ties-unstable"
    return None


def zeros(student: Student, rng: np.random.Generator) -> None:
    """Raise `Wrong` unless rows of zeros have cosine 0: another row, row i, and both; in a part too."""
    E, i = draw(rng, V=8, k=7)
    zero = int(rng.integers(i + 1, 7))
    for row, also in ((i, zero), (zero, zero), (zero, i)):  # rows that are not zero stand before row i
        E[also] = 0
        with blame("zero-row"):
            got = asked(student, E, row, 7)
        if not np.array_equal(got, ranked(cosines(E, row), row)):
            raise Wrong("zero-row")
    among = np.array([7, i, 0, zero])
    with blame("zero-row"):
        got = asked(student, E, zero, 7, among)
    if not np.array_equal(got, ranked(cosines(E, zero), zero, among)):
        raise Wrong("zero-row")


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    E, i = draw(rng, V=8, k=7)
    among = np.sort(rng.permutation(np.delete(np.arange(8), i))[:5])
    return Legal({"E": E, "i": i, "k": 5, "among": among}, ranked(cosines(E, i), i, among))


contract = house_rules("new", "unchanged", legal=legal, points=0.5)
