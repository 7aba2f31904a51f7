"""What earlier runs recorded in the gradebook and is missing now.

A person or a disk has lost it. Recording the checks' points again would hide that the rest is gone: scores
and comments by hand, due dates, extensions, names.
"""

from pathlib import Path

from autograder.grading import copies
from autograder.grading.cache import ResultCache
from autograder.grading.course import CourseError
from autograder.grading.ids import canonical
from autograder.grading.standing import gaps, missing_tables, students_on_record, submissions_on_record
from autograder.sandboxed.echo import clean

MOST = 20  # rows named


def settle(course: Path, results: ResultCache, accept: bool = False) -> list[str]:
    """Raise `CourseError` if something is missing; with `accept`, return lines that name it, and forget it.

    The caller must hold the course's lock.
    """
    lines, lost = _missing(course, results.known())
    if not lines:
        return []
    path = course / "gradebook.db"
    if not accept:
        found = [str(copy) for copy in copies.kept(course)] or ["none"]
        raise CourseError(
            "\n  ".join([f"{path}: what was recorded in it is missing now:", *lines])
            + "\nput the gradebook, or a copy of it, back in its place; or give --accept-loss, and the "
            "points of the checks are recorded anew, without what was given by hand. The copies kept from "
            "before earlier runs, the latest last:\n  " + "\n  ".join(found)
        )
    results.forget(lost)
    return [f"loss accepted: {path}: {line}" for line in lines]


def _missing(course: Path, known: set[tuple[str, str]]) -> tuple[list[str], set[tuple[str, str]]]:
    """Return a line for each part missing of what is known to be on record, and the keys to forget."""
    path, work = course / "gradebook.db", {key for key in known if all(key)}
    if not known:
        return [], set()
    if not path.is_file() or not path.stat().st_size:
        what = "the file is empty" if path.is_file() else "there is no such file"
        students = sum(1 for student, topic in known if student and not topic)
        return [f"{what}; it held {students} students and {len(work)} submissions"], known
    tables = [f"its table {name}" for name in missing_tables(course)]
    # An earlier version may have recorded them under another form of the id.
    there = set(map(canonical, students_on_record(course)))
    gone = {(student, topic) for student, topic in known if student and not topic and student not in there}
    away = work - {(canonical(student), topic) for student, topic in submissions_on_record(course)}
    holes = {key: cells for key, cells in gaps(course).items() if key in work - away}
    rows = [f"the student {name}" for name, _ in sorted(gone)]
    rows += [f"the submission of {student}, {topic}" for student, topic in sorted(away)]
    rows += [f"of {s}, {topic}: {', '.join(cells)}" for (s, topic), cells in sorted(holes.items())]
    rows = [clean(row) for row in rows[:MOST]] + ([f"{len(rows) - MOST} more"] if len(rows) > MOST else [])
    # If a table is gone, its rows cannot be compared: everything is recorded again.
    return tables + rows, known if tables else gone | away | set(holes)
