"""Checks of `output_side_gradient`: loss, and gradients of the table, the bias and the hidden states."""

from contextlib import nullcontext

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, blame, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.shared import Evidence, require
from autograder.checks.student import Student

from ..asking import conclude, record
from ..draws import Draw, draw, predicted

NAME = "output_side_gradient"
FIELDS = ("loss", "dE", "db", "dh")
NEUTRAL = "The loss or a gradient of the output side is wrong."


def side_of(student: Student, case: Draw) -> dict:
    """Return the four results by name."""
    return record(student.call(NAME, *case.args), FIELDS, NEUTRAL, db="db-zero")


def judge(student: Student, about: tuple[str, ...], cases: list[Draw]) -> None:
    """Compare the results for some cases; `about` are the fields that a check is about.

    The first has a bias and one axis, those of other shapes have a bias too.
    """
    evidence = Evidence(NEUTRAL)
    for case in cases:
        mistake = "none-bias" if case.b is None else "one-axis-only" if case.targets.ndim != 1 else ""
        with blame(mistake) if mistake else nullcontext():
            got = side_of(student, case)
        evidence.see(got, case.right, case.rounding, lambda case=case: predicted(case))
    conclude(evidence, *about)


@check(points=1)
def table(student: Student, rng: np.random.Generator) -> None:
    """Loss and dE, with a bias and without, also with V = d."""
    judge(student, ("loss", "dE"), [draw(rng), draw(rng, V=4), draw(rng, (5,), 9, 2, False)])


@check(points=1)
def others(student: Student, rng: np.random.Generator) -> None:
    """The gradients of bias and hidden states, for positions of several shapes."""
    cases = [
        draw(rng),
        draw(rng, V=4),
        draw(rng, bias=False),
        draw(rng, (3, 1, 2)),
        draw(rng, (2, 3), d=1),
        draw(rng, ()),
    ]
    judge(student, ("db", "dh"), cases)


# The logits of each case from the lowest to the highest, the sign of every second hidden state, what nan,
# infinity or no gradient at all shows there, and what a wrong loss beside right gradients shows.
STABLE = (
    (-1.0, 1.0, 1, "", ""),
    (-20.0, 20.0, 1, "", "eps-in-log"),
    (1200.0, 3000.0, 1, "overflow", "log-of-zero"),
    (-3000.0, -1200.0, 1, "underflow", "log-of-zero"),
    # Some positions have the opposite hidden state, and so logits far below those of the others.
    (1200.0, 3000.0, -1, "common-shift", "log-of-zero"),
)


KINDS = (
    *("overflow", "eps-in-log", "underflow", "log-of-zero"),
    *("loss-bounded", "logits-clipped", "common-shift"),
)


@check(points=1)
def stable(student: Student, rng: np.random.Generator) -> None:
    """Logits of thousands, of both signs; targets far below the most likely token; positions far apart."""
    found = set()
    for low, high, sides, broken, lossy in STABLE:
        # The hidden states are ones and each row adds up to its logit.
        logits = rng.permutation(np.linspace(low, high, 7))
        E = np.outer(logits, rng.dirichlet(np.ones(4)))
        targets = np.full(6, np.argmin(logits))
        targets[0] = np.argmax(logits)
        h = np.ones((6, 4))
        h[::2] *= sides
        case = Draw(h, E, targets)
        got = side_of(student, case)
        fine = {f: close(got[f], case.right[f], case.rounding[f]) for f in FIELDS}
        if all(fine.values()):
            continue
        if fine["dE"] and fine["db"] and fine["dh"]:
            loss, right = got["loss"], case.right["loss"]
            if lossy == "log-of-zero" and 0 < loss < right:
                lossy = "loss-bounded"
            found.add(lossy if high != 20 or 0 < loss < right else "")
        elif not (all(np.isfinite(got[f]).all() for f in FIELDS) and got["dE"].any()):
            found.add(broken)
        else:
            found.add("logits-clipped" if abs(high) > 20 else "")
    if "" in found:
        raise Unexplained(f"{NEUTRAL} It is so for small logits too: mend that first.")
    if found:
        # Each of these mistakes shows in the cases of those after it as well.
        raise Wrong(next(kind for kind in KINDS if kind in found))


@check(points=1)
def memory(student: Student, rng: np.random.Generator) -> None:
    """No array of V² or N V d numbers."""
    small = draw(rng)
    require(NAME, lambda: student.call(NAME, *small.args), tuple(small.right.values()))
    case = draw(rng, (60,), V=1500, d=30)
    # Ten arrays of the size of the logits and ten of that of E: no right way to write it takes as many.
    most = 10 * (60 * 1500 + 1500 * 30) * 8
    if student.observe(NAME, *case.args, watch=("cost",)).peak_bytes > most:
        raise Wrong("large-array")


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    """Return a small call."""
    case = draw(rng, (40,), bias=False)  # N V is more than eight bits hold
    args = {"h": case.h.astype(dtype), "E": case.E.astype(dtype), "targets": case.targets}
    return Legal(args, tuple(case.right.values()), ids="targets", V=len(case.E), rows="len(E)")


contract = house_rules("ids", "unchanged", legal=legal)
