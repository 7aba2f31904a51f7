"""`python -m autograder.selftest.bench_cluster`: what grading on a Dask cluster costs beside one machine.

One honest class is graded in turn by this machine's cores, and by as many workers of a cluster on loopback.
Both have the same processors, so the difference is what the way to a worker and back costs. Start-up is left
out: the pace is that of the submissions after the first few. The desk's work for a submission, measured as
processor time, bounds how many workers it keeps busy.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from autograder import status
from autograder.execution import processes
from autograder.grading.grade import need_fences
from autograder.selftest import bench
from autograder.topics import CODE, ROOT

FILE = ROOT / "benchmarks" / "cluster.json"
FIRST = 4  # submissions until all processes are warm, which are not timed


def graded(course: Path, *options: str) -> tuple[float, float]:
    """Grade by command; return seconds between two submissions, and of the desk's processor time for one."""
    command = [sys.executable, "-m", "autograder", "grade", "--course", str(course), *options]
    with subprocess.Popen(command, cwd=CODE, stdout=subprocess.PIPE, text=True) as desk:
        assert desk.stdout is not None
        told = [(time.perf_counter(), _spent(desk.pid)) for line in desk.stdout if line.startswith("[")]
    if desk.returncode != status.DONE:
        raise RuntimeError(f"{' '.join(command)}: ended with status {desk.returncode}")
    wall, own = (last - first for first, last in zip(told[FIRST - 1], told[-1]))
    return wall / (len(told) - FIRST), own / (len(told) - FIRST)


def _spent(pid: int) -> float:
    """Return the processor time of a process alone, in seconds."""
    return sum(map(int, processes.stat(pid)[11:13])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def workers(number: int) -> Iterator[str]:
    """Start a cluster of processes with one thread each on the loopback; yield its scheduler's address."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=number, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
    ) as cluster:
        yield cluster.scheduler_address


def measure(students: int, rounds: int, say) -> dict:
    """Return what is measured, in seconds a submission, round by round."""
    cores = os.cpu_count() or 1
    found: dict[str, list[float]] = {"local": [], "cluster": [], "desk": []}
    for number in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            here, far = Path(folder) / "here", Path(folder) / "far"
            for course in (here, far):
                bench.write_class(course, students)
            found["local"].append(graded(here, "--jobs", str(cores))[0])
            with workers(cores) as address:
                pace, desk = graded(far, "--scheduler", address)
            found["cluster"].append(pace)
            found["desk"].append(desk)
        say(f"round {number + 1}: " + ", ".join(f"{name} {each[-1]:.3f}" for name, each in found.items()))
    return {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "commit": bench.commit(),
        "cores": cores,
        "topics": list(bench.TOPICS),
        "students": students,
        "rounds": rounds,
        "seconds": found,
    }


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m autograder.selftest.bench_cluster", description=__doc__)
    parser.add_argument("--students", type=status.whole(FIRST), default=20, help="default: %(default)s")
    parser.add_argument("--rounds", type=status.whole(1), default=3, help="default: %(default)s")
    parser.add_argument("--write", type=status.file_to_write, metavar="FILE", default=FILE)
    args = parser.parse_args(argv)
    need_fences()
    found = measure(args.students, args.rounds, lambda line: print(line, file=sys.stderr))
    args.write.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    for name, each in found["seconds"].items():
        print(f"{name:8} {1e3 * statistics.median(each):4.0f} ms a submission")
    ratio = statistics.median(a / b for a, b in zip(found["seconds"]["cluster"], found["seconds"]["local"]))
    print(f"a cluster of this machine's cores: {ratio:.2f} times the time of the machine itself")
    return status.DONE


if __name__ == "__main__":
    sys.exit(main())
