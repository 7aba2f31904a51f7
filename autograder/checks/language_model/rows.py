"""Checks of `embed`: token rows plus position rows."""

import numpy as np

from autograder.checks.framework.checking import Wrong, array, blame
from autograder.checks.framework.refusals import must_refuse, refuses_ids, refuses_values
from autograder.checks.framework.shared import answers, ask
from autograder.checks.language_model.asking import Evidence
from autograder.checks.language_model.catalogue import SUITE
from autograder.checks.language_model.rounding import Rounded

check = SUITE.check
NAME = "embed"
NEUTRAL = "The rows are wrong."


def case(rng, B=4, T=3, V=8, d=4, w=None, dtype="float64"):
    """E (V, d), P (w, d) and ids (B, T) with a repeat."""
    w = T if w is None else w
    E, P = (rng.normal(size=shape).astype(dtype) for shape in ((V, d), (w, d)))
    ids = rng.integers(0, V, (B, T))
    if ids.size:
        ids[-1, -1] = ids[0, 0]
    return E, P, ids


def right(E, P, ids) -> dict[str, Rounded]:
    return {"x": Rounded.exact(E[ids.astype(int)]) + Rounded.exact(P[: ids.shape[1]])}


def mistakes(E, P, ids) -> dict:
    """What each mistake gives for the rows: its forms."""
    rows, (B, T), w = E[ids], ids.shape, len(P)
    found = {
        "positions-missing": [rows],
        "last-places": [rows + P[w - T :]],
        "places-summed": [rows + P.sum(axis=0), rows + P[:T].sum(axis=0), rows + P.mean(axis=0)],
    }
    if B <= w:
        found["place-by-window"] = [rows + P[:B, None]]
    return {name: [{"x": form} for form in forms] for name, forms in found.items()}


def see(student, evidence, E, P, ids, strided=False) -> str:
    """Record one draw; returns the dtype of the answer."""
    value = ask(student, NAME, E, P, ids, strided=strided)
    got = array(value, "numpy", NEUTRAL)
    evidence.see({"x": got}, right(E, P, ids), lambda: mistakes(E, P, ids))
    return value.dtype


@check(NAME, "values", points=1)
def _(student, rng):
    """As many windows as positions, and fewer."""
    evidence = Evidence(NEUTRAL)
    for sizes in ({"B": 3}, {"B": 2}, {"B": 3, "T": 5}):
        see(student, evidence, *case(rng, **sizes))
    evidence.conclude("x")


@check(NAME, "shorter", points=1)
def _(student, rng):
    """Windows shorter than P has rows; no windows."""
    evidence = Evidence(NEUTRAL)
    with blame("full-window-only", only=("ValueError",)):
        for sizes in ({"T": 2, "w": 5}, {"B": 3, "T": 3, "w": 4}, {"T": 1, "w": 3}):
            see(student, evidence, *case(rng, **sizes))
    evidence.conclude("x")
    with blame(None, "A batch without windows fails."):
        see(student, evidence, *case(rng, B=0))
    evidence.conclude("x")


@check(NAME, "dtypes", points=1)
def _(student, rng):
    """float32 and float64, ids of any integer dtype, non-contiguous arrays."""
    for dtype, integers, strided in (("float32", "uint8", False), ("float64", "int32", True)):
        E, P, ids = case(rng, dtype=dtype)
        evidence = Evidence(NEUTRAL)
        if see(student, evidence, E, P, ids.astype(integers), strided) != dtype:
            raise Wrong("dtype-not-kept")
        evidence.conclude("x")
    # A result that shares memory with the table would let a later step change both.
    E, P, ids = case(rng, B=1, T=1)
    answer = student.observe(NAME, E, P, ids, watch=("sharing",))
    if any(answer.sharing):
        raise Wrong(None, "The result shares memory with an argument; a new array is expected.")


@check(NAME, "errors", points=1)
def _(student, rng):
    E, P, ids = case(rng)
    answers(NAME, lambda: student.call(NAME, E, P, ids), E[ids] + P)
    refuses_ids(lambda i: student.call(NAME, E, P, i), ids, len(E), (ids.astype(np.float64), ids > 3))
    # Lengths that no other size here has: the message must name both.
    wide, places = rng.integers(0, len(E), (2, 47)), rng.normal(size=(31, 4))
    must_refuse(
        lambda: student.call(NAME, E, places, wide),
        "ValueError",
        silent="window-unchecked",
        says=(47, 31),
        mute="lengths-not-named",
    )
    refuses_values(lambda P: student.call(NAME, E, P, ids), [P[:1]], silent="window-unchecked")
    bad = [(E, P[:, :1], ids), (E, P[:, :3], ids), (E, P, ids[0]), (E, P, ids[None])]
    refuses_values(lambda args: student.call(NAME, *args), bad)
