"""`python -m autograder bench --growth`: what grading costs as classes, notebooks, output and suites grow.

The course is the smallest one, of one function (`tests/course`), so that what grows is the grader's own work
and not that of a topic's checks. The largest class is too large to be examined in the time of a benchmark. So
classes are measured twice: as they are examined, up to a thousand submissions; and as results that an earlier
run has kept are recorded, up to ten thousand. For the second, one student's notebook, list of attempts and
kept result are copied under other ids, and `grade` records them: gradebook, notebooks and pages are written.

An exponent is the slope of the logarithm of the cost against that of the size, by least squares: 1 is linear.
What does not grow, as a command's start, makes it smaller, so that of the last two sizes is told too.
"""

import json
import math
import os
import resource
import runpy
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path

from autograder.grading import grade
from autograder.grading.contents import OWN
from autograder.release import release
from autograder.selftest import bank, demo_class
from autograder.selftest.attacks.attacks import versions
from autograder.selftest.bench import CONFIG, commit, environment
from autograder.topics import CODE, ROOT, VARIABLE, exercise_path, module_name

FILE = ROOT / "benchmarks" / "growth.json"
MARKS = ("<!-- growth -->", "<!-- /growth -->")
CONTENT = CODE / "tests" / "course"
TOPIC = "moving-average"
FUNCTION = module_name(TOPIC)
EXAMINED, RECORDED = (100, 300, 1000), (100, 1000, 10_000)
QUICK_EXAMINED, QUICK_RECORDED = (100, 300), (100, 300, 1000)
CELLS, PRINTED, CHECKS = (10, 100, 1000), (10_000, 100_000, 1_000_000), (1, 10, 100)
SAME = 4  # submissions of each size of one submission, graded one at a time
AGAIN = 3  # second runs, of which the median counts
FILES = ("submitted/{}/{}/{}.ipynb", f"{OWN}/results/{{}}/{{}}.json", f"{OWN}/attempts/{{}}/{{}}.json")
LEFT_OUT = "Left out: real topics, whose checks cost more; several topics at once; to examine 10,000."
_CHECK = """
@check(points=1)
def made_{number}(student, rng):
    x = rng.normal(size=8)
    got = array(student.call("{name}", x, 3), "numpy", "wrong values")
    if not np.allclose(got, np.convolve(x, np.full(3, 1 / 3), "valid")):
        raise Unexplained("wrong values")
"""


def exponent(sizes: Iterable[float], costs: Iterable[float]) -> float:
    """Return the slope of log cost against log size, by least squares."""
    points = [(math.log(size), math.log(cost)) for size, cost in zip(sizes, costs, strict=True)]
    x, y = (sum(values) / len(points) for values in zip(*points))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


# -- what is graded -------------------------------------------------------------------------------


def content(folder: Path, checks: int | None = None) -> Path:
    """Copy the course's content to `folder`, released; with `checks`, its suite is made of so many."""
    shutil.copytree(CONTENT, folder, ignore=shutil.ignore_patterns("__pycache__", "_build", "exercises"))
    if checks is not None:
        function = folder / "assignments" / FUNCTION / FUNCTION
        head = "import numpy as np\nfrom autograder.checks.checking import Unexplained, array, check\n"
        made = [_CHECK.format(number=number, name=FUNCTION) for number in range(checks)]
        (function / "checks.py").write_text(head + "".join(made), "utf-8")
        (function / "promises.txt").unlink()
    release.release(root=folder)
    return folder


def write_class(course: Path, root: Path, students: int, added: Iterable[str] = ()) -> None:
    """Write right answers of so many students, with the sources `added` as cells of their own at the end."""
    (course / OWN).mkdir(parents=True, mode=0o700)
    (course / OWN / "seed").write_text("1\n")
    (course / "nbgrader_config.py").write_text(CONFIG)
    # Not of `root`, whose suite may be made here: the wrong answers name checks that it lacks.
    right = next(answer.source for answer in bank.answers(TOPIC, CONTENT) if answer.right)
    notebook = json.loads(exercise_path(TOPIC, root).read_text("utf-8"))
    filled = demo_class.fill(notebook, {FUNCTION: right})
    filled["cells"] += map(demo_class.code, added)
    text = json.dumps(filled)
    for number in range(students):
        path = course / FILES[0].format(_student(number), TOPIC, TOPIC)
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")


def multiply(graded: Path, course: Path, students: int) -> None:
    """Write a class of so many copies of the first student of a graded one, examined and not yet recorded."""
    (course / OWN).mkdir(parents=True, mode=0o700)
    for name in ("nbgrader_config.py", f"{OWN}/seed"):
        shutil.copyfile(graded / name, course / name)
    for number in range(students):
        for form in FILES:
            path = course / form.format(_student(number), TOPIC, TOPIC)
            path.parent.mkdir(parents=True)
            shutil.copyfile(graded / form.format(_student(0), TOPIC, TOPIC), path)


def _student(number: int) -> str:
    return f"student-{number:05d}"


# -- measuring ------------------------------------------------------------------------------------


def command(course: Path, root: Path, *how: str) -> dict:
    """Run a whole `grade` in a process of its own.

    Return its seconds of wall time; of the grader's own process, without those that run student code, seconds
    of processor time ("work") and bytes of memory at most; and what else `_one` prints.
    """
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "autograder.selftest.growth", str(course), *how],
        cwd=CODE,
        env=environment() | {VARIABLE: str(root)},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    seconds = time.perf_counter() - start
    if done.returncode:
        raise RuntimeError(f"grading {course}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return {"seconds": seconds} | json.loads(done.stdout.splitlines()[-1])


def _one(course: str, *how: str) -> None:
    """Grade as the command does, or, if `how` says "stages", one submission at a time; print what it took."""
    found: dict = {}
    if "stages" in how:
        tally = grade.grade(Path(course), [TOPIC], jobs=1, bounds=grade.fences(False), say=None)
        stages = {k: v for k, v in tally.seconds.items() if k not in ("starting", "finishing")}
        found = {"submission": sum(stages.values()) / tally.examined, "stages": stages}
    else:
        sys.argv = ["grade", "grade", "--course", course]
        try:
            runpy.run_module("autograder", run_name="__main__")
        except SystemExit as ended:
            if ended.code:
                raise
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps(found | {"work": used.ru_utime + used.ru_stime, "memory": _most()}))


def _most() -> int:
    """Return the most memory that this process has taken, in bytes.

    Not `ru_maxrss`, which begins with what the process that started this one took.
    """
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM:"))


def _class(course: Path, root: Path, students: int) -> dict:
    """Grade a class that was written, then again without changes."""
    first = command(course, root)
    again = sorted((command(course, root) for _ in range(AGAIN)), key=lambda run: run["seconds"])[AGAIN // 2]
    size = (course / "gradebook.db").stat().st_size
    return {"size": students, "first": first, "again": again, "gradebook": size}


def measure(quick: bool, say: Callable[[str], None]) -> dict:
    """Measure all that the tables show."""
    rows: dict = {
        "date": date.today().isoformat(),
        "commit": commit(),
        "cores": os.cpu_count(),
        "versions": versions(),
        "graded": f"tests/course ({TOPIC}), one function with three checks, one right answer of everybody",
        "left out": LEFT_OUT,
        "load": os.getloadavg()[0],
    }
    with tempfile.TemporaryDirectory(prefix="growth-") as scratch:
        folder = Path(scratch)
        root, numbers = content(folder / "content"), iter(range(1000))

        def fresh() -> Path:
            return folder / f"course-{next(numbers)}"

        one = fresh()
        write_class(one, root, 1)
        command(one, root)
        for kind, sizes in (
            ("examined", QUICK_EXAMINED if quick else EXAMINED),
            ("recorded", QUICK_RECORDED if quick else RECORDED),
        ):
            rows[kind] = []
            for students in sizes:
                course = fresh()
                if kind == "examined":
                    write_class(course, root, students)
                else:
                    multiply(one, course, students)
                rows[kind].append(_class(course, root, students))
                say(f"{students} submissions {kind}: {_line(rows[kind][-1])}")
                shutil.rmtree(course)
        for kind, sizes, added in (
            ("cells", CELLS, lambda size: [f"x{n} = {n}" for n in range(size)]),
            ("printed", PRINTED, lambda size: [_print(size)]),
            ("checks", CHECKS, lambda size: []),
        ):
            rows[kind] = []
            for size in sizes:
                course = fresh()
                mine = content(folder / f"content-{size}", size) if kind == "checks" else root
                write_class(course, mine, SAME, added(size))
                rows[kind].append({"size": size, **command(course, mine, "stages")})
                say(f"{size} {kind}: {1e3 * rows[kind][-1]['submission']:.0f} ms a submission")
    return rows


def _print(size: int) -> str:
    return f"for _ in range({size} // 100):\n    print('x' * 99)"


def _line(row: dict) -> str:
    first, again = row["first"], row["again"]
    return (
        f"{first['seconds']:.1f} s, {first['memory'] / 1e6:.0f} MB; "
        f"again {again['seconds']:.2f} s, {again['memory'] / 1e6:.0f} MB"
    )


# -- what is shown --------------------------------------------------------------------------------

_OF_A_CLASS = (
    ("seconds", lambda row: row["first"]["seconds"], "{:.1f}"),
    ("ms a submission", lambda row: 1e3 * row["first"]["seconds"] / row["size"], "{:.0f}"),
    ("ms of the grader's own process", lambda row: 1e3 * row["first"]["work"] / row["size"], "{:.1f}"),
    ("its memory, MB", lambda row: row["first"]["memory"] / 1e6, "{:.0f}"),
    ("a second run, s", lambda row: row["again"]["seconds"], "{:.2f}"),
    ("its memory, MB", lambda row: row["again"]["memory"] / 1e6, "{:.0f}"),
    ("gradebook, MB", lambda row: row["gradebook"] / 1e6, "{:.2f}"),
)
_OF_ONE = (
    ("ms a submission", lambda row: 1e3 * row["submission"], "{:.0f}"),
    ("the grader's memory, MB", lambda row: row["memory"] / 1e6, "{:.0f}"),
)


def table(rows: dict) -> list[str]:
    """Return the result as Markdown tables."""
    lines = [
        f"How costs grow. Graded: {rows['graded']}; on {rows['cores']} cores, load {rows['load']:.1f} as it "
        f"began; {rows['date']}, {rows['commit']}. {rows['left out']} Seconds are of whole commands. An "
        "exponent is the slope of log cost against log size, over all sizes and over the last two."
    ]
    for kind, head, columns in (
        ("examined", "submissions, examined", _OF_A_CLASS),
        ("recorded", "submissions, recorded from kept results", _OF_A_CLASS),
        ("cells", "cells added to a notebook", _OF_ONE),
        ("printed", "bytes printed by a notebook", _OF_ONE),
        ("checks", "checks of a suite", _OF_ONE),
    ):
        lines += ["", *_of(head, rows[kind], columns)]
    return lines


def _of(head: str, found: list[dict], columns) -> list[str]:
    """Return a table with a line for each size, and two of exponents."""
    cells = [[head, *(name for name, _, _ in columns)], ["---"] * (len(columns) + 1)]
    cells += [[f"{row['size']:,}", *(form.format(value(row)) for _, value, form in columns)] for row in found]
    for name, part in (("exponent", found), ("of the last two", found[-2:])):
        sizes = [row["size"] for row in part]
        slopes = [exponent(sizes, [value(row) for row in part]) for _, value, _ in columns]
        cells.append([name, *(f"{slope:.2f}" for slope in slopes)])
    return [f"| {' | '.join(line)} |" for line in cells]


if __name__ == "__main__":
    _one(*sys.argv[1:])
