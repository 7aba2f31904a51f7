"""Groups of processes whose memory the kernel bounds as a whole (cgroups), one for each submission.

Version 2 bounds their number as well, where the controller `pids` is delegated together with `memory`.

Version 1 (the `memory` controller) was run as root. Version 2 follows the kernel's
documentation (Documentation/admin-guide/cgroup-v2.rst) and was NOT run, for lack of a machine
with it. Each is tried before use; where it does not work, the watcher of `memory_limit`
replaces it.
"""

import contextlib
import itertools
import os
import re
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from autograder.execution import processes
from autograder.sandboxed.jail import Bounds

_NAME = re.compile(r"autograder-(\d+)-(\d+)-\d+")  # process, when it began, number
_NUMBERS = itertools.count(1)  # one for all runs of this process: an earlier run's group may still exist


@dataclass(frozen=True)
class Version:
    """The names of files, which differ between the versions."""

    name: str
    memory: str  # the file with the bound on memory
    swap: str  # and on swap: in version 1 on both together
    kills: str  # the file with the line "oom_kill N"


V1 = Version("v1", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.oom_control")
V2 = Version("v2", "memory.max", "memory.swap.max", "memory.events")


class Group:
    """A group with a bound on the memory that its processes hold together."""

    def __init__(self, path: Path, version: Version, limit: int, most: int = Bounds.processes):
        self.path, self._version = path, version
        path.mkdir(exist_ok=True)
        _write(path / version.memory, limit)
        if (path / version.swap).exists():  # swap is not counted everywhere
            _write(path / version.swap, limit if version is V1 else 0)
        if (path / "pids.max").exists():  # not delegated everywhere; in version 1 it is elsewhere
            _write(path / "pids.max", most)

    def admit(self, first: int) -> None:
        """Put a process and all its descendants into the group."""
        inside: set[int] = set()
        while new := processes.tree(first).keys() - inside:  # one may be started meanwhile
            for pid in new:
                with contextlib.suppress(ProcessLookupError):
                    _write(self.path / "cgroup.procs", pid)
            inside |= new

    def kills(self) -> int:
        """Return how many processes the kernel has ended here so far for lack of memory."""
        for line in (self.path / self._version.kills).read_text().splitlines():
            name, _, value = line.partition(" ")
            if name == "oom_kill":
                return int(value)
        raise OSError(f"{self.path / self._version.kills}: no line oom_kill")


def _write(path: Path, value: int) -> None:
    with open(path, "r+b", buffering=0) as file:  # never made here: only the kernel makes it
        file.write(b"%d" % value)


class Groups:
    """The groups of one run. A group whose processes have gone is used again."""

    def __init__(self, version: Version, parent: Path, limit: int, most: int):
        self.version, self._parent, self._limit, self._most = version, parent, limit, most
        self._lock = threading.Lock()
        self._free: list[Path] = []
        self._mine = f"autograder-{os.getpid()}-{processes.started(os.getpid())}"

    def take(self) -> Group:
        """Return a group without processes, for one submission."""
        with self._lock:
            path = next((path for path in self._free if _is_empty(path)), None)
            if path is None:
                path = self._parent / f"{self._mine}-{next(_NUMBERS)}"
            else:
                self._free.remove(path)
        try:
            return Group(path, self.version, self._limit, self._most)
        except OSError:
            self._free.append(path)
            raise

    def give_back(self, group: Group) -> None:
        """Take back a group whose processes have gone, or are about to."""
        with self._lock:
            self._free.append(group.path)

    def close(self) -> None:
        """Remove the groups, waiting for killed processes to go."""
        deadline = time.monotonic() + 5
        for path in self._free:
            while path.is_dir() and time.monotonic() < deadline:
                try:
                    path.rmdir()
                except OSError:
                    time.sleep(0.01)


def _is_empty(path: Path) -> bool:
    """Return whether the group has no processes; one that is gone is empty too: it is made again."""
    try:
        return not (path / "cgroup.procs").read_text()
    except FileNotFoundError:
        return True


def available(limit: int, most: int = Bounds.processes) -> Groups | None:
    """Return groups that this account can make on this machine, found by trying; None if it cannot.

    `limit` is the memory of each, `most` its number of processes.
    """
    mounts, own = Path("/proc/self/mountinfo").read_text(), Path("/proc/self/cgroup").read_text()
    for version, mounted, parent in places(mounts, own):
        sweep(mounted)
        groups = Groups(version, parent, limit, most)
        try:
            _try(groups)
            return groups
        except OSError:
            groups.close()
    return None


def _try(groups: Groups) -> None:
    """Raise `OSError` unless a process can be put into a group that bounds its memory."""
    group = groups.take()
    groups.give_back(group)
    with subprocess.Popen(["/bin/sh", "-c", "read line"], stdin=subprocess.PIPE) as process:
        group.admit(process.pid)
        group.kills()
        if _is_empty(group.path):
            raise OSError(f"{group.path}: a process that was put there is not")


def places(mounts: str, own: str) -> list[tuple[Version, Path, Path]]:
    """Return (version, mount point, the group in which groups could be made) of each hierarchy.

    `mounts` is the text of /proc/self/mountinfo, `own` that of /proc/self/cgroup.

    In version 1 the group is this process's. In version 2 a group holds either processes or
    groups with controllers, so it is the nearest above that delegates `memory`, such as the
    group that `systemd-run --user --scope` gives an ordinary user.
    """
    groups = dict(_own(own))
    found = []
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        root, mounted = (_unescaped(field) for field in before.split()[3:5])
        kind, _, options = after.split(" ", 2)
        if kind == "cgroup" and "memory" in options.split(",") and "memory" in groups:
            version, path = V1, groups["memory"]
        elif kind == "cgroup2" and "" in groups:
            version, path = V2, groups[""]
        else:
            continue
        inside = os.path.relpath(path, root)
        if inside == ".." or inside.startswith("../"):
            continue  # not in sight here
        own_group = Path(mounted, inside)
        parent: Path | None = own_group
        if version is V2:
            above = [p for p in (own_group, *own_group.parents) if p.is_relative_to(mounted)]
            parent = next((p for p in above if _hands_on(p)), None)
        if parent is not None:
            found.append((version, Path(mounted), parent))
    return found


def _own(text: str):
    """Yield (controller, or "" for version 2; path) of the groups that a process is in."""
    for line in text.splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            yield controller, path


def _unescaped(field: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda m: chr(int(m[1], 8)), field)


def _hands_on(path: Path) -> bool:
    try:
        return "memory" in (path / "cgroup.subtree_control").read_text().split()
    except OSError:
        return False


def sweep(mounted: Path) -> None:
    """Remove groups, anywhere in a hierarchy, whose grader ended without doing so."""
    for folder, names, _ in os.walk(mounted):
        for name in names:
            if (match := _NAME.fullmatch(name)) and processes.started(int(match[1])) != int(match[2]):
                with contextlib.suppress(OSError):  # another's, or a process is in it: it stays
                    os.rmdir(os.path.join(folder, name))
