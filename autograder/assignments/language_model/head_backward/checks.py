"""Checks of `head_backward`: loss, and the gradients of the table and of the hidden states."""

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, array, check
from autograder.checks.refusals import refuses_ids, refuses_values
from autograder.checks.shared import ask, dtypes_of, require, returns_new

from ..asking import (
    ONE,
    THIN,
    Evidence,
    judge_dtypes,
    legal,
    loss_of,
    reads_anew,
    refuses_huge,
    refuses_ignored,
)
from ..draws import Top
from ..rounding import Rounded
from ..shared import LARGE, clipped, kinds, losses, residuals

NAME = "head_backward"
FIELDS = ("loss", "dE", "dh")
NEUTRAL = "The loss or a gradient of the head is wrong."
# The dtype of the targets, that of h and E, whether the arrays are non-contiguous, and the rows of the table.
DTYPES = (
    ("uint8", "float32", False, 300),
    ("int16", "float64", True, 7),
    ("int8", "float64", False, 300),
    ("uint64", "float64", False, 7),
    ("int32", "float32", True, 7),
    ("uint16", "float32", False, 300),
    ("uint32", "float64", False, 7),
)
# Mistakes that logits of moderate size show and random ones do not.
MINE = ("log-of-zero", "log-of-more")


def draw(rng, B=5, V=7, d=4, dtype="float64", integers="int64", scale=1.0) -> Top:
    """A head with repeated targets, and tokens that are no target; h times `scale` and E divided by it.

    The first token is a target, and so is the last one that the dtype of the targets reaches.
    """
    sizes = ((B, d), scale), ((V, d), 1 / scale)
    h, E = (Rounded.exact((by * rng.normal(size=size)).astype(dtype)) for size, by in sizes)
    most = min(V, np.iinfo(integers).max + 1)
    ends = rng.permutation([0, most - 1])
    targets = rng.choice([*ends, *(1 + rng.permutation(most - 2)[: most // 3])], B)
    targets[:2], targets[2:3] = ends[0], ends[1]
    return Top(h, E, targets.astype(integers))


def sent(case: Top) -> tuple:
    """The arguments of the call: h, E, targets."""
    return case.h.values.astype(case.h.dtype), case.E.values.astype(case.h.dtype), case.targets


def fields(case: Top, dz=None) -> dict[str, np.ndarray]:
    """The three results, with the gradient of the logits or what a mistake has in its place."""
    dE, dh = case.back(dz)
    return {"loss": case.loss.values, "dE": dE.values, "dh": dh.values}


def mistakes(case: Top) -> dict:
    """What each mistake gives for the three results: its forms."""
    right, B, V = fields(case), len(case.targets), len(case.E.values)
    found = {name: [fields(case, dz) for dz in forms] for name, forms in residuals(case).items()}
    summed = found["not-averaged"][0]
    found["not-averaged"] += [summed | {"loss": right["loss"] * B}, right | {"loss": right["loss"] * B}]
    found["part-not-averaged"] = [right | {"dh": summed["dh"]}, right | {"dE": summed["dE"]}]
    found["averaged-twice"] += [right | {f: right[f] / B} for f in ("dE", "dh")]
    found["averaged-twice"].append(right | {"loss": right["loss"] / B})
    over_tokens = {"loss": right["loss"] / V}
    found["mean-over-tokens"] += [form | over_tokens for form in list(found["mean-over-tokens"])]
    found["mean-over-tokens"] += [right | over_tokens]
    found["in-bits"] += [right | {"loss": right["loss"] / np.log(2)}]
    found["in-bits"] += [form | {"loss": right["loss"] / np.log(2)} for form in found["in-bits"][:1]]
    found["gradients-clipped"] = [right | form for form in clipped({f: right[f] for f in ("dE", "dh")})]
    # The rows of the targets alone: of what each target sends, or of the whole gradient.
    own, rows = found["only-target-rows"][0]["dE"], np.zeros_like(right["dE"])
    t = case.targets.astype(int)
    rows[t] = right["dE"][t]
    found["only-target-rows"] += [right | {"dE": own}, right | {"dE": rows}]
    found |= {name: [right | {"loss": loss_of} for loss_of in forms] for name, forms in losses(case).items()}
    # Of windows with the same target only one takes its part from the row.
    everything, h = fields(case, residuals(case)["target-not-subtracted"][0])["dE"], case.h.values
    last, first = everything.copy(), everything.copy()
    last[t] -= h / B
    first[t[::-1]] -= h[::-1] / B
    found["targets-lost"] = [right | {"dE": dE} for dE in (last, first)]
    return found


def run(student, case: Top, strided=False) -> tuple[dict, set]:
    """The three results by name, and the dtypes of the arrays."""
    value = ask(student, NAME, *sent(case), strided=strided)
    if not isinstance(value, (tuple, list)) or len(value) != 3:
        raise Unexplained(f"{NEUTRAL} A tuple (loss, dE, dh) is expected.")
    got = {"loss": loss_of(value[0], NEUTRAL)}
    got |= {f: array(v, "numpy", NEUTRAL) for f, v in zip(FIELDS[1:], value[1:])}
    return got, dtypes_of(value)


def right(case: Top) -> dict[str, Rounded]:
    dE, dh = case.back()
    return {"loss": case.loss, "dE": dE, "dh": dh}


def judge(student, rng, *about) -> None:
    """Compare the results for some draws; `about` are the fields that this check is about."""
    evidence = Evidence(NEUTRAL)
    for sizes, of in (
        ({}, ""),
        ({"V": 4}, ""),
        ({"B": 3, "V": 9, "d": 2}, ""),
        ({"B": 300, "V": 5, "integers": "uint8"}, "hundreds of windows with targets of dtype uint8"),
        ({"scale": 64.0}, LARGE),
        ({"scale": 1 / 64}, LARGE),
        ({"B": 1}, ONE),
        ({"d": 1}, THIN),
    ):
        case = draw(rng, **sizes)
        with legal(student, NAME, of or "a small batch", evidence.reason(of)):
            got, _ = run(student, case)
        evidence.see(got, right(case), lambda case=case: mistakes(case), of=of)
    evidence.conclude(*about)


# Both tokens have the probability 1/2: dE is half of h for the first, and minus that for the second.
EVEN = "h, E, t = np.array([[4.0, 4.0]]), np.zeros((2, 2)), np.array([1])"
CALL = f"{NAME}(h, E, t)"


@check(points=1)
def table(student, rng):
    """Loss and dE, also with V = d."""
    judge(student, rng, "loss", "dE")
    reads_anew(student, EVEN, "h *= 2", f"{CALL}[1]", [[4.0, 4.0], [-4.0, -4.0]])
    reads_anew(student, EVEN, "t -= 1", f"{CALL}[1]", [[-2.0, -2.0], [2.0, 2.0]])
    returns_new(student, f"{CALL}[1]", EVEN)


@check(points=1)
def hidden(student, rng):
    judge(student, rng, "dh")
    reads_anew(student, EVEN, "E[0] = 5", f"{CALL}[2]", [[5.0, 5.0]])
    returns_new(student, f"{CALL}[2]", EVEN)


@check(points=1)
def dtypes(student, rng):
    """float32 and float64, targets of any integer dtype, non-contiguous arrays."""

    def attempt(integers, dtype, strided, V, sent=""):
        case = draw(rng, V=V, dtype=dtype, integers=integers)
        case = Top(case.h, case.E, case.targets.astype(sent or integers))
        with legal(student, NAME, f"arrays of dtype {dtype} and targets of dtype {sent or integers}"):
            got, found = run(student, case, strided)
        if found != {dtype}:
            raise Wrong("dtype-not-kept")
        evidence = Evidence(f"{NEUTRAL} The arrays are of dtype {dtype}, the targets of {sent or integers}.")
        evidence.see(got, right(case), lambda: mistakes(case))
        evidence.conclude(*FIELDS)

    judge_dtypes(attempt, rng, kinds(DTYPES))


def far(rng, low: float, high: float, signs, dtype="float64") -> Top:
    """Logits from low to high in each window, times its sign; targets far below the most likely token."""
    # Each row adds up to its logit, and the hidden states are the signs.
    logits = rng.permutation(np.linspace(low, high, 7))
    # Multiples of 2**-10 are exact in float32 too, and so are their sums.
    E = np.round(np.outer(logits, rng.dirichlet(np.ones(4))) * 2**10) / 2**10
    h = np.repeat(np.asarray(signs, np.float64)[:, None], 4, axis=1)
    z = h @ E.T
    targets = np.argmin(z, axis=1)
    targets[0] = np.argmax(z[0])
    return Top(Rounded.exact(h.astype(dtype)), Rounded.exact(E.astype(dtype)), targets)


@check(points=1)
def stable(student, rng):
    """Logits of thousands, of both signs, in one batch too; targets far below the most likely token."""
    found = {}
    alike, mixed = np.ones(6), rng.permutation([1.0, 1.0, -1.0, -1.0, 0.01, 0.0])
    for kind, *numbers in (
        ("near", -20.0, 20.0, alike),
        ("high", 1200.0, 3000.0, alike),
        ("low", -3000.0, -1200.0, alike),
        ("mixed", 1200.0, 3000.0, mixed),
        ("narrow", 1200.0, 3000.0, mixed, "float32"),
    ):
        case = far(rng, *numbers)
        got, _ = run(student, case)
        near = kind == "near"
        evidence = Evidence(NEUTRAL if near else f"{NEUTRAL} Some logits are a few thousand.")
        evidence.see(
            got,
            right(case),
            lambda case=case: {name: forms for name, forms in mistakes(case).items() if name in MINE},
        )
        fine = {f for f in FIELDS if evidence.right(f)}
        if near or fine == set(FIELDS):
            evidence.conclude(*FIELDS)
            found[kind] = "right"
        elif fine == {"dE", "dh"}:
            found[kind] = "lost"
        elif not all(np.isfinite(got[f]).all() for f in FIELDS) or not got["dE"].any():
            found[kind] = "overflow"
        else:
            found[kind] = "other"
            evidence.conclude(*FIELDS)
    if set(found.values()) == {"right"}:
        return
    bad = {kind for kind, how in found.items() if how == "overflow"}
    if bad and bad <= {"mixed", "narrow"} and "lost" not in found.values():
        raise Wrong("shift-of-batch")
    raise Wrong("overflow" if bad else "log-of-zero")


@check(points=1)
def errors(student, rng):
    case = draw(rng)
    h, E, t = sent(case)
    right = fields(case)
    require(NAME, lambda: student.call(NAME, h, E, t), tuple(right[field] for field in FIELDS))
    refuses_ids(lambda ids: student.call(NAME, h, E, ids), t, len(E), (t.astype(np.float64), t > 3))
    refuses_huge(lambda ids: student.call(NAME, h, E, ids), t)
    refuses_ignored(lambda ids: student.call(NAME, h, E, ids), t)
    bad = [
        (h, E, t[:1]),
        (h, E, t[:3]),
        (h[:1], E, t),
        (h, E, t[:, None]),
        (h, E, t[None]),
        (h, E, np.array(2)),
        (h[:, :3], E, t),
        (h, E[:, :3], t),
        (h[:, :1], E, t),
        (h, E[:, :1], t),
        (h[0], E, t[:1]),
        (h[0], E, np.array(2)),
        (h, E[None], np.zeros_like(t)),
        (h[None], E, t),
        (h[:, None], E, t),
        (h, E[:, 0], t),
        (h, E[:, None], t),
    ]
    # So many axes of one length that the products and the lookup of the targets run.
    cube, square, four = rng.normal(size=(4, 4, 4)), rng.normal(size=(4, 4)), np.arange(4)
    bad += [(cube, square, four), (square, cube, four)]
    refuses_values(lambda args: student.call(NAME, *args), bad)
    told = {"if_accepted": "no-targets", "if_other_type": "no-targets"}
    refuses_values(lambda args: student.call(NAME, *args), [(h[:0], E, t[:0])], **told)
