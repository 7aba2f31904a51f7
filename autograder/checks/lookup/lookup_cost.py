"""Checks of `lookup_cost`: multiplications and bytes of two ways to look rows up."""

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, close
from autograder.checks.framework.shared import exact, wrapped
from autograder.checks.framework.student import StudentError
from autograder.checks.lookup.catalogue import SUITE
from autograder.checks.lookup.ids import attempt
from autograder.sandboxed import protocol

check = SUITE.check
COUNT = "`lookup_cost` counts wrongly."


def counts(value):
    """The two numbers of an answer, as from `exact`."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        found = value.type if isinstance(value, protocol.Handle) else type(value).__name__
        raise Wrong(None, f"{COUNT} It returned {found}; Cost(multiplies, bytes) is expected.")
    if not all(isinstance(v, protocol.Array) or type(v) in (int, float) for v in value):
        raise Wrong(None, f"{COUNT} Two whole numbers are expected.")
    # Python's integers may be too large for an array.
    numbers = [v.values if isinstance(v, protocol.Array) else v for v in value]
    arrays = [np.asarray(0 if type(x) is int else x) for x in numbers]
    if any(x.shape != () or x.dtype.kind not in "iuf" for x in arrays):
        raise Wrong(None, f"{COUNT} Two whole numbers are expected.")
    if any(x.dtype.kind == "f" for x in arrays):
        raise Wrong("float-counts")
    return exact(int(x) for x in numbers)


def settings_of(rng):
    """Draws of n, V, d and options: odd numbers, for which mistakes give different results."""
    small = rng.choice([3, 5, 7, 11, 13], 3, replace=False)
    yield *(int(x) for x in small), {"itemsize": 2, "id_itemsize": 4}
    yield *(int(x) for x in small[::-1]), {"itemsize": 8, "id_itemsize": 1}
    yield *(int(x) * 2 + 1 for x in small), {}
    # The product of these three overflows int64, and the bytes need more than the 53 bits of a float64.
    n, V, d = 1_000_003 + 2 * int(rng.integers(99)), 4_000_000_007, 16_411
    yield n, V, d, {"itemsize": 3, "id_itemsize": 5}


def sizes(n, V, d, itemsize=4, id_itemsize=8):
    """Bytes of the ids, the rows, the one-hot matrix and the table."""
    return n * id_itemsize, n * d * itemsize, n * V * itemsize, V * d * itemsize


def see_counts(diagnosis, student, method, draw, want, **mistakes):
    """One answer as evidence, with the mistakes of both methods, and `mistakes` of this one."""
    n, V, d, options = draw
    multiplies, total = want
    itemsize, id_itemsize = options.get("itemsize", 4), options.get("id_itemsize", 8)
    ids, rows, _, _ = sizes(n, V, d, itemsize, id_itemsize)
    numbers = (total - ids) // itemsize
    predictions = {
        "bits": [multiplies, 8 * total],
        "elements": [multiplies, n + numbers],
        "fixed-itemsize": [multiplies, ids + 4 * numbers],
        "fixed-id-itemsize": [multiplies, 8 * n + itemsize * numbers],
        "itemsize-for-ids": [multiplies, itemsize * (n + numbers)],
        "ids-not-counted": [multiplies, total - ids],
        "output-not-counted": [multiplies, total - rows],
        "swapped": [total, multiplies],
        **mistakes,
    }
    got = counts(student.call("lookup_cost", n, V, d, method, **options))
    forms = {m: v if isinstance(v[0], list) else [v] for m, v in predictions.items()}
    diagnosis.see(got, exact(want), **{m: [exact(form) for form in v] for m, v in forms.items()})


@check("lookup_cost", "gather", points=2)
def _(student, rng):
    diagnosis = Diagnosis(COUNT)
    for draw in settings_of(rng):
        n, V, d, options = draw
        ids, rows, _, whole = sizes(n, V, d, **options)
        total = ids + 2 * rows
        see_counts(
            diagnosis,
            student,
            "gather",
            draw,
            (0, total),
            **{
                "table-in-gather": [[0, ids + whole + rows], [0, total + whole]],
                "gather-multiplies": [n * d, total],
                "read-and-written": [0, ids + 3 * rows],
            },
        )
    diagnosis.conclude()


@check("lookup_cost", "onehot", points=2)
def _(student, rng):
    diagnosis = Diagnosis(COUNT)
    for draw in settings_of(rng):
        n, V, d, options = draw
        ids, rows, hot, whole = sizes(n, V, d, **options)
        total, multiplies = ids + hot + whole + rows, n * V * d
        see_counts(
            diagnosis,
            student,
            "onehot",
            draw,
            (multiplies, total),
            **{
                "table-not-counted": [multiplies, total - whole],
                "onehot-not-counted": [multiplies, total - hot],
                "read-and-written": [multiplies, total + hot],
                "flops": [2 * multiplies, total],
                "one-position": [V * d, total],
                "counts-overflow": [[wrapped(multiplies), total], [multiplies % 2**64, total]],
            },
        )
    diagnosis.conclude()


@check("lookup_cost", "settings", points=1)
def _(student, rng):
    n, V, d = (int(x) for x in rng.integers(2, 20, 3))

    def how(*args, **kwargs):
        got = attempt(lambda: student.call("lookup_cost", *args, **kwargs))
        return got.type if isinstance(got, StudentError) else None

    how(n, V, d, "gather")
    methods = [how(n, V, d, m) for m in ("scatter", "one-hot", "")]
    negative = [
        how(-n, V, d, "gather"),
        how(n, -V, d, "onehot"),
        how(n, V, -d, "gather"),
        how(n, V, d, "gather", itemsize=-2),
        how(n, V, d, "onehot", id_itemsize=-8),
    ]
    zero = [
        how(n, 0, d, "gather"),
        how(n, V, 0, "onehot"),
        how(n, V, d, "onehot", itemsize=0),
        how(n, V, d, "gather", id_itemsize=0),
    ]
    if None in methods:
        raise Wrong("method-not-checked")
    if None in negative:
        raise Wrong("sizes-not-checked")
    if None in zero:
        raise Wrong("zero-accepted")
    if set(methods + negative + zero) != {"ValueError"}:
        raise Wrong("wrong-exception")
    if how(0, V, d, "gather") or how(0, V, d, "onehot"):
        raise Wrong("zero-ids-refused")
    for method, want in (("gather", (0, 0)), ("onehot", (0, V * d * 4))):
        if not close(counts(student.call("lookup_cost", 0, V, d, method)), exact(want), 0):
            raise Wrong(None, COUNT)
