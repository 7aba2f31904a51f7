"""How the three gradients of `scatter-add` are called, and the input that all of them must refuse."""

import contextlib
from typing import NamedTuple

import numpy as np

from autograder.checks.framework.checking import Wrong, array, same
from autograder.checks.framework.refusals import must_refuse, refuses_range, refuses_types, refuses_values
from autograder.checks.framework.student import StudentError
from autograder.checks.scatter_add.draws import Draw
from autograder.sandboxed import echo

REFUSE = "Wrong input is not refused as the rules say."


class Given(NamedTuple):
    """The gradient that the student's code returned."""

    values: np.ndarray
    dtype: str
    device: str
    unchanged: bool  # the arguments
    shared: bool = False  # memory, with an argument


def pad_of(case: Draw) -> tuple:
    """The padding index as positional arguments: none if the case has none."""
    return () if case.pad is None else (case.pad,)


def numpy_gradient(student, case: Draw, strided=False) -> Given:
    answer = student.observe(
        "embedding_backward",
        case.G,
        case.ids,
        case.V,
        *pad_of(case),
        watch=("args", "sharing"),
        strided=strided,
    )
    values = array(answer.value, "numpy", "`embedding_backward` gives no array.")
    unchanged = same(case.G, answer.args[0]) and same(case.ids, answer.args[1])
    return Given(values, answer.value.dtype, "cpu", unchanged, any(answer.sharing))


def torch_gradient(student, case: Draw, strided=False) -> Given:
    G, ids = student.tensor(case.G, case.dtype), student.tensor(case.ids)
    name, watch = "embedding_backward_torch", ("args", "sharing")
    answer = student.observe(name, G, ids, case.V, *pad_of(case), watch=watch, strided=strided)
    values = array(answer.value, "torch", f"`{name}` gives no tensor.", numpy="through-numpy")
    unchanged = same(case.G, answer.args[0]) and same(case.ids, answer.args[1])
    return Given(values, answer.value.dtype, answer.value.device, unchanged, any(answer.sharing))


def function_gradient(student, case: Draw, strided=False) -> Given:
    E = student.tensor(np.ones((case.V, case.G.shape[-1]), case.G.dtype), case.dtype, grad=True)
    G, ids = student.tensor(case.G, case.dtype), student.tensor(case.ids)
    with returned_gradients():
        answer = student.vjp("EmbeddingFunction.apply", G, E, ids, case.pad, strided=strided)
    if not answer.grads or answer.grads[0] is None:
        raise Wrong("gradient-order")
    gradient = answer.grads[0]
    values = array(gradient, "torch", "The gradient of E is no tensor.")
    return Given(values, gradient.dtype, gradient.device, same(case.G, answer.cotangent))


@contextlib.contextmanager
def returned_gradients():
    """Turn PyTorch's error about the number of gradients that backward returns into `Wrong`."""
    try:
        yield
    except StudentError as error:
        if "number of gradients" in error.message:
            raise Wrong("gradient-count") from error
        raise


@contextlib.contextmanager
def legal(student, name: str, kind: str):
    """Turn an exception of the student's code into `Wrong`, which says of what `kind` the legal input is."""
    try:
        yield
    except StudentError as error:
        if error.is_a("NotImplementedError") or out_of_memory(error):
            raise
        told = echo.told(error.types, error.message, student.sent)
        raise Wrong(
            None, f"The input is as the rules allow it: {kind}. `{name}` raised {told}"[:500]
        ) from error


def refuses_ids(ask, good, V: int, not_integers, negative: str = "negative-wraps") -> None:
    """`ask(ids)` must refuse ids that are no integers, or outside the table of V rows, in any place.

    `negative` is the mistake of code that accepts -1.
    """
    refuses_types(ask, not_integers)
    # If a large id is accepted, ids are not compared with V at all; else the mistake is about -1 or V.
    far = good.copy()
    far[len(far) // 2] = 9173
    unchecked = not _raises(lambda: ask(far))
    below, at_V = (("range-unchecked",) * 2) if unchecked else (negative, "id-V-accepted")
    numbers, places = {-8317: below, 9173: below, V: at_V, -1: below}, (len(good) // 2, 0, len(good) - 1)
    refuses_range(ask, good, numbers, places=places, neutral=REFUSE)


def refuses_padding(ask, V: int) -> None:
    """`ask(padding_idx)` must refuse numbers outside 0 ... V-1, negative ones included."""
    numbers = dict.fromkeys((V, 7193, -1), "padding-range")
    refuses_range(lambda pad: ask(int(pad)), np.array(0), numbers, neutral=REFUSE)


def refuses_shapes(ask, rng) -> None:
    """`ask(grad_out, ids)` must refuse gradients of another shape than the ids' with one axis more."""
    ids = rng.integers(0, 5, (2, 3))
    bad = [(shape, ids) for shape in ((3, 2, 4), (3, 4), (2, 1, 4), (2, 3), (6, 4))]
    # One vector for one id in an axis, one for none, and a number for a single id.
    bad += [((4,), ids[0, :1]), ((1, 4), ids[0, :0]), ((), ids[0, 0])]
    refuses_values(lambda pair: ask(rng.normal(size=pair[0]), np.array(pair[1])), bad)


def refuses_empty_floats(ask) -> None:
    """`ask(grad_out, ids)` must refuse ids that are no integers if there are none, too."""
    must_refuse(lambda: ask(np.zeros((0, 3)), np.zeros(0)), "TypeError", silent="id-types", other="id-types")


def _raises(ask) -> bool:
    """Does it raise any exception at all?"""
    try:
        ask()
    except StudentError:
        return True
    return False


def out_of_memory(error: StudentError) -> bool:
    """Is it NumPy's MemoryError, PyTorch's for a device, or a RuntimeError about memory?"""
    return error.is_a("MemoryError") or error.is_a("OutOfMemoryError") or "allocate memory" in error.message
