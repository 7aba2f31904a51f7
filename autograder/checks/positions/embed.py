"""Checks of `embed_input`: the sum of token, position and segment rows, and what must be refused."""

from dataclasses import dataclass

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, array, blame, bound, close, same
from autograder.checks.framework.refusals import must_refuse, refuses_range, refuses_types, refuses_values
from autograder.checks.framework.shared import answers
from autograder.checks.positions.asking import digits_lost
from autograder.checks.positions.catalogue import SUITE

check = SUITE.check
NAME = "embed_input"
WRONG = "The vectors are wrong."


@dataclass(frozen=True)
class Case:
    """`given` are the arguments: E, P, ids, and perhaps a table of segments and segment ids."""

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
        """The rounding error allowed: that of the largest rows, since a mistake may read other rows."""
        return bound(self.given[0].dtype.name, 3, self.size)

    @property
    def size(self) -> float:
        return sum(np.abs(part).max(initial=0.0) for part in self.given if part.dtype.kind == "f")

    def mistakes(self) -> dict:
        """What each mistake gives; P must have enough rows for all of them."""
        E, P, ids, *kinds = self.given
        token, position, segment = self.rows
        T, n = ids.shape[-1], ids.size
        found = {
            "positions-from-one": token + P[1 : T + 1] + segment,
            "positions-from-ids": token + P[ids] + segment,
            "scaled-rows": token * np.sqrt(E.shape[1]) + position + segment,
            "id-zero-silent": token * (ids > 0)[..., None] + position + segment,
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
    """`mistakes`, and a computation in float32."""
    narrow = digits_lost(got, case.right, case.given[0].dtype.name, 3, case.size, "float32")
    return case.mistakes() | {"narrowed": narrow}


def draw(rng, shape, L=40, V=9, d=3, dtype="float32", ids="int64", segments=None) -> Case:
    """A case with a repeated id, with id 0, and with the first and the last segment."""
    E, P, S = (rng.normal(size=(n, d)).astype(dtype) for n in (V, L, 3))
    chosen = rng.integers(1, V, shape)
    chosen.reshape(-1)[:2] = V - 1
    chosen.reshape(-1)[3:4] = 0
    if segments is None:
        return Case((E, P, chosen.astype(ids)))
    kinds = rng.integers(0, 3, shape)
    kinds.reshape(-1)[:2] = 0, 2
    return Case((E, P, chosen.astype(ids), S, kinds.astype(segments)))


def ask(student, case: Case, **how):
    """The values, their dtype, and whether the arguments are unchanged."""
    answer = student.observe(NAME, *case.given, watch=("args",), **how)
    values = array(answer.value, "numpy", "`embed_input` gives no array.")
    return values, answer.value.dtype, all(map(same, case.given, answer.args))


@check(NAME, "values", points=1)
def _(student, rng):
    """One sequence, shorter than the table of positions; then one of its length."""
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
    """Leading axes, sizes of zero, non-contiguous arrays."""
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
    """The result has the dtype of the tables; ids of every integer dtype."""
    evidence, kept = Diagnosis(WRONG), True
    for dtype in ("float32", "float64", "float16"):
        for segments in (None, "int64"):
            case = draw(rng, (2, 5), dtype=dtype, segments=segments)
            got, found, _ = ask(student, case)
            evidence.see(got, case.right, case.tolerance, with_widths, got, case)
            kept &= found == dtype
    if not kept:
        raise Wrong("dtype-not-kept")
    evidence.conclude()
    for ids in "int8 int16 int32 uint8 uint16 uint32 uint64".split():
        for V in (120, 300) if ids.endswith("int8") else (120,):
            E, P, _ = draw(rng, (2, 5), V=V).given
            case = Case((E, P, rng.integers(60, 120, (2, 5)).astype(ids)))
            with blame("narrow-ids"):
                got = ask(student, case)[0]
            if not close(got, case.right, case.tolerance):
                raise Wrong("narrow-ids")


@check(NAME, "limit", points=1)
def _(student, rng):
    """More tokens than positions, by one and by many; and a table of one position, which broadcasts."""
    E, P = rng.normal(size=(3, 2)), rng.normal(size=(2, 2))
    answers(NAME, lambda: student.call(NAME, E, P, np.array([2, 0])), E[[2, 0]] + P)
    named = {"silent": "limit-unchecked", "mute": "limit-not-named"}
    for T, L, shape in ((47, 46, (47,)), (53, 19, (2, 53)), (38, 19, (38,))):
        E, P, ids = draw(rng, shape, L=L).given
        must_refuse(lambda: student.call(NAME, E, P, ids), "ValueError", says=(T, L), **named)
    E, P, ids = draw(rng, (58,), L=1).given
    named["silent"] = "limit-broadcast"
    must_refuse(lambda: student.call(NAME, E, P, ids), "ValueError", says=(58,), **named)


@check(NAME, "errors", points=1)
def _(student, rng):
    E, P, ids, kinds, segments = draw(rng, (2, 5), segments="int64").given

    def of_ids(bad):
        return student.call(NAME, E, P, bad)

    def of_segments(bad):
        return student.call(NAME, E, P, ids, kinds, bad)

    refuses_types(of_ids, (ids.astype(np.float32), ids > 4), silent="not-integers")
    refuses_types(of_segments, (segments.astype(np.float64), segments > 1), silent="not-integers")
    # Small numbers may be in any message; large ones are there only if the message names the id.
    numbers = dict.fromkeys((9173, len(E), -1, -8317), "range-unchecked")
    refuses_range(of_ids, ids, numbers, named=(9173, -8317), mute="number-not-named")
    numbers = dict.fromkeys((7193, 3, -1), "range-unchecked")
    refuses_range(of_segments, segments, numbers, named=(7193,), mute="number-not-named")
    refuses_values(lambda kinds: student.call(NAME, E, P, ids, kinds), [kinds], silent="half-a-pair")
    refuses_values(lambda s: student.call(NAME, E, P, ids, segments=s), [segments], silent="half-a-pair")
    bad = [
        (E, P[:, :1], ids),
        (E[:, :1], P, ids),
        (E, P, ids, kinds[:, :1], segments),
        (E[:, :1], P[:, :1], ids, kinds, segments),
        (E, P, ids, kinds, segments[0]),
        (E, P, ids, kinds, segments[:, :1]),
    ]
    refuses_values(lambda given: student.call(NAME, *given), bad)
