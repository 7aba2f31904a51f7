"""What the checks of several functions share: draws, calls, and bodies that serve more than one."""

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, close
from autograder.checks.shared import in_dtype
from autograder.checks.student import StudentError

from .ids import attempt, check_length_one, is_right, some_ids, table


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
        raise Unexplained(neutral)
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
