"""The files written from the gradebook after each run: `grades.csv`, and those that the settings add.

An exporter is an nbgrader plugin, an `ExportPlugin`. A course adds its own in `nbgrader_config.py`:

    c.Exports.plugin_classes = ["module.Class"]
    c.Class.to = "file.csv"

`nbgrader export --exporter module.Class` runs it alone.

The rows of `grades.csv` are those of nbgrader's exporter, sorted and safe to open in a spreadsheet.
`CsvExportPlugin` writes texts unchanged, so a comma in a name shifts the cells of its row, and a name that
begins with `=` becomes a formula; its students stand in the order in which they were added.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace

from autograder import files
from autograder.grading.contents import GRADES
from autograder.grading.course import CourseError, drafts
from autograder.topics import ROOT, topics as all_topics

COLUMNS = (
    "assignment",
    "duedate",
    "timestamp",
    "student_id",
    "last_name",
    "first_name",
    "email",
    "raw_score",
    "late_submission_penalty",
    "score",
    "max_score",
)
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_FORMULA = re.compile(
    r'[\s"\u200b\ufeff]*[=+@＝＋－＠-]'
)  # what a spreadsheet takes for the beginning of a formula
_ENDS = re.compile(r"([;,|\t\n])")  # what some spreadsheets take for the end of a cell


def rows(book, topics: Iterable[str]) -> Iterator[dict]:
    """Yield a row for each assignment and student of nbgrader's gradebook; missing work has 0 points.

    Assignments come in the order of `topics`, others after them by name; within each, students by id.
    """
    place = {topic: number for number, topic in enumerate(topics)}
    students = sorted(book.students, key=lambda s: s.id)
    for assignment in sorted(book.assignments, key=lambda a: (place.get(a.name, len(place)), a.name)):
        handed_in = {submission.student_id: submission for submission in assignment.submissions}
        for student in students:
            yield _row(assignment, student, handed_in.get(student.id))


def _tables(book) -> SimpleNamespace:
    """Return what `rows` reads of nbgrader's gradebook, with a query for all scores of an assignment.

    nbgrader's own objects query the file for each score.
    """
    from nbgrader.api import Student, SubmittedAssignment as Work

    who = Student.id, Student.last_name, Student.first_name, Student.email
    work = book.db.query(Work.student_id, Work.timestamp, Work.score, Work.late_submission_penalty)
    assignments = [
        SimpleNamespace(
            name=assignment.name,
            duedate=assignment.duedate,
            max_score=assignment.max_score,
            submissions=work.filter(Work.assignment_id == assignment.id),
        )
        for assignment in book.assignments
    ]
    return SimpleNamespace(students=book.db.query(*who).all(), assignments=assignments)


def _row(assignment, student, submission) -> dict:
    raw = submission.score if submission else 0.0
    penalty = submission.late_submission_penalty if submission else 0.0
    return {
        "assignment": assignment.name,
        "duedate": assignment.duedate,
        "timestamp": submission.timestamp if submission else None,
        "student_id": student.id,
        "last_name": student.last_name,
        "first_name": student.first_name,
        "email": student.email,
        "raw_score": raw,
        "late_submission_penalty": penalty,
        "score": max(0.0, raw - penalty),
        "max_score": assignment.max_score,
    }


def text(found: Iterable[dict], columns: tuple[str, ...] = COLUMNS) -> str:
    """Return columns of the rows as comma-separated values, with the names in the first line."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(row[column]) for column in columns] for row in found)
    return made.getvalue()


def _cell(value) -> str:
    """Return a cell's text, with an apostrophe before what a spreadsheet would compute, except numbers.

    An apostrophe also goes after a semicolon, a tab or the like: a spreadsheet that takes it for the end
    of a cell begins the next cell there.
    """
    said = "" if value is None else str(value).replace("\r\n", "\n").replace("\r", "\n")  # csv quotes no \r
    parts = [
        f"'{part}" if _FORMULA.match(part) and not _NUMBER.fullmatch(part) else part
        for part in _ENDS.split(said)
    ]
    return ("'" if said.lstrip(" ").startswith(("\t", "\n")) else "") + "".join(parts)


def write(course: Path, book, config, root: Path = ROOT) -> Iterator[Path]:
    """Write every exporter's file of nbgrader's gradebook `book` into the course; yield each path.

    `config` is that of the course's `nbgrader_config.py`. Raise `CourseError` if it names an exporter
    that does not exist, or whose `to` is not a file name.
    """
    target = course / GRADES
    # With the byte-order mark by which a spreadsheet recognizes UTF-8.
    files.put(
        target, [text(rows(_tables(book), all_topics(root))).encode("utf-8-sig")], drafts(course), mode=0o644
    )
    yield target
    for name in config.Exports.plugin_classes if "plugin_classes" in config.Exports else ():
        plugin, draft = _plugin(name, config), drafts(course) / "export"
        target, plugin.to = course / plugin.to, str(draft)
        plugin.export(book)
        draft.chmod(0o644)
        files.move(draft, target)
        yield target


def _plugin(name: str, config):
    """Return the exporter of a dotted name."""
    from traitlets.utils.importstring import import_item

    try:
        plugin = import_item(name)(config=config)
    except (ImportError, ValueError) as error:
        raise CourseError(f"nbgrader_config.py: c.Exports.plugin_classes: {name!r}: {error}") from error
    if not plugin.to or Path(plugin.to).name != plugin.to:
        told = f"found {plugin.to!r}, expected the name of a file in the course's folder"
        raise CourseError(f"nbgrader_config.py: c.{type(plugin).__name__}.to: {told}")
    return plugin
