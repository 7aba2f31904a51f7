"""Checks of `catch_up`: many steps of AdamW without a gradient at once, in closed form."""

from typing import NamedTuple

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, check, close, same
from autograder.checks.shared import Evidence, device_mistakes, require
from autograder.checks.student import Student

from ..shared import listed, listed_alone, stacked

NAME = "catch_up"
NEUTRAL = "The table or one of the two means is wrong."
BETAS = (0.9, 0.999)
FIVE_DIGITS = 2e-5  # relative to the largest part of a sum: the docstring promises five digits


class Rest(NamedTuple):
    """The arguments of `catch_up`, as arrays: E, m, v (V, d), rows and rested (k,)."""

    E: np.ndarray
    m: np.ndarray
    v: np.ndarray
    rows: np.ndarray
    rested: np.ndarray
    lr: float
    betas: tuple = BETAS
    weight_decay: float = 0.0


def step_by_step(case: Rest, **how) -> np.ndarray:
    """Return E, m and v after the missed steps, (3, V, d), one by one; `how` as a mistake makes them."""
    E, m, v = (np.array(a, np.float64) for a in case[:3])
    b1, b2 = how.get("betas", case.betas)
    q = 1 - how.get("rate", case.lr * case.weight_decay)
    for row, missed in zip(case.rows, case.rested):
        for _ in range(how.get("steps", lambda k: k)(missed)):
            if how.get("late"):  # moves with the mean from before this step
                move = direction(m[row], v[row])
                m[row], v[row] = b1 * m[row], b2 * v[row]
            else:
                m[row], v[row] = b1 * m[row], b2 * v[row]
                move = direction(m[row], v[row])
            if how.get("move_first"):
                E[row] = q * (E[row] - case.lr * move)
            else:
                E[row] = q * E[row] - case.lr * move
    return np.stack([E, m, v])


def direction(m: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Return m / √v, and 0 where v is 0."""
    return np.divide(m, np.sqrt(v), out=np.zeros_like(m), where=v > 0)


def at_once(case: Rest, **how) -> np.ndarray:
    """Return E, m and v by the closed form, (3, V, d); `how` says how a mistake computes it."""
    E, m, v = (np.array(a, np.float64) for a in case[:3])
    (b1, b2), k = case.betas, case.rested.astype(np.float64)[:, None]
    q, r = 1 - case.lr * case.weight_decay, how.get("ratio", b1 / np.sqrt(b2))
    series = r * (1 - r**k) / (1 - r)
    with np.errstate(all="ignore"):
        coasted = {
            "together": lambda: r * (q**k - r**k) / (q - r),
            "none": lambda: 0 * k,
            "undecayed": lambda: series,
            "decayed at the end": lambda: series * q**k,
            "for ever": lambda: r / (1 - r) + 0 * k,
            "from the first": lambda: (q**k - r**k) / (q - r),
            "for ever, from the first": lambda: 1 / (1 - r) + 0 * k,
            "one for each": lambda: k * r,
            "last": lambda: r**k,
        }[how.get("motion", "together")]()
    kept = how.get("kept", q**k)
    rows = case.rows
    E[rows] = kept * E[rows] - how.get("sign", 1) * case.lr * coasted * direction(m[rows], v[rows])
    if how.get("means", (1, 1))[0]:
        m[rows] = b1**k * m[rows]
    if how.get("means", (1, 1))[1]:
        v[rows] = b2**k * v[rows]
    return np.stack([E, m, v])


def predicted(case: Rest) -> dict:
    """Return what each mistake gives: arrays as from `at_once`."""
    (b1, b2), k = case.betas, case.rested.astype(np.float64)[:, None]
    decay = case.lr * case.weight_decay
    old, right = np.stack(case[:3]).astype(np.float64), step_by_step(case)
    order = np.argsort(case.rows)
    found = {
        "not-in-place": [old, np.concatenate([old[:1], right[1:]])],
        "means-kept": [at_once(case, means=(0, 0)), at_once(case, means=(0, 1)), at_once(case, means=(1, 0))],
        "coasting-forgotten": [at_once(case, motion="none"), at_once(case, motion="none", means=(0, 0))],
        "coasts-for-ever": [at_once(case, motion=f"for ever{also}") for also in ("", ", from the first")],
        "first-not-faded": [step_by_step(case, late=True), at_once(case, motion="from the first")],
        "coasts-evenly": at_once(case, motion="one for each"),
        "last-move-alone": at_once(case, motion="last"),
        "second-mean-still": at_once(case, ratio=b1),
        "second-root-forgotten": at_once(case, ratio=b1 / b2),
        "uphill": at_once(case, sign=-1),
        "one-step": [step_by_step(case, steps=lambda k: min(k, 1))],
        "betas-swapped": at_once(case._replace(betas=(b2, b1))),
        "settings-ignored": [at_once(case._replace(betas=BETAS)), at_once(case._replace(weight_decay=0.0))],
        "values-in-order": at_once(case._replace(rows=case.rows[order])),
        "steps-miscounted": [step_by_step(case, steps=lambda k, by=by: max(k + by, 0)) for by in (1, -1)],
    }
    if decay:
        q = 1 - decay
        found |= {
            "decay-apart": [at_once(case, motion="undecayed"), at_once(case, motion="decayed at the end")],
            "decay-after-move": step_by_step(case, move_first=True),
            "decay-without-rate": at_once(case, kept=(1 - case.weight_decay) ** k),
            "decay-added-up": [
                at_once(case, kept=1 - k * decay),
                at_once(case, kept=1 - k * decay, motion="undecayed"),
            ],
            "decay-once": [at_once(case, kept=q), at_once(case, kept=q, motion="undecayed")],
        }
    return found


def allowed(case: Rest, want: np.ndarray) -> np.ndarray:
    """Return the error allowed of E, m and v, (3, V, d): five digits of their parts, which may cancel."""
    parts = np.abs(want)
    parts[0] += np.abs(case.E)
    parts[0, case.rows] += np.abs(at_once(case, kept=0)[0, case.rows])
    return FIVE_DIGITS * parts


def drawn(rng: np.random.Generator, dtype="float64", weight_decay=0.0, rested=None, betas=None) -> Rest:
    E, rows, _ = listed(rng, dtype=dtype)
    m = (rng.uniform(0.3, 1.5, E.shape) * rng.choice([-1, 1], E.shape)).astype(dtype)
    v = rng.uniform(0.5, 3, E.shape).astype(dtype)
    rested = rng.integers(2, 12, len(rows)) if rested is None else np.asarray(rested)
    betas = betas or (float(rng.uniform(0.5, 0.7)), float(rng.uniform(0.8, 0.95)))
    return Rest(E, m, v, rows, rested, float(rng.uniform(0.1, 0.3)), betas, weight_decay)


def ask(student: Student, case: Rest, device=None, watch=("args",)):
    """Return E, m and v after the call, (3, V, d), and the whole answer; the defaults are not passed."""
    tensors = [student.tensor(a, device=device) for a in case[:5]]
    settings = case[6:] if case[6:] != (BETAS, 0.0) else ()
    answer = student.observe(NAME, *tensors, case.lr, *settings, watch=watch)
    return stacked(answer.args[:3], case.E.dtype.name, NEUTRAL), answer


def fields(tables: np.ndarray) -> dict:
    """Return E, m and v by name."""
    return dict(zip(("E", "m", "v"), tables))


def see(student: Student, evidence: Evidence, case: Rest) -> None:
    """Record one call: the student's result, the right one, and what mistakes give."""
    got, want = ask(student, case)[0], step_by_step(case)
    listed_alone(got, want, allowed(case, want), case.rows, "others-change")

    def forms() -> dict:
        found = predicted(case)
        return {key: [fields(f) for f in (v if isinstance(v, list) else [v])] for key, v in found.items()}

    evidence.see(fields(got), fields(want), fields(allowed(case, want)), forms)


@check(points=1)
def means(student: Student, rng: np.random.Generator):
    """The two means; the table may be wrong."""
    evidence = Evidence("One of the two means is wrong.")
    for rested in (None, [1, 2, 3, 0, 7]):
        see(student, evidence, drawn(rng, rested=rested))
    evidence.conclude("m", "v")


@check(points=2)
def motion(student: Student, rng: np.random.Generator):
    """The table after steps without decay, against as many steps that are made one by one."""
    evidence = Evidence(f"{NEUTRAL} There is no decay here.")
    for betas, rested in ((None, None), (None, None), (BETAS, None), (BETAS, [40, 25, 60, 1, 2])):
        see(student, evidence, drawn(rng, betas=betas, rested=rested))
    if not evidence.right("E"):  # which mistake it is shows where a table that coasts or not also decays
        see(student, evidence, drawn(rng, weight_decay=0.4))
    evidence.conclude("E")


@check(points=2)
def decay(student: Student, rng: np.random.Generator):
    """The table after steps with motion and decay, against as many steps that are made one by one."""
    evidence = Evidence(f"{NEUTRAL} There is decay here, and motion.")
    for weight_decay in (0.4, 0.7):
        see(student, evidence, drawn(rng, weight_decay=weight_decay))
    see(student, evidence, drawn(rng, weight_decay=0.2, rested=[40, 25, 60, 1, 2], betas=BETAS))
    evidence.conclude("E")


def require_small(student: Student) -> None:
    """Raise `Wrong` unless two missed steps of one row are right."""
    E, one = np.ones((2, 1)), np.array([1])
    case = Rest(E, 4 * E, E, one, np.array([2]), 0.1, (0.5, 0.81), 1.0)
    require(NAME, lambda: ask(student, case)[1].args[0], step_by_step(case)[0])


@check(points=1)
def rest(student: Student, rng: np.random.Generator):
    """No missed step; rows without a gradient so far; float32; rests of a million steps and of a billion."""
    require_small(student)
    if not right(student, drawn(rng, weight_decay=0.3, rested=[3, 0, 0, 5, 0])):
        raise Unexplained(f"{NEUTRAL} Look at rows that have missed no step.")
    case = drawn(rng, weight_decay=0.3)
    case.m[case.rows[1]] = case.v[case.rows[1]] = 0
    case.m[case.rows[2], 0] = case.v[case.rows[2], 0] = 0
    if not right(student, case):
        raise Wrong("never-reached")
    case = drawn(rng, weight_decay=0.3)
    case.m[...], case.v[...] = 1e-17 * case.m, 1e-34 * case.v
    if not right(student, case):
        raise Wrong("eps-added")  # what else small means can do is wrong for others too
    if not right(student, drawn(rng, "float32", 0.3)):
        raise Unexplained(f"{NEUTRAL} Look at a table of float32.")
    # 1 - lr * weight_decay exceeds the factor of the moves by a hundredth, and they fade slowly.
    if not right(student, drawn(rng, betas=(0.989, 0.9999), rested=[900, 400, 3, 1, 700])):
        raise Wrong("coasts-cut-off")
    for dtype in ("float32", "float64"):
        case = drawn(rng, dtype, rested=[20_000, 3, 5_000, 10_000, 1], betas=BETAS)
        got, want = (tables[1:, case.rows] for tables in (ask(student, case)[0], at_once(case)))
        short, least = case.rested < 10, np.finfo(dtype).tiny
        if close(got, want, FIVE_DIGITS * np.abs(want) + least):
            continue
        if close(got[:, short], want[:, short], FIVE_DIGITS * np.abs(want[:, short])):
            near = close(got, want, 0.2 * np.abs(want) + least)
            named = "powers-narrow" if near else capped(case, got, at=(slice(1, 3), case.rows))
            raise Wrong(named, "One of the two means is wrong. Look at rests of thousands of steps.")
    for dtype, weight_decay in (("float32", 1e-6), ("float64", 1e-6), ("float64", 1e-9)):
        rested = [10**5, 10**6, 3 * 10**6, 10**9, 4]
        case = drawn(rng, dtype, weight_decay, rested, BETAS)._replace(lr=1.0)
        got, want = ask(student, case)[0][0], at_once(case)
        if not close(got, want[0], allowed(case, want)[0]):
            near = close(got, want[0], 0.2 * np.abs(case.E) + 0.2 * np.abs(want[0]))
            named = "powers-narrow" if near else capped(case, got, at=0)
            raise Wrong(named, f"{NEUTRAL} Look at rests of a million steps.")


def capped(case: Rest, got: np.ndarray, at) -> str | None:
    """Return "rests-capped" if what is at the places `at` of E, m and v comes of at most 10**j steps."""
    for most in 10 ** np.arange(2, 9):
        found = at_once(case._replace(rested=np.minimum(case.rested, most)))
        if close(got, found[at], allowed(case, found)[at] + np.finfo(case.E.dtype).tiny):
            return "rests-capped"
    return None


def right(student: Student, case: Rest, device=None) -> bool:
    """Return whether the table is right after the call."""
    want = at_once(case)
    return close(ask(student, case, device)[0][0], want[0], allowed(case, want)[0])


@check(points=1)
def cost(student: Student, rng: np.random.Generator):
    """Time and memory, counted for short and long rests, and at two sizes of the table."""
    require_small(student)
    d = 32

    def looked_at(V, longest):
        E = np.full((V, d), 3, np.float32)
        rested = np.array([longest, 3, longest, 9, 20])
        case = Rest(E, E / 6, E / 2, rng.permutation(V)[:5], rested, 0.01, BETAS, 0.1)
        answer = ask(student, case, watch=("cost", "args"))[1]
        if same(E, answer.args[0]):
            raise Wrong("not-in-place")
        return answer

    # PyTorch's own bookkeeping moves a peak by up to 8 kB; a float32 for each missed step is 24 kB.
    short, long = looked_at(100, 30), looked_at(100, 6000)
    if long.steps - short.steps > 150 or long.peak_bytes - short.peak_bytes > 16_000:
        raise Wrong("missed-steps-made")
    if looked_at(400, 30).steps - short.steps > 150:
        raise Wrong("loop-over-V")
    small, large = 300, 1500
    by_row = (looked_at(large, 30).peak_bytes - looked_at(small, 30).peak_bytes) / (large - small)
    if by_row > d * 4 / 2:  # bytes for each further row of the table
        raise Wrong("whole-table")


@check(points=1, accelerator=True)
def device(student: Student, rng: np.random.Generator):
    """On another device than the CPU."""
    for dtype, weight_decay in (("float64", 0.0), ("float32", 0.4)):
        case = drawn(rng, dtype, weight_decay)
        with device_mistakes():
            got, answer = ask(student, case)
        if any(a.device != student.device for a in answer.args[:3]):
            raise Wrong("wrong-device")
        want = step_by_step(case)
        if not close(got[0], want[0], allowed(case, want)[0]):
            if right(student, case, device="cpu"):
                raise Wrong("lost-off-cpu")
            raise Unexplained(f"{NEUTRAL} It is so on the CPU too: mend that first.")
