"""What a check can ask: both kinds of student give the same answers."""

import contextlib
import os
import socket
import threading

import numpy as np
import pytest
import torch

from autograder.checks import checking, shared
from autograder.checks.checking import Suite, Wrong, blame
from autograder.checks.refusals import refusal
from autograder.checks.student import Local, Remote, Student, StudentError, kinds
from autograder.execution.channel import Channel, Limits
from autograder.sandboxed import protocol
from autograder.sandboxed.agent import serve


class Double(torch.autograd.Function):
    """Keeps one tensor by saving it and one as an attribute; spoils the gradient that it gets."""

    @staticmethod
    def forward(ctx, x, table):
        ctx.save_for_backward(x)
        ctx.table = table
        return 2 * x

    @staticmethod
    def backward(ctx, grad):
        result = 2 * grad
        grad.zero_()
        return result, None


def spoil(x):
    x[0] = 7
    raise ValueError("after the change")


def contiguous(x):
    return bool(x.flags.c_contiguous if isinstance(x, np.ndarray) else x.is_contiguous())


def add_up(x):
    return x.sum()


def backwards(x):
    return any(step < 0 for step in x.strides)


BUFFER = np.zeros(3)


def buffered(x):
    BUFFER[:] = x
    return BUFFER


def call_twice(f, x):
    return f(x) + f(x)


NAMESPACE = {f.__name__: f for f in (Double, spoil, contiguous, add_up, backwards, buffered, call_twice)}


@contextlib.contextmanager
def remote(namespace):
    ours, theirs = socket.socketpair()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    theirs.sendall(b"h")  # a step's first byte, with which it names its process
    read, write = os.pipe()
    thread = threading.Thread(target=serve, args=(namespace, theirs), daemon=True)
    thread.start()
    channel = Channel(ours, read, Limits(), deadline=float("inf"))
    try:
        with contextlib.closing(Remote(channel)) as student:
            yield student
    finally:
        channel.close()
        os.close(write)
        thread.join(10)
        theirs.close()


@pytest.fixture(params=["in process", "across a pipe"])
def student(request):
    if request.param == "in process":
        yield Local(dict(NAMESPACE))
    else:
        with remote(dict(NAMESPACE)) as connected:
            yield connected


def test_the_arguments_can_be_looked_at_after_an_exception(student):
    answer = student.observe("spoil", np.ones(2), watch=("args", "error"))
    assert answer.raised.types[0] == "ValueError" and answer.raised.message == "after the change"
    assert answer.args[0].values.tolist() == [7, 1]
    with pytest.raises(StudentError):
        student.observe("spoil", np.ones(2), watch=("args",))


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 3, 4), (0,), (2, 0)])
@pytest.mark.parametrize("kind", ["numpy", "torch"])
def test_strided_arguments_hold_the_same_values_with_gaps(student, kind, shape):
    values = np.arange(np.prod(shape, dtype=int), dtype=np.float64).reshape(shape)
    sent = values if kind == "numpy" else student.tensor(values)
    assert student.observe("contiguous", sent, strided=True).value is (values.size < 2)
    assert student.observe("contiguous", sent).value is True
    after = student.observe("add_up", sent, watch=("args",), strided=True)
    assert np.array_equal(after.args[0].values, values) and after.value.values == values.sum()


def test_strided_arrays_run_backwards_unless_told_otherwise(student):
    sent = np.arange(6.0).reshape(2, 3)
    assert student.observe("backwards", sent, strided=True).value is True
    assert student.observe("backwards", sent, strided="forwards").value is False
    assert student.observe("contiguous", sent, strided="forwards").value is False


def test_a_result_is_new_in_each_call(student):
    shared.returns_new(student, "add_up(np.eye(3)[:, None])")
    shared.returns_new(student, "buffered(x).copy()", "x = np.ones(3)")
    with pytest.raises(Wrong) as caught:
        shared.returns_new(student, "buffered(x)", "x = np.ones(3)", kept="mine")
    assert caught.value.misconception == "mine"


def test_what_was_given_is_told_without_the_numbers_of_a_draw():
    given = kinds([np.ones((0, 2), np.float32), 59, True], {"lr": 0.5, "method": "mean"})
    assert given == "a float32 array of 2 axes without entries, int, True, lr=float, method='mean'"


def test_a_callback_of_the_examiner_can_raise(student):
    calls = []

    def f(x):
        calls.append(x.values.tolist())
        told = f"enough after {calls}"
        return 1.5 if len(calls) % 2 else protocol.Failure(("RuntimeError",), told)

    with pytest.raises(StudentError, match=r"enough after \[\[0, 1\], \[0, 1\]\]"):
        student.call("call_twice", student.function("f", f), np.arange(2))
    assert student.calls("f") == 2


def test_what_is_kept_for_backward_and_what_is_spoilt_shows(student):
    x, table = student.tensor(np.ones(3), grad=True), student.tensor(np.ones((5, 2)))
    answer = student.vjp("Double.apply", student.tensor(np.ones(3)), x, table)
    assert sorted(map(tuple, answer.saved)) == [(3,), (5, 2)]
    assert answer.cotangent.values.tolist() == [0, 0, 0]
    assert answer.grads[0].values.tolist() == [2, 2, 2]


class Closed(list):
    def __iter__(self):
        raise NotImplementedError("nobody looks into it")


# What comes back cannot be read, and why; no code of the student's has raised it.
UNREADABLE = {
    "torch.ones(2, 3, device='meta')": "Cannot copy out of meta tensor",
    "torch.nested.nested_tensor([torch.ones(2), torch.ones(3)])": "NestedTensor",
    "Closed([1])": "nobody looks into it",
}
READABLE = {
    "torch.nn.Parameter(torch.ones(2))": [1, 1],
    "torch.ones(2, requires_grad=True) * 2": [2, 2],
    "torch.ones(1).expand(2)": [1, 1],
    "torch.ones(2).to_sparse()": [1, 1],
    "torch.tensor([1 + 2j]).conj()": [1 - 2j],
    "torch.tensor([1 + 2j]).conj().imag": [-2],
    "torch._efficientzerotensor((2,))": [0, 0],
}


def returning(expression):
    names = {"torch": torch, "Closed": Closed}
    exec(f"def f(*ignored): return {expression}\ndef g(*ignored): raise NotImplementedError('mine')", names)
    return Local(names)


@pytest.mark.parametrize("expression", UNREADABLE)
def test_what_reading_a_value_raises_is_no_error_of_the_students_code(expression):
    mine = returning(expression)
    for ask in (
        lambda: mine.call("f", 1),
        lambda: mine.observe("f", np.ones(2), watch=("sharing", "args", "cost")),
        lambda: mine.evaluate("", "f(1)"),
    ):
        with pytest.raises(StudentError, match=UNREADABLE[expression]) as caught:
            ask()
        assert caught.value.unreadable and not caught.value.is_a("NotImplementedError")
    with pytest.raises(StudentError, match="mine") as caught:
        mine.call("g")
    assert not caught.value.unreadable and caught.value.is_a("NotImplementedError")


def test_a_check_says_that_a_value_cannot_be_read_and_blames_no_mistake():
    suite = Suite({}, "t")

    @suite.check("f", "values", 1)
    def _(student, rng):
        with blame(None, "A mistake."):
            student.call("f", 1)

    expression = next(iter(UNREADABLE))
    result = checking.run(suite.checks[0], returning(expression), 1)
    assert result.verdict == "wrong" and result.message.startswith(
        "`f` gave back something that cannot be read: "
    )
    assert UNREADABLE[expression] in result.message


@pytest.mark.parametrize("expression", READABLE)
def test_every_tensor_that_has_numbers_is_read(expression):
    mine = returning(expression)
    assert mine.call("f").values.tolist() == READABLE[expression]
    assert mine.observe("f", mine.tensor(np.ones(2)), watch=("sharing",)).sharing == [False]
    shared.returns_new(mine, "f()")


def test_an_error_of_a_library_is_told_apart_from_one_of_the_students_code():
    mine = returning("torch.ones(2, requires_grad=True)")
    with pytest.raises(StudentError, match="numpy") as caught:
        mine.evaluate("", "np.shares_memory(f(), f())")
    assert caught.value.unreadable
    with pytest.raises(StudentError, match="numpy") as caught:  # it is the student's code that calls NumPy
        returning("torch.ones(2, requires_grad=True).numpy()").evaluate("", "f()")
    assert not caught.value.unreadable
    with pytest.raises(StudentError, match="unexpected keyword") as caught:
        mine.evaluate("", "f(x=1)")
    assert not caught.value.unreadable


class Forger(Student):
    """A submission that answers whatever it likes."""

    def __init__(self, reply):
        super().__init__()
        self.reply = reply

    def exchange(self, request):
        return self.reply


@pytest.mark.parametrize(
    "reply",
    [
        None,
        5,
        [],
        {},
        {"args": []},
        {"value": 1, "args": 5},
        {"value": 1, "args": []},
        {"value": 1, "args": [1], "sharing": "yes"},
        {"value": 1, "args": [1], "sharing": [True, True]},
        {"value": 1, "args": [1], "sharing": [True], "peak_bytes": "none"},
        {"value": 1, "args": [1], "sharing": [True], "raised": "no"},
        {"value": 1, "args": [], "sharing": [], "raised": protocol.Failure(("ValueError",), "no")},
        {"value": 1, "args": [1], "sharing": [1]},
        {"value": 1, "args": [1], "sharing": [True], "saved": [["a"]]},
        {"value": 1, "args": [1], "sharing": [True], "peak_bytes": 10**300},
        {"value": 1, "args": [1], "sharing": [True], "steps": -1},
    ],
)
def test_a_forged_reply_is_refused(reply):
    with pytest.raises(protocol.ProtocolError):
        Forger(reply).observe("f", 1, watch=("args", "sharing", "cost"))


def test_gradients_come_in_the_number_asked_for():
    leaf = protocol.Array(np.ones(2), "torch", grad=True)
    with pytest.raises(protocol.ProtocolError, match="0 items, not 1"):
        Forger({"value": 1, "grads": []}).vjp("f", leaf, leaf, 3)


@pytest.mark.parametrize(
    "grad", [5, protocol.Array(np.ones(3), "torch"), protocol.Array(np.ones((2, 1)), "torch")]
)
def test_a_gradient_has_the_shape_of_its_argument(grad):
    leaf = protocol.Array(np.ones(2), "torch", grad=True)
    with pytest.raises(protocol.ProtocolError, match="shape"):
        Forger({"value": 1, "grads": [grad]}).vjp("f", leaf, leaf)


@pytest.mark.parametrize("value", [None, [], {"a": 5}, {"a": [protocol.Array(np.ones(2))]}])
def test_parameters_are_arrays_by_name(value):
    for ask in (Forger({"value": value}).parameters, Forger({"value": value}).gradients):
        with pytest.raises(protocol.ProtocolError, match="by name"):
            ask(protocol.Handle(0))


def test_a_call_back_that_was_never_sent_or_cannot_be_done():
    student = Forger(None)
    with pytest.raises(protocol.ProtocolError):
        student._called_back("f", [], {})
    sent = student.function("f", lambda x: x.values)
    assert isinstance(student._called_back(sent.name, ["text"], {}), protocol.Failure)


def test_an_error_says_on_what_kind_of_input():
    namespace = {}
    exec("def f(*args, **more):\n    raise ValueError('no')", namespace)
    student = Local(namespace)
    with pytest.raises(StudentError) as caught:
        student.call(
            "f",
            np.zeros((2, 0), np.float32),
            np.array(3),
            student.tensor(np.ones(2)),
            7,
            [1.5],
            mean=None,
            how="sum",
        )
    assert caught.value.given == (
        "a float32 array of 2 axes without entries, an int64 array without axes, a float64 tensor of 1 axis, "
        "int, mean=None, how='sum'"
    )


def test_wrong_input_is_not_said_to_be_allowed():
    namespace = {}
    exec("def f(ids):\n    return nothing", namespace)
    with pytest.raises(StudentError) as caught:
        refusal(lambda: Local(namespace).call("f", np.array([-1])))
    assert caught.value.is_a("NameError") and caught.value.given == ""


def test_names_are_taken_away_for_a_while(student):
    with student.without("call_twice", "not there"):
        assert not student.exists("call_twice")
        with pytest.raises(StudentError, match="not defined"):
            student.call("call_twice", 1, 2)
    assert student.exists("call_twice")


def test_a_callback_takes_arguments_by_name(student):
    student_code = "lambda f: f(2, by=3)"
    student.exchange({"op": "evaluate", "device": "cpu", "prepare": "", "expression": "0", "after": ""})
    f = student.function("f", lambda x, by: x * by)
    handle = student.evaluate("", student_code)
    assert student.method(handle, "", f) == 6
