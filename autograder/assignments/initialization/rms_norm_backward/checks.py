"""Checks of `rms_norm_backward`: the gradients of the input and of the weight."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, array, blame, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.student import Student

from ..asking import pair
from ..draws import Case, draw, dweight_mistakes, dx_mistakes, halved, see

NAME = "rms_norm_backward"
WRONG = "The gradient is wrong."
SHAPES = ((4, 6), (3, 11), (6,), (2, 3, 5), (3, 1, 2, 4))


class Gradients(NamedTuple):
    """The results of the student's function."""

    dx: np.ndarray
    dweight: np.ndarray


def gradients(student: Student, case: Case) -> Gradients:
    """Return the gradients of the student's function; `Wrong` for anything but two arrays."""
    rest = () if case.eps is None else (case.eps,)
    answer = pair(student.call(NAME, case.g, case.x, case.w, *rest), WRONG, "RMSNormGrads(dx, dweight)")
    dx, dweight = (array(part, "numpy", f"`{NAME}` gives no array.") for part in answer)
    if dx.shape == case.w.shape != dweight.shape == case.x.shape:
        raise Wrong("pair-swapped")
    return Gradients(dx, dweight)


def see_dx(evidence: Diagnosis, given: Gradients, case: Case, predict=dx_mistakes) -> bool:
    return see(evidence, given.dx, case, case.dx, case.dx_rounding, predict)


def see_dweight(evidence: Diagnosis, given: Gradients, case: Case, predict=dweight_mistakes) -> bool:
    return see(evidence, given.dweight, case, case.dweight, case.dweight_rounding(), predict)


def of_shapes(student: Student, rng: np.random.Generator, name: str, see_one) -> None:
    """Compare one of the gradients for vectors so long that eps does not matter; a matrix comes first."""
    evidence = Diagnosis(f"{name} is wrong.")
    for n, shape in enumerate(SHAPES):
        case = draw(rng, shape, 50.0)
        with blame("two-axes-only" if len(shape) != 2 and n else None, WRONG):
            given = gradients(student, case)
        if not see_one(evidence, given, case) and evidence.neutral == f"{name} is wrong.":
            kind = {1: "a single vector", 2: "a matrix"}.get(len(shape), "more than two axes")
            evidence.neutral = f"{name} is wrong for {kind}{', and right for a matrix' if n > 1 else ''}."
    evidence.conclude()


@check(points=1.5)
def dx(student: Student, rng: np.random.Generator) -> None:
    of_shapes(student, rng, "dx", see_dx)


@check(points=1.5)
def dweight(student: Student, rng: np.random.Generator) -> None:
    of_shapes(student, rng, "dweight", see_dweight)


@check(points=1)
def eps(student: Student, rng: np.random.Generator) -> None:
    """Vectors so short that eps matters, some of them zero; eps given, also as zero, and left out."""
    short = "For vectors so short that eps counts, or with eps of zero,"
    dx, dweight = Diagnosis(f"{short} dx is wrong."), Diagnosis(f"{short} dweight is wrong.")
    for scale, eps in ((1.0, 0.5), (0.05, 0.02), (1e-3, None), (1e-9, 0.0), (0.0, 0.25)):
        case = draw(rng, (5, 1 if scale == 0.05 else 6), scale, eps, "float64")
        given = gradients(student, case)
        see_dx(dx, given, case)
        see_dweight(dweight, given, case)
    dx.conclude()
    dweight.conclude()


@check(points=1)
def half(student: Student, rng: np.random.Generator) -> None:
    """float16: large squares, long sums, large products; which result is wrong decides what is told."""
    many = draw(rng, (4000, 2), 2.0, 0.0, "float16")
    many = replace(many, x=np.abs(many.x), g=np.abs(many.g))
    steep = draw(rng, (3, 8), 700.0, 0.0, "float16")  # float16 holds no product of two of its arrays
    steep = replace(steep, w=300 * steep.w, g=(300 * np.sign(steep.g) + 100 * steep.g).astype(np.float16))
    cases = [draw(rng, (5, 6), 1.0, None, "float16"), draw(rng, (3, 8), 700.0, 0.0, "float16"), many, steep]
    found = [gradients(student, case) for case in cases]
    fine = {
        "dx": all(close(got.dx, case.dx, case.dx_rounding) for got, case in zip(found, cases)),
        "dweight": all(
            close(got.dweight, case.dweight, case.dweight_rounding()) for got, case in zip(found, cases)
        ),
    }

    squares = found[1]  # of vectors whose squares float16 does not hold
    root_lost = all(np.all(~np.isfinite(part) | (part == 0)) for part in squares)
    both = "computed-in-half" if root_lost else "both-in-half"

    def known(mine: str, got, case: Case, right, scale) -> dict:
        other = "dweight" if mine == "dx" else "dx"
        alone = {"dx": "dx-in-half", "dweight": "dweight-in-half"}[mine]
        return {alone if fine[other] else both: halved(got, case, right, scale)}

    def about_dx(got, case: Case) -> dict:
        scale = np.abs(case.dx) + np.abs(case.wide[2] * case.wide[1] * case.inverse)
        return dx_mistakes(got, case) | known("dx", got, case, case.dx, scale)

    def about_dweight(got, case: Case) -> dict:
        scale = np.abs(case.terms).sum(0)
        return dweight_mistakes(got, case) | known("dweight", got, case, case.dweight, scale)

    dx, dweight = Diagnosis("In float16 dx is wrong."), Diagnosis("In float16 dweight is wrong.")
    for got, case in zip(found, cases):
        see_dx(dx, got, case, about_dx)
        see_dweight(dweight, got, case, about_dweight)
    dx.conclude()
    dweight.conclude()


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    case = draw(rng, (3, 4), 50.0, dtype=dtype)
    return Legal({"grad_out": case.g, "x": case.x, "weight": case.w}, (case.dx, case.dweight))


contract = house_rules("unchanged", "dtype", legal=legal)
