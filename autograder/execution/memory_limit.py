"""The bound on the total memory that a submission holds, of every kind.

The kernel's own limits are per process. Memory that a submission's processes hold together is
bounded by a group of processes (`cgroups`) where this account may make one, and else by a watcher:
a thread beside each submission that counts its processes' memory and its disks in memory, and kills
what exceeds the limit. Either way only the running step is ended. Process 1 and the processes
that hold the state of earlier cells live on.

The kernel also bounds the number of a submission's processes (`sandboxed.jail`). An old kernel counts
those of all submissions of an account together: there group and watcher bound the number as well. When the
watcher ends a submission for it, its neighbours may have been refused a process: they are `deprived`.
"""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from autograder.execution import bwrap, cgroups, processes
from autograder.sandboxed.jail import Bounds

INTERVAL = 0.05  # seconds between two looks of the watcher
COUNT = 2.0  # seconds of work after which a count is given up, and the submission counts as too large
DISKS = (bwrap.SCRATCH, "/dev/shm")
HELD = (b"Pss_Anon", b"Pss_Shmem", b"SwapPss")  # not files: the kernel can drop those
PIPE = 2 << 12  # bytes that a pipe may hold once a user's pipes reach the kernel's total


class CannotCount(Exception):
    """This account may not read a file that the watcher needs; the text names it."""


class Account:
    """One submission's memory: the base class, and used itself where nothing is bounded."""

    def __init__(self, first: int = 0):
        self._first, self._step = first, 0
        self._heads: set[int] = set()
        self.deprived = False  # whether a neighbour used up this submission's share

    def sending(self) -> None:
        """Note that a step is about to be sent to the submission."""

    def began(self, step: int) -> None:
        """Note the process of the running step."""
        # A fork's parent holds the state. If the step has already ended, its parent is unknown,
        # and may be the previous step's process.
        self._heads.add(processes.parent(step) or self._step)
        self._step = step

    def over(self, look: bool = False) -> Literal["", "memory", "processes"]:
        """Return why a process was ended since the step began, if one was; end all that the step started.

        With `look`, count now, if memory is counted at all.
        """
        return ""

    def _end_step(self) -> None:
        """End the running step, but none of the processes that hold the state of earlier cells."""
        family, spared = processes.tree(self._first), set()
        for pid in self._heads - {self._step}:
            while pid in family and pid not in spared:
                spared.add(pid)
                pid = family[pid]
        processes.end(self._first, spared - {self._step})


class MemoryLimit:
    """A bound on the memory of a run's submissions; `words` describe it."""

    words: str

    def check(self, warm: int) -> None:
        """Raise `CannotCount` if submissions of the ready warm process could not be bounded."""

    @contextlib.contextmanager
    def account(self, first: int) -> Iterator[Account]:
        yield Account(first)

    def close(self) -> None:
        """Clean up after every submission has ended."""


class Unbounded(MemoryLimit):
    """No bound but the limits of each process."""

    def __init__(self, why: str):
        self.words = f"not bounded as a whole ({why})"


class Grouped(MemoryLimit):
    """A bound by the kernel."""

    def __init__(self, groups: cgroups.Groups):
        self._groups = groups
        self.words = f"bounded by a cgroup ({groups.version.name})"

    @contextlib.contextmanager
    def account(self, first: int) -> Iterator[Account]:
        group = self._groups.take()
        try:
            group.admit(first)
            yield _InGroup(first, group)
        finally:
            self._groups.give_back(group)

    def close(self) -> None:
        self._groups.close()


class _InGroup(Account):
    def __init__(self, first: int, group: cgroups.Group):
        super().__init__(first)
        self._group, self._before = group, group.kills()

    def began(self, step: int) -> None:
        super().began(step)
        self._before = self._group.kills()

    def over(self, look: bool = False) -> Literal["", "memory", "processes"]:
        if self._group.kills() == self._before:
            return ""
        self._end_step()
        self._before = self._group.kills()
        return "memory"


class Watched(MemoryLimit):
    """A bound by a thread beside each submission."""

    words = f"watched every {1000 * INTERVAL:.0f} ms"

    def __init__(self, limit: int, processes: int = Bounds.processes):
        self._limit, self._processes = limit, processes
        self._watches: set[_Watch] = set()

    def check(self, warm: int) -> None:
        for pid in processes.tree(warm):
            try:
                processes.proportional(pid, *HELD)
            except PermissionError as error:
                raise CannotCount(
                    "the memory of a submission cannot be bounded here: no cgroup can be made, and counting "
                    f"needs to read {error.filename}, which is refused"
                ) from None

    @contextlib.contextmanager
    def account(self, first: int) -> Iterator[Account]:
        watch = _Watch(first, self._limit, self._processes, self._crowded)
        self._watches.add(watch)
        thread = threading.Thread(target=watch.run, daemon=True)
        thread.start()
        try:
            yield watch
        finally:
            watch.stop.set()
            thread.join()
            self._watches.discard(watch)

    def _crowded(self, by: "_Watch") -> None:
        """Mark the submissions that may have been refused a process because `by` had too many."""
        for watch in self._watches.copy() - {by}:
            watch.deprived = True


@dataclass(frozen=True)
class _Count:
    """A full count of a submission's memory, with the figures of each process."""

    total: int
    processes: dict[int, tuple[int, int]]  # (bytes, page faults)
    at: float
    took: float


class _Watch(Account):
    """Counts a submission's memory repeatedly.

    The sum over all processes, which counts shared pages in each, is cheap to read and never less
    than what they hold together. Only when it is over the limit, as for many forks of one large state,
    does a full count divide shared pages, which takes milliseconds for each process. Until the next
    full count, the growth of each process is added, once by its size and once by its page faults:
    a page that it wrote to after a fork shows only in the latter.
    """

    def __init__(
        self, first: int, limit: int, processes: int, crowded: "Callable[[_Watch], None]" = lambda watch: None
    ):
        super().__init__(first)
        self.stop, self._lock = threading.Event(), threading.Lock()
        self._ended: Literal["", "memory", "processes"] = ""
        self._processes, self._crowded = processes, crowded
        self._error: Exception | None = None
        self._count: _Count | None = None
        self._limit = limit
        self._socket = 2 * max(_sysctl("net/core/wmem_max"), _sysctl("net/core/rmem_max"))

    # Counting and ending happen under the lock, so that no step begins meanwhile.

    def sending(self) -> None:
        with self._lock:
            self._ended = ""

    def over(self, look: bool = False) -> Literal["", "memory", "processes"]:
        with self._lock:
            if self._error is not None:
                raise RuntimeError("the memory of a submission cannot be watched") from self._error
            if look and not self._ended:
                self._look()
            return self._ended

    def run(self) -> None:
        try:
            while not self.stop.wait(INTERVAL):
                with self._lock:
                    self._look()
        except Exception as error:  # noqa: BLE001 - raised again in the thread that grades
            self._error = error

    def _look(self) -> None:
        """End the running step if it exceeds a limit, and the submission if that is not enough."""
        if not (over := self._exceeded()):
            return
        self._ended, self._count = over, None
        if over == "processes":
            self._crowded(self)
        self._end_step()
        if self._exceeded():
            processes.end(self._first, set())
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._first, signal.SIGKILL)

    def _exceeded(self) -> Literal["", "memory", "processes"]:
        family = processes.tree(self._first)
        about = {pid: processes.status(pid) for pid in family}
        if sum(found.get(b"Threads", 0) for found in about.values()) > self._processes:
            return "processes"
        room = self._limit - self._outside(about)
        held = {pid: _most(found) for pid, found in about.items()}
        if sum(held.values()) <= room:
            self._count = None
            return ""
        now = {pid: (size, processes.faults(pid)) for pid, size in held.items()}
        if self._count is None or self._since(self._count, now) > room:
            self._count = _full(self._first, now, room)
        return "memory" if self._count.total > room else ""

    def _outside(self, about: dict) -> int:
        """Return the bytes outside processes: files on disks in memory, buffers of sockets and pipes."""
        with processes.unless_ended(self._first):
            disks = [os.statvfs(f"/proc/{self._first}/root{disk}") for disk in DISKS]
            sockets = open(f"/proc/{self._first}/net/sockstat").read().split()
            return (
                sum(d.f_frsize * (d.f_blocks - d.f_bfree) for d in disks)
                + int(sockets[2]) * self._socket
                + sum(found.get(b"FDSize", 0) for found in about.values()) * PIPE
            )
        return 0

    def _since(self, count: _Count, now: dict[int, tuple[int, int]]) -> int:
        """Return an upper bound on the bytes held now: the last full count and the growth since."""
        if time.monotonic() > count.at + max(1.0, 20 * count.took):
            return self._limit + 1
        page, total = os.sysconf("SC_PAGE_SIZE"), count.total
        for pid, (size, faults) in now.items():
            before = count.processes.get(pid, (0, 0))
            total += max(0, size - before[0]) + page * max(0, faults - before[1])
        return total


def _full(first: int, now: dict[int, tuple[int, int]], room: int) -> _Count:
    """Count memory with shared pages divided, up to the limit.

    Process 1 has no memory of its own: its part of what it shares with the warm process is also that of
    each other process, and is not counted.
    """
    start, total = time.thread_time(), 0
    shared = processes.proportional(first, *HELD)
    for pid in now.keys() - {first}:
        total += max(0, processes.proportional(pid, *HELD) - shared)
        if time.thread_time() - start > COUNT:
            total = room + 1
        if total > room:
            break
    return _Count(total, now, time.monotonic(), time.thread_time() - start)


def _most(about: dict[bytes, int]) -> int:
    """Return the most bytes that a process holds, shared ones in full: memory, swap, page tables."""
    return sum(about.get(name, 0) for name in (b"RssAnon", b"RssShmem", b"VmSwap", b"VmPTE"))


def _sysctl(name: str) -> int:
    with open(f"/proc/sys/{name}") as file:
        return int(file.read())


def of(bounds: Bounds | None) -> MemoryLimit:
    """Return the bound on the memory of submissions with these bounds, on this machine."""
    if bounds is None:
        return Unbounded("--unsafe")
    if bounds.cuda:  # CUDA takes gigabytes of the machine's memory for itself
        return Unbounded("on a CUDA device each process has a limit of its own")
    groups = cgroups.available(bounds.memory, bounds.processes)
    return Watched(bounds.memory, bounds.processes) if groups is None else Grouped(groups)
