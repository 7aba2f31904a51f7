"""Checks of `forward`: rows, hidden states, logits, and what is saved for the backward pass."""

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, array, check, close, same
from autograder.checks.refusals import refuses_ids, refuses_types, refuses_values
from autograder.checks.shared import dtypes_of, probabilities

from .. import shared
from ..asking import ONE, SHORT, THIN, Evidence, held, holder, judge_dtypes, legal, refuses_huge
from ..draws import NAMES, Draw, draw
from ..rounding import EPS

NAME = "forward"
NEUTRAL = "The rows, the hidden states or the logits are wrong."
FIELDS = ("x", "h", "logits")
SAVED = ("x", "flat", "a", "o")


def mistakes(case: Draw) -> dict:
    """What each mistake gives for the results: its forms."""
    x, h, E = case.x.values, case.h.values, case.exact("E").values
    z, d = case.logits.values, E.shape[1]
    p = probabilities(z)
    o, skipped = case.inside[2].values, (x[:, -1], x[:, 0], x.mean(axis=1), x.sum(axis=1))
    found = {
        "normalised-scores": [{"logits": p}, {"logits": np.log(p)}],
        "logits-scaled": [{"logits": z / np.sqrt(d)}, {"logits": z * np.sqrt(d)}],
        "block-skipped": [form for y in skipped for form in ({"h": y, "logits": y @ E.T}, {"h": y})],
        "before-norm": [{"h": o, "logits": o @ E.T}, {"logits": o @ E.T}, {"h": o}],
    }
    normed = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + EPS)
    # Of rows normalised after the block h and the logits are right, and nearly so of rows normalised before.
    found["rows-normed"] = [{"x": normed}, after(case, normed)]
    for name, forms in shared.row_mistakes(case.E, case.P, case.ids).items():
        found[name] = [after(case, form["x"]) for form in forms]
    if E.shape[0] == d:
        found["table-not-transposed"] = [{"logits": h @ E}]
    return found


def after(case: Draw, x: np.ndarray) -> dict:
    """The results if these are the rows."""
    other = case.with_x(x)
    return {"x": x, "h": other.h.values, "logits": other.logits.values}


def run(student, case: Draw, strided=False, p=None) -> tuple:
    """The four results; `Wrong` if an argument has changed. `p` holds the arrays of `case` already."""
    p = holder(student, case.arrays, strided) if p is None else p
    answer = student.observe(NAME, p, case.ids, watch=("args",), strided=strided)
    now = held(student, p)
    if not same(case.ids, answer.args[1]) or not all(same(getattr(case, n), now[n]) for n in now):
        raise Wrong("arguments-changed")
    value = answer.value
    if not isinstance(value, (tuple, list)) or len(value) != 4:
        raise Unexplained(f"{NEUTRAL} A tuple (x, h, logits, saved) is expected.")
    for one in value[:3]:
        array(one, "numpy", NEUTRAL)
    return value


def see(student, evidence, case: Draw, strided=False, of="", p=None) -> tuple:
    """One answer as evidence; returns the four results."""
    value = run(student, case, strided, p)
    right = {"x": case.x, "h": case.h, "logits": case.logits}
    got = {f: v.values for f, v in zip(FIELDS, value)}
    evidence.see(got, right, lambda: mistakes(case), of=of)
    return value


@check(points=1)
def logits(student, rng):
    """V = d, where h @ E runs as well as h @ E.T; axes of length 1; arrays that change between calls."""
    evidence, square = Evidence(NEUTRAL), {"V": 6, "d": 6, "w": 2}
    for sizes, of in (
        ({"V": 4}, ""),
        ({"B": 3}, ""),
        (square, "as many tokens as dimensions"),
        ({"V": 3, "w": 4}, ""),
    ):
        see(student, evidence, draw(rng, **sizes), of=of)
    for sizes, of in (({"w": 1}, SHORT), ({"B": 1}, ONE), ({"d": 1}, THIN)):
        with legal(student, NAME, of, evidence.reason(of)):
            see(student, evidence, draw(rng, **sizes), of=of)
    evidence.conclude(*FIELDS)
    keeps_nothing(student, rng)


def keeps_nothing(student, rng) -> None:
    """`Wrong` unless a call goes by what the arrays of p hold now: they change in place, as by a step."""
    case = draw(rng)
    p = holder(student, case.arrays)
    student.call(NAME, p, case.ids)
    for name in NAMES:
        student.method(p, f"{name}.__imul__", -0.5)
    other = case.changed(**{name: getattr(case, name) * -0.5 for name in NAMES})
    again, once = Evidence(NEUTRAL), Evidence(NEUTRAL)
    see(student, again, other, p=p)
    if not again.right(*FIELDS):
        see(student, once, other)
        raise Wrong("kept-between-calls" if once.right(*FIELDS) else None, NEUTRAL)


@check(points=1)
def saved(student, rng):
    """What is saved for the backward pass of the block."""
    for dtype in ("float64", "float32"):
        judge_saved(student, draw(rng, dtype=dtype))


def judge_saved(student, case: Draw) -> None:
    # Of wrong rows all that follows is wrong: then it is the rows that are told of.
    evidence = Evidence(NEUTRAL)
    *_, saved = see(student, evidence, case)
    evidence.conclude("x")
    right = dict(zip(SAVED, (case.x, *case.inside)))
    if isinstance(saved, list):
        raise Wrong("saved-list")
    if not isinstance(saved, tuple) or len(saved) != len(SAVED):
        raise Wrong("saved-wrong")
    for name, value in zip(SAVED, saved):
        values = getattr(value, "values", None)
        if not isinstance(values, np.ndarray):
            raise Wrong("saved-wrong")
        if not close(values, right[name].values, right[name].error):
            # Which of the four is told; several mistakes can be the reason.
            raise Unexplained(
                "`saved` is not what `block_forward` returns beside h for these rows: "
                f"number {SAVED.index(name)} of its four arrays differs."
            )
        if value.dtype != case.dtype:
            raise Wrong("dtype-not-kept")


@check(points=1)
def dtypes(student, rng):
    """float32, ids of any integer dtype, non-contiguous arrays, no windows."""

    def attempt(integers, dtype, strided, V, sent=""):
        case = draw(rng, B=3, V=V, dtype=dtype, integers=integers)
        case = case.changed(ids=case.ids.astype(sent or integers))
        evidence = Evidence(f"{NEUTRAL} The arrays are of dtype {dtype}, the ids of {sent or integers}.")
        with legal(student, NAME, f"arrays of dtype {dtype} and ids of dtype {sent or integers}"):
            value = see(student, evidence, case, strided)
        if dtypes_of(value[:3]) != {dtype}:
            raise Wrong("dtype-not-kept")
        evidence.conclude(*FIELDS)

    judge_dtypes(attempt, rng, shared.kinds(shared.DTYPES))
    # In small numbers the EPS of the norms shows.
    evidence = Evidence(f"{NEUTRAL} The numbers are small.")
    see(student, evidence, draw(rng, B=2, std=0.05))
    evidence.conclude(*FIELDS)
    for dtype in ("float64", "float32"):
        case = draw(rng, dtype=dtype)
        none = case.changed(ids=case.ids[:0])
        with legal(student, NAME, "a batch without windows", "empty-batch"):
            found = run(student, none)[:3]
        if [v.values.shape for v in found] != [(0, 3, 4), (0, 4), (0, 9)]:
            raise Wrong("empty-batch")
        if dtypes_of(found) != {dtype}:
            raise Wrong("dtype-not-kept")
    keeps_arrays(student, rng)


def keeps_arrays(student, rng) -> None:
    """`Wrong` unless p holds the same arrays after a call as before, where they have gaps in memory."""
    case = draw(rng)
    p = holder(student, case.arrays, strided=True)
    shelf = student.call("copy.copy", p)
    student.call(NAME, p, case.ids)
    for name in NAMES:
        student.method(p, f"{name}.__iadd__", 1.0)
    if any(not np.array_equal(held(student, shelf)[n].values, held(student, p)[n].values) for n in NAMES):
        raise Wrong("arrays-replaced")


@check(points=1)
def errors(student, rng):
    case = draw(rng)
    p, ids = holder(student, case.arrays), case.ids
    refuses_ids(lambda i: student.call(NAME, p, i), ids, len(case.E), (ids.astype(np.float64), ids > 3))
    refuses_huge(lambda i: student.call(NAME, p, i), ids)
    bad = [ids[:, :2], ids[:, :1], np.concatenate([ids, ids], axis=1), ids[:1, :2]]
    bad += [ids[0], ids[None], ids[:3, None], ids[:, :, None], np.array(2)]
    refuses_values(lambda i: student.call(NAME, p, i), bad)
    none = {"if_accepted": "unchecked-when-empty"}
    refuses_values(lambda i: student.call(NAME, p, i), [ids[:0, :2], ids[:0, None], ids[0, :0]], **none)
    refuses_types(lambda i: student.call(NAME, p, i), [np.zeros((0, 3))], **none)
    if not all(same(getattr(case, n), a) for n, a in held(student, p).items()):
        raise Wrong("arguments-changed")
