"""A course folder: what was handed in, the seed of its draws, the lock that one grader holds, its scratch."""

import contextlib
import errno
import fcntl
import os
import secrets
import shutil
import sqlite3
import tempfile
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from autograder import files

OWN = ".autograder"  # the grader's own folder in a course: seed, lock, results kept, scratch
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO)  # what a disk that takes no more says
_JOINERS = "\u200c\u200d"  # invisible, and part of how some names are spelled


class CourseError(Exception):
    """The course folder cannot be graded; the text says what was found and expected."""


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """What the disk or the database refuses is told as what it is: `path` cannot be written."""
    try:
        yield
    except OSError as error:
        place = error.filename2 or error.filename or path
        raise CourseError(f"{place}: cannot be written ({error.strerror or error})") from error
    except CourseError:
        raise  # an inner one knows better which file it was
    except Exception as error:
        reason = refused(error)
        if reason is None:
            raise
        raise CourseError(f"{path}: cannot be written ({in_words(reason)})") from error


def refused(error: BaseException | None) -> Exception | None:
    """What a full disk or the database's file said, if that is why `error` was raised.

    nbgrader and SQLAlchemy raise errors of their own, behind which it stands.
    """
    while error is not None:
        if isinstance(error, OSError) and error.errno in _FULL:
            return error
        if isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError:
            return error
        error = error.__cause__ or error.__context__
    return None


def in_words(reason: Exception) -> str:
    """Why the disk or the database refused."""
    if isinstance(reason, OSError):
        return reason.strerror or str(reason)
    return f"{reason}; another program is using it" if "locked" in str(reason) else str(reason)


def submissions(
    course: Path, topics: list[str], students: list[str] | None = None
) -> list[tuple[str, str, Path]]:
    """(student, topic, folder) of everything handed in, in order."""
    submitted = course / "submitted"
    if not submitted.is_dir():
        raise CourseError(
            f"{submitted}: no such folder; submissions are expected in submitted/STUDENT/TOPIC/TOPIC.ipynb"
        )
    folders = _folders(submitted)
    everyone = [name for name in folders if not unfit(name)]
    for name in students or ():
        if reason := unfit(name):
            raise CourseError(f"{submitted}: {name!r} cannot be graded: {reason}")
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


def _folders(submitted: Path) -> list[str]:
    try:
        return sorted(p.name for p in submitted.iterdir() if p.is_dir() and not p.name.startswith("."))
    except OSError as error:
        raise CourseError(
            f"{error.filename or submitted}: cannot be read ({error.strerror or error})"
        ) from error


def left_out(course: Path, topics: list[str]) -> list[str]:
    """What students whose ids cannot be used handed in for these topics: a line for each, with the reason."""
    submitted, found = course / "submitted", []
    for name in _folders(submitted) if submitted.is_dir() else ():
        reason = unfit(name)
        if reason and any((submitted / name / topic).is_dir() for topic in topics):
            found.append(f"{submitted}: the folder {name!r} is left out: {reason}; rename it")
    return found


def unfit(student: str) -> str:
    """Why a text cannot be a student's id, in words; empty for one that can.

    An id names a folder and stands on pages, in lines of a file and in cells of a table, where two
    that look the same must be the same.
    """
    if student in ("", ".", "..") or set(student) & set("/\\"):
        return "an id names one folder, without slashes of either kind"
    if any("\udc80" <= letter <= "\udcff" for letter in student):
        return "its bytes are no UTF-8 text"
    kinds = {unicodedata.category(letter) for letter in student if letter not in _JOINERS}
    if kinds & {"Cc", "Zl", "Zp"}:
        return "it holds a line break or another control character"
    if kinds & {"Cf", "Cs"}:
        return "it holds characters that are not seen, or that reorder those that are"
    return "" if student == student.strip() else "it begins or ends with a space"


def drafts(course: Path) -> Path:
    """The folder for what is not yet whole: `scratch` empties it."""
    folder = Path(course) / OWN / "scratch"
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@contextlib.contextmanager
def scratch(course: Path) -> Iterator[Path]:
    """The course's folder of drafts, empty; for this while, temporary files are made there too.

    So a run that is killed leaves nothing anywhere else, and what it leaves here goes with the next
    one. Only for the holder of the course's lock.
    """
    _remove(drafts(course))
    folder = drafts(course).resolve()
    before = tempfile.tempdir, os.environ.get("TMPDIR")
    tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
    try:
        yield folder
    finally:
        tempfile.tempdir = before[0]
        del os.environ["TMPDIR"]
        os.environ |= {"TMPDIR": before[1]} if before[1] is not None else {}
        _remove(folder)


def _remove(folder: Path) -> None:
    """Remove a folder whose own folders may have lost their permissions: student code made some of them."""
    for place, folders, _ in os.walk(folder):
        for path in (os.path.join(place, name) for name in folders):
            if not os.path.islink(path):
                os.chmod(path, 0o700)
    shutil.rmtree(folder)


def seed(course: Path) -> int:
    """The seed of the course's draws: drawn once, kept in the course, readable by its owner alone."""
    path = course / OWN / "seed"
    if not path.exists():
        files.put(path, [f"{secrets.randbits(63)}\n".encode()], drafts(course), synced=True)
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
            raise CourseError(
                f"{course}: another grader is at work here (process {holder}); wait until it "
                "has finished, or stop it: what it has graded is kept"
            ) from None
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)
