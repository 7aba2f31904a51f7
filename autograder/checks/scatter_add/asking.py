"""How each of the three gradients of `scatter-add` is asked for, and what all must refuse."""

import contextlib
from typing import NamedTuple

import numpy as np

from autograder.checks.framework.checking import Wrong, array, must_refuse, same
from autograder.checks.framework.student import StudentError
from autograder.checks.scatter_add.draws import Draw


class Given(NamedTuple):
    """What the student's code gave."""

    values: np.ndarray
    dtype: str
    device: str
    unchanged: bool  # are the arguments what they were


def pad_of(case: Draw) -> tuple:
    """Without a padding index the argument is left out."""
    return () if case.pad is None else (case.pad,)


def numpy_gradient(student, case: Draw, strided=False) -> Given:
    answer = student.observe(
        "embedding_backward", case.G, case.ids, case.V, *pad_of(case), watch=("args",), strided=strided
    )
    values = array(answer.value, "numpy", "`embedding_backward` gives no array.")
    unchanged = same(case.G, answer.args[0]) and same(case.ids, answer.args[1])
    return Given(values, answer.value.dtype, "cpu", unchanged)


def torch_gradient(student, case: Draw, strided=False) -> Given:
    G, ids = student.tensor(case.G, case.dtype), student.tensor(case.ids)
    name, watch = "embedding_backward_torch", ("args",)
    answer = student.observe(name, G, ids, case.V, *pad_of(case), watch=watch, strided=strided)
    values = array(answer.value, "torch", f"`{name}` gives no tensor.", numpy="through-numpy")
    unchanged = same(case.G, answer.args[0]) and same(case.ids, answer.args[1])
    return Given(values, answer.value.dtype, answer.value.device, unchanged)


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
    """PyTorch counts the gradients that backward returns; a wrong count has a name here."""
    try:
        yield
    except StudentError as error:
        if "number of gradients" in error.message:
            raise Wrong("gradient-count") from error
        raise


def refuses_ids(student, ask, good, V: int, not_integers, neutral: str) -> None:
    """`ask(ids)` must refuse ids that are no integers, or outside the table of V rows."""
    for ids in not_integers:
        must_refuse(
            student, "TypeError", lambda: ask(ids), silent="id-types", other="id-types", neutral=neutral
        )
    # Numbers far from every size in play, so that a message can hold them for one reason only.
    unchecked = not _raises(lambda: ask(_with(good, 9173)))
    below, at_V = (("range-unchecked",) * 2) if unchecked else ("negative-wraps", "id-V-accepted")
    cases = (-8317, below), (9173, below), (V, at_V), (-1, below)
    for number, silent in cases:
        ids = _with(good, number)
        must_refuse(
            student,
            "IndexError",
            lambda: ask(ids),
            says=str(number),
            mute="id-not-named",
            silent=silent,
            other="wrong-exception",
            neutral=neutral,
        )


def refuses_padding(student, ask, V: int, neutral: str) -> None:
    """`ask(padding_idx)` must refuse what is no row, negative numbers included."""
    for pad, number in ((V, str(V)), (7193, "7193"), (-1, "-1")):
        must_refuse(
            student,
            "IndexError",
            lambda: ask(pad),
            says=number,
            mute="id-not-named",
            silent="padding-range",
            other="wrong-exception",
            neutral=neutral,
        )


def refuses_shapes(student, ask, rng, neutral: str) -> None:
    """`ask(grad_out, ids)` must refuse gradients of another shape than the ids' with one axis more."""
    ids = rng.integers(0, 5, (2, 3))
    for shape in ((3, 2, 4), (3, 4), (2, 1, 4), (2, 3), (6, 4)):
        must_refuse(
            student,
            "ValueError",
            lambda: ask(rng.normal(size=shape), ids),
            silent="shapes-unchecked",
            other="wrong-exception",
            neutral=neutral,
        )


def _with(ids, number):
    """The ids with one of them replaced, and that in the middle."""
    ids = ids.copy()
    ids[len(ids) // 2] = number
    return ids


def _raises(ask) -> bool:
    try:
        ask()
    except StudentError:
        return True
    return False


def out_of_memory(error: StudentError) -> bool:
    """NumPy raises MemoryError; PyTorch a RuntimeError that speaks of it, or one of its own for a device."""
    return error.is_a("MemoryError") or error.is_a("OutOfMemoryError") or "allocate memory" in error.message
