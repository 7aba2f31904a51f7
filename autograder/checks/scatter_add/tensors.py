"""Checks of the gradient in PyTorch: `embedding_backward_torch` and `EmbeddingFunction`."""

import contextlib
import re

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, array, blame, close
from autograder.checks.framework.shared import answers, in_dtype
from autograder.checks.framework.student import StudentError
from autograder.checks.scatter_add.asking import (
    function_gradient,
    refuses_ids,
    refuses_padding,
    refuses_shapes,
    returned_gradients,
    torch_gradient,
)
from autograder.checks.scatter_add.catalogue import SUITE
from autograder.checks.scatter_add.draws import distinct, draw, small_case
from autograder.checks.scatter_add.gradients import LIMIT, batches, cost, dtypes, padding, sums

check = SUITE.check
TORCH, FUNCTION, APPLY = "embedding_backward_torch", "EmbeddingFunction", "EmbeddingFunction.apply"


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
            raise
        if given.device != student.device:
            raise Wrong("wrong-device")
        if case.pad is None and not close(given.values, case.right, case.tolerance):
            raise Wrong(None, "On another device than the CPU the gradient is wrong.")


# -- embedding_backward_torch -------------------------------------------------------------------


@check(TORCH, "values", points=1)
def _(student, rng):
    sums(student, rng, torch_gradient)


@check(TORCH, "batches", points=1)
def _(student, rng):
    batches(student, rng, torch_gradient)


@check(TORCH, "padding", points=1)
def _(student, rng):
    padding(student, rng, torch_gradient)


@check(TORCH, "dtypes", points=1)
def _(student, rng):
    floats = ("float64", "float32", "float16", "bfloat16")
    dtypes(student, rng, torch_gradient, floats, ("int32",), ("float16", "bfloat16"))


@check(TORCH, "errors", points=1)
def _(student, rng):
    G, ids, right = small_case()
    answers(TORCH, lambda: student.call(TORCH, student.tensor(G), student.tensor(ids), 4), right)
    case = draw(rng)
    G = student.tensor(case.G)
    no_integers = (case.ids.astype(np.float32), case.ids > 3, case.ids.astype(np.int16))
    refuses_ids(
        lambda ids: student.call(TORCH, G, student.tensor(ids), case.V), case.ids, case.V, no_integers
    )
    refuses_padding(lambda pad: student.call(TORCH, G, student.tensor(case.ids), case.V, pad), case.V)
    refuses_shapes(lambda G, ids: student.call(TORCH, student.tensor(G), student.tensor(ids), 5), rng)


@check(TORCH, "cost", points=1)
def _(student, rng):
    def watch(V):
        case = distinct(rng, 12, V=V)
        return student.observe(TORCH, student.tensor(case.G), student.tensor(case.ids), V, watch=("cost",))

    def ask_large(case):
        G, ids = student.tensor(case.G), student.tensor(case.ids)
        answer = student.observe(TORCH, G, ids, case.V, limit_bytes=LIMIT)
        return array(answer.value, "torch", f"`{TORCH}` gives no tensor.", numpy="through-numpy")

    cost(student, rng, watch, ask_large)


@check(TORCH, "device", points=1, accelerator=True)
def _(student, rng):
    on_device(student, rng, torch_gradient)
    case = distinct(rng)
    bad = student.tensor(np.where(np.arange(len(case.ids)) == 2, -1, case.ids))
    try:
        student.call(TORCH, student.tensor(case.G), bad, case.V)
    except StudentError as error:
        if not error.is_a("IndexError"):
            raise Wrong("wrong-exception") from error
        return
    raise Wrong("negative-wraps")


# -- EmbeddingFunction ------------------------------------------------------------------------------


@check(FUNCTION, "forward", points=1)
def _(student, rng):
    """Rows of E for ids of any shape, in E's dtype; the padding row too."""
    diagnosis = Diagnosis("The forward pass returns other values than the rows looked up.")
    kept = True
    cases = ((8,), None, "float64"), ((8,), 3, "float32"), ((2, 4), 0, "bfloat16"), ((), 2, "float16")
    for shape, pad, dtype in cases:
        case = draw(rng, shape, V=7, dtype=dtype, pad=pad)
        E = in_dtype(rng.normal(size=(7, 3)), dtype)
        with contextlib.nullcontext() if len(shape) == 1 else blame("one-dimensional-only"):
            value = student.call(APPLY, student.tensor(E, dtype, grad=True), student.tensor(case.ids), pad)
        got = array(value, "torch", "The forward pass gives no tensor.")
        silenced = E.copy()
        if pad is not None:
            silenced[pad] = 0
        diagnosis.see(got, E[case.ids], 0, **{"padding-in-forward": silenced[case.ids]})
        kept &= value.dtype == dtype
    diagnosis.conclude()
    if not kept:
        raise Wrong("dtype-not-kept")


@check(FUNCTION, "backward", points=1)
def _(student, rng):
    sums(student, rng, function_gradient)
    batches(student, rng, function_gradient)


@check(FUNCTION, "padding", points=1)
def _(student, rng):
    padding(student, rng, function_gradient)


@check(FUNCTION, "dtypes", points=1)
def _(student, rng):
    floats = ("float64", "float32", "float16", "bfloat16")
    dtypes(student, rng, function_gradient, floats, ("int32",), ("float16", "bfloat16"))


@check(FUNCTION, "twice", points=1)
def _(student, rng):
    """The second derivative: the gradient of E is linear in grad_out, and its derivative a lookup."""
    for pad in (None, 3):
        case = draw(rng, (8,), V=7, pad=pad)
        function_gradient(student, case)  # mistakes of the first derivative are named here
        rows, seed = (rng.normal(size=(7, 3)).astype(np.float32) for _ in range(2))
        E = student.tensor(rows, grad=True)
        G, ids = student.tensor(case.G), student.tensor(case.ids)
        try:
            answer = student.vjp(APPLY, G, E, ids, pad, second=student.tensor(seed))
        except StudentError as error:
            if error.is_a("NotImplementedError") or not error.is_a("RuntimeError"):
                raise
            in_place = "in-place" in error.message or "modified by an inplace" in error.message
            raise Wrong("arguments-changed" if in_place else "not-twice") from error
        got = array(answer.second, "torch", "The backward pass cannot be differentiated.")
        quiet = seed * (np.arange(7) != (-1 if pad is None else pad))[:, None]
        # Other checks judge the padding row.
        if not (close(got, quiet[case.ids], 0) or close(got, seed[case.ids], 0)):
            raise Wrong(None, "The derivative of the backward pass is wrong.")


@check(FUNCTION, "memory", points=1)
def _(student, rng):
    """E is neither saved for the backward pass nor returned as a view.

    Its number of entries, which no other tensor has, shows whether it was saved.
    """
    case = draw(rng, (10,), V=13, d=4)
    E = student.tensor(rng.normal(size=(13, 4)).astype(np.float32), grad=True)
    with returned_gradients():
        answer = student.vjp(APPLY, student.tensor(case.G), E, student.tensor(case.ids), None)
    sizes = [int(np.prod(shape)) for shape in answer.saved]
    if 13 * 4 in sizes:
        raise Wrong("table-saved")
    if any(size > 13 * 4 for size in sizes):
        raise Wrong(None, "More is kept for the backward pass than the ids and two numbers.")
    for ids in (case.ids, case.ids[0]):
        try:
            answer = student.observe(APPLY, E, student.tensor(ids), None, watch=("sharing",))
        except StudentError as error:
            if error.is_a("NotImplementedError"):
                raise
            continue  # other checks judge the shapes of ids
        if answer.sharing[0]:
            raise Wrong("view-returned")


@check(FUNCTION, "errors", points=1)
def _(student, rng):
    _, ids, table = small_case()
    answers(
        FUNCTION,
        lambda: student.call(APPLY, student.tensor(table, grad=True), student.tensor(ids), None),
        table[ids],
    )
    case = draw(rng)
    E = student.tensor(rng.normal(size=(case.V, 3)), grad=True)
    no_integers = (case.ids.astype(np.float32), case.ids > 3, case.ids.astype(np.int16))
    refuses_ids(lambda ids: student.call(APPLY, E, student.tensor(ids), None), case.ids, case.V, no_integers)
    refuses_padding(lambda pad: student.call(APPLY, E, student.tensor(case.ids), pad), case.V)


@check(FUNCTION, "device", points=1, accelerator=True)
def _(student, rng):
    on_device(student, rng, function_gradient)
