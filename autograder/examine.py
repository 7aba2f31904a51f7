"""The examiner's side: drive a candidate through its cells and put the checks to it."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict, replace
from pathlib import Path

from autograder import candidate, checking, confine, sandbox, wire
from autograder.channel import KILLED, Channel, Limits, Stopped, greeting
from autograder.rebuild import Run, Script
from autograder.results import CellOutput, CheckResult, Graded
from autograder.subject import Piped
from autograder.topics import ROOT


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
        scratch = sandbox.SCRATCH if self._bounds else tempfile.gettempdir()
        path = "/usr/bin:/bin" if self._bounds else os.environ.get("PATH", "")
        environment = {
            **candidate.THREADS, "PATH": path, "LANG": "C.UTF-8",
            "HOME": scratch, "TMPDIR": scratch, "MPLBACKEND": "Agg",
            "IPYTHONDIR": f"{scratch}/ipython", "MPLCONFIGDIR": f"{scratch}/matplotlib",
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
            pid = greeting(ours)
            if pid is None:
                raise RuntimeError("the grader's warm process ended; see its messages above")
            try:
                yield Candidate(ours, limits)
            finally:
                ours.close()
                for kill in (os.kill, os.killpg):  # process 1 of its namespace takes all with it
                    with contextlib.suppress(ProcessLookupError):
                        kill(pid, signal.SIGKILL)


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
            if kind == b"q":  # its work is done, and the candidate waits until it has gone
                channel.kill()
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
        return neutral(channel.text() if channel else ""), error and neutral(error)

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
                        result = checking.run(topic, waiting[0], subject, seed)
                        results.append(replace(result, message=neutral(result.message)))
                        waiting.pop(0)
            except Stopped as stopped:
                results.append(_stopped(topic, waiting.pop(0), stopped, time.perf_counter() - start))
        return results


# Longest first: the environment may lie inside the repository.
_PLACES = sorted({str(ROOT), sys.prefix, sys.base_prefix, os.path.realpath(sys.prefix)}, key=len, reverse=True)


def neutral(text: str) -> str:
    """A student's text without the places where Python and this repository lie on this machine."""
    for place in _PLACES:
        text = text.replace(f"{place}/", "…/")
    return text


def _stopped(topic, check, stopped, seconds) -> CheckResult:
    message = f"`{check.function}` was stopped: {KILLED[stopped.verdict]}."
    return CheckResult(
        topic=topic, check=check.id, cell=f"check-{check.function}", points=0.0,
        max_points=check.points, verdict=stopped.verdict, message=message,
        devices={"standin" if check.accelerator else "cpu": stopped.verdict}, seconds=seconds,
    )  # fmt: skip


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
