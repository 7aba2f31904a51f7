"""Checks of `rms_norm_backward`: the gradients of the input and of the weight."""

from typing import NamedTuple

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, bound, check, close, same
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import in_dtype, require
from autograder.sandboxed import protocol

from ..asking import keeps_axes
from ..draws import HALVES, Case, draw, dweight_mistakes, dx_mistakes, four_axes, halved, narrowed, see
from ..shared import SHAPES, about_axes, far, returns_new

NAME = "rms_norm_backward"
WRONG = "The gradient is wrong."


class Gradients(NamedTuple):
    """The results of the student's function."""

    dx: np.ndarray
    dweight: np.ndarray
    dtypes: set
    unchanged: bool


def gradients(student, case: Case, strided=False) -> Gradients:
    """The gradients that the student's function returns; `Wrong` for anything but two arrays."""
    rest = () if case.eps is None else (case.eps,)
    sent = case.g, case.x, case.w
    answer = student.observe(NAME, *sent, *rest, watch=("args",), strided=strided)
    pair = answer.value
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        found = pair.type if isinstance(pair, protocol.Handle) else type(pair).__name__
        raise Unexplained(f"{WRONG} It returned {found}; RMSNormGrads(dx, dweight) is expected.")
    dx, dweight = (array(part, "numpy", f"`{NAME}` gives no array.") for part in pair)
    if dx.shape == case.w.shape != dweight.shape == case.x.shape:
        raise Wrong("pair-swapped")
    return Gradients(dx, dweight, {part.dtype for part in pair}, all(map(same, sent, answer.args)))


def see_dx(evidence, given, case, predict=dx_mistakes):
    """The gradient of x as evidence, see `draws.see`."""
    see(evidence, given.dx, case, case.dx, case.dx_rounding(width(case)), predict)


def see_dweight(evidence, given, case, predict=dweight_mistakes):
    """The gradient of the weight as evidence, see `draws.see`."""
    see(evidence, given.dweight, case, case.dweight, case.dweight_rounding(width(case)), predict)


def width(case) -> str:
    """The dtype in which a case is to be computed."""
    return "float64" if case.dtype == "float64" else "float32"


@check(points=1.5)
def dx(student, rng):
    """Matrices whose rows are so long that eps does not matter."""
    evidence, unchanged = Diagnosis(WRONG), True
    for shape, dtype in (((4, 6), "float32"), ((3, 11), "float32"), ((5, 5), "float64")):
        case = draw(rng, "rms", shape, 50.0, dtype=dtype, eps=0.0 if dtype == "float64" else None)
        given = gradients(student, case)
        see(evidence, given.dx, case, case.dx, case.dx_rounding("float32"), dx_mistakes)  # digits: `dtypes`
        unchanged &= given.unchanged
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")


@check(points=1)
def dweight(student, rng):
    evidence = Diagnosis(WRONG)
    for shape in ((4, 6), (9, 5)):
        case = draw(rng, "rms", shape, 50.0)
        see_dweight(evidence, gradients(student, case), case)
    evidence.conclude()


@check(points=1)
def eps(student, rng):
    """Vectors so short that eps matters, some of them zero; eps given and left out."""
    dx, dweight = Diagnosis(WRONG), Diagnosis(WRONG)
    for scale, eps in ((1.0, 0.5), (0.05, 0.02), (1e-3, None), (0.0, 0.25)):
        case = draw(rng, "rms", (5, 6), scale, eps)
        given = gradients(student, case)
        see_dx(dx, given, case)
        see_dweight(dweight, given, case)
    dx.conclude()
    dweight.conclude()


@check(points=1)
def shapes(student, rng):
    """Any number of axes, no vectors, non-contiguous arrays."""
    dx, dweight = Diagnosis(WRONG), Diagnosis(WRONG)

    def in_memory(got, case, right):
        """Mistakes that show for four axes alone, and in the last case alone, which is not contiguous."""
        last = got if case.x.shape == (3, 4, 5) else right
        return {"four-axes": four_axes(got, case, right), "contiguous-only": last}

    def about_dx(got, case):
        return dx_mistakes(got, case) | in_memory(got, case, case.dx)

    def about_dweight(got, case):
        ahead = tuple(range(1, case.x.ndim - 1))  # all axes between the first and the last
        terms = case.terms.reshape(case.x.shape)
        return (
            dweight_mistakes(got, case)
            | in_memory(got, case, case.dweight)
            | {"two-axes-only": terms.sum(0) if case.x.ndim != 2 else case.dweight}
            | ({"wrong-axis": terms.sum(ahead)} if ahead else {})
        )

    for shape in (*SHAPES, (3, 4, 5)):
        case, strided = draw(rng, "rms", shape, 50.0, offset=far(shape)), shape == (3, 4, 5)
        with blame("contiguous-only" if strided else about_axes(dx, shape), WRONG):
            given = gradients(student, case, strided=strided)
        keeps_axes(given.dx, case.dx, case.dx_rounding("float32"))
        see_dx(dx, given, case, about_dx)
        see_dweight(dweight, given, case, about_dweight)
    dx.conclude()
    dweight.conclude()
    for shape in ((0, 6), (2, 0, 3)):
        case = draw(rng, "rms", shape)
        with blame("empty-fails"):
            given = gradients(student, case)
        if given.dx.shape != shape or not close(given.dweight, case.dweight, 0):
            raise Wrong("empty-fails")
    none = "g, x, ones = np.zeros((0, 3)), np.zeros((0, 3)), np.ones(3)"
    returns_new(student, none, "rms_norm_backward(g, x, ones)[0]", "g")
    returns_new(student, none, "rms_norm_backward(g, x, ones)[0]", "x")


@check(points=1)
def dtypes(student, rng):
    """float16 with large entries and with many positions, float64, and the dtype of the results."""
    dx, dweight, kept = Diagnosis(WRONG), Diagnosis(WRONG), True

    def dx_widths(got, case):
        (x, r), (_, w, _, g, _) = case.parts, case.wide
        first = g * w * r
        narrow = halved(got, case, case.dx, np.abs(case.dx) + np.abs(first))
        if case.dtype in HALVES and got.shape == x.shape:
            with np.errstate(all="ignore"):
                cube = in_dtype(in_dtype(1 / r, case.dtype).astype(np.float64) ** 3, case.dtype)
                second = x * (g * w * x).mean(-1, keepdims=True) / cube
                near = bound(case.dtype, 4, np.abs(first) + np.abs(second))
                narrow = np.where(np.abs(got - (first - second)) <= near, got, narrow)
        return dx_mistakes(got, case) | {
            "computed-in-half": narrow,
            "float64-narrowed": narrowed(got, case, case.dx, case.dx_rounding("float32")),
        }

    def dweight_widths(got, case):
        return dweight_mistakes(got, case) | {
            "computed-in-half": halved(got, case, case.dweight, np.abs(case.terms).sum(0)),
            "float64-narrowed": narrowed(got, case, case.dweight, case.dweight_rounding("float32")),
        }

    many = draw(rng, "rms", (4000, 2), 2.0, 0.0, "float16")
    many = Case("rms", np.abs(many.x), many.w, None, np.abs(many.g), 0.0, "float16", "float16")
    large = draw(rng, "rms", (3, 8), 700.0, 0.0, "float16")
    steep = draw(rng, "rms", (3, 8), 700.0, 0.0, "float16")  # float16 holds no product of two of its arrays
    upstream = (300 * np.sign(steep.g) + 100 * steep.g).astype(np.float16)
    steep = Case("rms", steep.x, 300 * steep.w, None, upstream, 0.0, "float16", "float16")
    for case in (draw(rng, "rms", (4, 6), 1.0, 0.0, "float64"), draw(rng), large, many, steep):
        given = gradients(student, case)
        see_dx(dx, given, case, dx_widths)
        see_dweight(dweight, given, case, dweight_widths)
        kept &= given.dtypes == {case.dtype}
    dx.conclude()
    dweight.conclude()
    if not kept:
        raise Wrong("dtype-not-kept")


@check(points=0.5)
def errors(student, rng):
    case = draw(rng, "rms", (2, 3), 1.0)
    require(NAME, lambda: student.call(NAME, case.g, case.x, case.w), (case.dx, case.dweight))

    bad = [((3, 4), (3, 4), weight) for weight in ((1,), (3,), (5,), (3, 4), (1, 4), ())]
    bad += [(upstream, (3, 4), (4,)) for upstream in ((4,), (1, 4), (3, 1), (2, 4), (2, 3, 4), ())]
    bad += [((3, 4), (4,), (4,)), ((6, 2), (2, 3, 2), (2,)), ((), (), (1,)), ((), (), ())]
    refuses_values(
        lambda shapes: student.call(NAME, *map(np.ones, shapes)), bad, if_other_type="shapes-unchecked"
    )
