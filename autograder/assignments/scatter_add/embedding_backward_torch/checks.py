"""Checks of `embedding_backward_torch`: the gradient of a lookup in PyTorch."""

import numpy as np

from autograder.checks.checking import Wrong, array, blame, check, close
from autograder.checks.shared import require
from autograder.checks.student import Student, StudentError

from .. import shared
from ..asking import TORCH, device_errors, on_device, refuses_outside, torch_gradient
from ..draws import Draw, distinct, draw, small_case


@check(points=1)
def values(student: Student, rng: np.random.Generator):
    shared.sums(student, rng, torch_gradient)
    call = f"{TORCH}(torch.tensor([[1.0], [2.0]]), torch.tensor([1, 0]), 3)"
    with blame("needs-grad-mode"):
        student.evaluate(f"with torch.no_grad():\n    result = {call}", "result")


@check(points=0.5)
def batches(student: Student, rng: np.random.Generator):
    shared.batches(student, rng, torch_gradient)


@check(points=0.5)
def padding(student: Student, rng: np.random.Generator):
    shared.padding(student, rng, torch_gradient)


@check(points=1)
def width(student: Student, rng: np.random.Generator):
    # index_add widens for int64 ids by itself, and not for int32.
    long = [(half, ids) for half in ("float16", "bfloat16") for ids in ("int64", "int32")]
    shared.width(student, rng, torch_gradient, long)


@check(points=0.5)
def cost(student: Student, rng: np.random.Generator):
    G, ids, right = small_case()
    require(TORCH, lambda: student.call(TORCH, student.tensor(G), student.tensor(ids), 4), right)

    def sent(case):
        return student.tensor(case.G), student.tensor(case.ids), case.V, *case.padding

    def watch(case):
        return student.observe(TORCH, *sent(case), watch=("cost",))

    def ask_large(case):
        answer = student.observe(TORCH, *sent(case), limit_bytes=shared.LIMIT)
        return array(answer.value, "torch", f"`{TORCH}` gives no tensor.", numpy="through-numpy")

    shared.cost(student, rng, watch, ask_large)


@check(points=1.5, accelerator=True)
def device(student: Student, rng: np.random.Generator):
    """Values, and the gradient of grad_out: the rows of a table, as in a lookup."""
    cases = [distinct(rng), distinct(rng, pad=2), distinct(rng, ids="int32")]
    on_device(student, torch_gradient, cases)
    case = cases[0]
    G, ids = student.tensor(case.G), student.tensor(case.ids)
    if student.observe(TORCH, G, ids, case.V, watch=("numpy",)).numpy:  # by `.cpu()`, so without an error
        raise Wrong("through-numpy")
    back_again(student, case, rng)
    back_again(student, draw(rng, (2, 4), V=7, pad=3), rng)

    def attempt(ids):
        return student.call(TORCH, student.tensor(case.G), student.tensor(ids), case.V)

    refuses_outside(student, f"{TORCH}(G, bad, 3)", attempt, case)


def back_again(student: Student, case: Draw, rng: np.random.Generator) -> None:
    """The derivative with respect to grad_out, on the device; `Wrong` says whether the CPU has it."""
    seed = rng.normal(size=(case.V, case.G.shape[-1])).astype(np.float32)
    quiet = seed * (np.arange(case.V) != (-1 if case.pad is None else case.pad))[:, None]

    def answered(device: str | None) -> tuple:
        """Return the result, and the derivative of its product with `seed`."""

        def on(values):
            return student.tensor(values, device=device)

        G = student.tensor(case.G, grad=True, device=device)
        answer = student.vjp(TORCH, on(seed), G, on(case.ids), case.V, *case.padding)
        return answer.value, answer.grads[0]

    try:
        with device_errors():
            value, got = answered(None)
    except StudentError as error:
        if not error.is_a("RuntimeError"):
            raise
        got = None
    if got is None:
        try:
            lost = answered("cpu")[1] is None
        except StudentError:
            lost = True
        raise Wrong("hidden-from-autograd" if lost else "lost-off-cpu")
    gradient = array(got, "torch", "The gradient of grad_out is no tensor.")
    if not close(gradient, quiet[case.ids], 0):
        # The padding row is zero and still has a derivative: it was set where autograd does not look.
        silent = close(array(value, "torch", "The result is no tensor."), case.right, case.tolerance)
        hidden = silent and close(gradient, seed[case.ids], 0)
        raise Wrong("padding-hidden" if hidden else None, "The derivative with respect to grad_out is wrong.")
