"""The filter of system calls: what it refuses, on each machine, and that honest code lives behind it."""

import ast
import errno
import json
import platform

import pytest

from autograder.execution import bwrap
from autograder.execution.channel import Limits
from autograder.execution.forkserver import ForkServer
from autograder.sandboxed import jail, syscalls

ALLOW = 0x7FFF0000
EPERM, ENOSYS, EAFNOSUPPORT = (0x00050000 | e for e in (errno.EPERM, errno.ENOSYS, errno.EAFNOSUPPORT))
EOPNOTSUPP = 0x00050000 | errno.EOPNOTSUPP
DONE = 0x00050000
X86, ARM = 0xC000003E, 0xC00000B7


def answer(program, machine, number, arguments=()):
    """What the kernel would answer: classic BPF as its manual has it, over a struct seccomp_data."""
    data = {0: number, 4: machine}
    for n, value in enumerate(arguments):
        data |= {16 + 8 * n: value & 0xFFFFFFFF, 20 + 8 * n: value >> 32}
    at = accumulator = 0
    while True:
        code, true, false, k = program[at]
        at += 1
        if code == 0x06:
            return k
        if code == 0x20:
            accumulator = data.get(k, 0)
        else:
            holds = {0x15: accumulator == k, 0x35: accumulator >= k, 0x45: bool(accumulator & k)}[code]
            at += true if holds else false


# Numbers as the kernel's headers have them (asm/unistd_64.h; asm-generic/unistd.h for aarch64).
@pytest.mark.parametrize(
    "machine, audit, number, arguments, wanted",
    [
        ("x86_64", X86, 39, (), ALLOW),  # getpid
        ("x86_64", X86, 248, (), EPERM),  # add_key
        ("x86_64", X86, 425, (), ENOSYS),  # io_uring_setup
        ("x86_64", X86, 73, (), DONE),  # flock
        ("x86_64", X86, 72, (3, 6), DONE),  # fcntl, F_SETLK
        ("x86_64", X86, 72, (3, 38), DONE),  # fcntl, F_OFD_SETLKW
        ("x86_64", X86, 72, (3, 1 << 32 | 7), DONE),  # the kernel looks at the lower half alone
        ("x86_64", X86, 72, (3, 1024), EPERM),  # fcntl, F_SETLEASE
        ("x86_64", X86, 72, (3, 3), ALLOW),  # fcntl, F_GETFL
        ("x86_64", X86, 56, (0x10000011,), EPERM),  # clone, CLONE_NEWUSER
        ("x86_64", X86, 56, (0x01200011,), ALLOW),  # clone, as fork does
        ("x86_64", X86, 435, (), ENOSYS),  # clone3
        ("x86_64", X86, 272, (), EPERM),  # unshare
        ("x86_64", X86, 41, (1,), ALLOW),  # socket, AF_UNIX
        ("x86_64", X86, 41, (40,), EAFNOSUPPORT),  # socket, AF_VSOCK
        ("x86_64", X86, 327, (3, 0, 1, 0, 0, 8), EOPNOTSUPP),  # preadv2, RWF_NOWAIT
        ("x86_64", X86, 327, (3, 0, 1, 0, 0, 9), EOPNOTSUPP),  # with RWF_HIPRI
        ("x86_64", X86, 327, (3, 0, 1, 0, 0, 0), ALLOW),  # preadv2 as os.preadv calls it
        ("x86_64", X86, 328, (3, 0, 1, 0, 0, 8), EOPNOTSUPP),  # pwritev2, RWF_NOWAIT
        ("x86_64", X86, 28, (0, 0, 21), EPERM),  # madvise, MADV_PAGEOUT
        ("x86_64", X86, 28, (0, 0, 25), EPERM),  # madvise, MADV_COLLAPSE
        ("x86_64", X86, 28, (0, 0, 4), ALLOW),  # madvise, MADV_DONTNEED
        ("x86_64", X86, 221, (), DONE),  # fadvise64
        ("aarch64", ARM, 286, (3, 0, 1, 0, 0, 8), EOPNOTSUPP),
        ("aarch64", ARM, 287, (3, 0, 1, 0, 0, 0), ALLOW),
        ("aarch64", ARM, 233, (0, 0, 20), EPERM),  # madvise, MADV_COLD
        ("aarch64", ARM, 223, (), DONE),
        ("x86_64", X86, 0x40000000 | 39, (), ENOSYS),  # getpid of x32
        ("x86_64", X86, 0xFFFFFFFF, (), ENOSYS),
        ("x86_64", 0x40000003, 20, (), EPERM),  # getpid of i386
        ("x86_64", ARM, 172, (), EPERM),
        ("aarch64", ARM, 172, (), ALLOW),  # getpid
        ("aarch64", ARM, 217, (), EPERM),  # add_key
        ("aarch64", ARM, 426, (), ENOSYS),  # io_uring_enter
        ("aarch64", ARM, 32, (), DONE),  # flock
        ("aarch64", ARM, 25, (3, 37), DONE),  # fcntl, F_OFD_SETLK
        ("aarch64", ARM, 25, (3, 1026), EPERM),  # fcntl, F_NOTIFY
        ("aarch64", ARM, 220, (0x10000011,), EPERM),  # clone, CLONE_NEWUSER
        ("aarch64", ARM, 97, (), EPERM),  # unshare
        ("aarch64", ARM, 198, (40,), EAFNOSUPPORT),  # socket, AF_VSOCK
        ("aarch64", ARM, 279, (), EPERM),  # memfd_create
        ("aarch64", ARM, 253, (), ALLOW),  # setrlimit's place on x86 is inotify_init's
        ("aarch64", X86, 39, (), EPERM),
    ],
)
def test_the_program_answers_as_the_table_says(machine, audit, number, arguments, wanted):
    assert answer(syscalls.program(machine), audit, number, arguments) == wanted


@pytest.mark.parametrize("machine", syscalls.MACHINES)
def test_the_program_is_one_that_the_kernel_takes(machine):
    program = syscalls.program(machine)
    assert len(program) <= 4096  # BPF_MAXINSNS
    for at, (code, true, false, value) in enumerate(program):
        assert code in (0x06, 0x20) or at + 1 + max(true, false) < len(program)
        assert 0 <= true < 256 and 0 <= false < 256 and 0 <= value < 1 << 32
    assert program[-1][0] == 0x06


def test_every_call_of_the_table_has_an_answer_and_every_answer_a_call():
    assert set(syscalls.ALWAYS) | set(syscalls.BY_ARGUMENT) == set(syscalls.NUMBERS)
    for n, machine in enumerate(syscalls.MACHINES):
        numbers = [row[n] for row in syscalls.NUMBERS.values() if row[n] is not None]
        assert len(numbers) == len(set(numbers)), machine


# -- in the sandbox -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def fork_server():
    if absent := bwrap.missing():
        pytest.skip(f"system calls are NOT tested in the sandbox: {'; '.join(absent)}")
    with ForkServer(jail.Bounds()) as n:
        yield n


@pytest.fixture
def submission(fork_server):
    with fork_server.submission(Limits(seconds=20)) as submission:
        yield submission


SETUP = """
import ctypes, errno, fcntl, json, mmap, os
libc = ctypes.CDLL(None, use_errno=True)
shared = open(os.__file__, "rb")
block = ctypes.create_string_buffer(16)
vector = (ctypes.c_void_p * 2)(ctypes.addressof(block), 16)
mapped = mmap.mmap(-1, 4096)
page = ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(mapped)))
def told(value):
    return errno.errorcode[ctypes.get_errno()] if value == -1 else value
"""
# By the C library's own functions where it has them: its numbers are not this project's.
REFUSED = {
    "libc.unshare(0x10000000)": "EPERM",
    "libc.unshare(0x20000)": "EPERM",
    "libc.memfd_create(b'x', 0)": "EPERM",
    "libc.shmget(77, 4096, 0o1600)": "EPERM",
    "libc.msgget(77, 0o1600)": "EPERM",
    "libc.semget(77, 1, 0o1600)": "EPERM",
    "libc.mq_open(b'/x', 0o102, 0o600, None)": "EPERM",
    "libc.klogctl(3, None, 0)": "EPERM",
    "libc.inotify_init()": "ENOSYS",
    "libc.inotify_init1(0)": "ENOSYS",
    "libc.fanotify_init(0, 0)": "EPERM",
    "libc.mincore(ctypes.c_void_p(0), ctypes.c_size_t(0), None)": "EPERM",
    "libc.fcntl(shared.fileno(), 1024, 0)": "EPERM",  # F_SETLEASE, F_RDLCK
    "libc.fcntl(os.open('/usr', 0), 1026, 1)": "EPERM",  # F_NOTIFY, DN_ACCESS
    "libc.fcntl(shared.fileno(), 1036, ctypes.byref(ctypes.c_uint64(3)))": "EPERM",  # F_SET_RW_HINT
    "libc.socket(40, 1, 0)": "EAFNOSUPPORT",  # AF_VSOCK
    "libc.socket(38, 5, 0)": "EAFNOSUPPORT",  # AF_ALG
    "libc.socket(17, 3, 0)": "EAFNOSUPPORT",  # AF_PACKET
    "libc.flock(shared.fileno(), 2)": 0,  # told that it has the lock
    "libc.lockf(shared.fileno(), 2, 0)": 0,
    "libc.preadv2(shared.fileno(), vector, 1, ctypes.c_long(0), 8)": "ENOTSUP",  # RWF_NOWAIT
    "libc.preadv2(shared.fileno(), vector, 1, ctypes.c_long(0), 0)": 16,
    "libc.pwritev2(3, vector, 1, ctypes.c_long(0), 8)": "ENOTSUP",
    "libc.posix_fadvise(shared.fileno(), ctypes.c_long(0), ctypes.c_long(0), 4)": 0,  # POSIX_FADV_DONTNEED
    "libc.madvise(page, ctypes.c_size_t(4096), 21)": "EPERM",  # MADV_PAGEOUT
    "libc.madvise(page, ctypes.c_size_t(4096), 0)": 0,  # MADV_NORMAL
}
# The others by their numbers: x86_64, aarch64.
BY_NUMBER = {
    "add_key": ((248, 217), "b'user', b'note', b'42', 2, -4", "EPERM"),
    "request_key": ((249, 218), "b'user', b'note', None, 0", "EPERM"),
    "keyctl": ((250, 219), "0, -3, 0", "EPERM"),
    "io_uring_setup": ((425, 425), "4, ctypes.create_string_buffer(120)", "ENOSYS"),
    "io_uring_enter": ((426, 426), "0, 0, 0, 0, None, 0", "ENOSYS"),
    "io_uring_register": ((427, 427), "0, 0, None, 0", "ENOSYS"),
    "memfd_secret": ((447, 447), "0", "ENOSYS"),
    "cachestat": ((451, 451), "0, None, None, 0", "ENOSYS"),
    "bpf": ((321, 280), "0, None, 0", "EPERM"),
    "process_madvise": ((440, 440), "0, None, 0, 21, 0", "EPERM"),
    "perf_event_open": ((298, 241), "None, 0, -1, -1, 0", "EPERM"),
    "clone": ((56, 220), "0x10000011, 0, 0, 0, 0", "EPERM"),
    "clone3": ((435, 435), "None, 0", "ENOSYS"),
}
X86_ONLY = {
    "libc.syscall(0x40000000 | 39)": "ENOSYS",  # getpid of x32
    "libc.syscall(0x40000000 | 521)": "ENOSYS",
}


def test_each_refused_call_is_refused_in_the_sandbox(submission):
    machine = syscalls.MACHINES.index(platform.machine())
    wanted = REFUSED | (X86_ONLY if machine == 0 else {})
    for numbers, arguments, answer in BY_NUMBER.values():
        wanted[f"libc.syscall({numbers[machine]}, {arguments})"] = answer
    lines = [f"print(json.dumps(told({call})))" for call in wanted]
    ran = submission.run_cell(SETUP + "\n".join(lines))
    assert ran.error is None, ran.text
    assert dict(zip(wanted, map(json.loads, ran.text.split("\n")))) == wanted


INT_80 = """
import ctypes, mmap, os
code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
code.write(bytes.fromhex("53b814000000cd805bc3"))  # push rbx; mov eax, 20 (getpid); int 0x80; pop rbx; ret
call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
child = os.fork()
if child == 0:
    os._exit(7 if call() == os.getpid() else 3 if call() == -1 else 4)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_calls_of_another_machine_are_refused(submission):
    """3: refused; -11: this kernel knows no calls of 32 bits."""
    if platform.machine() != "x86_64":
        pytest.skip("calls of 32 bits are NOT tested on this kind of machine")
    assert submission.run_cell(INT_80).text.strip() in ("3", "-11")


def test_a_lock_on_a_shared_file_is_seen_by_nobody(fork_server):
    take = "import fcntl, os\nshared = open(os.__file__)\n{}\nprint('mine')"
    every = "fcntl.flock(shared, fcntl.LOCK_EX | fcntl.LOCK_NB)"
    with fork_server.submission(Limits(20)) as ada, fork_server.submission(Limits(20)) as ben:
        for submission in (ada, ben):
            assert submission.run_cell(take.format(every)).text == "mine\n"
        ada.run_cell("fcntl.lockf(shared, fcntl.LOCK_SH)")
        ran = ben.run_cell(
            "import struct\nlock = struct.pack('hhqqi4x', fcntl.F_WRLCK, 0, 0, 0, 0)\n"
            "print(struct.unpack('hhqqi4x', fcntl.fcntl(shared, fcntl.F_GETLK, lock))[0] == fcntl.F_UNLCK)"
        )
        assert ran.text == "True\n"


def test_a_submission_inherits_no_open_file_that_another_one_has(fork_server):
    """What is common to all: one file open for reading and writing would do, or the flags of one."""
    look = """
import fcntl, os, stat
for fd in range(256):
    try:
        kind = stat.S_IFMT(os.fstat(fd).st_mode)
    except OSError:
        continue
    name = os.readlink(f"/proc/self/fd/{fd}")
    # Sockets and pipes are its own, for its questions and its output; so is the counter that says which process goes on.
    if name == "anon_inode:[eventfd]":
        print(fd, name, *[line for line in open(f"/proc/self/fdinfo/{fd}") if line.startswith("eventfd-id")])
    elif kind not in (stat.S_IFSOCK, stat.S_IFIFO):
        print(fd, name, fcntl.fcntl(fd, 11), fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_APPEND)
"""  # 11: F_GETSIG  # noqa: E501
    with fork_server.submission(Limits(20)) as ada, fork_server.submission(Limits(20)) as ben:
        ada.run_cell("import fcntl, os\nfcntl.fcntl(0, 10, 42); fcntl.fcntl(0, fcntl.F_SETFL, os.O_APPEND)")
        bens, adas = (submission.run_cell(look).text.split("\n", 1) for submission in (ben, ada))
    assert (bens[0], adas[0]) == ("0 /dev/null 0 0", f"0 /dev/null 42 {0o2000}")
    assert "eventfd-id" in bens[1] and "eventfd-id" in adas[1] and bens[1] != adas[1]


def test_no_time_of_a_device_file_is_a_message_to_other_submissions(fork_server):
    """They are the machine's own files, and everybody may write to them."""
    devices = "[f'/dev/{name}' for name in ('null', 'zero', 'full', 'random', 'urandom', 'tty')]"
    write = (
        f"import os\nfor path in [0, '/dev/stdin', *{devices}]:\n    try:\n"
        "        os.utime(path)\n        print(path)\n"
        "    except OSError: pass\n"
        "for path in ('null', 'zero', 'full'):\n    open(f'/dev/{path}', 'rb').close()\n"
        "print(open('/dev/null', 'w').write('x'), open('/dev/urandom', 'rb').read(2) != b'')"
    )
    with fork_server.submission(Limits(20)) as ada:
        ran = ada.run_cell(write)
    assert (ran.text, ran.error) == ("1 True\n", None)


def test_nothing_of_the_machines_counters_is_in_sight(submission):
    ran = submission.run_cell(
        "import os\nprint([name for name in os.listdir('/proc') if not name.isdigit()])"
    )
    assert set(ast.literal_eval(ran.text)) <= {"self", "thread-self"}


def test_a_terminal_of_one_submission_is_not_in_anothers_sight(fork_server):
    with fork_server.submission(Limits(20)) as ada, fork_server.submission(Limits(20)) as ben:
        mine = "import os\nmaster, slave = os.openpty()\nprint(os.ttyname(slave), os.listdir('/dev/pts'))"
        assert ada.run_cell(mine).text.startswith("/dev/pts/0 ")
        assert ben.run_cell("import os\nprint(os.listdir('/dev/pts'))").text == "['ptmx']\n"


HONEST = {
    "sqlite3": (
        """
import sqlite3, subprocess, sys
first, second = sqlite3.connect("a.db"), sqlite3.connect("a.db")
first.execute("create table t (x)")
first.executemany("insert into t values (?)", [(n,) for n in range(5)])
first.commit()
print(second.execute("select sum(x) from t").fetchone())
print(first.execute("pragma journal_mode = wal").fetchone())
first.execute("insert into t values (9)")
first.commit()
print(second.execute("select sum(x) from t").fetchone())
""",
        "(10,)\n('wal',)\n(19,)\n",
    ),
    "matplotlib": (
        """
import matplotlib.pyplot as plt, os
figure, axes = plt.subplots()
axes.plot([1, 2]), axes.set_title("a title")
figure.savefig("figure.png")
print(os.path.getsize("figure.png") > 1000, os.listdir(os.environ["MPLCONFIGDIR"]) != [])
""",
        "True True\n",
    ),
    "shelve": (
        """
import shelve, tempfile
for step in (1, 2):
    with shelve.open("kept") as kept:
        kept["step"] = kept.get("step", 0) + 1
with tempfile.TemporaryFile() as file:
    print(file.write(b"x"), shelve.open("kept")["step"])
""",
        "1 2\n",
    ),
    "processes": (
        """
import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.shared_memory import SharedMemory
for kind in (ProcessPoolExecutor, ThreadPoolExecutor):
    with kind(2) as pool:
        print(list(pool.map(abs, [-1, -2])))
queue = multiprocessing.Queue()
process = multiprocessing.Process(target=queue.put, args=(5,))
process.start()
print(queue.get(), process.join())
memory = SharedMemory(create=True, size=10)
memory.buf[0] = 3
print(memory.buf[0])
memory.close(), memory.unlink()
""",
        "[1, 2]\n[1, 2]\n5 None\n3\n",
    ),
    "torch": (
        """
import torch
layer = torch.nn.Embedding(9, 4)
layer(torch.tensor([1, 2])).sum().backward()
torch.save(layer.state_dict(), "layer.pt")
rows = torch.utils.data.TensorDataset(torch.arange(8))
loaded = torch.utils.data.DataLoader(rows, batch_size=4, num_workers=2)
print(torch.load("layer.pt")["weight"].shape, [batch[0].tolist() for batch in loaded])
print(torch.zeros(3).share_memory_().is_shared())
""",
        "torch.Size([9, 4]) [[0, 1, 2, 3], [4, 5, 6, 7]]\nTrue\n",
    ),
    "numpy": (
        """
import numpy as np
mapped = np.memmap("a.bin", dtype=np.float32, mode="w+", shape=(10,))
mapped[:] = 2
mapped.flush()
print(np.fromfile("a.bin", np.float32).sum(), np.linalg.norm(np.ones(4)))
""",
        "20.0 2.0\n",
    ),
    "IPython": (
        "%history\n!echo from the shell\nget_ipython().history_manager.get_range()\n%who_ls",
        "from the shell",
    ),
}


@pytest.mark.parametrize("what", HONEST)
def test_honest_code_works_behind_the_filter(submission, what):
    cell, wanted = HONEST[what]
    ran = submission.run_cell(cell)
    assert ran.error is None, ran.text
    assert wanted in ran.text.replace("\r\n", "\n")
