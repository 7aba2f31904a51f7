"""One step's connection to the examiner: messages and printed output, under the step's limits."""

import codecs
import contextlib
import os
import select
import selectors
import signal
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass

from autograder.execution.budget import Budget
from autograder.execution.memory_limit import Account
from autograder.results import Lacking, Stopped
from autograder.sandboxed import forkserver, protocol

QUIET = 0.1  # seconds of silence after which a step's memory is checked
_CREDENTIALS = struct.Struct("iII")  # struct ucred: pid, uid, gid


@dataclass(frozen=True)
class Limits:
    """Limits of one step: seconds of wall time, bytes of printed output.

    `output_total` stops nothing: it is the number of bytes kept of what all cells of one notebook
    print, errors included.
    """

    seconds: float = 20.0
    output: int = 1 << 20
    output_total: int = 4 << 20

    @property
    def notebook(self) -> float:
        """Seconds that all steps of one notebook may take together."""
        return 15 * self.seconds


class Lost(Stopped):
    """A step that never began: the process that was to run it is gone, or does not answer."""


def greeting(connection: socket.socket) -> int | None:
    """Receive a process's first byte and return its id from the kernel; None if it ended first.

    Raise `Lacking` if that byte says that the machine refused a process. In a step, a student's code may
    have sent it.

    The kernel puts the sender's process id beside the byte (SO_PASSCRED), so a submission
    cannot name another process to be killed in its place.
    """
    try:
        data, ancillary, _, _ = connection.recvmsg(1, socket.CMSG_SPACE(_CREDENTIALS.size))
    except ConnectionError:
        return None
    if data == forkserver.LACKING:
        raise Lacking
    for level, kind, value in ancillary if data else ():
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS):
            return _CREDENTIALS.unpack(value)[0]
    return None


def lost(memory: Account) -> str:
    """Return the verdict on a process that has ended too early."""
    return memory.over() or "crash"


class Channel:
    """One step's connection and printed output, under the step's limits.

    Its output is kept as far as there is `room`, at first none, and counted beyond it. `memory`
    reports whether it was ended for memory, and `lacks` whether to believe its report that the machine
    refused it a process.
    """

    def __init__(self, connection: socket.socket, output: int, limits: Limits, deadline: float):
        self._connection, self._output, self._limits = connection, output, limits
        self._latest, self.room, self.memory = deadline, Budget(0), Account()
        self.lacks: Callable[[], bool] = lambda: True
        self._reader, self._bytes = protocol.Reader(), 0
        self._held: list[str] = []
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.cut = 0  # characters of its output that are not kept
        self.restart_clock()
        self._selector = selectors.DefaultSelector()
        self._selector.register(connection, selectors.EVENT_READ)
        self._selector.register(output, selectors.EVENT_READ)
        self._process: int | None = None
        self.host: int | None = None  # a pidfd of the process that is to begin the step, where it is known
        self.pid = 0  # of the step's process, once it has begun
        self._greeted = False
        self.waited = 0.0  # seconds until the step began, not part of its work

    def restart_clock(self, latest: float | None = None) -> None:
        """Start the time limit of a step now. It ends with the notebook's, which is at `latest` if given."""
        self._latest = latest or self._latest
        self._deadline = min(time.monotonic() + self._limits.seconds, self._latest)

    def _greet(self) -> None:
        """Wait for the step's first byte, sent before any student code, and remember its process."""
        start = time.monotonic()
        left = max(0.01, self._deadline - start)
        if self.host is not None and not self._begins(self.host, left):
            raise Lost(lost(self.memory))
        self._connection.settimeout(left)
        try:
            pid = greeting(self._connection)
        except TimeoutError:
            raise Lost("time") from None
        except Lacking:
            if self.lacks():
                raise
            pid = None
        if pid is None:
            raise Lost(lost(self.memory))
        self.pid = pid
        self.memory.began(pid)
        with contextlib.suppress(ProcessLookupError):
            self._process = os.pidfd_open(pid)
        self._greeted, self.waited = True, time.monotonic() - start

    def _begins(self, host: int, seconds: float) -> bool:
        """Wait for the step's first byte; return False if the host has ended without sending it."""
        waiting = select.poll()
        for descriptor in (self._connection.fileno(), host):
            waiting.register(descriptor, select.POLLIN)
        return [descriptor for descriptor, _ in waiting.poll(1e3 * seconds)] != [host]

    def greeted(self) -> None:
        """Wait until the step has begun; raise `Lost` if it cannot."""
        if not self._greeted:
            self._greet()

    def kill(self) -> None:
        """End the step, and no other process."""
        if not self._greeted:  # it may have begun all the same
            self._connection.setblocking(False)
            with contextlib.suppress(OSError, Lacking):
                if (pid := greeting(self._connection)) is not None:
                    self._process = os.pidfd_open(pid)
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._process, signal.SIGKILL)

    def send(self, message) -> None:
        """Send a message; raise `Stopped` if the step is gone or does not read, `Lost` if it never began."""
        self._connection.settimeout(max(0.01, self._deadline - time.monotonic()))
        try:
            self._connection.sendall(protocol.encode(message))
        except TimeoutError:
            raise Stopped("time") from None
        except OSError:
            self.greeted()  # who refuses a process says so and hangs up, perhaps before this was sent
            raise Stopped(lost(self.memory)) from None

    def receive(self):
        """Return the next message; raise `Stopped` when the step dies, floods or runs out of time.

        Raise `Lost` if it never began, which is known only now: requests are sent before.
        """
        self.greeted()
        while True:
            found, message = self._reader.next()
            if found:
                return message
            left = self._deadline - time.monotonic()
            if left <= 0:
                raise Stopped("time")
            ready = self._selector.select(min(left, QUIET))
            if not ready:  # its process may be gone, and the connection held open by its children
                self.within_memory()
            for key, _ in ready:
                if key.fileobj is self._connection:
                    self._read_message()
                else:
                    self._read_output()

    def _read_message(self):
        try:
            data = self._connection.recv(1 << 20)
        except ConnectionError:
            data = b""
        if not data:
            raise Stopped(lost(self.memory))
        self._reader.feed(data)

    def within_memory(self, look: bool = False) -> None:
        """Raise `Stopped` if a process of the step was ended for memory, whatever the step reports.

        With `look`, count the memory now: what a cell leaves behind is charged to it, not to the next one.
        """
        if over := self.memory.over(look):
            raise Stopped(over)

    def _read_output(self) -> bool:
        data = os.read(self._output, 1 << 16)
        if not data:
            self._selector.unregister(self._output)
            return False
        before, self._bytes = self._bytes, self._bytes + len(data)
        self._hold(data[: self._limits.output - before])
        if self._bytes > self._limits.output:
            raise Stopped("output")
        return True

    def _hold(self, data: bytes, last: bool = False) -> None:
        text = self._decoder.decode(data, last)
        if self.room.left:
            self._held.append(text)
        else:
            self.cut += len(text)

    def drain(self) -> None:
        """Read what the step printed before its last message."""
        while any(key.fileobj == self._output for key, _ in self._selector.select(0)):
            if not self._read_output():
                return

    def text(self) -> str:
        """Return what is kept of an ended step's output; one wide character makes all of it wide."""
        self._hold(b"", last=True)
        whole = "".join(self._held)
        kept = self.room.take(whole)
        self.cut += len(whole) - len(kept)
        return kept

    def close(self) -> None:
        self._selector.close()
        self._connection.close()
        os.close(self._output)
        if self._process is not None:
            os.close(self._process)
