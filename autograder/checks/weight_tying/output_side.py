"""Checks of `output_side_gradient`: loss, and gradients of the table, the bias and the hidden states."""

import contextlib

import numpy as np

from autograder.checks.framework.checking import Wrong, blame, close
from autograder.checks.framework.refusals import refuses_ids, refuses_values
from autograder.checks.framework.shared import Evidence, answers, ask, dtypes_of
from autograder.checks.weight_tying.asking import record
from autograder.checks.weight_tying.catalogue import SUITE
from autograder.checks.weight_tying.draws import Draw, draw, mistakes

check = SUITE.check
NAME = "output_side_gradient"
FIELDS = ("loss", "dE", "db", "dh")
NEUTRAL = "The loss or a gradient of the output side is wrong."


def side_of(student, case: Draw, strided=False):
    """The four results by name, and the dtypes of the arrays."""
    value = ask(student, NAME, *case.args, strided=strided)
    return record(value, FIELDS, NEUTRAL), dtypes_of(value)


def judge(student, rng, about, cases) -> None:
    """Compare the results for some cases; `about` are the fields that this check is about."""
    evidence = Evidence(NEUTRAL)
    for case in cases:
        got, _ = side_of(student, case)
        evidence.see(got, case.right, case.rounding, lambda case=case: mistakes(case))
    evidence.conclude(*about)


@check(NAME, "table", points=1)
def _(student, rng):
    """Loss and dE, with a bias and without, also with V = d."""
    judge(student, rng, ("loss", "dE"), [draw(rng), draw(rng, V=4), draw(rng, (5,), V=9, d=2, bias=False)])


@check(NAME, "bias", points=1)
def _(student, rng):
    judge(student, rng, ("db",), [draw(rng), draw(rng, bias=False)])


@check(NAME, "hidden", points=1)
def _(student, rng):
    judge(student, rng, ("dh",), [draw(rng), draw(rng, V=4), draw(rng, (3,), bias=False)])


@check(NAME, "shapes", points=1)
def _(student, rng):
    """Positions of any shape, both dtypes, targets of any integer dtype, non-contiguous arrays."""
    evidence = Evidence(NEUTRAL)
    for shape in ((6,), (2, 1, 3), ()):
        case = draw(rng, shape)
        with blame("one-axis-only") if len(shape) != 1 else contextlib.nullcontext():
            got, _ = side_of(student, case)
        evidence.see(got, case.right, case.rounding, lambda case=case: mistakes(case))
    evidence.conclude(*FIELDS)
    case = draw(rng, (2, 3))
    with blame(None, "Arrays whose values do not lie side by side fail."):
        got, _ = side_of(student, case, strided=True)
    evidence.see(got, case.right, case.rounding, dict)
    evidence.conclude(*FIELDS)
    for dtype, integers in (("float32", "uint8"), ("float64", "int16")):
        case = draw(rng, dtype=dtype)
        case = Draw(case.h, case.E, case.targets.astype(integers), case.b)
        got, found = side_of(student, case)
        if found != {dtype}:
            raise Wrong("dtype-not-kept")
        if not all(close(got[f], case.right[f], case.rounding[f]) for f in FIELDS):
            raise Wrong(None, f"{NEUTRAL} float32, or targets of another dtype than int64, fail.")


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
        case = Draw(np.ones((6, 4)), E, targets)
        got, _ = side_of(student, case)
        fine = {f: close(got[f], case.right[f], case.rounding[f]) for f in FIELDS}
        if all(fine.values()):
            continue
        if abs(high) < 100:
            raise Wrong(None, NEUTRAL)
        if fine["dE"] and fine["dh"] and fine["db"]:
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
    answers(NAME, lambda: student.call(NAME, *case.args), tuple(case.right.values()))
    h, E, t, b = case.args
    no_integers = t.astype(np.float64), t > 3
    refuses_ids(lambda ids: student.call(NAME, h, E, ids), t, len(E), no_integers)
    bad = [
        (h, E, t[:1]),
        (h, E, t[:3]),
        (h, E, t[:, None]),
        (h, E, np.array(2)),
        (h[:, :3], E, t),
        (h, E, t, b[:1]),
        (h.reshape(2, 3, 4), E, t),
    ]
    refuses_values(lambda args: student.call(NAME, *args), bad)
    none = [(np.zeros((*shape, 4)), E, np.zeros(shape, np.int64)) for shape in ((0,), (2, 0))]
    told = {"silent": "no-targets", "other": "no-targets"}
    refuses_values(lambda args: student.call(NAME, *args), none, **told)
