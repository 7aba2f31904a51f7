"""A student's later attempt meets inputs of its own; what was handed in before meets the same ones again."""

import json
import os
import shutil

import pytest

from autograder.grading import grade, plan
from autograder.grading.attempts import Attempts
from autograder.grading.course import CourseError
from autograder.selftest import demo_class
from autograder.topics import exercise_path

TOPIC = "scatter-add"


# -- counting -----------------------------------------------------------------------------------


def test_contents_are_numbered_in_the_order_in_which_they_were_examined(tmp_path):
    attempts = Attempts(tmp_path, 5)
    assert attempts.number("ada", TOPIC, ("a",)) == 1
    assert attempts.number("ada", TOPIC, ("b",)) == 1  # nothing was examined so far
    attempts.register("ada", TOPIC, ("a",))
    attempts.register("ada", TOPIC, ("b",))
    attempts.register("ada", TOPIC, ("a",))
    again = Attempts(tmp_path, 5)
    assert [again.number("ada", TOPIC, (content,)) for content in "abc"] == [1, 2, 3]
    assert again.number("ben", TOPIC, ("b",)) == again.number("ada", "lookup", ("b",)) == 1


def test_what_an_earlier_version_has_listed_keeps_its_number(tmp_path):
    attempts = Attempts(tmp_path, 5)
    for content in ("x", "old", "y"):
        attempts.register("ada", TOPIC, (content,))
    attempts.register("ada", TOPIC, ("new", "old"))
    assert attempts.number("ada", TOPIC, ("new", "old")) == 2
    assert attempts.number("ada", TOPIC, ("z",)) == 4, "nothing was added to the list"


def test_the_first_seed_is_the_courses_and_the_others_differ_from_all(tmp_path):
    seeds = [Attempts(tmp_path, 5).seed(number) for number in range(1, 200)]
    assert seeds[0] == 5 and len(set(seeds)) == len(seeds) and all(0 <= seed < 1 << 63 for seed in seeds)
    assert seeds == [Attempts(tmp_path / "elsewhere", 5).seed(number) for number in range(1, 200)]
    assert not set(seeds) & {Attempts(tmp_path, 6).seed(number) for number in range(1, 200)}


def test_the_content_of_an_attempt_is_its_notebooks_alone(tmp_path):
    (tmp_path / f"{TOPIC}.ipynb").write_text("mine")
    graded, submission = plan.handed_in(tmp_path, TOPIC)
    (tmp_path / "a.ipynb").write_text("another")
    again, more = plan.handed_in(tmp_path, TOPIC)
    assert graded == again and submission != more


def test_a_notebook_that_cannot_be_read_stops_nobody(tmp_path, monkeypatch):
    notebook = tmp_path / f"{TOPIC}.ipynb"
    notebook.write_text("mine")

    def refuse(path, *how):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "open", refuse)
    graded, submission = plan.handed_in(tmp_path, TOPIC)
    assert graded == submission


@pytest.mark.parametrize("text", ["", "{}", "[1]", '["a"'])
def test_a_list_that_cannot_be_read_is_named_and_renumbers_nothing(tmp_path, text):
    attempts = Attempts(tmp_path, 5)
    attempts.register("ada", TOPIC, ("a",))
    (path,) = (p for p in tmp_path.rglob("*") if p.is_file())
    path.write_text(text)
    with pytest.raises(CourseError, match=f"{path}: found .* expected a list of hashes; delete it"):
        attempts.number("ada", TOPIC, ("a",))
    path.unlink()
    assert attempts.number("ada", TOPIC, ("a",)) == 1


# -- in a course --------------------------------------------------------------------------------


@pytest.fixture
def seeds(monkeypatch):
    """Student's notebook -> the seed of the inputs that it met last."""
    seen, original = {}, grade.examine

    def spy(script, fork_server, seed, *how):
        seen[script.student] = seed
        return original(script, fork_server, seed, *how)

    monkeypatch.setattr(grade, "examine", spy)
    return seen


class Course:
    """Students who hand in, and a grader that runs when it is told to."""

    def __init__(self, folder):
        self.folder = folder
        self._handed_out = json.loads(exercise_path(TOPIC).read_text("utf-8"))

    def hand_in(self, student, text):
        """A notebook with right answers and a cell of this text; or the text alone, where it is bytes."""
        folder = self.folder / "submitted" / student / TOPIC
        folder.mkdir(parents=True, exist_ok=True)
        filled = demo_class.fill(self._handed_out, demo_class.right_answers(TOPIC))
        if not isinstance(text, bytes):
            text = json.dumps(filled | {"cells": [demo_class.code(text), *filled["cells"]]}).encode()
        (folder / f"{TOPIC}.ipynb").write_bytes(text)

    def grade(self, **more):
        """Grade what has changed."""
        return grade.grade(self.folder, [TOPIC], bounds=None, say=None, jobs=1, **more)

    def verdicts(self, student):
        """Every verdict of a student, without the seconds."""
        lines = (self.folder / "verdicts.jsonl").read_text("utf-8").splitlines()
        rows = [{k: v for k, v in json.loads(line).items() if k != "seconds"} for line in lines]
        return [row for row in rows if row["student"] == student]

    def attempt(self, student):
        """As verdicts.jsonl and the student's page have it."""
        (said,) = {row["attempt"] for row in self.verdicts(student)}
        page = (self.folder / "feedback" / student / TOPIC / f"{TOPIC}.html").read_text("utf-8")
        words = f"For {student}, attempt {said}." if said else f"For {student}; not counted as an attempt."
        assert words in page
        return said


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """Two students' first attempts, graded."""
    course = Course(tmp_path_factory.mktemp("course"))
    for student in ("ada", "ben"):
        course.hand_in(student, f"'the first of {student}'")
    course.grade()
    return course


@pytest.fixture
def course(first, tmp_path):
    shutil.copytree(first.folder, tmp_path / "course")
    return Course(tmp_path / "course")


def test_the_first_attempt_meets_the_inputs_of_the_course_and_a_later_one_its_own(course, seeds, quick):
    own = int((course.folder / ".autograder" / "seed").read_text())
    assert course.attempt("ada") == course.attempt("ben") == 1
    assert course.grade(again=True).examined == 2 and seeds == {"ada": own, "ben": own}
    course.hand_in("ada", "'the second'")
    course.grade()
    assert course.attempt("ada") == 2 and seeds["ada"] != own
    second = seeds.pop("ada")
    course.hand_in("ben", "'the second'")
    course.grade()
    assert course.attempt("ben") == 2 and seeds == {"ben": second}  # for everybody the same, too


def test_a_regrade_and_an_appeal_meet_the_inputs_of_their_attempt(course, seeds, quick):
    own, before = int((course.folder / ".autograder" / "seed").read_text()), course.verdicts("ada")
    path = course.folder / "submitted" / "ada" / TOPIC / f"{TOPIC}.ipynb"
    handed_in = path.read_bytes()
    course.hand_in("ada", "'the second'")
    course.grade()
    second, found = seeds["ada"], course.verdicts("ada")
    assert course.grade(again=True, students=["ada"]).examined == 1
    assert seeds["ada"] == second and course.verdicts("ada") == found
    path.write_bytes(handed_in)  # the appeal
    assert course.grade().examined == 1
    assert seeds["ada"] == own and course.verdicts("ada") == before and course.attempt("ada") == 1
    course.hand_in("ada", "'the third'")
    course.grade()
    assert course.attempt("ada") == 3 and seeds["ada"] not in (own, second)


@pytest.mark.parametrize("text", [b"", b'{"cells": [', b"{}", b"\xff\xfe{"])
def test_what_cannot_be_read_meets_no_inputs_and_is_no_attempt(course, seeds, quick, text):
    course.hand_in("ada", text)
    course.grade()
    assert course.attempt("ada") is None and seeds == {}
    assert course.grade().unchanged == 2
    course.hand_in("ada", "'the second'")
    course.grade()
    assert course.attempt("ada") == 2


def test_another_name_or_a_copy_beside_it_is_the_same_attempt(course, seeds, quick):
    own = int((course.folder / ".autograder" / "seed").read_text())
    folder = course.folder / "submitted" / "ada" / TOPIC
    shutil.copy(folder / f"{TOPIC}.ipynb", folder / f"{TOPIC} (1).ipynb")
    course.grade()
    assert course.attempt("ada") == 1 and seeds == {"ada": own}
    (folder / f"{TOPIC}.ipynb").unlink()  # the copy alone is taken, with a note on its name
    seeds.clear()
    course.grade()
    assert course.attempt("ada") == 1 and seeds == {"ada": own}


def test_a_notebook_that_is_replaced_as_the_run_begins_is_what_its_points_are_for(
    course, seeds, quick, monkeypatch
):
    """Its hash, its attempt and its checks are on record, and not those of what was there before."""
    path = course.folder / "submitted" / "ada" / TOPIC / f"{TOPIC}.ipynb"
    course.hand_in("ada", "'the second'")
    second, third, tasks = path.read_bytes(), exercise_path(TOPIC).read_bytes(), grade.tasks

    def then_replaced(*how):
        found = list(tasks(*how))
        path.write_bytes(third)
        return found

    monkeypatch.setattr(grade, "tasks", then_replaced)
    assert course.grade().examined == 1
    monkeypatch.undo()
    assert course.attempt("ada") == 2 and all(v["points"] == 0 for v in course.verdicts("ada"))
    path.write_bytes(second)
    assert course.grade().examined == 1, "it was never graded"
    assert course.attempt("ada") == 3 and sum(v["points"] for v in course.verdicts("ada")) > 0


def test_a_folder_without_a_notebook_is_no_attempt(course, seeds, quick):
    (course.folder / "submitted" / "ada" / TOPIC / f"{TOPIC}.ipynb").unlink()
    course.grade()
    assert course.attempt("ada") is None and seeds == {}


def test_where_the_list_is_gone_counting_begins_anew(course, seeds, quick):
    course.hand_in("ada", "'the second'")
    course.grade()
    shutil.rmtree(course.folder / ".autograder" / "attempts")
    seeds.clear()
    assert course.grade().examined == 1  # with the inputs of a first attempt
    assert course.attempt("ada") == 1 and list(seeds) == ["ada"]


@pytest.mark.long
def test_no_input_is_sent_before_the_number_is_on_the_disk(course, monkeypatch):
    """A run that is cut short while it examines leaves the number: what comes next is another attempt."""

    class PowerCut(BaseException):
        pass

    def cut(*how):
        raise PowerCut

    course.hand_in("ada", "'the second'")
    monkeypatch.setattr(grade, "examine", cut)
    with pytest.raises(PowerCut):
        course.grade()
    monkeypatch.undo()
    course.hand_in("ada", "'the third'")
    course.grade()
    assert course.attempt("ada") == 3


def test_attempts_that_cannot_be_written_end_the_run_with_one_clear_error(course):
    folder = course.folder / ".autograder" / "attempts"
    shutil.rmtree(folder)
    folder.write_text("in the way")
    course.hand_in("ada", "'the second'")
    with pytest.raises(CourseError, match=r"attempts.*cannot be (read|written)"):
        course.grade()
