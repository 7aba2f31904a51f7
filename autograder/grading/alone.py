"""One notebook, graded where it lies, for whoever wrote it (the command: `check`).

The notebook goes the way of a submission (intake, sandbox, examination), and nothing is kept of it: no
gradebook, no attempt. The draws are the same each time, so the same work gets the same answer.
"""

import json
import shutil
import tempfile
import textwrap
from dataclasses import replace
from pathlib import Path

from autograder import messages
from autograder.checks import loading
from autograder.checks.checking import Suite
from autograder.execution.channel import Limits
from autograder.execution.examine import examine
from autograder.execution.forkserver import ForkServer
from autograder.execution.steps import Script
from autograder.grading import asked, feedback, intake
from autograder.grading.telling import Said, link, said
from autograder.results import CheckResult, Graded, refer
from autograder.sandboxed.echo import clean
from autograder.sandboxed.jail import Bounds
from autograder.topics import exercise_path, known, topics as all_topics

STUDENT = "you"
WIDTH = 88
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
        raise asked.unknown(script.topic, function, functions)
    only = {c.id for c in script.suite.of(function)} if function else None
    with ForkServer(None if unfenced else Bounds()) as fork_server:
        return examined(script, fork_server, seed, limits, only)


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


def examined(
    script: Script, fork_server: ForkServer, seed: int, limits: Limits, only: set[str] | None = None
) -> Graded:
    """Return what comes of a script, with `only` the checks of these ids; it is no attempt."""
    graded = examine(script, fork_server, seed, limits, only, to_end=True)
    return replace(graded, results=in_order(script.suite, graded.results), attempt=None)


def in_order(suite: Suite, results: list[CheckResult]) -> list[CheckResult]:
    """Return the results in the assignment's order, each with the check to begin with."""
    order = {check.id: number for number, check in enumerate(suite.checks)}
    return refer(sorted(results, key=lambda r: order[r.check]))


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
        lines += ["", *wrapped(f"About your notebook: {clean(note)}")]
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
    lines = wrapped(clean(parts.sentence))
    if parts.paste:
        lines += ["", *(f"      {line}" for line in clean(parts.paste).split("\n")), ""]
        lines += wrapped(clean(parts.happens))
    if parts.begin_with:
        lines += wrapped(f"Begin with {clean(parts.begin_with)}: the reason may be the same.")
    if parts.address:
        lines += [f"  Read “{parts.title}”:", f"  {paint('soft', link(parts.address, book))}"]
    return lines


def wrapped(words: str) -> list[str]:
    """Return a text as indented lines for a terminal."""
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
