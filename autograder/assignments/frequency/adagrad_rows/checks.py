"""Checks of `adagrad_rows`: Adagrad on the rows of some tokens, in place."""

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, bound, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.shared import require
from autograder.checks.student import Student

from ..shared import Changed, costs_little, listed, listed_alone, merged_wrongly, repeated, stacked, summed

NAME = "adagrad_rows"
NEUTRAL = "The table or the state is wrong after the step."


def moved(E, state, rows, g, lr, eps, squares=None, **how) -> np.ndarray:
    """Return E and the state after a step on distinct rows, (2, V, d); `how` as a mistake computes it."""
    E, state, g = (np.array(a, np.float64) for a in (E, state, g))
    before, square = state[rows], g**2 if squares is None else squares
    if "row_wise" in how:
        square = np.broadcast_to(getattr(square, how["row_wise"])(axis=1, keepdims=True), g.shape)
    sums = square if how.get("replaced") else before + square
    used = before if how.get("before") else sums
    with np.errstate(all="ignore"):
        root = used if how.get("no_root") else np.sqrt(used + eps if how.get("inside") else used)
        E[rows] -= how.get("sign", 1) * lr * g / (root + (0 if how.get("inside") else eps))
    state[rows] = before if how.get("not_kept") else sums
    return np.stack([E, state])


def after(E, state, rows, values, lr, eps, **how) -> np.ndarray:
    """Return E and the state after a step, in which the gradients of a row add up."""
    return moved(E, state, *summed(rows, values), lr, eps, **how)


def predicted(E, state, rows, values, lr, eps) -> dict:
    """Return what each mistake gives for a step: arrays as from `after`."""

    def like(**how):
        return after(E, state, rows, values, lr, **({"eps": eps} | how))

    def merged(distinct, g, squares):
        return moved(E, state, distinct, g, lr, eps, squares)

    old, right = np.stack([E, state]).astype(np.float64), like()
    found = {
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
    if len(set(rows.tolist())) == len(rows):
        return found | {"values-in-order": after(E, state, np.sort(rows), values, lr, eps)}
    one_by_one = old
    for row, g in zip(rows, values):
        one_by_one = moved(*one_by_one, np.array([row]), g[None], lr, eps)
    return found | merged_wrongly(rows, values, merged) | {"gradients-in-turn": one_by_one}


def rounding(E, state, rows, values, lr, eps) -> np.ndarray:
    """Return the rounding error allowed of E and of the state, (2, V, d)."""
    right = after(E, state, rows, values, lr, eps)
    _, parts = summed(rows, np.abs(values))  # a sum may cancel
    E_parts, state_parts = np.zeros(E.shape), np.zeros(E.shape)
    distinct = np.unique(rows)
    E_parts[distinct] = lr * parts / (np.sqrt(right[1][distinct]) + eps)
    state_parts[distinct] = parts**2
    return bound(E.dtype.name, 20, np.stack([np.abs(E) + E_parts, right[1] + state_parts]))


def see(student: Student, diagnosis: Changed, E, state, rows, values, lr, eps=None) -> None:
    """Record one step: the student's, the right one, and what mistakes give."""
    given = (E, state, rows, values, lr) + (() if eps is None else (eps,))
    case = E, state, rows, values, lr, 1e-10 if eps is None else eps
    answer = student.observe(NAME, *given, watch=("args",))
    got, want, allowed = stacked(answer.args[:2], E.dtype.name, NEUTRAL), after(*case), rounding(*case)
    listed_alone(got, want, allowed, rows, "others-change")
    diagnosis.see(got, want, allowed, predicted, *case)


def drawn(rng: np.random.Generator, **options) -> tuple:
    E, rows, values = listed(rng, **options)
    return E, rng.uniform(0.5, 4, E.shape).astype(E.dtype), rows, values, float(rng.uniform(0.1, 0.9))


@check(points=1)
def step(student: Student, rng: np.random.Generator):
    """Distinct rows, a state of zeros and others, a large eps and the default one; float32; one column."""
    diagnosis = Changed(NEUTRAL, "E", "state")
    for eps, options in ((0.3, {}), (None, {"kind": "int32"}), (0.8, {}), (None, {"dtype": "float32"})):
        see(student, diagnosis, *drawn(rng, **options), eps)
    E, _, rows, values, lr = drawn(rng)
    see(student, diagnosis, E, np.zeros_like(E), rows, values, lr, 0.2)
    E, state, rows, values, lr = drawn(rng, V=6, d=1, k=3)
    see(student, diagnosis, E, 1e-18 * state, rows, 1e-9 * values, lr)
    diagnosis.conclude()
    case = drawn(rng, V=120, kind="uint8")  # three numbers of each of them are too many for that type
    got = stacked(student.observe(NAME, *case, watch=("args",)).args[:2], "float64", NEUTRAL)
    if not close(got, after(*case, 1e-10), rounding(*case, 1e-10)):
        raise Unexplained(f"{NEUTRAL} Look at rows of a small integer type.")


@check(points=2)
def repeats(student: Student, rng: np.random.Generator):
    """Rows that are listed several times, side by side and apart; gradients that cancel."""
    diagnosis = Changed(f"{NEUTRAL} Look at rows that are listed several times.", "E", "state")
    for apart, eps in ((True, 0.3), (False, None), (True, None)):
        E, state, rows, values, lr = drawn(rng)
        see(student, diagnosis, E, state, repeated(rows, apart), values, lr, eps)
    diagnosis.conclude()
    E, state, rows, values, lr = drawn(rng)
    case = E, state, rows[[0, 1, 0]], np.stack([values[0], values[1], -values[0]]), lr
    got = stacked(student.observe(NAME, *case, watch=("args",)).args[:2], "float64", NEUTRAL)
    if not close(got, after(*case, 1e-10), rounding(*case, 1e-10)):
        raise Unexplained(f"{NEUTRAL} Look at gradients of one row that cancel.")
    case = E, state, rows, values * np.geomspace(1, 1e18, len(rows))[rng.permutation(len(rows)), None], lr
    got = stacked(student.observe(NAME, *case, watch=("args",)).args[:2], "float64", NEUTRAL)
    if not close(got, after(*case, 1e-10), rounding(*case, 1e-10)):
        raise Wrong("running-sums")


@check(points=1)
def cost(student: Student, rng: np.random.Generator):
    """Counted at two sizes of the table, for tokens with a repeat."""
    E, state, values = np.ones((2, 2)), np.full((2, 2), 9.0), np.array([[1.0, 3.0], [3.0, 1.0]])
    ask = lambda: student.observe(NAME, E, state, np.array([1, 1]), values, 0.5, watch=("args",)).args[0]  # noqa: E731
    require(NAME, ask, np.array([[1, 1], [0.6, 0.6]]))
    d = 32

    def watch(V):
        E, values = np.full((V, d), 3, np.float32), np.ones((5, d), np.float32)
        rows = rng.permutation(V)[[0, 1, 2, 3, 1]]
        return student.observe(NAME, E, E / 2, rows, values, 0.5, watch=("cost", "args")), E

    costs_little(watch, d)
    case = drawn(rng, V=400, d=d)
    got = stacked(student.observe(NAME, *case, watch=("args",)).args[:2], "float64", NEUTRAL)
    if not close(got, after(*case, 1e-10), rounding(*case, 1e-10)):
        raise Wrong(None, "A step on a table of many rows is wrong.")


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    E, state, rows, values, lr = drawn(rng, dtype=dtype)
    return Legal(
        {"E": E, "state": state, "rows": rows, "values": values, "lr": lr}, None, "rows", len(E), "len(E)"
    )


contract = house_rules("ids", legal=legal)
