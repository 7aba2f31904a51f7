"""A course graded more than once: what is kept, what is done again, and runs that are cut short."""

import csv
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace

import pytest
import sample_course

from autograder.cli import main
from autograder.execution import bwrap, examine
from autograder.execution.channel import Limits
from autograder.grading import course as courses, grade
from autograder.grading.cache import ResultCache
from autograder.selftest import demo_class
from autograder.topics import ROOT, exercise_path

pytestmark = pytest.mark.usefixtures("quick")
TOPIC, STUDENTS = "scatter-add", ("ada", "ben", "cyd")


def hand_in(course, students=STUDENTS, topic=TOPIC):
    """Right work, mistakes, and a notebook as it was handed out."""
    notebook = json.loads(exercise_path(topic).read_text("utf-8"))
    makers = [demo_class.CLASS[n] for n in ("01-right-answers", "02-some-mistakes", "05-untouched")]
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

    def spy(self, checks, *args, **more):
        seen.extend(c.id for c in checks)
        return original(self, checks, *args, **more)

    monkeypatch.setattr(examine.SubmissionProcess, "run_checks", spy)
    return seen


def test_an_unchanged_class_is_left_alone(course, monkeypatch):
    before = state(course), (course / "gradebook.db").stat().st_mtime_ns
    monkeypatch.setattr("autograder.execution.warm.ForkServer", None)  # nothing is run
    monkeypatch.setitem(sys.modules, "nbgrader.api", None)  # and nbgrader, slow to load, not needed
    tally = run_grade(course)
    assert (tally.examined, tally.recorded, tally.unchanged) == (0, 0, len(STUDENTS))
    assert tally.changes == []
    assert (state(course), (course / "gradebook.db").stat().st_mtime_ns) == before


def test_an_edit_puts_the_checks_again_that_it_concerns(tmp_path, asked):
    """Of a function's `checks.py` those of that function; of its answers and promises none."""
    root = sample_course.make(tmp_path / "content")
    sample_course.add_function(root)
    course = sample_course.hand_in(root, tmp_path / "course", {"ada": sample_course.right_answer(root)})

    def checks_asked(after):
        path = root / sample_course.FOLDER / after
        path.write_text(path.read_text("utf-8") + "\n# an edit\n", "utf-8")
        asked.clear()
        grade.grade(course, [sample_course.TOPIC], bounds=None, say=None, jobs=2, root=root)
        return {check.partition(".")[0] for check in asked}

    assert checks_asked("mistakes.py") == {"moving_average", "second"}, "the first run"
    before = state(course)
    assert checks_asked("second/answers.py") == checks_asked("second/promises.txt") == set()
    assert checks_asked("second/checks.py") == {"second"}
    assert checks_asked("mistakes.py") == set(), "no message has changed"
    assert state(course) == before


def test_one_notebook_handed_in_again_is_graded_again(course, asked):
    before = state(course)
    path = course / "submitted" / "cyd" / TOPIC / f"{TOPIC}.ipynb"
    untouched, right = path.read_bytes(), course / "submitted" / "ada" / TOPIC / f"{TOPIC}.ipynb"
    path.write_bytes(right.read_bytes())
    tally = run_grade(course)
    assert (tally.examined, tally.unchanged) == (1, 2)
    (line,) = tally.changes
    assert re.fullmatch(
        rf"score changed: cyd, {TOPIC}, attempt 2: from 0 of (\S+) to \1 of \1 points by "
        r"embedding_backward\.values \(from 0 to 1\), .*, \d+ more",
        line,
    )
    points = {r[0]: sum(x[3] for x in state(course)["rows"] if x[0] == r[0]) for r in state(course)["rows"]}
    assert points["cyd"] == points["ada"] > points["ben"]
    path.write_bytes(untouched)
    assert run_grade(course).examined == 1 and state(course) == before


def test_a_score_that_a_regrade_changes_is_told_with_the_check_that_did_it(copy, capsys, monkeypatch):
    original, before = examine.SubmissionProcess.run_checks, exported(copy, "ada")

    def strict(*args, **more):
        found = original(*args, **more)
        return [
            replace(r, points=0.0, verdict="wrong") if r.check == "embedding_backward.cost" else r
            for r in found
        ]

    monkeypatch.setattr(examine.SubmissionProcess, "run_checks", strict)
    grade.grade(copy, [TOPIC], bounds=None, jobs=2, again=True, students=["ada"])
    assert exported(copy, "ada") == before - 1
    assert capsys.readouterr().out.splitlines()[-1:] == [
        f"score changed: ada, {TOPIC}: from {before:g} of {before:g} to {before - 1:g} of {before:g} points "
        "by embedding_backward.cost (from 1 to 0)"
    ]


def test_other_limits_grade_again_and_so_does_again(course):
    before = state(course)
    assert run_grade(course, limits=Limits(seconds=19), students=["cyd"]).examined == 1
    assert run_grade(course, students=["cyd"]).examined == 1
    assert run_grade(course, students=["cyd"], again=True).examined == 1
    assert state(course) == before


@pytest.mark.parametrize("lost", ["grades.csv", "verdicts.jsonl", "feedback", ".autograder/recorded"])
def test_what_is_lost_is_made_again_from_what_is_kept(course, lost, monkeypatch):
    before = state(course)
    monkeypatch.setattr("autograder.execution.warm.ForkServer", None)  # without running anything
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
    monkeypatch.setattr("autograder.execution.warm.ForkServer", None)
    tally = run_grade(course)
    assert tally.recorded == len(STUDENTS)
    assert state(course) == before
    assert [line.partition(": from ")[0] for line in tally.changes] == [
        f"score changed: {student}, {TOPIC}" for student in STUDENTS
    ]
    assert all(" points by check-EmbeddingFunction (from " in line for line in tally.changes)


# -- given by hand --------------------------------------------------------------------------------


@pytest.fixture
def copy(course, tmp_path):
    return shutil.copytree(course, tmp_path / "copy")


def by_hand(course, student, change):
    """Have `change` alter the submission's notebook through nbgrader's interface; returns its (score, of)."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course}/gradebook.db", "") as book:
        notebook = book.find_submission_notebook(TOPIC, TOPIC, student)
        change(notebook)
        book.db.commit()
        return notebook.score - (notebook.late_submission_penalty or 0), notebook.max_score


def scored(notebook):
    grade = next(grade for grade in notebook.grades if grade.auto_score < grade.max_score)
    grade.manual_score, grade.extra_credit, grade.needs_manual_grade = grade.auto_score + 1, 0.5, False
    notebook.comments[0].manual_comment = "Nearly: `np.add.at` <does> it."


def penalised(notebook):
    notebook.late_submission_penalty = 2.0


def page(course, student):
    return (course / "feedback" / student / TOPIC / f"{TOPIC}.html").read_text("utf-8")


def exported(course, student):
    with open(course / "grades.csv", newline="", encoding="utf-8-sig") as file:
        (row,) = [row for row in csv.DictReader(file) if row["student_id"] == student]
    return float(row["score"])


def test_a_page_follows_what_is_given_by_hand_and_no_other_page_is_touched(copy, monkeypatch):
    monkeypatch.setattr("autograder.execution.warm.ForkServer", None)  # nothing is run
    others = page(copy, "ada"), page(copy, "cyd")
    for change, words in [(scored, "Extra credit"), (penalised, "handed in late")]:
        score, possible = by_hand(copy, "ben", change)
        tally = run_grade(copy)
        assert (tally.examined, tally.recorded, tally.pages, tally.unchanged) == (0, 0, 1, 2)
        assert f'<p class="score">{score:g} of {possible:g} points</p>' in page(copy, "ben")
        assert words in page(copy, "ben") and exported(copy, "ben") == score
        assert "Nearly: <code>np.add.at</code> &lt;does&gt; it." in page(copy, "ben")
    assert (page(copy, "ada"), page(copy, "cyd")) == others
    assert run_grade(copy).unchanged == len(STUDENTS)


def test_a_new_page_leaves_the_cell_that_a_person_has_scored_off_the_list_of_what_waits(copy):
    by_hand(copy, "ben", scored)
    assert run_grade(copy).pages == 1
    waiting = []
    by_hand(copy, "ben", lambda notebook: waiting.extend(g.needs_manual_grade for g in notebook.grades))
    assert waiting and not any(waiting)


def test_a_page_shows_what_is_given_by_hand_after_a_regrade_and_not_what_is_taken_back(copy):
    before = page(copy, "ben")
    score, possible = by_hand(copy, "ben", scored)
    assert run_grade(copy, students=["ben"], again=True).examined == 1
    assert f'<p class="score">{score:g} of {possible:g} points</p>' in page(copy, "ben")
    assert "Nearly" in page(copy, "ben") and exported(copy, "ben") == score

    def taken_back(notebook):
        for given in notebook.grades:
            given.manual_score = given.extra_credit = None
        notebook.comments[0].manual_comment = None

    by_hand(copy, "ben", taken_back)
    assert run_grade(copy).pages == 1 and page(copy, "ben") == before


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
    "attempts.Attempts, 'register', True, 1",
    "attempts.Attempts, 'register', False, 1",
    "cache.ResultCache, 'keep', True, 2",
    "cache.ResultCache, 'keep', False, 1",
    "gradebook.Gradebook, '_write_grades', False, 1",
    "grade, 'write_feedback', True, 1",
    "cache.ResultCache, 'mark_recorded', True, 1",
    "grade, 'write_verdicts', True, 1",
    "cache.ResultCache, 'tidy', True, 1",
    "gradebook.Gradebook, 'export', True, 1",
    "files.os, 'replace', True, 2",
]


def mortal(course, moment):
    return subprocess.run([sys.executable, "-c", KILLED_AT, str(course), moment], cwd=ROOT).returncode


@pytest.mark.long  # test_kills has a few moments in the short form
def test_a_run_that_is_killed_again_and_again_ends_as_one_that_was_not(course, tmp_path):
    """The seed is that of the undisturbed course, so that the draws are the same."""
    other = hand_in(tmp_path / "killed")
    (other / ".autograder").mkdir()
    (other / ".autograder" / "seed").write_text((course / ".autograder" / "seed").read_text())
    ended = [mortal(other, moment) for moment in MOMENTS]
    assert ended.count(-signal.SIGKILL) >= len(MOMENTS) - 2, ended  # late ones may have nothing left to do
    assert mortal(other, "None, '', False, 0") == 0
    assert state(other) == state(course)
    assert [p.name for p in other.iterdir() if p.name.startswith(".") and p.name != ".autograder"] == []


def test_the_whole_grader_killed_leaves_no_process_and_goes_on(course, tmp_path):
    if absent := bwrap.missing():
        pytest.skip(f"NOT tested in the sandbox: {'; '.join(absent)}")
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
        (["--size", "850000", "--tmpfs", "{course}"], ""),  # a disk that fills up on the way
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
        pytest.skip(f"NOT tested in the sandbox: {'; '.join(absent)}")
    notebook = json.loads(exercise_path(TOPIC).read_text("utf-8"))
    mine = [demo_class.code("big = bytearray(600 << 20)"), demo_class.code("import time; time.sleep(3)")]
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
