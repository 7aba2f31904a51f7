"""Checks of `one_hot`: one-hot vectors by NumPy."""

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, array, blame, close, same
from autograder.checks.framework.shared import answers
from autograder.checks.lookup.catalogue import SUITE
from autograder.checks.lookup.ids import (
    FEW,
    check_dtype_without_ids,
    check_id_dtypes,
    check_refusals,
    check_shapes,
    onehot,
    some_ids,
)

check = SUITE.check
ONE_HOT = "`one_hot` gives wrong values."


def ask_one_hot(student, V, **kwargs):
    """A function that gives the student's one-hot vectors for ids."""
    return lambda ids: array(
        student.call("one_hot", ids, V, **kwargs), "numpy", ONE_HOT, torch="wrong-library"
    )


@check("one_hot", "values", points=2)
def _(student, rng):
    diagnosis = Diagnosis(ONE_HOT)
    V = int(rng.integers(8, 12))
    # The second draw lacks the last two ids, so that V cannot be taken from the largest id.
    for ids in (some_ids(rng, V), some_ids(rng, V - 2)):
        want = onehot(ids, V)
        diagnosis.see(
            ask_one_hot(student, V)(ids),
            want,
            **{
                "one-based": onehot(ids - 1, V),
                "axis-first": want.T,
                "multi-hot": want.max(axis=0),
                "V-from-ids": want[:, : ids.max() + 1],
            },
        )
    diagnosis.conclude()


@check("one_hot", "shapes", points=1)
def _(student, rng):
    V = int(rng.integers(7, 11))
    check_shapes(ask_one_hot(student, V), lambda ids: onehot(ids, V), rng, V, ONE_HOT)
    for ids in (rng.integers(0, V, (2, 3)), rng.integers(0, V, 4)):
        after = student.observe("one_hot", ids, V, watch=("args",)).args[0]
        if not same(ids, after):
            raise Wrong("ids-changed")


@check("one_hot", "dtypes", points=1)
def _(student, rng):
    V = 110
    check_id_dtypes(ask_one_hot(student, V), lambda ids: onehot(ids, V), rng, ONE_HOT, V)
    ids = some_ids(rng, V)
    for dtype in ("float32", "float64", "float16", "int64"):
        # NumPy's type object, as in `one_hot(ids, V, dtype=np.float64)`.
        asked = {"dtype": student.get(student.call("np.dtype", dtype), "type")} if dtype != "float32" else {}
        got = array(student.call("one_hot", ids, V, **asked), "numpy", ONE_HOT, torch="wrong-library")
        if not close(got, onehot(ids, V, dtype), 0):
            raise Wrong(None, ONE_HOT)
        if got.dtype.name != dtype:
            raise Wrong("dtype-ignored")
        check_dtype_without_ids(lambda ids: student.call("one_hot", ids, V, **asked), dtype, "dtype-ignored")


@check("one_hot", "errors", points=1)
def _(student, rng):
    ids = rng.integers(0, 5, 3)
    answers("one_hot", lambda: student.call("one_hot", ids, 5), onehot(ids, 5))
    V = 60
    check_refusals(
        ask_one_hot(student, V),
        V,
        rng,
        "`one_hot` does not refuse bad ids as asked.",
        {
            "negative-wraps": lambda ids: onehot(ids % V, V),
            "modulo": lambda ids: onehot(ids % V, V),
            "clipped": lambda ids: onehot(ids.clip(0, V - 1), V),
            "zero-row": lambda ids: onehot(ids, V),
        },
    )


@check("one_hot", "cost", points=1)
def _(student, rng):
    V = 100_000
    ids = np.append(rng.integers(0, V, 2), V - 1)
    with blame("identity-matrix", only=("MemoryError",)):
        answer = student.observe("one_hot", ids, V, limit_bytes=FEW)
    if not close(array(answer.value, "numpy", ONE_HOT, torch="wrong-library"), onehot(ids, V), 0):
        raise Wrong(None, ONE_HOT)
