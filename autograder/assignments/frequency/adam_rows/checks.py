"""Checks of `adam_rows`: Adam on the rows of some tokens, in place, with PyTorch tensors."""

import re
from typing import NamedTuple

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, bound, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.shared import device_mistakes, require
from autograder.checks.student import Student, StudentError

from ..shared import Changed, costs_little, listed, merged_wrongly, repeated, stacked, summed

NAME = "adam_rows"
NEUTRAL = "The table or one of the two means is wrong after the step."
BETAS, EPS = (0.9, 0.999), 1e-8


class Step(NamedTuple):
    """The arguments of `adam_rows`, as arrays: E, m, v (V, d), rows (N,), values (N, d)."""

    E: np.ndarray
    m: np.ndarray
    v: np.ndarray
    t: int
    rows: np.ndarray
    values: np.ndarray
    lr: float
    betas: tuple = BETAS
    eps: float = EPS


def moved(case: Step, rows, g, squares=None, **how) -> np.ndarray:
    """Return E, m and v after a step on distinct rows, (3, V, d); `how` says how a mistake computes it."""
    E, m, v, g = (np.array(a, np.float64) for a in (case.E, case.m, case.v, g))
    (b1, b2), eps, place = case.betas, case.eps, how.get("place", "outside")
    w1, w2 = how.get("weights", (1 - b1, 1 - b2))
    mean, second = b1 * m[rows] + w1 * g, b2 * v[rows] + w2 * (g**2 if squares is None else squares)
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
        before[0] if old in (True, "mean") else mean, before[1] if old in (True, "squares") else second
    )
    kept = how.get("kept", (1, 1))
    m[rows], v[rows] = (new if keep else old for new, keep, old in zip((mean, second), kept, before))
    return np.stack([E, m, v])


def after(case: Step, **how) -> np.ndarray:
    """Return E, m and v after a step, in which the gradients of a row add up."""
    return moved(case, *summed(case.rows, case.values), **how)


def predicted(case: Step) -> dict:
    """Return what each mistake gives for a step: arrays as from `after`."""
    old, right = np.stack(case[:3]).astype(np.float64), after(case)
    b1, b2 = case.betas

    def forms(name, values, **more):
        return [after(case, **{name: value}, **more) for value in values]

    found = {
        "uphill": after(case, sign=-1),
        "not-in-place": [old, np.concatenate([old[:1], right[1:]])],
        "state-not-kept": forms("kept", ((0, 0), (1, 0), (0, 1))),
        "state-before": forms("kept", ((0, 0), (1, 1)), before=True)
        + [after(case, before=which) for which in ("mean", "squares")],
        "no-correction": forms("correct", ((0, 0), (1, 0), (0, 1))),
        "step-shifted": forms("shift", (1, -1)),
        "settings-ignored": [after(case._replace(betas=BETAS))],
        "no-root": forms("place", ("no root", "corrected, no root")),
        "betas-swapped": after(case._replace(betas=(b2, b1))),
        "gradient-unweighted": forms("weights", ((1, 1), (1, 1 - b2), (1 - b1, 1))),
        "others-change": forms("others", ("decay", "move", "move undecayed")),
    }
    if case.t > 1000:
        found["corrections-end"] = found["no-correction"]
    if case.eps > EPS or tiny(case):  # where eps stands shows only if it is large beside the root
        found["eps-inside"] = forms("place", ("inside", "corrected, inside"))
        found["eps-as-adam"] = after(case, place="corrected")
        found["settings-ignored"] += [after(case._replace(eps=e)) for e in (0.0, 1e-10, EPS)]
        found["others-change"] += forms("others", ("decay", "move", "move undecayed"), place="corrected")
    if len(set(case.rows.tolist())) == len(case.rows):
        return found | {"values-in-order": after(case._replace(rows=np.sort(case.rows)))}
    in_turn = case
    for row, g in zip(case.rows, case.values):
        E, m, v = moved(in_turn, np.array([row]), g[None])
        in_turn = in_turn._replace(E=E, m=m, v=v)
    merged = merged_wrongly(case.rows, case.values, lambda *parts: moved(case, *parts))
    return found | merged | {"gradients-in-turn": np.stack(in_turn[:3])}


def tiny(case: Step) -> bool:
    """Return whether all gradients are so small that the default eps counts."""
    return bool(np.abs(case.values).max() < 1e-6)


def rounding(case: Step) -> np.ndarray:
    """Return the rounding error allowed of E, m and v, (3, V, d); sums and means may cancel."""
    (b1, b2), rows = case.betas, np.unique(case.rows)
    E, m, v = (np.abs(a.astype(np.float64)) for a in case[:3])
    squares, parts = after(case)[2], np.array(m)
    _, g = summed(case.rows, np.abs(case.values))
    parts[rows] = m[rows] + g
    c1, c2 = 1 - b1**case.t, 1 - b2**case.t
    most = np.zeros_like(E)
    most[rows] = case.lr * parts[rows] / c1 * np.sqrt(c2) / (np.sqrt(squares[rows]) + case.eps)
    widest = np.maximum(v, squares)
    widest[rows] += g**2
    # v may be computed as v + (1 - β₂) (g² - v): its rounding is that of v, and enters under the root.
    return (
        bound(case.E.dtype.name, 20, np.stack([E + most, parts, widest]))
        + 5e-5 * most[None] * (case.eps <= EPS and not tiny(case)) * np.array([1, 0, 0])[:, None, None]
    )  # so little that the place of a small eps does not count


def drawn(rng: np.random.Generator, t: int, dtype="float64", kind="int64", betas=None, eps=EPS) -> Step:
    """Return a step in the middle of training: both running means are not zero in any row."""
    E, rows, values = listed(rng, dtype=dtype, kind=kind)
    m = (rng.uniform(0.3, 1.5, E.shape) * rng.choice([-1, 1], E.shape)).astype(dtype)
    v = rng.uniform(0.5, 3, E.shape).astype(dtype)
    lr = float(rng.uniform(0.1, 0.9))
    betas = betas or (float(rng.uniform(0.5, 0.7)), float(rng.uniform(0.75, 0.9)))
    return Step(E, m, v, t, rows, values, lr, betas, eps)


def arguments(student: Student, case: Step, grad=False, device=None) -> list:
    """Return the arguments of the call; betas and eps are left out where they have the default values."""

    def tensor(values, grad=False):
        return student.tensor(values, grad=grad, device=device)

    tensors = [tensor(case.E, grad), tensor(case.m), tensor(case.v)]
    given = [*tensors, case.t, tensor(case.rows), tensor(case.values), case.lr]
    given += [case.betas] if (case.betas, case.eps) != (BETAS, EPS) else []
    return given + ([case.eps] if case.eps != EPS else [])


def take_step(student: Student, case: Step, **options):
    """Return E, m and v after the student's step, (3, V, d), and the whole answer."""
    answer = student.observe(NAME, *arguments(student, case, **options), watch=("args",))
    return stacked(answer.args[:3], case.E.dtype.name, NEUTRAL), answer


def see(student: Student, diagnosis: Changed, case: Step, **options) -> None:
    """Record one step: the student's, the right one, and what mistakes give."""
    got, want, allowed = take_step(student, case, **options)[0], after(case), rounding(case)
    diagnosis.see(got, want, allowed, predicted, case)


@check(points=1)
def step(student: Student, rng: np.random.Generator):
    """Steps in the middle of training, a late one and the first, on distinct rows, with a small eps."""
    diagnosis = Changed(NEUTRAL, "E", "m", "v")
    for t in (2, 3, int(rng.integers(4, 7))):
        see(student, diagnosis, drawn(rng, t))
    see(student, diagnosis, drawn(rng, 5, "float32", "int32"))
    see(student, diagnosis, drawn(rng, 4, betas=BETAS))
    see(student, diagnosis, drawn(rng, 5000, betas=BETAS))
    case = drawn(rng, 3)
    E, m, v, values = (a[:, :1] for a in (*case[:3], case.values))
    see(student, diagnosis, case._replace(E=E, m=m, v=v, values=values))
    case = drawn(rng, 1, betas=BETAS)
    case = case._replace(m=np.zeros_like(case.m), v=np.zeros_like(case.v))
    got, want, allowed = take_step(student, case)[0], after(case), rounding(case)
    diagnosis.see(got, want, allowed, predicted, case)
    diagnosis.conclude()


@check(points=1)
def eps(student: Student, rng: np.random.Generator):
    """Where eps is added, and whether it is; the default one, which counts beside tiny roots."""
    diagnosis = Changed(
        f"{NEUTRAL} Look at a large eps, and at the default one beside tiny roots.", "E", "m", "v"
    )
    for t in (2, 4):
        see(student, diagnosis, drawn(rng, t, eps=float(rng.uniform(0.4, 0.9))))
    case = drawn(rng, 3, betas=BETAS)
    m, v, values = 1e-8 * case.m, 1e-16 * case.v, 1e-8 * case.values
    see(student, diagnosis, case._replace(m=m, v=v, values=values))
    diagnosis.conclude()


@check(points=2)
def repeats(student: Student, rng: np.random.Generator):
    """Rows that are listed several times, side by side and apart."""
    diagnosis = Changed(f"{NEUTRAL} Look at rows that are listed several times.", "E", "m", "v")
    for t, apart in ((2, True), (3, False), (4, True)):
        case = drawn(rng, t)
        see(student, diagnosis, case._replace(rows=repeated(case.rows, apart)))
    diagnosis.conclude()
    case = drawn(rng, 3)
    case = case._replace(
        rows=case.rows[[0, 1, 0]], values=np.stack([case.values[0], case.values[1], -case.values[0]])
    )
    if not close(take_step(student, case)[0], after(case), rounding(case)):
        raise Wrong("sum-zero-skipped")


def ask_parameter(student: Student, case: Step, device=None) -> np.ndarray:
    """Return E, m and v after a step on a table that requires a gradient."""
    try:
        return take_step(student, case, grad=True, device=device)[0]
    except StudentError as error:
        if error.is_a("RuntimeError") and re.search("requires.grad", error.message):
            raise Wrong("leaf-refused") from error
        raise


@check(points=1)
def parameter(student: Student, rng: np.random.Generator):
    """A table with `requires_grad`."""
    case, diagnosis = drawn(rng, 4), Changed(NEUTRAL, "E", "m", "v")
    see(student, diagnosis, case)
    diagnosis.conclude()
    diagnosis.see(ask_parameter(student, case), after(case), rounding(case), predicted, case)
    diagnosis.conclude()
    # What PyTorch is told to record is no array, so a small step is looked at beside the student's code.
    for asked in (False, True):
        prepare = (
            f"E, m, v = torch.ones((2, 1), requires_grad={asked}), torch.zeros((2, 1)), torch.zeros((2, 1))\n"
            f"{NAME}(E, m, v, 1, torch.tensor([1]), torch.ones((1, 1)), 0.5)"
        )
        if student.evaluate(prepare, "(E.requires_grad, torch.is_grad_enabled())") != (asked, True):
            raise Wrong("recording-changed")


def counted(student: Student, rng: np.random.Generator, d: int, device=None) -> None:
    """Raise `Wrong` unless a step costs what the listed rows cost; counted at two sizes of the table."""

    def watch(V):
        E, values = np.full((V, d), 3, np.float32), np.ones((5, d), np.float32)
        case = Step(E, E / 6, E / 2, 4, rng.permutation(V)[[0, 1, 2, 3, 1]], values, 0.5)
        args = arguments(student, case, device=device)
        return student.observe(NAME, *args, watch=("cost", "args")), args[0]

    costs_little(watch, d)


@check(points=1)
def cost(student: Student, rng: np.random.Generator):
    """Counted at two sizes of the table, for tokens with a repeat."""
    case = drawn(rng, 4)
    case = case._replace(rows=repeated(case.rows, True))
    require(NAME, lambda: take_step(student, case)[1].args[0], after(case)[0])
    counted(student, rng, 32)
    E, rows, values = listed(rng, 400, 32)
    case = drawn(rng, 4)._replace(E=E, m=E / 2, v=E**2 + 0.5, rows=rows, values=values)
    if not close(take_step(student, case)[0], after(case), rounding(case)):
        raise Unexplained("A step on a table of many rows is wrong.")


@check(points=1, accelerator=True)
def device(student: Student, rng: np.random.Generator):
    """On another device than the CPU: distinct rows; repeats and a parameter if the CPU has them right."""
    diagnosis = Changed(NEUTRAL, "E", "m", "v")
    for case in (drawn(rng, 4), drawn(rng, 5, "float32")):
        on_device(student, diagnosis, case)
    diagnosis.conclude()
    case = drawn(rng, 3)
    again = case._replace(rows=repeated(case.rows, True))
    if right_on_cpu(student, again):
        on_device(student, diagnosis, again)
    if right_on_cpu(student, case, grad=True):
        on_device(student, diagnosis, case, grad=True)
    diagnosis.conclude()
    if cheap(student, rng, "cpu") and not cheap(student, rng, None):
        raise Wrong("table-moved")


def on_device(student: Student, diagnosis: Changed, case: Step, **options) -> None:
    with device_mistakes():
        got, answer = take_step(student, case, **options)
    if any(a.device != student.device for a in answer.args[:3]):
        raise Wrong("wrong-device")
    # A mistake that shows on the CPU as well is named as what it is there.
    diagnosis.see(got, after(case), rounding(case), predicted, case)


def right_on_cpu(student: Student, case: Step, **options) -> bool:
    try:
        return close(take_step(student, case, device="cpu", **options)[0], after(case), rounding(case))
    except (StudentError, Wrong):
        return False


def cheap(student: Student, rng: np.random.Generator, device) -> bool:
    try:
        counted(student, rng, 32, device)
    except (StudentError, Wrong):
        return False
    return True


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    case = drawn(rng, 4, dtype)
    args = {
        "E": case.E,
        "m": case.m,
        "v": case.v,
        "step": 4,
        "rows": case.rows,
        "values": case.values,
        "lr": 0.5,
    }
    return Legal(args, None, "rows", len(case.E), "len(E)")


contract = house_rules("ids", legal=legal, on="torch")
