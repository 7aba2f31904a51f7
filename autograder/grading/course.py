"""A course folder: its submissions, the seed of its draws, the lock of its grader, its scratch folder."""

import contextlib
import errno
import fcntl
import functools
import os
import re
import secrets
import shutil
import sqlite3
import stat
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from autograder import files
from autograder.grading import ids
from autograder.grading.contents import OWN
from autograder.grading.finding import NBGRADERS, is_dropping, notebook_in
from autograder.settings import course_toml
from autograder.topics import ROOT, near, nearest, topics as all_topics

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO)  # errors of a disk that cannot be written
NOWHERE = (errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP)  # errors of a path that leads nowhere
_RELEASED = ("release", "exercises")  # nbgrader's name of the folder, and that in this repository's settings
SHOWN = 20  # lines shown on what is not graded
_HIDDEN = "hidden, as its name begins with a dot; rename it if it holds work of a student, or move it away"
_PACKED = (".zip", ".gz", ".tgz", ".tar", ".7z", ".rar", ".xz")
_MISNAMED = (".txt", ".json", ".ipynb_", "")  # what browsers and mail programs turn .ipynb into
# Characters that Unicode lets a font leave out, and the blank Braille pattern.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    "\U000e0000-\U000e0fff]"
)
_PLAIN = re.compile(r"[a-z0-9][a-z0-9._@+-]*", re.ASCII | re.IGNORECASE)
_JOINERS = "\u200c\u200d"  # invisible, and part of how some names are spelled


class CourseError(Exception):
    """The course folder cannot be graded; the text says what was found and expected."""


@contextlib.contextmanager
def reporting_disk_errors(path: Path) -> Iterator[None]:
    """Turn errors of the disk or the database into a `CourseError`: `path` cannot be written."""
    try:
        yield
    except OSError as error:
        place = error.filename2 or error.filename or path
        raise CourseError(f"{place}: cannot be written ({error.strerror or error})") from error
    except CourseError:
        raise  # an inner error names the right file
    except Exception as error:
        reason = refused(error)
        if reason is None:
            raise
        raise CourseError(f"{path}: cannot be written ({in_words(reason)})") from error


def refused(error: BaseException | None) -> Exception | None:
    """Return the error of the disk or the database that caused `error`; None for another cause.

    nbgrader and SQLAlchemy wrap it in their own errors.
    """
    while error is not None:
        if isinstance(error, OSError) and error.errno in _FULL:
            return error
        if isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError:
            return error
        error = error.__cause__ or error.__context__
    return None


def in_words(reason: Exception) -> str:
    """Return why the disk or the database refused, in words."""
    if isinstance(reason, OSError):
        return reason.strerror or str(reason)
    return f"{reason}; another program is using it" if "locked" in str(reason) else str(reason)


def submissions(
    course: Path, topics: list[str], students: list[str] | None = None, root: Path = ROOT
) -> list[tuple[str, str, Path]]:
    """Return (student, topic, folder) of every submission, in order; a folder's name is an id in any form.

    Raise `CourseError` for an unknown student or if nothing is found; it then names what lies elsewhere.
    """
    submitted = course / "submitted"
    if not submitted.is_dir():
        raise CourseError(
            f"{submitted}: no such folder; submissions are expected in submitted/STUDENT/TOPIC/TOPIC.ipynb"
        )
    students = None if students is None else [ids.canonical(name) for name in students]
    named = ids.folders(name for name in _folders(submitted) if not unfit(name))
    everyone = {student: names[0] for student, names in named.items() if len(names) == 1}
    for name in students or ():
        if reason := unfit(name):
            raise CourseError(f"{submitted}: {name!r} cannot be graded: {reason}")
    for name in students or ():
        if name in named and name not in everyone:
            raise CourseError(f"{submitted}: the folders {ids.twins(named[name])}")
        if name not in everyone:
            raise CourseError(f"{submitted}: no folder for {name}{near(name, everyone)}")
    chosen = [student for student in everyone if students is None or student in students]
    folders = {student: _of(submitted / everyone[student]) for student in chosen}
    found = [
        (student, topic, submitted / everyone[student] / topic)
        for topic in topics
        for student in chosen
        if topic in folders[student]
    ]
    if not found:
        rest = strays(course, topics, students, root)
        told = "; not where it is looked for:\n  " + "\n  ".join(few(rest)) if rest else ""
        raise CourseError(f"{submitted}: nothing handed in for {', '.join(topics) or 'any topic'}{told}")
    return found


def begun(course: Path, root: Path = ROOT) -> set[str]:
    """Return the topics that the class was given, as far as folders show, in a course with submissions.

    Those are the topics with a submission of any student, and those that nbgrader has released.
    """
    submitted = course / "submitted"
    known = set(all_topics(root))
    found = {topic for topic in known for kind in _RELEASED if (course / kind / topic).is_dir()}
    for name in _folders(submitted):
        if known <= found:
            break
        found.update(() if unfit(name) else _of(submitted / name))
    return found & known


def _entries(folder: Path) -> list[Path]:
    """Return the paths in a folder, in order, without what programs leave there and nbgrader's own two files.

    Of hidden paths only folders and notebooks are included: somebody may look for their work in them.
    """
    there = [folder / name for name in _names(folder)]
    return [path for path in there if not _hidden(path) or path.suffix == ".ipynb" or _is_folder(str(path))]


def _names(folder: Path) -> list[str]:
    """Return the names in a folder, in order, without what programs leave there and nbgrader's two files."""
    try:
        names = os.listdir(folder)
    except OSError as error:
        raise CourseError(f"{shown(folder)}: cannot be read ({error.strerror or error})") from error
    return [name for name in sorted(names) if not is_dropping(name) and name not in NBGRADERS]


def _is_folder(path: str) -> bool:
    """Return what `Path.is_dir` does, in a third of its time: a class has many thousand folders."""
    try:
        return stat.S_ISDIR(os.stat(path).st_mode)
    except OSError as error:
        if error.errno not in NOWHERE:
            raise
        return False


def _is_file_or_link(path: str) -> bool:
    return stat.S_IFMT(os.lstat(path).st_mode) in (stat.S_IFREG, stat.S_IFLNK)


def _hidden(path: Path) -> bool:
    return path.name.startswith(".")


def _folders(folder: Path) -> list[str]:
    """Return the names of the folders in a folder, in order."""
    names = [name for name in _names(folder) if not name.startswith(".")]
    try:
        return [name for name in names if _is_folder(os.path.join(folder, name))]
    except OSError as error:
        raise CourseError(f"{shown(folder)}: cannot be read ({error.strerror or error})") from error


def _of(student: Path) -> list[str]:
    """Return the names of a student's topic folders; none if they cannot be read, which `strays` reports."""
    with contextlib.suppress(CourseError):
        return _folders(student)
    return []


def shown(path: Path) -> str:
    """Return a path as one line of text, whatever its name holds."""
    return str(path) if str(path).isprintable() else repr(str(path))


def strays(
    course: Path, topics: list[str], students: list[str] | None = None, root: Path = ROOT
) -> list[str]:
    """Return a line for each path in `submitted/` that is not graded with these topics: path, reason, remedy.

    What the caller left out is not reported: other students, and folders of the course's other topics.
    """
    found: list[str] = []
    known = all_topics(root)
    students = None if students is None else [ids.canonical(name) for name in students]
    entries = _entries(course / "submitted")
    students_folders = {path.name for path in entries if _is_folder(str(path))}
    named = ids.folders(students_folders)
    for path in entries:
        if students is not None and ids.canonical(path.name) not in students:
            continue
        if path.name not in students_folders:
            found.append(f"{shown(path)}: {_misplaced(path, 'a student', known)}")
        elif _hidden(path):
            found.append(f"{shown(path)}: {_HIDDEN}")
        elif reason := unfit(path.name):
            found.append(f"{shown(path)}: {reason}; rename the folder")
        elif len(both := named[ids.canonical(path.name)]) > 1:
            found.append(f"{shown(path)}: the folders {ids.twins(both)}")
        else:
            found += _within(path, functools.partial(_of_student, known=known), topics)
    return found


def few(lines: list[str], everything: Path | None = None) -> list[str]:
    """Return at most SHOWN lines of `strays`, preferring the first of each folder, and how many are left.

    If there are more, write all of them to the file `everything`, if given.
    """
    if len(lines) <= SHOWN:
        return lines
    folders = [os.path.dirname(line.partition(": ")[0]) for line in lines]
    times: Counter[str] = Counter()
    place = []  # position of a line among those of its folder
    for folder in folders:
        place.append(times[folder])
        times[folder] += 1
    chosen = sorted(sorted(range(len(lines)), key=place.__getitem__)[:SHOWN])
    more = len({folders[n] for n in set(range(len(lines))) - set(chosen)})
    told = f"and {len(lines) - SHOWN:,} more in {more:,} {'folder' if more == 1 else 'folders'}"
    if everything is not None:
        files.put_text(everything, "\n".join(lines) + "\n")
        told += f"; {everything} lists them all"
    return [*(lines[n] for n in chosen), told]


def _within(folder: Path, tell: Callable[[Path, list[str]], Iterator[str]], topics: list[str]) -> list[str]:
    """Return the lines that `tell` yields for a folder; if it cannot be read, a line that says so."""
    try:
        return list(tell(folder, topics))
    except CourseError as error:
        return [f"{error}; let the account that grades read it"]
    except OSError as error:  # an entry that cannot be examined though its folder can be listed
        reason = error.strerror or error
        return [f"{shown(folder)}: cannot be read ({reason}); let the account that grades read it"]


def _of_student(folder: Path, topics: list[str], known: list[str]) -> Iterator[str]:
    for path in _entries(folder):
        if not _is_folder(str(path)):
            yield f"{shown(path)}: {_misplaced(path, 'a topic', known)}"
        elif _hidden(path):
            yield f"{shown(path)}: {_HIDDEN}"
        elif path.name in topics:
            yield from _within(path, _of_submission, topics)
        elif path.name not in known:
            hint = near(path.name, known) or f"; the topics are: {', '.join(known)}"
            if folder.name in known:  # the two levels of folders were swapped
                hint = f"; is it a student? Then it is submitted/{path.name}/{folder.name}"
            yield f"{shown(path)}: no topic {path.name!r}; rename the folder{hint}"


def _of_submission(folder: Path, topics: list[str]) -> Iterator[str]:
    topic = folder.name
    if _names(folder) == [f"{topic}.ipynb"] and _is_file_or_link(os.path.join(folder, f"{topic}.ipynb")):
        return  # of nearly all
    if folder.is_symlink() or folder.parent.is_symlink():
        return  # refused as a whole; its page says so
    taken = notebook_in(folder, topic)
    within = _entries(taken.path.parent) if taken is not None and taken.path.parent != folder else []
    for path in _entries(folder) + within:
        if taken is not None and path in (taken.path, taken.path.parent):
            continue
        if path.suffix != ".ipynb" or path.is_dir():
            yield f"{shown(path)}: {_leftover(path, topic, taken is None)}"
        elif taken is None:
            yield (
                f"{shown(path)}: not graded, there are several notebooks and none is {topic}.ipynb; "
                "give the one to grade that name"
            )
        else:
            yield (
                f"{shown(path)}: not graded, as {shown(Path(taken.path.name))} is; "
                f"keep the one to grade, as {topic}.ipynb"
            )


def _leftover(path: Path, topic: str, nothing_taken: bool) -> str:
    """Return why a path that is not named as a notebook is not graded, and what to do."""
    if nothing_taken and path.is_dir() and not path.is_symlink():
        return f"not read, it is a folder; if the notebook is in it, move it up, as {topic}.ipynb"
    if nothing_taken and path.suffix.lower() in _PACKED:
        return f"not read, it is packed; unpack it and put the notebook beside it, as {topic}.ipynb"
    if nothing_taken and path.suffix.lower() in _MISNAMED:
        return f"not read; if it is the notebook, rename it to {topic}.ipynb"
    return "not read, of a submission the notebook alone counts; move it away"


def _misplaced(path: Path, owner: str, known: list[str]) -> str:
    """Return why a file above the topics' folders is not graded, and where it belongs."""
    if path.is_symlink() and not path.exists():
        return f"a link that leads nowhere, expected a folder of {owner}; put the folder in its place"
    if path.suffix != ".ipynb":
        return f"a file, expected a folder of {owner}; move it away"
    topic = nearest(path.stem, known) or "TOPIC"
    student = path.parent.name if owner == "a topic" and path.parent.name not in known else "STUDENT"
    return f"a notebook in no folder of {owner}; move it to submitted/{student}/{topic}/{topic}.ipynb"


def unfit(student: str) -> str:
    """Return why a text cannot be a student's id, in words; empty if it can.

    An id names a folder and appears on pages, in lines of files and in table cells, where two ids that
    look the same must be the same.
    """
    if _PLAIN.fullmatch(student):  # of nearly all
        return ""
    if student in ("", ".", "..") or set(student) & set("/\\"):
        return "an id names one folder, without slashes of either kind"
    if any("\udc80" <= letter <= "\udcff" for letter in student):
        return "its bytes are no UTF-8 text"
    kinds = {unicodedata.category(letter) for letter in student if letter not in _JOINERS}
    if kinds & {"Cc", "Zl", "Zp"}:
        return "it holds a line break or another control character"
    if kinds & {"Cf", "Cs"} or _BLANK.search(student) or _joins_nothing(student):
        return "it holds characters that are not seen, or that reorder those that are"
    if any(unicodedata.category(letter) == "Zs" for letter in student.replace(" ", "")):
        return "it holds a space of another kind than the usual one, which looks the same"
    if unicodedata.category(student[0])[0] == "M":
        return "it begins with a mark that goes on top of a letter, and has no letter before it"
    return "" if student == student.strip() else "it begins or ends with a space"


def _joins_nothing(student: str) -> bool:
    """Return whether a joiner stands beside an ASCII character: no script with joiners uses these."""
    around = zip(" " + student, student, student[1:] + " ")
    return any(letter in _JOINERS and (a.isascii() or b.isascii()) for a, letter, b in around)


def drafts(course: Path) -> Path:
    """Return the folder for unfinished files, made if missing; `scratch` empties it."""
    folder = Path(course) / OWN / "scratch"
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@contextlib.contextmanager
def scratch(course: Path) -> Iterator[Path]:
    """Yield the course's folder of drafts, empty; meanwhile temporary files are created there too.

    So a killed run leaves nothing elsewhere, and the next run removes what it left here. The caller must
    hold the course's lock.
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
    """Return the seed of the course's draws: that of course.toml, else one drawn once and kept secret."""
    if (said := course_toml.read(course).seed) is not None:
        return said
    path = course / OWN / "seed"
    if not path.exists():
        files.put(path, [f"{secrets.randbits(63)}\n".encode()], drafts(course), synced=True)
    text = path.read_text().strip()
    if not text.isdigit():
        raise CourseError(f"{path}: found {text[:40]!r}, expected a whole number")
    return int(text)


@contextlib.contextmanager
def held(course: Path) -> Iterator[None]:
    """Lock the course against other graders; raise `CourseError`, naming the process, if another is at work.

    The kernel releases the lock when the process that holds it ends, in whatever way.
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
