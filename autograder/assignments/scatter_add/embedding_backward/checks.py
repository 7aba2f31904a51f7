"""Checks of `embedding_backward`, the scatter-add by NumPy; their bodies also serve those in PyTorch."""

import numpy as np

from autograder.checks.checking import array, check
from autograder.checks.contract import Legal, house_rules
from autograder.checks.shared import require
from autograder.checks.student import Student

from .. import shared
from ..asking import numpy_gradient
from ..draws import draw, small_case

NAME = "embedding_backward"


@check(points=1)
def values(student: Student, rng: np.random.Generator):
    shared.sums(student, rng, numpy_gradient)


@check(points=1)
def batches(student: Student, rng: np.random.Generator):
    shared.batches(student, rng, numpy_gradient)


@check(points=1)
def padding(student: Student, rng: np.random.Generator):
    shared.padding(student, rng, numpy_gradient)


@check(points=1)
def width(student: Student, rng: np.random.Generator):
    shared.width(student, rng, numpy_gradient, [("float16", "int64")])


@check(points=1)
def cost(student: Student, rng: np.random.Generator):
    G, ids, right = small_case()
    require(NAME, lambda: student.call(NAME, G, ids, 4), right)

    def watch(case):
        return student.observe(NAME, case.G, case.ids, case.V, *case.padding, watch=("cost",))

    def ask_large(case):
        answer = student.observe(NAME, case.G, case.ids, case.V, limit_bytes=shared.LIMIT)
        return array(answer.value, "numpy", f"`{NAME}` gives no array.")

    shared.cost(student, rng, watch, ask_large)


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    """As many positions as rows, so that the result has the shape of grad_out."""
    case = draw(rng, (7,), V=7, d=40, dtype=dtype)  # 7 times 40 does not fit into 8 bits
    return Legal({"grad_out": case.G, "ids": case.ids, "V": 7}, case.right, ids="ids", V=7, rows="V")


def with_padding(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    call = legal(rng, dtype, empty)
    return Legal(call.args | {"padding_idx": int(call.args["ids"][0])}, None)


contract = house_rules("ids", "new", "unchanged", legal=legal, more=with_padding)
