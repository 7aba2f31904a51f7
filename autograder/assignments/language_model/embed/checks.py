"""Checks of `embed`: token rows plus position rows."""

import numpy as np

from autograder.checks.checking import Wrong, array, blame, check, same
from autograder.checks.refusals import must_refuse, refuses_ids, refuses_types, refuses_values
from autograder.checks.shared import ask, require, returns_new
from autograder.checks.student import StudentError

from ..asking import ONE, SHORT, THIN, Evidence, judge_dtypes, legal, reads_anew, refuses_huge
from ..rounding import Rounded
from ..shared import DTYPES, kinds, row_mistakes

NAME = "embed"
NEUTRAL = "The rows are wrong."


def case(rng, B=4, T=3, V=8, d=4, w=None, dtype="float64", integers="int64"):
    """E (V, d), P (w, d) and ids (B, T): the first, the last that the dtype of ids holds, and a repeat."""
    w = T if w is None else w
    E, P = (rng.normal(size=shape).astype(dtype) for shape in ((V, d), (w, d)))
    most = min(V, np.iinfo(integers).max + 1)
    ids = rng.integers(0, most, (B, T))
    if ids.size:
        ids[-1, -1] = ids[0, 0]
        ids.reshape(-1)[1:3] = rng.permutation([0, most - 1])[: ids.size - 1]
    return E, P, ids.astype(integers)


def right(E, P, ids) -> dict[str, Rounded]:
    return {"x": Rounded.exact(E[ids.astype(int)]) + Rounded.exact(P[: ids.shape[1]])}


def see(student, evidence, E, P, ids, strided=False, of="") -> str:
    """Record one draw; returns the dtype of the answer."""
    value = ask(student, NAME, E, P, ids, strided=strided)
    got = array(value, "numpy", NEUTRAL)
    evidence.see({"x": got}, right(E, P, ids), lambda: row_mistakes(E, P, ids), of=of)
    return value.dtype


@check(points=1)
def values(student, rng):
    """As many windows as positions, fewer, and one; a table with few rows; axes of length 1."""
    evidence = Evidence(NEUTRAL)
    # Here P has a row for each id too: who takes the row of the id gets an answer, and below an exception.
    see(student, evidence, *case(rng, V=3, T=5))
    for sizes, of in (
        ({"B": 3}, ""),
        ({"B": 2}, ""),
        ({"B": 3, "T": 5}, ""),
        ({"B": 1}, ONE),
        ({"T": 1}, SHORT),
        ({"d": 1}, THIN),
    ):
        try:
            see(student, evidence, *case(rng, **sizes), of=of)
        except StudentError as error:
            if error.is_a("IndexError"):
                evidence.conclude("x")
            with legal(student, NAME, of or "a small batch", evidence.reason(of)):
                raise
    evidence.conclude("x")
    tables = "E, P, ids = np.ones((2, 1)), np.zeros((1, 1)), np.array([[1]])"
    for change in ("E += 6", "P += 6", "E[0] = 7; ids -= 1"):
        reads_anew(student, tables, change, f"{NAME}(E, P, ids)", [[[7.0]]])
    returns_new(student, f"{NAME}(E, P, ids)", tables)


@check(points=1)
def shorter(student, rng):
    """Windows shorter than P has rows; no windows."""
    evidence = Evidence(NEUTRAL)
    with legal(student, NAME, "a small batch"):
        usual = Evidence(NEUTRAL)
        see(student, usual, *case(rng))
    # What is wrong there too is not about the length.
    of = "windows shorter than P has rows" if usual.right("x") else ""
    with blame("full-window-only", only=("ValueError",)):
        for sizes in ({"T": 2, "w": 5}, {"B": 3, "T": 3, "w": 4}, {"T": 1, "w": 3}, {"B": 1, "T": 2, "w": 3}):
            see(student, evidence, *case(rng, **sizes), of=of)
    evidence.conclude("x")
    for sizes in ({}, {"T": 2, "w": 3, "dtype": "float32"}):
        E, P, ids = case(rng, B=0, **sizes)
        with legal(student, NAME, "a batch without windows", "empty-batch"):
            kind = see(student, evidence, E, P, ids)
        if kind != E.dtype.name:
            raise Wrong("dtype-not-kept")
        if not evidence.right("x"):
            raise Wrong("empty-batch")


@check(points=1)
def dtypes(student, rng):
    """float32 and float64, ids of any integer dtype, non-contiguous arrays."""

    def attempt(integers, dtype, strided, V, sent=""):
        E, P, ids = case(rng, V=V, dtype=dtype, integers=integers)
        ids = ids.astype(sent or integers)
        evidence = Evidence(f"{NEUTRAL} The arrays are of dtype {dtype}, the ids of {sent or integers}.")
        with legal(student, NAME, f"arrays of dtype {dtype} and ids of dtype {sent or integers}"):
            kind = see(student, evidence, E, P, ids, strided)
        if kind != dtype:
            raise Wrong("dtype-not-kept")
        evidence.conclude("x")

    judge_dtypes(attempt, rng, kinds(DTYPES))
    # A result that shares memory with the table would let a later step change both.
    for sizes in ({"B": 1, "T": 1}, {"B": 1, "T": 1, "V": 1}, {"B": 1, "T": 3}):
        E, P, ids = case(rng, **sizes)
        answer = student.observe(NAME, E, P, ids, watch=("args", "sharing"))
        if not all(same(sent, now) for sent, now in zip((E, P, ids), answer.args)):
            raise Wrong("arguments-changed")
        if any(answer.sharing):
            raise Wrong("head-returned")


@check(points=1)
def errors(student, rng):
    E, P, ids = case(rng)
    require(NAME, lambda: student.call(NAME, E, P, ids), E[ids] + P)
    refuses_ids(lambda i: student.call(NAME, E, P, i), ids, len(E), (ids.astype(np.float64), ids > 3))
    refuses_huge(lambda i: student.call(NAME, E, P, i), ids)
    refuses_types(
        lambda i: student.call(NAME, E, P, i), [np.zeros((0, 3))], if_accepted="unchecked-when-empty"
    )
    # Lengths that no other size here has: the message must name both.
    for B in (2, 1, 0):
        wide, places = rng.integers(0, len(E), (B, 47)), rng.normal(size=(31, 4))
        must_refuse(
            lambda: student.call(NAME, E, places, wide),
            "ValueError",
            if_accepted="window-unchecked",
            says=(47, 31),
            if_unnamed="lengths-not-named",
        )
    refuses_values(lambda P: student.call(NAME, E, P, ids), [P[:1]], if_accepted="window-unchecked")
    # Of other widths, one of them 1, which broadcasts; then ids of one, three and no axes.
    bad = [(E, P[:, :1], ids), (E, P[:, :3], ids), (E[:, :1], P, ids), (E[:, :3], P, ids)]
    bad += [
        (E, P, ids[0]),
        (E, P, ids[None]),
        (E, P, ids[:3, None]),
        (E, P, ids[:, :, None]),
        (E, P, np.array(2)),
    ]
    refuses_values(lambda args: student.call(NAME, *args), bad)
    none = [(E, P, ids[:0, None]), (E, P, ids[0, :0]), (E, P[:, :1], ids[:0]), (E, P[:, :3], ids[:0])]
    refuses_values(lambda args: student.call(NAME, *args), none, if_accepted="unchecked-when-empty")
