"""Checks of `head_backward`: loss, and the gradients of the table and of the hidden states."""

import numpy as np

from autograder.checks.framework.checking import Wrong, array
from autograder.checks.framework.refusals import refuses_ids, refuses_values
from autograder.checks.framework.shared import answers, ask, dtypes_of, loss
from autograder.checks.language_model.asking import Evidence
from autograder.checks.language_model.catalogue import SUITE
from autograder.checks.language_model.draws import Top
from autograder.checks.language_model.rounding import Rounded

check = SUITE.check
NAME = "head_backward"
FIELDS = ("loss", "dE", "dh")
NEUTRAL = "The loss or a gradient of the head is wrong."


def draw(rng, B=5, V=7, d=4, dtype="float64") -> Top:
    """A head with repeated targets, and tokens that are no target."""
    h, E = (Rounded.exact(rng.normal(size=s).astype(dtype)) for s in ((B, d), (V, d)))
    return Top(h, E, rng.choice(rng.permutation(V)[: max(2, V // 2)], B))


def sent(case: Top) -> tuple:
    """The arguments of the call: h, E, targets."""
    return case.h.values.astype(case.h.dtype), case.E.values.astype(case.h.dtype), case.targets


def fields(case: Top, residual=None, over=None) -> dict[str, np.ndarray]:
    """The three results from p − onehot, or what a mistake has in its place, divided by `over` (or B)."""
    B = len(case.targets)
    dz = (case.residual if residual is None else residual) / (B if over is None else over)
    dE, dh = case.back(dz)
    return {"loss": case.loss.values, "dE": dE.values, "dh": dh.values}


def mistakes(case: Top) -> dict:
    """What each mistake gives for the three results: its forms."""
    r, right, B, t = case.residual, fields(case), len(case.targets), case.targets.astype(int)
    hit = np.zeros_like(r)
    hit[np.arange(B), t] = 1
    everywhere = r + hit
    everywhere[:, t] -= 1
    summed, own = fields(case, over=1), r * hit
    return {
        "uphill": [fields(case, -r)],
        "not-averaged": [summed | {"loss": right["loss"] * B}, summed, right | {"loss": right["loss"] * B}],
        "part-not-averaged": [right | {"dh": summed["dh"]}, right | {"dE": summed["dE"]}],
        "averaged-twice": [fields(case, over=B * B), *(right | {f: right[f] / B} for f in ("dE", "dh"))],
        "target-not-subtracted": [fields(case, r + hit)],
        "target-in-every-row": [fields(case, everywhere)],
        "only-target-rows": [fields(case, own), right | {"dE": fields(case, own)["dE"]}],
    }


def run(student, case: Top, strided=False) -> tuple[dict, set]:
    """The three results by name, and the dtypes of the arrays."""
    value = ask(student, NAME, *sent(case), strided=strided)
    if not isinstance(value, (tuple, list)) or len(value) != 3:
        raise Wrong(None, f"{NEUTRAL} A tuple (loss, dE, dh) is expected.")
    got = {"loss": loss(value[0], NEUTRAL)}
    got |= {f: array(v, "numpy", NEUTRAL) for f, v in zip(FIELDS[1:], value[1:])}
    return got, dtypes_of(value)


def right(case: Top) -> dict[str, Rounded]:
    dE, dh = case.back()
    return {"loss": case.loss, "dE": dE, "dh": dh}


def judge(student, cases, *about) -> None:
    """Compare the results for some cases; `about` are the fields that this check is about."""
    evidence = Evidence(NEUTRAL)
    for case in cases:
        got, _ = run(student, case)
        evidence.see(got, right(case), lambda case=case: mistakes(case))
    evidence.conclude(*about)


@check(NAME, "table", points=1)
def _(student, rng):
    """Loss and dE, also with V = d."""
    judge(student, [draw(rng), draw(rng, V=4), draw(rng, B=3, V=9, d=2)], "loss", "dE")


@check(NAME, "hidden", points=1)
def _(student, rng):
    judge(student, [draw(rng), draw(rng, V=4), draw(rng, B=3, V=9, d=2)], "dh")


@check(NAME, "dtypes", points=1)
def _(student, rng):
    """One window, float32, targets of any integer dtype, non-contiguous arrays."""
    for dtype, integers, strided, B in (
        ("float32", "uint8", False, 5),
        ("float64", "int16", True, 5),
        ("float64", "uint32", False, 1),
    ):
        case = draw(rng, B=B, dtype=dtype)
        case = Top(case.h, case.E, case.targets.astype(integers))
        got, found = run(student, case, strided)
        if found != {dtype}:
            raise Wrong("dtype-not-kept")
        evidence = Evidence(NEUTRAL)
        evidence.see(got, right(case), lambda case=case: mistakes(case) if B > 1 else {})
        evidence.conclude(*FIELDS)


@check(NAME, "stable", points=1)
def _(student, rng):
    """Logits of thousands, of both signs; targets far below the most likely token."""
    overflowed = lost = False
    for low, high in ((-20.0, 20.0), (1200.0, 3000.0), (-3000.0, -1200.0)):
        # The hidden states are ones and each row adds up to its logit.
        logits = rng.permutation(np.linspace(low, high, 7))
        E = np.outer(logits, rng.dirichlet(np.ones(4)))
        targets = np.full(6, np.argmin(logits))
        targets[0] = np.argmax(logits)
        case = Top(Rounded.exact(np.ones((6, 4))), Rounded.exact(E), targets)
        got, _ = run(student, case)
        fine = {}
        for f in FIELDS:
            evidence = Evidence(NEUTRAL)
            evidence.see(got, right(case))
            fine[f] = evidence.right(f)
        if all(fine.values()):
            continue
        if abs(high) < 100:
            raise Wrong(None, NEUTRAL)
        if fine["dE"] and fine["dh"]:
            lost = True
        elif not all(np.isfinite(got[f]).all() for f in FIELDS) or not got["dE"].any():
            overflowed = True
        else:
            raise Wrong(None, NEUTRAL)
    if overflowed or lost:
        raise Wrong("overflow" if overflowed else "log-of-zero")


@check(NAME, "errors", points=1)
def _(student, rng):
    case = draw(rng)
    h, E, t = sent(case)
    right = fields(case)
    answers(NAME, lambda: student.call(NAME, h, E, t), tuple(right[field] for field in FIELDS))
    refuses_ids(lambda ids: student.call(NAME, h, E, ids), t, len(E), (t.astype(np.float64), t > 3))
    bad = [
        (h, E, t[:1]),
        (h, E, t[:3]),
        (h, E, t[:, None]),
        (h, E, np.array(2)),
        (h[:, :3], E, t),
        (h[0], E, t[:1]),
        (h[None], E, t),
    ]
    refuses_values(lambda args: student.call(NAME, *args), bad)
    told = {"silent": "no-targets", "other": "no-targets"}
    refuses_values(lambda args: student.call(NAME, *args), [(h[:0], E, t[:0])], **told)
