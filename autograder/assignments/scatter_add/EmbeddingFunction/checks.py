"""Checks of `EmbeddingFunction`: forward, backward, and backward twice."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, check, close, same
from autograder.checks.shared import in_dtype, require, returns_new
from autograder.checks.student import StudentError

from .. import shared
from ..asking import (
    function_gradient,
    legal,
    new_each_time,
    refuses_before_indexing,
    refuses_empty,
    refuses_ids,
    refuses_padding,
    returned_gradients,
)
from ..draws import distinct, draw, small_case
from ..shared import APPLY, FUNCTION, LEGAL_IDS, batches, on_device, refuses_on_device, sums


@check(points=1)
def forward(student, rng):
    """Rows of E for ids of any shape, in E's dtype; the padding row too."""
    diagnosis = Diagnosis("The forward pass returns other values than the rows looked up.")
    kept = unchanged = True
    cases = (
        ((8,), None, "float64", "int64"),
        ((8,), 3, "float32", "int32"),
        ((2, 4), 0, "bfloat16", "int64"),
        ((), 2, "float16", "int64"),
    )
    for shape, pad, dtype, integer in cases:
        case = draw(rng, shape, V=7, dtype=dtype, ids=integer, pad=pad)
        E = in_dtype(rng.normal(size=(7, 3)), dtype)
        refused = blame("narrow-ids") if integer == "int32" else legal(student, FUNCTION, LEGAL_IDS)
        with refused if len(shape) == 1 else blame("one-dimensional-only" if shape else "single-id"):
            sent = student.tensor(E, dtype, grad=True), student.tensor(case.ids)
            answer = student.observe(APPLY, *sent, pad, watch=("args",))
        value = answer.value
        got = array(value, "torch", "The forward pass gives no tensor.")
        unchanged &= all(map(same, sent, answer.args))
        silenced = E.copy()
        if pad is not None:
            silenced[pad] = 0
        forms = {"padding-in-forward": silenced[case.ids]}
        if len(shape) > 1:
            forms["forward-shape"] = E[case.ids.reshape(-1)]
        diagnosis.see(got, E[case.ids], 0, **forms)
        kept &= value.dtype == dtype
    diagnosis.conclude()
    if not kept:
        raise Wrong("dtype-not-kept")
    if not unchanged:
        raise Wrong("arguments-changed")
    for shape in ((1,), (1, 1), (2, 1)):
        case = draw(rng, shape, V=7)
        E = rng.normal(size=(7, 3)).astype(np.float32)
        value = student.call(APPLY, student.tensor(E), student.tensor(case.ids), None)
        if array(value, "torch", "The forward pass gives no tensor.").shape != (*shape, 3):
            raise Wrong("forward-shape")
    new_each_time(student, f"{APPLY}(torch.ones((3, 2)), torch.tensor([2, 0]), None)")
    case = draw(rng, (2, 4), V=7)
    E = rng.normal(size=(7, 3)).astype(np.float32)
    with blame("contiguous-only"):
        answer = student.observe(APPLY, student.tensor(E), student.tensor(case.ids), None, strided=True)
    if not close(array(answer.value, "torch", "The forward pass gives no tensor."), E[case.ids], 0):
        raise Wrong("contiguous-only")


@check(points=1.5)
def backward(student, rng):
    sums(student, rng, function_gradient, FUNCTION)
    gradient = f"torch.autograd.grad({APPLY}(E, ids, None).sum(), E)[0]"
    returns_new(student, gradient, "E, ids = torch.ones((3, 1), requires_grad=True), torch.tensor([2, 0])")
    batches(student, rng, function_gradient)
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
def padding(student, rng):
    shared.padding(student, rng, function_gradient)
    called = f"E, ids = torch.ones((3, 1), requires_grad=True), torch.tensor([2, 0, 2])\n{APPLY}(E, ids, 2)"
    if student.evaluate(f"{called}.sum().backward()", "ids.tolist()") != [2, 0, 2]:
        raise Wrong("arguments-changed")


@check(points=1)
def dtypes(student, rng):
    floats = ("float64", "float32", "float16", "bfloat16")
    shared.dtypes(student, rng, function_gradient, floats, ("int32",), ("float16", "bfloat16"))


@check(points=1)
def twice(student, rng):
    """The second derivative: the gradient of E is linear in grad_out, and its derivative a lookup."""
    for pad, shape in ((None, (8,)), (3, (8,)), (None, (2, 4))):
        case = draw(rng, shape, V=7, pad=pad)
        given = function_gradient(student, case)  # mistakes of the first derivative are named here
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
        # Other checks judge the padding row: where its gradient is zero, so is the second derivative.
        silent = pad is not None and not given.values[pad].any()
        quiet = seed * (np.arange(7) != (pad if silent else -1))[:, None]
        if not close(got, quiet[case.ids], 0):
            if silent and close(got, seed[case.ids], 0):
                raise Wrong("not-twice")
            raise Unexplained("The derivative of the backward pass is wrong.")


@check(points=1)
def memory(student, rng):
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
    for ids in (case.ids, case.ids[0], case.ids[:0]):
        try:
            answer = student.observe(APPLY, E, student.tensor(ids), None, watch=("sharing",))
        except StudentError as error:
            if error.is_a("NotImplementedError"):
                raise
            continue  # other checks judge the shapes of ids
        if answer.sharing[0]:
            raise Wrong("view-returned" if ids.size else "empty-view")
    held = f"E = torch.ones((3, 2), requires_grad=True) * 2\nrows = {APPLY}(E, torch.tensor([2, 0]), None)"
    if student.evaluate(f"import weakref\n{held}\nE = weakref.ref(E)", "E() is not None"):
        raise Wrong("table-saved")  # in a list, say, or in a function
    one_of_many = f"rows = {APPLY}(torch.zeros((1000, 2)), torch.tensor(7), None)"
    size = student.evaluate(one_of_many, "rows.untyped_storage().nbytes()")
    if not isinstance(size, int) or size >= 1000 * 8:
        raise Wrong("table-returned")


@check(points=0.5)
def errors(student, rng):
    _, ids, table = small_case()
    require(
        FUNCTION,
        lambda: student.call(APPLY, student.tensor(table, grad=True), student.tensor(ids), None),
        table[ids],
    )
    case = draw(rng)
    E = student.tensor(rng.normal(size=(case.V, 3)), grad=True)
    no_integers = (case.ids.astype(np.float32), case.ids > 3, case.ids.astype(np.int16))

    def ask(ids):
        return student.call(APPLY, E, student.tensor(ids), None)

    refuses_ids(ask, case.ids, case.V, no_integers, unsigned=False)
    refuses_padding(lambda pad: student.call(APPLY, E, student.tensor(case.ids), pad), case.V)
    five = student.tensor(rng.normal(size=(5, 3)))
    refuses_empty(lambda _, ids, pad: student.call(APPLY, five, student.tensor(ids), pad), shapes=False)


@check(points=1, accelerator=True)
def device(student, rng):
    on_device(student, rng, function_gradient)
    case = distinct(rng)

    def attempt(ids, device):
        E = student.tensor(np.ones((case.V, 3), np.float32), grad=True, device=device)
        return student.call(APPLY, E, student.tensor(ids, device=device), None)

    refuses_on_device(attempt, case)
    refuses_before_indexing(student, f"{APPLY}(E, bad, None)")
