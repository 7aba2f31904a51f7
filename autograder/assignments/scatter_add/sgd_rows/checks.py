"""Checks of `sgd_rows`: an SGD step on some rows, in place."""

import contextlib

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, bound, check, close, same
from autograder.checks.refusals import refusal, refuses_repeats, refuses_types, refuses_values, step_in_place
from autograder.checks.shared import in_dtype, require
from autograder.sandboxed import protocol

from ..asking import legal, refuses_ids
from ..draws import small_case

STEP = "sgd_rows"
NEUTRAL = "The table is wrong after the step."


def table(rng, V=9, d=3, k=5, dtype="float64", other="float64"):
    """(E, rows, values): distinct rows, the first and the last among them, in no order."""
    inner = 1 + rng.permutation(V - 2)[: k - 2]
    rows = np.array([inner[0], V - 1, 0, *inner[1:]])
    return in_dtype(rng.normal(size=(V, d)), dtype), rows, in_dtype(rng.normal(size=(k, d)), other)


# dtypes of E and of values, and whether both have gaps in memory
KINDS = (
    ("float64", "float64", False),
    ("float32", "float32", False),
    ("float32", "float64", False),
    ("float16", "float32", False),
    ("float64", "float16", False),
    ("float64", "float32", False),
    ("float32", "float16", False),
    ("float64", "float64", True),
    ("float16", "float32", True),
)
INTEGERS = "int8 int16 int32 uint8 uint16 uint32 uint64".split()


@check(points=2)
def step(student, rng):
    """E after the call, for rows in any order; its dtype; None returned; the other arguments unchanged."""
    diagnosis, returned, unchanged, seen = Diagnosis(NEUTRAL), [], True, []
    for n, (dtype, other, strided) in enumerate(KINDS):
        E, rows, values = table(rng, dtype=dtype, other=other)
        lr = float(rng.uniform(0.1, 0.9))
        if n == 0:  # ascending in the first draw only, so that code that needs an order is recognized
            rows = np.sort(rows)
        kind = f"E is {dtype}, values are {other}" + ", with gaps in memory" * strided
        order = blame("order-needed", only=("ValueError",)) if n == 1 else contextlib.nullcontext()
        if dtype != other and not strided:
            order = blame("other-dtype-fails")
        with legal(student, STEP, kind), order:
            answer = student.observe(STEP, E, rows, values, lr, watch=("args",), strided=strided)
        got = answer.args[0]
        if not isinstance(got, protocol.Array) or got.dtype != dtype:
            raise Unexplained(NEUTRAL)
        seen.append((E, rows, values, lr, got, strided))
        returned.append(answer.value)
        unchanged &= same(rows, answer.args[1]) and same(values, answer.args[2])
    if not unchanged:
        raise Wrong("arguments-changed")
    # Whoever flattens E has a copy only where there are gaps; whoever converts it, where the dtype differs.
    gaps_only = all(strided for E, *_, got, strided in seen if same(E, got))
    for E, rows, values, lr, got, strided in seen:
        see(diagnosis, E, rows, values, lr, got, "contiguous-only" if gaps_only else "not-in-place")
    diagnosis.conclude()
    for E, rows, _, _, got, _ in seen:
        others = np.delete(np.arange(len(E)), rows)
        if not np.array_equal(got.values[others], E[others]):
            raise Unexplained("Rows that are not listed have changed.")
    if any(value is not None for value in returned):
        raise Wrong("returns-a-value")
    E, _, values = table(rng)
    with blame("empty-fails"):
        answer = student.observe(STEP, E, np.zeros(0, np.int64), values[:0], 0.5, watch=("args",))
    if not same(E, answer.args[0]):
        raise Wrong("empty-fails")
    for integer in INTEGERS:
        # More rows than numbers of eight bits.
        E, rows, values = table(rng, V=300, d=4, k=40)
        if integer.endswith("8"):
            rows = rng.permutation(121)[:40]
        fault = "uint64-ids" if integer == "uint64" else "narrow-ids"  # it is the last one
        with blame(fault):
            answer = student.observe(STEP, E, rows.astype(integer), values, 0.5, watch=("args",))
        E[rows] -= 0.5 * values
        if not close(array(answer.args[0], "numpy", "The table is no array any more."), E, 1e-14):
            raise Wrong(fault)


def see(diagnosis, E, rows, values, lr, got, copied: str) -> None:
    """Record the table `got` after a step; `copied` is what a table that stays the same shows."""
    wide, g = E.astype(np.float64), values.astype(np.float64)
    step, resorted, narrow, narrower, first = (np.zeros_like(wide) for _ in range(5))
    first[: len(rows)] = lr * g
    step[rows], resorted[np.sort(rows)], narrow[rows] = lr * g, lr * g, lr * values
    narrower[rows] = wide[rows] - (E[rows].astype(values.dtype) - lr * values)
    tolerance = bound(str(E.dtype), 1, np.abs(wide) + np.abs(lr * g).max())
    predicted = {
        "uphill": wide + step,
        "rows-ignored": wide - first,
        "order-needed": wide - resorted,
        copied: wide if same(E, got) else wide - step,
    }
    if np.promote_types(E.dtype, values.dtype) != values.dtype:
        predicted["step-narrow"] = [wide - narrow, wide - narrower]
        if values.dtype == np.float16:  # whoever widens half precision may leave float32 as it is
            predicted["step-narrow"].append(wide - step)
    diagnosis.see(got.values, wide - step, tolerance, **predicted)


def attempt(student, E, rows, values) -> None:
    """A step that must be refused; `Wrong` if it changes E and then raises."""
    step_in_place(student, STEP, (E, rows, values, 0.5), 1)


def require_small(student) -> None:
    """`Wrong` unless a step on two rows of a small table is right."""
    values, rows, E = small_case()
    step = np.zeros_like(E)
    step[rows] = 0.5 * values
    require(STEP, lambda: student.observe(STEP, E, rows, values, 0.5, watch=("args",)).args[0], E - step)


@check(points=0.5)
def repeats(student, rng):
    """A row listed twice, in neighbouring places or not, is refused, and the table unchanged."""
    require_small(student)
    E, rows, values = table(rng)
    refuses_repeats(lambda r: attempt(student, E, r, values), rows)


@check(points=0.5)
def errors(student, rng):
    """Wrong rows and shapes are refused, and the table unchanged."""
    require_small(student)
    E, rows, values = table(rng)
    refuses_ids(lambda r: attempt(student, E, r, values), rows, len(E), [rows.astype(np.float64)])
    # Truth values, all distinct as rows; one for a table of one row is a mask.
    refuses_types(lambda r: attempt(student, E, r, values[: len(r)]), [np.array([True, False])])
    refuses_types(lambda r: attempt(student, E[:1], r, values[:1]), [np.array([False])])
    column = rows.reshape(5, 1)
    bad = [(rows, values[0]), (rows, values[:1]), (rows, values[:, :1]), (rows[:4], values)]
    bad += [(column, values.reshape(5, 1, 3)), (column, values)]
    bad += [(rows[:1], values[0]), (rows[0], values[0]), (rows[0], values[:1])]  # values that broadcast
    refuses_values(lambda pair: attempt(student, E, np.array(pair[0]), pair[1]), bad)
    # No rows: the rules hold there too.
    none, silent = rows[:0], "empty-unchecked"
    if refusal(lambda: student.call(STEP, E, none, values[:0], 0.5)) is not None:
        return  # another check says so
    refuses_types(lambda r: attempt(student, E, r, values[:0]), [np.zeros(0)], if_accepted=silent)
    bad_values = [values[:1], values, values[:0, :1]]
    refuses_values(lambda v: attempt(student, E, none, v), bad_values, if_accepted=silent)


@check(points=1)
def cost(student, rng):
    """Counted at two sizes of the table: time, and memory beside one number for each row of it."""
    require_small(student)
    d = 32

    def watch(V):
        E, values = np.full((V, d), 3, np.float32), np.ones((5, d), np.float32)
        rows = np.sort(rng.permutation(V)[:5])
        answer = student.observe(STEP, E, rows, values, 0.5, watch=("cost", "args"))
        if same(
            E, answer.args[0]
        ):  # a step on a copy costs as much as the table, but that is not its mistake
            raise Wrong("not-in-place")
        return answer

    if watch(400).steps - watch(100).steps > 150:
        raise Wrong("loop-over-V")
    small, large = 2_000, 6_000
    by_row = (watch(large).peak_bytes - watch(small).peak_bytes) / (large - small)
    if by_row > 0.9 * d:  # bytes for each further row of the table; an array V × d of bool has d
        raise Wrong("dense-step")
