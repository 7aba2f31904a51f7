"""What was recorded and is missing now stops the run; and the copies of the gradebook to go back to."""

import contextlib
import shutil
import sqlite3

import pytest
from test_regrade import TOPIC, by_hand, hand_in, run_grade

from autograder.cli import main
from autograder.grading import copies, grade, grade_command, losses
from autograder.grading.cache import ResultCache
from autograder.grading.course import CourseError
from autograder.grading.standing import standings

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture(scope="module")
def course(tmp_path_factory, warm):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("autograder.execution.warm.ForkServer", lambda *how: contextlib.nullcontext(warm))
        course = hand_in(tmp_path_factory.mktemp("losses"))
        run_grade(course)
    return course


@pytest.fixture
def copy(course, tmp_path, monkeypatch):
    monkeypatch.setattr("autograder.execution.warm.ForkServer", None)  # nothing is examined again
    return shutil.copytree(course, tmp_path / "course")


def execute(course, *statements):
    with sqlite3.connect(course / "gradebook.db") as book:
        for statement in statements:
            book.execute(statement)


def delete(course):
    (course / "gradebook.db").unlink()


def empty(course):
    (course / "gradebook.db").write_bytes(b"")


def restore_an_older_one(course):
    execute(
        course,
        "delete from submitted_assignment where student_id = 'ben'",
        "delete from student where id = 'ben'",
    )


LOST = {
    "file": (delete, "there is no such file; it held 3 students and 3 submissions"),
    "content": (empty, "the file is empty; it held 3 students and 3 submissions"),
    "table": (lambda c: execute(c, "drop table comment"), "its table comment"),
    "table of students": (lambda c: execute(c, "drop table student"), "its table student"),
    "submission": (restore_an_older_one, f"the submission of ben, {TOPIC}"),
    "rows of points": (
        lambda c: execute(c, "delete from grade where auto_score > 0"),
        f"of ada, {TOPIC}: grade of check-",
    ),
    "rows of comments": (lambda c: execute(c, "delete from comment"), f"of ben, {TOPIC}: comment of "),
}


@pytest.mark.parametrize("what", LOST)
def test_what_is_missing_is_named_and_stops_the_run_until_it_is_accepted(copy, what):
    lose, words = LOST[what]
    before = standings(copy)
    lose(copy)
    files = content(copy)
    with pytest.raises(CourseError) as stop:
        run_grade(copy)
    said = str(stop.value)
    assert said.startswith(f"{copy / 'gradebook.db'}: what was recorded in it is missing now:\n")
    assert words in said and "; or give --accept-loss, and the points of the checks are recorded anew" in said
    assert content(copy) == files
    accepted = []
    grade.grade(copy, [TOPIC], bounds=None, accept_loss=True, say=accepted.append)
    assert any(
        line.startswith(f"loss accepted: {copy / 'gradebook.db'}: ") and words in line for line in accepted
    )
    assert standings(copy) == before
    assert run_grade(copy).unchanged == 3


def content(course):
    return {p: p.read_bytes() for p in course.rglob("*") if p.is_file() and p.name != "lock"}


def test_the_option_goes_on(copy, monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(grade_command, "grade", lambda *args, **more: asked.append(more) or grade.Tally())
    for options in ([], ["--accept-loss"]):
        assert main(["grade", "--course", str(copy), "--unsafe", TOPIC, *options]) == 0
    assert [more["accept_loss"] for more in asked] == [False, True]


def test_a_student_without_work_who_is_gone_is_named(copy):
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{copy}/gradebook.db", "") as book:
        book.add_student("dan")
    run_grade(copy)
    with Gradebook(f"sqlite:///{copy}/gradebook.db", "") as book:
        book.remove_student("dan")
    with pytest.raises(CourseError, match="the student dan\n"):
        run_grade(copy)
    run_grade(copy, accept_loss=True)
    run_grade(copy)


def test_an_assignment_that_nobody_has_handed_in_is_taken_out_as_the_guide_says(copy):
    grade.grade(copy, [TOPIC, "lookup"], bounds=None, say=None)
    execute(copy, "delete from assignment where name = 'lookup'")
    run_grade(copy)


def test_a_course_that_was_never_graded_has_lost_nothing(tmp_path):
    (tmp_path / "gradebook.db").write_bytes(b"")
    assert losses.settle(tmp_path, ResultCache(tmp_path)) == []


# -- copies ---------------------------------------------------------------------------------------


def scored(notebook):
    notebook.grades[0].manual_score = (notebook.grades[0].manual_score or 0) + 0.25


def test_a_copy_from_before_each_run_that_changes_it_is_kept_the_last_five(copy):
    for _ in range(copies.MOST + 2):
        by_hand(copy, "ben", scored)
        before = standings(copy)
        assert run_grade(copy).unchanged >= 2
    assert run_grade(copy).unchanged == 3
    kept = copies.kept(copy)
    assert len(kept) == copies.MOST
    delete(copy)
    with pytest.raises(CourseError) as stop:
        run_grade(copy)
    assert str(stop.value).endswith("\n  " + "\n  ".join(map(str, kept)))
    shutil.copy(kept[-1], copy / "gradebook.db")
    run_grade(copy)
    assert standings(copy) == before


def test_a_run_without_a_change_makes_no_copy(copy):
    by_hand(copy, "ben", scored)
    run_grade(copy)
    kept = copies.kept(copy)
    run_grade(copy)
    (copy / "grades.csv").unlink()
    run_grade(copy)
    (copy / "grades.csv").unlink()
    run_grade(copy)
    assert len(copies.kept(copy)) <= len(kept) + 1
