"""Checks of `layer_norm`."""

import numpy as np

from autograder.checks.checking import check

from .. import shared
from ..draws import draw, forward_mistakes
from ..shared import NUMPY_PAIRS, look, numpy_norm, parameter_shapes, require_small, returns_new


@check(points=1.5)
def values(student, rng):
    shared.values(student, rng, "layer", numpy_norm)


@check(points=1)
def eps(student, rng):
    shared.eps(student, rng, "layer", numpy_norm)


@check(points=1)
def shapes(student, rng):
    shared.shapes(student, rng, "layer", numpy_norm)
    returns_new(student, "x, ones = np.zeros((0, 3)), np.ones(3)", "layer_norm(x, ones, ones)", "x")


@check(points=1)
def offset(student, rng):
    """Entries of float32 with a large common offset, and some without."""

    def noisy(got, case):
        got = np.asarray(got)
        noise = case.x.mean() > 2000 and got.shape == case.x.shape
        return forward_mistakes(got, case) | {"variance-by-difference": got if noise else case.right}

    far = [draw(rng, "layer", (6, 16), 1.0, offset=offset) for offset in (5000.0, 9000.0)]
    look(student, [draw(rng, "layer", scale=50.0), *far], numpy_norm, noisy)


@check(points=1)
def dtypes(student, rng):
    shared.dtypes(student, rng, "layer", numpy_norm, NUMPY_PAIRS)


@check(points=0.5)
def errors(student, rng):
    require_small(student, rng, "layer")

    def good(x, p):
        return np.ones(x.shape[-1:] or p.shape)

    parameter_shapes(rng, lambda x, p: student.call("layer_norm", x, p, good(x, p)))
    parameter_shapes(rng, lambda x, p: student.call("layer_norm", x, good(x, p), p))
