"""Checks of `lookup`: rows of a table by NumPy."""

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, array, blame, close
from autograder.checks.shared import answers, in_dtype, returns_new
from autograder.checks.student import StudentError
from autograder.assignments.lookup.mistakes import SUITE
from autograder.assignments.lookup.ids import (
    FEW,
    attempt,
    by_product,
    check_copy,
    check_dtype_without_ids,
    check_ends,
    check_growth,
    check_id_dtypes,
    check_length_one,
    check_refusals,
    check_refused_unchanged,
    check_repeated,
    check_shapes,
    check_small_dtypes,
    grows,
    is_right,
    some_ids,
    table,
)

check = SUITE.check
LOOKUP = "`lookup` gives wrong values."


def see_rows(diagnosis, got, E, ids):
    """One lookup as evidence. V < d, so that every id is also the number of a column."""
    diagnosis.see(got, E[ids], **{"column": [E[:, ids], E.T[ids]], "one-based": E[ids - 1]})


def check_exact(got, want, neutral):
    """Rows are copied to the last digit; rounded ones have passed through a narrower number format."""
    if not close(got, want, 0):
        rounded = any(close(got, in_dtype(want, narrow), 0) for narrow in ("float32", "float16", "bfloat16"))
        raise Wrong("rounded-rows" if rounded else None, neutral)


def check_other_rows(ask, rng, neutral):
    """`ask(E)(ids)` must be right where rows hold inf and nan, be they asked for or not."""
    E, ids = table(rng, 12, 3), some_ids(rng, 12)
    if not close(ask(E)(ids), E[ids], 0):
        raise Wrong(None, neutral)
    special, others = E.copy(), ids != ids[0]
    special[ids[0], 0], special[ids[0], 1] = np.inf, np.nan
    unused = rng.permutation(np.setdiff1d(np.arange(12), ids))
    E[unused[0], rng.integers(3)], E[unused[1], rng.integers(3)] = np.inf, np.nan
    got = attempt(lambda: ask(E)(ids))
    if isinstance(got, StudentError) or not close(got, E[ids], 0):
        raise Wrong("whole-table")
    # Other ids, so that a result of before is not what comes.
    ids, others = np.roll(ids, 1), np.roll(others, 1)
    got = ask(special)(ids)
    if not close(got, special[ids], 0):
        copied = got.shape == (*ids.shape, 3) and close(got[others], special[ids][others], 0)
        raise Wrong("special-numbers" if copied else None, neutral)


def check_thin_tables(ask, rng):
    """`ask(E)(ids)` must be right for a table of one column, and for one of one row."""
    column, row, two = table(rng, 9, 1), table(rng, 1, 3), table(rng, 2, 3)
    cases = [(ask(column), lambda ids: column[ids], rng.integers(1, 8, 4))]
    if is_right(ask(two), lambda ids: two[ids], np.array([0, 1])):  # else judged by the check of values
        cases.append((ask(row), lambda ids: row[ids], np.zeros(3, np.int64)))
    check_length_one(*cases)


def small_case(rng):
    """A table (6, 2) and two ids, neither the first nor the last."""
    return table(rng, 6, 2), 1 + rng.permutation(4)[:2]


def numbered(V):
    """A table (V, 2) of different rows, of numbers that float16 holds exactly."""
    return np.stack(np.divmod(np.arange(V), 2_048), axis=1).astype(np.float16)


def ask_lookup(student, E, limit_bytes=None):
    """A function that gives the student's rows for ids."""

    def ask(ids):
        value = student.observe("lookup", E, ids, limit_bytes=limit_bytes).value
        return array(value, "numpy", LOOKUP, torch="wrong-library")

    return ask


@check("lookup", "values", points=2)
def _(student, rng):
    diagnosis = Diagnosis(LOOKUP)
    for _ in range(2):
        V = int(rng.integers(15, 19))
        E, ids = table(rng, V, V + 3), some_ids(rng, V)
        check_ends(ask_lookup(student, E), lambda ids: E[ids], rng, V)
        see_rows(diagnosis, ask_lookup(student, E)(ids), E, ids)
    diagnosis.conclude()


@check("lookup", "shapes", points=1)
def _(student, rng):
    V = int(rng.integers(8, 12))
    E = table(rng, V, 3)

    def strided(ids):
        value = student.observe("lookup", E, ids, strided="forwards").value
        return array(value, "numpy", LOOKUP, torch="wrong-library")

    check_shapes(ask_lookup(student, E), lambda ids: E[ids], rng, V, LOOKUP, strided)
    check_thin_tables(lambda E: ask_lookup(student, E), rng)


@check("lookup", "dtypes", points=1)
def _(student, rng):
    for dtype in ("float64", "float32", "float16"):
        E, ids = table(rng, 9, 4, dtype), some_ids(rng, 9)
        got = ask_lookup(student, E)(ids)
        check_exact(got, E[ids], LOOKUP)
        if got.dtype != E.dtype:
            raise Wrong("dtype-changed")
        check_dtype_without_ids(lambda ids: student.call("lookup", E, ids), dtype)


@check("lookup", "copy", points=1)
def _(student, rng):
    E, ids = small_case(rng)
    answers("lookup", lambda: student.call("lookup", E, ids), E[ids])

    def observe(E, ids):
        answer = student.observe("lookup", E, ids, watch=("args", "sharing"))
        array(answer.value, "numpy", LOOKUP, torch="wrong-library")
        return answer

    check_copy(observe, rng, "`lookup` changes the table.")
    call, prepare = "lookup(E, ids)", "E, ids = np.arange(8.0).reshape(4, 2), np.array([1, 2])"
    returns_new(student, call, prepare)
    check_repeated(student, call, prepare, ("E[1] = 7", "ids[0] = 2"), ("E", "ids"))
    check_refused_unchanged(student, "lookup", E, np.array([1, 9, 2]))


@check("lookup", "errors", points=1)
def _(student, rng):
    E, ids = small_case(rng)
    answers("lookup", lambda: student.call("lookup", E, ids), E[ids])
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


@check("lookup", "cost", points=1)
def _(student, rng):
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
