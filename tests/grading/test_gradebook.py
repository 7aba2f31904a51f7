"""Results in nbgrader's gradebook and in the verdicts file."""

import contextlib
import csv
import json
import shutil
import sqlite3

import nbformat
import pytest
import scratch
from test_nbgrader_stock import course_of, nbgrader

from autograder import topics
from autograder.grading import export, gradebook, standing
from autograder.grading.course import CourseError
from autograder.release import release
from autograder.results import CellOutput, CheckResult, Graded

TOPIC = scratch.TOPIC
MAX = {"double": 3.0, "biggest": 2.5}
WRITTEN = """
# %% [markdown] nbgrader={"grade": true, "grade_id": "why", "locked": false, "points": 2, "schema_version": 3, "solution": true, "task": false}
# Because.
"""  # noqa: E501
SOLVED = {
    "double": "def double(x):\n    return x + x",
    "biggest": "def biggest(items):\n    return max(items)",
}


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    root = scratch.make(
        tmp_path_factory.mktemp("repository") / "repo",
        {TOPIC: scratch.SOURCE, "written": scratch.SOURCE + WRITTEN},
    )
    release.release(root=root)
    return root


@pytest.fixture(scope="module")
def empty_course(repository, tmp_path_factory):
    """A course whose gradebook knows the assignments: making one takes a second."""
    course = course_of(repository, tmp_path_factory.mktemp("course") / "course")
    with gradebook.Gradebook(course, repository) as book:
        book.add_topic(TOPIC)
        book.add_topic("written")
    return course


@pytest.fixture
def course(empty_course, tmp_path):
    return shutil.copytree(empty_course, tmp_path / "course")


def stub(repository, name, topic=TOPIC):
    """A cell as it is handed out."""
    cells = json.loads(topics.exercise_path(topic, repository).read_text("utf-8"))["cells"]
    return next("".join(c["source"]) for c in cells if c["id"] == name)


def result(function, points, message="", name="values", possible=None, **more):
    possible = MAX[function] if possible is None else possible
    verdict = more.pop("verdict", "right" if points == possible else "wrong")
    return CheckResult(
        TOPIC, f"{function}.{name}", f"check-{function}", points, possible, verdict, message, **more
    )


def graded(student="ada", double=3.0, biggest=2.5, topic=TOPIC, cells=None, **more):
    if cells is None:
        cells = [CellOutput(source, "", None, "solution", name) for name, source in SOLVED.items()]
    return Graded(student, topic, [result("double", double), result("biggest", biggest)], cells, **more)


def database(course):
    """What the gradebook holds, as plain data, read by nbgrader itself."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course}/gradebook.db", "") as book:
        return {
            "assignments": [(a.name, a.course_id, a.max_score) for a in book.assignments],
            "cells": {
                (a.name, n.name, n.kernelspec): [
                    sorted((c.name, c.max_score, c.cell_type) for c in n.grade_cells),
                    sorted(c.name for c in n.solution_cells),
                    sorted(c.name for c in n.task_cells),
                    sorted((c.name, c.cell_type, c.locked, c.source, c.checksum) for c in n.source_cells),
                ]
                for a in book.assignments
                for n in a.notebooks
            },
            "grades": {
                (s.student.id, n.name, g.name): (
                    g.auto_score,
                    g.manual_score,
                    g.score,
                    g.max_score,
                    g.needs_manual_grade,
                    g.failed_tests,
                )
                for a in book.assignments
                for s in a.submissions
                for n in s.notebooks
                for g in n.grades
            },
            "comments": {
                (s.student.id, n.name, c.name): (c.auto_comment, c.manual_comment)
                for a in book.assignments
                for s in a.submissions
                for n in s.notebooks
                for c in n.comments
            },
            "submissions": {
                (s.student.id, a.name): (
                    s.score,
                    s.max_score,
                    s.timestamp,
                    s.needs_manual_grade,
                    s.late_submission_penalty,
                )
                for a in book.assignments
                for s in a.submissions
            },
        }


# -- the gradebook ----------------------------------------------------------------------------


@pytest.mark.long
def test_gradebook_is_what_autograde_would_have_left(repository, tmp_path):
    """One course by plain nbgrader, one by `gradebook`, of the same two submissions."""
    stock, ours = (course_of(repository, tmp_path / name) for name in ("stock", "ours"))
    nbgrader(stock, "generate_assignment", TOPIC)
    untouched = (stock / "exercises" / TOPIC / f"{TOPIC}.ipynb").read_text("utf-8")
    half = json.loads(untouched)
    for cell in half["cells"]:
        if cell["id"] == "biggest":  # right for positive numbers alone
            cell["source"] = "def biggest(items):\n    return max(items + [0])"
    for student, text in {"blank": untouched, "half": json.dumps(half)}.items():
        for folder in (stock, ours):
            into = folder / "submitted" / student / TOPIC
            into.mkdir(parents=True)
            (into / f"{TOPIC}.ipynb").write_text(text, "utf-8")
            (into / "timestamp.txt").write_text("2031-02-03 04:05:06 UTC", "utf-8")
            if student == "half":  # who came through the exchange
                (into / "submission_secret.txt").write_text("0123abcd", "utf-8")
    nbgrader(stock, "autograde", TOPIC)

    blank = [CellOutput(stub(repository, f), "", "NotImplementedError", "solution", f) for f in MAX]
    mine = [
        blank[0],
        CellOutput("def biggest(items):\n    return max(items + [0])", "", None, "solution", "biggest"),
    ]
    with gradebook.Gradebook(ours, repository) as book:
        book.record(graded("blank", 0, 0, cells=blank))
        book.record(graded("half", 0, 1.25, cells=mine))
    assert database(ours) == database(stock)
    assert database(ours)["submissions"]["half", TOPIC][0] == 1.25

    def files(course):
        return {p.relative_to(course).as_posix() for p in (course / "autograded").rglob("*") if p.is_file()}

    assert files(ours) == files(stock)


def test_nbgrader_goes_on_from_what_was_recorded(repository, course):
    """Its own export and its own feedback accept the gradebook and the autograded notebook."""
    with gradebook.Gradebook(course, repository) as book:
        book.record(graded("ada", 3, 1.25, cells=[CellOutput("print('mine')", "mine\n", None, "added", "")]))
        ours = book.export()[0].read_text("utf-8-sig")
        assert book.scores() == {("ada", TOPIC): (4.25, 5.5)}
    nbgrader(course, "export", "--to", "theirs.csv")
    assert (course / "theirs.csv").read_text("utf-8") == ours
    row = next(csv.DictReader(ours.split("\n")))
    assert (row["assignment"], row["student_id"], row["score"], row["max_score"]) == (
        TOPIC,
        "ada",
        "4.25",
        "5.5",
    )
    nbgrader(course, "generate_feedback", TOPIC)
    page = (course / "feedback" / "ada" / TOPIC / f"{TOPIC}.html").read_text("utf-8")
    assert "Score: 4.25 / 5.5" in " ".join(page.split()) and "mine" in page


def test_points_of_the_checks_of_a_cell_add_up(repository, course):
    parts = [
        result("double", 1, possible=1),
        result("double", 0.5, name="errors", possible=2),
        result("biggest", 0),
    ]
    with gradebook.Gradebook(course, repository) as book:
        book.record(Graded("ada", TOPIC, parts))
    grades = database(course)["grades"]
    assert grades["ada", TOPIC, "check-double"][:4] == (1.5, None, 1.5, 3)
    assert grades["ada", TOPIC, "check-biggest"][:4] == (0, None, 0, 2.5)


def test_a_submission_of_which_nothing_could_be_read_has_zero(repository, course):
    with gradebook.Gradebook(course, repository) as book:
        book.record(Graded("ada", TOPIC, []))
    assert database(course)["submissions"]["ada", TOPIC] == (0, 5.5, None, False, 0)


def test_a_regrade_keeps_what_a_person_gave(repository, course):
    from nbgrader.api import Gradebook

    with gradebook.Gradebook(course, repository) as book:
        book.record(graded("ada", 0, 2.5))
        book.record(graded("bob", 3, 0))
    with Gradebook(f"sqlite:///{course}/gradebook.db", "") as book:
        grade = book.find_grade("check-double", TOPIC, TOPIC, "ada")
        grade.manual_score, grade.extra_credit, grade.needs_manual_grade = 2, 0.5, False
        book.find_comment("double", TOPIC, TOPIC, "ada").manual_comment = "nearly"
        book.db.commit()
    with gradebook.Gradebook(course, repository) as book:
        book.record(graded("ada", 3, 0))
        assert book.scores() == {("ada", TOPIC): (2.5, 5.5), ("bob", TOPIC): (3, 5.5)}
    found = database(course)
    assert found["grades"]["ada", TOPIC, "check-double"][:5] == (3, 2, 2.5, 3, True), (
        "marked for another look"
    )
    assert found["grades"]["ada", TOPIC, "check-biggest"][:5] == (0, None, 0, 2.5, False)
    assert found["comments"]["ada", TOPIC, "double"] == (None, "nearly")


def test_untouched_cells_are_commented_and_lose_the_comment_when_written(repository, course):
    blank = [CellOutput(stub(repository, "double"), "", "NotImplementedError", "solution", "double")]
    with gradebook.Gradebook(course, repository) as book:
        book.record(graded(cells=blank))
        assert database(course)["comments"]["ada", TOPIC, "double"] == ("No response.", None)
        book.record(graded())
    assert database(course)["comments"]["ada", TOPIC, "double"] == (None, None)


@pytest.mark.parametrize("text, score", [(None, None), ("Because.", None), ("YOUR ANSWER HERE", 0)])
def test_a_written_answer_waits_for_a_person(repository, course, text, score):
    cells = [] if text is None else [CellOutput(text, "", None, "solution", "why")]
    with gradebook.Gradebook(course, repository) as book:
        book.record(graded(topic="written", cells=cells))
    assert database(course)["grades"]["ada", "written", "why"][:5] == (score, None, 0, 2, score is None)


@pytest.mark.parametrize(
    "bad, says",
    [
        (
            CheckResult(TOPIC, "triple.values", "check-triple", 1, 1, "right", ""),
            "'check-triple'; the graded cells are",
        ),
        (result("double", 3.5, possible=3.5), "give 3.5 points to ada; expected 0 to 3.0"),
        (result("double", -1), "give -1.0 points"),
        (result("double", float("nan")), "give nan points"),
    ],
)
def test_points_that_cannot_be_are_refused_and_nothing_is_written(repository, course, bad, says):
    with gradebook.Gradebook(course, repository) as book:
        with pytest.raises(ValueError, match=says):
            book.record(Graded("ada", TOPIC, [bad]))
    assert database(course)["submissions"] == {}


@pytest.mark.parametrize("student", ["", "..", "a/b", "a\\b", "a\0b", "a\x1b[31m", "\udc80"])
def test_a_name_that_is_no_folder_is_refused(repository, course, student):
    with gradebook.Gradebook(course, repository) as book:
        with pytest.raises(ValueError, match="cannot name a folder"):
            book.record(graded(student))
    with pytest.raises(ValueError, match="cannot name a folder"):
        gradebook.write_feedback(course, graded(student), repository)


def test_one_submission_that_fails_to_be_written_costs_the_next_nothing(repository, course, monkeypatch):
    with gradebook.Gradebook(course, repository) as book:
        with monkeypatch.context() as patch:

            def fail(*args):
                raise OSError("no space left")

            patch.setattr(book, "_untouched", fail)
            with pytest.raises(OSError, match="no space left"):
                book.record(graded("ada"))
        book.record(graded("bob", 3, 0))
        assert book.scores()["bob", TOPIC] == (3, 5.5)


def commits(book):
    """Count the changes that a gradebook's own connections commit from now on."""
    from sqlalchemy import event

    seen: list[int] = []
    event.listen(book.book.engine, "commit", lambda connection: seen.append(1))
    return seen


def test_a_submission_is_one_change_of_the_gradebook_for_a_new_student_and_a_known_one(repository, course):
    with gradebook.Gradebook(course, repository) as book:
        for student, points in (("ada", 3), ("ben", 0), ("ada", 1.5)):
            seen = commits(book)
            book.record(graded(student, points))
            assert len(seen) == 1
    assert {key: value[0] for key, value in database(course)["submissions"].items()} == {
        ("ada", TOPIC): 4.0,
        ("ben", TOPIC): 2.5,
    }


def test_a_submission_that_fails_leaves_nothing_of_it(repository, course, monkeypatch):
    with gradebook.Gradebook(course, repository) as book:
        with monkeypatch.context() as patch, pytest.raises(OSError, match="no space left"):
            patch.setattr(book, "_fill", refuse)
            book.record(graded("ada"))
        book.record(graded("ben"))
    assert standing.students_on_record(course) == {"ben"}


def refuse(*args):
    raise OSError("no space left")


def plan(course, query):
    """How SQLite answers a query: the tables that it reads whole."""
    with contextlib.closing(sqlite3.connect(course / "gradebook.db")) as book:
        steps = [row[-1] for row in book.execute(f"explain query plan {query}", ("ada", TOPIC))]
    return {step.split()[1] for step in steps if step.startswith("SCAN") and " USING " not in step}


def test_one_submission_is_read_without_reading_those_of_the_class(repository, course):
    """Also in a gradebook that an earlier version, or nbgrader itself, has made."""
    one = standing._GRADES.format(where=" where submitted_assignment.student_id = ? and assignment.name = ?")
    growing = {"submitted_assignment", "submitted_notebook", "grade"}
    with contextlib.closing(sqlite3.connect(course / "gradebook.db")) as book:
        names = [name for (name,) in book.execute("select name from sqlite_master where name like 'by_%'")]
        assert names
        for name in names:
            book.execute(f"drop index {name}")
    assert plan(course, one) & growing
    with gradebook.Gradebook(course, repository) as book:
        book.record(graded("ada"))
    assert not plan(course, one) & growing
    before = (course / "gradebook.db").read_bytes()
    gradebook.Gradebook(course, repository).__exit__()
    assert (course / "gradebook.db").read_bytes() == before


def test_the_grades_are_those_of_nbgraders_own_objects_and_take_as_few_queries_for_any_class(
    repository, course
):
    from sqlalchemy import event

    counts, seen = [], []
    with gradebook.Gradebook(course, repository) as book:
        event.listen(book.book.engine, "before_cursor_execute", lambda *about: seen.append(about[2]))
        for students in (["ada", "ben"], [f"s{n}" for n in range(8)]):
            for n, student in enumerate(students):
                book.record(graded(student, 3 - n % 3, 2.5))
            book.record(graded(students[0], 1.5, 2.5, topic="written", cells=[]))
            book.book.find_submission_notebook(TOPIC, TOPIC, students[1]).late_submission_penalty = 0.75
            book.book.db.commit()
            seen.clear()
            mine = list(export.rows(export._tables(book.book), [TOPIC]))
            counts.append(len(seen))
            assert mine == list(export.rows(book.book, [TOPIC]))
            assert any(row["late_submission_penalty"] == 0.75 for row in mine)
            assert len(seen) > counts[-1] + len(students)  # so queries are seen
    assert counts[0] == counts[1]


def test_changed_points_are_taken_over_and_changed_cells_are_refused(course, tmp_path):
    root = scratch.make(tmp_path / "changed", {TOPIC: scratch.SOURCE.replace('"points": 3,', '"points": 4,')})
    with gradebook.Gradebook(course, root) as book:
        book.add_topic(TOPIC)
        book.record(graded("ada", 4, 2.5))
        assert book.scores() == {("ada", TOPIC): (6.5, 6.5)}
        topics.solution_path(TOPIC, root).write_text(
            scratch.SOURCE.replace('"biggest"', '"largest"'), "utf-8"
        )
        with pytest.raises(
            release.ReleaseError,
            match="holds submissions of 'two-words' with .*; no more: biggest; new: largest; grade into",
        ):
            book.add_topic(TOPIC)


def test_functions_that_are_no_more_are_named_and_are_no_loss(repository, course, tmp_path):
    with gradebook.Gradebook(course, repository) as book:
        book.record(graded("ada", 3, 2.5))
    head, *parts = scratch.SOURCE.split("\n# %% ")
    less = "\n# %% ".join([head, *(part for part in parts if "biggest" not in part)])
    work = graded("ada", 2, 0)
    work.results.pop()
    with gradebook.Gradebook(course, scratch.make(tmp_path / "less", {TOPIC: less})) as book:
        book.add_topic(TOPIC)
        assert book.dropped == [
            f"{TOPIC}: this version has no biggest any more; the points, scores and comments for that are "
            "taken out of the gradebook, of which a copy from before is kept"
        ]
        book.record(work)
        assert book.scores() == {("ada", TOPIC): (2, 3)}
    assert set(standing.standing(course, "ada", TOPIC).cells) == {"check-double"}


# -- time of submission -----------------------------------------------------------------------


def hand_in(course, text, student="ada"):
    folder = course / "submitted" / student / TOPIC
    folder.mkdir(parents=True)
    (folder / "timestamp.txt").write_bytes(text)


@pytest.mark.parametrize("text", [b"not a time", b"", b"\xff\xfe", b"9" * 10_000, b"2031-13-45 00:00:00 UTC"])
def test_a_timestamp_that_cannot_be_read_is_none_and_costs_nothing(repository, course, text):
    hand_in(course, text)
    assert gradebook.read_timestamp(course, "ada", TOPIC) is None
    with gradebook.Gradebook(course, repository) as book:
        book.record(graded())
    assert database(course)["submissions"]["ada", TOPIC][:3] == (5.5, 5.5, None)


def test_a_timestamp_that_is_a_link_is_not_followed(course, tmp_path):
    (course / "submitted" / "ada" / TOPIC).mkdir(parents=True)
    (tmp_path / "elsewhere").write_text("2031-02-03 04:05:06 UTC", "utf-8")
    (course / "submitted" / "ada" / TOPIC / "timestamp.txt").symlink_to(tmp_path / "elsewhere")
    assert gradebook.read_timestamp(course, "ada", TOPIC) is None


def test_what_came_with_a_submission_is_beside_its_results_and_an_earlier_one_s_is_not(repository, course):
    """`nbgrader release_feedback` reads both as text, and ends at one that it cannot read."""
    hand_in(course, b"2031-02-03 04:05:06 UTC")
    folders = [course / kind / "ada" / TOPIC for kind in ("autograded", "feedback")]
    secret = course / "submitted" / "ada" / TOPIC / "submission_secret.txt"

    def beside():
        with gradebook.Gradebook(course, repository) as book:
            book.record(graded())
        gradebook.write_feedback(course, graded(), repository)
        found = [{path.name: path.read_bytes() for path in folder.glob("*.txt")} for folder in folders]
        assert found[0] == found[1]
        return found[0]

    secret.write_bytes(b"0123abcd")
    time = {"timestamp.txt": b"2031-02-03 04:05:06 UTC\n"}
    assert beside() == time | {"submission_secret.txt": b"0123abcd"}
    secret.write_bytes(b"\xff\xfe")
    assert beside() == time
    secret.unlink()
    secret.symlink_to(course / "gradebook.db")
    (secret.parent / "timestamp.txt").unlink()
    assert beside() == {}


@pytest.mark.parametrize("method, penalty", [("none", 0), ("zero", 4.25)])
def test_a_late_submission_is_treated_as_the_course_says(repository, course, method, penalty):
    from nbgrader.api import Gradebook

    hand_in(course, b"2031-02-03 04:05:06 UTC")
    with open(course / "nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write(f'c.LateSubmissionPlugin.penalty_method = "{method}"\n')
    with Gradebook(f"sqlite:///{course}/gradebook.db", "") as book:
        book.update_or_create_assignment(TOPIC, duedate="2031-02-01 00:00:00 UTC")
    with gradebook.Gradebook(course, repository) as book:
        book.record(graded("ada", 3, 1.25))
        book.record(graded("bob", 3, 1.25))
        lines = csv.DictReader(book.export()[0].read_text("utf-8-sig").split("\n"))
        rows = {r["student_id"]: r for r in lines if r["assignment"] == TOPIC}
    assert float(rows["ada"]["late_submission_penalty"]) == penalty
    assert float(rows["ada"]["score"]) == 4.25 - penalty and float(rows["bob"]["score"]) == 4.25
    assert (
        rows["ada"]["timestamp"] == "2031-02-03 04:05:06" and rows["ada"]["duedate"] == "2031-02-01 00:00:00"
    )


def test_the_grades_open_in_a_spreadsheet_with_their_accents(repository, course):
    """The byte-order mark tells it that the text is UTF-8; nothing else is before the first name."""
    with gradebook.Gradebook(course, repository) as book:
        book.enter([("ada", {"last_name": "Söderström"}), ("ben", {})])
        data = book.export()[0].read_bytes()
        assert book.students() == ["ada", "ben"]
    assert data.startswith(b"\xef\xbb\xbfassignment,duedate,") and data.count(b"\xef\xbb\xbf") == 1
    assert "Söderström" in data.decode("utf-8-sig")


# -- the autograded notebook ------------------------------------------------------------------


def test_autograded_notebook_holds_the_work_in_the_order_of_the_assignment(repository, course):
    cells = [
        CellOutput("import random", "", None, "added", ""),
        CellOutput("import math", "", None, "given", "setup"),
        CellOutput(SOLVED["double"], "", None, "solution", "double"),
        CellOutput("double(2)", "4\n", None, "added", ""),
        CellOutput("assert double(2) == 4", "", "AssertionError: no", "given", "try-double"),
        CellOutput("print('\x1b[31mred\ud800')", "\x1b[31mred\x1b[0m", None, "added", None),
    ]
    work = graded(double=1, cells=cells)
    work.results[0].message = "It misses a case."
    with gradebook.Gradebook(course, repository) as book:
        book.record(work)
    notebook = json.loads((course / "autograded" / "ada" / TOPIC / f"{TOPIC}.ipynb").read_text("utf-8"))
    nbformat.validate(notebook)
    found = [
        (c["metadata"].get("nbgrader", {}).get("grade_id"), "".join(c["source"])) for c in notebook["cells"]
    ]
    assert [name for name, _ in found] == [
        None,
        None,
        "setup",
        "double",
        None,
        "try-double",
        None,
        "check-double",
        "biggest",
        "check-biggest",
    ]
    sources = [source for _, source in found]
    assert sources[0] == "import random" and sources[3] == SOLVED["double"] and sources[4] == "double(2)"
    assert "\x1b" not in sources[6] and "NotImplementedError" in sources[8]
    outputs = [
        ["".join(o.get("text", o.get("evalue", ""))) for o in c.get("outputs", [])] for c in notebook["cells"]
    ]
    assert outputs[4] == ["4\n"] and outputs[5] == ["no"] and outputs[6] == ["red"]
    assert outputs[7] == ["double.values: wrong, 1 of 3. It misses a case.\n"]


# -- verdicts ---------------------------------------------------------------------------------


def rows(course):
    return [
        json.loads(line) for line in (course / "verdicts.jsonl").read_text("utf-8").rstrip("\n").split("\n")
    ]


def test_verdicts_have_one_line_for_each_student_and_check(tmp_path):
    work = graded(biggest=1.25)
    work.results[1].message = "an odd message:\u2028 \x1b[1mbold\x1b[0m \udc80 “é”\n"
    work.results[1].devices = {"standin": "wrong", "cuda": "not run"}
    work.results[1].seconds = 0.25
    work.results[1].misconception = "zero-is-biggest"
    gradebook.write_verdicts(tmp_path, [work])
    assert [list(r) for r in rows(tmp_path)] == 2 * [
        [
            "student",
            "topic",
            "check",
            "points",
            "max_points",
            "verdict",
            "misconception",
            "message",
            "devices",
            "seconds",
            "attempt",
        ]
    ]
    assert rows(tmp_path)[1] == {
        "student": "ada",
        "topic": TOPIC,
        "check": "biggest.values",
        "points": 1.25,
        "max_points": 2.5,
        "verdict": "wrong",
        "misconception": "zero-is-biggest",
        "message": "an odd message:\u2028 bold \ufffd “é”\n",
        "devices": {"standin": "wrong", "cuda": "not run"},
        "seconds": 0.25,
        "attempt": 1,
    }


def test_verdicts_that_cannot_be_written_leave_the_old_ones(tmp_path):
    gradebook.write_verdicts(tmp_path, [graded()])
    before = (tmp_path / "verdicts.jsonl").read_bytes()
    with pytest.raises(ValueError):
        gradebook.write_verdicts(tmp_path, [graded(double=float("nan"))])
    assert (tmp_path / "verdicts.jsonl").read_bytes() == before


# -- what it holds, read without nbgrader -------------------------------------------------------


def test_a_standing_is_what_nbgrader_says(repository, course):
    from nbgrader.api import Gradebook

    with gradebook.Gradebook(course, repository) as book:
        book.record(graded("ada", 1.5, 2.5, topic="written", cells=[]))
        book.record(graded("ben", 3, 0))
    for manual, extra in [(None, None), (2, None), (None, 0.5), (0, 0.5), (1, -0.25)]:
        with Gradebook(f"sqlite:///{course}/gradebook.db", "") as book:
            notebook = book.find_submission_notebook("written", "written", "ada")
            for grade in notebook.grades:
                if grade.name != "check-biggest":
                    grade.manual_score, grade.extra_credit = manual, extra
            book.find_comment("double", "written", "written", "ada").manual_comment = "nearly"
            book.find_comment("biggest", "written", "written", "ada").manual_comment = "  \n"
            notebook.late_submission_penalty = 0.75
            book.db.commit()
            said = {g.name: (g.score, g.max_score) for g in notebook.grades}
            raw, possible = notebook.score, notebook.max_score
        found = standing.standings(course)
        assert set(found) == {("ada", "written"), ("ben", TOPIC)}
        one = found["ada", "written"]
        assert {name: (cell.total, cell.possible) for name, cell in one.cells.items()} == said
        assert (one.comments, one.penalty) == ({"double": "nearly"}, 0.75)
        assert (one.score, one.possible) == (raw - 0.75, possible)
        assert standing.standing(course, "ada", "written") == one
    assert standing.gaps(course) == {} and standing.missing_tables(course) == []
    assert standing.standing(course, "ada", TOPIC) is None


def test_another_database_holds_no_standing_and_another_file_is_named(tmp_path):
    assert standing.standings(tmp_path) == {}
    path = tmp_path / "gradebook.db"
    sqlite3.connect(path).execute("create table student (id)").connection.close()
    assert standing.standings(tmp_path) == {}
    path.write_bytes(b"no database" * 100)
    with pytest.raises(CourseError, match="gradebook.db: this is no gradebook .*; move it away"):
        standing.standings(tmp_path)
