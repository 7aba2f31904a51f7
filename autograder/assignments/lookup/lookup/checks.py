"""Checks of `lookup`: rows of a table by NumPy, new memory, what is no id, and work as V grows."""

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, array, blame, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.shared import require
from autograder.checks.student import Student, StudentError

from ..shared import (
    attempt,
    axes_lost,
    ends_refused,
    grows,
    other_rows_matter,
    refuses_ids,
    refuses_single,
    refuses_truth,
    see_rows,
    some_ids,
    table,
    told_of_rows,
)

NAME = "lookup"
WRONG = "`lookup` gives wrong values."
ROW_OR_ONE = "`lookup` gives an error for ids that follow each other, or for one id in an array with axes."
LIMIT = 1 << 30  # bytes: enough for right answers, and too few for an array of ids × V


def ask(student: Student, E: np.ndarray, ids: np.ndarray) -> np.ndarray:
    return array(student.call(NAME, E, ids), "numpy", WRONG)


def require_small(student: Student, rng: np.random.Generator) -> None:
    """Raise `Wrong` unless two rows of a small table are right."""
    E = table(rng, 6, 2)
    require(NAME, lambda: student.call(NAME, E, np.array([4, 2])), E[[4, 2]])


@check(points=1)
def values(student: Student, rng: np.random.Generator) -> None:
    diagnosis = Diagnosis(WRONG)
    V = int(rng.integers(16, 20))
    ends_refused(lambda ids: ask(student, table(rng, V, 3), ids), V)
    for shape, dtype in (
        ((6,), "float32"),
        ((2, 3), "float64"),
        ((3, 2, 2), "float16"),
        ((1, 5, 1), "float32"),
    ):
        E = table(rng, V, V + 3, dtype)
        ids = some_ids(rng, V, int(np.prod(shape))).reshape(shape)
        got = ask(student, E, ids)
        if not see_rows(diagnosis, got, E, ids) and diagnosis.neutral == WRONG:
            diagnosis.neutral = told_of_rows(NAME, got, E, ids)
    diagnosis.conclude()
    got = attempt(lambda: ask(student, E, ids[:, :0]))  # an exception is a matter of the check "contract"
    if not isinstance(got, StudentError) and np.shape(got) != E[ids[:, :0]].shape:
        raise Wrong("empty")
    ids = some_ids(rng, V).astype(np.uint8)  # too narrow for the place of a row's first number
    with blame("places-narrow"):
        got = ask(student, E, ids)
    if not close(got, E[ids], 0):
        raise Wrong("places-narrow")


@check(points=1)
def copy(student: Student, rng: np.random.Generator) -> None:
    """The result is no view: for a single id of any shape, for ids in a row and for all of them."""
    require_small(student, rng)
    V = int(rng.integers(8, 12))
    E, start = table(rng, V, 3), int(rng.integers(1, V - 4))
    for ids in (
        np.array([start]),
        np.array(start),
        np.array([[start]]),
        np.arange(start, start + 4),
        np.arange(V),
    ):
        with blame("single-id") if ids.ndim == 0 else blame(None, ROW_OR_ONE):
            answer = student.observe(NAME, E, ids, watch=("sharing",))
        if answer.sharing[0]:
            raise Wrong("view")
        got = array(answer.value, "numpy", WRONG)
        if not close(got, E[ids], 0):
            if axes_lost(got, E, ids):
                raise Wrong("axes-of-one-id")
            flattened = close(got, E[ids].reshape(-1, 3), 0)
            told = told_of_rows(NAME, got, E, ids)
            raise Wrong("single-id" if ids.ndim == 0 and not flattened else None, told)
    one = table(rng, 1, 3)
    if student.observe(NAME, one, np.array([0]), watch=("sharing",)).sharing[0]:
        raise Wrong("view")


@check(points=1)
def refused(student: Student, rng: np.random.Generator) -> None:
    require_small(student, rng)
    V = int(rng.integers(50, 70))
    E = table(rng, V, 2)
    good = rng.integers(1, V - 1, (2, 3))
    refuses_ids(lambda ids: ask(student, E, ids), good, V, lambda ids: E[ids % V], wide=True)
    refuses_truth(lambda ids: ask(student, E, ids), V)
    refuses_single(lambda ids: ask(student, E, ids), V)


@check(points=1)
def cost(student: Student, rng: np.random.Generator) -> None:
    """Neither work nor memory in proportion to V, in half precision too; large tables keep rows apart."""
    require_small(student, rng)
    if other_rows_matter(lambda E, ids: ask(student, E, ids), rng):
        raise Wrong("whole-table")
    ids = rng.integers(0, 500, 12)
    for dtype in ("float32", "float64", "float16"):
        # Two columns: a table of one has the same order in memory when it is turned.
        if grows(lambda V: student.observe(NAME, np.zeros((V, 2), dtype), ids, watch=("cost",))):
            raise Wrong("whole-table")
    V = 500_000
    E = np.stack(np.divmod(np.arange(V), 2_048), axis=1).astype(np.float16)  # exact: no two rows are alike
    ids = rng.integers(0, V, 4_096)
    with blame("whole-table", only=("MemoryError",)):
        answer = student.observe(NAME, E, ids, limit_bytes=LIMIT)
    if not close(array(answer.value, "numpy", WRONG), E[ids], 0):
        raise Wrong("large-vocabulary")


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    E, ids = table(rng, 5, 3, dtype), rng.integers(0, 5, 0 if empty else 4)
    return Legal({"E": E, "ids": ids}, E[ids], ids="ids", V=5, rows="len(E)")


contract = house_rules("unchanged", "empty", legal=legal)
