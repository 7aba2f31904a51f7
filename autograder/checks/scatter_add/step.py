"""Checks of `sgd_rows`: an SGD step on some rows, in place."""

import contextlib

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, blame, bound, same
from autograder.checks.framework.refusals import refuses_repeats, refuses_values, step_in_place
from autograder.checks.framework.shared import answers, in_dtype
from autograder.checks.scatter_add.asking import refuses_ids
from autograder.checks.scatter_add.catalogue import SUITE
from autograder.checks.scatter_add.draws import small_case
from autograder.sandboxed import protocol

check = SUITE.check
STEP = "sgd_rows"
NEUTRAL = "The table is wrong after the step."


def table(rng, V=9, d=3, k=5, dtype="float64", other="float64"):
    """(E, rows, values): distinct rows, neither ascending nor descending."""
    rows = rng.permutation(V)[:k]
    while np.all(np.diff(rows) > 0):
        rows = rng.permutation(V)[:k]
    return in_dtype(rng.normal(size=(V, d)), dtype), rows, in_dtype(rng.normal(size=(k, d)), other)


@check(STEP, "step", points=1)
def _(student, rng):
    """E after the call, for rows in any order; its dtype; None returned; the other arguments unchanged."""
    diagnosis, returned, unchanged = Diagnosis(NEUTRAL), [], True
    kinds = (("float64", "float64"), ("float32", "float32"), ("float32", "float64"), ("float16", "float32"))
    for n, (dtype, other) in enumerate(kinds):
        E, rows, values = table(rng, dtype=dtype, other=other)
        lr = float(rng.uniform(0.1, 0.9))
        if n == 0:  # ascending in the first draw only, so that code that needs an order is recognized
            rows = np.sort(rows)
        with blame("order-needed", only=("ValueError",)) if n else contextlib.nullcontext():
            answer = student.observe(STEP, E, rows, values, lr, watch=("args",), strided=n == 3)
        got, wide = answer.args[0], E.astype(np.float64)
        if not isinstance(got, protocol.Array) or got.dtype != dtype:
            raise Wrong(None, NEUTRAL)
        step = np.zeros_like(wide)
        step[rows] = lr * values
        resorted = np.zeros_like(wide)
        resorted[np.sort(rows)] = lr * values
        tolerance = bound(dtype, 1, np.abs(wide) + np.abs(step))
        diagnosis.see(
            got.values,
            wide - step,
            tolerance,
            **{
                "uphill": wide + step,
                "order-needed": wide - resorted,
                "not-in-place": wide if same(E, got) else wide - step,
            },
        )
        returned.append(answer.value)
        unchanged &= same(rows, answer.args[1]) and same(values, answer.args[2])
    diagnosis.conclude()
    if any(value is not None for value in returned):
        raise Wrong("returns-a-value")
    if not unchanged:
        raise Wrong("arguments-changed")
    E, _, values = table(rng)
    with blame("empty-fails"):
        answer = student.observe(STEP, E, np.zeros(0, np.int64), values[:0], 0.5, watch=("args",))
    if not same(E, answer.args[0]):
        raise Wrong("empty-fails")


def attempt(student, E, rows, values) -> None:
    """A step that must be refused; `Wrong` if it changes E and then raises."""
    step_in_place(student, STEP, (E, rows, values, 0.5), 1)


def answers_small(student) -> None:
    """`Wrong` unless a step on two rows of a small table is right."""
    values, rows, E = small_case()
    step = np.zeros_like(E)
    step[rows] = 0.5 * values
    answers(STEP, lambda: student.observe(STEP, E, rows, values, 0.5, watch=("args",)).args[0], E - step)


@check(STEP, "repeats", points=1)
def _(student, rng):
    """A row listed twice, in neighbouring places or not, is refused, and the table unchanged."""
    answers_small(student)
    E, rows, values = table(rng)
    refuses_repeats(lambda r: attempt(student, E, r, values), rows)


@check(STEP, "errors", points=1)
def _(student, rng):
    """Wrong rows and shapes are refused, and the table unchanged."""
    answers_small(student)
    E, rows, values = table(rng)
    no_integers = (rows.astype(np.float64), rows > 3, np.arange(9) < 5)
    refuses_ids(lambda r: attempt(student, E, r, values), rows, len(E), no_integers)
    column = rows.reshape(5, 1), values.reshape(5, 1, 3)
    bad = [(rows, values[0]), (rows, values[:1]), (rows, values[:, :1]), column, (rows[:4], values)]
    refuses_values(lambda pair: attempt(student, E, *pair), bad)


@check(STEP, "cost", points=1)
def _(student, rng):
    """Counted at two sizes of the table: time and memory of the listed rows only."""
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
    if by_row > d * 4 / 2:  # bytes for each further row of the table
        raise Wrong("dense-step")
