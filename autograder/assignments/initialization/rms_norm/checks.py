"""Checks of `rms_norm`."""

from ..mistakes import SUITE
from ..shared import (
    NUMPY_PAIRS,
    answers_small,
    dtypes,
    eps,
    numpy_norm,
    parameter_shapes,
    returns_new,
    shapes,
    values,
)

check = SUITE.check


@check("rms_norm", "values", points=1.5)
def _(student, rng):
    values(student, rng, "rms", numpy_norm)


@check("rms_norm", "eps", points=1)
def _(student, rng):
    eps(student, rng, "rms", numpy_norm)


@check("rms_norm", "shapes", points=1)
def _(student, rng):
    shapes(student, rng, "rms", numpy_norm)
    returns_new(student, "x, ones = np.zeros((0, 3)), np.ones(3)", "rms_norm(x, ones)", "x")


@check("rms_norm", "dtypes", points=1)
def _(student, rng):
    dtypes(student, rng, "rms", numpy_norm, NUMPY_PAIRS)


@check("rms_norm", "errors", points=0.5)
def _(student, rng):
    answers_small(student, rng, "rms")
    parameter_shapes(rng, lambda x, p: student.call("rms_norm", x, p))
