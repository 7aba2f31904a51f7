"""The examiner's side: drive a candidate through its cells and put the checks to it."""

import contextlib
import json
import os
import selectors
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from autograder import candidate, checking, confine, sandbox, wire
from autograder.rebuild import Run, Script
from autograder.results import CellOutput, CheckResult, Graded
from autograder.subject import Piped
from autograder.topics import ROOT

_CREDENTIALS = struct.Struct("iII")  # struct ucred: pid, uid, gid

KILLED = {
    "time": "it took longer than the time limit",
    "output": "it wrote more output than the limit",
    "crash": "its process ended",
}


@dataclass(frozen=True)
class Limits:
    """What one step may use: seconds of wall time, bytes of printed output."""

    seconds: float = 20.0
    output: int = 1 << 20


class Stopped(Exception):
    """A step ended without an answer; `verdict` is a key of KILLED."""

    def __init__(self, verdict):
        self.verdict = verdict
        super().__init__(verdict)


class Nursery:
    """The warm parent of all candidates of a run: a context manager.

    With `bounds` it runs inside bubblewrap and each candidate behind walls of its own;
    without, student code has the rights of this process.
    """

    def __init__(self, bounds: confine.Bounds | None = None):
        self._bounds = bounds

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="nursery-")
        ours, theirs = socket.socketpair()
        arguments = ["-m", "autograder.candidate", str(theirs.fileno())]
        environment = {
            **candidate.THREADS, "PATH": os.environ.get("PATH", ""), "HOME": "/tmp", "LANG": "C.UTF-8",
            "IPYTHONDIR": "/tmp/ipython", "MPLBACKEND": "Agg", "MPLCONFIGDIR": "/tmp/matplotlib",
        }  # fmt: skip
        if self._bounds is None:
            environment["PYTHONPATH"] = str(ROOT)
            command = [sys.executable, *arguments]
        else:
            environment["PYTHONPATH"] = sandbox.GRADER
            sandbox.copy_candidate_files(Path(self._folder.name))
            arguments.append(json.dumps(asdict(self._bounds)))
            command = sandbox.command(Path(self._folder.name), environment, arguments)
        self._process = subprocess.Popen(
            command, pass_fds=[theirs.fileno()], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        theirs.close()
        self._socket, self._lock = ours, threading.Lock()
        return self

    def __exit__(self, *exc):
        self._socket.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._folder.cleanup()

    @contextlib.contextmanager
    def candidate(self, limits: Limits = Limits()):
        """A fresh candidate in an empty directory of its own."""
        with tempfile.TemporaryDirectory(prefix="candidate-") as directory:
            ours, theirs = socket.socketpair()
            fd = os.open(directory, os.O_RDONLY)
            ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
            with self._lock:
                socket.send_fds(self._socket, [b"c"], [theirs.fileno(), fd])
            theirs.close()
            os.close(fd)
            pid = _greeting(ours)
            if pid is None:
                raise RuntimeError("the grader's warm process ended; see its messages above")
            try:
                yield Candidate(ours, limits)
            finally:
                ours.close()
                for kill in (os.kill, os.killpg):  # process 1 of its namespace takes all with it
                    with contextlib.suppress(ProcessLookupError):
                        kill(pid, signal.SIGKILL)


def _greeting(connection: socket.socket) -> int | None:
    """The process that sends its first byte, as the kernel tells it; None if it ended first.

    The kernel puts the sender's process id beside the byte (SO_PASSCRED), so a submission
    cannot name another process to be killed in its place.
    """
    try:
        data, ancillary, _, _ = connection.recvmsg(1, socket.CMSG_SPACE(_CREDENTIALS.size))
    except ConnectionError:
        return None
    for level, kind, value in ancillary if data else ():
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS):
            return _CREDENTIALS.unpack(value)[0]
    return None


class Candidate:
    """One submission's processes, seen from outside."""

    def __init__(self, control: socket.socket, limits: Limits):
        self._control, self.limits = control, limits

    @contextlib.contextmanager
    def step(self, kind: bytes):
        """A channel to a fresh step of the candidate; closed, and killed, at the end."""
        ours, theirs = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        read_end, write_end = os.pipe()
        channel = Channel(ours, read_end, self.limits)
        try:
            try:
                socket.send_fds(self._control, [kind], [theirs.fileno(), write_end])
            except ConnectionError:
                raise Stopped("crash") from None
            finally:
                theirs.close()
                os.close(write_end)
            channel.greet()
            yield channel
        except Stopped:
            channel.kill()
            raise
        finally:
            channel.close()

    def run_cell(self, source: str) -> tuple[str, str | None]:
        """What the cell printed, and its error in words (None if it ran)."""
        channel = None
        try:
            with self.step(b"r") as channel:
                channel.send({"cell": source})
                reply = channel.receive()
                channel.drain()
                error = reply.get("error") if isinstance(reply, dict) else "unreadable reply"
        except Stopped as stopped:
            error = f"The cell was stopped: {KILLED[stopped.verdict]}."
        except wire.WireError as unreadable:
            error = f"The cell was stopped: {unreadable}."
        return (channel.text() if channel else ""), error

    def run_checks(self, topic: str, checks, seed) -> list[CheckResult]:
        """Checks, put one after the other to a fork of the candidate's present state.

        Each has the full time. After one that ends the fork, the next gets a fresh one.
        """
        waiting, results = list(checks), []
        while waiting:
            start = time.perf_counter()
            try:
                with self.step(b"q") as channel:
                    subject = Piped(channel)
                    while waiting:
                        start = time.perf_counter()
                        channel.restart_clock()
                        results.append(checking.run(topic, waiting[0], subject, seed))
                        waiting.pop(0)
            except Stopped as stopped:
                results.append(_stopped(topic, waiting.pop(0), stopped, time.perf_counter() - start))
        return results


def _stopped(topic, check, stopped, seconds) -> CheckResult:
    message = f"`{check.function}` was stopped: {KILLED[stopped.verdict]}."
    return CheckResult(
        topic=topic, check=check.id, cell=f"check-{check.function}", points=0.0,
        max_points=check.points, verdict=stopped.verdict, message=message,
        devices={"standin" if check.accelerator else "cpu": stopped.verdict}, seconds=seconds,
    )  # fmt: skip


class Channel:
    """One step's connection and printed output, under the step's limits."""

    def __init__(self, connection: socket.socket, output: int, limits: Limits):
        self._connection, self._output, self._limits = connection, output, limits
        self._reader, self._printed = wire.Reader(), bytearray()
        self.restart_clock()
        self._selector = selectors.DefaultSelector()
        self._selector.register(connection, selectors.EVENT_READ)
        self._selector.register(output, selectors.EVENT_READ)
        self._process = None

    def restart_clock(self) -> None:
        self._deadline = time.monotonic() + self._limits.seconds

    def greet(self) -> None:
        """Wait for the step's first byte, and remember its process; it runs no student code yet."""
        self._connection.settimeout(max(0.01, self._deadline - time.monotonic()))
        try:
            pid = _greeting(self._connection)
        except TimeoutError:
            raise Stopped("time") from None
        if pid is None:
            raise Stopped("crash")
        with contextlib.suppress(ProcessLookupError):
            self._process = os.pidfd_open(pid)

    def kill(self) -> None:
        """End the step, and no other process."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._process, signal.SIGKILL)

    def send(self, message) -> None:
        self._connection.settimeout(max(0.01, self._deadline - time.monotonic()))
        try:
            self._connection.sendall(wire.encode(message))
        except TimeoutError:
            raise Stopped("time") from None
        except OSError:
            raise Stopped("crash") from None

    def receive(self):
        """The next message; `Stopped` when the step dies, floods or runs out of time."""
        while True:
            found, message = self._reader.next()
            if found:
                return message
            left = self._deadline - time.monotonic()
            ready = self._selector.select(left) if left > 0 else []
            if not ready:
                raise Stopped("time")
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
            raise Stopped("crash")
        self._reader.feed(data)

    def _read_output(self) -> bool:
        data = os.read(self._output, 1 << 16)
        if not data:
            self._selector.unregister(self._output)
            return False
        self._printed += data
        if len(self._printed) > self._limits.output:
            del self._printed[self._limits.output :]
            raise Stopped("output")
        return True

    def drain(self) -> None:
        """Read what the step printed before its last message."""
        while any(key.fileobj == self._output for key, _ in self._selector.select(0)):
            if not self._read_output():
                return

    def text(self) -> str:
        return self._printed.decode("utf-8", "replace")

    def close(self) -> None:
        self._selector.close()
        self._connection.close()
        os.close(self._output)
        if self._process is not None:
            os.close(self._process)


def examine(script: Script, nursery: Nursery, seed, limits: Limits = Limits()) -> Graded:
    """Run a rebuilt submission from its first cell to its last, checks where they stand."""
    start, results, cells = time.perf_counter(), [], []
    suite, failed = checking.suite(script.topic), {}
    with nursery.candidate(limits) as person:
        for step in script.steps:
            if isinstance(step, Run):
                text, error = person.run_cell(step.source)
                cells.append(CellOutput(step.source, text, error, step.kind, step.grade_id))
                failed[step.grade_id] = error
            else:
                found = person.run_checks(script.topic, suite.of(step.function), seed)
                results += [_explained(r, step.function, failed.get(step.function)) for r in found]
    return Graded(script.student, script.topic, results, cells, list(script.notes),
                  time.perf_counter() - start)  # fmt: skip


def _explained(result: CheckResult, function: str, error: str | None) -> CheckResult:
    """A function that is missing because its cell failed is an error, and the error is told."""
    if result.verdict != "missing" or error is None:
        return result
    message = f"The cell of `{function}` does not run, so `{function}` is not defined. {error}"
    return replace(result, verdict="error", message=message[:500])
