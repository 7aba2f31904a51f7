"""The jail of a submission process: namespaces, an empty disk, limits, no privileges. Run in that process.

The fork server already runs inside bubblewrap, where there is no repository, course folder or
network. Each submission gets its own namespaces on top, so that no submission sees or
reaches another, and gives up every privilege before its first cell.
"""

import contextlib
import ctypes
import os
import re
import resource
import signal
import struct
import sys
from collections.abc import Collection
from dataclasses import dataclass

from autograder.sandboxed import syscalls

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x20000, 0x4000000, 0x8000000
CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWUSER = 0x20000000, 0x40000000, 0x10000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 32
PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 4, 24, 38
LAST_CAPABILITY = 63
_CAPABILITY_VERSION_3 = 0x20080522
MS_BIND, RLIMIT_MSGQUEUE = 4096, 12
DEVICES = ("null", "zero", "full", "random", "urandom", "tty")  # what bubblewrap puts into /dev
SCORE = "/proc/self/oom_score_adj"
UIDS = range(60_000, 65_000)  # one for each submission at work: process counts are by user
BY_NAMESPACE = (5, 14)  # the first Linux that counts a user's processes per user namespace
SHARED = 8  # factor on the limit of processes where a user's submissions are counted together
ROUNDS = 1000  # of ending processes that may fork meanwhile
BEYOND = 1000  # numbers that are tried after the last known process, where /proc is empty

_inside = False  # whether this process is in a process namespace that `enter` made
_score: bytes | None = None  # the initial value of SCORE there; None where /proc is empty
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class Bounds:
    """Limits of one submission."""

    memory: int = 2 << 30  # bytes, of all its processes and disks in memory together (`memory_limit`)
    cpu: int = 60  # seconds, of each process
    processes: int = 200  # and threads
    disk: int = 64 << 20  # bytes of its scratch folder; no file may be larger
    files: int = 256  # open at once
    cuda: bool = False  # whether NVIDIA devices can be reached


def _check(result: int, what: str) -> None:
    if result != 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")


def seal() -> None:
    """Make the device files, which are the machine's own, read-only here and in jails.

    Everybody may write to them, and so could set their times, visible to all. In a container they may be
    mounted without the right to execute, which an ordinary user must not give back: nobody needs it.
    """
    _check(_libc.unshare(CLONE_NEWNS), "unshare")  # bubblewrap's mounts may belong to another namespace
    for name in DEVICES:
        flags = MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NOEXEC
        _check(_libc.mount(None, f"/dev/{name}".encode(), None, flags, None), f"mount /dev/{name}")


def enter(bounds: Bounds, number: int) -> None:
    """Enter the jail. Return in a child that is process 1 of its own namespace."""
    counted_alone = _becomes_another(UIDS[0]) or _own_users()
    _check(_libc.unshare(CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWPID | CLONE_NEWNET), "unshare")
    if os.fork() != 0:
        os._exit(0)
    if os.getpid() != 1:
        raise OSError("no process namespace")
    global _inside
    _inside = True
    os.setsid()
    size = f"size={bounds.disk},mode=1777,nr_inodes=4096".encode()
    _check(_libc.mount(b"none", b"/scratch", b"tmpfs", MS_NOSUID | MS_NODEV, size), "mount /scratch")
    _check(_libc.mount(b"none", b"/dev/shm", b"tmpfs", MS_NOSUID | MS_NODEV, size), "mount /dev/shm")
    # A shared mapping of it keeps memory after its pages have left every process.
    _check(_libc.mount(b"/dev/null", b"/dev/zero", None, MS_BIND, None), "hide /dev/zero")
    # Show its own processes alone (Linux 5.8): the rest of /proc counts what the whole machine does. Some
    # containers refuse a new /proc; an empty one hides other processes as well.
    if all(_libc.mount(b"proc", b"/proc", b"proc", MS_NOSUID | MS_NODEV, x) for x in (b"subset=pid", None)):
        _check(_libc.mount(b"none", b"/proc", b"tmpfs", MS_NOSUID | MS_NODEV, None), "mount /proc")
    # A terminal that another submission has opened would be visible, and open to the same user.
    terminals = b"newinstance,ptmxmode=0666,mode=600"
    if _libc.mount(b"none", b"/dev/pts", b"devpts", MS_NOSUID | MS_NOEXEC, terminals) != 0:
        _check(_libc.mount(b"none", b"/dev/pts", b"tmpfs", MS_NOSUID | MS_NODEV, None), "mount /dev/pts")
    os.mkdir("/scratch/work")
    os.chdir("/scratch/work")
    _limit(bounds, counted_alone)
    _drop(UIDS[number % len(UIDS)])


def _becomes_another(uid: int) -> bool:
    """Return whether this process's user namespace has such a user."""
    with open("/proc/self/uid_map") as file:
        spans = [tuple(map(int, line.split())) for line in file]
    return any(first <= uid < first + count for first, _, count in spans)


def _own_users() -> bool:
    """Enter a user namespace, where the kernel counts this submission's processes and no others.

    Return False where that is refused, or where an old kernel counts all processes of the account: then the
    watcher of `memory_limit` ends a submission that has too many.
    """
    uid, gid = os.getuid(), os.getgid()
    if _libc.unshare(CLONE_NEWUSER) != 0:
        return False
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    return tuple(map(int, re.findall(r"\d+", os.uname().release)[:2])) >= BY_NAMESPACE


def keep_descriptors(*kept: int) -> None:
    """Close every descriptor but these and the first three, and reopen standard input.

    Processes share the files that they inherit: an open file's contents, position and flags would carry
    messages from one submission to the next.
    """
    edges = [2, *sorted(kept), resource.getrlimit(resource.RLIMIT_NOFILE)[0]]
    for low, high in zip(edges, edges[1:]):
        os.closerange(low + 1, high)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.close(null)


def sweep(spared: Collection[int] = ()) -> None:
    """End every process of this submission, in the jail, but process 1, the caller and those to be spared.

    If the others fork faster than they end, end the spared ones too. Outside of the jail do nothing: there,
    -1 would mean every process of the user.
    """
    if not _inside or (spared and _ended_all_but({1, os.getpid(), *spared})):
        return
    with contextlib.suppress(ProcessLookupError):  # until none is left, however fast they fork
        for _ in range(ROUNDS):
            os.kill(-1, signal.SIGKILL)
            # A child that has ended counts until it is collected. All are ending, so this does not wait long.
            with contextlib.suppress(ChildProcessError):
                while True:
                    os.waitpid(-1, 0)


def _ended_all_but(spared: set[int]) -> bool:
    """End all other processes, one by one; return False if there are always more."""
    for _ in range(ROUNDS):
        if not (others := _alive(max(spared)) - spared):
            return True
        for pid in others:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in others:
            with contextlib.suppress(ChildProcessError):  # process 1 collects those of other parents
                os.waitpid(pid, 0)
        os.sched_yield()
    return False


def _alive(newest: int) -> set[int]:
    """Return the processes of the namespace, by /proc, or where that is empty by trying numbers."""
    if listed := {int(name) for name in os.listdir("/proc") if name.isdigit()}:
        return listed
    found = set()
    for pid in range(1, newest + BEYOND):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, 0)
            found.add(pid)
    return found


def ends_first(step: bool) -> None:
    """Make the kernel, when memory is used up, end a step before the processes that hold the state.

    A process may raise its own score, and lower it again to what it was. It can open the file
    only while other processes of this submission may trace it: a step has none yet.
    """
    if not _inside or _score is None:
        return
    _check(_libc.prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), "to be traced")
    file = os.open(SCORE, os.O_WRONLY)
    os.write(file, b"1000" if step else _score)
    os.close(file)
    _check(_libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0), "not to be traced")


def _limit(bounds: Bounds, counted_alone: bool) -> None:
    global _score
    if os.path.exists(SCORE):
        with open(SCORE, "rb") as file:
            _score = file.read()
    # A little less for each process, so that honest code that asks for too much gets a MemoryError.
    size = address_space() + bounds.memory * 15 // 16
    # CUDA reserves far more addresses than it uses: with it, writable memory is limited.
    memory = resource.RLIMIT_DATA if bounds.cuda else resource.RLIMIT_AS
    for kind, value in (
        (memory, size),
        (resource.RLIMIT_CPU, bounds.cpu),
        (resource.RLIMIT_NPROC, bounds.processes * (1 if counted_alone else SHARED)),
        (resource.RLIMIT_FSIZE, bounds.disk),
        (resource.RLIMIT_NOFILE, bounds.files),
        (RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (value, value))


def address_space() -> int:
    """Return the bytes of address space that this process has now."""
    with open("/proc/self/statm") as f:
        return int(f.read().split()[0]) * resource.getpagesize()


def _drop(uid: int) -> None:
    """Give up every capability and, where the fork server is root, become the submission's own user."""
    for capability in range(LAST_CAPABILITY + 1):
        _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    _check(_libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges")
    # In a user namespace with one user in it there is no other to become.
    with contextlib.suppress(OSError):
        os.chown("/scratch/work", uid, uid)
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    header, nothing = struct.pack("II", _CAPABILITY_VERSION_3, 0), bytes(24)
    _check(_libc.capset(header, nothing), "give up capabilities")
    if capabilities():
        raise OSError("the process kept capabilities")
    syscalls.install()  # `probe` reports where it cannot
    # Changing user cleared this flag: without it no process of the same user may look inside.
    _check(_libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0), "not to be traced")


def capabilities() -> int:
    """Return the effective capabilities of this process, as a bit mask."""
    header, sets = struct.pack("II", _CAPABILITY_VERSION_3, 0), ctypes.create_string_buffer(24)
    _check(_libc.capget(header, sets), "read capabilities")
    effective = struct.unpack("6I", sets.raw)
    return effective[0] | effective[3] << 32


def probe() -> None:
    """Enter the jail once and print a line for each protection that does not hold."""
    read_end, write_end = os.pipe()
    if os.fork() == 0:
        try:
            seal()
            enter(Bounds(), 0)
            _report()
        except OSError as error:
            print(f"missing: namespaces of a candidate's own ({error})")
        sys.stdout.flush()
        os._exit(0)
    os.close(write_end)
    os.read(read_end, 1)  # returns when the last process of the probe has ended


def _report() -> None:
    if os.getpid() != 1:
        print("missing: a process namespace")
    if capabilities():
        print("missing: capabilities could not be given up")
    with open("/proc/net/dev") if os.path.exists("/proc/net/dev") else open(os.devnull) as f:
        if any(line.split(":")[0].strip() not in ("", "lo") for line in f.readlines()[2:]):
            print("missing: a network namespace")
    for path in ("/", "/usr", "/grader"):
        if os.access(path, os.W_OK):
            print(f"missing: {path} can be written")
    if os.fork() == 0:
        os._exit(_libc.unshare(CLONE_NEWUSER) == 0)
    if os.wait()[1]:
        print("missing: user namespaces, and other system calls, cannot be denied on this kind of machine")
    if os.getuid() == 0 == os.getgid():
        print("missing: a user of its own (only as root, or where user namespaces allow it)")
