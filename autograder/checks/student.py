"""The interface through which checks call a student's code, in this process or in the sandbox.

A check never holds an object of the student's: it calls methods of a `Student`. `Local` runs the
code in a namespace of this interpreter (stock nbgrader, pytest); `Remote` in another process
(the grader). Both pass all values through the grammar of `protocol`, so a check sees the same from both.
"""

import contextlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from autograder import messages
from autograder.checks import callbacks
from autograder.sandboxed import devices, echo, protocol, settings
from autograder.sandboxed.agent import Agent


class StudentError(Exception):
    """An exception of the student's code: `types` are its class names, `given` describes the arguments."""

    def __init__(self, types, message, given: str = ""):
        self.types, self.message, self.given = tuple(types), message, given
        super().__init__(f"{self.type}: {message}" if message else self.type)

    @property
    def type(self) -> str:
        """The exception's class, or the well-known class from which a class of the student's derives."""
        return echo.error_name(self.types)

    @property
    def unreadable(self) -> bool:
        """Whether the error came from reading the value that the code returned, not from the code."""
        return protocol.UNREADABLE in self.types[:1]

    @property
    def unwritten(self) -> bool:
        """Whether a function is as it was handed out; PyTorch raises this class with words of its own."""
        return self.is_a("NotImplementedError") and self.message in ("", messages.UNWRITTEN)

    def is_a(self, name: str) -> bool:
        """Return whether it is of this class or a derived one."""
        return name in self.types


class Answer(NamedTuple):
    """The value of a call, and what the student's process reports of it."""

    value: object
    args: list = []
    sharing: list = []
    peak_bytes: int = 0
    steps: int = 0
    numpy: bool = False
    grads: list = []
    second: object = None
    saved: list = []
    cotangent: object = None
    raised: protocol.Failure | None = None


def kinds(args: list, kwargs: dict) -> str:
    """Describe arguments in words: "an int64 array of 2 axes without entries, int, mean='no'".

    Arrays are given by type and axes, numbers by type, because they are a check's own draws. Options (texts,
    True, False, None) stand as they are: a docstring lists them.
    """
    named = [("", value) for value in args] + [(f"{name}=", value) for name, value in kwargs.items()]
    return ", ".join(name + said for name, value in named if (said := _kind(value)))


def _kind(value) -> str:
    if isinstance(value, (bool, str, type(None))):
        return repr(value)
    if isinstance(value, (int, float)):
        return type(value).__name__
    value = protocol.Array(value) if isinstance(value, np.ndarray) else value
    if not isinstance(value, protocol.Array):
        return ""
    axes = value.values.ndim
    of = "without axes" if not axes else f"of {axes} ax{'is' if axes == 1 else 'es'}"
    empty = " without entries" if value.values.size == 0 else ""
    thing = "tensor" if value.kind == "torch" else "array"
    return f"{'an' if value.dtype.startswith('i') else 'a'} {value.dtype} {thing} {of}{empty}"


class Student:
    """The requests that a check can make. Sub-classes implement `exchange`: one request, one reply.

    All requests raise `StudentError` if the student's code raises, and `ProtocolError` for a malformed reply.
    """

    def __init__(self, device: str = "cpu", forked: bool = False):
        self.device, self.sent = device, echo.Sent()
        self._callbacks = callbacks.Callbacks(forked)
        self.fault: str | None = None  # what the last error about a device said

    def exchange(self, request: dict):
        """Return the reply to one request: a dict, or a `protocol.Failure`."""
        raise NotImplementedError

    def _ask(self, op, **request) -> Answer:
        self.sent.note([request.get(part) for part in _INPUTS])
        reply = self.exchange({"op": op, "device": self.device, **request})
        failed = reply.get("raised") if isinstance(reply, dict) else reply
        if isinstance(failed, protocol.Failure):
            self.fault = devices.fault(failed.types, failed.message) or self.fault
        if isinstance(reply, protocol.Failure):
            given = kinds(request.get("args", []), request.get("kwargs", {}))
            raise StudentError(reply.types, reply.message, given)
        if not isinstance(reply, dict) or "value" not in reply:
            raise protocol.ProtocolError("a reply without a value")
        _well_formed(reply, request)
        return Answer(**{k: v for k, v in reply.items() if k in Answer._fields})

    # -- values to send ---------------------------------------------------------------------

    def tensor(self, values, dtype: str = "", grad: bool = False, device=None) -> protocol.Array:
        """Return `values` as a torch tensor on the device of this student (or the one named)."""
        return protocol.Array(np.asarray(values), "torch", dtype, device or self.device, grad)

    def function(self, name: str, function: Callable, calls: int = callbacks.CALLS) -> protocol.Callback:
        """Return a function of the check's as an argument that the student's code can call.

        It takes arrays, numbers and texts, by place or by name, and may be called `calls` times. If it
        returns a `protocol.Failure`, the student's call of it raises `RuntimeError`, or `SystemExit` where
        that is its type. It runs in a fork (see `callbacks`): register all functions of a check before the
        first is called, and do not wait for what one changes.
        """
        return self._callbacks.register(name, function, calls)

    def calls(self, name: str) -> int:
        """Return how often the student's code called the function of that name, beyond its limit too."""
        return self._callbacks.made(name)

    def close(self) -> None:
        """End what the functions of checks run in."""
        self._callbacks.close()

    def _called_back(self, name, args, kwargs):
        value = self._callbacks.answer(name, args, kwargs)
        self.sent.note(value)
        return value

    # -- questions --------------------------------------------------------------------------

    def exists(self, name: str) -> bool:
        """Return whether the student's namespace has that name."""
        return self._ask("exists", name=name).value is True

    def settings(self) -> list[str]:
        """Return the settings of PyTorch and NumPy that the student's cells left on; they were put back."""
        said = self._ask("settings").value
        return [name for name in settings.NAMES if name in said] if isinstance(said, list) else []

    def probe(self) -> None:
        """Raise `StudentError` if the device of this student no longer computes."""
        self._ask("probe")

    def call(self, name: str, *args, **kwargs):
        """Return the value of `name(*args, **kwargs)`; dots reach into classes and modules."""
        return self._ask("call", name=name, args=list(args), kwargs=kwargs).value

    def evaluate(self, prepare: str, expression: str, after: str = ""):
        """Return the value of an expression in a copy of the student's namespace, after `prepare` has run.

        With `after`, return that of this second expression, evaluated afterwards. A type or dtype comes as
        its name.
        """
        return self._ask("evaluate", prepare=prepare, expression=expression, after=after).value

    def observe(self, name: str, *args, watch=(), limit_bytes=None, strided=False, **kwargs) -> Answer:
        """Call as `call` does, and return the observations named in `watch`.

        "args": the arguments after the call; "sharing": for each argument, whether the result shares its
        memory; "cost": `peak_bytes` and `steps`; "numpy", instead of "cost": whether a tensor went to NumPy;
        "error": an exception is put into `raised` and not raised here. `limit_bytes` bounds the memory of
        the call. With `strided` arrays are non-contiguous: reversed, transposed and with gaps; "forwards"
        does not reverse them.
        """
        return self._ask(
            "call",
            name=name,
            args=list(args),
            kwargs=kwargs,
            observe=list(watch),
            limit_bytes=limit_bytes,
            strided=strided,
        )

    def vjp(self, target, cotangent, *args, second=None, then=None, strided=False) -> Answer:
        """Call a function (by name) or a module (by handle) and back-propagate `cotangent`.

        The answer holds the value and in `grads` the gradients of the arguments with `grad`, None where
        there is none; see `Agent.do_vjp`.
        """
        where = {"handle": target} if isinstance(target, protocol.Handle) else {"name": target}
        more = {"second": second, "then": then, "strided": strided}
        return self._ask("vjp", **where, cotangent=cotangent, args=list(args), **more)

    @contextlib.contextmanager
    def without(self, *names: str) -> Iterator[None]:
        """Take names out of the student's namespace for the block, such as a function to compare with."""
        self._ask("take", names=list(names))
        try:
            yield
        finally:
            self._ask("give_back")

    def method(self, handle: protocol.Handle, path: str, *args, **kwargs):
        """Return the value of a method of an object, or with the path "" of a call of the object itself."""
        return self._ask("call", handle=handle, name=path, args=list(args), kwargs=kwargs).value

    def get(self, handle: protocol.Handle, path: str):
        """Return the attribute of an object; dots reach further."""
        return self._ask("get", handle=handle, name=path).value

    def parameters(self, handle: protocol.Handle) -> dict:
        """Return the Parameters of a module, by every name."""
        return self._named("parameters", handle)

    def gradients(self, handle: protocol.Handle) -> dict:
        """Return the gradients of the Parameters of a module, by every name."""
        return self._named("gradients", handle)

    def _named(self, op: str, handle: protocol.Handle) -> dict:
        """Return arrays by name; a handle where the dtype cannot be sent, None without a gradient."""
        found = self._ask(op, handle=handle).value
        if not isinstance(found, dict) or not all(
            isinstance(v, protocol.Array | protocol.Handle | None) for v in found.values()
        ):
            raise protocol.ProtocolError(f"`{op}` that are no arrays by name")
        return found

    def set_parameter(self, handle: protocol.Handle, name: str, values: protocol.Array) -> None:
        """Write values into a Parameter of a module, in place."""
        self._ask("set_parameter", handle=handle, name=name, values=values)


_MOST = 1 << 62  # bytes, steps or places along an axis
_INPUTS = (
    "args",
    "kwargs",
    "cotangent",
    "second",
    "then",
    "values",
)  # parts of a request that are a check's draws
_KINDS = {
    "args": list,
    "sharing": list,
    "grads": list,
    "saved": list,
    "peak_bytes": int,
    "steps": int,
    "numpy": bool,
    "raised": protocol.Failure | None,
}


def _well_formed(reply: dict, request: dict) -> None:
    """Raise `ProtocolError` for a reply whose observations have other types or counts than requested.

    The agent, not student code, reports all of a reply but `args`, `cotangent` and the value itself.
    """
    for name, kind in _KINDS.items():
        if name in reply and not isinstance(reply[name], kind):
            raise protocol.ProtocolError(f"`{name}` of a reply is a {type(reply[name]).__name__}")
    sent = request.get("args", [])
    leaves = [a for a in sent if isinstance(a, protocol.Array) and a.grad]
    wanted = {name: len(sent) for name in ("args", "sharing") if name in request.get("observe", ())}
    wanted |= {"grads": len(leaves)} if request.get("cotangent") is not None else {}
    for name, count in wanted.items():
        if len(reply.get(name, ())) != count:
            raise protocol.ProtocolError(
                f"`{name}` of a reply has {len(reply.get(name, ()))} items, not {count}"
            )

    for name in ("peak_bytes", "steps"):
        if not 0 <= reply.get(name, 0) < _MOST:
            raise protocol.ProtocolError(f"`{name}` of a reply is out of range")
    if not all(type(shared) is bool for shared in reply.get("sharing", ())):
        raise protocol.ProtocolError("`sharing` of a reply is to be True and False")
    if not all(
        isinstance(s, list) and all(type(n) is int and 0 <= n < _MOST for n in s)
        for s in reply.get("saved", ())
    ):
        raise protocol.ProtocolError("`saved` of a reply is to hold shapes")
    for leaf, grad in zip(leaves, reply.get("grads", ())):  # PyTorch allows no other shape
        if grad is not None and (
            not isinstance(grad, protocol.Array) or grad.values.shape != leaf.values.shape
        ):
            raise protocol.ProtocolError("a gradient has not the shape of its argument")


class Local(Student):
    """Student code in a namespace of this interpreter. Values are encoded as for another process."""

    def __init__(self, namespace: dict, device: str = "cpu"):
        super().__init__(device)
        self._agent = Agent(namespace, self._cross_back)

    def _cross_back(self, name, args, kwargs):
        return _cross(self._called_back(name, _cross(args), _cross(kwargs)))

    def exchange(self, request):
        return _cross(self._agent.answer(_cross(request)))


def _cross(value):
    """Encode and decode the value, as another process would get it."""
    reader = protocol.Reader()
    reader.feed(protocol.encode(value))
    return reader.next()[1]


class Remote(Student):
    """Student code in another process, reached through `channel` (see `execution.channel.Channel`)."""

    def __init__(self, channel, device: str = "cpu"):
        super().__init__(device, forked=True)
        self._channel = channel

    def exchange(self, request):
        self._channel.send(request)
        while True:
            message = self._channel.receive()
            if isinstance(message, dict) and "call_back" in message:
                named = message["call_back"], message.get("args"), message.get("kwargs")
                self._channel.send({"returns": self._called_back(*named)})
                continue
            return message
