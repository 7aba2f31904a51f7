"""Checks of `analogy`: the rows nearest by cosine to E[b] - E[a] + E[c]."""

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, array, blame, check, close
from autograder.checks.refusals import outside, refuses_range, refuses_values
from autograder.checks.shared import ask, require, returns_new

from ..asking import FEW, MANY, peak, with_gaps
from ..draws import lengths_differ, unit

NAME = "analogy"
NEUTRAL = "The rows that are returned, or their order, are wrong."
APART = 1e-4  # cosines of a draw differ by more than float32's rounding


def ask_rows(student, E, question, strided=False, **options) -> np.ndarray:
    """The ids that the student's function returns, (k,)."""
    value = ask(student, NAME, E, *question, strided=strided, **options)
    got = array(value, "numpy", NEUTRAL)
    if value.dtype != "int64":
        raise Wrong("not-int64")
    return got


def scores(E, query) -> np.ndarray:
    """The cosine of each row with the query, (V,)."""
    return unit(E) @ unit(query[None])[0]


def ranked(values, without=(), k=None) -> np.ndarray:
    """Ids by falling value, the first k that are not in `without`."""
    order = np.argsort(-np.asarray(values), kind="stable")
    return order[~np.isin(order, list(without))][:k]


def query_of(E, question) -> np.ndarray:
    a, b, c = question
    return E[b] - E[a] + E[c]


def apart(E, question) -> bool:
    """Are all cosines different enough, the query not near zero, and b and c in the upper half?"""
    query = query_of(E, question)
    cosines = scores(E, query)
    steps = np.diff(np.sort(cosines))
    upper = cosines[list(question[1:])] > np.median(cosines)
    return bool(steps.min() > APART and np.linalg.norm(query) > 0.5 and upper.all())


def between(rng, V) -> list[int]:
    """Three different ids, neither the first nor the last."""
    return [int(i) for i in rng.choice(V - 2, 3, replace=False) + 1]


# The places of a question that hold the same id, where it has a row twice: a and b, a and c, b and c.
TWICE = ((0, 1), (0, 2), (1, 2))


def draw(rng, V=14, d=5, twice=None, ends=False, change=None):
    """(E, question) that is `apart`; `change` may write into the table first.

    With `twice`, two places of the question hold the same id; with `ends` it has the first and the last row.
    """
    while True:
        E = lengths_differ(rng, V, d).astype(np.float32).astype(np.float64)
        question = between(rng, V)
        if ends:
            question = [int(i) for i in rng.permutation([0, V - 1, rng.integers(1, V - 1)])]
        if twice:
            question[twice[1]] = question[twice[0]]
        if change:
            change(E, question)
        if apart(E, question):
            return E, tuple(question)


def right(E, question, k, exclude) -> np.ndarray:
    return ranked(scores(E, query_of(E, question)), question if exclude else (), k)


def mistakes(E, question, k, exclude) -> dict:
    """What each mistake gives for the ids returned."""
    a, b, c = question
    query, without = query_of(E, question), question if exclude else ()
    U, cosines = unit(E), scores(E, query_of(E, question))

    def by(values):
        return ranked(values, without, k)

    struck = cosines.copy()
    struck[list(question)] = 0
    first = ranked(cosines, (), k)
    longer = ranked(cosines, (), k + len(set(question)))
    parts = [(b,), (c,), (a, b), (a, c), (b, c)]  # a alone may be ranked too low to show
    swapped = [E[a] - E[b] + E[c], E[a] + E[b] - E[c], E[a] + E[b] + E[c]]
    known = {
        "roles": [by(scores(E, q)) for q in swapped],
        "dot-product": by(E @ query),
        "nearest-point": by(-np.linalg.norm(E - query, axis=1)),
        "normalised-first": by(U @ (U[b] - U[a] + U[c])),
        "offset-compared": by(unit(E - E[c]) @ (E[b] - E[a])),
        "smallest-first": by(-cosines),
        "epsilon": [by(form) for form in enlarged(E, query)],
    }
    if not exclude:
        forms = [by(cosines), np.arange(k), np.sort(by(cosines))]
        return known | {"always-excluded": ranked(cosines, question, k), "id-order": forms}
    equal = [i for i in range(len(E)) if any(np.array_equal(E[i], E[j]) for j in question)]
    return known | {
        "by-value": ranked(cosines, equal, k),
        "id-order": [np.setdiff1d(ids, question)[:k] for ids in (by(cosines), longer, np.arange(len(E)))],
        "not-excluded": first,
        "some-excluded": [ranked(cosines, p, k) for p in parts],
        "cut-first": first[~np.isin(first, question)],
        "excluded-as-zero": ranked(struck, (), k),
    }


def enlarged(E, query) -> list:
    """Cosines with a small number added to each length, or to their product."""
    dots, lengths, own = E @ query, np.linalg.norm(E, axis=1), np.linalg.norm(query)
    small = 10.0 ** -np.arange(4, 14)
    return [form for e in small for form in (dots / (lengths + e) / (own + e), dots / (lengths * own + e))]


def watch(student, diagnosis, E, question, strided=False, **options) -> None:
    """One answer as evidence; `options` are the keywords of the call, `k` and `exclude`."""
    k, exclude = options.get("k", 1), options.get("exclude", True)
    got = ask_rows(student, E, question, strided, **options)
    diagnosis.see(got, right(E, question, k, exclude), 0.0, mistakes, E, question, k, exclude)


def in_general(student, rng) -> None:
    """`Wrong`, with a mistake that accounts for it, if questions without anything special go wrong."""
    diagnosis = Diagnosis(NEUTRAL)
    for _ in range(2):
        E, question = draw(rng)
        watch(student, diagnosis, E, question, k=11)
    diagnosis.conclude()


def named(got, E, question, k, exclude) -> str | None:
    """The one mistake that gives these ids, for a list that is long enough to tell."""
    known = [m for m, form in mistakes(E, question, k, exclude).items() if close(got, form, 0.0)]
    return known[0] if len(known) == 1 and k > 10 else None


@check(points=1)
def ranking(student, rng):
    """The best row, the best three, and all; both dtypes; non-contiguous arrays."""
    diagnosis = Diagnosis(NEUTRAL)
    for V, options in ((14, {}), (14, {"k": 3}), (30, {"k": 27})):
        E, question = draw(rng, V)
        watch(student, diagnosis, E, question, **options)
    watch(student, diagnosis, E.astype(np.float32), question, k=27)
    diagnosis.conclude()
    with_gaps(lambda: ask_rows(student, E, question, strided=True, k=9), right(E, question, 9, True), 0.0)
    for _ in range(3):
        E, question = draw(rng, ends=True)
        with blame("id-refused", only=("IndexError", "ValueError")):
            watch(student, diagnosis, E, question, k=3)
    diagnosis.conclude()
    returns_new(student, "analogy(np.eye(4), 0, 1, 2)")


@check(points=1)
def question(student, rng):
    """Exclusion of the question's rows, by id and not by value; a row that it has twice."""
    diagnosis = Diagnosis(NEUTRAL)
    for exclude in (True, False):
        E, question = draw(rng)
        for k in (4, 11):
            watch(student, diagnosis, E, question, k=k, exclude=exclude)
    diagnosis.conclude()
    one_row = int(rng.integers(1, 13))
    with blame("k-refused", only=("ValueError",)):
        for k in (3, 12):
            for twice in TWICE:
                watch(student, diagnosis, *draw(rng, twice=twice), k=k)
            watch(student, diagnosis, *draw(rng, twice=TWICE[k % 2]), k=k, exclude=False)
        watch(student, diagnosis, E, (one_row,) * 3, k=13)
        watch(student, diagnosis, E, question, k=14, exclude=False)
    diagnosis.conclude()
    # All other rows point away from the query, as far as a row can.
    E = np.outer(-(2.0 ** rng.integers(0, 4, 24)), rng.permutation([1.0, 0.0, 0.0]))
    a, b, c = sorted(between(rng, 24))
    E[[a, b, c]] *= -1
    E[a] = E[b]
    got, want = ask_rows(student, E, (a, b, c), k=21), right(E, (a, b, c), 21, True)
    if not np.array_equal(got, want):
        low = "excluded-as-low" if np.isin(got, (a, b, c)).any() else None
        raise Wrong(equals_told(got, E, (a, b, c), 21, True) or low, NEUTRAL)
    E, question = draw(rng)
    place = rng.choice([i for i in range(len(E)) if i not in question])
    E[place] = E[question[2]]
    got, want = ask_rows(student, E, question, k=10), right(E, question, 10, True)
    if not np.array_equal(got, want):
        raise Wrong("by-value" if place not in got else None, NEUTRAL)


@check(points=1)
def ties(student, rng):
    """Equal cosines, in both dtypes."""
    in_general(student, rng)
    E = exact_table(rng)
    question = tuple(between(rng, 48))
    E[list(question)] = np.eye(4)[:3] * [[1.0], [2.0], [4.0]]
    for exclude, k, dtype in (
        (True, 45, "float64"),
        (False, 48, "float64"),
        (True, 45, "float32"),
        *((True, k, "float64") for k in (1, 2, 3, 4, 7)),
    ):
        with blame("k-refused", only=("ValueError",)):
            got = ask_rows(student, E.astype(dtype), question, k=k, exclude=exclude)
        if not np.array_equal(got, right(E, question, k, exclude)):
            told = equals_told(got, E, question, k, exclude)
            raise Wrong(told or named(got, E, question, k, exclude), NEUTRAL)
    E, question = nearly_equal(rng)
    if not np.array_equal(ask_rows(student, E * 2.0**-32, question, k=8), right(E, question, 8, True)):
        raise Wrong(
            "short-query"
            if np.array_equal(ask_rows(student, E, question, k=8), right(E, question, 8, True))
            else "digits-lost"
        )
    for E, question in (nearly_equal(rng), nearly_equal(rng), nearly_equal(rng, 1e-4, 1e-4)):
        if not np.array_equal(ask_rows(student, E, question, k=8), right(E, question, 8, True)):
            raise Wrong("digits-lost")


def equals_told(got, E, question, k, exclude) -> str | None:
    """The mistake with rows of equal cosine, if these ids, which are wrong, are right but for that."""
    query, without = query_of(E, question), question if exclude else ()
    cosines, want = scores(E, query), right(E, question, k, exclude)
    ids = set(got.reshape(-1).tolist())
    if got.shape != want.shape or len(ids) != k or not ids <= set(range(len(E))) - set(without):
        return None
    if not np.allclose(cosines[got], cosines[want]):
        return None
    # Wrong rows in the right order: only a list that was cut can be so.
    if np.array_equal(got, np.array(sorted(ids, key=lambda i: (-round(cosines[i], 9), i)))):
        return "ties-cut"
    # A few rows may stand in the order of their lengths by chance, all rows do not.
    whole = k == len(E) - len(set(without))
    lengths = whole and any(np.array_equal(got, ranked(form, without, k)) for form in enlarged(E, query))
    return "epsilon" if lengths else "ties"


def nearly_equal(rng, first=1.0, step=1e-9, V=11) -> tuple[np.ndarray, tuple]:
    """Rows whose angles with the query, about `first`, differ by `step`, and a question."""
    angles = first * rng.uniform(0.8, 1.2) + rng.permutation(V) * step
    E = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    a, b, c = between(rng, V)
    E[[a, b]], E[c] = (2.0, 2.0), (1.0, 0.0)  # the query is row c
    return E, (a, b, c)


@check(points=1)
def zeros(student, rng):
    """A row of zeros has the cosine 0, between the positive ones and the negative ones."""
    in_general(student, rng)

    def empty(E, question):
        E[next(i for i in range(len(E)) if i not in question)] = 0

    for exclude, size in ((True, 11), (True, 11), (False, 14)):
        E, question = draw(rng, change=empty)
        want = right(E, question, size, exclude)
        with blame("k-refused", only=("ValueError",)):
            got = ask_rows(student, E, question, k=size, exclude=exclude)
        if not np.array_equal(got, want):
            zero = np.flatnonzero(~E.any(axis=1))
            rest = np.array_equal(got[~np.isin(got, zero)], want[~np.isin(want, zero)])
            raise Wrong(named(got, E, question, size, exclude) or ("zero-row" if rest else None), NEUTRAL)
    # The numbers of the query add up to zero, and so do those of the one row that points along it.
    E = np.vstack(
        [lengths_differ(rng, 8, 4), rng.permutation([[3.0, -3.0, 1.0, -1.0], [6.0, -6.0, 2.0, -2.0]])]
    )
    E[2] = E[5]
    if not np.array_equal(ask_rows(student, E, (2, 5, 8)), [9]):
        raise Wrong("balanced-row")
    E = exact_table(rng)
    a, b, c = between(rng, 48)
    E[[a, b, c]] = np.outer([32.0, 16.0, 16.0], np.eye(4)[0])  # the query is exactly zero
    for exclude, size in ((True, 45), (False, 48), (True, 3)):
        with blame("zero-query"):
            got = ask_rows(student, E, (a, b, c), k=size, exclude=exclude)
        if not np.array_equal(got, right(E, (a, b, c), size, exclude)):
            raise Wrong(equals_told(got, E, (a, b, c), size, exclude) or "zero-query")


def exact_table(rng) -> np.ndarray:
    """Rows along the axes (48, 4), with lengths that are powers of two: arithmetic is exact."""
    axes = np.vstack([np.eye(4), -np.eye(4)])
    return axes[rng.permutation(np.tile(np.arange(8), 6))] * rng.choice([1.0, 2.0, 4.0], (48, 1))


def require_small(student) -> None:
    """`Wrong` unless the fourth corner of a parallelogram is found."""
    E = np.array([[-1.0, -2.0], [1.0, 1.0], [1.0, 2.0], [2.0, 1.0], [2.0, 2.0], [-1.0, -1.0]])
    require(NAME, lambda: student.call(NAME, E, 1, 2, 3), np.array([4]))


@check(points=1)
def cost(student, rng):
    """No array over all pairs of rows."""
    require_small(student)
    E = lengths_differ(rng, MANY, 4)
    if peak(student, NAME, E, 3, 1, 2) > FEW:
        raise Wrong("square-array")


@check(points=1)
def errors(student, rng):
    require_small(student)
    E, question = draw(rng)
    refuses_range(
        lambda asked: student.call(NAME, E, *asked.tolist()),
        np.array(question),
        outside(len(E)),
        places=range(3),
    )
    refuses_values(
        lambda args: student.call(NAME, *args),
        [(E[:, 0], *question), (E[None], 0, 0, 0), (E[0, 0, ...], 0, 0, 0)],
    )
    a, b, _ = question
    calls = [
        (*question, 0),
        (*question, -1),
        (*question, 12),
        (*question, 15, False),
        (*question, 0, False),
        (a, b, b, 13),
        (a, b, a, 13),
        (a, a, b, 13),
        (a, a, a, 14),
    ]
    refuses_values(lambda call: student.call(NAME, E, *call), calls, if_accepted="k-unchecked")
