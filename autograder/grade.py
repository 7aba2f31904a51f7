"""`python -m autograder grade`: a class, from submitted notebooks to scores and pages.

Student code runs in processes of its own and is examined from outside (`examine`); this
process decides the points and is the only one that writes the gradebook.
"""

import argparse
import json
import os
import secrets
import sys
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path

from autograder import checking, sandbox
from autograder.confine import Bounds
from autograder.examine import Limits, Nursery, examine
from autograder.feedback import clean
from autograder.rebuild import CHECK, Script, rebuild
from autograder.release import write_sources
from autograder.results import CheckResult, Graded
from autograder.topics import known, source_notebook_path, topics as all_topics


class CourseError(Exception):
    """The course folder cannot be graded; the text says what was found and expected."""


def submissions(course: Path, topics: list[str], students: list[str] | None = None) -> list[tuple[str, str, Path]]:
    """(student, topic, folder) of everything handed in, in order."""
    submitted = course / "submitted"
    if not submitted.is_dir():
        raise CourseError(f"{submitted}: no such folder; submissions are expected in "
                          "submitted/STUDENT/TOPIC/TOPIC.ipynb")  # fmt: skip
    everyone = sorted(p.name for p in submitted.iterdir() if p.is_dir() and not p.name.startswith("."))
    for name in [n for n in everyone if n != clean(n)]:
        print(f"{submitted}: the folder {name!r} is left out: a student's name holds no control characters",
              file=sys.stderr)  # fmt: skip
        everyone.remove(name)
    unknown = sorted(set(students or ()) - set(everyone))
    if unknown:
        raise CourseError(f"{submitted}: no folder for {', '.join(unknown)}")
    found = [
        (student, topic, submitted / student / topic)
        for topic in topics
        for student in everyone
        if (students is None or student in students) and (submitted / student / topic).is_dir()
    ]
    if not found:
        raise CourseError(f"{submitted}: nothing handed in for {', '.join(topics)}")
    return found


def course_seed(course: Path) -> int:
    """The seed of the course's draws: drawn once, kept in the course, readable by its owner alone."""
    path = course / ".autograder" / "seed"
    if not path.exists():
        path.parent.mkdir(mode=0o700, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(f"{secrets.randbits(63)}\n")
    text = path.read_text().strip()
    if not text.isdigit():
        raise CourseError(f"{path}: found {text[:40]!r}, expected a whole number")
    return int(text)


def grade_one(student: str, topic: str, folder: Path, source: dict, nursery: Nursery, seed: int,
              limits: Limits) -> Graded:  # fmt: skip
    """One submission, whatever is in it."""
    script = rebuild(source, folder, student, topic)
    if script.invalid:
        return _unread(script)
    graded = examine(script, nursery, seed, limits)
    return replace(graded, results=_in_order(topic, graded.results))


def _in_order(topic: str, results: list[CheckResult]) -> list[CheckResult]:
    """In the order of the assignment, wherever in a notebook the checks stood."""
    order = {c.id: n for n, c in enumerate(checking.suite(topic).checks)}
    return sorted(results, key=lambda r: order[r.check])


def _unread(script: Script) -> Graded:
    """No cell can be run: every check gets the same verdict, and the reason in words."""
    verdict = "missing" if "holds no notebook" in script.invalid else "invalid"
    message = f"Nothing could be graded: {script.invalid}."
    results = [
        CheckResult(script.topic, c.id, f"check-{c.function}", 0.0, c.points, verdict, message)
        for c in checking.suite(script.topic).checks
    ]
    return Graded(script.student, script.topic, results, [], [*script.notes, message])


def grade(course: Path, topics: list[str], *, students=None, jobs: int = 0, limits: Limits = Limits(),
          bounds: Bounds | None = Bounds(), say=print) -> tuple[list[Graded], int]:  # fmt: skip
    """Grade a class and record it; returns what was graded and how often the grader failed.

    Without `bounds`, student code runs with the rights of this process.
    """
    from autograder.record import Gradebook, write_feedback, write_verdicts

    work = submissions(course, topics, students)
    write_sources()
    sources = {t: json.loads(source_notebook_path(t).read_text("utf-8")) for t in topics}
    for topic, source in sources.items():
        _points_agree(topic, source)
    seed, done, failures = course_seed(course), [], 0
    with Nursery(bounds) as nursery, Gradebook(course) as book, _Progress(len(work), say) as progress:
        for topic in topics:
            book.add_topic(topic)
        pool = ThreadPoolExecutor(jobs or os.cpu_count() or 1)
        waiting = {
            pool.submit(grade_one, s, t, folder, sources[t], nursery, seed, limits): (s, t)
            for s, t, folder in work
        }
        try:
            for future in as_completed(waiting):
                student, topic = waiting[future]
                try:
                    graded = future.result()
                    book.record(graded)
                    write_feedback(course, graded)
                except Exception:  # noqa: BLE001 - told, counted in the exit status, never hidden
                    failures += 1
                    print(f"{student!r}, {topic}: the grader failed", file=sys.stderr)
                    traceback.print_exc()
                    continue
                done.append(graded)
                progress.step(graded)
        finally:  # also when interrupted: what was graded is on record
            pool.shutdown(wait=True, cancel_futures=True)
            done.sort(key=lambda g: (topics.index(g.topic), g.student))
            write_verdicts(course, done)
            book.export_csv()
    return done, failures


def _points_agree(topic: str, source: dict) -> None:
    """The notebook's points and the checks' are two statements of one thing."""
    for cell in source["cells"]:
        said = cell["metadata"].get("nbgrader", {})
        if said.get("grade") and said.get("locked"):
            function = said["grade_id"].removeprefix(CHECK)
            given = sum(c.points for c in checking.suite(topic).of(function))
            if given != said["points"]:
                raise CourseError(f"solutions of {topic}: cell {said['grade_id']!r} has {said['points']:g} "
                                  f"points, the checks of {function} give {given:g}")  # fmt: skip


class _Progress:
    """A bar with counts and time left on a terminal, a line a submission otherwise."""

    def __init__(self, total: int, say):
        self._say, self._count, self._total, self._bar = say, 0, total, None
        if sys.stderr.isatty():
            from tqdm import tqdm

            self._bar = tqdm(total=total, unit="notebook", file=sys.stderr)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        if self._bar is not None:
            self._bar.close()

    def step(self, graded: Graded) -> None:
        self._count += 1
        if self._bar is not None:
            self._bar.update()
        elif self._say is not None:
            self._say(f"[{self._count}/{self._total}] {graded.student} {graded.topic}: {summary(graded)}")


def summary(graded: Graded) -> str:
    """A submission's score and the count of each verdict, in one line."""
    got, most = (sum(getattr(r, f) for r in graded.results) for f in ("points", "max_points"))
    verdicts = Counter(r.verdict for r in graded.results)
    return f"{got:g}/{most:g} points, " + ", ".join(f"{n} {v}" for v, n in verdicts.most_common())


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "grade", help="grade a class",
        description="Read COURSE/submitted/STUDENT/TOPIC/TOPIC.ipynb; write COURSE/gradebook.db, "
        "grades.csv, verdicts.jsonl and feedback/STUDENT/TOPIC/TOPIC.html.",
    )  # fmt: skip
    parser.add_argument("topic", nargs="*", help="only these topics (all by default)")
    parser.add_argument("--course", type=Path, required=True, help="the course folder")
    parser.add_argument("--student", action="append", metavar="ID", help="only this student (may be repeated)")
    parser.add_argument("--jobs", type=int, default=0, help="submissions at once (default: one a core)")
    parser.add_argument("--time-limit", type=float, default=Limits.seconds, metavar="SECONDS",
                        help="wall time of one cell or one check (default: %(default)s)")  # fmt: skip
    parser.add_argument("--memory-limit", type=int, default=Bounds.memory >> 20, metavar="MIB",
                        help="memory that student code may take (default: %(default)s)")  # fmt: skip
    parser.add_argument("--unsafe", action="store_true",
                        help="grade even where student code cannot be fenced in: it then has your rights")  # fmt: skip
    parser.set_defaults(run=run)
    return parser


def fences(unsafe: bool, **limits) -> Bounds | None:
    """The bounds of this machine's sandbox; `CourseError`, naming what is missing, unless `unsafe`."""
    absent = sandbox.missing()
    if not absent:
        return Bounds(**limits)
    if not unsafe:
        raise CourseError("student code cannot be fenced in here:\n  " + "\n  ".join(absent)
                          + "\ngive --unsafe to grade all the same, if you trust the notebooks")  # fmt: skip
    print("warning: student code is not fenced in: " + "; ".join(absent), file=sys.stderr)
    return None


def run(args: argparse.Namespace) -> int:
    try:
        topics = [known(t) for t in args.topic] or all_topics()
        if not (args.course / "submitted").is_dir():  # told before all else
            submissions(args.course, topics, args.student)
        bounds = fences(args.unsafe, memory=args.memory_limit << 20, cpu=round(2 * args.time_limit) + 30)
        done, failures = grade(args.course, topics, students=args.student, jobs=args.jobs,
                               limits=Limits(seconds=args.time_limit), bounds=bounds)  # fmt: skip
    except (CourseError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: what was graded so far is in the gradebook; run it again to go on", file=sys.stderr)
        return 130
    print(f"{len(done)} submissions graded; scores are in {args.course / 'grades.csv'}")
    if failures:
        print(f"the grader failed on {failures} more (see above)", file=sys.stderr)
    return 1 if failures else 0
