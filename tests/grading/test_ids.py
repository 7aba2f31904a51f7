"""Ids that look alike: accents stored in one way or the other name one student, and two are never merged."""

import contextlib
import csv
import json
import shutil
import sqlite3
import unicodedata

import pytest
from test_regrade import by_hand

from autograder.grading import course as courses, grade, gradebook
from autograder.grading.adopt import adopt
from autograder.grading.attempts import Attempts
from autograder.topics import exercise_path, topics

pytestmark = pytest.mark.usefixtures("quick")
TOPIC = "scatter-add"
JOSE, APART = "José Núñez", unicodedata.normalize("NFD", "José Núñez")


def hand_in(course, *students):
    for student in students:
        folder = course / "submitted" / student / TOPIC
        folder.mkdir(parents=True)
        shutil.copy(exercise_path(TOPIC), folder)
    return course


def run(course, **more):
    said = []
    return grade.grade(course, [TOPIC], bounds=None, jobs=2, say=said.append, **more), said


def rows(course):
    with open(course / "grades.csv", encoding="utf-8-sig", newline="") as file:
        return {row["student_id"]: row for row in csv.DictReader(file)}


def enrolled(course, *students):
    about = {"first_name": "José", "email": "jose@example.org"}
    with gradebook.Gradebook(course) as book:
        book.enter((student, about) for student in students)


def test_topics_are_plain_letters_so_that_no_other_name_stands_for_one():
    assert all(topic.isascii() for topic in topics())


def test_a_folder_is_the_student_of_the_list_whichever_way_its_name_is_stored(tmp_path):
    enrolled(hand_in(tmp_path, APART), JOSE)
    (tmp_path / "submitted" / APART / TOPIC / "timestamp.txt").write_text("2031-02-03 05:00:00 UTC")
    tally, _ = run(tmp_path)
    assert (tally.examined, tally.left_out, tally.twins) == (1, [], [])
    row = rows(tmp_path)[JOSE]
    assert list(rows(tmp_path)) == [JOSE]
    assert (row["email"], row["timestamp"]) == ("jose@example.org", "2031-02-03 05:00:00")
    assert (tmp_path / "feedback" / JOSE / TOPIC / "timestamp.txt").is_file()
    assert run(tmp_path)[0].unchanged == 1


@pytest.mark.parametrize("asked", [JOSE, APART])
def test_a_student_is_named_in_either_form(tmp_path, asked):
    hand_in(tmp_path, "ada", APART)
    assert [student for student, _, _ in courses.submissions(tmp_path, [TOPIC], [asked])] == [JOSE]
    (tmp_path / "submitted" / APART / "x.ipynb").touch()
    assert len(courses.strays(tmp_path, [TOPIC], [asked])) == 1


def test_two_folders_that_differ_only_so_are_both_named_and_neither_is_graded(tmp_path):
    hand_in(tmp_path, "ada", JOSE, APART)
    assert [student for student, _, _ in courses.submissions(tmp_path, [TOPIC])] == ["ada"]
    lines = courses.strays(tmp_path, [TOPIC])
    assert len(lines) == 2
    for line in lines:
        assert (
            r"$'Jose\u0301 Nu\u0301n\u0303ez' and $'Jos\u00e9 N\u00fa\u00f1ez' differ only in the way" in line
        )
        assert "none of it is graded; move what is to be graded into one of the folders and remove" in line
    with pytest.raises(courses.CourseError, match="differ only in the way their accents are stored"):
        courses.submissions(tmp_path, [TOPIC], [JOSE])


@pytest.fixture(scope="module")
def graded(tmp_path_factory, warm):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("autograder.execution.warm.ForkServer", lambda *how: contextlib.nullcontext(warm))
        course = hand_in(tmp_path_factory.mktemp("graded"), JOSE)
        run(course)
    return course


def as_an_earlier_version_left_it(course):
    """Everything under the name of the folder, stored as letters and accents."""
    with sqlite3.connect(course / "gradebook.db") as book:
        book.execute("update student set id = ?", (APART,))
        book.execute("update submitted_assignment set student_id = ?", (APART,))
    for place in ("submitted", "feedback", "autograded", ".autograder/results", ".autograder/attempts"):
        (course / place / JOSE).rename(course / place / APART)
    path = course / ".autograder" / "results" / APART / f"{TOPIC}.json"
    assert JOSE in path.read_text("utf-8")  # the outcome names the student
    recorded = course / ".autograder" / "recorded"
    recorded.write_text(recorded.read_text().replace(json.dumps(JOSE), json.dumps(APART)))
    return course


def test_what_was_recorded_under_the_other_form_goes_on(graded, tmp_path, monkeypatch):
    course = as_an_earlier_version_left_it(shutil.copytree(graded, tmp_path / "course"))

    def scored(notebook):
        notebook.grades[0].manual_score = 1

    by_hand(course, APART, scored)
    monkeypatch.setattr("autograder.execution.warm.ForkServer", None)  # nothing is examined again
    tally, said = run(course)
    assert (tally.examined, tally.twins) == (0, [])
    assert any(line.startswith(f"{JOSE}: what was recorded under $'Jose") for line in said)
    assert list(rows(course)) == [JOSE] and float(rows(course)[JOSE]["score"]) == 1
    for place in ("feedback", "autograded", ".autograder/results", ".autograder/attempts"):
        assert [path.name for path in (course / place).iterdir()] == [JOSE]
    assert json.loads((course / "verdicts.jsonl").read_text("utf-8").splitlines()[0])["student"] == JOSE
    assert Attempts(course, 0)._known(JOSE, TOPIC)
    assert len(list((course / ".autograder" / "gradebooks").glob("*.db"))) >= 1
    assert run(course)[0].unchanged == 1


def test_a_row_of_the_list_and_a_row_of_work_become_one(graded, tmp_path):
    course = as_an_earlier_version_left_it(shutil.copytree(graded, tmp_path / "course"))
    enrolled(course, JOSE)
    assert adopt(course)[1] == []
    run(course)
    assert list(rows(course)) == [JOSE] and rows(course)[JOSE]["first_name"] == "José"


def test_two_with_work_on_one_topic_stay_two_and_are_named(graded, tmp_path):
    course = shutil.copytree(graded, tmp_path / "course")
    with sqlite3.connect(course / "gradebook.db") as book:
        book.execute("insert into student (id) values (?)", (APART,))
        (topic,) = book.execute("select id from assignment").fetchone()
        book.execute(
            "insert into submitted_assignment (id, assignment_id, student_id) values ('x', ?, ?)",
            (topic, APART),
        )
    tally, _ = run(course)
    (line,) = tally.twins
    assert (
        line.startswith(f"{course}/gradebook.db: the students $'Jose") and "only the second is graded" in line
    )
    assert line.endswith(r"nbgrader db student remove --force $'Jose\u0301 Nu\u0301n\u0303ez'")
    assert sorted(rows(course)) == sorted([JOSE, APART])


def test_two_with_different_names_stay_two(graded, tmp_path):
    course = shutil.copytree(graded, tmp_path / "course")
    with sqlite3.connect(course / "gradebook.db") as book:
        book.execute("update student set last_name = 'Núñez'")
        book.execute("insert into student (id, last_name) values (?, 'Nunes')", (APART,))
    changed, left = adopt(course)
    assert changed == [] and len(left) == 1
