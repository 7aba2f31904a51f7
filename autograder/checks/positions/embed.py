"""Checks of `embed_input`: token, position and segment rows, and what must be refused."""

from dataclasses import dataclass

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, array, blame, bound, same
from autograder.checks.framework.shared import answers
from autograder.checks.positions.asking import digits_lost, must_refuse
from autograder.checks.positions.catalogue import SUITE

check = SUITE.check
NAME = "embed_input"
WRONG = "The vectors are wrong."


@dataclass(frozen=True)
class Case:
    """Tables, ids and perhaps segments; `given` are the arguments."""

    given: tuple

    @property
    def rows(self):
        """Token, position and segment rows in float64, each (..., T, d) or (T, d)."""
        E, P, ids, *kinds = self.given
        token, position = E[ids].astype(np.float64), P[: ids.shape[-1]].astype(np.float64)
        return token, position, kinds[0][kinds[1]].astype(np.float64) if kinds else 0.0

    @property
    def right(self):
        return sum(self.rows)

    @property
    def tolerance(self):
        """For rows of any size in the tables, so that what a mistake gives is recognised too."""
        return bound(self.given[0].dtype.name, 3, self.size)

    @property
    def size(self) -> float:
        return sum(np.abs(part).max(initial=0.0) for part in self.given if part.dtype.kind == "f")

    def mistakes(self) -> dict:
        """What each mistake makes of it; P must have rows enough for all of them."""
        E, P, ids, *kinds = self.given
        token, position, segment = self.rows
        T, n = ids.shape[-1], ids.size
        found = {
            "positions-from-one": token + P[1 : T + 1] + segment,
            "positions-from-ids": token + P[ids] + segment,
            "scaled-rows": token * np.sqrt(E.shape[1]) + position + segment,
        }
        if ids.ndim > 1:
            found["positions-run-on"] = token + P[np.arange(n).reshape(ids.shape)] + segment
            first = np.arange(len(ids)).reshape(-1, *[1] * (ids.ndim - 1))
            found["positions-along-batch"] = token + P[first] + segment
        if kinds:
            found["segments-ignored"] = token + position
            found["segment-zero-silent"] = token + position + segment * (kinds[1] > 0)[..., None]
        return found


def with_widths(got, case: Case) -> dict:
    narrow = digits_lost(got, case.right, case.given[0].dtype.name, 3, case.size, "float32")
    return case.mistakes() | {"narrowed": narrow}


def draw(rng, shape, L=40, V=9, d=3, dtype="float32", ids="int64", segments=None) -> Case:
    """Ids with a repeat; segments with a zero and the last row."""
    E, P, S = (rng.normal(size=(n, d)).astype(dtype) for n in (V, L, 3))
    chosen = rng.integers(1, V, shape)
    chosen.reshape(-1)[:2] = V - 1
    if segments is None:
        return Case((E, P, chosen.astype(ids)))
    kinds = rng.integers(0, 3, shape)
    kinds.reshape(-1)[:2] = 0, 2
    return Case((E, P, chosen.astype(ids), S, kinds.astype(segments)))


def ask(student, case: Case, **how):
    answer = student.observe(NAME, *case.given, watch=("args",), **how)
    values = array(answer.value, "numpy", "`embed_input` gives no array.")
    return values, answer.value.dtype, all(map(same, case.given, answer.args))


@check(NAME, "values", points=1)
def _(student, rng):
    """One sequence, in a table with rows to spare; then one that fills it."""
    evidence, unchanged = Diagnosis(WRONG), True
    for T in (6, 4):
        case = draw(rng, (T,))
        got, _, kept = ask(student, case)
        evidence.see(got, case.right, case.tolerance, case.mistakes)
        unchanged &= kept
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")
    case = draw(rng, (7,), L=7)
    with blame("limit-off-by-one", only=("ValueError",)):
        got, *_ = ask(student, case)
    evidence.see(got, case.right, case.tolerance)
    evidence.conclude()


@check(NAME, "batches", points=1)
def _(student, rng):
    """Leading axes, sizes of zero, arrays with gaps between their numbers."""
    evidence = Diagnosis(WRONG)
    case = draw(rng, (5,))
    evidence.see(ask(student, case)[0], case.right, case.tolerance, case.mistakes)
    for shape in ((2, 5), (4, 3), (3, 3), (2, 3, 4)):
        case = draw(rng, shape)
        with blame("one-sequence-only"):
            got = ask(student, case)[0]
        evidence.see(got, case.right, case.tolerance, case.mistakes)
    evidence.conclude()
    for shape in ((0,), (2, 0), (0, 3)):
        case = draw(rng, shape)
        evidence.see(ask(student, case)[0], case.right, case.tolerance)
    case = draw(rng, (2, 5))
    evidence.see(ask(student, case, strided=True)[0], case.right, case.tolerance)
    evidence.conclude()


@check(NAME, "segments", points=1)
def _(student, rng):
    evidence, unchanged = Diagnosis(WRONG), True
    for shape, dtype in (((6,), "int64"), ((2, 5), "int64"), ((3, 4), "uint8")):
        case = draw(rng, shape, segments=dtype)
        got, _, kept = ask(student, case)
        evidence.see(got, case.right, case.tolerance, case.mistakes)
        unchanged &= kept
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")


@check(NAME, "dtypes", points=1)
def _(student, rng):
    """The tables' dtype is the result's; ids of every integer dtype."""
    evidence, kept = Diagnosis(WRONG), True
    for dtype in ("float32", "float64", "float16"):
        for segments in (None, "int64"):
            case = draw(rng, (2, 5), dtype=dtype, segments=segments)
            got, found, _ = ask(student, case)
            evidence.see(got, case.right, case.tolerance, with_widths, got, case)
            kept &= found == dtype
    if not kept:
        raise Wrong("dtype-not-kept")
    for ids in "int8 int16 int32 uint8 uint16 uint32 uint64".split():
        case = draw(rng, (2, 5), V=120, L=130, ids=ids)
        evidence.see(ask(student, case)[0], case.right, case.tolerance, case.mistakes)
    evidence.conclude()


@check(NAME, "limit", points=1)
def _(student, rng):
    """More tokens than positions, by one and by many; last a table that broadcasts."""
    E, P = rng.normal(size=(3, 2)), rng.normal(size=(2, 2))
    answers(NAME, lambda: student.call(NAME, E, P, np.array([2, 0])), E[[2, 0]] + P)
    for T, L, shape in ((47, 46, (47,)), (53, 19, (2, 53)), (38, 19, (38,))):
        E, P, ids = draw(rng, shape, L=L).given
        must_refuse(
            "ValueError",
            lambda: student.call(NAME, E, P, ids),
            silent="limit-unchecked",
            says=(T, L),
            mute="limit-not-named",
        )
    E, P, ids = draw(rng, (58,), L=1).given
    must_refuse(
        "ValueError",
        lambda: student.call(NAME, E, P, ids),
        silent="limit-broadcast",
        says=(58,),
        mute="limit-not-named",
    )


def _with(numbers, number):
    """The numbers with one of them replaced, in the middle, in a dtype that holds it."""
    numbers = numbers.copy()
    numbers.reshape(-1)[numbers.size // 2] = number
    return numbers


@check(NAME, "errors", points=1)
def _(student, rng):
    E, P, ids, kinds, segments = draw(rng, (2, 5), segments="int64").given
    for bad in (ids.astype(np.float32), ids > 4):
        must_refuse("TypeError", lambda: student.call(NAME, E, P, bad), "not-integers", "not-integers")
    for bad in (segments.astype(np.float64), segments > 1):
        must_refuse(
            "TypeError", lambda: student.call(NAME, E, P, ids, kinds, bad), "not-integers", "not-integers"
        )
    # Numbers far from every size in play, so that a message can hold them for one reason only.
    for number, says in ((9173, (9173,)), (len(E), ()), (-1, ()), (-8317, (-8317,))):
        bad = _with(ids, number)
        must_refuse(
            "IndexError",
            lambda: student.call(NAME, E, P, bad),
            silent="range-unchecked",
            says=says,
            mute="number-not-named",
        )
    for number, says in ((7193, (7193,)), (3, ()), (-1, ())):
        bad = _with(segments, number)
        must_refuse(
            "IndexError",
            lambda: student.call(NAME, E, P, ids, kinds, bad),
            silent="range-unchecked",
            says=says,
            mute="number-not-named",
        )
    must_refuse("ValueError", lambda: student.call(NAME, E, P, ids, kinds), silent="half-a-pair")
    must_refuse("ValueError", lambda: student.call(NAME, E, P, ids, segments=segments), silent="half-a-pair")
    for given in (
        (E, P[:, :1], ids),
        (E[:, :1], P, ids),
        (E, P, ids, kinds[:, :1], segments),
        (E, P, ids, kinds, segments[0]),
        (E, P, ids, kinds, segments[:, :1]),
    ):
        must_refuse("ValueError", lambda: student.call(NAME, *given), silent="shapes-unchecked")
