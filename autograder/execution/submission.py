"""A submission process from the examiner's side: running its cells and checks, and their results."""

import contextlib
import os
import re
import socket
import sys
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from autograder import messages
from autograder.checks import checking, examples
from autograder.checks.student import Remote, StudentError
from autograder.execution.budget import ERROR, LAST_ERROR, Budget
from autograder.execution.channel import Channel, Limits, Lost, lost
from autograder.execution.memory_limit import Account
from autograder.results import CheckResult, Stopped
from autograder.sandboxed import echo, protocol
from autograder.sandboxed.devices import fault, words
from autograder.sandboxed.forkserver import (
    CELL,
    CELL_IN_FORK,
    CHECKS,
    CHECKS_HERE,
    CHECKS_LATER,
    CORE,
    MOVE,
    TIDY,
)
from autograder.topics import ROOT

AFTER_A_HANG = 0.1  # of a check's time, for checks after one that may have waited for lost threads
FOR_AN_EXAMPLE = 0.1  # of a check's time, for the examples of a function, which nobody may need
ITS_OWN = ("time", "output")  # verdicts on a fork that no neighbour brings about


@dataclass(frozen=True)
class Ran:
    """How a cell ended: what it printed, its error in words, and the verdict if it was stopped."""

    text: str = ""
    error: str | None = None
    stopped: str = ""
    kept: int = 0  # bytes used of those kept of all cells together
    cut: int = 0  # characters that are not kept
    seconds: float = 0.0  # as its process says: for statistics alone
    threads: bool = False  # as its process says: whether this cell or an earlier one left threads running


def _told(reply) -> Ran:
    """Parse a cell process's report of how the cell ended; the report may be false."""
    if not isinstance(reply, dict) or set(reply) != {"error", "seconds", "threads"}:
        raise Stopped("tampered")
    error, seconds = reply["error"], reply["seconds"]
    seconds = seconds if isinstance(seconds, float) and 0 <= seconds < 1e6 else 0.0
    return Ran(error=None if error is None else str(error), seconds=seconds, threads=reply["threads"] is True)


def _ended(channel: Channel) -> Ran:
    """Wait for a cell to end; kill one that is stopped."""
    try:
        try:
            ended = _told(channel.receive())
        except protocol.ProtocolError:
            raise Stopped("tampered") from None
        channel.drain()
        channel.within_memory(look=True)
    except Stopped as stopped:
        channel.kill()
        if stopped.verdict == "crash":  # what it printed before it died may still lie in the pipe
            with contextlib.suppress(Stopped):
                channel.drain()
        ended = _cut(stopped)
    return _kept(ended, channel)


def _kept(ended: Ran, channel: Channel) -> Ran:
    """Return a cell's end, with as much of its output and error as there is room for."""
    room, before = channel.room, channel.room.left
    text, error = channel.text(), ended.error and room.take(ended.error[:ERROR], LAST_ERROR)
    return replace(
        ended,
        text=neutral(text),
        error=error and neutral(error),
        kept=before - room.left,
        cut=channel.cut + len(ended.error or "") - len(error or ""),
    )


def _cut(stopped: Stopped) -> Ran:
    return Ran(error=messages.cell_stopped(stopped.verdict), stopped=stopped.verdict)


class SubmissionProcess:
    """One submission's processes, seen from outside."""

    def __init__(self, control: socket.socket, limits: Limits):
        self._control, self.limits = control, limits
        self.left_on: set[str] = set()  # settings that cells left changed when checks began
        self._threads = False  # whether a cell left threads running; checks, in a fork, have none of them
        self._interpreter: int | None = None  # a pidfd of the process that runs all cells, once it is known
        self.deadline = time.monotonic() + limits.notebook
        self.room, self.memory = Budget(limits.output_total), Account()
        self.lacks: Callable[[], bool] = lambda: True  # see `Channel`

    def move(self, core: int | None) -> None:
        """Keep its cells and checks on a core; by itself, since who starts it may not move others."""
        if core is not None:
            with contextlib.suppress(ConnectionError):  # the first step says that it is gone
                self._control.sendall(MOVE + core.to_bytes(CORE, "big"))

    def close(self) -> None:
        """Forget its processes, once they have ended."""
        if self._interpreter is not None:
            os.close(self._interpreter)
            self._interpreter = None

    @contextlib.contextmanager
    def step(self, kind: bytes, limits: Limits | None = None):
        """Open a channel to a fresh step; at the end close it, and kill a step that stopped or ran checks."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise Lost("time")
        self._control.settimeout(min(left, self.limits.seconds))  # the process may be gone
        ours, theirs = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        read_end, write_end = os.pipe()
        channel = Channel(ours, read_end, limits or self.limits, self.deadline)
        try:
            channel.memory, channel.lacks, channel.host = self.memory, self.lacks, self._interpreter
            if kind in (CELL, CELL_IN_FORK):
                channel.room = self.room
            self.memory.sending()
            try:
                socket.send_fds(self._control, [kind], [theirs.fileno(), write_end])
            except TimeoutError:
                raise Lost("time") from None
            except ConnectionError:
                raise Lost(lost(self.memory)) from None
            finally:
                theirs.close()
                os.close(write_end)
            yield channel
        except Stopped:
            channel.kill()
            raise
        finally:
            if kind in (CHECKS, CHECKS_LATER):  # its work is done, and the submission waits for its end
                channel.kill()
            channel.close()

    def run_cell(self, source: str) -> Ran:
        """Run a cell in its own fork; return what it printed and how it ended."""
        try:
            with self.step(CELL_IN_FORK) as channel:
                channel.send({"cell": source})
                ran = _ended(channel)
        except Stopped as stopped:
            return _cut(stopped)
        self._threads |= ran.threads
        return ran

    def run_cells(self, sources: list[str]) -> list[Ran]:
        """Run several cells in the interpreter itself; the first that is stopped is the last.

        All are sent before the first has ended, so that the submission never waits for the next.
        """
        done, channels = [], []
        with contextlib.ExitStack() as open_:
            try:
                for source in sources:
                    channels.append(open_.enter_context(self.step(CELL)))
                    channels[-1].send({"cell": source})
            except Stopped as stopped:
                return [_cut(stopped)]
            for channel in channels:
                channel.host = self._interpreter
                channel.restart_clock()
                done.append(_ended(channel))
                self._threads |= done[-1].threads
                if self._interpreter is None and channel.pid:
                    with contextlib.suppress(ProcessLookupError):
                        self._interpreter = os.pidfd_open(channel.pid)
                if done[-1].stopped:
                    break
        return done

    def kept(self) -> contextlib.AbstractContextManager[Channel]:
        """Keep the submission's present state in a fork, for `run_checks` after later cells have run."""
        return self.step(CHECKS_LATER)

    def run_checks(
        self,
        checks,
        seed,
        may_lose: bool = True,
        kept: Channel | None = None,
        hanging: set[str] | None = None,
    ) -> list[CheckResult]:
        """Run checks, one after the other, in a fork of the submission's present state.

        With `may_lose`, a fork that cannot be made gives a verdict too; without, raise `Lost`. In a fork that
        was `kept`, checks end with the first that ends the fork, without a result of it if a later cell may
        be the cause. `hanging` are the functions that have waited too long; others that do are added.
        """
        return self.put([(check, seed) for check in checks], may_lose, kept, hanging)

    def put(
        self, questions, may_lose: bool = True, kept: Channel | None = None, hanging: set[str] | None = None
    ) -> list[CheckResult]:
        """Run (check, seed) pairs as `run_checks` does.

        Each has the full time. After one that ends the fork, the next gets a fresh one. A function that
        may wait for threads, which no fork has, costs that time once: its other checks get a part of it.
        """
        results: list[CheckResult] = []
        waiting, hanging = list(questions), set() if hanging is None else hanging
        short = replace(self.limits, seconds=self.limits.seconds * AFTER_A_HANG)
        while waiting and not (kept and results):
            start, hangs = time.perf_counter(), waiting[0][0].function in hanging
            try:
                with (
                    self._resumed(kept) if kept else self.step(CHECKS, short if hangs else None) as channel,
                    contextlib.closing(Remote(channel)) as student,
                ):
                    # A malformed answer here is not a reason for a verdict.
                    with contextlib.suppress(StudentError, protocol.ProtocolError):
                        self.left_on.update(student.settings())
                    while waiting and hangs == (waiting[0][0].function in hanging):
                        start = time.perf_counter()
                        channel.restart_clock()
                        check, seed = waiting[0]
                        result = checking.run(check, student, seed)
                        channel.within_memory()
                        seconds, channel.waited = result.seconds - channel.waited, 0.0
                        results.append(replace(result, message=neutral(result.message), seconds=seconds))
                        waiting.pop(0)
                        if result.examiner_error:
                            break  # the process may still wait for the answer to a call back
            except Stopped as stopped:
                if isinstance(stopped, Lost) and not may_lose:
                    raise
                if kept and stopped.verdict not in ITS_OWN:
                    break
                check, _ = waiting.pop(0)
                result = _stopped(check, stopped, time.perf_counter() - start)
                if stopped.verdict == "time" and self._threads:
                    hanging.add(check.function)
                    result = replace(result, message=f"{result.message} {messages.WAITS_FOR_THREADS}")
                results.append(result)
        return results

    @contextlib.contextmanager
    def _resumed(self, kept: Channel) -> Iterator[Channel]:
        """Ask a fork that was kept, after what cells and other checks have left running was ended.

        After a cell that was stopped, nobody is left to do that.
        """
        with contextlib.suppress(Lost), self.step(TIDY) as tidy:
            tidy.greeted()
        self.memory.sending()
        kept.restart_clock(self.deadline)
        try:
            yield kept
        finally:
            kept.kill()

    def examples_ahead(self, suite: checking.Suite, functions: Collection[str]) -> dict[str, examples.Found]:
        """Return what the code does in all examples of the functions, before any check has run.

        It saves running the cells again for those that fail. Stop at code that ends, hangs or floods.
        """
        found: dict[str, examples.Found] = {}
        short = replace(self.limits, seconds=self.limits.seconds * FOR_AN_EXAMPLE)
        with (
            contextlib.suppress(Stopped, protocol.ProtocolError),
            self.step(CHECKS, short) as channel,
            contextlib.closing(Remote(channel)) as student,
        ):
            for function in functions:
                channel.restart_clock()
                found[function] = examples.find(suite, function, student)
        return found

    def examples(
        self, suite: checking.Suite, failed: dict[str, list[CheckResult]]
    ) -> dict[str, examples.Told]:
        """Return what `examples.told` yields for the failed checks of each function, by the check's id.

        No check may have run in this submission before, because what its code returns is shown.
        """
        found: dict[str, examples.Told] = {}
        for results in failed.values():
            # Code that ends, hangs or floods at an example has its verdict already; it gets no example.
            with (
                contextlib.suppress(Stopped, protocol.ProtocolError),
                self.step(CHECKS) as channel,
                contextlib.closing(Remote(channel)) as student,
            ):
                for example in examples.told(suite, results, student):
                    channel.restart_clock()
                    found[example.check] = example._replace(sentence=neutral(example.sentence))
        return found

    def verdict_here(self, device: str, check, seed) -> str:
        """Run a check on a device, where the cells ran; return a verdict, "fault: ..." or "memory".

        Return the last two if the device was at fault, which is probed afterwards. `Stopped` propagates.
        """
        with self.step(CHECKS_HERE) as channel, contextlib.closing(Remote(channel)) as student:
            result = checking.run(check, student, seed, device)
            if result.examiner_error:
                return result.verdict  # the process may still wait for the answer to a call back
            try:
                student.probe()
            except StudentError as error:
                told = echo.told(error.types, error.message, student.sent)
                return fault(error.types, error.message) or f"fault: {words(neutral(told))}"
            except protocol.ProtocolError:
                return "tampered"
            return result.verdict if result.verdict == "right" else student.fault or result.verdict


# Longest first: the environment may lie inside the repository.
_PLACES = sorted(
    {str(ROOT), sys.prefix, sys.base_prefix, os.path.realpath(sys.prefix)}, key=len, reverse=True
)
_PLACE = re.compile(rf"(?:{'|'.join(map(re.escape, _PLACES))})(?![\w-]|\.\w)")


def neutral(text: str) -> str:
    """Hide the places where Python and this repository lie on this machine in a student's text."""
    return _PLACE.sub("…", text)


def _stopped(check, stopped, seconds) -> CheckResult:
    return CheckResult(
        topic=check.suite.topic,
        check=check.id,
        cell=check.cell,
        points=0.0,
        max_points=check.points,
        verdict=stopped.verdict,
        message=messages.function_stopped(check.function, stopped.verdict),
        devices={"standin" if check.accelerator else "cpu": stopped.verdict},
        seconds=seconds,
    )
