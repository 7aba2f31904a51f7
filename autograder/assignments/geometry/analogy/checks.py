"""Checks of `analogy`: the rows nearest by cosine to E[c] plus the mean step of some examples."""

from typing import NamedTuple

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.refusals import refusal
from autograder.checks.student import Student

from ..shared import conclude, lengths_differ, read, unit

NAME = "analogy"
NEUTRAL = "The ids that are returned, or their order, are wrong."
OTHER_QUERY = "The rows are compared with another query than E[c] plus the mean step, all as they stand."
EXCLUDED, ALLOWED = "where exclude is True", "where exclude is False"


class Question(NamedTuple):
    """The arguments of `analogy`: a and b are arrays (m,) of ids, sent as numbers if `single`."""

    E: np.ndarray
    a: np.ndarray
    b: np.ndarray
    c: int
    k: int = 1
    exclude: bool = True
    single: bool = False

    @property
    def ids(self) -> list[int]:
        return [*self.a.tolist(), *self.b.tolist(), self.c]

    @property
    def query(self) -> np.ndarray:
        return self.E[self.c] + (self.E[self.b] - self.E[self.a]).mean(axis=0)

    @property
    def cosines(self) -> np.ndarray:
        return unit(self.E) @ unit(self.query[None])[0]


def answer(student: Student, q: Question) -> np.ndarray:
    """Return the ids that the student's function returns."""
    a, b = (int(x[0]) if q.single else x for x in (q.a, q.b))
    options = {} if q.exclude else {"exclude": False}
    return read(student.call(NAME, q.E, a, b, q.c, **({"k": q.k} if q.k > 1 else {}), **options), NEUTRAL)


def ranked(values: np.ndarray, without=(), k: int | None = None) -> np.ndarray:
    """Return ids by falling value, the first k that are not in `without`."""
    order = np.argsort(-values, kind="stable")
    return order[~np.isin(order, list(without))][:k]


def right(q: Question) -> np.ndarray:
    return ranked(q.cosines, q.ids if q.exclude else (), q.k)


def predicted(q: Question) -> dict:
    """Return what each mistake gives for the ids."""
    E, a, b, c, k, exclude, _ = q
    U, steps, m = unit(E), E[b] - E[a], len(a)
    without = q.ids if exclude else ()

    def by(query) -> np.ndarray:
        return ranked(U @ query, without, k)

    def of_step(step) -> np.ndarray:
        return by(E[c] + step)

    pairs = np.unique(np.stack([a, b]), axis=1)
    unit_steps = (U[b] - U[a]).mean(axis=0)
    found = {
        "roles": [of_step(-steps.mean(axis=0)), of_step((E[b] + E[a]).mean(axis=0)), by(q.query - 2 * E[c])],
        "dot-product": ranked(E @ q.query, without, k),
        "nearest-point": ranked(-np.linalg.norm(E - q.query, axis=1), without, k),
        "normalised-first": by(U[c] + unit_steps),
        "start-forgotten": by(steps.mean(axis=0)),
        "step-ignored": by(E[c]),
        "smallest-first": ranked(-q.cosines, without, k),
        "id-order": [
            np.sort(right(q)),
            np.setdiff1d(ranked(q.cosines, (), k + len(set(without))), without)[:k],
        ],
    }
    if m > 1:
        each = np.array([unit((E[c] + step)[None])[0] for step in steps])
        one, lengths = [of_step(steps[0]), of_step(steps[-1])], np.linalg.norm(steps, axis=1)
        found |= {
            "steps-added-up": [of_step(steps.sum(axis=0)), by((E[c] + steps).sum(axis=0) + (m - 1) * E[c])],
            "one-example": one
            + [ranked(unit(E) @ (E[c] + s), [a[i], b[i], c], k) for i, s in ((0, steps[0]), (-1, steps[-1]))],
            "queries-averaged": by(each.mean(axis=0)),
            "steps-unit": [of_step(length * unit(steps).mean(axis=0)) for length in (1.0, lengths.mean())],
            "examples-once": of_step((E[pairs[1]] - E[pairs[0]]).mean(axis=0)),
        }
    if not exclude:
        rest, last = ranked(q.cosines, q.ids), np.unique(q.ids)
        return found | {"always-excluded": [rest[:k], np.append(rest, last)[:k]]}
    struck, first, more = q.cosines.copy(), ranked(q.cosines, (), k), ranked(q.cosines, (), k + 3)
    struck[q.ids] = 0
    parts = [(c,), b, a, (*a, c), (*b, c), (*a, *b), (a[0], b[0], c), (a[-1], b[-1], c)]
    return found | {
        "not-excluded": first,
        "some-excluded": [ranked(q.cosines, part, k) for part in parts],
        "cut-first": first[~np.isin(first, q.ids)],
        "room-for-three": more[~np.isin(more, q.ids)][:k],
        "excluded-as-zero": ranked(struck, (), k),
    }


def rarer(q: Question, got: np.ndarray) -> dict:
    """Return what each mistake gives for the ids, in forms that no draw is chosen for too.

    Where a mistake leads to equal cosines their ids may come in any order: they come in that of `got`.
    """
    E, a, b, c, k, exclude, _ = q
    U, steps, m, found = unit(E), E[b] - E[a], len(a), predicted(q)
    without = q.ids if exclude else ()
    step, centred = steps.mean(axis=0), E - E.mean(axis=0)

    def of(start, step, rows=U) -> np.ndarray:
        return ranked(rows @ (start + step), without, k)

    as_long = np.linalg.norm(E[c]) / max(np.linalg.norm(step), 1e-12)
    found |= {
        "smallest-first": [found["smallest-first"], right(q)[::-1]],
        "absolute": [ranked(f(q.cosines), without, k) for f in (np.abs, lambda x: np.maximum(x, 0))],
        "centred": [of(centred[c], step, unit(centred)), of(E[c], step, unit(centred))],
        "normalised-first": [found["normalised-first"], of(U[c], step)],
        "steps-unit": [
            *_listed(found.get("steps-unit", [])),
            *(of(E[c], s) for s in (unit(steps).mean(axis=0), unit(step[None])[0])),
            *(of(E[c], f * step) for f in (m / (m + 1), as_long)),
        ],
    }
    if m > 1:
        ends, starts = E[b].mean(axis=0), E[a].mean(axis=0)
        found["one-example"] += [of(E[c], ends - E[a[i]]) for i in (0, -1)]
        found["one-example"] += [of(E[c], E[b[i]] - starts) for i in (0, -1)]
        found["examples-once"] = [found["examples-once"], *_without_repeats(q)]
    if exclude:
        cut = (ranked(q.cosines, (), k + more) for more in (0, 1, 2, 2 * m))
        found["cut-first"] = [ids[~np.isin(ids, q.ids)][:k] for ids in cut]
        struck, place = q.cosines.copy(), np.full(len(E), len(E))
        struck[q.ids] = 0
        known = [int(i) for i in got.reshape(-1) if i in range(len(E))]
        place[known] = np.arange(len(known))
        found["excluded-as-zero"] = np.lexsort((place, -struck))[:k]
    return found


def _without_repeats(q: Question) -> list[np.ndarray]:
    """Return the ids where a word stands in one example at most, the first or the last, or in a set."""
    E, U, pairs = q.E, unit(q.E), list(zip(q.a.tolist(), q.b.tolist()))
    ways = [dict(some).items() for some in (pairs, pairs[::-1])]
    ways += [[(x, y) for y, x in dict((y, x) for x, y in some).items()] for some in (pairs, pairs[::-1])]
    sets = E[np.unique(q.b)].mean(axis=0) - E[np.unique(q.a)].mean(axis=0)
    found = [ranked(U @ (E[q.c] + sets), q.ids if q.exclude else (), q.k)]
    for kept in ways:
        cosines = U @ (E[q.c] + np.mean([E[y] - E[x] for x, y in kept], axis=0))
        left = {q.c, *(i for pair in kept for i in pair)}  # the words of other pairs may be returned
        found += [ranked(cosines, without, q.k) for without in ((q.ids, left) if q.exclude else ((),))]
    return found


class Ranking(Diagnosis):
    """Looks for rarer forms of mistakes where none of those that draws are chosen for fits."""

    def __init__(self, neutral: str):
        super().__init__(neutral)
        self.rarer = Diagnosis(neutral)
        self.notes: list[list[str]] = []  # what is true of each wrong answer

    def conclude(self) -> None:
        """Raise `Wrong` as `Diagnosis` does; say what mistakes of the query, or wrong answers, share."""
        try:
            super().conclude()
        except Unexplained:
            draws = [(right, fits()) for right, fits in self.rarer.draws]
            explain = {m for m in draws[0][1] if all(fits.get(m, right) for right, fits in draws)}
            if len(explain) > 1 and explain <= OF_QUERY:
                raise Unexplained(OTHER_QUERY) from None
            self.rarer.neutral = " ".join([self.neutral, *self._seen()[:1]])
            self.rarer.conclude()

    def _seen(self) -> list[str]:
        """Return what is true of all wrong answers."""
        first, *others = self.notes
        return [text for text in first if all(text in other for other in others)]


def notes(got: np.ndarray, q: Question) -> list[str]:
    """Return what is true of a wrong answer, what says most first."""
    want, said = right(q), []
    if got.ndim != 1:
        return ["The result has another shape than (k,)."]
    if len(got) < len(want):
        said.append("Fewer than k ids come back.")
    if q.exclude and np.isin(got, q.ids).any():
        said.append("Ids of the question are among them.")
    if len(np.unique(got)) < len(got):
        said.append("An id comes back twice.")
    if np.array_equal(np.sort(got), np.sort(want)):
        said.append("They are the right ones, in another order.")
    return said


OF_QUERY = {
    "roles",
    "normalised-first",
    "start-forgotten",
    "step-ignored",
    "steps-added-up",
    "one-example",
    "steps-unit",
}


def apart(q: Question) -> bool:
    """Return whether all cosines differ clearly, and the query is not near zero."""
    return bool(np.diff(np.sort(q.cosines)).min() > 1e-4 and np.linalg.norm(q.query) > 0.5)


def tells(q: Question, mistakes: tuple[str, ...], alike: tuple[str, ...] = ()) -> bool:
    """Return whether these mistakes lead to other ids than the right ones, and `alike` ones to several."""
    want, found = right(q), predicted(q) if mistakes else {}
    forms = [form for m in mistakes for form in _listed(found[m])]
    if alike and set.intersection(*({form.tobytes() for form in _listed(found[m])} for m in alike)):
        return False
    low = q.cosines.argsort()[: len(q.E) - q.k]  # what is not returned, even without an exclusion
    seen = len(q.a) > 1 or not mistakes or not np.isin(q.ids, low).any() or q.k < 10
    return seen and not any(np.array_equal(form, want) for form in forms)


def drawn(
    rng: np.random.Generator, m: int = 1, V: int = 16, d: int = 5, change=None, shows=(), alike=(), **options
) -> Question:
    """Return a question with m examples of different ids that is `apart`; `change(q)` edits it first.

    The query is near to words of the question, as it is in a trained table. The mistakes of `shows` lead to
    other ids, and those of `alike`, which are among them, to different ones.
    """
    while True:
        E = lengths_differ(rng, V, d)
        ids = rng.choice(V, 2 * m + 1, replace=False)
        a, b, c = ids[:m], ids[m:-1], int(ids[-1])
        E[b] = 1.4 * (E[a] + E[c]) + 0.5 * rng.normal(size=(m, d))
        q = Question(E, a, b, c, **options)
        q = change(q) if change else q
        if apart(q) and q.cosines[[c, *b]].max() > np.median(q.cosines) and tells(q, shows, alike):
            return q


def compare(student: Student, diagnosis: Ranking, q: Question) -> None:
    """Record one answer."""
    got = answer(student, q)
    if not diagnosis.see(got, right(q), 0.0, predicted, q):
        diagnosis.notes.append(notes(got, q))
    diagnosis.rarer.see(got, right(q), 0.0, rarer, q, got)


def named(got: np.ndarray, q: Question, otherwise: str) -> Wrong:
    """Return the mistake that predicts these ids, if one alone does; else `otherwise`."""
    fits = [m for m, forms in rarer(q, got).items() if any(close(got, f, 0) for f in _listed(forms))]
    return Wrong(fits[0] if len(fits) == 1 else otherwise)


def _listed(forms) -> list:
    return forms if isinstance(forms, list) else [forms]


ALONE = "dot-product", "nearest-point", "normalised-first", "start-forgotten", "step-ignored", "not-excluded"


@check(points=1)
def one(student: Student, rng: np.random.Generator) -> None:
    """One example: the best row, the best three, and many; what is no id, at each of the places."""
    diagnosis = Ranking(NEUTRAL)
    for k in (1, 3):
        compare(student, diagnosis, drawn(rng, k=k, single=True))
    compare(student, diagnosis, drawn(rng, k=13, single=True, shows=ALONE))
    diagnosis.conclude()

    def refused(q: Question) -> bool:
        return refusal(lambda: answer(student, q)) is not None

    several, single, no_id = drawn(rng, 3, V=18), drawn(rng, single=True), np.array([-1])
    if refused(several._replace(a=several.a * [1, 0, 1] + [0, -1, 0])):  # otherwise the contract says so
        for q in (
            several._replace(b=several.b * [1, 0, 1] + [0, -1, 0]),
            single._replace(a=no_id),
            single._replace(b=no_id),
            single._replace(c=-1),
        ):
            if not refused(q):
                raise Wrong("ids-negative")


def in_general(student: Student, rng: np.random.Generator) -> None:
    """Raise `Wrong`, with the mistake that accounts for it, if ordinary questions go wrong."""
    diagnosis = Ranking(NEUTRAL)
    compare(student, diagnosis, drawn(rng, k=3, single=True))
    compare(student, diagnosis, drawn(rng, k=13, single=True, shows=ALONE))
    diagnosis.conclude()


SEVERAL = "steps-added-up", "one-example", "queries-averaged", "steps-unit", "room-for-three"


@check(points=2)
def examples(student: Student, rng: np.random.Generator) -> None:
    """One, two and five examples in arrays, and one that comes twice."""
    diagnosis = Ranking(f"{NEUTRAL} Look at several examples.")
    compare(student, diagnosis, drawn(rng, 1, k=5))
    for m, k, alike in ((2, 18, ("steps-unit", "queries-averaged")), (5, 13, ())):
        compare(student, diagnosis, drawn(rng, m, V=24, k=k, shows=SEVERAL, alike=alike))
    conclude(diagnosis, "for one example in arrays", "for two examples", "for five examples")

    def twice(q: Question) -> Question:
        return q._replace(a=q.a[[0, 1, 2, 0, 0]], b=q.b[[0, 1, 2, 0, 0]])

    def one_word_twice(q: Question) -> Question:
        return q._replace(a=q.a[[0, 0, 2]])

    for change in (twice, one_word_twice):
        shows = SEVERAL + (("examples-once",) if change is twice else ())
        compare(student, diagnosis, drawn(rng, 3, V=18, change=change, k=11, shows=shows))
    shares = "where examples share a word"
    conclude(
        diagnosis, "", "", "", (shares, "where an example comes again"), (shares, "where a word comes again")
    )


@check(points=1)
def excluded(student: Student, rng: np.random.Generator) -> None:
    """What is left out: nothing, or ids, not rows that are equal to theirs; up to the largest k."""
    in_general(student, rng)
    diagnosis = Ranking(f"{NEUTRAL} Look at what is left out.")
    for k in (4, 11, 16):
        compare(student, diagnosis, drawn(rng, k=k, exclude=False, single=True))
    compare(student, diagnosis, drawn(rng, k=13, single=True))
    conclude(diagnosis, *[ALLOWED] * 3, EXCLUDED)
    start = drawn(rng, k=12, change=lambda q: q._replace(a=np.array([q.c])), single=True)
    end = drawn(rng, k=12, change=lambda q: q._replace(b=np.array([q.c])), single=True)
    same = drawn(rng, k=12, change=lambda q: q._replace(b=q.a), single=True)
    for q in (start, start._replace(k=14), end, same):
        compare(student, diagnosis, q)
    twice = "where an id of the question stands in two places"
    conclude(diagnosis, *[""] * 4, *[twice] * 3, (twice, "where a and b are the same id"))
    q = drawn(rng, k=10, single=True)
    twin = next(i for i in np.argsort(-q.cosines) if i not in q.ids)
    q.E[twin] = q.E[q.c]
    got = answer(student, q)
    if not close(got, right(q), 0):
        raise Wrong("by-value" if twin not in got else None, NEUTRAL)
    # All other rows point exactly away from the query: no cosine is lower than theirs.
    E = np.outer(-(2.0 ** rng.integers(0, 4, 12)), np.eye(3)[rng.integers(3)])
    a, b, c = (int(i) for i in rng.choice(12, 3, replace=False))
    E[[a, b, c]] *= -1
    E[a] = E[b]
    got = answer(student, Question(E, np.array([a]), np.array([b]), c, 9, single=True))
    if sorted(got.reshape(-1).tolist()) != sorted(set(range(12)) - {a, b, c}):
        raise Wrong("excluded-as-low" if np.isin(got, (a, b, c)).any() else None, NEUTRAL)


@check(points=1)
def zeros(student: Student, rng: np.random.Generator) -> None:
    """A row of zeros has the cosine 0, above the negative ones; a short row has a direction."""
    in_general(student, rng)

    def empty(q: Question) -> Question:
        q.E[next(i for i in range(len(q.E)) if i not in q.ids)] = 0
        return q

    for _ in range(2):
        q = drawn(rng, V=12, change=empty, k=9, single=True)
        if not close(got := answer(student, q), right(q), 0):
            raise named(got, q, "zero-row")
    q = drawn(rng, k=13, single=True)
    others = np.setdiff1d(np.arange(len(q.E)), q.ids)
    lengths = np.where(np.arange(len(others)) % 2, 1e-3, 10 ** rng.uniform(0, 3, len(others)))
    q.E[others] = unit(q.E[others]) * rng.permutation(lengths)[:, None]
    if not close(got := answer(student, q), right(q), 0):
        raise named(got, q, "short-rows")
    # A question of short rows, and two rows nearly along the query: the shorter one is a little nearer.
    q = drawn(rng, k=2, single=True)
    q.E[q.ids] *= 1.1e-3 / np.linalg.norm(q.E[q.ids], axis=1).min()
    along = unit(q.query[None])[0]
    aside = rng.normal(size=len(along))
    aside -= (aside @ along) * along
    others = np.setdiff1d(np.arange(len(q.E)), q.ids)
    i, j = rng.permutation(others)[:2]
    q.E[others] = -unit(q.E[others])
    q.E[i], q.E[j] = 1.1e-3 * along, along + 2e-3 * unit(aside[None])[0]
    if not close(answer(student, q), np.array([i, j]), 0):
        raise Wrong("short-rows")


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    q = drawn(rng, 3, V=18)
    args = {"E": q.E, "a": q.a, "b": q.b, "c": q.c}
    return Legal(args, right(q), "a", len(q.E), "len(E)")


contract = house_rules("ids", legal=legal)
