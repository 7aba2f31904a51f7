"""Checks of `one_hot`: one-hot vectors by NumPy."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, check, close, same
from autograder.checks.shared import require, returns_new
from autograder.checks.student import StudentError

from ..ids import (
    FEW,
    attempt,
    check_dtype_without_ids,
    check_ends,
    check_id_dtypes,
    check_length_one,
    check_refusals,
    check_refused_unchanged,
    check_repeated,
    check_shapes,
    check_small_dtypes,
    is_right,
    onehot,
    some_ids,
)

ONE_HOT = "`one_hot` gives wrong values."


def ask_one_hot(student, V, limit_bytes=None):
    """A function that gives the student's one-hot vectors for ids."""

    def ask(ids):
        value = student.observe("one_hot", ids, V, limit_bytes=limit_bytes).value
        return array(value, "numpy", ONE_HOT, torch="wrong-library")

    return ask


@check(points=2)
def values(student, rng):
    diagnosis = Diagnosis(ONE_HOT)
    V = int(rng.integers(8, 12))
    check_ends(ask_one_hot(student, V), lambda ids: onehot(ids, V), rng, V)
    # The second draw lacks the last two ids, so that V cannot be taken from the largest id.
    for ids in (some_ids(rng, V), some_ids(rng, V - 2)):
        want = onehot(ids, V)
        diagnosis.see(
            ask_one_hot(student, V)(ids),
            want,
            **{
                "one-based": onehot(ids - 1, V),
                "axis-first": want.T,
                "multi-hot": [want.max(axis=0), np.broadcast_to(want.max(axis=0), want.shape)],
                "V-from-ids": want[:, : ids.max() + 1],
            },
        )
    diagnosis.conclude()


@check(points=1)
def shapes(student, rng):
    V = int(rng.integers(7, 11))

    def strided(ids):
        value = student.observe("one_hot", ids, V, strided="forwards").value
        return array(value, "numpy", ONE_HOT, torch="wrong-library")

    check_shapes(ask_one_hot(student, V), lambda ids: onehot(ids, V), rng, V, ONE_HOT)
    # What is wrong with the first id or the last is judged by the check of values.
    if is_right(ask_one_hot(student, 2), lambda ids: onehot(ids, 2), np.array([0, 1])):
        check_length_one((ask_one_hot(student, 1), lambda ids: onehot(ids, 1), np.zeros(3, np.int64)))
    for ids in (rng.integers(1, V - 1, (2, 3)), rng.integers(1, V - 1, 4)):
        after = student.observe("one_hot", ids, V, watch=("args",)).args[0]
        if not same(ids, after):
            raise Wrong("ids-changed")
    call, prepare = "one_hot(ids, 4)", "ids = np.array([1, 2])"
    returns_new(student, call, prepare)
    check_repeated(student, call, prepare, ("ids[0] = 2",), ("ids",))
    check_refused_unchanged(student, "one_hot", np.array([1, V + 2, 2]), V)
    ids = rng.integers(1, V - 1, (3, 4))
    with blame("not-contiguous"):
        got = strided(ids)
    if not close(got, onehot(ids, V), 0):
        raise Wrong("not-contiguous")


@check(points=1)
def dtypes(student, rng):
    V = 110
    ids = some_ids(rng, V)
    floats, lost, refused = ("float32", "float64", "float16"), [], {}
    for dtype in (*floats, "int64", "uint8", "bool"):
        # NumPy's type object, as in `one_hot(ids, V, dtype=np.float64)`.
        asked = {"dtype": student.get(student.call("np.dtype", dtype), "type")} if dtype != "float32" else {}
        got = attempt(lambda: student.call("one_hot", ids, V, **asked))
        if isinstance(got, StudentError):
            if dtype in floats:
                raise got
            refused[dtype] = got
            lost.append(dtype)
            continue
        got = array(got, "numpy", ONE_HOT, torch="wrong-library")
        if not close(got, onehot(ids, V, dtype), 0):
            compared = ids.astype(dtype)[..., None] == np.arange(V).astype(dtype)
            narrow = dtype == "bool" and close(got, compared, 0)
            raise Wrong("compared-in-dtype" if narrow else None, ONE_HOT)
        if got.dtype.name != dtype:
            lost.append(dtype)
            continue
        check_dtype_without_ids(lambda ids: student.call("one_hot", ids, V, **asked), dtype)
    if lost == ["int64", "uint8", "bool"]:
        raise Wrong("dtype-floats-only")
    if refused:
        raise next(iter(refused.values()))
    if lost:
        raise Wrong("dtype-ignored")
    for dtype in ("float16", "int64", "bool"):
        for spelled in (student.call("np.dtype", dtype), dtype):
            with blame("dtype-spelling"):
                got = student.call("one_hot", ids, V, dtype=spelled)
            got = array(got, "numpy", ONE_HOT, torch="wrong-library")
            if got.dtype.name != dtype or not close(got, onehot(ids, V), 0):
                raise Wrong("dtype-spelling")


@check(points=1)
def errors(student, rng):
    ids = rng.integers(1, 4, 3)
    require("one_hot", lambda: student.call("one_hot", ids, 5), onehot(ids, 5))
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
    V = 110
    check_id_dtypes(ask_one_hot(student, V), lambda ids: onehot(ids, V), rng, ONE_HOT, V)
    check_small_dtypes(
        lambda V: ask_one_hot(student, V, limit_bytes=FEW), lambda V: lambda ids: onehot(ids, V), rng
    )


@check(points=1)
def cost(student, rng):
    few = 1 + rng.permutation(3)
    if not close(ask_one_hot(student, 5)(few), onehot(few, 5), 0):
        raise Unexplained(ONE_HOT)
    V = 100_000
    ids = np.append(rng.integers(70_000, V, 2), V - 1)
    with blame("identity-matrix", only=("MemoryError",)):
        answer = student.observe("one_hot", ids, V, limit_bytes=FEW)
    if not close(array(answer.value, "numpy", ONE_HOT, torch="wrong-library"), onehot(ids, V), 0):
        raise Wrong("large-vocabulary")
