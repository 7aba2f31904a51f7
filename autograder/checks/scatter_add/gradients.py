"""Checks of `embedding_backward`, the scatter-add by NumPy; their bodies also serve those in PyTorch."""

import contextlib

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, array, blame, close
from autograder.checks.framework.shared import answers
from autograder.checks.framework.student import StudentError
from autograder.checks.scatter_add.asking import (
    legal,
    numpy_gradient,
    out_of_memory,
    refuses_empty_floats,
    refuses_ids,
    refuses_padding,
    refuses_shapes,
)
from autograder.checks.scatter_add.catalogue import SUITE
from autograder.checks.scatter_add.draws import (
    Draw,
    beside_large,
    beside_padding,
    beyond_dtype,
    buffered_by_batch,
    distinct,
    draw,
    in_order,
    long_sum,
    mistakes,
    narrowed,
    see,
    small_case,
    summed_in_half,
    zeros,
)

check = SUITE.check
NAME = "embedding_backward"
WRONG = "The gradient is wrong."
LIMIT = 1 << 30  # bytes that a call may use in the checks of memory
NARROW = ("int8", "uint8", "int16", "uint16")
LEGAL_IDS = "ids of one axis from 0 to V − 1, both of these among them"


# -- bodies that serve all three gradients ------------------------------------------------------


def sums(student, rng, ask, name) -> None:
    """Ids of one axis, without padding: repeats, unused rows, with and without the last row."""
    evidence = Diagnosis(WRONG)
    cases = [draw(rng), draw(rng, (14,), V=11, d=2, last=False), draw(rng, (1,), d=1)]
    cases += [in_order(rng), zeros(rng)]
    unchanged, shared = True, False
    for case in cases:
        with legal(student, name, LEGAL_IDS):
            given = ask(student, case)
        see(evidence, given.values, case)
        unchanged &= given.unchanged
        shared |= given.shared
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")
    if shared:
        raise Wrong("result-shared")
    case = beside_large(rng)
    if not close(ask(student, case).values, case.right, case.tolerance):
        raise Wrong("running-sums")


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
    usual = ask(student, first)
    see(evidence, usual.values, first)
    for shape in ((2, 4), (2, 3, 2)):
        case = draw(rng, shape)
        with blame("one-dimensional-only"):
            given = ask(student, case)
        see(evidence, given.values, case, with_batches)
    evidence.conclude()
    evidence = Diagnosis(WRONG)
    for i in (first.V - 1, 0):  # as a condition, an array of one zero is false
        case = Draw(first.G[0], np.array(i), first.V)
        with blame("single-id"):
            given = ask(student, case)
        see(evidence, given.values, case)
    evidence.conclude()
    for shape in ((0,), (2, 0)):
        case = draw(rng, shape)
        with blame("empty-fails"):
            given = ask(student, case)
        if not close(given.values, case.right, 0):
            no_rows = given.values.shape == (0, case.G.shape[-1])
            raise Wrong("rows-from-ids" if no_rows else "empty-fails")
        if given.dtype != case.dtype == usual.dtype:
            raise Wrong("empty-dtype")
    case = draw(rng, (2, 4))
    with blame("contiguous-only"):
        given = ask(student, case, strided=True)
    if not close(given.values, case.right, case.tolerance):
        raise Wrong("contiguous-only")


def padding(student, rng, ask) -> None:
    """The rows 0, V-1 and one in between as the padding row, or one without an id; other shapes of ids.

    The arguments are unchanged.
    """
    evidence, unchanged = Diagnosis(WRONG), True
    for case in padded(rng):
        with padding_refused():
            given = ask(student, case)
        see(evidence, given.values, case)
        unchanged &= given.unchanged
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")
    for case in padded_shapes(rng):
        mistake = "one-dimensional-only" if case.ids.ndim else "single-id"
        with blame(mistake):
            given = ask(student, case)
        if not close(given.values, case.right, case.tolerance):
            raise Wrong(mistake)


def padded(rng) -> list[Draw]:
    """Ids of one axis with a padding row: the first, one in between, the last, and one without an id."""
    return [*(draw(rng, (12,), V=7, pad=pad) for pad in (0, 3, 6)), beside_padding(rng)]


def padded_shapes(rng) -> list[Draw]:
    """Ids of other shapes with a padding row; the single id is the padding row, or is not."""
    several = draw(rng, (3, 4), V=7, pad=3)
    one = [Draw(several.G[0, 0], np.array(i), 7, 3) for i in (3, 5)]
    return [several, *one]


@contextlib.contextmanager
def padding_refused():
    """Turn an IndexError for a legal padding row into `Wrong`."""
    with blame("padding-refused", only=("IndexError",)):
        yield


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
        if integer in NARROW:
            case = beyond_dtype(rng, integer)
            with blame("narrow-ids"):
                values = ask(student, case).values
            # Other checks judge the number of rows.
            if not close(values, case.right[: len(values)], np.max(case.tolerance)):
                raise Wrong("narrow-ids")
    evidence = Diagnosis(WRONG)
    for dtype, integer in ((dtype, integer) for dtype in halves for integer in ("int64", "int32")):
        case = long_sum(rng, dtype, integer)
        values = ask(student, case).values
        see(evidence, values, case, with_widths)
    evidence.conclude()


def cost(student, rng, watch, ask_large) -> None:
    """Neither a loop over V nor an array N × V or N × N: steps are counted, and memory is limited.

    `watch(V)` asks with "cost"; `ask_large(case)` gives the values under a limit of memory.
    """
    small, large = 100, 400
    if watch(large).steps - watch(small).steps > (large - small) // 2:
        raise Wrong("loop-over-V")
    V, N = 200_000, 40_000
    ids = rng.permutation(N) * (V // N) + rng.integers(1, V // N - 1)  # every id once, 0 and V-1 not yet
    ids[:2] = 0, V - 1
    case = Draw(rng.normal(size=(N, 1)).astype(np.float32), ids, V, None, "float32")
    try:
        values = ask_large(case)
    except StudentError as error:
        if out_of_memory(error):
            raise Wrong("one-hot-memory") from error
        raise
    if not close(values, case.right, case.tolerance):
        raise Wrong(None, "With a large vocabulary the gradient is wrong.")


# -- embedding_backward -------------------------------------------------------------------------


@check(NAME, "values", points=1)
def _(student, rng):
    sums(student, rng, numpy_gradient, NAME)


@check(NAME, "batches", points=1.5)
def _(student, rng):
    batches(student, rng, numpy_gradient)


@check(NAME, "padding", points=1)
def _(student, rng):
    padding(student, rng, numpy_gradient)


@check(NAME, "dtypes", points=1)
def _(student, rng):
    integers = "int8 int16 int32 uint8 uint16 uint32 uint64".split()
    dtypes(student, rng, numpy_gradient, ("float64", "float32", "float16"), integers, ("float16",))


@check(NAME, "errors", points=0.5)
def _(student, rng):
    G, ids, right = small_case()
    answers(NAME, lambda: student.call(NAME, G, ids, 4), right)
    case = draw(rng)
    no_integers = (case.ids.astype(np.float64), case.ids > 3)
    refuses_ids(lambda ids: student.call(NAME, case.G, ids, case.V), case.ids, case.V, no_integers)
    refuses_padding(lambda pad: student.call(NAME, case.G, case.ids, case.V, pad), case.V)
    refuses_shapes(lambda G, ids: student.call(NAME, G, ids, 5), rng)
    refuses_empty_floats(lambda G, ids: student.call(NAME, G, ids, 5))


@check(NAME, "cost", points=1)
def _(student, rng):
    G, ids, right = small_case()
    answers(NAME, lambda: student.call(NAME, G, ids, 4), right)

    def watch(V):
        case = distinct(rng, 12, V=V)
        return student.observe(NAME, case.G, case.ids, V, watch=("cost",))

    def ask_large(case):
        answer = student.observe(NAME, case.G, case.ids, case.V, limit_bytes=LIMIT)
        return array(answer.value, "numpy", f"`{NAME}` gives no array.")

    cost(student, rng, watch, ask_large)
