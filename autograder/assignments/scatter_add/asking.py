"""How the three gradients of `scatter-add` are called, and the input that all of them must refuse."""

import contextlib
import re
from typing import NamedTuple

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, array, same
from autograder.checks.refusals import must_refuse, refusal, refuses_range, refuses_types, refuses_values
from autograder.checks.shared import returns_new
from autograder.checks.student import StudentError
from autograder.sandboxed import echo

from .draws import Draw

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
    with returned_gradients(case):
        answer = student.vjp("EmbeddingFunction.apply", G, E, ids, case.pad, strided=strided)
    if not answer.grads or answer.grads[0] is None:
        raise Wrong("gradient-order")
    gradient = answer.grads[0]
    values = array(gradient, "torch", "The gradient of E is no tensor.")
    return Given(values, gradient.dtype, gradient.device, same(case.G, answer.cotangent))


@contextlib.contextmanager
def returned_gradients(case: Draw):
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
def legal(student, name: str, kind: str):
    """Turn an exception of the student's code into `Wrong`, which says of what `kind` the legal input is."""
    try:
        yield
    except StudentError as error:
        if error.is_a("NotImplementedError") or out_of_memory(error):
            raise
        told = echo.told(error.types, error.message, student.sent)
        raise Unexplained(
            f"The input is as the rules allow it: {kind}. `{name}` raised {told}"[:500]
        ) from error


def refuses_ids(
    ask, good, V: int, not_integers, negative: str = "negative-wraps", unsigned: bool = True
) -> None:
    """`ask(ids)` must refuse ids that are no integers, or outside the table of V rows, in any place.

    `negative` is the mistake of code that accepts -1. With `unsigned` also unsigned ids, whose numbers become
    negative ones of signed types.
    """
    refuses_types(ask, not_integers)
    # If a large id is accepted, ids are not compared with V at all; else the mistake is about -1 or V.
    far = good.copy()
    far[len(far) // 2] = 9173
    unchecked = not _raises(lambda: ask(far))
    below, at_V = (("range-unchecked",) * 2) if unchecked else (negative, "id-V-accepted")
    numbers, places = {-8317: below, 9173: below, V: at_V, -1: below}, (len(good) // 2, 0, len(good) - 1)
    refuses_range(ask, good, numbers, places=places, neutral=REFUSE)
    middle = len(good) // 2
    number = 2**32 + int(good[middle])  # in 32 bits it is the id that was there
    refuses_range(
        ask, good, {number: "id-narrowed"}, places=[middle], if_unnamed="id-converted", neutral=REFUSE
    )
    for dtype, number in (("uint64", 2**64 - 1), ("uint8", 200)) if unsigned else ():
        bad = good.astype(dtype)
        bad[middle] = number
        error = refusal(lambda: ask(bad))
        if error is None:
            raise Wrong("range-unchecked")
        if error.is_a("IndexError") and str(number) not in error.message:
            raise Wrong("id-converted")  # other checks judge whether the dtype is allowed


def refuses_padding(ask, V: int) -> None:
    """`ask(padding_idx)` must refuse numbers outside 0 ... V-1, negative ones included."""
    numbers = dict.fromkeys((V, 7193, -1), "padding-range")
    refuses_range(
        lambda pad: ask(int(pad)), np.array(0), numbers, if_unnamed="padding-not-named", neutral=REFUSE
    )


def refuses_shapes(ask, rng) -> None:
    """`ask(grad_out, ids)` must refuse gradients of another shape than the ids' with one axis more."""
    ids = rng.integers(0, 5, (2, 3))
    bad = [(shape, ids) for shape in ((3, 2, 4), (3, 4), (2, 1, 4), (2, 3), (6, 4))]
    bad += [((4,), ids[0, :1])]  # one vector for one id in an axis
    refuses_values(lambda pair: ask(rng.normal(size=pair[0]), np.array(pair[1])), bad)


def refuses_empty(ask, shapes: bool = True) -> None:
    """`ask(grad_out, ids, pad)`, with a table of 5 rows, must refuse wrong input without ids too.

    That is another dtype, a padding index outside the table, and with `shapes` gradients of another shape.
    Where no ids are an error in themselves, another check says so.
    """
    none, silent = np.zeros(0, np.int64), {"if_accepted": "empty-unchecked"}
    if refusal(lambda: ask(np.zeros((0, 3)), none, None)) is not None:
        return
    must_refuse(
        lambda: ask(np.zeros((0, 3)), np.zeros(0), None), "TypeError", if_other_type="id-types", **silent
    )
    must_refuse(lambda: ask(np.zeros((0, 3)), none, 5), "IndexError", says=(5,), **silent)
    if shapes:
        refuses_values(lambda shape: ask(np.zeros(shape), none, None), [(1, 3), (0,)], **silent)


def refuses_number(ask) -> None:
    """`ask(grad_out, ids)` must refuse a number, which has no axis, as the gradient of a single id."""
    refuses_values(lambda G: ask(G, np.array(0)), [np.array(1.0)])


def new_each_time(student, *calls: str) -> None:
    """Each of the calls, repeated, must have memory of its own; see `shared.returns_new`."""
    for call in calls:
        returns_new(student, call)


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


def refuses_before_indexing(student, call: str) -> None:
    """`Wrong` if ids outside a table of three rows reach an operation of PyTorch's that indexes with them.

    `call` is one with the ids `bad`, the gradients `G` and the table `E`. On the CPU nothing else tells code
    that translates the library's error from code that looks first.
    """
    if student.evaluate(_WATCH.replace("CALL", call), "Watch.reached"):
        raise Wrong("unchecked-on-device")


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
