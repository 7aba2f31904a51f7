"""Checks of `embedding_backward`, the scatter-add by NumPy; their bodies also serve those in PyTorch."""

import numpy as np

from autograder.checks.checking import array, check
from autograder.checks.shared import require

from .. import shared
from ..asking import (
    new_each_time,
    numpy_gradient,
    pad_of,
    refuses_empty,
    refuses_ids,
    refuses_number,
    refuses_padding,
    refuses_shapes,
)
from ..draws import distinct, draw, small_case
from ..shared import LIMIT, sums

NAME = "embedding_backward"


# -- embedding_backward -------------------------------------------------------------------------


@check(points=1)
def values(student, rng):
    sums(student, rng, numpy_gradient, NAME)
    new_each_time(student, f"{NAME}(np.array([[1.0], [2.0]]), np.array([1, 0]), 3)")


@check(points=1.5)
def batches(student, rng):
    shared.batches(student, rng, numpy_gradient)


@check(points=1)
def padding(student, rng):
    shared.padding(student, rng, numpy_gradient)


@check(points=1)
def dtypes(student, rng):
    integers = "int8 int16 int32 uint8 uint16 uint32 uint64".split()
    shared.dtypes(student, rng, numpy_gradient, ("float64", "float32", "float16"), integers, ("float16",))


@check(points=0.5)
def errors(student, rng):
    G, ids, right = small_case()
    require(NAME, lambda: student.call(NAME, G, ids, 4), right)
    case = draw(rng)
    no_integers = (case.ids.astype(np.float64), case.ids > 3)
    refuses_ids(lambda ids: student.call(NAME, case.G, ids, case.V), case.ids, case.V, no_integers)
    refuses_padding(lambda pad: student.call(NAME, case.G, case.ids, case.V, pad), case.V)
    refuses_shapes(lambda G, ids: student.call(NAME, G, ids, 5), rng)
    refuses_empty(lambda G, ids, pad: student.call(NAME, G, ids, 5, pad))
    refuses_number(lambda G, ids: student.call(NAME, G, ids, 5))


@check(points=1)
def cost(student, rng):
    G, ids, right = small_case()
    require(NAME, lambda: student.call(NAME, G, ids, 4), right)

    def watch(V, pad):
        case = distinct(rng, 12, V=V, pad=pad)
        return student.observe(NAME, case.G, case.ids, V, *pad_of(case), watch=("cost",))

    def ask_large(case):
        answer = student.observe(NAME, case.G, case.ids, case.V, limit_bytes=LIMIT)
        return array(answer.value, "numpy", f"`{NAME}` gives no array.")

    shared.cost(student, rng, watch, ask_large)
