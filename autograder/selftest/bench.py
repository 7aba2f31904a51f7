"""`python -m autograder bench`: this grader beside stock nbgrader, on the same class in the same run.

The class is honest: each student has other right answers of the bank, and every fourth student has two wrong
answers. Stock nbgrader and this grader grade it in turn, several rounds; the times of whole commands are
compared, from start to last score.

The cost of a submission is then measured for each topic, in processor time of a whole command's processes,
and related to a fixed loop timed in the same run: the ratio can be compared across days and machines. Beside
it stand stock nbgrader's seconds for such submissions, and how many times as fast a grader could be at most
that did nothing but run the cells and checks themselves, on all cores.
"""

import argparse
import csv
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from autograder import status
from autograder.execution import processes
from autograder.grading import course as courses
from autograder.grading.contents import GRADES, OWN
from autograder.grading.grade import fences, grade, need_fences
from autograder.selftest import bank
from autograder.selftest.demo_class import fill
from autograder.topics import CODE, ROOT, exercise_path, known, topics as all_topics

TOPICS = ("lookup", "scatter-add")
WORK_STUDENTS = 3  # of each topic's class: without a fourth, all have right answers
README = ROOT / "autograder" / "README.md"
MARKS = ("<!-- bench -->", "<!-- /bench -->")
CONFIG = f'c = get_config()\nload_subconfig("nbgrader_config.py", path={str(ROOT)!r})\n'


def write_class(course: Path, students: int, topics=TOPICS) -> None:
    """Write honest submissions in nbgrader's layout; the same for the same numbers, and so are the draws."""
    (course / OWN).mkdir(parents=True, mode=0o700)
    (course / OWN / "seed").write_text("1\n")
    (course / "nbgrader_config.py").write_text(CONFIG)
    for topic in topics:
        notebook = json.loads(exercise_path(topic).read_text("utf-8"))
        right: dict[str, list] = {}
        wrong: dict[str, list] = {}
        for answer in bank.answers(topic):
            (right if answer.right else wrong).setdefault(answer.function, []).append(answer.source)
        functions = list(right)
        for number in range(students):
            chosen = {f: sources[number % len(sources)] for f, sources in right.items()}
            if number % 4 == 3:
                for function in (
                    functions[number % len(functions)],
                    functions[(number + 2) % len(functions)],
                ):
                    chosen[function] = wrong[function][number % len(wrong[function])]
            folder = course / "submitted" / f"student-{number:04d}" / topic
            folder.mkdir(parents=True)
            (folder / f"{topic}.ipynb").write_text(json.dumps(fill(notebook, chosen), indent=1), "utf-8")


def scores(course: Path) -> dict[tuple[str, str], float]:
    """Map (topic, student) to the score, by the export."""
    with open(course / GRADES, encoding="utf-8-sig", newline="") as file:
        return {(r["assignment"], r["student_id"]): float(r["score"]) for r in csv.DictReader(file)}


def stock(course: Path, topics=TOPICS) -> float:
    """Return the seconds of `nbgrader autograde` over the class, one process a topic, as in practice.

    It draws with the course's seed, as this grader does: what a wrong answer loses may depend on the draws.
    """
    seeded = environment() | {"AUTOGRADER_SEED": str(courses.seed(course))}

    def nbgrader(*arguments):
        _run([str(Path(sys.executable).with_name("nbgrader")), *arguments], course, seeded)

    for topic in topics:
        nbgrader("generate_assignment", topic)
    start = time.perf_counter()
    for topic in topics:
        nbgrader("autograde", topic)
    seconds = time.perf_counter() - start
    nbgrader("export")
    return seconds


def ours(course: Path, topics=TOPICS, jobs: int = 0) -> dict:
    """Return the seconds of a whole `python -m autograder grade` over the class, with its own stages."""
    start = time.perf_counter()
    said = _run([sys.executable, "-m", "autograder.selftest.bench", str(course), str(jobs), *topics], CODE)
    return json.loads(said.splitlines()[-1]) | {"seconds": time.perf_counter() - start}


def _one(course: Path, jobs: int, topics: list[str]) -> None:
    """Grade as the command line does, and print where the time went as the last line."""
    start, spent = time.perf_counter(), []

    def count(line: str) -> None:
        """Note the processor time, when the fork server is ready and after each submission."""
        spent.append(_spent())

    tally = grade(course, topics, jobs=jobs, bounds=fences(False), say=count if jobs == 1 else None)
    print(
        json.dumps(
            {
                "grading": time.perf_counter() - start,
                "examined": tally.examined,
                "failures": tally.failures,
                "stages": dict(tally.seconds),
                "work": spent[-1] - spent[0] if spent else None,
            }
        )
    )


def _spent() -> float:
    """Return the processor time of this process and all its descendants, in seconds, also of ended ones."""
    ticks = sum(
        sum(map(int, about[11:15])) for about in map(processes.stat, processes.tree(os.getpid())) if about
    )
    return ticks / os.sysconf("SC_CLK_TCK")


def environment() -> dict[str, str]:
    """Return the environment of a measured command: Python keeps compiled modules, as it does by default.

    Otherwise each start compiles the grader anew, which is a quarter of a second run of a class.
    """
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _run(command: list[str], folder: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env=env or environment(),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


@contextmanager
def watched(every: float = 0.25):
    """Yield a one-item list: the largest memory that this process's children took together, in bytes.

    Shared pages are counted once (proportional set size), so that forks do not count double.
    """
    most, stop = [0], threading.Event()

    def watch():
        while not stop.wait(every):
            below = processes.tree(os.getpid()).keys() - {os.getpid()}
            most[0] = max(most[0], sum(processes.proportional(pid, b"Pss") for pid in below))

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield most
    finally:
        stop.set()
        thread.join()


def loop() -> float:
    """Return the processor time, in seconds, of fixed work in plain Python and in NumPy, on one core."""
    import numpy as np

    start, rng, total = time.process_time(), np.random.default_rng(0), 0
    for n in range(1_000_000):
        total += n * n % 7
    rows = rng.integers(0, 1000, 200_000)
    table = rng.standard_normal((1000, 32))
    for _ in range(5):
        np.add.at(np.zeros_like(table), rows, np.sort(table[rows], axis=1))
    return time.process_time() - start


def work(topics: Iterable[str], say, students: int = WORK_STUDENTS) -> dict:
    """Measure what a right submission of each topic costs, in seconds, and the loop.

    "each" has the processor time of this grader; "limits" the wall time of stock nbgrader ("stock"), of this
    grader on all cores without its start ("ours"), and of the submission's own cells and checks ("own").
    """
    each: dict[str, float] = {}
    limits: dict[str, dict[str, float]] = {}
    loops = [loop()]
    for topic in topics:
        with tempfile.TemporaryDirectory(prefix="bench-") as scratch:
            folders = [Path(scratch) / name for name in ("alone", "together", "stock")]
            for course in folders:
                write_class(course, students, [topic])
            alone, together = ours(folders[0], [topic], jobs=1), ours(folders[1], [topic])
            each[topic] = alone["work"] / students
            steady = together["grading"] - together["stages"]["starting"] - together["stages"]["finishing"]
            limits[topic] = {
                "stock": stock(folders[2], [topic]) / students,
                "ours": steady / students,
                "own": (alone["stages"]["cells"] + alone["stages"]["checks"]) / students,
            }
        loops.append(loop())
        say(
            f"{topic}: {1e3 * each[topic]:.0f} ms of work for a submission; seconds of stock nbgrader "
            f"{limits[topic]['stock']:.2f}, of this grader {limits[topic]['ours']:.2f}"
        )
    return {"each": each, "limits": limits, "loop": statistics.median(loops)}


def commit() -> str:
    """Return the commit that is measured, and whether the code differs from it."""
    named = subprocess.run(
        ["git", "describe", "--always", "--dirty=, with changes", "--exclude=*"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    return f"commit {named.stdout.strip()}" if named.returncode == 0 else "no commit"


def measure(students: int, rounds: int, large: int, topics, say) -> dict:
    """Measure all that the table shows. Each course is made anew, so nothing is kept from another."""
    rows: dict = {
        "stock": [],
        "ours": [],
        "alone": [],
        "students": students,
        "topics": list(topics),
        "large": large,
        "cores": os.cpu_count(),
        "date": date.today().isoformat(),
        "commit": commit(),
    }
    with tempfile.TemporaryDirectory(prefix="bench-") as scratch:
        numbers = iter(range(1000))

        def fresh(number=students):
            course = Path(scratch) / f"course-{next(numbers)}"
            write_class(course, number, topics)
            return course

        for n in range(rounds):
            theirs, mine, alone = fresh(), fresh(), fresh()
            rows["stock"].append(stock(theirs, topics))
            rows["ours"].append(ours(mine, topics))
            rows["alone"].append(ours(alone, topics, jobs=1))
            rows["same scores"] = scores(theirs) == scores(mine) == scores(alone)
            say(
                f"round {n + 1} of {rounds}: stock {rows['stock'][-1]:.1f} s, "
                f"this grader {rows['ours'][-1]['seconds']:.1f} s"
            )
            for course in (theirs, mine, alone):
                shutil.rmtree(course)
        for name, number in (("small", students), ("big", large)):
            course = fresh(number)
            with watched() as most:
                rows[name] = ours(course, topics)
            rows[name]["memory"] = most[0]
            rows[name]["again"] = ours(course, topics)["seconds"]
            say(
                f"{number} students: {rows[name]['seconds']:.1f} s, {most[0] / 1e6:.0f} MB at most; "
                f"again {rows[name]['again']:.2f} s"
            )
            shutil.rmtree(course)
    rows["work"] = work(all_topics(), say)
    return rows


def table(rows: dict) -> list[str]:
    """Return the result as a Markdown table."""
    count = rows["students"] * len(rows["topics"])
    mid = statistics.median
    theirs, mine = mid(rows["stock"]), mid(r["seconds"] for r in rows["ours"])
    ratio = mid(a / b["seconds"] for a, b in zip(rows["stock"], rows["ours"]))
    stages = {s: mid(r["stages"].get(s, 0.0) for r in rows["alone"]) for s in rows["alone"][0]["stages"]}
    starting, finishing = stages.pop("starting"), stages.pop("finishing")
    working = sum(stages.values())
    beyond = mid(
        (r["grading"] - r["stages"]["starting"] - r["stages"]["cells"] - r["stages"]["checks"]) / count
        for r in rows["alone"]
    )
    lines = [
        f"{count} honest submissions ({rows['students']} students, {' and '.join(rows['topics'])}), "
        f"{len(rows['ours'])} round{'s' * (len(rows['ours']) > 1)} in turn on {rows['cores']} cores, "
        "medians of whole commands; "
        f"{rows['date']}, {rows['commit']}. The last cell of a notebook builds nothing on either side.",
        "",
        "| | stock `nbgrader autograde` | `python -m autograder grade` |",
        "| --- | --- | --- |",
        f"| seconds for the class | {theirs:.1f} | {mine:.1f} |",
        f"| submissions a second | {count / theirs:.2f} | {count / mine:.2f} |",
        f"| throughput, round by round | 1 | {ratio:.1f} |",
        f"| same scores | | {'yes' if rows['same scores'] else 'NO'} |",
        "",
        f"One at a time (`--jobs 1`) a submission takes {1e3 * working / count:.0f} ms of work: "
        + ", ".join(f"{name} {100 * value / working:.0f} %" for name, value in stages.items())
        + f". Recording overlaps with the next one, so {1e3 * beyond:.0f} ms pass beyond its own cells and "
        f"checks. Starting takes {starting:.1f} s and finishing {finishing:.1f} s, once.",
        "",
        "| students | submissions | seconds | memory at most | a second run |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, number in (("small", rows["students"]), ("big", rows["large"])):
        r = rows[name]
        lines.append(
            f"| {number} | {number * len(rows['topics'])} | {r['seconds']:.1f} "
            f"| {r['memory'] / 1e6:.0f} MB | {r['again']:.2f} s |"
        )
    return lines + work_table(rows["work"], rows["cores"])


def work_table(found: dict, cores: int) -> list[str]:
    """Return the cost of a submission of each topic, measured on so many cores, as Markdown tables."""
    return [
        "",
        "Processor time of a right submission, all processes together, beside that of a fixed loop in the "
        f"same run ({1e3 * found['loop']:.0f} ms): the ratio can be compared with another run's.",
        "",
        "| topic | work | of the loop |",
        "| --- | --- | --- |",
        *(
            f"| {topic} | {1e3 * seconds:.0f} ms | {seconds / found['loop']:.2f} |"
            for topic, seconds in found["each"].items()
        ),
        "",
        f"Seconds for one of {WORK_STUDENTS} right submissions: stock nbgrader's, its start included; this "
        "grader's on all cores, its start left out; the submission's own cells and checks, one at a time. "
        "*At most*: how many times as fast as stock a grader would be that did only these, on all cores.",
        "",
        "| topic | stock | this grader | own | times stock | at most |",
        "| --- | --- | --- | --- | --- | --- |",
        *(
            f"| {topic} | {s['stock']:.2f} | {s['ours']:.2f} | {s['own']:.2f} "
            f"| {s['stock'] / s['ours']:.1f} | {s['stock'] / s['own'] * cores:.1f} |"
            for topic, s in found["limits"].items()
        ),
    ]


def into_readme(lines: list[str], path: Path = README, marks: tuple[str, str] = MARKS) -> None:
    """Put the table between the marks of the grader's README."""
    text = path.read_text("utf-8")
    head, _, rest = text.partition(marks[0])
    _, mark, tail = rest.partition(marks[1])
    if not mark:
        raise ValueError(f"{path}: expected the lines {marks[0]} and {marks[1]}")
    path.write_text(f"{head}{marks[0]}\n" + "\n".join(lines) + f"\n{marks[1]}{tail}", "utf-8")


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "bench",
        help="time this grader beside stock nbgrader",
        epilog=status.EPILOG.format(found=": scores that differ"),
    )
    parser.add_argument(
        "--students", type=status.whole(1), default=40, help="of the class compared (default: %(default)s)"
    )
    parser.add_argument(
        "--rounds",
        type=status.whole(1),
        default=3,
        help="each grader grades it so often (default: %(default)s)",
    )
    parser.add_argument(
        "--large",
        type=status.whole(1),
        default=500,
        help="students of a large class, for time and memory (default: %(default)s, "
        "so a thousand submissions)",
    )
    parser.add_argument(
        "--growth",
        action="store_true",
        help="instead, measure how costs grow with a class, a notebook, its output and its checks, into "
        "benchmarks/growth.json",
    )
    parser.add_argument(
        "--quick", action="store_true", help="with --growth: up to 1,000 submissions, and write no file"
    )
    parser.add_argument("--readme", action="store_true", help="put the result into autograder/README.md")
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    need_fences()
    if args.quick and not args.growth:
        raise courses.CourseError("--quick goes with --growth")
    if args.growth:
        return _growth(args)
    topics = [known(t) for t in TOPICS]
    rows = measure(args.students, args.rounds, args.large, topics, lambda line: print(line, file=sys.stderr))
    folder = ROOT / "_build" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "result.json").write_text(json.dumps(rows, indent=1))
    lines = table(rows)
    print("\n".join(lines))
    if args.readme:
        into_readme(lines)
    return status.DONE if rows["same scores"] else status.FOUND


def _growth(args: argparse.Namespace) -> int:
    from autograder.selftest import growth  # it measures with this module's helpers

    rows = growth.measure(args.quick, lambda line: print(line, file=sys.stderr))
    if not args.quick:
        growth.FILE.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    lines = growth.table(rows)
    print("\n".join(lines))
    if args.readme:
        into_readme(lines, marks=growth.MARKS)
    return status.DONE


if __name__ == "__main__":
    _one(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
