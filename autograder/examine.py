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
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import NamedTuple

from autograder import candidate, checking, confine, sandbox, wire
from autograder.candidate import CELL, CELL_IN_FORK, CHECKS
from autograder.channel import KILLED, Channel, Limits, Lost, Stopped, greeting
from autograder.rebuild import Ask, Run, Script
from autograder.results import CellOutput, CheckResult, Graded
from autograder.subject import Piped
from autograder.topics import ROOT


AHEAD_CELLS, AHEAD_CHARACTERS = 16, 10_000  # what is sent to a candidate before it is ready for it


class _Order(NamedTuple):
    """A candidate that is being made."""

    control: socket.socket
    directory: tempfile.TemporaryDirectory | None


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
            command = sandbox.command(Path(self._folder.name), environment, arguments, self._bounds.cuda)
        self._process = subprocess.Popen(
            command, pass_fds=[theirs.fileno()], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        theirs.close()
        self._socket, self._lock, self._spare = ours, threading.Lock(), None
        return self

    def __exit__(self, *exc):
        self._socket.close()
        if self._spare is not None:
            self._spare.control.close()
            if self._spare.directory is not None:
                self._spare.directory.cleanup()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._folder.cleanup()

    def wait(self) -> None:
        """Wait until the warm process is warm, and the first candidate is ready."""
        with self._lock:
            self._spare = self._spare or self._order(candidate.QUICK)
        with contextlib.suppress(ConnectionError):  # told when a candidate is wanted
            self._spare.control.recv(1, socket.MSG_PEEK)

    def stop(self) -> None:
        """End the warm process and every candidate at once."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    @contextlib.contextmanager
    def candidate(self, limits: Limits = Limits(), kind: bytes = candidate.CAREFUL):
        """A fresh candidate in an empty directory of its own."""
        with self._lock:
            mine = self._spare if kind == candidate.QUICK and self._spare else self._order(kind)
            if kind == candidate.QUICK:  # the next one is made while this one works
                self._spare = self._order(kind)
        with mine.directory or contextlib.nullcontext():
            pid = greeting(mine.control)
            if pid is None:
                raise RuntimeError("the grader's warm process ended; see its messages above")
            try:
                yield Candidate(mine.control, limits)
            finally:
                mine.control.close()
                for kill in (os.kill, os.killpg):  # process 1 of its namespace takes all with it
                    with contextlib.suppress(ProcessLookupError):
                        kill(pid, signal.SIGKILL)

    def _order(self, kind: bytes) -> _Order:
        """Ask the warm process for a candidate, and do not wait for it."""
        # Behind walls it makes its own directory, on a disk in memory; this one is not used there.
        made = tempfile.TemporaryDirectory(prefix="candidate-") if self._bounds is None else None
        ours, theirs = socket.socketpair()
        fd = os.open(made.name if made else "/", os.O_RDONLY)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        with theirs:
            socket.send_fds(self._socket, [kind], [theirs.fileno(), fd])
        os.close(fd)
        return _Order(ours, made)


@dataclass(frozen=True)
class Ran:
    """How a cell ended: what it printed, its error in words, and the verdict if it was stopped."""

    text: str = ""
    error: str | None = None
    stopped: str = ""
    seconds: float = 0.0  # as its process says: for statistics alone


def _told(reply) -> Ran:
    """What a cell's process says of how it ended, taken for no more than that."""
    if not isinstance(reply, dict) or set(reply) != {"error", "seconds"}:
        raise Stopped("tampered")
    error, seconds = reply["error"], reply["seconds"]
    seconds = seconds if isinstance(seconds, float) and 0 <= seconds < 1e6 else 0.0
    return Ran(error=None if error is None else str(error), seconds=seconds)


def _ended(channel: Channel) -> Ran:
    """Wait for a cell to end; one that is stopped is killed."""
    try:
        try:
            ended = _told(channel.receive())
        except wire.WireError:
            raise Stopped("tampered") from None
        channel.drain()
    except Stopped as stopped:
        channel.kill()
        ended = _cut(stopped)
    return replace(ended, text=neutral(channel.text()), error=ended.error and neutral(ended.error))


def _cut(stopped: Stopped) -> Ran:
    return Ran(error=f"The cell was stopped: {KILLED[stopped.verdict]}.", stopped=stopped.verdict)


class Candidate:
    """One submission's processes, seen from outside."""

    def __init__(self, control: socket.socket, limits: Limits):
        self._control, self.limits = control, limits
        self.deadline = time.monotonic() + limits.notebook

    @contextlib.contextmanager
    def step(self, kind: bytes):
        """A channel to a fresh step of the candidate; closed, and killed, at the end."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise Lost("time")
        self._control.settimeout(min(left, self.limits.seconds))  # nobody may be there to take it
        ours, theirs = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        read_end, write_end = os.pipe()
        channel = Channel(ours, read_end, self.limits, self.deadline)
        try:
            try:
                socket.send_fds(self._control, [kind], [theirs.fileno(), write_end])
            except TimeoutError:
                raise Lost("time") from None
            except ConnectionError:
                raise Lost("crash") from None
            finally:
                theirs.close()
                os.close(write_end)
            yield channel
        except Stopped:
            channel.kill()
            raise
        finally:
            if kind == CHECKS:  # its work is done, and the candidate waits until it has gone
                channel.kill()
            channel.close()

    def run_cell(self, source: str) -> Ran:
        """What the cell printed, and how it ended. It runs in a fork of its own."""
        try:
            with self.step(CELL_IN_FORK) as channel:
                channel.send({"cell": source})
                return _ended(channel)
        except Stopped as stopped:
            return _cut(stopped)

    def run_cells(self, sources: list[str]) -> list[Ran]:
        """As `run_cell` for several, in the head itself; the first that is stopped is the last.

        All are sent before the first has ended, so that the candidate never waits for the next.
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
                channel.restart_clock()
                done.append(_ended(channel))
                if done[-1].stopped:
                    break
        return done

    def run_checks(self, topic: str, checks, seed, may_lose: bool = True) -> list[CheckResult]:
        """Checks, put one after the other to a fork of the candidate's present state.

        With `may_lose` a fork that cannot be had is a verdict too; without, `Lost` is raised.
        """
        return self.put(topic, [(check, seed) for check in checks], may_lose)

    def put(self, topic: str, questions, may_lose: bool = True) -> list[CheckResult]:
        """As `run_checks`, for (check, seed) pairs.

        Each has the full time. After one that ends the fork, the next gets a fresh one.
        """
        waiting, results = list(questions), []
        while waiting:
            start = time.perf_counter()
            try:
                with self.step(CHECKS) as channel:
                    subject = Piped(channel)
                    while waiting:
                        start = time.perf_counter()
                        channel.restart_clock()
                        check, seed = waiting[0]
                        result = checking.run(topic, check, subject, seed)
                        seconds, channel.waited = result.seconds - channel.waited, 0.0
                        results.append(replace(result, message=neutral(result.message), seconds=seconds))
                        waiting.pop(0)
            except Stopped as stopped:
                if isinstance(stopped, Lost) and not may_lose:
                    raise
                check, _ = waiting.pop(0)
                results.append(_stopped(topic, check, stopped, time.perf_counter() - start))
        return results

    def verdict_on(self, device: str, topic: str, check, seed) -> str:
        """What becomes of a check on another device, in a fork that has touched none before."""
        try:
            with self.step(CHECKS) as channel:
                return checking.run(topic, check, Piped(channel), seed, device).verdict
        except Stopped as stopped:
            return stopped.verdict


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


def examine(script: Script, nursery: Nursery, seed, limits: Limits = Limits(),
            only: Collection[str] | None = None, beside: str = "") -> Graded:  # fmt: skip
    """Run a rebuilt submission from its first cell to its last, checks where they stand.

    With `only`, the ids of some checks, no others are put, and the cells after the last of
    them do not run. Checks that need an accelerator are put once more on the device `beside`,
    if one is named; what becomes of them there is told and gives or takes no points.

    The quick way first: one process runs all cells. Should a cell end it, or the process not
    answer, the submission is run once more with each cell in a fork of its own, so that
    whatever goes wrong costs itself alone; checks that were answered are not put again.
    """
    start, stages = time.perf_counter(), Counter()
    walk = _Walk(script, seed, time.monotonic() + limits.notebook, only, beside)
    with nursery.candidate(limits, candidate.QUICK) as person:
        stages["start"] = time.perf_counter() - start
        done = walk.quickly(person)
    if not done:
        with nursery.candidate(limits) as person:
            walk.carefully(person)
    results, seconds = walk.results(), time.perf_counter() - start
    stages["cells"], stages["checks"] = walk.seconds(), sum(r.seconds for r in results)
    stages["forks and messages"] = seconds - stages.total()
    return Graded(script.student, script.topic, results, walk.cells(), list(script.notes), seconds,
                  dict(stages))  # fmt: skip


class _Walk:
    """The way through a submission's steps, and what each has given so far."""

    def __init__(self, script: Script, seed, deadline: float, only: Collection[str] | None,
                 beside: str):  # fmt: skip
        self._topic, self._seed, self._deadline = script.topic, seed, deadline
        self._checks = {
            n: [c for c in checking.suite(script.topic).of(step.function) if only is None or c.id in only]
            for n, step in enumerate(script.steps)
            if isinstance(step, Ask)
        }
        self._beside = beside
        last = max((n for n, checks in self._checks.items() if checks), default=-1)
        self._steps = script.steps if only is None else script.steps[: last + 1]
        self._ran: dict[int, Ran] = {}
        self._found: dict[int, list[CheckResult]] = {}

    def quickly(self, person: Candidate) -> bool:
        """Every step, cells in one process; False as soon as that process is lost."""
        person.deadline = self._deadline
        for runs, numbers in self._together():
            if runs:
                done = person.run_cells([self._steps[n].source for n in numbers])
                self._ran |= dict(zip(numbers, done))
                if done[-1].stopped:
                    return False
            else:
                try:
                    self._ask(*numbers, person, may_lose=False)
                except Lost:
                    return False
        return True

    def _together(self) -> Iterator[tuple[bool, list[int]]]:
        """(are they cells, numbers of steps): checks alone, and cells as they follow each other.

        What is sent ahead waits in a socket's buffer, so not too much at once.
        """
        cells: list[int] = []
        for number, step in enumerate(self._steps):
            long = isinstance(step, Run) and len(step.source) > AHEAD_CHARACTERS
            if cells and (not isinstance(step, Run) or long or len(cells) == AHEAD_CELLS):
                yield True, cells
                cells = []
            if not isinstance(step, Run):
                yield False, [number]
            elif long:
                yield True, [number]
            else:
                cells.append(number)
        if cells:
            yield True, cells

    def carefully(self, person: Candidate) -> None:
        """Every step, each cell in a fork; what took too long before is not tried again."""
        person.deadline = self._deadline
        for number, step in enumerate(self._steps):
            if isinstance(step, Run):
                earlier = self._ran.get(number)
                if earlier is None or earlier.stopped != "time":
                    now = person.run_cell(step.source)
                    self._ran[number] = now if earlier is None or earlier.stopped else earlier
            elif number not in self._found:
                self._ask(number, person, may_lose=True)

    def _ask(self, number: int, person: Candidate, may_lose: bool) -> None:
        checks = self._checks[number]
        found = person.run_checks(self._topic, checks, self._seed, may_lose)
        for check, result in zip(checks, found):
            if self._beside and check.accelerator:
                there = person.verdict_on(self._beside, self._topic, check, self._seed)
                result.devices[self._beside] = there
        self._found[number] = found

    def seconds(self) -> float:
        """What the cells took, as their process says."""
        return sum(ran.seconds for ran in self._ran.values())

    def cells(self) -> list[CellOutput]:
        steps = self._steps
        return [CellOutput(steps[n].source, ran.text, ran.error, steps[n].kind, steps[n].grade_id)
                for n, ran in sorted(self._ran.items())]  # fmt: skip

    def results(self) -> list[CheckResult]:
        failed, results = {}, []
        for number, step in enumerate(self._steps):
            if isinstance(step, Run):
                failed[step.grade_id] = self._ran[number].error
            else:
                results += [_explained(r, step.function, failed.get(step.function))
                            for r in self._found[number]]  # fmt: skip
        return results


def _explained(result: CheckResult, function: str, error: str | None) -> CheckResult:
    """A function that is missing because its cell failed is an error, and the error is told."""
    if result.verdict != "missing" or error is None:
        return result
    message = f"The cell of `{function}` does not run, so `{function}` is not defined. {error}"
    return replace(result, verdict="error", message=message[:500])
