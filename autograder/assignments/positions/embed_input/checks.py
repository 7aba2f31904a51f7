"""Checks of `embed_input`: the sum of token, position and segment rows, and where the table ends."""

from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np

from autograder.checks.checking import Wrong, array, blame, bound, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.refusals import refusal
from autograder.checks.shared import require
from autograder.checks.student import Student

from ..shared import Observed, going_on

NAME = "embed_input"
WRONG = "The vectors are wrong."


@dataclass(frozen=True)
class Case:
    """`given` are the arguments: E, P, ids, and perhaps a table of segments and segment ids."""

    given: tuple

    @property
    def rows(self) -> tuple:
        """Token, position and segment rows in float64, each (..., T, d) or (T, d)."""
        E, P, ids, *kinds = self.given
        token, position = E[ids].astype(np.float64), P[: ids.shape[-1]].astype(np.float64)
        return token, position, kinds[0][kinds[1]].astype(np.float64) if kinds else 0.0

    @property
    def right(self) -> np.ndarray:
        return sum(self.rows)

    @property
    def tolerance(self) -> np.ndarray:
        """The rounding error allowed: that of the largest rows, since a mistake may read other rows."""
        size = sum(np.abs(part).max(initial=0.0) for part in self.given if part.dtype.kind == "f")
        return bound(self.given[0].dtype.name, 3, size)

    def predicted(self) -> dict:
        """Return what each mistake gives; P must have enough rows for all of them."""
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
            S, segments = kinds
            found["segments-ignored"] = token + position
            found["segment-zero-silent"] = token + position + segment * (segments > 0)[..., None]
            found["segments-from-ids"] = token + position + S[ids % len(S)]
        return found


def draw(rng: np.random.Generator, shape, L=40, dtype="float64", segments=False, K=3) -> Case:
    """Return a case with a repeated id, the ids 0 and V-1, and the first and the last segment."""
    V = 9
    E, P, S = (rng.normal(size=(n, 3)).astype(dtype) for n in (V, L, K))
    ids = rng.integers(1, V, shape)
    ids.reshape(-1)[:3] = (V - 1, V - 1, 0)[: ids.size]
    if not segments:
        return Case((E, P, ids))
    kinds = rng.integers(0, K, shape)
    kinds.reshape(-1)[:2] = (0, K - 1)[: kinds.size]
    return Case((E, P, ids, S, kinds))


def notes(got, want, allowed, case: Case) -> list[str]:
    """Return what is true of wrong vectors: which of the rows that are added are wrong."""
    (token, position, segment), (E, P, _, *kinds) = case.rows, case.given
    said = []
    if kinds:
        S, segments = kinds
        if close(got, token + segment, allowed):
            said.append("Where there are segments the position rows are missing.")
        inner = (segments > 0) & (segments < len(S) - 1)
        if inner.any() and close(got[~inner], want[~inner], allowed):
            said.append(
                "Tokens of the first and the last segment are right, those of the segments between are not."
            )
        if from_table(got - token - position, S, allowed):
            said.append("A row of S is added to every token, and not always that of its segment.")
    if from_table(got - token - segment, P, allowed):
        said.append("A row of P is added to every token, and not always that of its position.")
    if from_table(got - position - segment, E, allowed):
        said.append("A row of E is added at every place, and not always that of its token.")
    if multiplied(got - token - segment, position, allowed):
        said.append("The position rows are multiplied by a number.")
    if kinds and multiplied(got - token - position, segment, allowed):
        said.append("The segment rows are multiplied by a number.")
    return said


def multiplied(rest, rows, allowed: float) -> bool:
    """Is `rest` (..., d) the rows times one number?"""
    rows = np.broadcast_to(rows, rest.shape)
    return close(rest, np.sum(rest * rows) / np.sum(rows * rows) * rows, 8 * allowed)


def from_table(rows, table, allowed: float) -> bool:
    """Is each of the rows (..., d) one of the table's?"""
    off = np.abs(rows[..., None, :] - table).max(axis=-1).min(axis=-1)
    return bool(np.all(off <= 8 * allowed))


def see(evidence: Observed, student: Student, case: Case, mistakes=None) -> None:
    """Record an answer; `mistakes` are the case's own unless others are named."""
    got = array(student.call(NAME, *case.given), "numpy", WRONG)
    right = evidence.see(got, case.right, case.tolerance, mistakes or case.predicted)
    evidence.note(right, got, case.right, case.tolerance, case)


def any_axes(shape):
    """Return a context that blames an exception on axes before T, where there are some."""
    return blame("one-sequence-only") if len(shape) > 1 else nullcontext()


@check(points=1)
def values(student: Student, rng: np.random.Generator) -> None:
    """One sequence, batches, more axes; tables that are just long enough."""
    evidence = Observed(WRONG, notes)
    for shape, dtype in (((6,), "float64"), ((4,), "float32"), ((2, 5), "float64"), ((3, 3), "float64")):
        with any_axes(shape):
            see(evidence, student, draw(rng, shape, dtype=dtype))
    evidence.conclude()
    with any_axes((2, 3, 4)):
        see(evidence, student, draw(rng, (2, 3, 4)))
    evidence.conclude()
    for T in (7, 1):
        with blame("limit-off-by-one"):
            see(evidence, student, draw(rng, (T,), L=T), dict)
    evidence.conclude()
    for shape, L in (((4, 5), 6), ((9, 3), 4)):  # more tokens than positions, and more sequences
        with blame("limit-of-the-batch"):
            see(evidence, student, draw(rng, shape, L=L), dict)
    evidence.conclude()


@check(points=1)
def segments(student: Student, rng: np.random.Generator) -> None:
    evidence = Observed(WRONG, notes)
    for shape in ((6,), (2, 5), (3, 4), (2, 3, 2)):
        with any_axes(shape):
            see(evidence, student, draw(rng, shape, segments=True))
    evidence.conclude()
    E, P, ids, S, kinds = draw(rng, (2, 5), segments=True).given
    for rows in (S, S[:1]):  # all of them the first segment, and perhaps the only one
        case = Case((E, P, ids, rows, 0 * kinds))
        see(evidence, student, case, lambda case=case: {"zeros-for-none": sum(case.rows[:2])})
    evidence.conclude()


@check(points=1)
def limit(student: Student, rng: np.random.Generator) -> None:
    """More tokens than positions, by one and by many; and a table of one position, which broadcasts."""
    E, P = rng.normal(size=(3, 2)), rng.normal(size=(3, 2))
    require(NAME, lambda: student.call(NAME, E, P, np.array([2, 0])), E[[2, 0]] + P[:2])
    for shape, L in (((17,), 16), ((2, 9), 3), ((12,), 6)):
        case = draw(rng, shape, L=L)
        if refusal(lambda: student.call(NAME, *case.given)) is None:
            raise Wrong("limit-unchecked")
    for shape, with_segments in (((5,), False), ((2, 3), True)):
        case = draw(rng, shape, L=1, segments=with_segments)
        if refusal(lambda: student.call(NAME, *case.given)) is None:
            raise Wrong("limit-broadcast")


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    """Return a call whose result has the shape of P."""
    E, P, ids = draw(rng, (4,), L=4, dtype=dtype).given
    return Legal({"E": E, "P": P, "ids": ids}, Case((E, P, ids)).right, ids="ids", V=len(E), rows="len(E)")


def refused(student: Student, rng: np.random.Generator) -> None:
    """Require that ids are refused in a later sequence, beside segments, and segments as ids are."""
    K = 3
    for place, number, mistake in (
        (2, -1, "ids-negative"),
        (4, -1, "segments-unchecked"),
        (4, -K, "segments-unchecked"),
        (4, K, "segments-unchecked"),
    ):
        given = draw(rng, (2, 4), segments=True, K=K).given
        given[place][1, 2] = number
        if refusal(lambda: student.call(NAME, *given)) is None:
            raise Wrong(mistake)


contract = going_on(house_rules("ids", "new", "unchanged", legal=legal), refused)
