"""Checks of `embed_input`: the sum of token, position and segment rows, and what must be refused."""

from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, array, blame, bound, check, same
from autograder.checks.refusals import refuses_range, refuses_types, refuses_values
from autograder.checks.shared import require, returns_new

from ..asking import allows, blames, digits_lost, own_limits, refuses_length, without_entries

NAME = "embed_input"
WRONG = "The vectors are wrong."
EMPTY = "unchecked-when-empty"


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
    """A case with a repeated id, the ids 0 and V-1 (119 in larger tables), the first and the last segment."""
    E, P, S = (rng.normal(size=(n, d)).astype(dtype) for n in (V, L, 3))
    most = min(V, 120)  # int8 holds them all
    chosen = rng.integers(1, most, shape)
    chosen.reshape(-1)[:3] = (most - 1, most - 1, 0)[: chosen.size]
    if segments is None:
        return Case((E, P, chosen.astype(ids)))
    kinds = rng.integers(0, 3, shape)
    kinds.reshape(-1)[:2] = (0, 2)[: kinds.size]
    return Case((E, P, chosen.astype(ids), S, kinds.astype(segments)))


def ask(student, case: Case, **how):
    """The values, their dtype, and whether the arguments are unchanged."""
    answer = student.observe(NAME, *case.given, watch=("args",), **how)
    values = array(answer.value, "numpy", "`embed_input` gives no array.")
    return values, answer.value.dtype, all(map(same, case.given, answer.args))


@check(points=1)
def values(student, rng):
    """One sequence, shorter than the table of positions; then some of its length."""
    evidence, unchanged = Diagnosis(WRONG), True
    for T in (6, 4):
        case = draw(rng, (T,))
        got, _, kept = ask(student, case)
        evidence.see(got, case.right, case.tolerance, case.mistakes)
        unchanged &= kept
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")
    for T in (7, 1):
        case = draw(rng, (T,), L=T)
        with blame("limit-off-by-one", only=("ValueError",)):
            got, *_ = ask(student, case)
        evidence.see(got, case.right, case.tolerance)
    evidence.conclude()
    tables = "E, P, ids = np.ones((3, 2)), np.ones((4, 2)), np.array([2, 0])"
    returns_new(student, f"{NAME}(E, P, ids)", tables)


@check(points=1)
def batches(student, rng):
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
    # More tokens than positions, then more sequences too, and no sequence that is too long.
    for shape, L in (((4, 5), 6), ((9, 3), 4)):
        case = draw(rng, shape, L=L)
        with blame("limit-of-the-batch", only=("ValueError",)):
            got = ask(student, case)[0]
        evidence.see(got, case.right, case.tolerance)
    evidence.conclude()
    empty_or_with_gaps(student, rng, evidence)
    too_long = [draw(rng, (n, 41), L=26) for n in (0, 2)]
    if [allows(lambda: student.call(NAME, *case.given)) for case in too_long] == [True, False]:
        raise Wrong(EMPTY)


def empty_or_with_gaps(student, rng, evidence, segments=None) -> None:
    for shape in ((0,), (2, 0), (0, 3)):
        case = draw(rng, shape, segments=segments)
        without_entries(lambda: ask(student, case)[0], case.right)
    case = draw(rng, (2, 5), segments=segments)
    with blame("contiguous-only"):
        got = ask(student, case, strided=True)[0]
    evidence.see(got, case.right, case.tolerance)
    evidence.conclude()


@check(points=1)
def segments(student, rng):
    evidence, unchanged = Diagnosis(WRONG), True
    for shape in ((6,), (2, 5), (3, 4), (2, 3, 2)):
        case = draw(rng, shape, segments="int64")
        with blame("one-sequence-only") if len(shape) > 2 else nullcontext():
            got, _, kept = ask(student, case)
        evidence.see(got, case.right, case.tolerance, case.mistakes)
        unchanged &= kept
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")
    E, P, ids, S, kinds = draw(rng, (2, 5), segments="int64").given
    case = Case((E, P, ids, S, 0 * kinds))  # all of them the first segment
    alone = {"zeros-for-none": sum(case.rows[:2])}
    evidence.see(ask(student, case)[0], case.right, case.tolerance, **alone)
    evidence.conclude()
    empty_or_with_gaps(student, rng, evidence, "int64")


@check(points=1)
def dtypes(student, rng):
    """The result has the dtype of the tables; ids of every integer dtype."""
    evidence, kept, unchanged = Diagnosis(WRONG), True, True
    for dtype in ("float32", "float64", "float16"):
        for segments in (None, "int64"):
            case = draw(rng, (2, 5), dtype=dtype, segments=segments)
            got, found, same_arguments = ask(student, case)
            evidence.see(got, case.right, case.tolerance, with_widths, got, case)
            kept &= found == dtype
            unchanged &= same_arguments
    if not kept:
        raise Wrong("dtype-not-kept")
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")
    for shape in ((0,), (2, 0)):
        case = draw(rng, shape, dtype="float32")
        with blame("empty-fails"):
            got, found, _ = ask(student, case)
        if got.size == 0 and found != "float32":
            raise Wrong("empty-dtype")
    # int64 first: if only others are wrong, it is by their width.
    for ids in "int64 int8 int16 int32 uint8 uint16 uint32 uint64".split():
        for segments in (None, ids):
            case = draw(rng, (2, 5), V=300, L=130, ids=ids, segments=segments)
            with blame("integers-refused") if ids != "int64" else nullcontext():
                got = ask(student, case)[0]
            evidence.see(got, case.right, case.tolerance, case.mistakes)
        if ids == "int64":
            evidence.conclude()
    blames(evidence, "integers-overflow")


@check(points=1)
def limit(student, rng):
    """More tokens than positions, by one and by many; and a table of one position, which broadcasts."""
    E, P = rng.normal(size=(3, 2)), rng.normal(size=(3, 2))
    require(NAME, lambda: student.call(NAME, E, P, np.array([2, 0])), E[[2, 0]] + P[:2])

    def attempt(T, L, shape):
        E, P, ids = draw(rng, shape, L=L).given
        return lambda: student.call(NAME, E, P, ids)

    cases = ((47, 46, (47,)), (53, 19, (2, 53)), (38, 19, (38,)))
    own = [refuses_length(attempt(*case), *case[:2]) for case in cases]
    # A single position may be called so in place of 1.
    own.append(refuses_length(attempt(58, 1, (58,)), 58, if_accepted="limit-broadcast"))
    own_limits(own, [1])


@check(points=1)
def errors(student, rng):
    E, P, ids, kinds, segments = draw(rng, (2, 5), segments="int64").given

    def of_ids(bad):
        return student.call(NAME, E, P, bad)

    def of_segments(bad):
        return student.call(NAME, E, P, ids, kinds, bad)

    refuses_types(of_ids, (ids.astype(np.float32), ids > 4), if_accepted="not-integers")
    refuses_types(of_segments, (segments.astype(np.float64), segments > 1), if_accepted="not-integers")
    refuses_types(of_ids, [np.zeros(0), np.zeros((2, 0))], if_accepted=EMPTY)
    # Small numbers may be in any message; large ones are there only if the message names the id.
    told = {"if_unnamed": "number-not-named", "places": (0, ids.size // 2, ids.size - 1)}
    numbers = dict.fromkeys((9173, len(E), -1, -8317), "range-unchecked")
    refuses_range(of_ids, ids, numbers, named=(9173, -8317), **told)
    refuses_range(of_ids, ids, {2**32: "id-narrowed"}, named=())
    numbers = dict.fromkeys((7193, 3, -1, -6317), "range-unchecked")
    refuses_range(of_segments, segments, numbers, named=(7193, -6317), **told)
    beyond = {2**64 - 4139: "range-unchecked"}  # int64 makes it -4139
    for of, good in ((of_ids, ids.astype(np.uint64)), (of_segments, segments.astype(np.uint64))):
        if allows(lambda: of(good)):
            refuses_range(of, good, beyond, if_unnamed="number-not-named")
    refuses_values(lambda kinds: student.call(NAME, E, P, ids, kinds), [kinds], if_accepted="half-a-pair")
    refuses_values(lambda s: student.call(NAME, E, P, ids, segments=s), [segments], if_accepted="half-a-pair")
    bad = [
        (E, P[:, :1], ids),
        (E[:, :1], P, ids),
        (E, P, ids, kinds[:, :1], segments),
        (E, P, ids, kinds, segments[0]),
        (E, P, ids, kinds, segments[:, :1]),
        (E, P, ids, kinds, segments[None]),
        (E[:, :1], P[:, :1], ids, kinds, segments),
    ]
    refuses_values(lambda given: student.call(NAME, *given), bad)
    none = ids[:0]
    if allows(lambda: student.call(NAME, E, P, none, kinds, none)):
        refuses_types(lambda bad: student.call(NAME, E, P, none, kinds, bad), [none > 1], if_accepted=EMPTY)
        bad = [(E, P[:, :1], none), (E, P, none, kinds), (E, P, none, kinds[:, :1], none)]
        refuses_values(lambda given: student.call(NAME, *given), bad, if_accepted=EMPTY)
