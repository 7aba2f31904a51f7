"""The rows of `grades.csv`: those of nbgrader's exporter, in one order, safe in a file that people open.

nbgrader's own `CsvExportPlugin` writes texts as they are: a comma in a name shifts the cells of
its row, a name that begins with `=` is a formula to a spreadsheet, and students stand in the order
in which they came.
"""

import csv
import io
import re
from collections.abc import Iterable

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
)  # what a spreadsheet takes for the beginning of one
_ENDS = re.compile(r"([;,|\t\n])")  # what some spreadsheets take for the end of a cell


def rows(book, topics: Iterable[str]) -> list[dict]:
    """A row for each assignment and student of nbgrader's gradebook; one without a submission has 0 points.

    The assignments stand in the order of `topics`, others behind them by name; within each, students by id.
    """
    place = {topic: number for number, topic in enumerate(topics)}
    students, found = sorted(book.students, key=lambda s: s.id), []
    for assignment in sorted(book.assignments, key=lambda a: (place.get(a.name, len(place)), a.name)):
        handed_in = {submission.student_id: submission for submission in assignment.submissions}
        for student in students:
            found.append(_row(assignment, student, handed_in.get(student.id)))
    return found


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
    """Columns of the rows as a file of comma-separated values, its first line their names."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(row[column]) for column in columns] for row in found)
    return made.getvalue()


def _cell(value) -> str:
    """The text of a cell; an apostrophe before what a spreadsheet would compute, numbers as they are.

    Also before what it would compute behind a semicolon, a tab or the like: where it takes one for the end of
    a cell, the next one begins there.
    """
    said = "" if value is None else str(value).replace("\r\n", "\n").replace("\r", "\n")  # csv quotes no \r
    parts = [
        f"'{part}" if _FORMULA.match(part) and not _NUMBER.fullmatch(part) else part
        for part in _ENDS.split(said)
    ]
    return ("'" if said.lstrip(" ").startswith(("\t", "\n")) else "") + "".join(parts)
