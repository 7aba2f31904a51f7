"""Renaming of students whose id earlier runs recorded in another form (see `ids`)."""

import contextlib
import os
import sqlite3
from pathlib import Path

from autograder.grading import copies
from autograder.grading.contents import OWN
from autograder.grading.course import reporting_disk_errors
from autograder.grading.ids import canonical, spelled
from autograder.grading.standing import students_on_record

_FOLDERS = ("feedback", "autograded", f"{OWN}/results", f"{OWN}/attempts")  # with a folder for each student


def adopt(course: Path) -> tuple[list[str], list[str]]:
    """Move what earlier versions recorded under another form of an id to the canonical id.

    Return a line for each id that was changed in the gradebook, and a line for each that stays. An id
    stays if the gradebook has both forms, with work on the same topic or with different details: a person
    must decide. The caller must hold the course's lock.
    """
    changed: list[str] = []
    left: list[str] = []
    stay = set()
    if others := sorted(name for name in students_on_record(course) if canonical(name) != name):
        path = course.resolve() / "gradebook.db"
        copies.keep(course)
        with (
            reporting_disk_errors(path),
            contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as book,
            book,
        ):
            for old in others:
                if _differ(book, old, canonical(old)):
                    stay.add(old)
                    left.append(_two(path, old))
                else:
                    _rename(book, old, canonical(old))
                    changed.append(
                        f"{canonical(old)}: what was recorded under {spelled(old)} is now under "
                        f"{spelled(canonical(old))}"
                    )
    with reporting_disk_errors(course):
        for place in (course / kind for kind in _FOLDERS):
            names = sorted(os.listdir(place)) if place.is_dir() else []
            for name in (name for name in names if canonical(name) != name and name not in stay):
                if not (target := place / canonical(name)).exists():
                    (place / name).rename(target)
    return changed, left


def _two(path: Path, old: str) -> str:
    return (
        f"{path}: the students {spelled(old)} and {spelled(canonical(old))} differ only in the way their "
        "accents are stored, and each has work or a name of their own; only the second is graded. If the "
        f"first is nobody else, take it out, in bash: nbgrader db student remove --force {spelled(old)}"
    )


_STUDENT = "first_name, last_name, email, lms_user_id"


def _differ(book: sqlite3.Connection, *names: str) -> bool:
    """Return whether two ids both have work on a topic, or different names, emails or LMS ids."""
    about = [
        book.execute(f"select {_STUDENT} from student where id = ?", (name,)).fetchone() for name in names
    ]
    work = [
        set(book.execute("select assignment_id from submitted_assignment where student_id = ?", (name,)))
        for name in names
    ]
    told = zip(*(row for row in about if row), strict=True)
    return bool(work[0] & work[1]) or any(len({text for text in texts if text}) > 1 for texts in told)


def _rename(book: sqlite3.Connection, old: str, new: str) -> None:
    """Rename the student `old` to `new`, keeping the details of both rows."""
    row = book.execute(f"select {_STUDENT} from student where id = ?", (old,)).fetchone()
    book.execute("insert or ignore into student (id) values (?)", (new,))
    for name, text in zip(_STUDENT.split(", "), row, strict=True):
        if text:
            book.execute(f"update student set {name} = ? where id = ?", (text, new))
    book.execute("update submitted_assignment set student_id = ? where student_id = ?", (new, old))
    book.execute("delete from student where id = ?", (old,))
