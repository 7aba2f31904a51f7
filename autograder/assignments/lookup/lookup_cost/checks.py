"""Checks of `lookup_cost`: multiplications and bytes of two ways to look rows up."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check, close
from autograder.checks.shared import exact, wrapped
from autograder.checks.student import StudentError
from autograder.sandboxed import protocol

from ..ids import attempt

COUNT = "`lookup_cost` counts wrongly."


def counts(value):
    """The two numbers of an answer, as from `exact`."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        found = value.type if isinstance(value, protocol.Handle) else type(value).__name__
        raise Unexplained(f"{COUNT} It returned {found}; Cost(multiplies, bytes) is expected.")
    if not all(isinstance(v, protocol.Array) or type(v) in (int, float) for v in value):
        raise Unexplained(f"{COUNT} Two whole numbers are expected.")
    # Python's integers may be too large for an array.
    numbers = [v.values if isinstance(v, protocol.Array) else v for v in value]
    arrays = [np.asarray(0 if type(x) is int else x) for x in numbers]
    if any(x.shape != () or x.dtype.kind not in "iuf" for x in arrays):
        raise Unexplained(f"{COUNT} Two whole numbers are expected.")
    if any(x.dtype.kind == "f" for x in arrays):
        raise Wrong("float-counts")
    return exact(int(x) for x in numbers)


def settings_of(rng):
    """Draws of n, V, d and options: odd numbers, for which mistakes give different results."""
    small = rng.choice([3, 5, 7, 11, 13], 3, replace=False)
    yield *(int(x) for x in small), {"itemsize": 2, "id_itemsize": 4}
    yield *(int(x) for x in small[::-1]), {"itemsize": 8, "id_itemsize": 1}
    yield *(int(x) * 2 + 1 for x in small), {}
    yield 29, int(small[0]), int(small[1]), {}  # more ids than rows: some are gathered twice
    # The product of these three overflows int64, and the bytes need more than the 53 bits of a float64.
    n, V, d = 1_000_003 + 2 * int(rng.integers(99)), 4_000_000_007, 16_411
    yield n, V, d, {"itemsize": 3, "id_itemsize": 5}
    # Here all the sums of bytes overflow, too.
    yield 1_000_000_000_039 + 2 * int(rng.integers(99)), 2_000_000_000_003, 4_000_037, {"itemsize": 3}


def sizes(n, V, d, itemsize=4, id_itemsize=8):
    """Bytes of the ids, the rows, the one-hot matrix and the table."""
    return n * id_itemsize, n * d * itemsize, n * V * itemsize, V * d * itemsize


def overflowed(x):
    """x, and what it becomes in integers of 64 bits, signed or not."""
    return list(dict.fromkeys([x, wrapped(x), x % 2**64]))


def got_rounded(got, want):
    """The two numbers of an answer that differ from the right ones as float64 rounds; else the right ones."""
    numbers = [sum(int(part) << 32 * k for k, part in enumerate(parts)) for parts in got]
    near = all(abs(x - w) <= w * 1e-14 for x, w in zip(numbers, want))
    return numbers if near else list(want)


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
    with blame("counts-overflow", only=("OverflowError",)):
        answer = student.call("lookup_cost", n, V, d, method, **options)
    got = counts(answer)
    predictions["counts-overflow"] = [
        [m, b] for m in overflowed(multiplies) for b in overflowed(total) if [m, b] != [multiplies, total]
    ] or [[multiplies, total]]
    predictions["counts-rounded"] = [got_rounded(got, (multiplies, total))]
    forms = {m: v if isinstance(v[0], list) else [v] for m, v in predictions.items()}
    diagnosis.see(got, exact(want), **{m: [exact(form) for form in v] for m, v in forms.items()})


@check(points=2)
def gather(student, rng):
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
                "distinct-rows": [
                    [0, ids + min(n, V) * (rows // n) + rows],
                    [0, ids + 2 * min(n, V) * (rows // n)],
                ],
                "read-and-written": [0, ids + 3 * rows],
            },
        )
    diagnosis.conclude()


@check(points=2)
def onehot(student, rng):
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
                "flops": [[2 * multiplies, total], [multiplies + n * (V - 1) * d, total]],
                "one-position": [V * d, total],
            },
        )
    diagnosis.conclude()


@check(points=1)
def settings(student, rng):
    n, V, d = (int(x) for x in rng.integers(2, 20, 3))

    def how(*args, **kwargs):
        got = attempt(lambda: student.call("lookup_cost", *args, **kwargs))
        return got.type if isinstance(got, StudentError) else None

    how(n, V, d, "gather")
    others = [how(n, V, d, m) for m in ("scatter", "product", "")]
    similar = [how(n, V, d, m) for m in ("Gather", "ONEHOT", "onehot ", "one-hot", "gath")]
    negative, zero = [], []
    for method in ("gather", "onehot"):
        negative += [how(-n, V, d, method), how(-1, V, d, method)]
        negative += [how(n, -V, d, method), how(n, V, -d, method)]
        negative += [how(n, V, d, method, itemsize=-2), how(n, V, d, method, id_itemsize=-8)]
        zero += [how(n, 0, d, method), how(n, V, 0, method)]
        zero += [how(n, V, d, method, itemsize=0), how(n, V, d, method, id_itemsize=0)]
    without_ids = [how(0, V, d, "scatter"), how(0, 0, d, "gather"), how(0, V, d, "onehot", itemsize=-2)]
    if None in others:
        raise Wrong("method-not-checked")
    if None in similar:
        raise Wrong("method-similar")
    if None in negative:
        raise Wrong("sizes-not-checked" if set(negative) == {None} else "some-sizes-unchecked")
    if None in zero:
        raise Wrong("zero-accepted" if set(zero) == {None} else "some-sizes-unchecked")
    if None in without_ids:
        raise Wrong("checks-after-return")
    if set(others + similar + negative + zero + without_ids) != {"ValueError"}:
        raise Wrong("settings-exception")
    if how(0, V, d, "gather") or how(0, V, d, "onehot"):
        raise Wrong("zero-ids-refused")
    got = {m: counts(student.call("lookup_cost", 0, V, d, m)) for m in ("gather", "onehot")}
    right = {m: close(got[m], exact(want), 0) for m, want in (("gather", (0, 0)), ("onehot", (0, V * d * 4)))}
    if all(right.values()):
        return
    several = [counts(student.call("lookup_cost", n, V, d, m)) for m in ("gather", "onehot")]
    wanted = (0, n * 8 + 2 * n * d * 4), (n * V * d, n * 8 + (n * V + V * d + n * d) * 4)
    usual = all(close(count, exact(want), 0) for count, want in zip(several, wanted))
    if usual and right["gather"] and close(got["onehot"], exact((0, 0)), 0):
        raise Wrong("free-without-ids")
    more = "" if usual else " What is said of other counts may be the reason here too."
    raise Unexplained(f"`lookup_cost` counts wrongly where there are no ids, `n = 0`.{more}")
