"""Checks of `adagrad_rows`: Adagrad on some rows, in place; and errors and cost of both sparse optimizers."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, bound, check, same
from autograder.checks.refusals import (
    must_refuse,
    refuses_range,
    refuses_repeats,
    refuses_values,
    step_in_place,
)
from autograder.checks.shared import require

from ..shared import costs_little, listed, refuses_nothing, refuses_rows, stacked

NAME = "adagrad_rows"
NEUTRAL = "The table or the state is wrong after the step."


# -- Adagrad -------------------------------------------------------------------------------------------


def after(E, state, rows, values, lr, eps, **how) -> np.ndarray:
    """E and the state after the step, (2, V, d) in float64; `how` says how a mistake computes it."""
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
    """What each mistake gives for a step: arrays as from `after`."""

    def like(**how):
        return after(E, state, rows, values, lr, **({"eps": eps} | how))

    old, right = np.stack([E, state]).astype(np.float64), like()
    return {
        "values-in-order": after(E, state, np.sort(rows), values, lr, eps),
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
    """The rounding error allowed of E and of the state, (2, V, d)."""
    right = after(E, state, rows, values, lr, eps)
    steps = np.abs(right[0] - E)
    return bound(E.dtype.name, 10, np.stack([np.abs(E) + steps, right[1]]))


def take_step(student, args, strided=False, **options) -> np.ndarray:
    """E and the state after a step, which must return None and leave the other arguments unchanged."""
    answer = student.observe(NAME, *args, watch=("args",), strided=strided, **options)
    got = stacked(answer.args[:2], args[0].dtype.name, NEUTRAL)
    if answer.value is not None:
        raise Wrong("returns-something")
    if not (same(args[2], answer.args[2]) and same(args[3], answer.args[3])):
        raise Wrong("arguments-changed")
    return got


def listed_alone(got, want, allowed, rows, told: str) -> None:
    """`Wrong(told)` if the listed rows are right in all arrays (n, V, d), and some other row is not."""
    off = (np.abs(got - want) > allowed).any(axis=(0, 2)) if got.shape == want.shape else np.zeros(0, bool)
    if off.any() and not off[rows.astype(int)].any():
        raise Wrong(told)


def watch(student, evidence, E, state, rows, values, lr, eps=None, strided=False) -> None:
    """One step as evidence: the student's, the right one, and what mistakes give."""
    given = (E, state, rows, values, lr) + (() if eps is None else (eps,))
    eps = 1e-10 if eps is None else eps
    case = E, state, rows, values, lr, eps
    got, want, allowed = take_step(student, given, strided), after(*case), rounding(*case)
    listed_alone(got, want, allowed, rows, "others-change")
    evidence.see(got, want, allowed, known, *case)


@check(points=1)
def step(student, rng):
    """One step with a state that is not zero, with a large eps and with the default one."""
    evidence = Diagnosis(NEUTRAL)
    for eps in (0.3, None, 0.8):
        E, rows, values = listed(rng)
        state, lr = rng.uniform(0.5, 4, E.shape), float(rng.uniform(0.1, 0.9))
        watch(student, evidence, E, state, rows, values, lr, eps)
    evidence.conclude()


@check(points=1)
def sequence(student, rng):
    """Steps from a state of zero; other dtypes; non-contiguous arrays; no rows; gradients of zero."""
    evidence = Diagnosis(NEUTRAL)
    E, rows, values = listed(rng)
    state, lr = np.zeros_like(E), 0.4
    for n in range(3):
        watch(student, evidence, E, state, rows, values, lr, 0.2)
        E, state = after(E, state, rows, values, lr, 0.2)
        _, rows, values = listed(rng, k=3 + n)
    evidence.conclude()
    kinds = ("float32", "int32", False), ("float64", "int64", True), ("float32", "int64", True)
    for dtype, kind, strided in kinds:
        E, rows, values = listed(rng, dtype=dtype, kind=kind)
        values[0, 0] = 0
        state = rng.integers(0, 3, E.shape).astype(dtype)
        case = E, state, rows, values, lr
        if strided:
            watch(student, evidence, *case)
            evidence.conclude()
            with blame("not-contiguous"):
                got = take_step(student, case, strided)
            if not (np.abs(got - after(*case, 1e-10)) <= rounding(*case, 1e-10)).all():
                raise Wrong("not-contiguous")
        else:
            with blame(None, f"A table of {dtype} fails, or rows of {kind} do."):
                watch(student, evidence, *case)
    evidence.conclude()
    # Rows of a small dtype reach the first rows of a larger table; in uint64 nothing adds up with int64.
    for kind, V in (("uint8", 300), ("int8", 200), ("uint64", 9), ("uint16", 9)):
        E, rows, values = listed(rng, V)
        case = E, rng.uniform(0.5, 4, E.shape), np.unique(rows % 100)[::-1].astype(kind), values, lr
        case = (*case[:3], values[: len(case[2])], lr)
        with blame("row-dtypes"):
            got = take_step(student, case)
        if not (np.abs(got - after(*case, 1e-10)) <= rounding(*case, 1e-10)).all():
            raise Wrong("row-dtypes")
    refuses_nothing(
        lambda: student.observe(NAME, E, state, rows[:0], values[:0], lr, watch=("args",)), (E, state)
    )
    E, rows, values = listed(rng, V=1, k=1)
    case = E, np.abs(E), rows, values, lr
    if not (np.abs(take_step(student, case) - after(*case, 1e-10)) <= rounding(*case, 1e-10)).all():
        raise Unexplained(f"{NEUTRAL} Look at a table of one row.")


# -- Adagrad again -------------------------------------------------------------------------------------


def good(rng) -> tuple:
    """Arguments that are right: (E, state, rows, values)."""
    E, rows, values = listed(rng)
    return E, rng.uniform(0.5, 4, E.shape), rows, values


def require_small(student) -> None:
    """`Wrong` unless a step moves one row of a small table by half of its gradient's sign."""
    E, state, values = np.ones((2, 2)), np.zeros((2, 2)), np.array([[4.0, 9.0]])
    ask = lambda: student.observe(NAME, E, state, np.array([1]), values, 0.5, watch=("args",)).args[0]  # noqa: E731
    require(NAME, ask, np.array([[1, 1], [0.5, 0.5]]))


@check(points=1)
def repeats(student, rng):
    require_small(student)
    E, state, rows, values = good(rng)
    refuses_repeats(lambda r: step_in_place(student, NAME, (E, state, r, values, 0.5), 2), rows)


@check(points=1)
def errors(student, rng):
    require_small(student)
    E, state, rows, values = good(rng)

    def ask(args):
        step_in_place(student, NAME, (*args, 0.5), 2)

    no_integers = rows.astype(np.float64), rows > 3
    refuses_rows(lambda r: ask((E, state, r, values)), rows, no_integers, len(E))
    far = rows.astype(np.uint64)  # -5 in int64
    refuses_range(
        lambda r: ask((E, state, r, values)), far, {2**64 - 5: "rows-unchecked"}, if_unnamed="other-number"
    )
    states = [
        (E, state[:, :1], rows, values),
        (E, state[:1], rows, values),
        (E, state[:, 0], rows, values),
        (E, np.append(state, state, axis=0), rows, values),
    ]
    refuses_values(ask, states, if_accepted="state-shape-unchecked")
    tables = [
        (E[:, 0], state[:, 0], rows, values[:, 0]),
        (E[:, :, None], state[:, :, None], rows, values),
        (E[:, None], state[:, None], rows, values),
    ]
    refuses_values(ask, tables, if_accepted="table-axes-unchecked")
    bad = [
        (E, state, rows, values[0]),
        (E, state, rows, values[:1]),
        (E, state, rows, values[:, :1]),
        (E, state, rows.reshape(5, 1), values.reshape(5, 1, 3)),
        (E, state, rows[:4], values),
        (E, state, rows[:1], values),
        (E, state, rows, np.append(values, values, axis=0)),
        (E, state, rows, np.append(values, values, axis=1)),
        (E, state, rows[:1].reshape(()), values[:1]),
        (E, state, rows[:1].reshape(()), values[0]),
    ]
    refuses_values(ask, bad)
    told = {"if_accepted": "unchecked-without-rows", "if_other_type": "unchecked-without-rows"}
    for wrong in no_integers:
        must_refuse(lambda: ask((E, state, wrong[:0], values[:0])), "TypeError", **told)
    without = [(E, state[:, :1], rows[:0], values[:0]), (E, state, rows[:0], values[:0, :1])]
    refuses_values(ask, without, if_accepted="unchecked-without-rows")


@check(points=1)
def cost(student, rng):
    """Counted at two sizes of the table: time and memory of the listed rows only."""
    d = 32

    def watch(V):
        E, values = np.full((V, d), 3, np.float32), np.ones((5, d), np.float32)
        return student.observe(NAME, E, E / 2, rng.permutation(V)[:5], values, 0.5, watch=("cost", "args")), E

    costs_little(watch, d)
    # What is wrong for a small table too is the matter of the other checks.
    right = []
    for V in (9, 400):
        E, rows, values = listed(rng, V, d)
        case = E, rng.uniform(0.5, 4, E.shape), rows, values, 0.5
        right.append((np.abs(take_step(student, case) - after(*case, 1e-10)) <= rounding(*case, 1e-10)).all())
    if right == [True, False]:
        raise Unexplained("A step on a small table is right, and one on a table of many rows is not.")
