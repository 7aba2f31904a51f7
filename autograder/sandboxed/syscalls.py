"""The system call filter for student code: which calls are refused, and why.

A filter of the kernel (seccomp, in classic BPF). It refuses calls that would regain privileges,
let submissions that run at the same time reach each other, or hold memory that no limit
counts. It sees numbers alone: an argument that is an address cannot be followed.
"""

import ctypes
import errno
import platform
import struct

CLONE_NEWUSER = 0x10000000
PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
X32 = 0x40000000  # numbers from here on are calls of x86's x32 ABI
AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # the machine in an audit record
MACHINES = tuple(AUDIT)
# Call -> its number on each of the machines; None where there is no such call.
NUMBERS = {
    "add_key": (248, 217),
    "bpf": (321, 280),
    "cachestat": (451, 451),
    "clone": (56, 220),
    "clone3": (435, 435),
    "fanotify_init": (300, 262),
    "fadvise64": (221, 223),
    "fcntl": (72, 25),
    "flock": (73, 32),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "keyctl": (250, 219),
    "madvise": (28, 233),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "mincore": (27, 232),
    "mq_open": (240, 180),
    "msgget": (68, 186),
    "perf_event_open": (298, 241),
    "preadv2": (327, 286),
    "process_madvise": (440, 440),
    "pwritev2": (328, 287),
    "request_key": (249, 218),
    "semget": (64, 190),
    "shmget": (29, 194),
    "socket": (41, 198),
    "syslog": (103, 116),
    "unshare": (272, 97),
}

_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_REFUSE, _UNKNOWN, _NO_FAMILY = _ERROR | errno.EPERM, _ERROR | errno.ENOSYS, _ERROR | errno.EAFNOSUPPORT
_NOT_HERE = _ERROR | errno.EOPNOTSUPP
_DONE = _ERROR  # error number 0: the call appears to succeed, and does nothing

ALWAYS = {
    # In a user namespace a process would regain privileges.
    "unshare": _REFUSE,
    "clone3": _UNKNOWN,  # its flags lie in memory; the C library then uses clone
    # A key can be read by every process of a user, or of a session.
    "add_key": _REFUSE,
    "request_key": _REFUSE,
    "keyctl": _REFUSE,
    # Its operations do not pass through this filter.
    "io_uring_setup": _UNKNOWN,
    "io_uring_enter": _UNKNOWN,
    "io_uring_register": _UNKNOWN,
    # Every submission sees the system's files; these calls reveal who uses them.
    "inotify_init": _UNKNOWN,
    "inotify_init1": _UNKNOWN,
    "fanotify_init": _REFUSE,
    # All share the page cache: these calls reveal its contents, or evict a file.
    "mincore": _REFUSE,
    "cachestat": _UNKNOWN,
    "fadvise64": _DONE,  # advice may be ignored
    "process_madvise": _REFUSE,
    # It counts events of the machine.
    "perf_event_open": _REFUSE,
    # The kernel's messages show where a neighbour's process crashed.
    "syslog": _REFUSE,
    # A lock on a system file would be visible to every submission, or block one. Honest code locks
    # its own files, which nobody else sees: the call appears to succeed.
    "flock": _DONE,
    # They hold unmapped memory, which no limit of a process counts.
    "memfd_create": _REFUSE,
    "memfd_secret": _UNKNOWN,
    "shmget": _REFUSE,
    "msgget": _REFUSE,
    "semget": _REFUSE,
    "mq_open": _REFUSE,
    "bpf": _REFUSE,
}
# Commands of fcntl: <fcntl.h>, <linux/fcntl.h>. Asking who has a lock (F_GETLK) reveals nothing, since
# nobody can take one, and SQLite asks.
LOCKS = {"F_SETLK": 6, "F_SETLKW": 7, "F_OFD_SETLK": 37, "F_OFD_SETLKW": 38}
# Flag of a read or write: <linux/fs.h>. It fails where a page is not in the page cache.
RWF_NOWAIT = 8
# Advice on memory: <linux/mman.h>. A file's pages leave the page cache, or are put together there.
MADV_COLD, MADV_PAGEOUT, MADV_COLLAPSE = 20, 21, 25
MARKS = {"F_SETLEASE": 1024, "F_NOTIFY": 1026, "F_SET_RW_HINT": 1036}  # of a file, for all to see
# AF_UNIX, AF_INET, AF_INET6, AF_NETLINK: those that a network namespace isolates. AF_VSOCK, for example,
# leads to the machine's host.
FAMILIES = (1, 2, 10, 16)

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _ANSWER = 0x20, 0x15, 0x35, 0x45, 0x06
# Call -> (the argument examined, [(test, value, answer)], the answer otherwise).
BY_ARGUMENT = {
    "clone": (0, [(_ANY_BIT, CLONE_NEWUSER, _REFUSE)], _ALLOW),
    "fcntl": (
        1,
        [(_EQUAL, n, _DONE) for n in LOCKS.values()] + [(_EQUAL, n, _REFUSE) for n in MARKS.values()],
        _ALLOW,
    ),
    "madvise": (2, [(_EQUAL, n, _REFUSE) for n in (MADV_COLD, MADV_PAGEOUT, MADV_COLLAPSE)], _ALLOW),
    "preadv2": (5, [(_ANY_BIT, RWF_NOWAIT, _NOT_HERE)], _ALLOW),
    "pwritev2": (5, [(_ANY_BIT, RWF_NOWAIT, _NOT_HERE)], _ALLOW),
    "socket": (0, [(_EQUAL, n, _ALLOW) for n in FAMILIES], _NO_FAMILY),
}

_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16  # offsets in a filter's view of a call, in bytes


def number(call: str, machine: str = platform.machine()) -> int | None:
    """Return the number of a call on a machine of `MACHINES`; None where it has no such call."""
    return NUMBERS[call][MACHINES.index(machine)]


def program(machine: str) -> list[tuple[int, int, int, int]]:
    """Return the filter's instructions: (code, lines skipped if true, lines skipped if false, value)."""
    lines: list = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, AUDIT[machine]),
        (_ANSWER, 0, 0, _REFUSE),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, X32),
        (_ANSWER, 0, 0, _UNKNOWN),
    ]
    for call in NUMBERS:
        if number(call, machine) is not None:
            block = _block(call)
            lines += [(_EQUAL, 0, len(block), number(call, machine)), *block]
    return [*lines, (_ANSWER, 0, 0, _ALLOW)]


def _block(call: str) -> list[tuple[int, int, int, int]]:
    """Return the instructions that answer one call; every path ends in an answer."""
    if call in ALWAYS:
        return [(_ANSWER, 0, 0, ALWAYS[call])]
    argument, tests, otherwise = BY_ARGUMENT[call]
    lines = [(_LOAD, 0, 0, _ARGUMENTS + 8 * argument)]  # its lower half: both machines are little-endian
    for test, value, answer in tests:
        lines += [(test, 0, 1, value), (_ANSWER, 0, 0, answer)]
    return [*lines, (_ANSWER, 0, 0, otherwise)]


def install() -> bool:
    """Install the filter for this process and its descendants; return False on a machine without numbers.

    The process must have given up new privileges (PR_SET_NO_NEW_PRIVS). Raise `OSError` if the kernel
    refuses.
    """
    if platform.machine() not in AUDIT:
        return False
    lines = program(platform.machine())
    code = b"".join(struct.pack("HBBI", *line) for line in lines)
    buffer = ctypes.create_string_buffer(code, len(code))
    filter_ = struct.pack("HxxxxxxP", len(lines), ctypes.addressof(buffer))
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter_, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "a filter of system calls")
    return True
