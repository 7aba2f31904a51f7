"""What is to be done for each submission: nothing, its page, record it, some checks again, or all of it."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from autograder import cells
from autograder.checks import loading
from autograder.checks.checking import Suite
from autograder.grading import course as courses, finding, fingerprint
from autograder.grading.attempts import Attempts
from autograder.grading.cache import CachedResult, CacheKey, ResultCache
from autograder.grading.standing import Standing, assignments_on_record, due_dates, standings
from autograder.release.release import write_sources
from autograder.topics import ROOT, assignment_folder, source_notebook_path, topics as all_topics


@dataclass(frozen=True)
class Assignment:
    """A topic as it stands now: its checks, and what a student is given."""

    suite: Suite
    source: dict  # nbgrader's source notebook
    state: str  # of all of it, as the gradebook and the pages show it
    given: str  # of what runs beside a student's cells
    checks: dict[str, str]  # check -> fingerprint


@dataclass(frozen=True)
class Task:
    """One submission and what is to be done for it."""

    student: str
    topic: str
    folder: Path
    basis: CacheKey
    kept: CachedResult | None  # what an earlier run has found, if it is of use
    stale: frozenset[str] | None  # the checks to be put; None for all
    examine: bool
    record: bool
    page: bool  # written anew, and nothing else is: a person has changed something in the gradebook
    shown: str  # what the pages show beside the outcome
    attempt: int  # at the topic, if it can be read
    contents: tuple[str, ...]  # hashes by which the attempt is known, see `Attempts`
    standing: Standing | None  # in the gradebook as the run begins; None if it is not there

    def state(self, kept: CachedResult) -> str:
        """The state in which the submission is on record, once `kept` has been recorded."""
        return fingerprint.short(kept.digest, self.shown)

    def marked(self, kept: CachedResult, standing: Standing | None) -> str:
        """`state`, and that of the gradebook which the page shows: the line that marks both as written."""
        return f"{self.state(kept)} {fingerprint.short(standing)}"


def counted(course: Path, root: Path = ROOT) -> list[str]:
    """The topics that count in a course where none are named, in reading order.

    Those that were released, those that are in the gradebook, and those with a submission: a topic that
    nobody was given costs nobody points.
    """
    given = courses.begun(course, root) | assignments_on_record(course)
    return [topic for topic in all_topics(root) if topic in given]


def assignments(topics: Iterable[str], root: Path = ROOT) -> dict[str, Assignment]:
    """The topics as they stand now in the course's content at `root`."""
    write_sources(root)
    found = {}
    for topic in topics:
        suite, data = loading.suite(topic, root), source_notebook_path(topic, root).read_bytes()
        source = json.loads(data)
        given = [
            # A solution is the student's to write, and a check is put by the grader: these texts never run.
            (cells.metadata(cell), "".join(cell["source"]) if cells.tags(cell).role == "given" else "")
            for cell in source["cells"]
            if cell["cell_type"] == "code"
        ]
        checks = fingerprint.of_checks(suite, assignment_folder(topic, root))
        found[topic] = Assignment(suite, source, fingerprint.short(data), fingerprint.short(given), checks)
    return found


def tasks(
    course: Path,
    work,
    topics: dict[str, Assignment],
    results: ResultCache,
    attempts: Attempts,
    settings: tuple,
    again: bool = False,
) -> Iterator[Task]:
    """What is to be done for each (student, topic, folder) of `work`."""
    late = _bytes(course / "nbgrader_config.py")  # it may hold how late work is treated
    held, due = standings(course), due_dates(course)
    for student, topic, folder in work:
        now = topics[topic]
        contents = handed_in(folder, topic)
        attempt, basis = _basis(student, topic, now, contents, attempts, settings)
        kept, stale = None if again else results.find(student, topic), None
        if kept is not None and kept.basis.applies_to(basis):
            stale = frozenset(c for c, state in now.checks.items() if kept.basis.checks.get(c) != state)
        else:
            kept = None
        beside = [_bytes(folder / name) for name in ("timestamp.txt", "submission_secret.txt")]
        dates = due.get((None, topic)), due.get((student, topic))
        shown = fingerprint.short(fingerprint.engine(), now.state, late, *beside, *dates)
        examine = kept is None or kept.basis.checks != now.checks
        there = held.get((student, topic))
        task = Task(
            student, topic, folder, basis, kept, stale, examine, False, False, shown, attempt, contents, there
        )
        if kept is not None and not examine:
            mark = results.recorded(student, topic)
            record = _unrecorded(course, task, kept, mark)
            task = replace(task, record=record, page=not record and mark != task.marked(kept, there))
        yield task


def _basis(
    student: str, topic: str, now: Assignment, contents: tuple[str, str], attempts: Attempts, settings: tuple
) -> tuple[int, CacheKey]:
    """Which attempt these contents are, and what their outcome depends on."""
    attempt = attempts.number(student, topic, contents)
    grader = fingerprint.short(fingerprint.engine(), attempts.seed(attempt), *settings)
    return attempt, CacheKey(contents[1], fingerprint.short(grader, now.given), now.checks)


def as_read(
    task: Task, contents: tuple[str, str], now: Assignment, attempts: Attempts, settings: tuple
) -> Task:
    """The task for what was read in the end: everything is to be done where that is not what was planned."""
    if contents == task.contents:
        return task
    attempt, basis = _basis(task.student, task.topic, now, contents, attempts, settings)
    return replace(task, basis=basis, kept=None, stale=None, attempt=attempt, contents=contents)


def _unrecorded(course: Path, task: Task, kept: CachedResult, mark: str) -> bool:
    """Does the gradebook, or a page, lack what was found?"""
    page = course / "feedback" / task.student / task.topic / f"{task.topic}.html"
    seen = course / "autograded" / task.student / task.topic / f"{task.topic}.ipynb"
    return (
        mark.partition(" ")[0] != task.state(kept)
        or task.standing is None
        or any(_by_checks(task.standing, cell) != points for cell, points in kept.points.items())
        or not (page.is_file() and seen.is_file())
    )


def _by_checks(standing: Standing, cell: str) -> float | None:
    return standing.cells[cell].checks if cell in standing.cells else None


def handed_in(folder: Path, topic: str) -> tuple[str, str]:
    """Hashes of the notebook that is graded alone, and of all that the grader reads of a submission."""
    return finding.read(folder, topic).contents


def _bytes(path: Path) -> bytes:
    """A small regular file's bytes; empty for anything else."""
    if path.is_symlink() or not path.is_file() or path.stat().st_size > 1 << 20:
        return b""
    return path.read_bytes()
