"""What each submission needs: nothing, a page, recording, some checks again, or everything."""

import functools
import json
import os
import stat
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
from autograder.settings import course_toml
from autograder.topics import ROOT, assignment_folder, source_notebook_path, topics as all_topics


@dataclass(frozen=True)
class Assignment:
    """A topic as it stands now: its checks, and what a student is given."""

    suite: Suite
    source: dict  # nbgrader's source notebook
    state: str  # hash of all of it, as the gradebook and the pages show it
    given: str  # hash of what runs beside a student's cells
    checks: dict[str, str]  # check -> fingerprint


@dataclass(frozen=True)
class Task:
    """One submission and what is to be done for it."""

    student: str
    topic: str
    folder: Path
    basis: CacheKey
    kept: CachedResult | None  # an earlier run's result, if still valid
    stale: frozenset[str] | None  # the checks to run; None for all
    examine: bool
    record: bool
    page: bool  # only the page is new: a person has changed the gradebook
    shown: str  # hash of what the pages show beside the outcome
    attempt: int  # at the topic, if it can be read
    contents: tuple[str, ...]  # hashes that identify the attempt, see `Attempts`
    standing: Standing | None  # in the gradebook as the run begins; None if absent

    def state(self, kept: CachedResult) -> str:
        """Return the state of the submission on record once `kept` has been recorded."""
        return fingerprint.short(kept.digest, self.shown)

    def marked(self, kept: CachedResult, standing: Standing | None) -> str:
        """Return `state` and the gradebook state that the page shows: the line that marks both as written."""
        return f"{self.state(kept)} {fingerprint.short(standing)}"


def counted(course: Path, root: Path = ROOT) -> list[str]:
    """Return the topics that count in a course if none are named, in reading order.

    They were released, are in the gradebook or have a submission: a topic that nobody was given costs
    nobody points. If course.toml lists topics, others do not count.
    """
    given = courses.begun(course, root) | assignments_on_record(course)
    return course_toml.read(course).counted(topic for topic in all_topics(root) if topic in given)


def assignments(topics: Iterable[str], root: Path = ROOT) -> dict[str, Assignment]:
    """Return the topics as they stand now in the course's content at `root`."""
    write_sources(root)
    found = {}
    for topic in topics:
        suite, data = loading.suite(topic, root), source_notebook_path(topic, root).read_bytes()
        source = json.loads(data)
        given = [
            # The source's texts of solution and check cells never run.
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
    """Yield a task for each (student, topic, folder) of `work`."""
    late = _bytes(os.path.join(course, "nbgrader_config.py"))  # it may set how late work is treated
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
        beside = [_bytes(os.path.join(folder, name)) for name in finding.NBGRADERS]
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
    """Return the number of the attempt with these contents, and the key of its outcome."""
    attempt = attempts.number(student, topic, contents)
    return attempt, CacheKey(
        contents[1], _conditions(attempts.seed(attempt), now.given, settings), now.checks
    )


@functools.lru_cache(maxsize=1000)  # the same for most of a class
def _conditions(seed: int, given: str, settings: tuple) -> str:
    """Return a hash of what an outcome depends on beside the submission and the checks."""
    grader = fingerprint.short(fingerprint.engine(), seed, *settings)
    return fingerprint.short(grader, given)


def as_read(
    task: Task, contents: tuple[str, str], now: Assignment, attempts: Attempts, settings: tuple
) -> Task:
    """Return the task for the contents finally read; if these have changed, everything is to be done."""
    if contents == task.contents:
        return task
    attempt, basis = _basis(task.student, task.topic, now, contents, attempts, settings)
    return replace(task, basis=basis, kept=None, stale=None, attempt=attempt, contents=contents)


def _unrecorded(course: Path, task: Task, kept: CachedResult, mark: str) -> bool:
    """Return whether the gradebook, or a page, lacks the result."""
    page = os.path.join(course, "feedback", task.student, task.topic, f"{task.topic}.html")
    seen = os.path.join(course, "autograded", task.student, task.topic, f"{task.topic}.ipynb")
    return (
        mark.partition(" ")[0] != task.state(kept)
        or task.standing is None
        or any(_by_checks(task.standing, cell) != points for cell, points in kept.points.items())
        or not (os.path.isfile(page) and os.path.isfile(seen))
    )


def _by_checks(standing: Standing, cell: str) -> float | None:
    return standing.cells[cell].checks if cell in standing.cells else None


def handed_in(folder: Path, topic: str) -> tuple[str, str]:
    """Return hashes of the graded notebook alone, and of all that the grader reads of a submission."""
    return finding.read(folder, topic).contents


def _bytes(path: str) -> bytes:
    """Return a small regular file's bytes; empty for anything else."""
    try:
        about = os.lstat(path)
    except OSError as error:
        if error.errno not in courses.NOWHERE:
            raise
        return b""
    if not stat.S_ISREG(about.st_mode) or about.st_size > 1 << 20:
        return b""
    return Path(path).read_bytes()
