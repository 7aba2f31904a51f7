"""Checks of `embedding_backward`, the scatter-add by NumPy; their bodies also serve those in PyTorch."""

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, array, blame, close
from autograder.checks.framework.shared import answers
from autograder.checks.framework.student import StudentError
from autograder.checks.scatter_add.asking import (
    numpy_gradient,
    out_of_memory,
    refuses_ids,
    refuses_padding,
    refuses_shapes,
)
from autograder.checks.scatter_add.catalogue import SUITE
from autograder.checks.scatter_add.draws import (
    Draw,
    buffered_by_batch,
    distinct,
    draw,
    long_sum,
    mistakes,
    narrowed,
    see,
    small_case,
    summed_in_half,
)

check = SUITE.check
NAME = "embedding_backward"
WRONG = "The gradient is wrong."
LIMIT = 1 << 30  # bytes that a call may use in the checks of memory


# -- bodies that serve all three gradients ------------------------------------------------------


def sums(student, rng, ask) -> None:
    """Ids of one axis, without padding: repeats, unused rows, with and without the last row."""
    evidence = Diagnosis(WRONG)
    cases = [draw(rng), draw(rng, (14,), V=11, d=2, last=False), draw(rng, (1,), d=1)]
    unchanged = True
    for case in cases:
        given = ask(student, case)
        see(evidence, given.values, case)
        unchanged &= given.unchanged
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")


def with_batches(got, case) -> dict:
    """`mistakes`, and those about the shape of the ids."""
    return mistakes(got, case) | {"one-dimensional-only": buffered_by_batch(case)}


def with_widths(got, case) -> dict:
    """`mistakes`, and those about the dtype of the sum."""
    widths = {"sum-in-half": summed_in_half(got, case), "float64-narrowed": narrowed(got, case)}
    return mistakes(got, case) | widths


def batches(student, rng, ask) -> None:
    """Ids of any shape, no ids, non-contiguous arrays."""
    first = draw(rng)
    evidence = Diagnosis(WRONG)
    see(evidence, ask(student, first).values, first)
    for shape in ((2, 4), (2, 3, 2), ()):
        case = draw(rng, shape)
        with blame("one-dimensional-only"):
            given = ask(student, case)
        see(evidence, given.values, case, with_batches if shape else mistakes)
    evidence.conclude()
    for shape in ((0,), (2, 0)):
        case = draw(rng, shape)
        with blame("empty-fails"):
            given = ask(student, case)
        if not close(given.values, case.right, 0):
            no_rows = given.values.shape == (0, case.G.shape[-1])
            raise Wrong("rows-from-ids" if no_rows else "empty-fails")
    case = draw(rng, (2, 4))
    with blame("contiguous-only"):
        given = ask(student, case, strided=True)
    if not close(given.values, case.right, case.tolerance):
        raise Wrong("contiguous-only")


def padding(student, rng, ask) -> None:
    """The rows 0, V-1 and one in between as the padding row; the arguments are unchanged."""
    evidence, unchanged = Diagnosis(WRONG), True
    for pad in (0, 3, 6):
        case = draw(rng, (12,), V=7, pad=pad)
        given = ask(student, case)
        see(evidence, given.values, case)
        unchanged &= given.unchanged
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")


def dtypes(student, rng, ask, floats, integers, halves) -> None:
    """The result's dtype, ids of every integer dtype, and long sums in half precision."""
    evidence = Diagnosis(WRONG)
    given = {}
    for dtype in floats:
        case = draw(rng, dtype=dtype)
        given[dtype] = ask(student, case)
        see(evidence, given[dtype].values, case, with_widths)
    if any(given[dtype].dtype != dtype for dtype in floats):
        raise Wrong("dtype-not-kept")
    evidence.conclude()
    for integer in integers:
        case = draw(rng, (12,), V=120, d=4, ids=integer)
        with blame("narrow-ids"):
            values = ask(student, case).values
        if not close(values, case.right, case.tolerance):
            raise Wrong("narrow-ids")
    evidence = Diagnosis(WRONG)
    for dtype in halves:
        case = long_sum(rng, dtype)
        values = ask(student, case).values
        see(evidence, values, case, with_widths)
    evidence.conclude()


def cost(student, rng, watch, ask_large) -> None:
    """Neither a loop over V nor an array N × V: steps are counted, and memory is limited.

    `watch(V)` asks with "cost"; `ask_large(case)` gives the values under a limit of memory.
    """
    small, large = 100, 400
    if watch(large).steps - watch(small).steps > (large - small) // 2:
        raise Wrong("loop-over-V")
    V, N = 200_000, 8192
    ids = rng.permutation(N) * (V // N) + rng.integers(1, V // N)  # every id once
    ids[:2] = 0, V - 1
    case = Draw(rng.normal(size=(N, 1)).astype(np.float32), ids, V, None, "float32")
    try:
        values = ask_large(case)
    except StudentError as error:
        if out_of_memory(error):
            raise Wrong("one-hot-memory") from error
        raise
    # Other checks judge the numbers; here it is enough that the right rows are not zero.
    if values.shape != (V, 1) or not np.array_equal(np.flatnonzero(values), np.sort(ids)):
        raise Wrong(None, "With a large vocabulary the gradient is wrong.")


# -- embedding_backward -------------------------------------------------------------------------


@check(NAME, "values", points=1)
def _(student, rng):
    sums(student, rng, numpy_gradient)


@check(NAME, "batches", points=1)
def _(student, rng):
    batches(student, rng, numpy_gradient)


@check(NAME, "padding", points=1)
def _(student, rng):
    padding(student, rng, numpy_gradient)


@check(NAME, "dtypes", points=1)
def _(student, rng):
    integers = "int8 int16 int32 uint8 uint16 uint32 uint64".split()
    dtypes(student, rng, numpy_gradient, ("float64", "float32", "float16"), integers, ("float16",))


@check(NAME, "errors", points=1)
def _(student, rng):
    G, ids, right = small_case()
    answers(NAME, lambda: student.call(NAME, G, ids, 4), right)
    case = draw(rng)
    no_integers = (case.ids.astype(np.float64), case.ids > 3)
    refuses_ids(lambda ids: student.call(NAME, case.G, ids, case.V), case.ids, case.V, no_integers)
    refuses_padding(lambda pad: student.call(NAME, case.G, case.ids, case.V, pad), case.V)
    refuses_shapes(lambda G, ids: student.call(NAME, G, ids, 5), rng)


@check(NAME, "cost", points=1)
def _(student, rng):
    def watch(V):
        case = distinct(rng, 12, V=V)
        return student.observe(NAME, case.G, case.ids, V, watch=("cost",))

    def ask_large(case):
        answer = student.observe(NAME, case.G, case.ids, case.V, limit_bytes=LIMIT)
        return array(answer.value, "numpy", f"`{NAME}` gives no array.")

    cost(student, rng, watch, ask_large)
