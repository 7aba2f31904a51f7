"""What the checks of several functions share: draws, calls, and bodies that serve more than one."""

import contextlib
import re

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, close
from autograder.checks.refusals import refusal
from autograder.checks.student import StudentError

from .asking import legal, numpy_gradient, out_of_memory
from .draws import (
    Draw,
    beside_large,
    beside_padding,
    between_rows,
    beyond_dtype,
    buffered_by_batch,
    distinct,
    draw,
    in_order,
    long_sum,
    mistakes,
    narrow_padding,
    narrowed,
    only_padding,
    overflowing_padding,
    see,
    summed_in_half,
    zeros,
)

WRONG = "The gradient is wrong."
LIMIT = 1 << 30  # bytes that a call may use in the checks of memory
NARROW = ("int8", "uint8", "int16", "uint16")
LEGAL_IDS = "ids of one axis, each from 0 to V − 1"


# -- bodies that serve all three gradients ------------------------------------------------------


def sums(student, rng, ask, name) -> None:
    """Ids of one axis, without padding: repeats, unused rows, with and without the last row."""
    evidence = Diagnosis(WRONG)
    cases = [draw(rng), draw(rng, (14,), V=11, d=2, last=False), draw(rng, (1,), d=1)]
    cases += [in_order(rng), zeros(rng), zeros(rng, V=1)]
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
    with contextlib.suppress(StudentError):  # other checks judge a single id; in a table of one row it is all
        shared |= ask(student, Draw(rng.normal(size=3).astype(np.float32), np.array(0), 1)).shared
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
    unchanged = True
    for shape, fault in ((2, 4), "one-dimensional-only"), ((2, 3, 2), "two-axes-at-most"):
        case = draw(rng, shape)
        with blame(fault):
            given = ask(student, case)
        see(evidence, given.values, case, with_batches)
        unchanged &= given.unchanged
    evidence.conclude()
    evidence = Diagnosis(WRONG)
    # As a condition, an array of one zero is false; and in a table of one row the gradient is grad_out.
    for i, V in ((first.V - 1, first.V), (0, first.V), (0, 1)):
        case = Draw(first.G[0], np.array(i), V)
        with blame("single-id"):
            given = ask(student, case)
        see(evidence, given.values, case)
        unchanged &= given.unchanged
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")
    for shape in ((0,), (2, 0)):
        case = draw(rng, shape)
        with blame("empty-fails"):
            given = ask(student, case)
        if not close(given.values, case.right, 0):
            no_rows = given.values.shape == (0, case.G.shape[-1])
            raise Wrong("rows-from-ids" if no_rows else "empty-fails")
        if given.dtype != case.dtype == usual.dtype:
            raise Wrong("empty-dtype")
    for strided in ("forwards", True):
        case = draw(rng, (2, 4))
        with blame("contiguous-only"):
            given = ask(student, case, strided=strided)
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
    case = between_rows(rng)
    if not close(ask(student, case).values, case.right, case.tolerance):
        raise Wrong("padding-absent")
    # The other dtype than NumPy's and PyTorch's default.
    dtype = "float32" if ask is numpy_gradient else "float64"
    usual, case = draw(rng, (12,), V=9, pad=4, dtype=dtype), only_padding(rng, dtype)
    usual = ask(student, usual)
    try:
        given = ask(student, case)
        fine = close(given.values, case.right, 0)
    except StudentError:
        fine = False
    if not fine:
        raise Wrong("empty-fails" if fails_without_ids(student, rng, ask) else "only-padding")
    if given.dtype != dtype == usual.dtype:
        raise Wrong("padding-dtype")
    for case in padded_shapes(rng):
        mistake = "one-dimensional-only" if case.ids.ndim else single_id_mistake(student, case, ask)
        with blame(mistake):
            given = ask(student, case)
        if not close(given.values, case.right, case.tolerance):
            raise Wrong(mistake)
        unchanged &= given.unchanged
    if not unchanged:
        raise Wrong("arguments-changed")
    case = overflowing_padding()
    with contextlib.suppress(StudentError):  # other checks judge half precision
        if np.isnan(ask(student, case).values[case.pad]).any():
            raise Wrong("padding-nan")


def fails_without_ids(student, rng, ask) -> bool:
    """Does it fail where there are no ids at all?"""
    try:
        ask(student, draw(rng, (0,)))
    except StudentError:
        return True
    return False


def single_id_mistake(student, case: Draw, ask) -> str:
    """What is wrong if the gradient of a single id with a padding row is: does it work without one?"""
    plain = Draw(case.G, case.ids, case.V)
    try:
        fine = close(ask(student, plain).values, plain.right, plain.tolerance)
    except StudentError:
        fine = False
    return "padding-single-id" if fine else "single-id"


def padded(rng) -> list[Draw]:
    """Ids of one axis with a padding row: the first, one in between, the last, and one without an id."""
    return [*(draw(rng, (12,), V=7, pad=pad) for pad in (0, 3, 6)), beside_padding(rng)]


def padded_shapes(rng) -> list[Draw]:
    """Ids of other shapes with a padding row; the single id is the padding row, or is not."""
    several = draw(rng, (3, 4), V=7, pad=3)
    several.ids[0] = 5, 5, 3, 1  # a repeat within a sentence, beside the padding
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
        fault = "uint64-ids" if integer == "uint64" else "narrow-ids"  # it is the last one
        with blame(fault):
            values = ask(student, case).values
        if not close(values, case.right, case.tolerance):
            raise Wrong(fault)
        if integer in NARROW:
            case = beyond_dtype(rng, integer)
            with blame("narrow-ids"):
                values = ask(student, case).values
            # Other checks judge the number of rows.
            if not close(values, case.right[: len(values)], np.max(case.tolerance)):
                raise Wrong("narrow-ids")
    narrow = [case for integer in integers if integer in NARROW for case in narrow_padding(rng, integer)]
    for case in filter(lambda case: padding_works(student, case, ask), narrow):
        with blame("narrow-padding"):
            values = ask(student, case).values
        if not close(values, case.right, case.tolerance):
            raise Wrong("narrow-padding")
    evidence = Diagnosis(WRONG)
    for dtype, integer in ((dtype, integer) for dtype in halves for integer in ("int64", "int32")):
        case = long_sum(rng, dtype, integer)
        values = ask(student, case).values
        see(evidence, values, case, with_widths)
    evidence.conclude()


def padding_works(student, case: Draw, ask) -> bool:
    """Is the gradient right with the same ids as int64? If not, the mistake is not about their dtype."""
    plain = Draw(case.G, case.ids.astype(np.int64), case.V, case.pad)
    try:
        return close(ask(student, plain).values, plain.right, plain.tolerance)
    except StudentError:
        return False


def cost(student, rng, watch, ask_large) -> None:
    """Neither a loop over V nor an array N × V or N × N: steps are counted, and memory is limited.

    `watch(V, pad)` asks with "cost"; `ask_large(case)` gives the values under a limit of memory.
    """
    small, large = 100, 400
    for pad in (None, 1):
        if watch(large, pad).steps - watch(small, pad).steps > (large - small) // 2:
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
        raise Unexplained("With a large vocabulary the gradient is wrong.")


TORCH, FUNCTION, APPLY = "embedding_backward_torch", "EmbeddingFunction", "EmbeddingFunction.apply"

UNCHECKED = "On another device than the CPU an id outside the table is not refused before the lookup."


def on_device(student, rng, ask) -> None:
    """The gradient on another device, for distinct ids: only the device is judged. Padding and int32 ids."""
    for case in (distinct(rng), distinct(rng, pad=2), distinct(rng, ids="int32")):
        try:
            given = ask(student, case)
        except StudentError as error:
            if error.is_a("TypeError") and "numpy" in error.message:
                raise Wrong("through-numpy") from error
            if error.is_a("RuntimeError") and re.search("same device|expected device", error.message):
                raise Wrong("wrong-device") from error
            if case.ids.dtype == np.int32 and not error.is_a("NotImplementedError"):
                raise Wrong("narrow-ids") from error  # with int64 it was right
            raise
        if given.device != student.device:
            raise Wrong("wrong-device")
        if case.pad is None and not close(given.values, case.right, case.tolerance):
            raise Unexplained("On another device than the CPU the gradient is wrong.")


def refuses_on_device(attempt, case) -> None:
    """`attempt(ids, device)` must refuse ids outside the table, before they reach a kernel."""
    for number in (-1, case.V):
        bad = np.where(np.arange(len(case.ids)) == 2, number, case.ids)
        error = refusal(lambda: attempt(bad, None))
        if error is not None and error.is_a("IndexError"):
            continue
        on_cpu = refusal(lambda: attempt(bad, "cpu"))
        if on_cpu is not None and on_cpu.is_a("IndexError"):
            # Without the number it is the library's error on the CPU too, and another check says so.
            raise Wrong("unchecked-on-device" if str(number) in on_cpu.message else None, UNCHECKED)
        if error is None:
            raise Wrong("negative-wraps" if number < 0 else "id-V-accepted")
        raise Wrong("wrong-exception")
