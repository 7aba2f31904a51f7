"""Checks of `output_side_gradient`: loss, and gradients of the table, the bias and the hidden states."""

from contextlib import nullcontext

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, blame, check, close
from autograder.checks.refusals import refuses_range, refuses_types, refuses_values
from autograder.checks.shared import Evidence, ask, dtypes_of, require, returns_new

from ..asking import numbers_outside, record, refuses_far_ids, refuses_ignored_target
from ..draws import Draw, draw, mistakes

NAME = "output_side_gradient"
FIELDS = ("loss", "dE", "db", "dh")
NEUTRAL = "The loss or a gradient of the output side is wrong."


def side_of(student, case: Draw, strided=False, any_float=False):
    """The four results by name, and the dtypes of the arrays; with `any_float` the loss may be of float32."""
    with blame("none-bias", only=("TypeError", "AttributeError")) if case.b is None else nullcontext():
        value = ask(student, NAME, *case.args, strided=strided)
    return record(value, FIELDS, NEUTRAL, any_float, db="db-zero"), dtypes_of(value)


def judge(student, about, cases) -> None:
    """Compare the results for some cases; `about` are the fields that this check is about."""
    evidence, coarse = Evidence(NEUTRAL), True
    for case in cases:
        with blame("one-axis-only") if case.targets.ndim != 1 else nullcontext():
            got, _ = side_of(student, case)
        evidence.see(got, case.right, case.rounding, lambda case=case: mistakes(case))
        coarse &= all(close(got[f], case.right[f], case.coarse_rounding[f]) for f in FIELDS)
    if coarse and not evidence.right("dE", "db", "dh"):
        raise Wrong("digits-lost")
    evidence.conclude(*about)


@check(points=1)
def table(student, rng):
    """Loss and dE, with a bias and without, also with V = d."""
    judge(student, ("loss", "dE"), [draw(rng), draw(rng, V=4), draw(rng, (5,), V=9, d=2, bias=False)])


@check(points=1)
def bias(student, rng):
    judge(student, ("db",), [draw(rng), draw(rng, bias=False)])


@check(points=1)
def hidden(student, rng):
    judge(student, ("dh",), [draw(rng), draw(rng, V=4), draw(rng, (3,), bias=False)])


@check(points=1)
def shapes(student, rng):
    """Positions of any shape, both dtypes, targets of any integer dtype, non-contiguous arrays."""
    judge(
        student,
        FIELDS,
        [draw(rng), *(draw(rng, shape) for shape in ((2, 1, 3), ())), draw(rng, (3, 2), bias=False)],
    )
    case = draw(rng, (2, 3))
    with blame("not-contiguous"):
        got, _ = side_of(student, case, strided="forwards")
    if not all(close(got[f], case.right[f], case.rounding[f]) for f in FIELDS):
        raise Wrong("not-contiguous")
    for dtype in ("float32", "float64"):
        case = draw(rng, dtype=dtype)
        got, found = side_of(student, case)
        if found != {dtype}:
            raise Wrong("dtype-not-kept")
        if not all(close(got[f], case.right[f], case.rounding[f]) for f in FIELDS):
            raise Unexplained(f"{NEUTRAL} They are right for float64, and not for float32.")
    case = draw(rng, (3,), V=300, d=2)  # more rows than numbers of 8 bits
    case = Draw(case.h, case.E, np.array([299, 7, 298]), case.b)
    got, _ = side_of(student, case)
    if not all(close(got[f], case.right[f], case.rounding[f]) for f in FIELDS):
        raise Wrong("ids-cut")
    for integers in ("uint8", "int16", "uint64", "int8"):
        # Of a table of more than 255 rows uint8 holds the first ones.
        case = draw(rng, V=300 if integers[0] == "u" else 7)
        low = case.targets % 256 if integers[0] == "u" else case.targets
        case = Draw(case.h, case.E, low.astype(integers), case.b)
        with blame("integer-types"):
            got, _ = side_of(student, case)
        if not all(close(got[f], case.right[f], case.rounding[f]) for f in FIELDS):
            raise Wrong("integer-types")
    for place in range(1, len(FIELDS)):
        returns_new(student, f"{NAME}(np.eye(2), np.eye(2), np.array([0, 1]))[{place}]")


# The logits of each case from the lowest to the highest, the dtype, what nan, infinity or no gradient at all
# shows there, and what a wrong loss beside right gradients shows.
STABLE = (
    (-1.0, 1.0, 1, "float64", "", ""),
    (-20.0, 20.0, 1, "float64", "", "eps-in-log"),
    (1200.0, 3000.0, 1, "float64", "overflow", "log-of-zero"),
    (-3000.0, -1200.0, 1, "float64", "underflow", "log-of-zero"),
    # Some positions have the opposite hidden state, and so logits far below those of the others.
    (1200.0, 3000.0, -1, "float64", "common-shift", "log-of-zero"),
    # Where exp of float32 ends, and that of float64 does not.
    (150.0, 600.0, 1, "float32", "overflow-in-single", "log-of-zero"),
    (-600.0, -150.0, 1, "float32", "overflow-in-single", "log-of-zero"),
    (1200.0, 3000.0, 1, "float32", "overflow-in-single", "log-of-zero"),
)


@check(points=1)
def stable(student, rng):
    """Logits of thousands, of both signs; targets far below the most likely token; positions far apart."""
    found = set()
    for low, high, sides, dtype, broken, lossy in STABLE:
        # The hidden states are ones and each row adds up to its logit.
        logits = rng.permutation(np.linspace(low, high, 7))
        E = np.outer(logits, rng.dirichlet(np.ones(4))).astype(dtype)
        targets = np.full(6, np.argmin(logits))
        targets[0] = np.argmax(logits)
        h = np.ones((6, 4), dtype)
        h[::2] *= sides
        case = Draw(h, E, targets)
        got, _ = side_of(student, case, any_float=True)
        fine = {f: close(got[f], case.right[f], case.rounding[f]) for f in FIELDS}
        if all(fine.values()):
            continue
        if fine["dE"] and fine["db"] and fine["dh"]:
            loss, right = got["loss"], case.right["loss"]
            # A small number beside probabilities that are not small changes the loss a little.
            slight = high == 1 and abs(loss - right) <= 0.01 * right
            if lossy == "log-of-zero" and 0 < loss < right:
                lossy = "loss-bounded"
            found.add("eps-in-log" if slight else lossy if high != 20 or 0 < loss < right else "")
        elif not (all(np.isfinite(got[f]).all() for f in FIELDS) and got["dE"].any()):
            found.add(broken)
        else:
            found.add("")
    if found:
        # Each of these mistakes shows in the cases of those after it as well.
        kinds = ("", "overflow", "eps-in-log", "underflow", "log-of-zero", "loss-bounded", "common-shift")
        first = next((kind for kind in kinds if kind in found), "overflow-in-single")
        raise Wrong(first or None, NEUTRAL)


@check(points=1)
def errors(student, rng):
    case = draw(rng)
    require(NAME, lambda: student.call(NAME, *case.args), tuple(case.right.values()))
    h, E, t, b = case.args
    attempt = lambda ids: student.call(NAME, h, E, ids)  # noqa: E731
    refuses_types(attempt, (t.astype(np.float64), t > 3))
    refuses_range(attempt, t, numbers_outside(len(E)), places=(0, t.size // 2, t.size - 1))
    refuses_ignored_target(attempt, t, len(E))
    refuses_far_ids(attempt, t, len(E))
    bad = [
        (h, E, t[:1]),
        (h, E, t[:3]),
        (h, E, t[:, None]),
        (h, E, np.array(2)),
        (h[:, :3], E, t),
        (h[:, :1], E, t),
        (h, E[0], np.array(2)),
        (h.reshape(2, 3, 4), E, t),
        (h, E, t.reshape(2, 3)),
        (h, E, np.append(t, t[0])),
        (np.array(1.5), E[:, :1], np.array(0)),
    ]
    refuses_values(lambda args: student.call(NAME, *args), bad)
    biases = [(h, E, t, b[:1]), (h, E, t, b[None]), (h, E, t, b[:6, None]), (h, E, t, np.array(1.5))]
    refuses_values(lambda args: student.call(NAME, *args), biases, if_accepted="bias-shape-unchecked")
    none = [(np.zeros((*shape, 4)), E, np.zeros(shape, np.int64)) for shape in ((0,), (2, 0))]
    told = {"if_accepted": "no-targets", "if_other_type": "no-targets"}
    refuses_values(lambda args: student.call(NAME, *args), none, **told)
