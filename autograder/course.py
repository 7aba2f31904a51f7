"""A course folder: what was handed in, the seed of its draws, and the lock that one grader holds."""

import contextlib
import fcntl
import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path

from autograder.feedback import clean

OWN = ".autograder"  # the grader's own folder in a course: seed, lock, results kept


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


def seed(course: Path) -> int:
    """The seed of the course's draws: drawn once, kept in the course, readable by its owner alone."""
    path = course / OWN / "seed"
    if not path.exists():
        path.parent.mkdir(mode=0o700, exist_ok=True)
        draft = path.with_name(f"seed.{os.getpid()}")
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(f"{secrets.randbits(63)}\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)  # a run that is killed here leaves no half of a seed
    text = path.read_text().strip()
    if not text.isdigit():
        raise CourseError(f"{path}: found {text[:40]!r}, expected a whole number")
    return int(text)


@contextlib.contextmanager
def held(course: Path) -> Iterator[None]:
    """Keep other graders away from the course; `CourseError`, naming the process, if one is at work.

    The lock is the kernel's: it goes with the process that holds it, however that ends.
    """
    path = course / OWN / "lock"
    path.parent.mkdir(mode=0o700, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(descriptor, 20).decode("ascii", "replace").strip() or "unknown"
            raise CourseError(f"{course}: another grader is at work here (process {holder}); wait until it "
                              "has finished, or stop it: what it has graded is kept") from None  # fmt: skip
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)
