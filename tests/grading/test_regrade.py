"""A course graded more than once: what is kept, what is done again, and runs that are cut short."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from autograder.checks.scatter_add import gradients
from autograder.cli import main
from autograder.execution import bwrap, examine
from autograder.execution.channel import Limits
from autograder.grading import course as courses, fingerprint, grade
from autograder.grading.cache import ResultCache
from autograder.selftest import demo
from autograder.topics import ROOT, exercise_path

TOPIC, STUDENTS = "scatter-add", ("ada", "ben", "cyd")


def hand_in(course, students=STUDENTS, topic=TOPIC):
    """Right work, mistakes, and a notebook as it was handed out."""
    notebook = json.loads(exercise_path(topic).read_text("utf-8"))
    makers = [demo.CLASS[n] for n in ("01-right-answers", "02-some-mistakes", "05-untouched")]
    for student, make in zip(students, makers):
        folder = course / "submitted" / student / topic
        folder.mkdir(parents=True)
        (folder / f"{topic}.ipynb").write_text(json.dumps(make(topic, notebook)), "utf-8")
    return course


def state(course) -> dict:
    """What a course's gradebook, verdicts and pages say, without times and random ids."""
    lines = (course / "verdicts.jsonl").read_text("utf-8").splitlines()
    said = [{k: v for k, v in json.loads(line).items() if k != "seconds"} for line in lines]
    with sqlite3.connect(course / "gradebook.db") as book:
        rows = book.execute("""
            select submitted_assignment.student_id, assignment.name, base_cell.name, auto_score,
                   manual_score, needs_manual_grade
            from grade join base_cell on base_cell.id = grade.cell_id
            join submitted_notebook on submitted_notebook.id = grade.notebook_id
            join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id
            join assignment on assignment.id = submitted_assignment.assignment_id
            order by 1, 2, 3""").fetchall()
        comments = book.execute("select auto_comment from comment order by 1").fetchall()
    files = {
        p.relative_to(course).as_posix(): p.read_bytes()
        for kind in ("feedback", "autograded")
        for p in (course / kind).rglob("*")
        if p.is_file()
    }
    return {
        "verdicts": said,
        "rows": rows,
        "comments": comments,
        "files": files,
        "grades": sorted((course / "grades.csv").read_text().splitlines()),
    }


def run_grade(course, **more):
    return grade.grade(course, [TOPIC], bounds=None, say=None, jobs=2, **more)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = hand_in(tmp_path_factory.mktemp("course"))
    assert run_grade(course).examined == len(STUDENTS)
    return course


@pytest.fixture
def asked(monkeypatch):
    """The checks that are put to submissions, by id."""
    seen, original = [], examine.SubmissionProcess.run_checks

    def spy(self, topic, checks, *args, **more):
        seen.extend(c.id for c in checks)
        return original(self, topic, checks, *args, **more)

    monkeypatch.setattr(examine.SubmissionProcess, "run_checks", spy)
    return seen


def test_an_unchanged_class_is_left_alone(course, monkeypatch):
    before = state(course), (course / "gradebook.db").stat().st_mtime_ns
    monkeypatch.setattr(grade, "ForkServer", None)  # nothing is run
    monkeypatch.setitem(sys.modules, "nbgrader.api", None)  # and nbgrader, slow to load, not needed
    tally = run_grade(course)
    assert (tally.examined, tally.recorded, tally.unchanged) == (0, 0, len(STUDENTS))
    assert (state(course), (course / "gradebook.db").stat().st_mtime_ns) == before


def test_a_changed_check_alone_is_put_again(course, asked, monkeypatch):
    before = state(course)
    print_of = {c.id: fingerprint.of_check(TOPIC, c) for c in gradients.SUITE.checks}
    monkeypatch.setattr(gradients, "LIMIT", gradients.LIMIT + 1)
    changed = {c.id for c in gradients.SUITE.checks if fingerprint.of_check(TOPIC, c) != print_of[c.id]}
    assert 0 < len(changed) < 5
    tally = run_grade(course)
    assert tally.examined == len(STUDENTS) and set(asked) == changed
    assert state(course) == before
    monkeypatch.undo()
    run_grade(course)


def test_one_notebook_handed_in_again_is_graded_again(course, asked):
    before = state(course)
    path = course / "submitted" / "cyd" / TOPIC / f"{TOPIC}.ipynb"
    untouched, right = path.read_bytes(), course / "submitted" / "ada" / TOPIC / f"{TOPIC}.ipynb"
    path.write_bytes(right.read_bytes())
    tally = run_grade(course)
    assert (tally.examined, tally.unchanged) == (1, 2)
    points = {r[0]: sum(x[3] for x in state(course)["rows"] if x[0] == r[0]) for r in state(course)["rows"]}
    assert points["cyd"] == points["ada"] > points["ben"]
    path.write_bytes(untouched)
    assert run_grade(course).examined == 1 and state(course) == before


def test_other_limits_grade_again_and_so_does_again(course):
    before = state(course)
    assert run_grade(course, limits=Limits(seconds=19), students=["cyd"]).examined == 1
    assert run_grade(course, students=["cyd"]).examined == 1
    assert run_grade(course, students=["cyd"], again=True).examined == 1
    assert state(course) == before


@pytest.mark.parametrize(
    "lost", ["gradebook.db", "grades.csv", "verdicts.jsonl", "feedback", ".autograder/recorded"]
)
def test_what_is_lost_is_made_again_from_what_is_kept(course, lost, monkeypatch):
    before = state(course)
    monkeypatch.setattr(grade, "ForkServer", None)  # without running anything
    path = course / lost
    path.rename(path.with_name("away"))
    run_grade(course)
    assert state(course) == before
    subprocess.run(["rm", "-r", str(path.with_name("away"))], check=True)


@pytest.mark.parametrize("damage", [b"", b"{}\n{}", b"\xff\xfe", None])
def test_a_result_that_cannot_be_read_is_found_anew(course, damage, asked):
    before, path = state(course), ResultCache(course).path("ben", TOPIC)
    path.write_bytes(path.read_bytes()[:-9] if damage is None else damage)
    assert run_grade(course).examined == 1 and state(course) == before


def test_scores_changed_behind_the_graders_back_are_put_right(course, monkeypatch):
    before = state(course)
    with sqlite3.connect(course / "gradebook.db") as book:
        book.execute("update grade set auto_score = auto_score + 1")
    monkeypatch.setattr(grade, "ForkServer", None)
    assert run_grade(course).recorded == len(STUDENTS)
    assert state(course) == before


# -- cut short ----------------------------------------------------------------------------------

KILLED_AT = """
import itertools, os, signal, sys
from pathlib import Path
from autograder import files
from autograder.grading import attempts, cache, grade, gradebook
from autograder.results import CheckResult, Graded

def mortal(owner, name, before, at):
    # at its at-th call the process dies as in a power cut: before its work, or just after it
    original, calls = getattr(owner, name), itertools.count(1)
    def wrapped(*args, **more):
        call = next(calls)  # of several threads, each has its own
        if call == at and before:
            os.kill(os.getpid(), signal.SIGKILL)
        result = original(*args, **more)
        if call == at:
            os.kill(os.getpid(), signal.SIGKILL)
        return result
    setattr(owner, name, wrapped)

owner, name, before, at = eval(sys.argv[2])
if name:
    mortal(owner, name, before, at)
grade.grade(Path(sys.argv[1]), ["scatter-add"], bounds=None, say=None, jobs=2)
"""
MOMENTS = [
    "grade.courses, 'seed', False, 1",
    "gradebook.Gradebook, '_create', False, 1",
    "attempts.Attempts, 'meet', True, 1",
    "attempts.Attempts, 'meet', False, 1",
    "cache.ResultCache, 'keep', True, 2",
    "cache.ResultCache, 'keep', False, 1",
    "gradebook.Gradebook, '_write_grades', False, 1",
    "grade, 'write_feedback', True, 1",
    "cache.ResultCache, 'mark_recorded', True, 1",
    "grade, 'write_verdicts', True, 1",
    "cache.ResultCache, 'tidy', True, 1",
    "gradebook.Gradebook, 'export_csv', True, 1",
    "files.os, 'replace', True, 2",
]


def mortal(course, moment):
    return subprocess.run([sys.executable, "-c", KILLED_AT, str(course), moment], cwd=ROOT).returncode


def test_a_run_that_is_killed_again_and_again_ends_as_one_that_was_not(course, tmp_path, long_form):
    """The seed is that of the undisturbed course, so that the draws are the same."""
    other = hand_in(tmp_path / "killed")
    (other / ".autograder").mkdir()
    (other / ".autograder" / "seed").write_text((course / ".autograder" / "seed").read_text())
    moments = MOMENTS if long_form else MOMENTS[2::4]
    ended = [mortal(other, moment) for moment in moments]
    assert ended.count(-signal.SIGKILL) >= len(moments) - 2, ended  # late ones may have nothing left to do
    assert mortal(other, "None, '', False, 0") == 0
    assert state(other) == state(course)
    assert [p.name for p in other.iterdir() if p.name.startswith(".") and p.name != ".autograder"] == []


def test_the_whole_grader_killed_leaves_no_process_and_goes_on(course, tmp_path):
    if absent := bwrap.missing():
        pytest.skip(f"NOT tested behind walls: {'; '.join(absent)}")
    names = [f"s{n}" for n in range(8)]
    other = hand_in(tmp_path / "killed", names[:3])
    for name in names[3:]:
        (other / "submitted" / name).symlink_to(other / "submitted" / "s0")  # each is refused, and quick
    command = [sys.executable, "-m", "autograder", "grade", "--course", str(other), TOPIC, "--jobs", "1"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        assert any("points" in line for line in run.stdout)  # one is graded
        family = descendants(run.pid)
        assert family
        os.kill(run.pid, signal.SIGKILL)
    deadline = time.monotonic() + 20
    while any(alive(pid) for pid in family):
        assert time.monotonic() < deadline, "a process of the grader outlived it"
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "unchanged" in done.stdout or "recorded" in done.stdout
    assert len((other / "grades.csv").read_text().splitlines()) == 1 + len(names)


def descendants(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        children = [int(p) for p in file.read().split()]
    return children + [p for child in children for p in descendants(child)]


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(") ")[2][0] not in "ZX"
    except OSError:
        return False


# -- in the way ---------------------------------------------------------------------------------


def test_the_second_of_two_graders_says_so_and_stops(course, capsys):
    before = state(course)
    with courses.held(course):
        assert main(["grade", "--course", str(course), TOPIC, "--unsafe"]) == 2
    said = capsys.readouterr().err
    assert "another grader is at work" in said and str(os.getpid()) in said
    assert state(course) == before


def test_a_locked_gradebook_is_named_and_stays_as_it_was(course):
    before = state(course)
    with sqlite3.connect(course / "gradebook.db") as book:  # so that there is something to write
        book.execute("update grade set auto_score = auto_score + 1")
    holder = (
        "import sqlite3, sys\nbook = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "book.execute('begin immediate')\nprint('held', flush=True)\nsys.stdin.read()"
    )
    command = [sys.executable, "-c", holder, str(course / "gradebook.db")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(
            courses.CourseError, match=r"gradebook\.db: cannot be written \(database is locked"
        ):
            run_grade(course)
        other.stdin.close()
    with sqlite3.connect(course / "gradebook.db") as book:
        assert book.execute("pragma integrity_check").fetchone() == ("ok",)
    assert run_grade(course).examined == 0
    assert state(course) == before


@pytest.mark.parametrize(
    "how, words",
    [
        (["--ro-bind", "{course}", "{course}"], "Read-only file system"),
        (["--size", "700000", "--tmpfs", "{course}"], ""),  # a disk that fills up on the way
    ],
)
def test_a_course_that_cannot_be_written_is_one_clear_error(course, tmp_path, how, words):
    if absent := bwrap.missing():
        pytest.skip(f"NOT tested without bubblewrap: {'; '.join(absent)}")
    copy = hand_in(tmp_path / "course")
    place = [part.format(course=copy) for part in how]
    script = (
        'test -d "$1/submitted" || cp -r "$2/submitted" "$1/"\n'
        '"$3" -m autograder grade --course "$1" scatter-add --unsafe >&2; echo "status $?"\n'
        'test ! -f "$1/gradebook.db" || "$3" -c "import sqlite3, sys; '
        "print(sqlite3.connect(sys.argv[1]).execute('pragma integrity_check').fetchone())\" "
        '"$1/gradebook.db"'
    )
    command = [
        "bwrap",
        "--dev-bind",
        "/",
        "/",
        "--bind",
        str(tmp_path),
        str(tmp_path / "all"),
        *place,
        "sh",
        "-c",
        script,
        "sh",
        str(copy),
        str(tmp_path / "all" / "course"),
        sys.executable,
    ]
    (tmp_path / "all").mkdir()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert "status 2" in done.stdout, done.stdout + done.stderr
    errors = [
        line
        for line in done.stderr.splitlines()
        if not line.startswith(("warning", "memory of a submission: ", "["))
    ]
    assert len(errors) == 1 and str(copy) in errors[0] and "cannot be written" in errors[0], done.stderr
    assert words in errors[0]
    assert "gradebook.db" not in done.stdout and ("('ok',)" in done.stdout or how[0] == "--ro-bind")


def test_the_limits_given_on_the_command_line_hold(tmp_path):
    if absent := bwrap.missing():
        pytest.skip(f"NOT tested behind walls: {'; '.join(absent)}")
    notebook = json.loads(exercise_path(TOPIC).read_text("utf-8"))
    mine = [demo.code("big = bytearray(600 << 20)"), demo.code("import time; time.sleep(3)")]
    folder = tmp_path / "submitted" / "ada" / TOPIC
    folder.mkdir(parents=True)
    (folder / f"{TOPIC}.ipynb").write_text(
        json.dumps(notebook | {"cells": mine + notebook["cells"]}), "utf-8"
    )

    def page(*options):
        assert main(["grade", "--course", str(tmp_path), TOPIC, *options]) == 0
        return (tmp_path / "feedback" / "ada" / TOPIC / f"{TOPIC}.html").read_text("utf-8")

    tight, wide = (
        page("--memory-limit", "300", "--time-limit", "2"),
        page("--memory-limit", "1500", "--jobs", "1"),
    )
    assert "MemoryError" in tight and "longer than the time limit" in tight
    assert "MemoryError" not in wide and "longer than the time limit" not in wide
