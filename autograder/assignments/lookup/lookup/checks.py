"""Checks of `lookup`: rows of a table by NumPy."""

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, array, blame, check, close
from autograder.checks.shared import require, returns_new

from ..ids import (
    FEW,
    by_product,
    check_copy,
    check_dtype_without_ids,
    check_ends,
    check_growth,
    check_id_dtypes,
    check_refusals,
    check_refused_unchanged,
    check_repeated,
    check_shapes,
    check_small_dtypes,
    grows,
    some_ids,
    table,
)
from ..shared import check_exact, check_other_rows, check_thin_tables, numbered, see_rows, small_case

LOOKUP = "`lookup` gives wrong values."


def ask_lookup(student, E, limit_bytes=None):
    """A function that gives the student's rows for ids."""

    def ask(ids):
        value = student.observe("lookup", E, ids, limit_bytes=limit_bytes).value
        return array(value, "numpy", LOOKUP, torch="wrong-library")

    return ask


@check(points=2)
def values(student, rng):
    diagnosis = Diagnosis(LOOKUP)
    for _ in range(2):
        V = int(rng.integers(15, 19))
        E, ids = table(rng, V, V + 3), some_ids(rng, V)
        check_ends(ask_lookup(student, E), lambda ids: E[ids], rng, V)
        see_rows(diagnosis, ask_lookup(student, E)(ids), E, ids)
    diagnosis.conclude()


@check(points=1)
def shapes(student, rng):
    V = int(rng.integers(8, 12))
    E = table(rng, V, 3)

    def strided(ids):
        value = student.observe("lookup", E, ids, strided="forwards").value
        return array(value, "numpy", LOOKUP, torch="wrong-library")

    check_shapes(ask_lookup(student, E), lambda ids: E[ids], rng, V, LOOKUP, strided)
    check_thin_tables(lambda E: ask_lookup(student, E), rng)


@check(points=1)
def dtypes(student, rng):
    for dtype in ("float64", "float32", "float16"):
        E, ids = table(rng, 9, 4, dtype), some_ids(rng, 9)
        got = ask_lookup(student, E)(ids)
        check_exact(got, E[ids], LOOKUP)
        if got.dtype != E.dtype:
            raise Wrong("dtype-changed")
        check_dtype_without_ids(lambda ids: student.call("lookup", E, ids), dtype)


@check(points=1)
def copy(student, rng):
    E, ids = small_case(rng)
    require("lookup", lambda: student.call("lookup", E, ids), E[ids])

    def observe(E, ids):
        answer = student.observe("lookup", E, ids, watch=("args", "sharing"))
        array(answer.value, "numpy", LOOKUP, torch="wrong-library")
        return answer

    check_copy(observe, rng, "`lookup` changes the table.")
    call, prepare = "lookup(E, ids)", "E, ids = np.arange(8.0).reshape(4, 2), np.array([1, 2])"
    returns_new(student, call, prepare)
    check_repeated(student, call, prepare, ("E[1] = 7", "ids[0] = 2"), ("E", "ids"))
    check_refused_unchanged(student, "lookup", E, np.array([1, 9, 2]))


@check(points=1)
def errors(student, rng):
    E, ids = small_case(rng)
    require("lookup", lambda: student.call("lookup", E, ids), E[ids])
    V = 60
    E = table(rng, V, 2)
    check_refusals(
        ask_lookup(student, E),
        V,
        rng,
        "`lookup` does not refuse bad ids as asked.",
        {
            "negative-wraps": lambda ids: E[ids % V],
            "modulo": lambda ids: E[ids % V],
            "clipped": lambda ids: E[ids.clip(0, V - 1)],
            "zero-row": lambda ids: by_product(E, ids),
        },
    )
    E = table(rng, 110, 2)
    check_id_dtypes(ask_lookup(student, E), lambda ids: E[ids], rng, LOOKUP)
    check_small_dtypes(
        lambda V: ask_lookup(student, numbered(V), limit_bytes=FEW),
        lambda V: lambda ids: numbered(V)[ids],
        rng,
    )


@check(points=1)
def cost(student, rng):
    ids = rng.integers(0, 500, 12)
    check_other_rows(lambda E: ask_lookup(student, E), rng, LOOKUP)

    def observe(V, dtype="float32"):
        # Two columns: a table of one has the same order in memory when it is turned.
        return student.observe("lookup", np.zeros((V, 2), dtype), ids, watch=("cost",))

    check_growth(observe)
    for dtype, misconception in (("float64", "whole-table"), ("float16", "half-table-converted")):
        if grows(lambda V: observe(V, dtype)):
            raise Wrong(misconception)
    # float16 and not more rows, since the table is sent to the student's process; a one-hot matrix,
    # even of booleans, is over the limit all the same.
    V = 500_000
    E, ids = numbered(V), rng.integers(0, V, 4_096)
    with blame("whole-table", only=("MemoryError",)):
        answer = student.observe("lookup", E, ids, limit_bytes=FEW)
    if not close(array(answer.value, "numpy", LOOKUP, torch="wrong-library"), E[ids], 0):
        raise Wrong("large-vocabulary")
