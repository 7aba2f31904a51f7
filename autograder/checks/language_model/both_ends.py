"""Checks of `table_gradient`: the sum of the gradients of the table from both of its uses."""

import numpy as np

from autograder.checks.framework.checking import Wrong, array, same
from autograder.checks.framework.refusals import refuses_ids, refuses_values
from autograder.checks.framework.shared import answers
from autograder.checks.language_model.asking import Evidence
from autograder.checks.language_model.catalogue import SUITE
from autograder.checks.language_model.rounding import Rounded

check = SUITE.check
NAME = "table_gradient"
NEUTRAL = "The gradient of the table is wrong."


def draw(rng, B=3, T=4, V=8, d=3, dtype="float64", integers="int64") -> tuple:
    """dx (B, T, d), ids (B, T), dE_head (V, d); some ids are repeated, and some rows are not read."""
    read = rng.permutation(V)[: V // 2]
    ids = rng.choice(read, (B, T))
    if ids.size:
        ids[0, 0] = ids[0, -1] = ids[-1, 0] = read[0]
    dx, dE_head = (rng.normal(size=s).astype(dtype) for s in ((B, T, d), (V, d)))
    return dx, ids.astype(integers), dE_head


def parts(dx, ids, dE_head) -> tuple[Rounded, Rounded]:
    """The gradients from the input side and from the output side, both (V, d)."""
    return Rounded.exact(dx).scatter(ids, len(dE_head)), Rounded.exact(dE_head)


def mistakes(dx, ids, dE_head) -> dict:
    """What each mistake gives for dE: its forms."""
    inputs, head = (part.values for part in parts(dx, ids, dE_head))
    flat, rows = ids.reshape(-1).astype(int), dx.reshape(-1, dx.shape[-1]).astype(np.float64)
    last, first = np.zeros_like(head), np.zeros_like(head)
    last[flat], first[flat[::-1]] = rows, rows[::-1]
    replaced, sums = head.copy(), head.copy()
    replaced[flat] = rows
    sums[flat] = inputs[flat]
    counts = np.maximum(np.bincount(flat, minlength=len(head)), 1)[:, None]
    B, T = ids.shape
    found = {
        "duplicates-lost": [head + last, head + first],
        "input-side-missing": [head],
        "output-side-missing": [inputs],
        "head-overwritten": [replaced, sums],
        "averaged-twice": [(head + inputs) / 2, *(head + inputs / n for n in (B, T, B * T))],
        "mean-per-row": [head + inputs / counts],
    }
    return {name: [{"dE": form} for form in forms] for name, forms in found.items()}


def run(student, args, strided=False):
    """The answer of the student's function, whose value is an array."""
    answer = student.observe(NAME, *args, watch=("args", "sharing"), strided=strided)
    array(answer.value, "numpy", NEUTRAL)
    return answer


def see(evidence, answer, args) -> None:
    """One answer as evidence."""
    inputs, head = parts(*args)
    evidence.see({"dE": answer.value.values}, {"dE": inputs + head}, lambda: mistakes(*args))


@check(NAME, "values", points=1)
def _(student, rng):
    evidence = Evidence(NEUTRAL)
    for sizes in ({}, {"T": 1}, {"V": 5, "d": 4, "T": 6}):
        args = draw(rng, **sizes)
        see(evidence, run(student, args), args)
    evidence.conclude("dE")


@check(NAME, "new", points=1)
def _(student, rng):
    """The result is a new array and the arguments are unchanged, also without ids."""
    for sizes in ({}, {"B": 0}):
        args = draw(rng, **sizes)
        answer = run(student, args)
        # Before the values: code that adds into dE_head may return the right sum.
        if not all(same(sent, after) for sent, after in zip(args, answer.args)):
            raise Wrong("arguments-changed")
        if any(answer.sharing):
            raise Wrong("head-returned")
        evidence = Evidence(NEUTRAL)
        see(evidence, answer, args)
        if args[1].size:
            evidence.conclude("dE")
        elif not evidence.right("dE"):
            raise Wrong(None, f"{NEUTRAL} It is about a batch without ids.")


@check(NAME, "dtypes", points=1)
def _(student, rng):
    """float32, ids of any integer dtype, non-contiguous arrays."""
    for dtype, integers, strided in (("float32", "uint8", False), ("float64", "int16", True)):
        args = draw(rng, dtype=dtype, integers=integers)
        answer = run(student, args, strided)
        if answer.value.dtype != dtype:
            raise Wrong("dtype-not-kept")
        evidence = Evidence(NEUTRAL)
        see(evidence, answer, args)
        evidence.conclude("dE")


@check(NAME, "errors", points=1)
def _(student, rng):
    dx, ids, head = draw(rng)
    inputs, outputs = parts(dx, ids, head)
    answers(NAME, lambda: student.call(NAME, dx, ids, head), inputs.values + outputs.values)
    refuses_ids(lambda i: student.call(NAME, dx, i, head), ids, len(head), (ids.astype(np.float64), ids > 3))
    bad = [
        (dx[:, :1], ids, head),
        (dx[:1], ids, head),
        (dx[:, :, :1], ids, head),
        (dx, ids[:, :2], head),
        (dx, ids, head[:, :1]),
        (dx, ids, head[0]),
        (dx, ids.T, head),
        (dx[0], ids[0], head),
        (dx[0, 0], ids[0], head),
    ]
    refuses_values(lambda args: student.call(NAME, *args), bad)
