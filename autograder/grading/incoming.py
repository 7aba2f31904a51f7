"""`grade --watch`: a class graded as its work comes in, until the user ends it.

Each round is a run of `grade.grade`, so attempts, seeds and due dates are those of any run, and so is what a
stop leaves. Between the rounds this process looks for what is new, and keeps the fork servers warm.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from autograder import topics
from autograder.execution.forkserver import SandboxEnded
from autograder.execution.warm import WarmServers
from autograder.grading.course import CourseError
from autograder.grading.exchange import Exchange
from autograder.grading.grade import Tally
from autograder.grading.plan import counted
from autograder.grading.progress import tell
from autograder.settings import course_toml

POLL = 0.25  # seconds between two looks; a file that is the same in both has arrived
RETRY = 30.0  # seconds after which a round that failed is tried again, though nothing has changed
PAUSE = 2.0  # seconds after any failure
COPY = 3600.0  # seconds between two copies of the gradebook
State = tuple[tuple[str, int, int], ...]


def watch(
    course: Path,
    named: list[str],
    exchange: Exchange | None,
    run: Callable[..., Tally],
    say: Callable[[str], None] = tell,
) -> Iterator[list[tuple[str, str]]]:
    """Grade what is new, again and again; yield the (student, topic) of the pages of each round.

    `run(topics, warm=..., copy=..., say=...)` grades once. With an `exchange`, what is new is collected
    from it, and pages are given back there. An error that a later round may not have is told once, and does
    not end it.
    """

    def told(line: str) -> None:
        say(f"{time.strftime('%H:%M:%S')} {line}")

    code, graded, tried, copied, complaint = _code(course), None, 0.0, float("-inf"), ""
    looks = _looks(course)
    with WarmServers() as warm:
        while True:
            try:
                for topic in exchange.collect(named or topics.topics()) if exchange else ():
                    told(f"{topic}: collected")
                now = next(looks)
                if now == graded and not (complaint and time.monotonic() - tried > RETRY):
                    time.sleep(POLL)
                    continue
                if _code(course) != code:
                    told("the grader or an assignment has changed: it starts anew")
                    warm.close()
                    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
                graded, tried = now, time.monotonic()
                copy = tried - copied > COPY
                tally = run(named or counted(course), warm=warm, copy=copy, say=told)
                copied, complaint = tried if copy else copied, ""
                for student, topic in exchange.release(named or topics.topics()) if exchange else ():
                    told(f"{student} {topic}: given back")
                yield tally.written
            except (CourseError, SandboxEnded) as error:
                warm.close()  # a run that is cut short stops them
                if str(error) != complaint:
                    told(str(error))
                complaint, tried = str(error), time.monotonic()
                time.sleep(min(PAUSE, RETRY))


def _looks(course: Path) -> Iterator[State]:
    """Yield what is handed in and the settings, each time that they are the same in two looks in a row."""

    def look() -> State:
        return _state(course / "submitted") + _file(course / course_toml.NAME)

    before = look()
    while True:
        time.sleep(POLL)
        now = look()
        if now == before:
            yield now
        before = now


def _state(folder: Path) -> State:
    """Return the files below a folder, as far as they can be read."""
    found, todo = [], [str(folder)]
    while todo:
        try:
            with os.scandir(todo.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        todo.append(entry.path)
                    else:
                        about = entry.stat(follow_symlinks=False)
                        found.append((entry.path, about.st_size, about.st_mtime_ns))
        except OSError:
            continue  # it goes or cannot be read; a run says so
    return tuple(sorted(found))


def _file(path: Path) -> State:
    try:
        about = path.stat()
    except OSError:
        return ()
    return ((str(path), about.st_size, about.st_mtime_ns),)


def _code(course: Path) -> State:
    """Return the files of the grader, the assignments and the settings, which are read once."""
    folders = {topics.CODE / "autograder", *(topics.ROOT / name for name in ("solutions", "assignments"))}
    return tuple(
        entry
        for folder in sorted(folders)
        for entry in _state(folder)
        if entry[0].endswith((".py", ".txt", ".j2", ".js", ".css"))
    ) + _file(course / course_toml.NAME)
