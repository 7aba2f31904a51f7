"""Checks of `forward`: rows, hidden states, logits, and what is saved for the backward pass."""

import numpy as np

from autograder.checks.framework.checking import Wrong, array, close, same
from autograder.checks.framework.refusals import refuses_ids, refuses_values
from autograder.checks.framework.shared import dtypes_of, probabilities
from autograder.checks.language_model.asking import Evidence, held, holder
from autograder.checks.language_model.catalogue import SUITE
from autograder.checks.language_model.draws import Draw, draw

check = SUITE.check
NAME = "forward"
NEUTRAL = "The rows, the hidden states or the logits are wrong."
FIELDS = ("x", "h", "logits")
SAVED = ("x", "flat", "a", "o")


def mistakes(case: Draw) -> dict:
    """What each mistake gives for the results: its forms."""
    x, h, E = case.x.values, case.h.values, case.exact("E").values
    z, d = case.logits.values, E.shape[1]
    p = probabilities(z)
    bare = case.changed(P=np.zeros_like(case.P))
    o, skipped = case.inside[2].values, (x[:, -1], x[:, 0], x.mean(axis=1), x.sum(axis=1))
    found = {
        "positions-missing": [{"x": bare.x.values, "h": bare.h.values, "logits": bare.logits.values}],
        "normalised-scores": [{"logits": p}, {"logits": np.log(p)}],
        "logits-scaled": [{"logits": z / np.sqrt(d)}, {"logits": z * np.sqrt(d)}],
        "block-skipped": [{"h": y, "logits": y @ E.T} for y in skipped],
        "before-norm": [{"h": o, "logits": o @ E.T}, {"logits": o @ E.T}],
    }
    if E.shape[0] == d:
        found["table-not-transposed"] = [{"logits": h @ E}]
    return found


def run(student, case: Draw, strided=False) -> tuple:
    """The four results; `Wrong` if an argument has changed."""
    p = holder(student, case.arrays)
    answer = student.observe(NAME, p, case.ids, watch=("args",), strided=strided)
    now = held(student, p)
    if not same(case.ids, answer.args[1]) or not all(same(getattr(case, n), now[n]) for n in now):
        raise Wrong("arguments-changed")
    value = answer.value
    if not isinstance(value, (tuple, list)) or len(value) != 4:
        raise Wrong(None, f"{NEUTRAL} A tuple (x, h, logits, saved) is expected.")
    for one in value[:3]:
        array(one, "numpy", NEUTRAL)
    return value


def see(student, evidence, case: Draw, strided=False) -> tuple:
    """One answer as evidence; returns the four results."""
    value = run(student, case, strided)
    right = {"x": case.x, "h": case.h, "logits": case.logits}
    got = {f: v.values for f, v in zip(FIELDS, value)}
    evidence.see(got, right, lambda: mistakes(case))
    return value


@check(NAME, "logits", points=1)
def _(student, rng):
    """Also V = d, where h @ E runs as well as h @ E.T."""
    evidence = Evidence(NEUTRAL)
    for sizes in ({"V": 4}, {"B": 3}, {"V": 6, "d": 6, "w": 2}):
        see(student, evidence, draw(rng, **sizes))
    evidence.conclude(*FIELDS)


@check(NAME, "saved", points=1)
def _(student, rng):
    """What is saved for the backward pass of the block."""
    case = draw(rng)
    *_, saved = run(student, case)
    right = dict(zip(SAVED, (case.x, *case.inside)))
    if not isinstance(saved, (tuple, list)) or len(saved) != len(SAVED):
        raise Wrong("saved-wrong")
    for name, value in zip(SAVED, saved):
        values = getattr(value, "values", None)
        if not isinstance(values, np.ndarray):
            raise Wrong("saved-wrong")
        if not close(values, right[name].values, right[name].error):
            # If x is wrong all that follows is wrong too, so no misconception is named.
            raise Wrong(None, "What is kept for backward is not what the block left.")


@check(NAME, "dtypes", points=1)
def _(student, rng):
    """float32, ids of any integer dtype, non-contiguous arrays, no windows."""
    for case, strided in (
        (draw(rng, dtype="float32", integers="uint8"), False),
        (draw(rng, integers="int16"), True),
        (draw(rng, B=2, std=0.05), False),
    ):
        evidence = Evidence(NEUTRAL)
        value = see(student, evidence, case, strided)
        if dtypes_of(value[:3]) != {case.dtype}:
            raise Wrong("dtype-not-kept")
        evidence.conclude(*FIELDS)
    case = draw(rng)
    none = case.changed(ids=case.ids[:0])
    if [v.values.shape for v in run(student, none)[:3]] != [(0, 3, 4), (0, 4), (0, 9)]:
        raise Wrong(None, "A batch without windows gives results of other shapes than the docstring says.")


@check(NAME, "errors", points=1)
def _(student, rng):
    case = draw(rng)
    p, ids = holder(student, case.arrays), case.ids
    refuses_ids(lambda i: student.call(NAME, p, i), ids, len(case.E), (ids.astype(np.float64), ids > 3))
    bad = ids[:, :2], ids[:, :1], np.concatenate([ids, ids], axis=1), ids[0], ids[None]
    refuses_values(lambda i: student.call(NAME, p, i), bad)
