"""Checks of `adagrad_rows`, and what both optimizers must refuse and may cost."""

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, blame, bound, must_refuse, same
from autograder.checks.framework.shared import answers
from autograder.checks.framework.student import StudentError
from autograder.checks.frequency.asking import REFUSE
from autograder.checks.frequency.catalogue import SUITE
from autograder.sandboxed import protocol

check = SUITE.check
NAME = "adagrad_rows"
NEUTRAL = "The table or the state is wrong after the step."


def listed(rng, V=9, d=3, k=5, dtype="float64", kind="int64") -> tuple:
    """(E, rows, values): distinct rows, neither ascending nor descending; no value near zero."""
    rows = rng.permutation(V)[:k]
    while k > 2 and (np.all(np.diff(rows) > 0) or np.all(np.diff(rows) < 0)):
        rows = rng.permutation(V)[:k]
    values = rng.uniform(0.5, 2, (k, d)) * rng.choice([-1, 1], (k, d))
    return rng.normal(size=(V, d)).astype(dtype), rows.astype(kind), values.astype(dtype)


def stacked(arrays, dtype: str, neutral: str) -> np.ndarray:
    """Arrays after the call, one above the other."""
    alike = all(isinstance(a, protocol.Array) and a.dtype == dtype for a in arrays)
    if not alike or len({a.values.shape for a in arrays}) != 1:
        raise Wrong(None, neutral)
    return np.stack([a.values.astype(np.float64) for a in arrays])


# -- Adagrad -------------------------------------------------------------------------------------------


def after(E, state, rows, values, lr, eps, **how) -> np.ndarray:
    """E and the state after the step, (2, V, d) in float64; `how` names a mistake."""
    E, state, g = (np.array(a, np.float64) for a in (E, state, values))
    before, square = state[rows], g**2
    if "row_wise" in how:
        square = np.broadcast_to(getattr(square, how["row_wise"])(axis=1, keepdims=True), g.shape)
    sums = square if how.get("replaced") else before + square
    used = before if how.get("before") else sums
    with np.errstate(all="ignore"):
        root = used if how.get("no_root") else np.sqrt(used + eps if how.get("inside") else used)
        E[rows] -= how.get("sign", 1) * lr * g / (root + (0 if how.get("inside") else eps))
    state[rows] = before if how.get("not_kept") else sums
    return np.stack([E, state])


def known(E, state, rows, values, lr, eps) -> dict:
    def like(**how):
        return after(E, state, rows, values, lr, **({"eps": eps} | how))

    old, right = np.stack([E, state]).astype(np.float64), like()
    return {
        "uphill": like(sign=-1),
        "not-in-place": [old, np.stack([old[0], right[1]])],
        "state-not-kept": like(not_kept=True),
        "state-before": [like(before=True), like(before=True, not_kept=True)],
        "state-replaced": like(replaced=True),
        "eps-inside": like(inside=True),
        "settings-ignored": [like(eps=0.0), like(eps=1e-10), like(eps=1e-8)],
        "no-root": like(no_root=True),
        "row-wise": [like(row_wise="mean"), like(row_wise="sum")],
    }


def rounding(E, state, rows, values, lr, eps) -> np.ndarray:
    right = after(E, state, rows, values, lr, eps)
    steps = np.abs(right[0] - E)
    return bound(E.dtype.name, 10, np.stack([np.abs(E) + steps, right[1]]))


def step(student, args, strided=False, **options) -> np.ndarray:
    """E and the state after a step; nothing returned, and the other arguments as they were."""
    answer = student.observe(NAME, *args, watch=("args",), strided=strided, **options)
    got = stacked(answer.args[:2], args[0].dtype.name, NEUTRAL)
    if answer.value is not None:
        raise Wrong(None, "The step returns something; it happens in its arguments, and None is expected.")
    if not (same(args[2], answer.args[2]) and same(args[3], answer.args[3])):
        raise Wrong("arguments-changed")
    return got


def watch(student, evidence, E, state, rows, values, lr, eps=None, strided=False) -> None:
    given = (E, state, rows, values, lr) + (() if eps is None else (eps,))
    eps = 1e-10 if eps is None else eps
    case = E, state, rows, values, lr, eps
    evidence.see(step(student, given, strided), after(*case), rounding(*case), known, *case)


@check(NAME, "step", points=1)
def _(student, rng):
    """One step with a state that is not zero, with a large eps and with the one by default."""
    evidence = Diagnosis(NEUTRAL)
    for eps in (0.3, None, 0.8):
        E, rows, values = listed(rng)
        state, lr = rng.uniform(0.5, 4, E.shape), float(rng.uniform(0.1, 0.9))
        watch(student, evidence, E, state, rows, values, lr, eps)
    evidence.conclude()


@check(NAME, "sequence", points=1)
def _(student, rng):
    """Steps from nothing, in both dtypes; other dtypes of rows; gaps in memory; no rows; zero gradients."""
    evidence = Diagnosis(NEUTRAL)
    E, rows, values = listed(rng)
    state, lr = np.zeros_like(E), 0.4
    for n in range(3):
        watch(student, evidence, E, state, rows, values, lr, 0.2)
        E, state = after(E, state, rows, values, lr, 0.2)
        _, rows, values = listed(rng, k=3 + n)
    evidence.conclude()
    kinds = ("float32", "int32", False), ("float64", "uint8", True), ("float32", "int64", True)
    for dtype, kind, strided in kinds:
        E, rows, values = listed(rng, dtype=dtype, kind=kind)
        values[0, 0] = 0
        state = rng.integers(0, 3, E.shape).astype(dtype)
        with blame(None, "Some dtype of E or of rows fails, or arrays with gaps in memory do."):
            watch(student, evidence, E, state, rows, values, lr, strided=strided)
    evidence.conclude()
    refuses_nothing(
        lambda: student.observe(NAME, E, state, rows[:0], values[:0], lr, watch=("args",)), (E, state)
    )


# -- what both optimizers share ------------------------------------------------------------------------


def refuses_nothing(ask, kept) -> None:
    """A step without rows is no error and changes nothing."""
    neutral = "A step without rows fails, or changes something."
    with blame(None, neutral):
        answer = ask()
    if not all(same(a, b) for a, b in zip(kept, answer.args)):
        raise Wrong(None, neutral)


def attempt(student, name, args, states: int) -> None:
    """Ask for a step; if it is refused, the table and its states must be as they were."""
    answer = student.observe(name, *args, watch=("args", "error"))
    if answer.raised is None:
        return
    if not all(same(a, b) for a, b in zip(args[:states], answer.args)):
        raise Wrong("changed-before-error")
    raise StudentError(answer.raised.types, answer.raised.message)


def refuses_repeats(student, name, make, rows, states: int) -> None:
    """`make(rows)` gives the arguments. A row listed twice, side by side or apart."""
    for second, silent in ((1, "repeats-accepted"), (4, "repeats-side-by-side")):
        bad = rows.copy()
        bad[second] = rows[0]
        must_refuse(
            student,
            "ValueError",
            lambda: attempt(student, name, make(bad), states),
            silent=silent,
            other="wrong-exception",
            neutral="A row that is listed twice is not refused as it should be.",
        )


def refuses_rows(student, name, make, rows, not_integers, V, states: int) -> None:
    """Rows that are no integers, or outside the table."""
    for bad in not_integers:
        must_refuse(
            student,
            "TypeError",
            lambda: attempt(student, name, make(bad), states),
            silent="rows-unchecked",
            other="rows-unchecked",
            neutral=REFUSE,
        )
    # Numbers far from every size in play, so that a message can hold them for one reason only.
    for outside in (-1, 9173, V, -8317):
        bad = rows.copy()
        bad[2] = outside
        must_refuse(
            student,
            "IndexError",
            lambda: attempt(student, name, make(bad), states),
            says=str(outside),
            mute="rows-unchecked",
            silent="rows-unchecked",
            other="wrong-exception",
            neutral=REFUSE,
        )


def refuses_shapes(student, name, cases, states: int) -> None:
    for args in cases:
        must_refuse(
            student,
            "ValueError",
            lambda: attempt(student, name, args, states),
            silent="shapes-unchecked",
            other="wrong-exception",
            neutral=REFUSE,
        )


def costs_little(watch, d: int) -> None:
    """`watch(V)` asks for a step on five rows: its steps and its bytes hardly grow with the table.

    It returns the answer, arguments included, and the table as it was sent.
    """

    def looked_at(V):
        answer, E = watch(V)
        if same(E, answer.args[0]):  # stepping a copy costs one, but that is not the point then
            raise Wrong("not-in-place")
        return answer

    if looked_at(400).steps - looked_at(100).steps > 150:
        raise Wrong("loop-over-V")
    small, large = 300, 1500
    by_row = (looked_at(large).peak_bytes - looked_at(small).peak_bytes) / (large - small)
    if by_row > d * 4 / 2:  # bytes for each further row of the table
        raise Wrong("whole-table")


# -- Adagrad again -------------------------------------------------------------------------------------


def good(rng) -> tuple:
    E, rows, values = listed(rng)
    return E, rng.uniform(0.5, 4, E.shape), rows, values


def answers_small(student) -> None:
    """Go on only for a step that moves one row of a small table downhill, by half its gradient's sign."""
    E, state, values = np.ones((2, 2)), np.zeros((2, 2)), np.array([[4.0, 9.0]])
    ask = lambda: student.observe(NAME, E, state, np.array([1]), values, 0.5, watch=("args",)).args[0]  # noqa: E731
    answers(NAME, ask, np.array([[1, 1], [0.5, 0.5]]))


@check(NAME, "repeats", points=1)
def _(student, rng):
    answers_small(student)
    E, state, rows, values = good(rng)
    refuses_repeats(student, NAME, lambda r: (E, state, r, values, 0.5), rows, 2)


@check(NAME, "errors", points=1)
def _(student, rng):
    answers_small(student)
    E, state, rows, values = good(rng)
    no_integers = (rows.astype(np.float64), rows > 3)
    refuses_rows(student, NAME, lambda r: (E, state, r, values, 0.5), rows, no_integers, len(E), 2)
    refuses_shapes(
        student,
        NAME,
        [
            (E, s, r, v, 0.5)
            for s, r, v in (
                (state, rows, values[0]),
                (state, rows, values[:1]),
                (state, rows, values[:, :1]),
                (state, rows.reshape(5, 1), values.reshape(5, 1, 3)),
                (state, rows[:4], values),
                (state[:, :1], rows, values),
                (np.append(state, state, axis=0), rows, values),
            )
        ],
        2,
    )


@check(NAME, "cost", points=1)
def _(student, rng):
    """By counting, at two sizes of the table: the work and the memory of the listed rows only."""
    d = 32

    def watch(V):
        E, values = np.full((V, d), 3, np.float32), np.ones((5, d), np.float32)
        return student.observe(NAME, E, E / 2, rng.permutation(V)[:5], values, 0.5, watch=("cost", "args")), E

    costs_little(watch, d)
