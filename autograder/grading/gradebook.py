"""Results written to nbgrader's gradebook and to files beside it.

The gradebook holds what `nbgrader autograde` would have left in it, so formgrader, manual grading and
`nbgrader export` continue from there. One process writes; every file is replaced in one step, so that neither
a reader nor a kill leaves it half-written.
"""

import contextlib
import json
import logging
import sqlite3
import tempfile
import warnings
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from autograder import files, importing, messages
from autograder.cells import metadata
from autograder.checks import checking
from autograder.grading import export, feedback, formgrader, timestamps
from autograder.grading.contents import VERDICTS
from autograder.grading.course import drafts, reporting_disk_errors, unfit
from autograder.grading.formgrader import SourceCell
from autograder.grading.ids import folder_of
from autograder.grading.standing import Standing
from autograder.release.release import (
    CellsChanged,
    ReleaseError,
    environment_on_path,
    run_nbgrader,
    write_sources,
)
from autograder.results import Graded
from autograder.sandboxed.echo import clean
from autograder.settings import course_toml
from autograder.topics import ROOT, known, source_notebook_path

# The id that the `nbgrader` command passes on if the course has set none.
COURSE_ID = ""
_BESIDE_BYTES = timestamps.BYTES  # the exchange's secret takes 128
_CELL = "(select id from base_cell where notebook_id = :notebook and name = :name)"
_OF_A_CELL = (
    *(f"delete from {table} where cell_id in {_CELL}" for table in ("grade", "comment")),
    *(
        f"delete from {table} where id in {_CELL}"
        for table in ("grade_cells", "solution_cells", "task_cells")
    ),
    *(
        f"delete from {table} where notebook_id = :notebook and name = :name"
        for table in ("source_cell", "base_cell")
    ),
)
# nbgrader makes no index. Without these SQLite reads whole tables for the rows of one submission, and again
# for each score of an export: a class would cost the square of its size. They change no row.
_INDEXES = (
    ("submitted_assignment", "student_id"),
    ("submitted_assignment", "assignment_id"),
    ("submitted_notebook", "assignment_id"),
    ("submitted_notebook", "notebook_id"),
    ("grade", "notebook_id"),
    ("comment", "notebook_id"),
)
# nbgrader would print database errors with a traceback; `reporting_disk_errors` reports them as well.
logging.getLogger("tornado.application").addHandler(logging.NullHandler())


@contextlib.contextmanager
def _alembic_here() -> Iterator[None]:
    """Let nbgrader ask for the newest schema in this process, not by a command that takes a second."""
    from nbgrader import api

    before, api.get_alembic_version = api.get_alembic_version, newest_schema
    try:
        yield
    finally:
        api.get_alembic_version = before


def newest_schema() -> str | None:
    """Return the version of nbgrader's newest database schema, as `nbgrader.api.get_alembic_version` does."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from nbgrader.dbutil import _temp_alembic_ini

    with _temp_alembic_ini("sqlite://") as settings:
        return ScriptDirectory.from_config(Config(settings)).get_current_head()


class Gradebook:
    """`DIR/gradebook.db` of a course folder; a context manager.

    `root` is the repository whose source notebooks (see `release.write_sources`) define the assignments.
    If there is no gradebook, a new one with the assignments `first` is made; `made` then names them.
    """

    def __init__(self, course: Path, root: Path = ROOT, first: Iterable[str] = ()):
        with importing.quickly():
            from nbgrader.api import Gradebook as NbGraderBook

        self.course, self.root = Path(course).resolve(), Path(root).resolve()
        self.path = self.course / "gradebook.db"
        self.url = f"sqlite:///{self.path}"
        self._sources: dict[str, dict[str, SourceCell]] = {}
        self.made: frozenset[str] = frozenset()
        self.dropped: list[str] = []  # a line for each assignment that has fewer functions now
        with reporting_disk_errors(self.path), environment_on_path():
            if not self.path.exists() or not self.path.stat().st_size:
                self._create(NbGraderBook, first)
            self.book = NbGraderBook(self.url, COURSE_ID)
            _index(self.path)

    def __enter__(self) -> "Gradebook":
        return self

    def __exit__(self, *exc) -> None:
        self.book.close()

    def _create(self, make, topics: Iterable[str]) -> None:
        """Create a gradebook in one step: nbgrader needs several, and takes half of it for the whole."""
        draft = drafts(self.course) / self.path.name
        draft.unlink(missing_ok=True)
        with _alembic_here():
            make(f"sqlite:///{draft}", COURSE_ID).close()
        for topic in topics:
            self._generate(topic, draft)
            self.made |= {topic}
        # SQLite would replay the journal of a deleted gradebook into this one.
        self.path.with_name(f"{self.path.name}-journal").unlink(missing_ok=True)
        files.move(draft, self.path)

    def add_topic(self, topic: str) -> None:
        """Create or update the assignment, with its cells and points, by nbgrader's generator.

        A function that this version no longer has is removed, and named in `dropped`. Raise
        `ReleaseError` if a function is new while the gradebook holds submissions: nbgrader refuses
        that.
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
                self._drop(topic, error)
                run_nbgrader(topic, Path(scratch), database, self.root)

    def _drop(self, topic: str, refusal: CellsChanged) -> None:
        """Remove cells that the assignment no longer has; raise `ReleaseError` if it has new cells.

        nbgrader does neither once there are submissions.
        """
        source = json.loads(source_notebook_path(topic, self.root).read_text("utf-8"))
        now = {said["grade_id"] for said in map(metadata, source["cells"]) if said.get("grade_id")}
        self.read_topic(topic)
        held = set(self._sources[topic])
        gone, new = _functions(held - now), _functions(now - held)
        if now - held or not held - now:
            told = "".join(
                f"; {word}: {', '.join(found)}" for word, found in (("no more", gone), ("new", new)) if found
            )
            raise ReleaseError(
                f"{self.path}: it holds submissions of {topic!r} with other cells than the solutions file "
                f"has now{told}; grade into a new course folder, or move the gradebook away and give "
                "--accept-loss"
            ) from refusal
        notebook = self.book.find_notebook(topic, topic).id
        self.book.db.remove()  # the connection below writes
        with contextlib.closing(sqlite3.connect(self.path)) as book, book:
            for name in sorted(held - now):
                for statement in _OF_A_CELL:
                    book.execute(statement, {"notebook": notebook, "name": name})
        self.dropped.append(
            f"{topic}: this version has no {', '.join(gone)} any more; the points, "
            "scores and comments for that are taken out of the gradebook, of which a copy from before is kept"
        )

    def has_topic(self, topic: str, source: dict) -> bool:
        """Return whether the gradebook holds the assignment with the named cells and points of `source`.

        It may hold others even if this grader recorded it: somebody may have put back a copy.
        """
        if all(assignment.name != topic for assignment in self.book.assignments):
            return False
        self.read_topic(topic)
        now = {said["grade_id"]: said for said in map(metadata, source["cells"]) if said.get("grade_id")}
        points = {name: float(said["points"]) if said["grade"] else None for name, said in now.items()}
        return {name: cell.points for name, cell in self._sources[topic].items()} == points

    def read_topic(self, topic: str) -> None:
        """Read the assignment's cells and points from the gradebook, which has them already."""
        notebook = self.book.find_notebook(topic, topic)
        points = {cell.name: cell.max_score for cell in notebook.grade_cells}
        # Copies, since nbgrader rereads its own objects from the file after every commit.
        self._sources[topic] = {
            c.name: SourceCell(c.name, c.cell_type, c.locked, c.source, c.checksum, points.get(c.name))
            for c in notebook.source_cells
        }

    def record(self, graded: Graded) -> None:
        """Write one submission: grades, comments, and the notebook that formgrader shows.

        A grade or comment given by a person stays; the cell of such a grade is then marked for
        review, as nbgrader does.
        """
        _component(graded.student), _component(graded.topic)
        if graded.topic not in self._sources:
            self.add_topic(graded.topic)
        earned = self._points(graded)
        when = read_timestamp(self.course, graded.student, graded.topic)
        try:
            late = self._write_grades(graded, earned, when)
        except BaseException:
            self.book.db.rollback()  # else the next submission would commit half of this one
            raise
        if late:
            self._late_penalty(graded)
        folder = self.course / "autograded" / graded.student / graded.topic
        text = formgrader.notebook(graded, self._sources[graded.topic], self.root)
        files.put_text(folder / f"{graded.topic}.ipynb", text, drafts(self.course))
        _pass_on(self.course, graded, folder)

    def renew_penalty(self, graded: Graded) -> None:
        """Subtract the late penalty from the score that the gradebook holds now, after a change by hand.

        A penalty that a person set for work that was not late stays.
        """
        if self.book.find_submission(graded.topic, graded.student).total_seconds_late <= 0:
            return
        notebook = self.book.find_submission_notebook(graded.topic, graded.topic, graded.student)
        notebook.late_submission_penalty = None
        self.book.db.commit()
        self._late_penalty(graded)

    def _write_grades(self, graded: Graded, earned: dict[str, float], when: datetime | None) -> bool:
        """Fill in the rows of one submission; return whether it was late."""
        answers = {c.grade_id: c.source for c in graded.cells if c.kind == "solution"}
        with warnings.catch_warnings():
            # nbgrader builds a submission in an order of which SQLAlchemy warns each time.
            warnings.filterwarnings("ignore", "Object of type <Submitted")
            with _one_change(self.book.db):
                self.book.update_or_create_student(graded.student)
                # Also if None: the time of an earlier submission does not apply.
                submission = self.book.update_or_create_submission(
                    graded.topic, graded.student, timestamp=when
                )
        late = submission.total_seconds_late > 0
        notebook = self.book.find_submission_notebook(graded.topic, graded.topic, graded.student)
        self._fill(notebook)
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
        return late

    def _fill(self, notebook) -> None:
        """Restore the rows for points and comments that a submission's notebook has lost."""
        from nbgrader.api import Comment, Grade

        cells = notebook.notebook
        for table, rows, owners in (
            (Grade, notebook.grades, (*cells.grade_cells, *cells.task_cells)),
            (Comment, notebook.comments, (*cells.solution_cells, *cells.task_cells)),
        ):
            there = {row.cell_id for row in rows}
            self.book.db.add_all(
                table(cell_id=cell.id, notebook=notebook) for cell in owners if cell.id not in there
            )
        self.book.db.flush()

    def scores(self) -> dict[tuple[str, str], tuple[float, float]]:
        """Map (student, topic) to (score, possible score), as nbgrader computes them."""
        return {
            (submission.student.id, assignment.name): (submission.score, submission.max_score)
            for assignment in self.book.assignments
            for submission in assignment.submissions
        }

    def export(self) -> list[Path]:
        """Write the exporters' files of the gradebook, `DIR/grades.csv` first; return their paths."""
        self.book.db.expire_all()
        return list(export.write(self.course, self.book, self.config(), self.root))

    def config(self):
        """Return the course's `nbgrader_config.py`, with the rule for late work of `course.toml`."""
        from traitlets.config.loader import Config, PyFileConfigLoader

        from autograder.grading import late  # it imports nbgrader

        config = Config()
        if (self.course / "nbgrader_config.py").is_file():
            config = PyFileConfigLoader("nbgrader_config.py", path=str(self.course)).load_config()
        late.configure(config, course_toml.read(self.course).late)
        return config

    def students(self) -> list[str]:
        """Return the ids of all students in the gradebook, in order."""
        return sorted(student.id for student in self.book.students)

    def enter(self, people: Iterable[tuple[str, dict[str, str]]]) -> None:
        """Enter these students into the gradebook, all or none: an id, and the rest by nbgrader's names."""
        from nbgrader.api import Student

        there = {student.id: student for student in self.book.students}
        for student, about in people:
            if student not in there:
                self.book.db.add(there.setdefault(student, Student(id=student)))
            for name, value in about.items():
                setattr(there[student], name, value)
        self.book.db.commit()

    def set_due(self, topic: str, due: datetime) -> None:
        """Set an assignment's due date, a time with its zone."""
        self.book.update_or_create_assignment(topic, duedate=due.astimezone(UTC).replace(tzinfo=None))

    def _points(self, graded: Graded) -> dict[str, float]:
        """Return the points of each autograded cell; a cell without a result gets 0."""
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
        """Return whether the submission holds the cell as it was handed out."""
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
        """Let nbgrader's own plugin decide, with the settings of the course folder."""
        import nbformat
        from nbgrader.preprocessors import AssignLatePenalties

        names = {"notebook": graded.topic, "assignment": graded.topic, "student": graded.student}
        AssignLatePenalties(config=self.config()).preprocess(
            nbformat.v4.new_notebook(), {"nbgrader": names | {"db_url": self.url}}
        )
        self.book.db.expire_all()


def _index(path: Path) -> None:
    """Add the indexes that the gradebook lacks; with all of them, nothing is written."""
    with contextlib.closing(sqlite3.connect(path)) as book:
        for table, column in _INDEXES:
            book.execute(f"create index if not exists by_{column}_of_{table} on {table} ({column})")


@contextlib.contextmanager
def _one_change(session) -> Iterator[None]:
    """Let nbgrader's own commits wait for one of the caller, so that a submission is one change.

    Each commit waits for the disk.
    """
    session.commit = session.flush
    try:
        yield
    finally:
        del session.commit


def _functions(cells: Iterable[str]) -> list[str]:
    """Return the functions whose checks are among the cells, in order; without any, the cells."""
    cells = sorted(cells)
    return [c.removeprefix(checking.CELL) for c in cells if c.startswith(checking.CELL)] or cells


def read_timestamp(course: Path, student: str, topic: str) -> datetime | None:
    """Return when the work was handed in (UTC), from nbgrader's `timestamp.txt`; None if it names no time."""
    return timestamps.time_in(_beside(course, student, topic, timestamps.NAME))


def _beside(course: Path, student: str, topic: str, name: str) -> bytes:
    """Return the start of a file that came with the notebook; empty if it is missing or behind a link."""
    folder = folder_of(Path(course) / "submitted", student) / topic
    path = folder / name
    if any(p.is_symlink() for p in (folder.parent, folder, path)) or not path.is_file():
        return b""
    with open(path, "rb") as file:
        return file.read(_BESIDE_BYTES)


def _pass_on(course: Path, graded: Graded, folder: Path) -> None:
    """Put the submission's time and exchange secret into `folder`, as nbgrader does.

    `nbgrader release_feedback` names a page by the secret, so that only its student finds it. A file that
    did not come with the submission, or that nbgrader could not read, is removed from `folder`.
    """
    when = read_timestamp(course, graded.student, graded.topic)
    secret = _beside(course, graded.student, graded.topic, "submission_secret.txt")
    for name, text in {
        "timestamp.txt": f"{when.isoformat(sep=' ')} UTC\n" if when else "",
        "submission_secret.txt": secret.decode() if secret.isascii() else "",
    }.items():
        if text:
            files.put_text(folder / name, text, drafts(course))
        else:  # left by an earlier submission
            (folder / name).unlink(missing_ok=True)


def write_verdicts(course: Path, graded: Iterable[Graded]) -> Path:
    """Write `DIR/verdicts.jsonl` of these submissions, a line for each student and check; return its path."""
    path = Path(course) / VERDICTS
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
            "misconception": r.misconception,
            "message": clean(messages.told(r)),
            "devices": r.devices,
            "seconds": round(r.seconds, 6),
            "attempt": graded.attempt,
        }
        if r.examiner_error:
            row["examiner_error"] = clean(r.examiner_error)
        yield json.dumps(row, ensure_ascii=False, allow_nan=False)


def write_feedback(course: Path, graded: Graded, root: Path = ROOT, standing: Standing | None = None) -> Path:
    """Write `DIR/feedback/STUDENT/TOPIC/TOPIC.html`, the page of `feedback.render`, and what releases it."""
    _component(graded.student), _component(graded.topic)
    path = Path(course) / "feedback" / graded.student / graded.topic / f"{graded.topic}.html"
    files.put_text(path, feedback.render(graded, root, standing), drafts(course))
    _pass_on(course, graded, path.parent)
    return path


def _component(name: str) -> str:
    """Return `name`. Raise `ValueError` if it cannot name one folder of the course in plain text."""
    if unfit(name):
        raise ValueError(f"{name!r} cannot name a folder of the course")
    return name
