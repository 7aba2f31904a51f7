"""How the three gradients of `scatter-add` are asked for, and ids that must not reach a kernel."""

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, array, close, same
from autograder.checks.refusals import refusal
from autograder.checks.student import Student, StudentError

from .draws import Draw, draw

TORCH, APPLY = "embedding_backward_torch", "EmbeddingFunction.apply"


class Given(NamedTuple):
    """The gradient that the student's code returned."""

    values: np.ndarray
    device: str = "cpu"
    unchanged: bool = True  # grad_out


Ask = Callable[[Student, Draw], Given]


def numpy_gradient(student: Student, case: Draw) -> Given:
    value = student.call("embedding_backward", case.G, case.ids, case.V, *case.padding)
    return Given(array(value, "numpy", "`embedding_backward` gives no array."))


def torch_gradient(student: Student, case: Draw) -> Given:
    G, ids = student.tensor(case.G, case.dtype), student.tensor(case.ids)
    answer = student.observe(TORCH, G, ids, case.V, *case.padding, watch=("args",))
    values = array(answer.value, "torch", f"`{TORCH}` gives no tensor.", numpy="through-numpy")
    return Given(values, answer.value.device, same(case.G, answer.args[0]))


def function_gradient(student: Student, case: Draw) -> Given:
    E = student.tensor(np.ones((case.V, case.G.shape[-1]), case.G.dtype), case.dtype, grad=True)
    G, ids = student.tensor(case.G, case.dtype), student.tensor(case.ids)
    with returned_gradients(case):
        answer = student.vjp(APPLY, G, E, ids, case.pad)
    if not answer.grads or answer.grads[0] is None:
        raise Wrong("gradient-order")
    gradient = answer.grads[0]
    values = array(gradient, "torch", "The gradient of E is no tensor.")
    return Given(values, gradient.device, same(case.G, answer.cotangent))


@contextlib.contextmanager
def returned_gradients(case: Draw) -> Iterator[None]:
    """Turn PyTorch's errors about the rows of the forward pass and the gradients of backward into `Wrong`.

    These are errors about their shapes and about the number of gradients; `case` is what was looked up.
    """
    try:
        yield
    except StudentError as error:
        if "number of gradients" in error.message:
            raise Wrong("gradient-count") from error
        if "Mismatch in shape" in error.message:
            raise Wrong("forward-shape") from error
        if "an invalid gradient" in error.message and "compatible with" in error.message:
            *_, got = re.findall(r"got \[([\d, ]*)\]", error.message) or [""]
            ids, pad = case.flat[0], -1 if case.pad is None else case.pad
            largest = {part.max(initial=-1) for part in (ids, ids[case.keeps], np.append(ids, pad))}
            shapes = {f"{i + 1}, {case.G.shape[-1]}" for i in largest}
            raise Wrong("rows-from-ids" if got in shapes else "gradient-shape") from error
        raise


@contextlib.contextmanager
def mend_first(student: Student, rng: np.random.Generator) -> Iterator[None]:
    """Turn a failure of `EmbeddingFunction` into "mend-torch-first" if it calls a helper that is wrong.

    Whether it calls the helper shows where that is taken away: the name is missing then.
    """
    try:
        yield
    except (Wrong, StudentError):
        cases = [draw(rng), draw(rng, (12,), V=7, pad=0), draw(rng, (2, 4))]
        if student.exists(TORCH) and not all(_right(student, torch_gradient, case) for case in cases):
            with student.without(TORCH):
                alone = _error_of(lambda: function_gradient(student, cases[0]))
            if alone is not None and alone.is_a("NameError"):
                raise Wrong("mend-torch-first") from None
        raise


def _right(student: Student, ask: Ask, case: Draw) -> bool:
    try:
        return close(ask(student, case).values, case.right, case.tolerance)
    except (Wrong, StudentError):
        return False


def _error_of(attempt: Callable[[], object]) -> StudentError | None:
    """Return the exception of the student's code that `attempt()` leads to; None if there is none."""
    try:
        attempt()
    except StudentError as error:
        return error
    except Wrong:
        pass
    return None


@contextlib.contextmanager
def device_errors() -> Iterator[None]:
    """Turn errors that show a tensor on another device into `Wrong`."""
    try:
        yield
    except StudentError as error:
        if error.is_a("TypeError") and "numpy" in error.message:
            raise Wrong("through-numpy") from error
        if error.is_a("RuntimeError") and re.search("same device|expected device", error.message):
            raise Wrong("wrong-device") from error
        raise


_WATCH = """
import re
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves


class Watch(TorchDispatchMode):
    reached = False

    def __torch_dispatch__(self, op, types, args=(), kwargs=None):
        if re.search("index|scatter|gather|embedding", str(op)):
            for part in tree_leaves(args[1:]):
                if isinstance(part, torch.Tensor) and part.dtype in (torch.int32, torch.int64):
                    Watch.reached |= bool(((part < 0) | (part > 2)).any())
        return op(*args, **(kwargs or {}))


G, E = torch.ones((1, 2)), torch.ones((3, 2))
for bad in (torch.tensor([-1]), torch.tensor([3])):
    with Watch():
        try:
            CALL
        except Exception:
            pass
"""


def refuses_outside(student: Student, call: str, attempt: Callable[[np.ndarray], object], case: Draw) -> None:
    """`attempt(ids)` must refuse ids outside the table, on the device too, before they reach a kernel.

    `call` is one with the ids `bad`, the gradients `G` and the table `E` of three rows. On the CPU nothing
    else tells code that translates the library's error from code that looks first.
    """
    for number, mistake in ((-1, "negative-wraps"), (case.V, "range-unchecked")):
        error = refusal(lambda: attempt(np.where(np.arange(len(case.ids)) == 2, number, case.ids)))
        if error is None:
            raise Wrong(mistake)
        if error.is_a("DeviceAssert"):
            raise Wrong("unchecked-on-device") from error
    if student.evaluate(_WATCH.replace("CALL", call), "Watch.reached"):
        raise Wrong("unchecked-on-device")


def out_of_memory(error: StudentError) -> bool:
    """Is it NumPy's MemoryError, PyTorch's for a device, or a RuntimeError about memory?"""
    return error.is_a("MemoryError") or error.is_a("OutOfMemoryError") or "allocate memory" in error.message


def require_values(got: np.ndarray, case: Draw, mistake: str) -> None:
    """Raise `Wrong` with the mistake unless these are the right values."""
    if not close(got, case.right, case.tolerance):
        raise Wrong(mistake)


def on_device(student: Student, ask: Ask, cases: list[Draw]) -> None:
    """Judge where the gradient is, and its values for distinct ids: other checks judge the rest."""
    for case in cases:
        with device_errors():
            given = ask(student, case)
        if given.device != student.device:
            raise Wrong("wrong-device")
        if case.pad is None and not close(given.values, case.right, case.tolerance):
            raise Unexplained("On another device than the CPU the gradient is wrong.")
