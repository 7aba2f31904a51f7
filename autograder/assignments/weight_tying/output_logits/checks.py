"""Checks of `output_logits`: hidden states times the transposed table, plus a bias."""

from contextlib import nullcontext

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, array, blame, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import ask, probabilities, require, returns_new
from autograder.sandboxed import protocol

from ..draws import Draw, draw

NAME = "output_logits"
NEUTRAL = "The logits are wrong."


def logits(student, case: Draw, strided=False):
    bias = () if case.b is None else (case.b,)
    return ask(student, NAME, case.h, case.E, *bias, strided=strided)


def values_of(value) -> np.ndarray:
    return array(value, "numpy", NEUTRAL)


def right(case: Draw):
    """The right logits and the rounding error allowed, both (*S, V)."""
    shape = (*case.targets.shape, len(case.E))
    return case.logits.reshape(shape), case.logit_rounding.reshape(shape)


def none_bias(case: Draw):
    """Of a case without a bias: an operation on None is named."""
    return blame("none-bias", only=("TypeError", "AttributeError")) if case.b is None else nullcontext()


def mistakes(case: Draw) -> dict:
    """What each mistake gives for positions along one axis: logits (N, V), or several forms of them."""
    (h, E, b, _), z = case.flat, case.logits
    p = probabilities(z)
    cosine = z - b
    cosine = cosine / np.linalg.norm(h, axis=1, keepdims=True) / np.linalg.norm(E, axis=1)
    rows_only = (z - b) / np.linalg.norm(E, axis=1)
    return {
        "table-not-transposed": h @ E + b if E.shape[0] == E.shape[1] else z,
        "table-reshaped": h @ E.reshape(E.shape[::-1]) + b,
        "positions-mixed": [(z - b).T.reshape(z.shape) + b, z.T.reshape(z.shape)],
        "bias-ignored": z - b,
        "normalised-scores": [p, np.log(p)],
        "cosine": [cosine + b, rows_only + b, cosine],
        "logits-scaled": [(z - b) / np.sqrt(h.shape[1]) + b, z / np.sqrt(h.shape[1])],
    }


def judge(student, cases) -> None:
    """Compare the logits for some cases whose positions lie along one axis."""
    diagnosis, fine, coarse = Diagnosis(NEUTRAL), True, True
    for case in cases:
        with none_bias(case):
            got = values_of(logits(student, case))
        fine &= diagnosis.see(got, *right(case), mistakes, case)
        coarse &= close(got, case.logits, case.coarse_logit_rounding)
    if coarse and not fine:
        raise Wrong("digits-lost")
    diagnosis.conclude()


@check(points=1)
def values(student, rng):
    """With and without a bias; also V = d, where h @ E runs as well as h @ E.T."""
    judge(student, [draw(rng), draw(rng, V=4), draw(rng, V=4, bias=False), draw(rng, (5,), V=3, d=3)])


@check(points=1)
def shapes(student, rng):
    """Positions of any shape, no positions, a table of one row, non-contiguous arrays."""
    judge(student, [draw(rng), draw(rng, V=4, bias=False)])
    for shape, options in (
        ((), {}),
        ((2, 3), {"bias": False, "V": 4}),
        ((2, 1, 4), {}),
        ((0,), {}),
        ((3, 0), {"bias": False}),
    ):
        case = draw(rng, shape, **options)
        lost = "one-axis-only" if case.targets.size else "empty-refused"
        with blame(lost):
            got = values_of(logits(student, case))
        want, rounding = right(case)
        if case.targets.size and got.shape == case.logits.shape != want.shape:
            raise Wrong("flattened")
        if 1 in want.shape and close(got, want.squeeze(), rounding.squeeze()):
            raise Wrong("squeezed")
        if not close(got, want, rounding):
            raise Wrong(lost)
    for shape, d in (((1, 3), 1), ((4,), 3), ((), 2)):
        case = draw(rng, shape, V=1, d=d)
        with blame("one-token"):
            got = values_of(logits(student, case))
        if not close(got, *right(case)):
            raise Wrong("one-token")
    case = draw(rng, (2, 3))
    with blame("not-contiguous"):
        got = values_of(logits(student, case, strided=True))
    if not close(got, *right(case)):
        raise Wrong("not-contiguous")
    returns_new(student, f"{NAME}(np.eye(2), np.eye(2))")


@check(points=1)
def dtypes(student, rng):
    """The dtype of the result, and its accuracy."""
    for dtype in ("float64", "float32"):
        for bias in (True, False):
            case = draw(rng, dtype=dtype, bias=bias, V=9, d=32)
            with none_bias(case):
                value = logits(student, case)
            got = values_of(value)
            if value.dtype != dtype:
                raise Wrong("dtype-not-kept")
            none = draw(rng, (0,), dtype=dtype, bias=bias)
            with none_bias(none), blame("empty-refused"):
                empty = logits(student, none)
            if isinstance(empty, protocol.Array) and empty.values.size == 0 and empty.dtype != dtype:
                raise Wrong("dtype-without-positions")
            if close(got, *right(case)):
                continue
            if close(got, right(case)[0], case.coarse_logit_rounding):
                raise Wrong("digits-lost")
            diagnosis = Diagnosis(NEUTRAL)
            diagnosis.see(got, *right(case), mistakes, case)
            diagnosis.conclude()


@check(points=1)
def errors(student, rng):
    """Shapes that do not fit, some of which broadcast or multiply all the same."""
    h, E, b = rng.normal(size=(3, 4)), rng.normal(size=(6, 4)), rng.normal(size=6)
    require(NAME, lambda: student.call(NAME, h, E), h @ E.T)
    for silent, bad in (
        (
            "bias-shape-unchecked",
            [
                (h, E, b[:1]),
                (h, E, np.zeros((6, 1))),
                (h, E, np.zeros(1)),
                (h, E, b.reshape(6, 1)[:3]),
                (h[0], E, b.reshape(6, 1)),
                (h, E, b[None]),
                (h, E, np.array(1.5)),
                (h, E[:1], b[:3]),
            ],
        ),
        (
            "shapes-unchecked",
            [
                (h[:, :3], E),
                (h[:, :1], E),
                (h, E[0]),
                (h[:, :3], E.T[:3]),
                (h, np.repeat(E[:, :, None], 2, axis=2)),
                (h, E[None]),
                (np.array(1.5), E),
                (np.array(1.5), E[:, :1]),
            ],
        ),
        ("unchecked-without-positions", [(h[:0, :3], E), (h[:0], E[0]), (h[:0], E, b[:1])]),
    ):
        refuses_values(lambda args: student.call(NAME, *args), bad, if_accepted=silent)
