"""What the gradebook holds of each submission, read without nbgrader.

Importing nbgrader takes longer than a run with nothing to do. A check gives points; in formgrader a person
adds a score, extra credit or a comment; nbgrader's plugin subtracts a late penalty. The student's page shows
all of it, so it is rewritten when any of it changes.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from autograder.grading.course import CourseError, in_words


@dataclass(frozen=True)
class CellPoints:
    """The points of one graded cell, by origin; None if nobody has given any."""

    checks: float | None
    manual: float | None  # replaces the checks' points
    extra: float | None
    possible: float

    @property
    def total(self) -> float:
        """The points that count, as nbgrader adds them up: extra credit needs a score to be added to."""
        base = self.checks if self.manual is None else self.manual
        return (base or 0.0) + self.extra_counted

    @property
    def overruled(self) -> bool:
        """Whether a person gave another score than the checks."""
        return self.manual is not None and self.manual != self.checks

    @property
    def extra_counted(self) -> float:
        """The extra credit in `total`."""
        return 0.0 if self.waits else self.extra or 0.0

    @property
    def waits(self) -> bool:
        """Whether a person must score the cell and has not done so yet."""
        return self.checks is None and self.manual is None


@dataclass(frozen=True)
class Standing:
    """One submission as the gradebook holds it."""

    cells: dict[str, CellPoints] = field(default_factory=dict)  # by the graded cell's grade_id, in order
    comments: dict[str, str] = field(default_factory=dict)  # a person's, by the grade_id of the cell below it
    penalty: float = 0.0  # for late work

    @property
    def possible(self) -> float:
        return sum(cell.possible for cell in self.cells.values())

    @property
    def score(self) -> float:
        """The total, as `grades.csv` has it: never below 0."""
        return max(0.0, sum(cell.total for cell in self.cells.values()) - self.penalty)


def standings(course: Path) -> dict[tuple[str, str], Standing]:
    """Map (student, topic) to its standing, for everything in `DIR/gradebook.db`.

    A database that is not nbgrader's gradebook, or not of the version this project pins, holds nothing;
    raise `CourseError` if the file is not a database or cannot be read.
    """
    return _read(course, "", ())


def standing(course: Path, student: str, topic: str) -> Standing | None:
    """Return a submission's standing; None if the gradebook lacks it. Raise as `standings` does."""
    one = " where submitted_assignment.student_id = ? and assignment.name = ?"
    return _read(course, one, (student, topic)).get((student, topic))


def assignments_on_record(course: Path) -> set[str]:
    """Return the names of the gradebook's assignments. Raise as `standings` does."""
    with _reading(course) as select:
        return {name for (name,) in select("select name from assignment")}


def students_on_record(course: Path) -> set[str]:
    """Return the ids of the gradebook's students. Raise as `standings` does."""
    with _reading(course) as select:
        return {name for (name,) in select("select id from student")}


def people_on_record(course: Path) -> list[tuple[str, str, str, str, str]]:
    """Return id, names, email and platform's id of each student, in order. Raise as `standings` does."""
    with _reading(course) as select:
        found = select("select id, first_name, last_name, email, lms_user_id from student order by id")
        return [(row[0], row[1] or "", row[2] or "", row[3] or "", row[4] or "") for row in found]


def submissions_on_record(course: Path) -> set[tuple[str, str]]:
    """Return (student, topic) of the gradebook's submissions. Raise as `standings` does."""
    with _reading(course) as select:
        return set(select(f"select submitted_assignment.student_id, assignment.name {_FROM}"))


def gaps(course: Path) -> dict[tuple[str, str], list[str]]:
    """Map (student, topic) to the cells without a row for points or a comment. Raise as `standings` does."""
    found: dict[tuple[str, str], list[str]] = {}
    with _reading(course) as select:
        for kind, table in (("Grade", "grade"), ("Solution", "comment")):
            for student, topic, cell in select(_GAPS.format(table=table), (f"{kind}Cell",)):
                found.setdefault((student, topic), []).append(f"{table} of {cell}")
    return found


def missing_tables(course: Path) -> list[str]:
    """Return the names of nbgrader's tables that the gradebook lacks. Raise as `standings` does."""
    with _reading(course) as select:
        there = {name for (name,) in select("select name from sqlite_master where type = 'table'")}
    return sorted(_TABLES - there)


def due_dates(course: Path) -> dict[tuple[str | None, str], str | None]:
    """Map (None, topic) to due dates, (student, topic) to extensions. Raise as `standings` does."""
    with _reading(course) as select:
        return {(student, topic): when for student, topic, when in select(_DUE)}


def _read(course: Path, where: str, names: tuple[str, ...]) -> dict[tuple[str, str], Standing]:
    found: dict[tuple[str, str], Standing] = {}
    with _reading(course) as select:
        for student, topic, penalty in select(_SUBMISSIONS.format(where=where), names):
            found[student, topic] = Standing(penalty=penalty)
        for student, topic, cell, *points in select(_GRADES.format(where=where), names):
            if (student, topic) in found:
                found[student, topic].cells[cell] = CellPoints(*points)
        for student, topic, cell, comment in select(_COMMENTS.format(where=where), names):
            if (student, topic) in found and comment and comment.strip():
                found[student, topic].comments[cell] = comment
    return found


@contextlib.contextmanager
def _reading(course: Path) -> Iterator[Callable[..., list[tuple]]]:
    """Yield a function that returns a query's rows, from one state of the gradebook; none without one."""
    path = Path(course).resolve() / "gradebook.db"
    if not path.is_file():
        yield lambda query, names=(): []
        return
    try:
        # Mode rw does not create the file. Reading may have to roll back a change that a kill interrupted,
        # which needs the right to write.
        with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as connection:
            connection.execute("begin")

            def select(query: str, names: tuple[str, ...] = ()) -> list[tuple]:
                try:
                    return connection.execute(query, names).fetchall()
                except sqlite3.OperationalError as error:
                    if "no such" not in str(error):
                        raise
                    return []  # a table or column of another version

            yield select
    except sqlite3.OperationalError as error:
        raise CourseError(f"{path}: cannot be read ({in_words(error)})") from error
    except sqlite3.DatabaseError as error:
        raise CourseError(f"{path}: this is no gradebook ({error}); move it away") from error


_TABLES = set(
    "assignment base_cell comment course grade grade_cells notebook solution_cells source_cell student "
    "submitted_assignment submitted_notebook task_cells".split()
)
_FROM = """
    from submitted_assignment
    join assignment on assignment.id = submitted_assignment.assignment_id
    join submitted_notebook on submitted_notebook.assignment_id = submitted_assignment.id
"""
_SUBMISSIONS = f"""
    select submitted_assignment.student_id, assignment.name,
           coalesce(sum(submitted_notebook.late_submission_penalty), 0.0)
    {_FROM} {{where}} group by submitted_assignment.id
"""
_GRADES = f"""
    select submitted_assignment.student_id, assignment.name, base_cell.name,
           grade.auto_score, grade.manual_score, grade.extra_credit,
           coalesce(grade_cells.max_score, task_cells.max_score, 0.0)
    {_FROM}
    join grade on grade.notebook_id = submitted_notebook.id
    join base_cell on base_cell.id = grade.cell_id
    left join grade_cells on grade_cells.id = base_cell.id
    left join task_cells on task_cells.id = base_cell.id
    {{where}} order by base_cell.name
"""
_COMMENTS = f"""
    select submitted_assignment.student_id, assignment.name, base_cell.name, comment.manual_comment
    {_FROM}
    join comment on comment.notebook_id = submitted_notebook.id and comment.manual_comment is not null
    join base_cell on base_cell.id = comment.cell_id
    {{where}} order by base_cell.name
"""
_DUE = """
    select null, name, duedate from assignment
    union all
    select submitted_assignment.student_id, assignment.name, submitted_assignment.extension
    from submitted_assignment
    join assignment on assignment.id = submitted_assignment.assignment_id
"""
# A submission has a row for each cell of its notebook; a written answer and a task have rows of both kinds.
_GAPS = f"""
    select submitted_assignment.student_id, assignment.name, base_cell.name
    {_FROM}
    join base_cell on base_cell.notebook_id = submitted_notebook.notebook_id
    left join {{table}} on {{table}}.notebook_id = submitted_notebook.id and {{table}}.cell_id = base_cell.id
    where base_cell.type in (?, 'TaskCell') and {{table}}.id is null
    order by base_cell.name
"""
