"""`embedding-course check NOTEBOOK`: one notebook, graded where it lies, for whoever wrote it.

The notebook goes the way of a submission (intake, sandbox, examination), and nothing is kept of it: no
gradebook, no attempt. The draws are the same each time, so the same work gets the same answer.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

from autograder import files, messages, status
from autograder.cells import tags
from autograder.checks import loading
from autograder.execution import bwrap
from autograder.execution.channel import Limits
from autograder.execution.examine import examine
from autograder.execution.forkserver import ForkServer
from autograder.execution.steps import Script
from autograder.grading import feedback, intake
from autograder.grading.telling import Said, built_book, link, said
from autograder.release import solutions
from autograder.release.solutions import SOLUTION
from autograder.results import CheckResult, Graded, refer
from autograder.sandboxed.echo import clean
from autograder.sandboxed.jail import Bounds
from autograder.topics import (
    ROOT,
    UnknownName,
    exercise_path,
    known,
    near,
    solution_path,
    topics as all_topics,
)

STUDENT = "you"
WIDTH = 88
RENEWS = 2  # seconds after which a browser reads a watched notebook's page again
POLL = 0.1  # seconds between two looks at a watched file
_COLOURS = {"right": "32", "partial": "33", "failed": "31", "strong": "1", "soft": "2"}


class CannotCheck(ValueError):
    """A file that cannot be checked; the text says why."""


def check(
    path: Path,
    topic: str = "",
    seed: int = 0,
    limits: Limits = Limits(),
    unfenced: bool = False,
    function: str = "",
) -> Graded:
    """Grade the notebook at `path`, or one function of it.

    Raise `CannotCheck` if it cannot be read, or is of no assignment, and `UnknownName` for a function that
    the assignment does not have.
    """
    script = script_of(path, topic)
    functions = list(dict.fromkeys(c.function for c in script.suite.checks))
    if function and function not in functions:
        raise _unknown(script.topic, function, functions)
    only = {c.id for c in script.suite.of(function)} if function else None
    with ForkServer(None if unfenced else Bounds()) as fork_server:
        return _examined(script, fork_server, seed, limits, only)


def watched(
    path: Path, topic: str = "", seed: int = 0, limits: Limits = Limits(), unfenced: bool = False
) -> Iterator[Graded | CannotCheck]:
    """Yield what comes of the notebook now, and again after each save: graded, or why it cannot be.

    The processes stay warm in between, so a verdict takes as long as the notebook's cells and checks.
    """
    with ForkServer(None if unfenced else Bounds()) as fork_server:
        before = None
        while True:
            while (now := _stamp(path)) == before:
                time.sleep(POLL)
            before = now
            try:
                yield _examined(script_of(path, topic), fork_server, seed, limits)
            except CannotCheck as error:
                yield error


def _stamp(path: Path) -> tuple[int, int]:
    """Return what changes when a file is saved; zeros if there is none, as for a moment while one is."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


def script_of(path: Path, topic: str = "") -> Script:
    """Return the steps of the notebook at `path`. Raise `CannotCheck` if there are none."""
    if not path.is_file():
        raise CannotCheck(f"{path}: there is no such notebook")
    topic = known(topic) if topic else topic_of(path)
    suite, source = loading.suite(topic), json.loads(exercise_path(topic).read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        shutil.copyfile(path, Path(folder) / f"{topic}.ipynb")
        script = intake.rebuild(source, Path(folder), STUDENT, suite)
    if script.invalid:
        raise CannotCheck(f"{path}: {script.invalid}")
    return script


def _examined(
    script: Script, fork_server: ForkServer, seed: int, limits: Limits, only: set[str] | None = None
) -> Graded:
    graded = examine(script, fork_server, seed, limits, only)
    order = {check.id: number for number, check in enumerate(script.suite.checks)}
    graded.results = refer(sorted(graded.results, key=lambda r: order[r.check]))
    graded.attempt = None
    return graded


def topic_of(path: Path) -> str:
    """Return the topic of a notebook: that of its name, or the one whose cells it has.

    Raise `CannotCheck`, naming the topics, for any other notebook.
    """
    names = all_topics()
    if path.stem in names:
        return path.stem
    mine = _cells(path)
    shared = {topic: len(mine & _cells(exercise_path(topic))) for topic in names}
    best = max(shared, key=lambda topic: shared[topic], default="")
    if best and shared[best] > 0:
        return best
    raise CannotCheck(
        f"{path}: it has no cell of an assignment, and its name is none of {', '.join(names)}; "
        "name the assignment with --topic"
    )


def _cells(path: Path) -> set[str]:
    """Return the names of a notebook's cells that only its own assignment has; none if it cannot be read."""
    try:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        found = {cell["metadata"]["nbgrader"]["grade_id"] for cell in cells if "nbgrader" in cell["metadata"]}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return set()
    return {name for name in found if isinstance(name, str)} - {"setup", "summary", "last", "identity"}


# -- on a terminal --------------------------------------------------------------------------------


def text(graded: Graded, book: str = "", colour: bool = False) -> str:
    """Return what a learner reads: the functions first, then what is not right yet, in parts."""

    def paint(kind: str, words: str) -> str:
        return f"\x1b[{_COLOURS[kind]}m{words}\x1b[0m" if colour else words

    functions: dict[str, list[CheckResult]] = {}
    for result in graded.results:
        functions.setdefault(result.check.partition(".")[0], []).append(result)
    earned, possible = _points(graded.results)
    lines = [paint("strong", f"{graded.topic}: {earned} of {possible} points"), ""]
    width = max(map(len, functions), default=0)
    for name, results in functions.items():
        got, most = _points(results)
        kind = "right" if got == most else "partial" if float(got) else "failed"
        mark = {"right": "✓", "partial": "·", "failed": "✗"}[kind]
        lines.append(f"  {paint(kind, mark)} {name:{width}}  {got} of {most}")
    for note in graded.notes:
        lines += ["", *_wrapped(f"About your notebook: {clean(note)}")]
    for name, results in functions.items():
        alike: dict[tuple, list[CheckResult]] = {}  # a function that is missing fails every check alike
        for result in results:
            if result.verdict != "right":
                alike.setdefault((result.verdict, result.message, result.begin_with), []).append(result)
        for first, *others in alike.values():
            checks = ", ".join(r.check.removeprefix(f"{name}.") for r in (first, *others))
            head = f"{name}, {checks}: {messages.VERDICTS[first.verdict]}"
            lines += ["", paint("strong", head), *_told(said(first), book, paint)]
    return "\n".join(lines)


def _told(parts: Said, book: str, paint) -> list[str]:
    lines = _wrapped(clean(parts.sentence))
    if parts.paste:
        lines += ["", *(f"      {line}" for line in clean(parts.paste).split("\n")), ""]
        lines += _wrapped(clean(parts.happens))
    if parts.begin_with:
        lines += _wrapped(f"Begin with {clean(parts.begin_with)}: the reason may be the same.")
    if parts.address:
        lines += [f"  Read “{parts.title}”:", f"  {paint('soft', link(parts.address, book))}"]
    return lines


def _wrapped(words: str) -> list[str]:
    return textwrap.wrap(
        words,
        WIDTH,
        initial_indent="  ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _points(results: list[CheckResult]) -> tuple[str, str]:
    return (
        feedback.points(sum(r.points for r in results)),
        feedback.points(sum(r.max_points for r in results)),
    )


def solution(topic: str, function: str) -> str:
    """Return the cell that solves a function. Raise `UnknownName`, listing the functions that there are."""
    found = {
        said.grade_id: "\n".join(x for x in cell.node["source"].split("\n") if x.strip(" #") not in SOLUTION)
        for cell in solutions.read(solution_path(topic))
        if (said := tags(cell.node)).role == "solution"
    }
    if function not in found:
        raise _unknown(topic, function, list(found))
    return found[function].strip() + "\n"


def _unknown(topic: str, function: str, functions: list[str]) -> UnknownName:
    listed = ", ".join(functions)
    return UnknownName(
        f"{topic} has no function {function!r}; its functions are: {listed}{near(function, functions)}"
    )


# -- the command ----------------------------------------------------------------------------------


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "check",
        help="grade one notebook of your own, and say what is not right yet",
        description="Grade one notebook where it lies, in the sandbox, and print what a student would read. "
        "Nothing is kept.",
        epilog=status.EPILOG.format(found=": a check that is not right yet"),
    )
    parser.add_argument("notebook", type=Path, help="the notebook, saved")
    parser.add_argument("--topic", default="", help="the assignment (default: that of its name or cells)")
    parser.add_argument("--html", type=status.file_to_write, metavar="FILE", help="write the page too")
    parser.add_argument(
        "--watch",
        action="store_true",
        help="check again whenever the notebook is saved, until Ctrl-C; the page of --html renews itself",
    )
    parser.add_argument(
        "--book",
        default="",
        metavar="ADDRESS",
        help="address or folder of the built book, for links (default: the one built beside the course)",
    )
    parser.add_argument(
        "--solution", metavar="FUNCTION", help="print the reference solution of a function, and grade nothing"
    )
    parser.add_argument("--seed", type=status.whole(0), default=0, help="of all draws (default: %(default)s)")
    parser.add_argument(
        "--time-limit",
        type=status.seconds,
        default=Limits.seconds,
        metavar="SECONDS",
        help="wall time of one cell or one check (default: %(default)s)",
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    try:
        if args.solution:
            topic = known(args.topic) if args.topic else topic_of(args.notebook)
            print(solution(topic, args.solution), end="")
            return status.DONE
        absent = bwrap.missing()
        if absent:
            print(f"your code runs unfenced, with your rights: {absent[0]}", file=sys.stderr)
        how = (args.notebook, args.topic, args.seed, Limits(seconds=args.time_limit), bool(absent))
        if args.watch:
            return _watch(args, watched(*how))
        graded = check(*how)
    except CannotCheck as error:
        print(clean(str(error)), file=sys.stderr)
        return status.REFUSED
    _tell(graded, args)
    return status.DONE if all(r.verdict == "right" for r in graded.results) else status.FOUND


def _watch(args: argparse.Namespace, found: Iterator[Graded | CannotCheck]) -> int:
    """Tell what comes of each save, until the user ends it."""
    try:
        for number, graded in enumerate(found):
            print("\x1b[2J\x1b[H" if sys.stdout.isatty() else "\n" * bool(number), end="")
            if isinstance(graded, CannotCheck):
                print(clean(str(graded)))
            else:
                _tell(graded, args)
            print(f"\nwaiting for {args.notebook} to be saved again; Ctrl-C ends it", flush=True)
    except KeyboardInterrupt:
        print()
    return status.DONE


def _tell(graded: Graded, args: argparse.Namespace) -> None:
    book = args.book or built_book(ROOT)
    print(text(graded, book, colour=sys.stdout.isatty() and not os.environ.get("NO_COLOR")))
    if args.html:
        page = feedback.render(graded, book=book, renews=RENEWS if args.watch else 0)
        files.put_text(args.html, page)
        print(f"\nthe page: {args.html}")
