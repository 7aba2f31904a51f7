"""Every state of a folder that a kill could leave behind: what it holds before each call that changes a file.

A child does the work under a filter of the kernel (seccomp) that stops it in each such system call and
asks this process. What the folder holds at that moment is what SIGKILL would leave: the page cache
outlives a process, and locks do not. `killed_at` kills it there in earnest.
"""

import contextlib
import ctypes
import errno
import fcntl
import hashlib
import os
import platform
import select
import signal
import socket
import struct
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

# Folders are left out: one that is empty says nothing. name -> (number on x86_64, on aarch64; 0 where
# there is none), and what its arguments are: a descriptor, or paths
_CALLS = {
    "write": (1, 64),
    "pwrite64": (18, 68),
    "ftruncate": (77, 46),
    "fsync": (74, 82),
    "fdatasync": (75, 83),
    "rename": (82, 0),
    "renameat": (264, 38),
    "renameat2": (316, 276),
    "link": (86, 0),
    "linkat": (265, 37),
    "unlink": (87, 0),
    "unlinkat": (263, 35),
}
_OPENAT = (257, 56)
_PATHS = {
    "rename": (0, 1),
    "renameat": (1, 3),
    "renameat2": (1, 3),
    "link": (0, 1),
    "linkat": (1, 3),
    "unlink": (0,),
    "unlinkat": (1,),
    "openat": (1,),
}
_FOLDER = {"renameat": 0, "renameat2": 0, "unlinkat": 0, "openat": 0}  # what a path is relative to
_SECCOMP = {"x86_64": 317, "aarch64": 277}
_NOTIFICATION, _ANSWER = struct.Struct("QIIiIQ6Q"), struct.Struct("QqiI")
_RECEIVE = 3 << 30 | _NOTIFICATION.size << 16 | ord("!") << 8
_SEND = 3 << 30 | _ANSWER.size << 16 | ord("!") << 8 | 1
_CONTINUE, _NEW_LISTENER, _NO_NEW_PRIVS, _O_CREAT = 1, 8, 38, 0o100

_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class Stop:
    """The work is about to make a call that changes a file."""

    pid: int
    call: str
    paths: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.call} {' -> '.join(self.paths)}"


def _number(pair: tuple[int, int]) -> int:
    return pair[platform.machine() == "aarch64"]


def _listen() -> int:
    """Stop this process's calls from here on; the descriptor on which another hears of them."""
    load, equal, any_bit, answer, allow, ask = 0x20, 0x15, 0x45, 0x06, 0x7FFF0000, 0x7FC00000
    numbers = [n for pair in _CALLS.values() if (n := _number(pair))]
    program = [(load, 0, 0, 0)]
    program += [(equal, len(numbers) - i + 3, 0, n) for i, n in enumerate(numbers)]
    program += [
        (equal, 0, 2, _number(_OPENAT)),
        (load, 0, 0, 32),
        (any_bit, 1, 0, _O_CREAT),
        (answer, 0, 0, allow),
        (answer, 0, 0, ask),
    ]
    code = b"".join(struct.pack("HBBI", *line) for line in program)
    buffer = ctypes.create_string_buffer(code, len(code))
    filter_ = struct.pack("HxxxxxxP", len(program), ctypes.addressof(buffer))
    _libc.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0)
    found = _libc.syscall(_SECCOMP[platform.machine()], 1, _NEW_LISTENER, filter_)
    if found < 0:
        raise OSError(ctypes.get_errno(), "seccomp: no listener")
    return found


def stops(work: Callable[[], None]) -> Generator[Stop, int | None, None]:
    """Do `work` in a child, and yield before each call of it that changes a file.

    It goes on when the next one is asked for; an error number that is sent is what the call fails with.
    RuntimeError if the child fails; a child that the caller kills is fine.
    """
    ours, theirs = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            ours.close()
            listener = _listen()
            socket.send_fds(theirs, [b"l"], [listener])
            os.close(listener)
            work()
            status = 0
        finally:
            os._exit(status)
    theirs.close()
    _, (listener,), _, _ = socket.recv_fds(ours, 1, 1)
    names = {_number(pair): name for name, pair in _CALLS.items()} | {_number(_OPENAT): "openat"}
    try:
        waiting = select.poll()
        waiting.register(listener, select.POLLIN)
        while waiting.poll()[0][1] & select.POLLIN:
            buffer = bytearray(_NOTIFICATION.size)
            try:
                fcntl.ioctl(listener, _RECEIVE, buffer)
            except (FileNotFoundError, InterruptedError):
                continue  # it was killed meanwhile
            number, who, _, call, _, _, *arguments = _NOTIFICATION.unpack(buffer)
            error = yield Stop(who, names[call], _paths(who, names[call], arguments))
            try:
                fcntl.ioctl(
                    listener, _SEND, _ANSWER.pack(number, 0, -(error or 0), 0 if error else _CONTINUE)
                )
            except FileNotFoundError:
                continue
    finally:
        os.close(listener)
        ours.close()
        _, status = os.waitpid(pid, 0)
    if status and not os.WIFSIGNALED(status):
        raise RuntimeError(f"the work ended with status {os.waitstatus_to_exitcode(status)}")


def _paths(pid: int, call: str, arguments: list[int]) -> tuple[str, ...]:
    if call not in _PATHS:
        return (os.readlink(f"/proc/{pid}/fd/{arguments[0]}"),)
    found = []
    for n in _PATHS[call]:
        with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
            memory.seek(arguments[n])
            text = os.fsdecode(memory.read(4096).split(b"\0")[0])
        folder = arguments[_FOLDER[call]] if call in _FOLDER else -100
        folder = ctypes.c_int(folder & 0xFFFFFFFF).value
        base = os.readlink(f"/proc/{pid}/cwd" if folder == -100 else f"/proc/{pid}/fd/{folder}")
        found.append(os.path.join(base, text))
    return tuple(found)


Content = dict[str, bytes | None]  # path below a folder -> its bytes; None for a folder


def content(folder: Path, without: str = "") -> Content:
    found: Content = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not without or not f"{name}/".startswith(f"{without}/"):
            found[name] = None if path.is_dir() else path.read_bytes()
    return found


def put_down(content: Content, folder: Path) -> None:
    folder.mkdir(mode=0o700)
    for name, data in content.items():
        if data is None:
            (folder / name).mkdir()
        else:
            (folder / name).write_bytes(data)


def changes(work: Callable[[], None], folder: Path) -> Iterator[Stop]:
    """The stops of `work` at which it is about to change something in `folder`.

    How far SQLite has written a journal makes no difference: until it says how many pages it holds, SQLite
    ignores it.
    """
    for stop in stops(work):
        if not (stop.call == "pwrite64" and stop.paths[0].endswith("-journal")) and _touches(stop, folder):
            yield stop


def _touches(stop: Stop, folder: Path, without: Path | None = None) -> bool:
    return any(
        Path(p).is_relative_to(folder) and not (without and Path(p).is_relative_to(without))
        for p in stop.paths
    )


def states(work: Callable[[], None], folder: Path, scratch: str) -> list[tuple[list[Stop], Content]]:
    """The distinct contents of `folder` before its changes, each with the stops at which it held them.

    What lies in its folder `scratch` does not tell them apart.
    """
    found: dict[bytes, tuple[list[Stop], Content]] = {}
    now = None
    for stop in changes(work, folder):
        if now is None:
            digest = hashlib.sha256(repr(content(folder, scratch)).encode()).digest()
            now = found.setdefault(digest, ([], {}))
            now[1].update(now[1] or content(folder))
        now[0].append(stop)
        if _touches(stop, folder, folder / scratch):
            now = None  # it is another one from here on
    return list(found.values())


def killed(work: Callable[[], None], folder: Path, call: str, at: int) -> bool:
    """Do `work` until it is about to make its `at`-th change of this kind; kill it there. Was there one?"""
    for stop in changes(work, folder):
        at -= stop.call == call
        if at == 0:
            os.kill(stop.pid, signal.SIGKILL)
            return True
    return False


def filled_up(work: Callable[[], None], folder: Path, at: int) -> bool:
    """Do `work` with a disk on which nothing fits any more from its `at`-th change on; was there one?"""
    running, error, count = stops(work), None, 0
    with contextlib.suppress(StopIteration):
        while True:
            stop = running.send(error)
            count += _touches(stop, folder)
            takes_space = stop.call in ("write", "pwrite64", "openat", "link", "linkat")
            error = errno.ENOSPC if count >= at and takes_space and _touches(stop, folder) else None
    return count >= at
