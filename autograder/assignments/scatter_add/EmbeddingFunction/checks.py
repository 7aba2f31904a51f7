"""Checks of `EmbeddingFunction`: forward, backward, and backward twice."""

import contextlib

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, check, close
from autograder.checks.shared import require
from autograder.checks.student import Student, StudentError

from .. import shared
from ..asking import (
    APPLY,
    device_errors,
    function_gradient,
    mend_first,
    on_device,
    refuses_outside,
    returned_gradients,
)
from ..draws import Draw, distinct, draw

FUNCTION = "EmbeddingFunction"


@check(points=1)
def forward(student: Student, rng: np.random.Generator):
    """Rows of E for ids of any shape; the padding row too."""
    diagnosis = Diagnosis("The forward pass returns other values than the rows looked up.")
    for shape, pad in (((8,), None), ((8,), 3), ((2, 4), 0), ((), 2), ((1,), None), ((2, 1), None)):
        case = draw(rng, shape, V=7, pad=pad)
        E = rng.normal(size=(7, 3)).astype(np.float32)
        with blame("single-id") if not shape else contextlib.nullcontext():
            value = student.call(APPLY, student.tensor(E, grad=True), student.tensor(case.ids), pad)
        silenced, right = E.copy(), E[case.ids]
        silenced[slice(0) if pad is None else pad] = 0
        forms = {"padding-in-forward": silenced[case.ids]}
        if shape:  # flat, or without an axis of length one, or right
            squeezed = right.squeeze(0) if shape[0] == 1 else right
            forms["forward-shape"] = [E[case.ids.reshape(-1)], squeezed, right]
        diagnosis.see(array(value, "torch", "The forward pass gives no tensor."), right, 0, **forms)
    diagnosis.conclude()


@check(points=1)
def backward(student: Student, rng: np.random.Generator):
    with mend_first(student, rng):
        shared.sums(student, rng, function_gradient)
        shared.batches(student, rng, function_gradient)
    case, other = draw(rng, pad=3), draw(rng, V=12, pad=5)
    alone = function_gradient(student, case)
    E, rows = (student.tensor(np.ones((c.V, 3), np.float32), grad=True) for c in (case, other))
    then = [rows, student.tensor(other.ids), 5]
    with blame("kept-on-the-class"):
        answer = student.vjp(APPLY, student.tensor(case.G), E, student.tensor(case.ids), 3, then=then)
    gradient = array(answer.grads[0], "torch", "The gradient of E is no tensor.")
    if not close(gradient, alone.values, case.tolerance):
        raise Wrong("kept-on-the-class")


@check(points=1)
def padding(student: Student, rng: np.random.Generator):
    with mend_first(student, rng):
        shared.padding(student, rng, function_gradient)


@check(points=1.5)
def twice(student: Student, rng: np.random.Generator):
    """The second derivative: the gradient of E is linear in grad_out, and its derivative a lookup."""
    for pad, shape in ((None, (8,)), (3, (8,)), (None, (2, 4))):
        with mend_first(student, rng):
            second_derivative(student, draw(rng, shape, V=7, pad=pad), rng)


def second_derivative(student: Student, case: Draw, rng: np.random.Generator) -> None:
    given = function_gradient(student, case)  # mistakes of the first derivative are named here
    rows, seed = (rng.normal(size=(7, 3)).astype(np.float32) for _ in range(2))
    E = student.tensor(rows, grad=True)
    G, ids = student.tensor(case.G), student.tensor(case.ids)
    try:
        answer = student.vjp(APPLY, G, E, ids, case.pad, second=student.tensor(seed))
    except StudentError as error:
        if error.is_a("NotImplementedError") or not error.is_a("RuntimeError"):
            raise
        in_place = "in-place" in error.message or "modified by an inplace" in error.message
        raise Wrong("grad-out-changed" if in_place else "not-twice") from error
    got = array(answer.second, "torch", "The backward pass cannot be differentiated.")
    # Other checks judge the padding row: where its gradient is zero, so is the second derivative.
    silent = case.pad is not None and not given.values[case.pad].any()
    quiet = seed * (np.arange(7) != (case.pad if silent else -1))[:, None]
    if not close(got, quiet[case.ids], 0):
        if silent and close(got, seed[case.ids], 0):
            raise Wrong("not-twice")
        raise Unexplained("The derivative of the backward pass is wrong.")


KEPT = f"""
kept = []
def keep(saved):
    kept.append(saved.untyped_storage().nbytes())
    return saved
with torch.autograd.graph.saved_tensors_hooks(keep, lambda saved: saved):
    {APPLY}(torch.zeros((2, 256), requires_grad=True), torch.arange(100) % 2, None)
"""  # the bytes of each tensor that is saved: an index that is expanded has those of the ids


@check(points=1.5)
def memory(student: Student, rng: np.random.Generator):
    """E is neither saved for the backward pass nor returned as a view.

    Its number of entries, which no other tensor has, shows whether it was saved.
    """
    case = draw(rng, (10,), V=13, d=4)
    E = student.tensor(rng.normal(size=(13, 4)).astype(np.float32), grad=True)
    with returned_gradients(case):
        answer = student.vjp(APPLY, student.tensor(case.G), E, student.tensor(case.ids), None)
    sizes = [int(np.prod(shape)) for shape in answer.saved]
    if 13 * 4 in sizes:
        raise Wrong("table-saved")
    if any(size > 13 * 4 for size in sizes):
        raise Unexplained("More is kept for the backward pass than the ids and two numbers.")
    # Zeros both ways need no memory, and earn nothing.
    require(FUNCTION, lambda: (answer.value, answer.grads[0]), (E.values[case.ids], case.right))
    for ids in (case.ids, case.ids[0], np.arange(13)):  # the last: a slice, or the table, holds the same
        try:
            answer = student.observe(APPLY, E, student.tensor(ids), None, watch=("sharing",))
        except StudentError as error:
            if error.is_a("NotImplementedError"):
                raise
            continue  # other checks judge the shapes of ids
        if answer.sharing[0]:
            raise Wrong("view-returned")
    held = f"E = torch.ones((3, 2), requires_grad=True) * 2\nrows = {APPLY}(E, torch.tensor([2, 0]), None)"
    if student.evaluate(f"import weakref\n{held}\nE = weakref.ref(E)", "E() is not None"):
        raise Wrong("table-saved")  # in a list, say, or in a function
    if student.evaluate(KEPT, "max(kept, default=0)") >= 100 * 256:
        raise Wrong("index-saved")
    one_of_many = f"rows = {APPLY}(torch.zeros((1000, 2)), torch.tensor(7), None)"
    size = student.evaluate(one_of_many, "rows.untyped_storage().nbytes()")
    if not isinstance(size, int) or size >= 1000 * 8:
        raise Wrong("table-returned")


@check(points=1, accelerator=True)
def device(student: Student, rng: np.random.Generator):
    cases = [distinct(rng), distinct(rng, pad=2), distinct(rng, ids="int32")]
    on_device(student, function_gradient, cases)
    case = cases[0]
    E = rng.normal(size=(case.V, 3)).astype(np.float32)
    with device_errors():
        value = student.call(APPLY, student.tensor(E), student.tensor(case.ids), None)
    if value.device != student.device:
        raise Wrong("wrong-device")
    if not close(array(value, "torch", "The forward pass gives no tensor."), E[case.ids], 0):
        raise Unexplained("On another device than the CPU the rows are wrong.")
    twice_there(student, case, E)

    def attempt(ids):
        return student.call(APPLY, student.tensor(E), student.tensor(ids), None)

    refuses_outside(student, f"{APPLY}(E, bad, None)", attempt, case)


def twice_there(student: Student, case: Draw, seed: np.ndarray) -> None:
    """The second derivative on the device; `Wrong` if it is lost there alone."""

    def second(device: str | None):
        E, G, ids, T = (
            student.tensor(a, grad=grad, device=device)
            for a, grad in ((seed, True), (case.G, False), (case.ids, False), (seed, False))
        )
        return student.vjp(APPLY, G, E, ids, None, second=T).second

    try:
        got = second(None)
    except StudentError as error:
        if not error.is_a("RuntimeError"):
            raise
        try:
            second("cpu")
        except StudentError:
            return  # the check of the second derivative says so
        raise Wrong("lost-off-cpu") from error
    if not close(array(got, "torch", "The backward pass cannot be differentiated."), seed[case.ids], 0):
        raise Unexplained("On another device than the CPU the derivative of the backward pass is wrong.")
