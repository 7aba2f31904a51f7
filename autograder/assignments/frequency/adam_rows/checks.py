"""Checks of `adam_rows`: Adam on some rows, in place, with PyTorch tensors."""

import re
from typing import NamedTuple

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, bound, check, same
from autograder.checks.refusals import must_refuse, refuses_repeats, refuses_values, step_in_place
from autograder.checks.shared import require
from autograder.checks.student import StudentError

from ..shared import costs_little, listed, refuses_nothing, refuses_rows, stacked

NAME = "adam_rows"
NEUTRAL = "The table or one of the two means is wrong after the step."
BETAS, EPS = (0.9, 0.999), 1e-8


class Step(NamedTuple):
    """The arguments of `adam_rows`, as arrays: E, m, v (V, d), rows (k,), values (k, d)."""

    E: np.ndarray
    m: np.ndarray
    v: np.ndarray
    t: int
    rows: np.ndarray
    values: np.ndarray
    lr: float
    betas: tuple = BETAS
    eps: float = EPS


def after(case: Step, **how) -> np.ndarray:
    """E, m and v after the step, (3, V, d) in float64; `how` says how a mistake computes it."""
    E, m, v, g = (np.array(a, np.float64) for a in (case.E, case.m, case.v, case.values))
    (b1, b2), eps, rows, place = case.betas, case.eps, case.rows, how.get("place", "outside")
    w1, w2 = how.get("weights", (1 - b1, 1 - b2))
    mean, squares = b1 * m[rows] + w1 * g, b2 * v[rows] + w2 * g**2
    t = case.t + how.get("shift", 0)
    c1, c2 = (1 - b**t if keep else 1.0 for b, keep in zip((b1, b2), how.get("correct", (1, 1))))

    def move(first, second):
        with np.errstate(all="ignore"):
            divisor = {
                "outside": lambda: (np.sqrt(second) + eps) / np.sqrt(c2),
                "inside": lambda: np.sqrt(second + eps) / np.sqrt(c2),
                "corrected": lambda: np.sqrt(second / c2) + eps,
                "corrected, inside": lambda: np.sqrt(second / c2 + eps),
                "no root": lambda: (second + eps) / np.sqrt(c2),
                "corrected, no root": lambda: second / c2 + eps,
            }[place]()
            return how.get("sign", 1) * case.lr * first / c1 / divisor

    before = m[rows], v[rows]
    if how.get("others"):
        rest = np.setdiff1d(np.arange(len(E)), rows)
        if how["others"] != "move undecayed":
            m[rest], v[rest] = b1 * m[rest], b2 * v[rest]
        if how["others"] != "decay":
            E[rest] -= move(m[rest], v[rest])
    old = how.get("before")  # of both means, or the name of one
    E[rows] -= move(
        before[0] if old in (True, "mean") else mean, before[1] if old in (True, "squares") else squares
    )
    kept = how.get("kept", (1, 1))
    m[rows], v[rows] = (new if keep else old for new, keep, old in zip((mean, squares), kept, before))
    return np.stack([E, m, v])


def known(case: Step) -> dict:
    """What each mistake gives for a step: arrays as from `after`."""
    old, right = np.stack(case[:3]).astype(np.float64), after(case)
    b1, b2 = case.betas

    def forms(name, values, **more):
        return [after(case, **{name: value}, **more) for value in values]

    return {
        "values-in-order": after(case._replace(rows=np.sort(case.rows))),
        "uphill": after(case, sign=-1),
        "not-in-place": [old, np.concatenate([old[:1], right[1:]])],
        "state-not-kept": forms("kept", ((0, 0), (1, 0), (0, 1))),
        "state-before": forms("kept", ((0, 0), (1, 1)), before=True)
        + [after(case, before=which) for which in ("mean", "squares")],
        "no-correction": forms("correct", ((0, 0), (1, 0), (0, 1))),
        "step-shifted": forms("shift", (1, -1)),
        "eps-inside": forms("place", ("inside", "corrected, inside")),
        "eps-as-adam": after(case, place="corrected"),
        "settings-ignored": [after(case._replace(eps=e)) for e in (0.0, 1e-10, EPS)]
        + [after(case._replace(betas=BETAS))],
        "no-root": forms("place", ("no root", "corrected, no root")),
        "betas-swapped": after(case._replace(betas=(b2, b1))),
        "not-averaged": forms("weights", ((1, 1), (1, 1 - b2), (1 - b1, 1))),
        "other-rows-move": forms("others", ("decay", "move", "move undecayed"))
        + forms("others", ("decay", "move", "move undecayed"), place="corrected"),
    }


def rounding(case: Step) -> np.ndarray:
    """The rounding error allowed of E, m and v, (3, V, d); for m that of its parts, which may cancel."""
    (b1, b2), rows = case.betas, case.rows
    E, m, v = (np.abs(a.astype(np.float64)) for a in case[:3])
    squares = after(case)[2]
    parts = np.array(m)
    parts[rows] = m[rows] + np.abs(case.values)
    c1, c2 = 1 - b1**case.t, 1 - b2**case.t
    most = np.zeros_like(E)
    most[rows] = case.lr * parts[rows] / c1 * np.sqrt(c2) / (np.sqrt(squares[rows]) + case.eps)
    widest = np.maximum(v, squares)
    # v may be computed as v + (1 - β₂) (g² - v): its rounding is that of v, and enters under the root.
    return bound(case.E.dtype.name, 20, np.stack([E + most, parts, widest]))


def drawn(rng, t: int, dtype="float64", kind="int64", k=5, betas=None, eps=None) -> Step:
    """A step in the middle of training: both running means are not zero in any row."""
    E, rows, values = listed(rng, k=k, dtype=dtype, kind=kind)
    m = (rng.uniform(0.3, 1.5, E.shape) * rng.choice([-1, 1], E.shape)).astype(dtype)
    v = rng.uniform(0.5, 3, E.shape).astype(dtype)
    lr = float(rng.uniform(0.1, 0.9))
    betas = betas or (float(rng.uniform(0.5, 0.7)), float(rng.uniform(0.75, 0.9)))
    return Step(E, m, v, t, rows, values, lr, betas, float(rng.uniform(0.4, 0.9)) if eps is None else eps)


def arguments(student, case: Step, grad=False, device=None) -> list:
    """The arguments of the call; betas and eps are left out where they have the default values."""

    def tensor(values, grad=False):
        return student.tensor(values, grad=grad, device=device)

    tensors = [tensor(case.E, grad), tensor(case.m), tensor(case.v)]
    given = [*tensors, case.t, tensor(case.rows), tensor(case.values), case.lr]
    return given if (case.betas, case.eps) == (BETAS, EPS) else [*given, case.betas, case.eps]


def take_step(student, case: Step, grad=False, strided=False):
    """E, m and v after the student's step, (3, V, d), and the whole answer."""
    args = arguments(student, case, grad)
    answer = student.observe(NAME, *args, watch=("args",), strided=strided)
    got = stacked(answer.args[:3], case.E.dtype.name, NEUTRAL)
    if answer.value is not None:
        raise Wrong("returns-something")
    if not (same(args[4], answer.args[4]) and same(args[5], answer.args[5])):
        raise Wrong("arguments-changed")
    return got, answer


def watch(student, evidence, case: Step, **options) -> None:
    """One step as evidence: the student's, the right one, and what mistakes give."""
    evidence.see(take_step(student, case, **options)[0], after(case), rounding(case), known, case)


@check(points=1)
def step(student, rng):
    """One step in the middle of training, with a large eps."""
    evidence = Diagnosis(NEUTRAL)
    for t in (2, 3, int(rng.integers(4, 7))):
        watch(student, evidence, drawn(rng, t))
    evidence.conclude()


@check(points=1)
def sequence(student, rng):
    """The first steps, with default betas and eps; other dtypes; non-contiguous tensors; no rows."""
    evidence = Diagnosis(NEUTRAL)
    watch(student, evidence, drawn(rng, 3))
    evidence.conclude()
    case = drawn(rng, 1, betas=BETAS, eps=EPS)
    case = case._replace(m=np.zeros_like(case.m), v=np.zeros_like(case.v))
    for n in range(3):
        watch(student, evidence, case)
        E, m, v = after(case)
        _, rows, values = listed(rng, k=3 + n)
        case = case._replace(E=E, m=m, v=v, t=case.t + 1, rows=rows, values=values)
    evidence.conclude()
    kinds = ("float32", "int64", False), ("float64", "int64", True), ("float32", "int64", True)
    for dtype, kind, strided in kinds:
        case = drawn(rng, 9, dtype, kind)
        if strided:
            watch(student, evidence, case)
            evidence.conclude()
            with blame("not-contiguous"):
                got, _ = take_step(student, case, strided=True)
            if not (np.abs(got - after(case)) <= rounding(case)).all():
                raise Wrong("not-contiguous")
        else:
            with blame(None, f"A table of {dtype} fails, or rows of {kind} do."):
                watch(student, evidence, case)
    evidence.conclude()
    case = drawn(rng, 3, kind="int32")
    with blame("row-dtypes"):
        got, _ = take_step(student, case)
    if not (np.abs(got - after(case)) <= rounding(case)).all():
        raise Wrong("row-dtypes")
    none = arguments(student, case._replace(rows=case.rows[:0], values=case.values[:0]))
    refuses_nothing(lambda: student.observe(NAME, *none, watch=("args",)), none[:3])


@check(points=1)
def parameter(student, rng):
    """A table with `requires_grad`."""
    case = drawn(rng, 4)
    evidence = Diagnosis(NEUTRAL)
    watch(student, evidence, case)
    evidence.conclude()
    try:
        got, answer = take_step(student, case, grad=True)
        evidence.see(got, after(case), rounding(case), known, case)
    except StudentError as error:
        if error.is_a("RuntimeError") and re.search("requires.grad", error.message):
            raise Wrong("leaf-refused") from error
        raise
    evidence.conclude()
    # What PyTorch is told to record is no array, so a small step is looked at beside the student's code.
    for asked in (False, True):
        made = (
            f"E = torch.ones((2, 1), requires_grad={asked}); m, v = torch.zeros((2, 1)), torch.zeros((2, 1))"
        )
        call = f"{NAME}(E, m, v, 1, torch.tensor([{{}}]), torch.ones((1, 1)), 0.5)"
        refused = f"{made}\ntry:\n    {call.format(7)}\nexcept IndexError:\n    pass"
        for prepare in (f"{made}; {call.format(1)}", refused):
            if student.evaluate(prepare, "(E.requires_grad, torch.is_grad_enabled())") != (asked, True):
                raise Wrong("recording-changed")


def require_small(student, case) -> None:
    """`Wrong` unless the table is right after this step."""
    ask = lambda: student.observe(NAME, *arguments(student, case), watch=("args",)).args[0]  # noqa: E731
    require(NAME, ask, after(case)[0])


def attempt(student, case) -> None:
    """A step that must be refused; `Wrong` if it changes E, m or v and then raises."""
    step_in_place(student, NAME, arguments(student, case), 3)


@check(points=1)
def repeats(student, rng):
    case = drawn(rng, 4)
    require_small(student, case)
    refuses_repeats(lambda r: attempt(student, case._replace(rows=r)), case.rows)


@check(points=1)
def errors(student, rng):
    case = drawn(rng, 4)
    require_small(student, case)
    E, m, v, _, rows, values = case[:6]
    no_integers = [rows.astype(dtype) for dtype in ("float32", "bool", "int16", "uint8", "int8")]
    refuses_rows(lambda r: attempt(student, case._replace(rows=r)), rows, no_integers, len(E))
    bad = [
        {"values": values[0]},
        {"values": values.reshape(-1)},
        {"values": values.T.copy()},
        {"rows": rows[:1].reshape(1, 1), "values": values[:1]},
        {"rows": rows[:, None]},
        {"rows": rows[0]},
        {"rows": rows[0], "values": values[0]},
        {"values": values[:1]},
        {"values": values[:, :1]},
        {"rows": rows.reshape(5, 1), "values": values.reshape(5, 1, 3)},
        {"rows": rows[:4]},
        {"rows": rows[:1]},
        {"values": np.append(values, values, axis=0)},
        {"values": np.append(values, values, axis=1)},
    ]
    refuses_values(lambda change: attempt(student, case._replace(**change)), bad)
    states = [{"m": m[:, :1]}, {"v": np.append(v, v, axis=0)}, {"m": m[:1]}, {"v": v[:, :1]}, {"v": v[:, 0]}]
    refuses_values(
        lambda change: attempt(student, case._replace(**change)), states, if_accepted="state-shape-unchecked"
    )
    tables = [
        {"E": E[:, 0], "m": m[:, 0], "v": v[:, 0], "values": values[:, 0]},
        {"E": E[:, :, None], "m": m[:, :, None], "v": v[:, :, None]},
    ]
    refuses_values(
        lambda change: attempt(student, case._replace(**change)), tables, if_accepted="table-axes-unchecked"
    )
    for t in (0, -2):
        try:
            refuses_values(lambda t: attempt(student, case._replace(t=t)), (t,), if_accepted="step-unchecked")
        except Wrong as wrong:
            if (
                t and wrong.misconception == "changed-before-error"
            ):  # 0 is refused in time: -2 fails by chance
                raise Wrong("step-unchecked") from wrong
            raise
    told = {"if_accepted": "unchecked-without-rows", "if_other_type": "unchecked-without-rows"}
    for wrong in no_integers:
        none = case._replace(rows=wrong[:0], values=values[:0])
        must_refuse(lambda: attempt(student, none), "TypeError", **told)
    without = {"rows": rows[:0], "values": values[:0]}
    changes = [without | {"m": m[:, :1]}, without | {"values": values[:0, :1]}, without | {"t": 0}]
    refuses_values(
        lambda change: attempt(student, case._replace(**change)),
        changes,
        if_accepted="unchecked-without-rows",
    )


def counted(student, rng, d, device=None) -> None:
    """`Wrong` unless a step costs what the listed rows cost; counted at two sizes of the table."""

    def watch(V):
        E, values = np.full((V, d), 3, np.float32), np.ones((5, d), np.float32)
        case = Step(E, E / 6, E / 2, 4, rng.permutation(V)[:5], values, 0.5)
        args = arguments(student, case, device=device)
        return student.observe(NAME, *args, watch=("cost", "args")), args[0]

    costs_little(watch, d)


@check(points=1)
def cost(student, rng):
    d = 32
    counted(student, rng, d)
    # What is wrong for a small table too is the matter of the other checks.
    right = []
    for V in (9, 400):
        E, rows, values = listed(rng, V, d)
        m, v = rng.normal(size=E.shape), rng.uniform(0.5, 3, E.shape)
        case = drawn(rng, 4)._replace(E=E, m=m, v=v, rows=rows, values=values)
        right.append((np.abs(take_step(student, case)[0] - after(case)) <= rounding(case)).all())
    if right == [True, False]:
        raise Unexplained("A step on a small table is right, and one on a table of many rows is not.")


@check(points=1, accelerator=True)
def device(student, rng):
    """On another device than the CPU; a row outside the table there."""
    evidence = Diagnosis(NEUTRAL)
    for case in (drawn(rng, 4), drawn(rng, 5, "float32")):
        try:
            got, answer = take_step(student, case)
        except StudentError as error:
            if error.is_a("TypeError") and "numpy" in error.message:
                raise Wrong("through-numpy") from error
            if error.is_a("RuntimeError") and re.search("same device|expected device|on cpu", error.message):
                raise Wrong("wrong-device") from error
            raise
        if any(a.device != student.device for a in answer.args[:3]):
            raise Wrong("wrong-device")
        # A mistake that shows on the CPU as well is named as what it is there.
        evidence.see(got, after(case), rounding(case), known, case)
    evidence.conclude()

    def cheap(device):
        try:
            counted(student, rng, 32, device)
        except Wrong:
            return False
        return True

    if cheap("cpu") and not cheap(None):  # what costs too much on the CPU is no matter of the device
        raise Wrong("table-moved")
    accepted, other = set(), None
    for number in (-1, len(case.E)):
        bad = case.rows.copy()
        bad[2] = number
        try:
            student.call(NAME, *arguments(student, case._replace(rows=bad)))
            accepted.add(number)
        except StudentError as error:
            other = other if error.is_a("IndexError") else error
    if accepted:
        raise Wrong("negative-row" if accepted == {-1} else "rows-unchecked")
    if other:
        raise Wrong("unchecked-on-device") from other
