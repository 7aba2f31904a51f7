"""Checks of `cbow_mean`: the mean of a context's rows."""

import numpy as np

from autograder.checks.checking import check
from autograder.checks.shared import require, returns_new

from .. import shared
from ..asking import ask_array
from ..shared import NO_MEAN, compare, draw, mistaken_weights, no_examples, refuses, sizes

MEAN = "cbow_mean"


def mean_mistakes(case) -> dict[str, list]:
    """What each mistake gives for the means, (n, d)."""
    return {m: [case.forward(weights) for weights in forms] for m, forms in mistaken_weights(case).items()}


def mean_of(student, case, contexts=None, strided=False):
    contexts = case.contexts if contexts is None else contexts
    return ask_array(student, MEAN, case.E, contexts, case.mask, neutral=NO_MEAN, strided=strided)


@check(points=2.25)
def values(student, rng):
    """Slots that are empty, or hold id 0 and are kept; words that fill two slots."""
    cases = draw(rng), draw(rng, 7, 6, V=6, d=2)
    compare(lambda case: mean_of(student, case), cases, "forward", mean_mistakes, NO_MEAN)
    returns_new(student, f"{MEAN}(np.ones((3, 2)), np.array([[1]]), np.array([[True]]))")


@check(points=1)
def shapes(student, rng):
    """No examples, with slots and without; one; one slot; many; non-contiguous arrays."""
    E = rng.normal(size=(4, 3)).astype(np.float32)

    def of_none(*none):
        return ask_array(student, MEAN, E, *none, neutral=NO_MEAN)

    no_examples(lambda case: mean_of(student, case), of_none, rng, (0, 3))
    sizes(lambda case, **how: mean_of(student, case, **how), rng, "forward", NO_MEAN)


@check(points=0.25)
def dtypes(student, rng):
    shared.dtypes(rng, lambda case, contexts=None: mean_of(student, case, contexts), "forward", NO_MEAN)


@check(points=0.5)
def errors(student, rng):
    case, both = draw(rng), np.ones((1, 2), bool)
    require(MEAN, lambda: student.call(MEAN, case.E, np.array([[0, 1]]), both), case.E[:2].mean(axis=0)[None])
    refuses(case, lambda contexts, mask: student.call(MEAN, case.E, contexts, mask))
