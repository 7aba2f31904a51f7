"""The memory of a submission as a whole: whatever holds it, and whichever way it is bounded."""

import contextlib
import os
import subprocess
from pathlib import Path

import pytest

from autograder.checks.checking import Suite, Unexplained
from autograder.execution import bwrap, cgroups, examine, memory_limit, processes
from autograder.execution.channel import Limits
from autograder.execution.forkserver import ForkServer
from autograder.execution.steps import CheckStep, CodeStep, Script
from autograder.grading import grade
from autograder.results import Lacking
from autograder.sandboxed import forkserver, jail
from autograder.selftest import demo_class

LIMIT = 256 << 20
available = cgroups.available  # tests of the watcher put another in its place
SUITE = Suite({}, "t")
for name in ("before", "flood", "after"):

    @SUITE.check(name, "values", 1)
    def _(student, rng, name=name):
        if student.call(name) != 42:
            raise Unexplained(f"`{name}` is wrong.")


def no_groups():
    groups = available(LIMIT)
    if groups is None:
        return "the cgroup around a submission is NOT tested: this account may make none here"
    groups.close()
    return None


@pytest.fixture(scope="module", params=["cgroup", "watched"])
def fork_server(request):
    if absent := bwrap.missing():
        pytest.skip(f"the memory of a submission is NOT tested in the sandbox: {'; '.join(absent)}")
    if request.param == "cgroup" and (reason := no_groups()):
        pytest.skip(reason)
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "watched":
            patch.setattr(cgroups, "available", lambda *limits: None)
        with ForkServer(jail.Bounds(memory=LIMIT)) as n:
            assert request.param in n.memory.words
            yield n


def only_watched(fork_server):
    if not isinstance(fork_server.memory, memory_limit.Watched):
        pytest.skip("within a cgroup the kernel ends the processes: nothing of the watcher is to be tested")


# Memory is filled by C, so that it takes no time; a child that has filled its part stays, and its
# parent goes on when one of them has been ended.
TOOLS = """
import ctypes, mmap, os, signal, socket
MiB = 1 << 20
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
def fill(size):
    block = ctypes.create_string_buffer(size)
    ctypes.memset(block, 1, size)
    return block
def children(number, work):
    mine = set()
    for _ in range(number):
        pid = os.fork()
        if pid == 0:
            try:
                held = work()
                signal.pause()
            finally:
                os._exit(1)
        mine.add(pid)
    pid, status = os.wait()
    while pid not in mine:
        pid, status = os.wait()
    if os.waitstatus_to_exitcode(status) == 1:
        raise OSError("a child was refused what it asked for")
def share(size):
    block = mmap.mmap(-1, size)
    ctypes.memset(ctypes.addressof(ctypes.c_char.from_buffer(block)), 1, size)
    return block
def files(*names):
    for name in names:
        with open(name, "wb") as file:
            file.write(bytes(60 * MiB))
def full_sockets(number):
    held = []
    for _ in range(number):
        held += socket.socketpair()
        for end in held[-2:]:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 30)
            end.setblocking(False)
            try:
                while True:
                    end.send(bytes(65536))
            except BlockingIOError:
                pass
    return held
def memory_files(number):
    held = [os.memfd_create("x") for _ in range(number)]
    for file in held:
        os.write(file, bytes(32 * MiB))
def segments(number):
    for _ in range(number):
        name = libc.shmget(0, 32 * MiB, 0o1600)
        if name < 0:
            raise OSError(ctypes.get_errno(), "shmget")
        place = libc.shmat(name, None, 0)
        ctypes.memset(place, 1, 32 * MiB)
        libc.shmdt(ctypes.c_void_p(place))
"""
FLOODS = {
    "children": "children(6, lambda: fill(100 * MiB))",
    "files in memory, and children": "files('/dev/shm/a', '/scratch/work/a'); "
    "children(3, lambda: fill(100 * MiB))",
    "what is written to after a fork": "block = fill(100 * MiB); "
    "children(6, lambda: ctypes.memset(block, 2, len(block)))",
    "sockets": "children(6, lambda: full_sockets(100))",
    "a shared mapping": "children(6, lambda: share(100 * MiB))",
    "memory files": "memory_files(16)",
    "segments": "segments(16)",
}
# What no process has to have in its page tables: the filter of system calls may refuse it, and has
# to where memory is watched.
REFUSABLE = ("a shared mapping", "memory files", "segments")


def function(name, body="pass"):
    return f"def {name}():\n    {body}\n    return 42"


def graded(fork_server, *cells, limits=Limits(20)):
    steps = []
    for source in cells:
        name = source.split("(")[0].removeprefix("def ")
        steps += (
            [CodeStep(source, "solution", name), CheckStep(name)]
            if source.startswith("def ")
            else [CodeStep(source, "added")]
        )
    return examine.examine(Script("s", SUITE, steps), fork_server, seed=1, limits=limits)


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_costs_its_own_check_alone(fork_server, flood):
    if flood in REFUSABLE[1:] and isinstance(fork_server.memory, memory_limit.Watched):
        return  # nothing to watch
    found = graded(
        fork_server, TOOLS, function("before"), function("flood", FLOODS[flood]), function("after")
    )
    verdicts = [r.verdict for r in found.results]
    assert (verdicts[0], verdicts[2]) == ("right", "right")
    refused = flood in REFUSABLE and verdicts[1] == "error"
    assert refused or (verdicts[1] == "memory" and "more memory" in found.results[1].message)


@pytest.mark.parametrize("flood", ["children", "sockets"])
def test_a_flood_costs_its_own_cell_alone_and_what_was_there_before_it_stays(fork_server, flood):
    found = graded(
        fork_server,
        TOOLS,
        "kept = 41",
        function("before"),
        f"kept = 0\n{FLOODS[flood]}",
        "kept += 1",
        "def after():\n    return kept",
    )
    assert [r.verdict for r in found.results] == ["right", "right"]
    assert [bool(c.error) for c in found.cells] == [0, 0, 0, 1, 0, 0]
    assert "more memory" in found.cells[3].error


def test_one_array_that_is_too_large_is_pythons_own_error(fork_server):
    found = graded(
        fork_server,
        TOOLS,
        f"kept = 42\nfill({LIMIT})",
        function("flood", f"fill({LIMIT})"),
        "def after():\n    return kept",
    )
    assert found.cells[1].error.startswith("MemoryError")
    assert [r.verdict for r in found.results] == ["memory", "right"] and "MemoryError" in found.results[
        0
    ].message


SHARED = """
import numpy as np, torch
table = np.ones((150 << 20) // 8)
pairs = [os.pipe() for _ in range(4)]
for _, end in pairs:
    if os.fork() == 0:
        os.write(end, b"%d" % table.sum())
        signal.pause()
sums = {os.read(end, 20) for end, _ in pairs}
layer = torch.nn.Embedding(1000, 64)
adam = torch.optim.Adam(layer.parameters())
for _ in range(20):
    layer(torch.arange(1000)).square().sum().backward()
    adam.step()
"""


def test_what_forks_share_counts_once_and_honest_work_is_left_alone(fork_server):
    found = graded(
        fork_server, TOOLS, SHARED, "os.fork() or signal.pause()", function("after", "assert len(sums) == 1")
    )
    assert [c.error for c in found.cells] == [None] * 4
    assert [r.verdict for r in found.results] == ["right"]


def test_waiting_states_are_told_apart_cell_by_cell(fork_server):
    """Run cell by cell, each earlier state waits in a process of its own, which holds little of its own."""
    cells = [f"state = fill(100 * MiB)\nkept = {n}" for n in range(12)]
    found = graded(
        fork_server,
        TOOLS,
        "os._exit(0)",
        *cells[:1],
        *(f"kept = {n}" for n in range(12)),
        "def after():\n    return kept + 31",
    )
    assert sum(bool(c.error) for c in found.cells) == 1 and found.results[0].verdict == "right"


def test_the_kernel_is_told_to_end_steps_first(fork_server):
    with fork_server.submission(Limits(20), forkserver.CAREFUL) as submission:
        own = Path("/proc/self/oom_score_adj").read_text().strip()
        said = submission.run_cell(
            "import os\nprint(*(open(f'/proc/{p}/oom_score_adj').read().strip() "
            "for p in (os.getpid(), os.getppid(), 1)))"
        )
        assert said.text.split() == ["1000", own, own]
        assert (
            submission.run_cell("print(open(f'/proc/{os.getppid()}/oom_score_adj').read())").text.strip()
            == own
        )


def test_a_candidate_that_is_too_large_without_its_step_is_ended(fork_server, monkeypatch):
    only_watched(fork_server)
    monkeypatch.setattr(memory_limit.Account, "_end_step", lambda self: None)
    found = graded(
        fork_server, TOOLS, function("before"), function("flood", FLOODS["children"]), function("after")
    )
    assert [r.verdict for r in found.results] == ["right", "memory", "right"]


def test_too_many_processes_cost_their_own_check_and_the_neighbours_are_graded_again(
    fork_server, monkeypatch
):
    """As where an old kernel counts the processes of all submissions together."""
    only_watched(fork_server)
    monkeypatch.setattr(fork_server, "memory", memory_limit.Watched(LIMIT, 20))
    with pytest.raises(Lacking), fork_server.submission(Limits(20)):
        found = graded(
            fork_server,
            TOOLS,
            function("before"),
            function("flood", "children(30, signal.pause)"),
            function("after"),
        )
        assert [r.verdict for r in found.results] == ["right", "processes", "right"]
        assert "more processes and threads than the limit" in found.results[1].message


def test_a_watch_that_fails_is_told(fork_server, monkeypatch):
    only_watched(fork_server)

    def refused(*paths):
        raise PermissionError("refused")

    monkeypatch.setattr(os, "statvfs", refused)
    with pytest.raises((RuntimeError, PermissionError), match="cannot be watched|refused"):
        graded(fork_server, function("before"))


def test_an_account_that_may_not_count_is_told_what_is_refused(monkeypatch):
    def refused(pid, *kinds):
        raise PermissionError(13, "Permission denied", f"/proc/{pid}/smaps_rollup")

    monkeypatch.setattr(processes, "proportional", refused)
    with pytest.raises(memory_limit.CannotCount, match=f"/proc/{os.getpid()}/smaps_rollup"):
        memory_limit.Watched(LIMIT).check(os.getpid())


# -- groups of processes ------------------------------------------------------------------------


@pytest.fixture
def groups():
    if reason := no_groups():
        pytest.skip(reason)
    groups = available(LIMIT)
    yield groups
    groups.close()


def test_groups_go_with_their_run_and_those_of_an_ended_grader_with_the_next(groups):
    group = groups.take()
    parent = group.path.parent
    # Of fork servers that other tests in this process share.
    others = set(parent.glob(f"autograder-{os.getpid()}-*")) - {group.path}
    with subprocess.Popen(["true"]) as ended:
        pass
    left = [parent / f"autograder-{ended.pid}-1-1", parent / f"autograder-{os.getpid()}-1-7"]
    for path in left:
        path.mkdir()
    another = available(LIMIT)
    assert not any(path.exists() for path in left) and group.path.is_dir()
    groups.give_back(group)
    groups.close()
    another.close()
    assert set(parent.glob(f"autograder-{os.getpid()}-*")) <= others


def test_a_group_that_something_still_runs_in_is_not_used_again(groups):
    first = groups.take()
    with subprocess.Popen(["sleep", "60"]) as process:
        first.admit(process.pid)
        groups.give_back(first)
        assert groups.take().path != first.path
        process.kill()
    assert groups.take().path == first.path


MOUNTS = """\
23 1 0:21 / /proc rw - proc proc rw
35 31 0:32 {root} {at} rw,relatime - cgroup cgroup rw,memory
36 31 0:33 / /elsewhere rw,relatime - cgroup cgroup rw,cpu,cpuacct
"""


@pytest.mark.parametrize(
    "root, path, where",
    [
        ("/", "/user/one", "user/one"),
        ("/", "/", ""),
        ("/docker/a", "/docker/a/b", "b"),  # a part of the tree is mounted
        ("/docker/a", "/user", None),  # and this is not in it
    ],
)
def test_a_group_of_version_1_is_made_below_the_graders_own(tmp_path, root, path, where):
    own = f"4:cpu,cpuacct:/other\n3:memory:{path}\n0::/\n"
    found = cgroups.places(MOUNTS.format(root=root, at=tmp_path), own)
    assert found == ([] if where is None else [(cgroups.V1, tmp_path, tmp_path / where)])


def test_a_group_of_version_2_is_made_where_memory_is_handed_on(tmp_path):
    """Against files that stand for the kernel's: no machine with version 2 was at hand."""
    own = tmp_path / "user one" / "app" / "scope"
    own.mkdir(parents=True)
    for path, controllers in (
        (own, ""),
        (own.parent, "memory pids"),
        (own.parent.parent, "cpu memory"),
        (tmp_path, ""),
    ):
        (path / "cgroup.subtree_control").write_text(controllers)
    at = str(tmp_path).replace(" ", "\\040")
    found = cgroups.places(f"41 31 0:38 / {at} rw - cgroup2 cgroup2 rw", "0::/user one/app/scope\n")
    assert found == [(cgroups.V2, tmp_path, own.parent)]
    (own.parent / "cgroup.subtree_control").write_text("pids")
    (own.parent.parent / "cgroup.subtree_control").write_text("")
    assert cgroups.places(f"41 31 0:38 / {at} rw - cgroup2 cgroup2 rw", "0::/user one/app/scope\n") == []


def test_a_group_of_version_2_bounds_memory_and_swap(tmp_path):
    """As above: the names and contents of files are those of the kernel's documentation."""
    for name in ("memory.max", "memory.swap.max", "pids.max", "cgroup.procs"):
        (tmp_path / name).write_text("max\n"[: 0 if name == "cgroup.procs" else 4])
    (tmp_path / "memory.events").write_text("low 0\nhigh 0\nmax 12\noom 3\noom_kill 2\noom_group_kill 0\n")
    group = cgroups.Group(tmp_path, cgroups.V2, LIMIT, 60)
    with subprocess.Popen(["sleep", "60"]) as process:
        group.admit(process.pid)
        assert (tmp_path / "cgroup.procs").read_text() == str(process.pid)
        process.kill()
    assert (tmp_path / "memory.max").read_text() == str(LIMIT)
    assert (tmp_path / "pids.max").read_text().startswith("60")
    assert (tmp_path / "memory.swap.max").read_text().startswith("0")
    assert group.kills() == 2


def test_grading_says_at_its_start_what_bounds_the_memory(tmp_path):
    course = tmp_path / "course"
    demo_class.write_class(course, ["lookup"])
    for bounds, found, words in (
        (None, None, "not bounded as a whole (--unsafe)"),
        (grade.fences(unsafe=True), lambda *limits: None, "watched every 50 ms"),
    ):
        with contextlib.ExitStack() as stack:
            patch = stack.enter_context(pytest.MonkeyPatch.context())
            patch.setattr(cgroups, "available", found)
            said = []
            tally = grade.grade(
                course, ["lookup"], students=["05-untouched"], bounds=bounds, again=True, say=said.append
            )
        assert tally.failures == 0 and tally.examined == 1
        assert said[0] == f"memory of a submission: {words}"
