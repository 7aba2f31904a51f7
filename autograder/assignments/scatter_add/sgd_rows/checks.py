"""Checks of `sgd_rows`: an SGD step on some rows, in place."""

import contextlib

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, bound, check, same
from autograder.checks.contract import Legal, house_rules
from autograder.checks.refusals import refusal
from autograder.checks.shared import require
from autograder.checks.student import Student, StudentError
from autograder.sandboxed import protocol

from ..draws import small_case

STEP = "sgd_rows"
NEUTRAL = "The table is wrong after the step."


def table(rng, V=9, d=3, k=5, dtype="float64") -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (E, rows, values): distinct rows, the first and the last among them, in no order."""
    inner = 1 + rng.permutation(V - 2)[: k - 2]
    rows = np.array([inner[0], V - 1, 0, *inner[1:]])
    return rng.normal(size=(V, d)).astype(dtype), rows, rng.normal(size=(k, d)).astype(dtype)


@check(points=1.5)
def step(student: Student, rng: np.random.Generator):
    """E after the call, for rows in any order; its dtype; None returned; the other arguments unchanged."""
    diagnosis, returned, seen, cases = Diagnosis(NEUTRAL), [], [], []
    for n, dtype in enumerate(("float64", "float64", "float32")):
        E, rows, values = table(rng, dtype=dtype)
        lr = float(rng.uniform(0.1, 0.9)) * (20 if n == 2 else 1)
        if n == 0:  # ascending in the first draw only, so that code that needs an order is recognized
            rows = np.sort(rows)
        with blame("order-needed", only=("ValueError",)) if n == 1 else contextlib.nullcontext():
            answer = student.observe(STEP, E, rows, values, lr, watch=("args",))
        got = answer.args[0]
        if not isinstance(got, protocol.Array):
            raise Unexplained(NEUTRAL)
        if not (same(rows, answer.args[1]) and same(values, answer.args[2])):
            raise Wrong("values-changed")
        see(diagnosis, E, rows, values, lr, got)
        seen.append((E, rows, got))
        cases.append((E, rows, values, lr, got.values))
        returned.append(answer.value)
    try:
        diagnosis.conclude()
    except Unexplained:
        raise Unexplained(" ".join([NEUTRAL, *in_common(cases)])) from None
    for E, rows, got in seen:
        others = np.delete(np.arange(len(E)), rows)
        if not np.array_equal(got.values[others], E[others]):
            raise Unexplained("Rows that are not listed have changed.")
    if any(value is not None for value in returned):
        raise Wrong("returns-a-value")


def in_common(cases: list) -> list[str]:
    """Return what all steps that no mistake explains have in common, as a sentence, if anything."""
    if any(got.shape != E.shape for E, _, _, _, got in cases):
        return ["It has another shape."]
    others = [
        not np.array_equal(np.delete(got, rows, 0), np.delete(E, rows, 0)) for E, rows, _, _, got in cases
    ]
    if all(others):
        return ["Rows that are not listed have changed."]
    if any(others):
        return []
    steps = [(E[rows] - got[rows].astype(np.float64), lr * values) for E, rows, values, lr, got in cases]
    factors = [np.sum(made * right) / np.sum(right * right) for made, right in steps]
    if all(np.allclose(made, f * right, rtol=1e-4, atol=1e-4) for (made, right), f in zip(steps, factors)):
        return ["All numbers of the step are off by one and the same factor."]
    if all(
        np.allclose(np.abs(got[rows]), np.abs(lr * values), atol=1e-4) for _, rows, values, lr, got in cases
    ):
        return ["The listed rows hold the step alone: what stood there is lost."]
    return ["The rows that are not listed are right."]


def see(diagnosis: Diagnosis, E, rows, values, lr, got) -> None:
    """Record the table `got` after a step."""
    wide, g = E.astype(np.float64), values.astype(np.float64)
    step, resorted, first = (np.zeros_like(wide) for _ in range(3))
    first[: len(rows)] = lr * g
    step[rows], resorted[np.sort(rows)] = lr * g, lr * g
    tolerance = bound(str(E.dtype), 1, np.abs(wide) + np.abs(lr * g).max())
    predicted = {
        "uphill": wide + step,
        "rows-ignored": wide - first,
        "order-needed": wide - resorted,
        "not-in-place": wide if same(E, got) else wide - step,
    }
    diagnosis.see(got.values, wide - step, tolerance, **predicted)


def require_small(student: Student) -> None:
    """Raise `Wrong` unless a step on two rows of a small table is right."""
    values, rows, E = small_case()
    step = np.zeros_like(E)
    step[rows] = 0.5 * values
    require(STEP, lambda: student.observe(STEP, E, rows, values, 0.5, watch=("args",)).args[0], E - step)


@check(points=1)
def repeats(student: Student, rng: np.random.Generator):
    """A row listed twice, in neighbouring places or not, is refused, and the table unchanged."""
    require_small(student)
    E, rows, values = table(rng)
    for second, mistake in ((1, "repeats-accepted"), (4, "repeats-side-by-side")):
        bad = rows.copy()
        bad[second] = rows[0]
        if refusal(lambda: attempt(student, E, bad, values)) is None:
            raise Wrong(mistake)


def attempt(student: Student, E, rows, values) -> None:
    """Make a step that must be refused; raise `Wrong` if it changes E and then raises."""
    answer = student.observe(STEP, E, rows, values, 0.5, watch=("args", "error"))
    if answer.raised is not None:
        if not same(E, answer.args[0]):
            raise Wrong("changed-before-error")
        raise StudentError(answer.raised.types, answer.raised.message)


@check(points=1)
def cost(student: Student, rng: np.random.Generator):
    """Counted at two sizes of the table: time, and memory beside one number for each row of it."""
    require_small(student)
    d = 32

    def watch(V):
        E, values = np.full((V, d), 3, np.float32), np.ones((5, d), np.float32)
        rows = np.sort(rng.permutation(V)[:5])
        answer = student.observe(STEP, E, rows, values, 0.5, watch=("cost", "args"))
        if same(E, answer.args[0]):  # a step on a copy costs as much, but that is not its mistake
            raise Wrong("not-in-place")
        return answer

    if watch(400).steps - watch(100).steps > 150:
        raise Wrong("loop-over-V")
    small, large = 2_000, 6_000
    by_row = (watch(large).peak_bytes - watch(small).peak_bytes) / (large - small)
    if by_row > 0.9 * d:  # bytes for each further row of the table; an array V × d of bool has d
        raise Wrong("dense-step")


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    """Two rows, so that what a wrong id is taken for is not refused as a repeat."""
    E, _, values = table(rng, dtype=dtype)
    rows = 2 + rng.permutation(len(E) - 3)[:2]
    args = {"E": E, "rows": rows, "values": values[:2], "lr": 0.5}
    return Legal(args, None, ids="rows", V=len(E), rows="len(E)")


contract = house_rules("ids", points=0.5, legal=legal)
