"""Checks of `output_logits`."""

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, array, blame, close
from autograder.checks.framework.shared import answers, ask, probabilities, refuses_shapes
from autograder.checks.weight_tying.catalogue import SUITE
from autograder.checks.weight_tying.draws import Draw, draw

check = SUITE.check
NAME = "output_logits"
NEUTRAL = "The logits are wrong."


def logits(student, case: Draw, strided=False):
    bias = () if case.b is None else (case.b,)
    return ask(student, NAME, case.h, case.E, *bias, strided=strided)


def values_of(value) -> np.ndarray:
    return array(value, "numpy", NEUTRAL)


def right(case: Draw):
    """(*S, V), and the rounding allowed."""
    shape = (*case.targets.shape, len(case.E))
    return case.logits.reshape(shape), case.logit_rounding.reshape(shape)


def predictions(case: Draw, got) -> dict:
    """What mistakes make of positions along one axis."""
    (h, E, b, _), z = case.flat, case.logits
    p = probabilities(z)
    cosine = z - b
    cosine = cosine / np.linalg.norm(h, axis=1, keepdims=True) / np.linalg.norm(E, axis=1)
    rows_only = (z - b) / np.linalg.norm(E, axis=1)
    narrowed = ((z - b) / np.sqrt(h.shape[1]) + b, z / np.sqrt(h.shape[1]))
    return {
        "table-not-transposed": h @ E + b if E.shape[0] == E.shape[1] else z,
        "bias-ignored": z - b,
        "normalised-scores": nearest(got, p, np.log(p)),
        "cosine": nearest(got, cosine + b, rows_only + b, cosine),
        "logits-scaled": nearest(got, *narrowed),
    }


def nearest(got, *values):
    """The form of a mistake that fits best."""
    if got.shape != values[0].shape:
        return values[0]
    return min(values, key=lambda v: np.abs(v - got).max(initial=0.0))


@check(NAME, "values", points=1)
def _(student, rng):
    """With and without a bias; V = d, where both orders of the product run."""
    diagnosis = Diagnosis(NEUTRAL)
    for case in (draw(rng, V=4), draw(rng, V=4, bias=False), draw(rng, (5,), V=3, d=3)):
        got = values_of(logits(student, case))
        diagnosis.see(got, *right(case), **predictions(case, got))
    diagnosis.conclude()


@check(NAME, "shapes", points=1)
def _(student, rng):
    """Positions of any shape, none too, and values that do not lie side by side."""
    first = draw(rng)
    if not close(values_of(logits(student, first)), *right(first)):
        raise Wrong(None, NEUTRAL)
    for shape in ((), (2, 3), (2, 1, 4), (0,), (3, 0)):
        case = draw(rng, shape)
        with blame("one-axis-only"):
            got = values_of(logits(student, case))
        if got.shape == case.logits.shape != right(case)[0].shape:
            raise Wrong("flattened")
        if not close(got, *right(case)):
            raise Wrong("one-axis-only")
    case = draw(rng, (2, 3))
    with blame(None, "Arrays whose values do not lie side by side fail."):
        got = values_of(logits(student, case, strided=True))
    if not close(got, *right(case)):
        raise Wrong(None, "Arrays whose values do not lie side by side give wrong logits.")


@check(NAME, "dtypes", points=1)
def _(student, rng):
    """The dtype of the result, for both dtypes, and the digits of float64."""
    for dtype in ("float64", "float32"):
        for bias in (True, False):
            case = draw(rng, dtype=dtype, bias=bias, V=9, d=32)
            value = logits(student, case)
            got = values_of(value)
            if value.dtype != dtype:
                raise Wrong("dtype-not-kept")
            if not close(got, *right(case)):
                raise Wrong(None, f"{NEUTRAL} They have fewer digits than {dtype} holds.")


@check(NAME, "errors", points=1)
def _(student, rng):
    """Shapes that broadcast or multiply by chance, and those that cannot."""
    neutral = "Shapes that do not fit are not refused as the docstring says."
    h, E, b = rng.normal(size=(3, 4)), rng.normal(size=(6, 4)), rng.normal(size=6)
    answers(NAME, lambda: student.call(NAME, h, E), h @ E.T)
    cases = [
        (h, E, b[:1]),
        (h, E, b.reshape(6, 1)[:3]),
        (h, E, b[None]),
        (h, E, np.array(1.5)),
        (h[:, :3], E),
        (h[:, :1], E),
        (h, E[0]),
        (h[:, :3], E.T[:3]),
    ]
    refuses_shapes(student, [lambda c=c: student.call(NAME, *c) for c in cases], neutral)
