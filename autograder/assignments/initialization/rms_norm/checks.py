"""Checks of `rms_norm`."""

from autograder.checks.checking import check

from .. import shared
from ..shared import NUMPY_PAIRS, numpy_norm, parameter_shapes, require_small, returns_new


@check(points=1.5)
def values(student, rng):
    shared.values(student, rng, "rms", numpy_norm)


@check(points=1)
def eps(student, rng):
    shared.eps(student, rng, "rms", numpy_norm)


@check(points=1)
def shapes(student, rng):
    shared.shapes(student, rng, "rms", numpy_norm)
    returns_new(student, "x, ones = np.zeros((0, 3)), np.ones(3)", "rms_norm(x, ones)", "x")


@check(points=1)
def dtypes(student, rng):
    shared.dtypes(student, rng, "rms", numpy_norm, NUMPY_PAIRS)


@check(points=0.5)
def errors(student, rng):
    require_small(student, rng, "rms")
    parameter_shapes(rng, lambda x, p: student.call("rms_norm", x, p))
