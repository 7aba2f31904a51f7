"""Results written where an instructor looks for them: nbgrader's gradebook and files beside it.

The gradebook holds what `nbgrader autograde` would have left in it, so formgrader, manual
grading and `nbgrader export` go on from there. One process writes; every file is replaced
in one step, so a reader or a kill never meets half of one.
"""

import contextlib
import json
import logging
import sqlite3
import tempfile
import warnings
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from autograder import files, messages
from autograder.grading import export, feedback, formgrader
from autograder.grading.course import CourseError, drafts, in_words, unfit, writing
from autograder.grading.feedback import clean
from autograder.grading.formgrader import SourceCell
from autograder.release.release import (
    CellsChanged,
    ReleaseError,
    environment_on_path,
    run_nbgrader,
    write_sources,
)
from autograder.results import Graded
from autograder.topics import ROOT, known, topics

# What `nbgrader` on the command line passes on where the course has set no id.
COURSE_ID = ""
_TIMESTAMP_BYTES = 200
# nbgrader prints what the database refuses, with a traceback; it reaches `writing` as well.
logging.getLogger("tornado.application").addHandler(logging.NullHandler())


class Gradebook:
    """`DIR/gradebook.db` of a course folder; a context manager.

    `root` is the repository whose source notebooks (see `release.write_sources`) define the
    assignments. Where there is no gradebook, one is made that holds the assignments `first`;
    `made` names them then.
    """

    def __init__(self, course: Path, root: Path = ROOT, first: Iterable[str] = ()):
        from nbgrader.api import Gradebook as NbGraderBook

        self.course, self.root = Path(course).resolve(), Path(root).resolve()
        self.path = self.course / "gradebook.db"
        self.url = f"sqlite:///{self.path}"
        self._sources: dict[str, dict[str, SourceCell]] = {}
        self.made: frozenset[str] = frozenset()
        with writing(self.path), environment_on_path():
            if not self.path.exists() or not self.path.stat().st_size:
                self._create(NbGraderBook, first)
            self.book = NbGraderBook(self.url, COURSE_ID)

    def __enter__(self) -> "Gradebook":
        return self

    def __exit__(self, *exc) -> None:
        self.book.close()

    def _create(self, make, topics: Iterable[str]) -> None:
        """Put a gradebook in place, whole: nbgrader makes it in steps, and takes half of one for a whole."""
        draft = drafts(self.course) / self.path.name
        draft.unlink(missing_ok=True)
        make(f"sqlite:///{draft}", COURSE_ID).close()
        for topic in topics:
            self._generate(topic, draft)
            self.made |= {topic}
        # What a gradebook that is gone left behind, SQLite would play back into this one.
        self.path.with_name(f"{self.path.name}-journal").unlink(missing_ok=True)
        files.move(draft, self.path)

    def add_topic(self, topic: str) -> None:
        """Create or update the assignment, with its cells and points, by nbgrader's generator.

        `ReleaseError` if cells came or went while the gradebook holds submissions: nbgrader
        refuses to change those.
        """
        self._generate(topic, self.path)
        self.book.db.expire_all()  # another connection wrote it
        self.read_topic(topic)

    def _generate(self, topic: str, database: Path) -> None:
        known(topic, self.root)
        write_sources(self.root)
        with tempfile.TemporaryDirectory(prefix="record-") as scratch:
            try:
                run_nbgrader(topic, Path(scratch), database, self.root)
            except CellsChanged as error:
                raise ReleaseError(
                    f"{self.path}: it holds submissions of {topic!r} with other cells than the "
                    "solutions file has now; grade into a new course folder, or move the "
                    "gradebook away"
                ) from error

    def has_topic(self, topic: str) -> bool:
        """Does the gradebook hold the assignment?"""
        return any(assignment.name == topic for assignment in self.book.assignments)

    def read_topic(self, topic: str) -> None:
        """Take the assignment's cells and points from the gradebook, which has them already."""
        notebook = self.book.find_notebook(topic, topic)
        points = {cell.name: cell.max_score for cell in notebook.grade_cells}
        # Copies: nbgrader's own objects are read anew from the file after every commit.
        self._sources[topic] = {
            c.name: SourceCell(c.name, c.cell_type, c.locked, c.source, c.checksum, points.get(c.name))
            for c in notebook.source_cells
        }

    def record(self, graded: Graded) -> None:
        """Write one submission: grades, comments, and the notebook that formgrader shows.

        A grade or comment that a person gave stays; its cell is then marked for a new look,
        as nbgrader does.
        """
        _component(graded.student), _component(graded.topic)
        if graded.topic not in self._sources:
            self.add_topic(graded.topic)
        earned = self._points(graded)
        when = read_timestamp(self.course, graded.student, graded.topic)
        try:
            late = self._write_grades(graded, earned, when)
        except BaseException:
            self.book.db.rollback()  # else the next submission meets half of this one
            raise
        if late:
            self._late_penalty(graded)
        folder = self.course / "autograded" / graded.student / graded.topic
        text = formgrader.notebook(graded, self._sources[graded.topic], self.root)
        files.put_text(folder / f"{graded.topic}.ipynb", text, drafts(self.course))
        if when:  # nbgrader compares it with a later submission's
            files.put_text(folder / "timestamp.txt", f"{when.isoformat(sep=' ')} UTC\n", drafts(self.course))

    def _write_grades(self, graded: Graded, earned: dict[str, float], when: datetime | None) -> bool:
        """Fill in the rows of one submission; returns whether it was late."""
        answers = {c.grade_id: c.source for c in graded.cells if c.kind == "solution"}
        with warnings.catch_warnings():
            # nbgrader builds a submission in an order that SQLAlchemy comments on, each time.
            warnings.filterwarnings("ignore", "Object of type <Submitted")
            self.book.update_or_create_student(graded.student)
            submission = self.book.update_or_create_submission(
                graded.topic, graded.student, **({"timestamp": when} if when else {})
            )
        notebook = self.book.find_submission_notebook(graded.topic, graded.topic, graded.student)
        for grade in notebook.grades:
            if grade.name in earned:
                grade.auto_score = earned[grade.name]
            else:  # a written answer: a person decides, unless nothing was written
                grade.auto_score = 0 if self._untouched(graded.topic, grade.name, answers) else None
            grade.needs_manual_grade = grade.manual_score is not None or grade.auto_score is None
        for comment in notebook.comments:
            untouched = self._untouched(graded.topic, comment.name, answers)
            comment.auto_comment = messages.NO_RESPONSE if untouched else None
        notebook.late_submission_penalty = None
        self.book.db.commit()
        return submission.total_seconds_late > 0

    def scores(self) -> dict[tuple[str, str], tuple[float, float]]:
        """(student, topic) -> (score, possible score), as nbgrader computes them."""
        return {
            (submission.student.id, assignment.name): (submission.score, submission.max_score)
            for assignment in self.book.assignments
            for submission in assignment.submissions
        }

    def export_csv(self) -> Path:
        """`DIR/grades.csv`: what nbgrader's exporter writes, as `export` writes it."""
        path = self.course / "grades.csv"
        self.book.db.expire_all()
        text = export.text(export.rows(self.book, topics(self.root)))
        files.put(path, [text.encode("utf-8")], drafts(self.course), mode=0o644)
        return path

    def _points(self, graded: Graded) -> dict[str, float]:
        """Points of each autograded cell; a cell without a result has none."""
        cells = self._sources[graded.topic].values()
        possible = {c.name: c.points for c in cells if c.points is not None and c.locked}
        earned = dict.fromkeys(possible, 0.0)
        for result in graded.results:
            if result.cell not in possible:
                raise ValueError(
                    f"{graded.topic}: {result.check} gives points to {result.cell!r}; the graded "
                    f"cells are {', '.join(possible)}"
                )
            earned[result.cell] += float(result.points)
        for cell, value in earned.items():
            if not 0 <= value <= possible[cell] + 1e-9:
                raise ValueError(
                    f"{graded.topic}: the checks of {cell!r} give {value} points to "
                    f"{graded.student}; expected 0 to {possible[cell]}"
                )
        return {cell: min(value, possible[cell]) for cell, value in earned.items()}

    def _untouched(self, topic: str, name: str, answers: dict[str | None, str]) -> bool:
        """Whether the submission holds the cell as it was handed out."""
        from nbformat import from_dict
        from nbgrader.utils import compute_checksum

        if name not in answers:
            return False
        source = self._sources[topic][name]
        flags = {"grade_id": name, "solution": True, "locked": False, "grade": False}
        if source.points is not None:
            flags |= {"grade": True, "points": source.points}
        cell = {"source": clean(answers[name]), "cell_type": source.cell_type}
        return compute_checksum(from_dict(cell | {"metadata": {"nbgrader": flags}})) == source.checksum

    def _late_penalty(self, graded: Graded) -> None:
        """nbgrader's own plugin decides, with the settings of the course folder."""
        import nbformat
        from nbgrader.preprocessors import AssignLatePenalties
        from traitlets.config.loader import PyFileConfigLoader

        config = None
        if (self.course / "nbgrader_config.py").is_file():
            config = PyFileConfigLoader("nbgrader_config.py", path=str(self.course)).load_config()
        names = {"notebook": graded.topic, "assignment": graded.topic, "student": graded.student}
        AssignLatePenalties(config=config).preprocess(
            nbformat.v4.new_notebook(), {"nbgrader": names | {"db_url": self.url}}
        )
        self.book.db.expire_all()


def on_record(course: Path) -> dict[tuple[str, str], dict[str, float | None]]:
    """(student, topic) -> the automatic score of each cell, as the gradebook has it.

    Read without nbgrader, whose import takes longer than a run with nothing to do. What is
    not nbgrader's gradebook, or not of the version this project pins, holds nothing.
    """
    path = Path(course).resolve() / "gradebook.db"
    found: dict[tuple[str, str], dict[str, float | None]] = {}
    if not path.is_file():
        return found
    try:
        # To be written, and not made: what a kill has left in the midst of a change is undone by whoever
        # reads it next, and a reader that may not write cannot do that.
        with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as connection:
            for student, topic, cell, score in connection.execute(_SCORES):
                found.setdefault((student, topic), {})[cell] = score
    except sqlite3.OperationalError as error:
        if "no such" not in str(error):
            raise CourseError(f"{path}: cannot be read ({in_words(error)})") from error
    except sqlite3.DatabaseError as error:
        raise CourseError(f"{path}: this is no gradebook ({error}); move it away") from error
    return found


_SCORES = """
    select submitted_assignment.student_id, assignment.name, base_cell.name, grade.auto_score
    from submitted_assignment
    join assignment on assignment.id = submitted_assignment.assignment_id
    join submitted_notebook on submitted_notebook.assignment_id = submitted_assignment.id
    left join grade on grade.notebook_id = submitted_notebook.id
    left join base_cell on base_cell.id = grade.cell_id
"""


def read_timestamp(course: Path, student: str, topic: str) -> datetime | None:
    """When the work was handed in (UTC), from nbgrader's `timestamp.txt`; None where that cannot be read."""
    from nbgrader.utils import parse_utc

    path = Path(course) / "submitted" / student / topic / "timestamp.txt"
    if path.is_symlink() or not path.is_file():
        return None
    with open(path, "rb") as file:
        text = file.read(_TIMESTAMP_BYTES).decode("utf-8", "replace").strip()
    try:
        return parse_utc(text)
    except (ValueError, OverflowError):
        return None


def write_verdicts(course: Path, graded: Iterable[Graded]) -> Path:
    """`DIR/verdicts.jsonl` of these submissions: one line for each student and check."""
    path = Path(course) / "verdicts.jsonl"
    lines = (f"{line}\n".encode() for g in graded for line in _verdict_lines(g))
    files.put(path, lines, drafts(course), mode=0o644)
    return path


def _verdict_lines(graded: Graded) -> Iterator[str]:
    for r in graded.results:
        row = {
            "student": clean(graded.student),
            "topic": graded.topic,
            "check": r.check,
            "points": float(r.points),
            "max_points": float(r.max_points),
            "verdict": r.verdict,
            "message": clean(r.message),
            "devices": r.devices,
            "seconds": round(r.seconds, 6),
            "attempt": graded.attempt,
        }
        if r.examiner_error:
            row["examiner_error"] = clean(r.examiner_error)
        yield json.dumps(row, ensure_ascii=False, allow_nan=False)


def write_feedback(course: Path, graded: Graded, root: Path = ROOT) -> Path:
    """`DIR/feedback/STUDENT/TOPIC/TOPIC.html`, the page for the student."""
    _component(graded.student), _component(graded.topic)
    path = Path(course) / "feedback" / graded.student / graded.topic / f"{graded.topic}.html"
    files.put_text(path, feedback.render(graded, root), drafts(course))
    return path


def _component(name: str) -> str:
    """A student or topic names one folder, nothing above or below it, in plain text."""
    if unfit(name):
        raise ValueError(f"{name!r} cannot name a folder of the course")
    return name
