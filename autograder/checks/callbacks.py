"""Functions of a check that a student's code may call, and the limits of what it may ask of them.

A student's code chooses the arguments, so an answer could take any memory and time. Called from another
process, the functions therefore run in a fork of this one, with limits of its own; the fork is made at the
first call and knows the functions that were registered by then. State that they change is the fork's.

A student's code can read the name under which it calls a function: it is drawn at random, and says nothing.
"""

import contextlib
import os
import resource
import secrets
import signal
import socket
import warnings
from collections.abc import Callable

import numpy as np

from autograder.sandboxed import protocol

NUMBERS, CALLS = 100_000, 50  # at most, in the arguments of one call and of one function
MEMORY, SECONDS = 256 << 20, 5  # of a fork, beyond what it begins with
_NO_VALUE = ("not a value of the grammar",)


class Callbacks:
    """The functions of one step's checks, by name; with `forked` they run in a process of their own."""

    def __init__(self, forked: bool):
        self._forked, self._functions = forked, dict[str, Callable]()
        self._left, self._made = dict[str, int](), dict[str, int]()
        self._drawn: dict[str, str] = {}  # the name that student code sees -> that of the check
        self._pid, self._connection = 0, socket.socket()

    def register(self, name: str, function: Callable, calls: int) -> protocol.Callback:
        """Return `function` as an argument for a student's code, which may call it so many times.

        A function registered under the same name before is replaced. Raise ValueError for more than CALLS.
        """
        if calls > CALLS:
            raise ValueError(f"{name}: found {calls} calls, expected at most {CALLS}")
        self.close()
        self._drawn = {drawn: of for drawn, of in self._drawn.items() if of != name}
        self._drawn[drawn := secrets.token_hex(8)] = name
        self._functions[name], self._left[name], self._made[name] = function, calls, 0
        return protocol.Callback(drawn)

    def made(self, name: str) -> int:
        """Return how many calls of a function were made, those beyond the limit included."""
        return self._made[name]

    def answer(self, drawn, args, kwargs):
        """Return the value of a call, or the `Failure` that the student's code is to see.

        Raise `ProtocolError` for a function that was never registered, and for arguments of no call;
        TypeError if the function returns what cannot cross.
        """
        if not isinstance(drawn, str) or drawn not in self._drawn:
            raise protocol.ProtocolError("a call back of something that was never sent")
        if not isinstance(args, list) or not isinstance(kwargs, dict):
            raise protocol.ProtocolError("a call back without arguments")
        name = self._drawn[drawn]
        self._made[name] += 1
        if self._left[name] <= 0:
            return protocol.Failure(("RuntimeError",), "the function may not be called again")
        self._left[name] -= 1
        if _numbers([*args, *kwargs.values()]) > NUMBERS:
            return protocol.Failure(("ValueError",), f"the function takes at most {NUMBERS:,} numbers")
        call = {"name": name, "args": args, "kwargs": kwargs}
        return self._in_fork(call) if self._forked else self._here(call)

    def close(self) -> None:
        """End the fork, if there is one."""
        if self._pid:
            self._connection.close()
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
            self._pid = 0

    def _here(self, call: dict):
        try:
            return self._functions[call["name"]](*call["args"], **call["kwargs"])
        except Exception:  # noqa: BLE001 - whatever it is, the student's code waits for an answer
            return protocol.Failure(("TypeError",), "the function cannot take these arguments")

    def _in_fork(self, call: dict):
        if not self._pid:
            self._fork()
        try:
            self._connection.sendall(protocol.encode(call))
            value = next(_messages(self._connection))
        except (OSError, StopIteration):
            self.close()
            return protocol.Failure(("RuntimeError",), "the function needed too much time or memory")
        if isinstance(value, protocol.Failure) and value.types == _NO_VALUE:
            raise TypeError(value.message)  # a mistake in the check
        return value

    def _fork(self) -> None:
        ours, theirs = socket.socketpair()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about threads: none of them is needed in the fork
            self._pid = os.fork()
        if self._pid == 0:
            try:
                ours.close()
                self._serve(theirs)
            finally:
                os._exit(0)
        theirs.close()
        ours.settimeout(2 * SECONDS)  # of the clock; its own limit is of the processor
        self._connection = ours

    def _serve(self, connection: socket.socket) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with open("/proc/self/statm") as file:
            pages = int(file.read().split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY,) * 2)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        for call in _messages(connection):
            value = self._here(call)
            try:
                data = protocol.encode(value)
            except TypeError as error:
                data = protocol.encode(protocol.Failure(_NO_VALUE, str(error)))
            connection.sendall(data)


def _messages(connection: socket.socket):
    reader = protocol.Reader()
    while data := connection.recv(1 << 16):
        reader.feed(data)
        while (found := reader.next())[0]:
            yield found[1]


def _numbers(values) -> int:
    """Count the entries of the arrays in a value of the grammar; anything else counts as one."""
    if isinstance(values, (list, tuple)):
        return sum(map(_numbers, values))
    if isinstance(values, dict):
        return _numbers(list(values.values()))
    return int(np.size(values.values)) if isinstance(values, protocol.Array) else 1
