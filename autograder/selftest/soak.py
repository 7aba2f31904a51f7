"""`python -m autograder soak`: a large class, graded by graders that are killed again and again.

The class is graded once undisturbed. A copy of it is graded by one grader after the other, each killed
(SIGKILL) at a random moment, at least half of them while a result is recorded, until the last one ends. Then
all that the two courses say is compared (`compare`), and leftovers are looked for: processes, temporary
files, mounts.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from autograder import status
from autograder.execution import processes
from autograder.grading.contents import OWN
from autograder.grading.grade import need_fences
from autograder.selftest import compare, soakclass
from autograder.selftest.attacks import harness
from autograder.selftest.attacks.attacks import versions
from autograder.topics import CODE, ROOT

FILE = ROOT / "benchmarks" / "soak.json"
QUARTERS = (25, 50, 75, 100)  # per cent of the class, at which the grader's memory is reported
FLAT = 1.25  # factor by which memory may grow after the first quarter
WAIT = 20.0  # seconds for the processes of a killed grader to end


@dataclass
class Kill:
    """A killed grader, and what it was doing as far as the course shows."""

    aim: str  # "start", "any" or "recording"
    recorded: int  # submissions on record by then
    journal: bool = False  # whether it was within a change of the gradebook
    between: bool = False  # whether a result was kept, but not yet recorded
    survivors: list[str] = field(default_factory=list)  # processes that outlived it

    @property
    def recording(self) -> bool:
        return self.journal or self.between


class Course:
    """A course that is graded, seen from outside."""

    def __init__(self, folder: Path, options: list[str], temporary: Path):
        self.folder, self._temporary = folder, temporary
        self._command = [sys.executable, "-m", "autograder", "grade", "--course", str(folder), *options]
        self._journal = folder / "gradebook.db-journal"

    @contextmanager
    def grader(self):
        """Yield a running grader in a new session; kill it at the end if it still runs."""
        with open(self.folder.with_name(f"{self.folder.name}.log"), "ab") as log:
            process = subprocess.Popen(
                self._command,
                cwd=CODE,
                env=os.environ | {"TMPDIR": str(self._temporary)},
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
            try:
                yield process
            finally:
                process.kill()
                process.wait()

    def recorded(self) -> set[tuple[str, str]]:
        """Return the submissions on record: (student, topic)."""
        found, path = set(), self.folder / OWN / "recorded"
        for line in path.read_text("utf-8").split("\n") if path.exists() else ():
            with suppress(ValueError):  # a line that is being written
                student, topic, _ = json.loads(line)
                found.add((student, topic))
        return {(student, topic) for student, topic in found if student}

    def kept(self) -> set[tuple[str, str]]:
        """Return the submissions whose results are kept."""
        return {(path.parent.name, path.stem) for path in (self.folder / OWN / "results").glob("*/*.json")}

    def kill(self, aim: str, after: int, delay: float, say) -> Kill | None:
        """Start a grader and kill it; return None if it ended before.

        At the "start": `delay` seconds from its beginning. At "any" moment: `delay` seconds after the
        course has `after` submissions on record. While "recording": when it next changes the
        gradebook after that.
        """
        with self.grader() as process:
            if aim != "start":
                while len(self.recorded()) < after and process.poll() is None:
                    time.sleep(0.02)
            if aim == "recording":
                while not self._journal.exists() and process.poll() is None:
                    pass  # it is there for a millisecond or two
            else:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(delay)
            if process.poll() is not None:
                return None
            mine = list(processes.tree(process.pid))
            process.send_signal(signal.SIGKILL)
            process.wait()
            done = self.recorded()
            found = Kill(aim, len(done), self._journal.exists(), bool(self.kept() - done), survivors(mine))
        say(
            f"killed with {found.recorded} on record"
            + (", while it recorded" if found.recording else "")
            + (", in a change" if found.journal else "")
        )
        return found


def survivors(pids: list[int]) -> list[str]:
    """Return which of these processes still live after they had time to end."""
    deadline = time.monotonic() + WAIT
    while left := [name for pid in pids if (name := _alive(pid))]:
        if time.monotonic() > deadline:
            return left
        time.sleep(0.05)
    return []


def _alive(pid: int) -> str:
    with suppress(OSError):
        name, _, rest = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(") ")
        return "" if rest[0] in "ZX" else name
    return ""


def undisturbed(course: Course, students: int, say) -> dict:
    """Grade the class in one go; return seconds, exit status, and the grader's memory at each quarter."""
    memory: dict[str, int] = {}
    start, told = time.perf_counter(), 0.0
    with course.grader() as process:
        while process.poll() is None:
            share, now = 100 * len(course.recorded()) / students, _resident(process.pid)
            for quarter in QUARTERS:
                if now and share >= quarter:
                    memory.setdefault(f"{quarter} %", now)
            if share >= told:
                say(f"undisturbed: {share:.0f} %, {now / 1e6:.0f} MB")
                told = share + 5
            time.sleep(0.1)
    return {"seconds": round(time.perf_counter() - start, 1), "status": process.returncode, "bytes": memory}


def _resident(pid: int) -> int:
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmRSS:"))
    return 0


def killed(course: Course, students: int, kills: int, seed: int, say) -> dict:
    """Grade the class with `kills` graders killed at moments spread over it, and one that is not killed."""
    draw, start = random.Random(seed), time.perf_counter()
    done: list[Kill] = []
    for number in range(kills):
        after = int((number + draw.random()) * students / kills)
        aim = "start" if number % 10 == 9 else "any" if number % 10 in (3, 6) else "recording"
        delay = draw.uniform(0, 6 if aim == "start" else 2)
        kill = course.kill(aim, after, delay, lambda line: say(f"{number + 1} of {kills}: {line}"))
        if kill is not None:
            done.append(kill)
    with course.grader() as process:
        status = process.wait()
    return {
        "seconds": round(time.perf_counter() - start, 1),
        "status": status,
        "kills": len(done),
        "while recording": sum(kill.recording for kill in done),
        "within a change of the gradebook": sum(kill.journal for kill in done),
        "survivors": [line for kill in done for line in kill.survivors],
        "each": [asdict(kill) | {"recording": kill.recording} for kill in done],
    }


def left_behind(temporary: Path, before: dict[str, set[str]], courses: list[Path]) -> list[str]:
    """Return temporary files and mounts that exist now, and did not before."""
    found = [f"temporary: {path.name}" for path in temporary.iterdir()]
    found += [f"scratch: {path}" for course in courses for path in (course / OWN / "scratch").rglob("*")]
    return found + [
        f"{kind}: {line}" for kind, lines in places().items() for line in sorted(lines - before[kind])
    ]


def places() -> dict[str, set[str]]:
    """Return the existing mounts and the files in shared memory."""
    mounts = {line.split(" ", 2)[2] for line in Path("/proc/self/mountinfo").read_text().splitlines()}
    return {"mount": mounts, "shared memory": {path.name for path in Path("/dev/shm").glob("*")}}


def soak(folder: Path, students: int, kills: int, seed: int, options: list[str], say) -> dict:
    """Run all of it in an empty folder; return the results, with `problems` in words."""
    temporary = folder / "temporary"
    temporary.mkdir()
    whole = folder / "undisturbed"
    mix = [place.kind for place in soakclass.write(whole, students, seed)]
    (whole / OWN).mkdir(mode=0o700)
    (whole / OWN / "seed").write_text(f"{seed}\n")
    (whole / OWN / "seed").chmod(0o600)
    broken, before = shutil.copytree(whole, folder / "killed"), places()
    one, other = (Course(path, options, temporary) for path in (whole, broken))
    first = undisturbed(one, students, say)
    second = killed(other, students, kills, seed, say)
    differences = list(compare.differences(compare.contents(whole), compare.contents(broken)))
    left = left_behind(temporary, before, [whole, broken])
    found = {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "versions": versions(),
        "cores": os.cpu_count(),
        "students": students,
        "seed": seed,
        "options": options,
        "mix": {kind: mix.count(kind) for kind in soakclass.MIX},
        "undisturbed": first,
        "killed": second,
        "left out of the comparison": compare.LEFT_OUT,
        "differences": differences,
        "left behind": left,
    }
    return found | {"problems": problems(found, kills)}


def problems(found: dict, kills: int) -> list[str]:
    """Return what is not as it should be."""
    memory, second, lines = found["undisturbed"]["bytes"], found["killed"], []
    lines += [
        f"the {name} run ended with status {found[name]['status']}"
        for name in ("undisturbed", "killed")
        if found[name]["status"] != 0
    ]
    if second["kills"] < kills:
        lines.append(
            f"{second['kills']} graders were killed, not {kills}: the others ended before their moment"
        )
    if 2 * second["while recording"] < kills:
        lines.append(
            f"{second['while recording']} of {kills} kills came while a result was recorded, fewer than half"
        )
    if set(memory) != {f"{quarter} %" for quarter in QUARTERS}:
        lines.append(
            f"memory is known at {', '.join(memory) or 'no quarter'} alone: the class was graded too fast"
        )
    elif memory["100 %"] > FLAT * memory["25 %"]:
        lines.append(f"memory grew from {memory['25 %']} to {memory['100 %']} bytes")
    lines += [f"outlived a killed grader: {line}" for line in second["survivors"]]
    return lines + [f"left behind: {line}" for line in found["left behind"]] + found["differences"]


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "soak",
        help="grade a large class with graders that are killed again and again",
        description="Make a class of all topics in the mix of a real one, grade it undisturbed, grade a "
        "copy of it with graders that are killed at random moments, and compare.",
        epilog=status.EPILOG.format(found=": a difference, or something left behind"),
    )
    parser.add_argument(
        "--students", type=status.whole(1), default=1000, help="one submission each (default: %(default)s)"
    )
    parser.add_argument(
        "--kills", type=status.whole(0), default=50, help="graders to be killed (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="of class, draws and moments (default: %(default)s)"
    )
    parser.add_argument(
        "--time-limit",
        type=status.seconds,
        default=5.0,
        metavar="SECONDS",
        help="of a cell or check, short since some never end (default: %(default)s)",
    )
    parser.add_argument(
        "--jobs", type=status.whole(0), default=0, help="submissions at once (default: one a core)"
    )
    parser.add_argument(
        "--dir",
        type=status.empty_folder,
        help="an empty folder to work in, which stays (default: a temporary one)",
    )
    parser.add_argument(
        "--write",
        type=status.file_to_write,
        metavar="FILE",
        default=FILE,
        help="where the figures go, as JSON (default: benchmarks/soak.json)",
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    need_fences()
    folder = Path(tempfile.mkdtemp(prefix="soak-")) if args.dir is None else args.dir.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    # Attempts that hold memory are written for this limit; with a larger limit the outcome depends on time.
    memory = str(harness.BOUNDS["memory"] >> 20)
    options = ["--time-limit", f"{args.time_limit:g}", "--jobs", str(args.jobs), "--memory-limit", memory]
    try:
        found = soak(
            folder, args.students, args.kills, args.seed, options, lambda line: print(line, file=sys.stderr)
        )
        args.write.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        print("\n".join(summary(found)))
        return status.FOUND if found["problems"] else status.DONE
    except KeyboardInterrupt:
        print("interrupted: nothing was written", file=sys.stderr)
        return status.INTERRUPTED
    finally:
        if args.dir is None:
            shutil.rmtree(folder)


def summary(found: dict) -> list[str]:
    first, second = found["undisturbed"], found["killed"]
    memory = ", ".join(f"{value / 1e6:.0f} MB at {share}" for share, value in first["bytes"].items())
    return [
        f"{found['students']} submissions: {first['seconds']:.0f} s undisturbed; {second['seconds']:.0f} s "
        f"with {second['kills']} graders killed, {second['while recording']} of them while a result was "
        f"recorded, {second['within a change of the gradebook']} within a change of the gradebook",
        f"the grader's own memory: {memory}",
        "left out of the comparison: "
        + "; ".join(f"{name} ({why})" for name, why in compare.LEFT_OUT.items()),
        *(found["problems"] or ["nothing differs, and nothing is left behind"]),
    ]
