"""Checks of `analogy`: the rows nearest by cosine to E[b] - E[a] + E[c]."""

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, array, blame
from autograder.checks.framework.refusals import outside, refuses_range, refuses_values
from autograder.checks.framework.shared import answers, ask
from autograder.checks.geometry.asking import FEW, MANY, peak
from autograder.checks.geometry.catalogue import SUITE
from autograder.checks.geometry.draws import lengths_differ, unit

check = SUITE.check
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


def ranking(values, without=(), k=None) -> np.ndarray:
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


def draw(rng, V=14, d=5, repeated=False, change=None):
    """(E, question) that is `apart`; `change` may write into the table first."""
    while True:
        E = lengths_differ(rng, V, d).astype(np.float32).astype(np.float64)
        question = [int(i) for i in rng.choice(V, 3, replace=False)]
        if repeated:
            question[1 if rng.random() < 0.5 else 2] = question[0]
        if change:
            change(E, question)
        if apart(E, question):
            return E, tuple(question)


def right(E, question, k, exclude) -> np.ndarray:
    return ranking(scores(E, query_of(E, question)), question if exclude else (), k)


def mistakes(E, question, k, exclude) -> dict:
    """What each mistake gives for the ids returned."""
    a, b, c = question
    query, without = query_of(E, question), question if exclude else ()
    U, cosines = unit(E), scores(E, query_of(E, question))

    def by(values):
        return ranking(values, without, k)

    struck = cosines.copy()
    struck[list(question)] = 0
    first = ranking(cosines, (), k)
    parts = [(b,), (c,), (a, b), (a, c), (b, c)]  # a alone may be ranked too low to show
    swapped = [E[a] - E[b] + E[c], E[a] + E[b] - E[c], E[a] + E[b] + E[c]]
    known = {
        "roles": [by(scores(E, q)) for q in swapped],
        "dot-product": by(E @ query),
        "nearest-point": by(-np.linalg.norm(E - query, axis=1)),
        "normalised-first": by(U @ (U[b] - U[a] + U[c])),
        "offset-compared": by(unit(E - E[c]) @ (E[b] - E[a])),
        "smallest-first": by(-cosines),
    }
    if not exclude:
        return known | {"always-excluded": ranking(cosines, question, k)}
    return known | {
        "not-excluded": first,
        "some-excluded": [ranking(cosines, p, k) for p in parts],
        "cut-first": first[~np.isin(first, question)],
        "excluded-as-zero": ranking(struck, (), k),
    }


def watch(student, diagnosis, E, question, strided=False, **options) -> None:
    """One answer as evidence; `options` are the keywords of the call, `k` and `exclude`."""
    k, exclude = options.get("k", 1), options.get("exclude", True)
    got = ask_rows(student, E, question, strided, **options)
    diagnosis.see(got, right(E, question, k, exclude), 0.0, mistakes, E, question, k, exclude)


@check(NAME, "ranking", points=1)
def _(student, rng):
    """The best row, the best three, and all; both dtypes; non-contiguous arrays."""
    diagnosis = Diagnosis(NEUTRAL)
    for V, options in ((14, {}), (14, {"k": 3}), (30, {"k": 27})):
        E, question = draw(rng, V)
        watch(student, diagnosis, E, question, **options)
    watch(student, diagnosis, E.astype(np.float32), question, k=27)
    watch(student, diagnosis, E, question, strided=True, k=27)
    diagnosis.conclude()


@check(NAME, "question", points=1)
def _(student, rng):
    """Exclusion of the question's rows, by id and not by value; a row that it has twice."""
    diagnosis = Diagnosis(NEUTRAL)
    for exclude in (True, False):
        E, question = draw(rng)
        for k in (4, 11):
            watch(student, diagnosis, E, question, k=k, exclude=exclude)
    diagnosis.conclude()
    twice, of_twice = draw(rng, repeated=True)
    with blame("repeated-question", only=("ValueError", "IndexError")):
        watch(student, diagnosis, twice, of_twice, k=12)
    watch(student, diagnosis, E, question, k=14, exclude=False)
    diagnosis.conclude()
    E, question = draw(rng)
    place = rng.choice([i for i in range(len(E)) if i not in question])
    E[place] = E[question[2]]
    got, want = ask_rows(student, E, question, k=10), right(E, question, 10, True)
    if not np.array_equal(got, want):
        raise Wrong("by-value" if place not in got else None, NEUTRAL)


@check(NAME, "ties", points=1)
def _(student, rng):
    """Equal cosines. Rows lie along the axes, with lengths that are powers of two: arithmetic is exact."""
    E, question = draw(rng)
    if not np.array_equal(ask_rows(student, E, question, k=11), right(E, question, 11, True)):
        raise Wrong(None, NEUTRAL)
    axes = np.vstack([np.eye(4), -np.eye(4)])
    E = axes[rng.permutation(np.tile(np.arange(8), 6))] * rng.choice([1.0, 2.0, 4.0], (48, 1))
    question = tuple(int(i) for i in rng.choice(48, 3, replace=False))
    E[list(question)] = np.eye(4)[:3] * [[1.0], [2.0], [4.0]]
    for exclude, k in ((True, 45), (False, 48), (True, 3)):
        got = ask_rows(student, E, question, k=k, exclude=exclude)
        want, cosines = right(E, question, k, exclude), scores(E, query_of(E, question))
        if np.array_equal(got, want):
            continue
        known = got.shape == want.shape and np.isin(got, np.arange(48)).all()
        equals = known and len(set(got.tolist())) == k and np.allclose(cosines[got], cosines[want])
        raise Wrong("ties" if equals and not (exclude and np.isin(got, question).any()) else None, NEUTRAL)


@check(NAME, "zeros", points=1)
def _(student, rng):
    """A row of zeros has the cosine 0, between the positive ones and the negative ones."""
    E, question = draw(rng)
    if not np.array_equal(ask_rows(student, E, question, k=11), right(E, question, 11, True)):
        raise Wrong(None, NEUTRAL)

    def empty(E, question):
        E[next(i for i in range(len(E)) if i not in question)] = 0

    for _ in range(2):
        E, question = draw(rng, change=empty)
        got, want = ask_rows(student, E, question, k=11), right(E, question, 11, True)
        if not np.array_equal(got, want):
            zero = np.flatnonzero(~E.any(axis=1))
            rest = np.array_equal(got[~np.isin(got, zero)], want[~np.isin(want, zero)])
            raise Wrong("zero-row" if rest else None, NEUTRAL)
    E, _ = draw(rng)
    E[-1] = 0  # and the step from a row to itself is zero, too
    got = ask_rows(student, E, (1, 1, len(E) - 1), k=len(E), exclude=False)
    if not np.array_equal(got, np.arange(len(E))):
        other = np.array_equal(np.sort(got), np.arange(len(E))) and not np.array_equal(
            got[::-1], np.sort(got)
        )
        raise Wrong("zero-query" if other else None, NEUTRAL)


def answers_small(student) -> None:
    """`Wrong` unless the fourth corner of a parallelogram is found."""
    E = np.array([[1.0, 1.0], [1.0, 2.0], [2.0, 1.0], [2.0, 2.0], [-1.0, -1.0]])
    answers(NAME, lambda: student.call(NAME, E, 0, 1, 2), np.array([3]))


@check(NAME, "cost", points=1)
def _(student, rng):
    """No array over all pairs of rows."""
    answers_small(student)
    E = lengths_differ(rng, MANY, 4)
    if peak(student, NAME, E, 3, 1, 2) > FEW:
        raise Wrong("square-array")


@check(NAME, "errors", points=1)
def _(student, rng):
    answers_small(student)
    E, question = draw(rng)
    refuses_range(
        lambda asked: student.call(NAME, E, *asked.tolist()),
        np.array(question),
        outside(len(E)),
        places=range(3),
    )
    refuses_values(lambda args: student.call(NAME, *args), [(E[:, 0], *question), (E[None], 0, 0, 0)])
    a, b, _ = question
    calls = [
        (*question, 0),
        (*question, -1),
        (*question, 12),
        (*question, 15, False),
        (*question, 0, False),
        (a, b, b, 13),
    ]
    refuses_values(lambda call: student.call(NAME, E, *call), calls, silent="k-unchecked")
