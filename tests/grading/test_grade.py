"""A class, graded: twelve submissions of every kind, each with its own verdict and its own score."""

import csv
import json
import shutil
import stat
import subprocess
import sys

import nbformat
import pytest
from sample import few

from autograder.cells import tags
from autograder.checks import loading
from autograder.execution.channel import Limits
from autograder.grading import course as courses, grade
from autograder.selftest import demo, demo_class
from autograder.topics import exercise_path, topics as all_topics

TOPICS = all_topics()
FULL = {t: sum(c.points for c in loading.suite(t).checks) for t in TOPICS}
WHOLE = [
    "01-right-answers",
    "03-prints-and-warns",
    "04-cells-of-its-own",
    "09-other-kernel",
    "10-deleted-and-renamed",
    "11-duplicated-and-split",
]


@pytest.fixture(scope="module")
def taken(long_form):
    """The topics of the class: one in the short form."""
    return TOPICS if long_form else TOPICS[:1]


@pytest.fixture(scope="module")
def course(tmp_path_factory, taken):
    course = tmp_path_factory.mktemp("course")
    demo_class.write_class(course, taken)
    bounds = grade.fences(unsafe=True)
    tally = grade.grade(course, taken, limits=Limits(seconds=4), bounds=bounds, say=None)
    assert tally.failures == 0 and tally.examined == len(demo_class.CLASS) * len(taken)
    return course


@pytest.fixture(scope="module")
def verdicts(course):
    lines = (course / "verdicts.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def of(verdicts, student, topic):
    return [v for v in verdicts if v["student"] == student and v["topic"] == topic]


@pytest.mark.parametrize("topic", few(TOPICS, len(TOPICS)))
@pytest.mark.parametrize("student", WHOLE)
def test_right_work_earns_full_marks_however_it_is_handed_in(verdicts, student, topic):
    mine = of(verdicts, student, topic)
    assert [v for v in mine if v["verdict"] != "right"] == []
    assert sum(v["points"] for v in mine) == FULL[topic]


@pytest.mark.parametrize("topic", few(TOPICS, len(TOPICS)))
@pytest.mark.parametrize(
    "student, verdict, words",
    [
        ("05-untouched", "missing", "is not written yet"),
        ("06-broken-json", "invalid", "not valid JSON"),
        ("07-empty-file", "invalid", "an empty file"),
        ("08-no-notebook", "missing", "holds no notebook"),
    ],
)
def test_nothing_to_grade_is_zero_and_said_in_words(verdicts, student, verdict, words, topic):
    mine = of(verdicts, student, topic)
    assert {v["verdict"] for v in mine} == {verdict} and sum(v["points"] for v in mine) == 0
    assert all(words in v["message"] for v in mine)


@pytest.mark.parametrize("topic", few(TOPICS, len(TOPICS)))
def test_mistakes_cost_their_own_function(verdicts, topic):
    mine = of(verdicts, "02-some-mistakes", topic)
    assert 0 < sum(v["points"] for v in mine) < FULL[topic]
    assert {v["verdict"] for v in mine} >= {"right", "wrong"}


@pytest.mark.parametrize("topic", few(TOPICS, len(TOPICS)))
def test_an_endless_loop_and_an_exit_cost_their_own_cells(verdicts, topic):
    first, second, *others = demo_class.right_answers(topic)
    mine = {}
    for v in of(verdicts, "12-endless-loop-and-exit", topic):
        mine.setdefault(v["check"].split(".")[0], set()).add(v["verdict"])
    assert mine[first] == mine[second] == {"error"}
    assert all(mine[f] == {"right"} for f in others)


def test_every_student_and_check_has_one_line_with_every_field(verdicts, taken):
    keys = {
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
    }
    assert all(set(v) == keys for v in verdicts)
    lines = [(v["student"], v["topic"], v["check"]) for v in verdicts]
    checks = sum(len(loading.suite(t).checks) for t in taken)
    assert len(lines) == len(set(lines)) == len(demo_class.CLASS) * checks


def test_grades_are_the_sums_of_the_points(course, verdicts, taken):
    with open(course / "grades.csv", newline="", encoding="utf-8-sig") as file:
        rows = {(r["student_id"], r["assignment"]): r for r in csv.DictReader(file)}
    assert len(rows) == len(demo_class.CLASS) * len(taken)
    for (student, topic), row in rows.items():
        points = sum(v["points"] for v in of(verdicts, student, topic))
        assert float(row["score"]) == pytest.approx(points)
        assert float(row["max_score"]) == pytest.approx(FULL[topic])


def test_every_student_gets_a_page_that_needs_nothing_else(course, taken):
    for student in demo_class.CLASS:
        for topic in taken:
            page = (course / "feedback" / student / topic / f"{topic}.html").read_text()
            assert student in page and "http://" not in page
            assert page.count("<script") == page.count("script-src") <= 1
    page = (course / "feedback" / "10-deleted-and-renamed" / TOPICS[0] / f"{TOPICS[0]}.html").read_text()
    assert "the locked cells were put back" in page


def test_every_notebook_that_formgrader_shows_is_a_valid_one(course, taken):
    paths = list((course / "autograded").rglob("*.ipynb"))
    assert len(paths) == len(demo_class.CLASS) * len(taken)
    for path in paths:
        nbformat.validate(json.loads(path.read_text("utf-8")))


def test_formgrader_has_a_field_for_points_where_there_are_points(course, taken):
    for topic in taken:
        path = course / "autograded" / "01-right-answers" / topic / f"{topic}.ipynb"
        cells = map(tags, nbformat.read(path, as_version=4).cells)
        graded = {cell.grade_id: cell.points for cell in cells if cell.grade}
        assert set(graded) == {check.cell for check in loading.suite(topic).checks}
        assert sum(graded.values()) == FULL[topic]


def test_no_page_or_verdict_shows_hidden_source_or_a_path(course, verdicts):
    hidden = [f'check("{t}"' for t in TOPICS] + ["autograder/checks", "BEGIN HIDDEN", str(demo.ROOT) + "/"]
    texts = [p.read_text() for p in (course / "feedback").rglob("*.html")] + [json.dumps(verdicts)]
    assert [h for h in hidden for text in texts if h in text] == []


def test_the_seed_is_drawn_once_and_is_the_owners_alone(course):
    path = course / ".autograder" / "seed"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert courses.seed(course) == courses.seed(course) == int(path.read_text())


def test_one_student_alone_is_graded_again_and_the_rest_stays(course, verdicts):
    tally = grade.grade(course, TOPICS[:1], students=["05-untouched"], bounds=None, say=None)
    assert (tally.examined, tally.recorded, tally.unchanged) == (1, 0, 0)
    lines = [json.loads(x) for x in (course / "verdicts.jsonl").read_text().splitlines()]
    assert len(lines) == len(verdicts)


@pytest.mark.parametrize(
    "prepare, words",
    [(lambda c: None, "no such folder"), (lambda c: (c / "submitted").mkdir(), "nothing handed in")],
)
def test_a_folder_that_is_no_course_is_named(tmp_path, prepare, words, capsys):
    prepare(tmp_path)
    parser_args = ["grade", "--course", str(tmp_path)]
    from autograder.cli import main

    assert main(parser_args) == 2
    assert words in capsys.readouterr().err and not (tmp_path / "gradebook.db").exists()
    assert main([*parser_args, "no-such-topic"]) == 2
    assert "the topics are" in capsys.readouterr().err


def test_without_a_sandbox_it_refuses_and_names_what_is_missing(tmp_path, monkeypatch, capsys):
    from autograder.cli import main

    monkeypatch.setattr(grade.bwrap, "missing", lambda: ["a network of its own"])
    demo_class.write_class(tmp_path, TOPICS[:1])
    assert main(["grade", "--course", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "a network of its own" in said and "--unsafe" in said
    assert not (tmp_path / "gradebook.db").exists()


@pytest.mark.long
def test_a_reader_that_leaves_ends_the_run_and_what_was_graded_is_kept(tmp_path):
    topic, students = TOPICS[0], ["ada", "bo", "cy", "di"]
    for student in students:
        folder = tmp_path / "submitted" / student / topic
        folder.mkdir(parents=True)
        shutil.copy(exercise_path(topic), folder)
    command = [sys.executable, "-m", "autograder", "grade", topic, "--course", str(tmp_path), "--unsafe"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([*command, "--jobs", "1"], cwd=demo.ROOT, **pipes) as grader:
        while not grader.stdout.readline().startswith("[1/4]"):
            pass
        grader.stdout.close()  # as `head` does once it has its lines
        said = grader.stderr.read()
    assert grader.returncode == 141
    assert [line for line in said.splitlines() if not line.startswith("warning:")] == [
        "standard output was closed: what was graded so far is in the gradebook; run it again to go on"
    ]
    seen = {json.loads(line)["student"] for line in (tmp_path / "verdicts.jsonl").read_text().splitlines()}
    assert {"ada"} < seen <= set(students) and (tmp_path / "grades.csv").is_file()
    done = subprocess.run(command, cwd=demo.ROOT, capture_output=True, text=True, check=True)
    assert "the grader failed" not in done.stderr and "[1/" in done.stdout
    lines = (tmp_path / "verdicts.jsonl").read_text().splitlines()
    assert {json.loads(line)["student"] for line in lines} == set(students)
