"""Processes as /proc shows them: their descent and their memory."""

import contextlib
import os
import signal
import time


def tree(first: int) -> dict[int, int]:
    """Return a process and all its descendants, each with its parent (0 for the first itself).

    A process whose parent has ended becomes a child of its namespace's first process, so if `first`
    is that process, no descendant is missing.
    """
    found, rest = {first: 0}, [first]
    while rest:
        parent = rest.pop()
        children = [pid for pid in _children(parent) if pid not in found]
        found |= dict.fromkeys(children, parent)
        rest += children
    return found


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):  # it has ended
        for task in os.listdir(f"/proc/{pid}/task"):
            found += map(int, _read(f"/proc/{pid}/task/{task}/children").split())
    return found


def _read(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:
        return file.read(1 << 16)


def status(pid: int) -> dict[bytes, int]:
    """Return the numbers of /proc/PID/status, sizes in bytes; empty once the process has ended."""
    try:
        lines = _read(f"/proc/{pid}/status").split(b"\n")
    except OSError:
        return {}
    found = {}
    for line in lines:
        name, _, value = line.partition(b":\t")
        number, *unit = value.split()[:2] or [b""]
        if number.isdigit():
            found[name] = int(number) << (10 if unit == [b"kB"] else 0)
    return found


def stat(pid: int) -> list[bytes]:
    """Return the fields of /proc/PID/stat from the state on; empty once the process has ended."""
    try:
        return _read(f"/proc/{pid}/stat").rpartition(b") ")[2].split()
    except OSError:
        return []


def parent(pid: int) -> int | None:
    about = stat(pid)
    return int(about[1]) if about else None


def started(pid: int) -> int | None:
    """Return when a process began, in ticks since boot; with its id, this identifies a process."""
    about = stat(pid)
    return int(about[19]) if about else None


def faults(pid: int) -> int:
    """Return the number of a process's page faults: each page that it copied caused one."""
    about = stat(pid)
    return int(about[7]) + int(about[9]) if about else 0


def proportional(pid: int, *kinds: bytes) -> int:
    """Return the bytes that a process holds, with an equal part of each page that it shares with others.

    `kinds` are lines of /proc/PID/smaps_rollup, such as "Pss". Return 0 once the process has ended.
    """
    lines = []
    with unless_ended(pid):
        lines = _read(f"/proc/{pid}/smaps_rollup").split(b"\n")
    return sum(int(line.split()[1]) << 10 for line in lines if line.partition(b":")[0] in kinds)


@contextlib.contextmanager
def unless_ended(pid: int):
    """Suppress an `OSError` inside the block if the process has ended, and so holds no memory."""
    try:
        yield
    except OSError:
        if b"VmRSS" in status(pid):
            raise


def end(first: int, spared: set[int]) -> None:
    """Kill all descendants of a process but the `spared`; return when they have gone."""
    for _ in range(400):  # two seconds; what is started meanwhile is killed as well
        left = [pid for pid in tree(first) if pid != first and pid not in spared and _lives(pid)]
        if not left:
            return
        descriptors = {}
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                descriptors[pid] = os.pidfd_open(pid)
        family = tree(first)  # a process id that was reused is not in it
        for pid, descriptor in descriptors.items():
            if pid in family:
                with contextlib.suppress(ProcessLookupError):
                    signal.pidfd_send_signal(descriptor, signal.SIGKILL)
            os.close(descriptor)
        time.sleep(0.005)


def _lives(pid: int) -> bool:
    about = stat(pid)
    return bool(about) and about[0] not in (b"Z", b"X")
