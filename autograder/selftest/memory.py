"""`python -m autograder memory`: what the bound on a submission's memory costs, and how far it is exceeded.

Graders that differ only in the bound grade honest submissions in turn. Floods of memory run under the
watcher, in a cgroup of the kernel that does not bound them and records the most that they held.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder import status, topics
from autograder.checks import loading
from autograder.execution import cgroups, examine, memory_limit
from autograder.execution.channel import Limits
from autograder.execution.forkserver import ForkServer
from autograder.grading import intake
from autograder.grading.grade import need_fences
from autograder.release import release
from autograder.sandboxed.forkserver import QUICK
from autograder.sandboxed.jail import Bounds
from autograder.selftest import bench
from autograder.selftest.attacks.attacks import versions

FILE = topics.ROOT / "benchmarks" / "memory.json"
TOPIC = "lookup"
UNBOUNDED = 1 << 40  # bytes: more than any machine has
FILL = """
import ctypes, os, signal
def fill(size):
    block = ctypes.create_string_buffer(size)
    ctypes.memset(block, 1, size)
    return block
"""
FLOODS = {
    "one process, in pieces": "held = []\nwhile True:\n    held.append(fill(16 << 20))",
    "eight processes at once": "for _ in range(7):\n    if os.fork() == 0:\n        break\n"
    "held = []\nwhile True:\n    held.append(fill(16 << 20))",
    "files on the memory disks": "import itertools\nfor n in itertools.count():\n"
    "    for disk in ('/dev/shm', '.'):\n"
    "        try:\n            open(f'{disk}/{n}', 'wb').write(bytes(16 << 20))\n"
    "        except OSError:\n            held = [fill(16 << 20) for _ in range(1000)]",
}


def ways(limit: int) -> dict[str, memory_limit.MemoryLimit]:
    """Return the ways to bound memory that this account may use here; the first is without a bound."""
    found: dict[str, memory_limit.MemoryLimit] = {"none": memory_limit.Unbounded("to compare with")}
    if groups := cgroups.available(limit):
        found["cgroup"] = memory_limit.Grouped(groups)
    return found | {"watcher": memory_limit.Watched(limit)}


@contextmanager
def bounded(bounds: Bounds, way: memory_limit.MemoryLimit) -> Iterator[ForkServer]:
    """Yield a fork server, ready, whose submissions' memory is bounded in this way."""
    before, memory_limit.of = memory_limit.of, lambda bounds: way
    try:
        with ForkServer(bounds) as fork_server:
            fork_server.wait()
            yield fork_server
    finally:
        memory_limit.of = before


def cost(students: int, rounds: int, say) -> dict[str, list[float]]:
    """Measure the seconds per submission of an honest class, graded singly: way -> a figure per round."""
    seconds: dict[str, list[float]] = {}
    release.write_sources()
    source = json.loads(topics.source_notebook_path(TOPIC).read_text("utf-8"))
    with tempfile.TemporaryDirectory(prefix="memory-") as folder:
        course = Path(folder) / "course"
        bench.write_class(course, students, [TOPIC])
        scripts = [
            intake.rebuild(source, place / TOPIC, place.name, loading.suite(TOPIC))
            for place in sorted((course / "submitted").iterdir())
        ]
    bounds = Bounds()
    for number in range(rounds):
        for name, way in ways(bounds.memory).items():
            with bounded(bounds, way) as fork_server:
                start = time.perf_counter()
                for script in scripts:
                    examine.examine(script, fork_server, seed=1)
                seconds.setdefault(name, []).append((time.perf_counter() - start) / students)
        say(
            f"round {number + 1} of {rounds}: "
            + ", ".join(f"{name} {1e3 * found[-1]:.0f} ms" for name, found in seconds.items())
        )
    return seconds


class Measured(memory_limit.Watched):
    """The watcher, with the most that a submission has held, by the kernel's own count."""

    def __init__(self, limit: int):
        super().__init__(limit)
        self.most = 0

    @contextmanager
    def account(self, first: int) -> Iterator[memory_limit.Account]:
        groups = cgroups.available(UNBOUNDED)
        assert groups is not None  # `measure` has checked
        group = groups.take()
        try:
            group.admit(first)
            with super().account(first) as account:
                yield account
            name = "memory.max_usage_in_bytes" if groups.version is cgroups.V1 else "memory.peak"
            self.most = int((group.path / name).read_text())
        finally:
            groups.give_back(group)
            groups.close()


def flood(source: str, limit: int) -> dict:
    """Return what became of a cell that floods memory under the watcher, and the most bytes that it held."""
    way = Measured(limit)
    bounds = Bounds(memory=limit, disk=limit)
    with bounded(bounds, way) as fork_server, fork_server.submission(Limits(seconds=20), QUICK) as submission:
        submission.run_cell(FILL)
        error = submission.run_cell(source).error
    return {"most": way.most, "told": (error or "it was not stopped").splitlines()[0]}


def measure(students: int, rounds: int, say) -> dict:
    """Measure all that the book shows."""
    limit = Bounds().memory
    floods: dict[str, list[dict]] = {}
    groups = cgroups.available(UNBOUNDED)
    if groups is None:
        say("how far a flood gets is NOT measured: this account may make no cgroup here, which counts it")
    else:
        groups.close()
        for name, source in FLOODS.items():
            floods[name] = [flood(source, limit) for _ in range(rounds)]
            say(
                f"{name}: {max(one['most'] for one in floods[name]) / limit:.2f} of the limit; "
                f"{floods[name][-1]['told']}"
            )
    return {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "versions": versions(),
        "cores": os.cpu_count(),
        "interval": memory_limit.INTERVAL,
        "limit": limit,
        "students": students,
        "topic": TOPIC,
        "rounds": rounds,
        "seconds": cost(students, rounds, say),
        "floods": floods,
    }


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "memory",
        help="measure the bound on a submission's memory",
        description="Time honest submissions under each way to bound their memory, and measure how far "
        "floods of memory get beyond the limit before the watcher has ended them.",
        epilog=status.EPILOG.format(found=""),
    )
    parser.add_argument(
        "--students", type=status.whole(1), default=40, help="of the class timed (default: %(default)s)"
    )
    parser.add_argument(
        "--rounds", type=status.whole(1), default=5, help="of everything (default: %(default)s)"
    )
    parser.add_argument(
        "--write",
        type=status.file_to_write,
        metavar="FILE",
        default=FILE,
        help="where the figures go, as JSON (default: benchmarks/memory.json)",
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    need_fences()
    found = measure(args.students, args.rounds, lambda line: print(line, file=sys.stderr))
    args.write.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    base = statistics.median(found["seconds"]["none"])
    for name, each in found["seconds"].items():
        ratio = statistics.median(a / b for a, b in zip(each, found["seconds"]["none"]))
        print(
            f"{name:8} {1e3 * statistics.median(each):4.0f} ms a submission, {ratio:.3f} times "
            f"{1e3 * base:.0f} ms"
        )
    return status.DONE
