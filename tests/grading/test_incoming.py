"""`grade --watch`: work graded as it comes in, and what stops of the grader leave."""

import functools
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from test_exchange import settings
from test_nbgrader_stock import course_of, nbgrader_here as nbgrader
from test_regrade import hand_in, state

from autograder import status
from autograder.cli import main
from autograder.execution.forkserver import SandboxEnded
from autograder.grading import exchange, grade, incoming
from autograder.grading.contents import OWN
from autograder.grading.course import CourseError
from autograder.topics import ROOT

TOPIC, STUDENTS = "positions", ("ada", "ben", "cyd")


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Looks follow each other without a pause: no test waits for the clock."""
    monkeypatch.setattr(incoming, "POLL", 0.0)


@pytest.fixture
def course(tmp_path):
    """A course in which nothing was handed in yet, and a folder with what three students will hand in."""
    hand_in(tmp_path / "later", STUDENTS, TOPIC)
    (tmp_path / "course").mkdir()
    return tmp_path / "course"


def arrives(course, student) -> None:
    shutil.copytree(course.parent / "later" / "submitted" / student, course / "submitted" / student)


def in_one_run(course, students):
    """The same work graded in one run, with the seed of `course`."""
    other = course.parent / "other"
    for student in students:
        shutil.copytree(course / "submitted" / student, other / "submitted" / student)
    (other / OWN).mkdir(mode=0o700)
    shutil.copy(course / OWN / "seed", other / OWN / "seed")
    grade.grade(other, [TOPIC], bounds=None, say=None)
    return other


def rounds(course, **more):
    run = functools.partial(grade.grade, course, bounds=None, jobs=1)
    return incoming.watch(course, [], None, functools.partial(run, **more), say=lambda line: None)


@pytest.mark.usefixtures("quick")
def test_each_submission_is_graded_when_it_is_there_and_the_files_are_those_of_one_run(course):
    found = rounds(course)
    for student in STUDENTS:
        arrives(course, student)
        assert next(found) == [(student, TOPIC)]
        assert (course / "feedback" / student / TOPIC / f"{TOPIC}.html").is_file()
    found.close()
    assert state(course) == state(in_one_run(course, STUDENTS))


@pytest.mark.usefixtures("quick")
def test_a_second_hand_in_is_a_second_attempt(course):
    found = rounds(course)
    arrives(course, "ada")
    next(found)
    page = course / "feedback" / "ada" / TOPIC / f"{TOPIC}.html"
    assert "attempt 1" in page.read_text("utf-8")
    shutil.copy(
        course.parent / "later" / "submitted" / "ben" / TOPIC / f"{TOPIC}.ipynb",
        course / "submitted/ada" / TOPIC,
    )
    assert next(found) == [("ada", TOPIC)]
    assert "attempt 2" in page.read_text("utf-8")
    found.close()


def test_what_is_still_being_written_waits(tmp_path):
    looks = incoming._looks(tmp_path)
    assert next(looks) == ()
    states = iter([(), (("a", 1, 1),), (("a", 2, 2),), (("a", 2, 2),)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(incoming, "_state", lambda folder: next(states))
        assert next(looks) == ()
        assert next(looks) == (("a", 2, 2),)


def test_an_error_is_told_once_and_the_next_work_is_graded_all_the_same(course, monkeypatch):
    said, errors = [], [CourseError("gradebook.db: cannot be written"), SandboxEnded("was ended", "")]

    def run(topics, **how):
        if errors:
            raise errors.pop(0)
        return grade.Tally(written=[("ada", TOPIC)])

    monkeypatch.setattr(incoming, "RETRY", 0.0)
    (course / "submitted").mkdir()
    found = incoming.watch(course, [TOPIC], None, run, say=said.append)
    assert next(found) == [("ada", TOPIC)]
    assert len(said) == 2 and "cannot be written" in said[0] and "the sandbox was ended" in said[1]


def test_it_starts_anew_when_the_code_of_a_check_changes(course, monkeypatch):
    codes = iter([(("checks.py", 1, 1),), (("checks.py", 1, 1),), (("checks.py", 2, 2),)])

    class Anew(Exception):
        pass

    def execv(program, arguments):
        raise Anew(program, arguments)

    monkeypatch.setattr(incoming, "_code", lambda course: next(codes))
    monkeypatch.setattr(incoming.os, "execv", execv)
    found = incoming.watch(course, [TOPIC], None, lambda *_, **__: grade.Tally(), say=lambda line: None)
    assert next(found) == []
    (course / "submitted").mkdir()
    (course / "submitted" / "more").write_text("", "utf-8")
    with pytest.raises(Anew) as told:
        next(found)
    assert told.value.args == (sys.executable, [sys.executable, *sys.orig_argv[1:]])


def test_the_code_that_counts_holds_the_checks_and_the_engine():
    files = {path for path, *_ in incoming._code(Path())}
    assert any(path.endswith("assignments/positions/apply_rope/checks.py") for path in files)
    assert any(path.endswith("grading/grade.py") for path in files)


def test_what_the_command_cannot_do_is_refused(course, capsys):
    assert main(["grade", "--course", str(course), "--exchange", "--unsafe"]) == status.REFUSED
    assert "--exchange goes with --watch" in capsys.readouterr().err
    assert main(["grade", "--course", str(course / "none"), "--watch", "--unsafe"]) == status.REFUSED
    assert "no such folder" in capsys.readouterr().err
    assert main(["grade", "--course", str(course), "--watch", "--exchange", "--unsafe"]) == status.REFUSED
    assert "c.Exchange.root" in capsys.readouterr().err


def test_stops_of_the_grader_lose_nothing_and_warm_processes_serve_several_rounds(course):
    """One is killed at its first verdict, the next is interrupted when all are graded."""
    command = [sys.executable, "-m", "autograder", "grade", "--course", str(course), "--watch"]

    def until(process, wanted: set[str]) -> None:
        """Read what a grader says until it has told the verdicts of these students, or recorded them."""
        for line in process.stdout:
            wanted.discard(next((s for s in wanted if f" {s} {TOPIC}: " in line), ""))
            if not wanted:
                return
        pytest.fail(f"it ended, and did not tell of {wanted}")

    for student in STUDENTS[:2]:
        arrives(course, student)
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as first:
        first.stdout.readline()
        first.stdout.readline()
        first.kill()
    arrives(course, STUDENTS[2])
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as second:
        until(second, {STUDENTS[2]})
        hand_in(course.parent / "more", ("dan",), TOPIC)
        shutil.copytree(course.parent / "more" / "submitted" / "dan", course / "submitted" / "dan")
        until(second, {"dan"})
        second.send_signal(signal.SIGINT)
        assert second.wait() == status.DONE
    assert state(course) == state(in_one_run(course, (*STUDENTS, "dan")))


def test_from_the_exchange_and_back_without_a_teacher(tmp_path, quick):
    """A student hands in, the grader collects, grades and gives back, and the student fetches the page."""
    shared, home = tmp_path / "exchange", tmp_path / "ada" / "work"
    shared.mkdir()
    shared.chmod(0o777)
    home.mkdir(parents=True)
    course = course_of(ROOT, tmp_path / "teacher" / "course")
    with open(course / "nbgrader_config.py", "a", encoding="utf-8") as config:
        config.write(f"{settings(shared)}c.ExchangeCollect.check_owner = False\n")
    own = 'c.CourseDirectory.student_id = "ada"\n'
    (home / "nbgrader_config.py").write_text(settings(shared) + own, "utf-8")
    nbgrader(course, "generate_assignment", TOPIC)
    nbgrader(course, "release_assignment", TOPIC)
    nbgrader(home, "fetch_assignment", TOPIC)
    said: list[str] = []
    run = functools.partial(grade.grade, course, bounds=None, jobs=1)
    found = incoming.watch(course, [], exchange.Exchange(course), run, say=said.append)
    nbgrader(home, "submit", TOPIC)
    written: list = []
    while ("ada", TOPIC) not in written:  # the first rounds may find nothing yet
        written = next(found)
    found.close()
    nbgrader(home, "fetch_feedback", TOPIC)
    (page,) = (home / TOPIC / "feedback").rglob("*.html")
    assert page.read_bytes() == (course / "feedback" / "ada" / TOPIC / f"{TOPIC}.html").read_bytes()
    assert any("collected" in line for line in said) and not any("failed" in line for line in said)

    # A stop between a page and its release: the next grader gives it back, and then has nothing to give.
    (released,) = (shared / "embedding" / "feedback").glob("*.html")
    released.unlink()
    later = exchange.Exchange(course)
    assert later.release([TOPIC]) == [("ada", TOPIC)] and later.release([TOPIC]) == []
    assert released.read_bytes() == page.read_bytes()

    # A stop in the midst of collecting: the notebook is short, its time is there, the mark as well.
    notebook = course / "submitted" / "ada" / TOPIC / f"{TOPIC}.ipynb"
    whole = notebook.read_bytes()
    notebook.write_bytes(whole[:100])
    (course / OWN / "collecting").write_text(TOPIC, "utf-8")
    again = exchange.Exchange(course)
    again.collect([TOPIC])
    again.collect([TOPIC])
    assert notebook.read_bytes() == whole and not (course / OWN / "collecting").exists()
