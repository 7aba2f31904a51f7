"""What `course.toml` decides reaches the gradebook: dates, late work, students, the seed, topics."""

import csv
import json
import subprocess
import sys
from datetime import timedelta

import pytest
import sample_course
from sample_course import FUNCTION, POINTS, TOPIC
from traitlets.config import Config

from autograder import cli
from autograder.checks import loading
from autograder.grading import course as courses, grade, late, plan
from autograder.settings import content, course_toml
from autograder.settings.course_toml import Late, SettingsError
from autograder.topics import ROOT, topics

pytestmark = pytest.mark.usefixtures("quick")
DUE = f"[topics.{TOPIC}]\ndue = 2031-02-01T12:00:00\n"


@pytest.fixture
def root(tmp_path):
    return sample_course.make(tmp_path / "content")


def handed_in(root, course, text: str, times: dict[str, str]):
    """A course in which each student has handed in a right answer at that time."""
    sample_course.hand_in(root, course, dict.fromkeys(times, sample_course.right_answer()))
    for student, time in times.items():
        (course / "submitted" / student / TOPIC / "timestamp.txt").write_text(f"{time}\n")
    (course / "course.toml").write_text(text, "utf-8")
    return course


def run(root, course) -> tuple[grade.Tally, dict[str, dict]]:
    """A run, and the rows of its grades by student."""
    tally = grade.grade(course, plan.counted(course, root), bounds=None, root=root, say=None)
    with open(course / "grades.csv", encoding="utf-8-sig", newline="") as file:
        return tally, {row["student_id"]: row for row in csv.DictReader(file)}


@pytest.mark.parametrize(
    "rule, lost",
    [
        (Late("none"), (None, None, None)),
        (Late("zero"), (None, 10, 10)),
        (Late("zero", grace=timedelta(hours=2)), (None, None, 10)),
        (Late("per-day", 0.2), (None, 2, 4)),
        (Late("per-day", 0.6), (None, 6, 10)),
        (Late("per-day", 0.2, timedelta(hours=24)), (None, None, 2)),
    ],
)
def test_late_work_loses_what_the_rule_says(rule, lost):
    """Of ten points: in time, an hour late, and a day and an hour."""
    config = Config()
    late.configure(config, rule)
    plugin = config.AssignLatePenalties.plugin_class(config=config) if rule.rule != "none" else None
    for seconds, expected in zip((0, 3600, 25 * 3600), lost):
        taken = plugin.late_submission_penalty("ada", 10.0, seconds) if plugin else None
        assert taken == expected


def test_due_date_and_rule_reach_the_grades(root, tmp_path):
    times = {"ada": "2031-02-01 11:59:59", "ben": "2031-02-01 13:00:00", "cyd": "2031-02-02 13:00:00"}
    text = '[late]\nrule = "per-day"\nper-day = 0.2\n' + DUE
    course = handed_in(root, tmp_path / "course", text, times)
    _, rows = run(root, course)
    assert {row["duedate"] for row in rows.values()} == {"2031-02-01 12:00:00"}
    lost = [float(rows[student]["late_submission_penalty"]) for student in times]
    assert lost == pytest.approx([0, 0.2 * POINTS, 0.4 * POINTS])
    again, _ = run(root, course)
    assert (again.examined, again.recorded, again.pages, again.unchanged) == (0, 0, 0, 3)


def test_a_later_due_date_is_recorded_without_examining_anything_again(root, tmp_path):
    course = handed_in(
        root, tmp_path / "course", '[late]\nrule = "zero"\n' + DUE, {"ada": "2031-02-02 12:00:00"}
    )
    assert run(root, course)[1]["ada"]["score"] == "0.0"
    file = course / "course.toml"
    file.write_text(file.read_text("utf-8").replace("2031-02-01", "2031-02-03"), "utf-8")
    tally, rows = run(root, course)
    assert tally.examined == 0 and float(rows["ada"]["score"]) == POINTS
    page = (course / "feedback" / "ada" / TOPIC / f"{TOPIC}.html").read_text("utf-8")
    assert "late" not in page


def test_a_rule_in_nbgraders_settings_goes_before(root, tmp_path):
    course = handed_in(
        root, tmp_path / "course", '[late]\nrule = "zero"\n' + DUE, {"ada": "2031-02-02 12:00:00"}
    )
    (course / "nbgrader_config.py").write_text(
        "from nbgrader.plugins import LateSubmissionPlugin\n"
        "class One(LateSubmissionPlugin):\n"
        "    def late_submission_penalty(self, student_id, score, total_seconds_late):\n"
        "        return 1\n"
        "c.AssignLatePenalties.plugin_class = One\n"
    )
    assert run(root, course)[1]["ada"]["late_submission_penalty"] == "1.0"


def test_the_list_of_students_is_read_at_each_run_and_what_it_lacks_is_told(root, tmp_path):
    course = handed_in(root, tmp_path / "course", 'roster = "class.csv"\n', {"ada": "2031-02-01 12:00:00"})
    (course / "class.csv").write_text(
        "id;Vorname;Nachname\nada;Ada;Lovelace\ndan;Dan;Three\n;No;Id\n", "utf-8"
    )
    tally, rows = run(root, course)
    assert {s: (row["first_name"], row["raw_score"]) for s, row in rows.items()} == {
        "ada": ("Ada", str(POINTS)),
        "dan": ("Dan", "0.0"),
    }
    (line,) = tally.roster
    assert line.startswith(f"{course / 'class.csv'}: line 4: no id in 'No Id'")
    (course / "class.csv").write_text("id;Vorname\nada;Augusta\n", "utf-8")
    tally, rows = run(root, course)
    assert (rows["ada"]["first_name"], rows["ada"]["last_name"]) == ("Augusta", "Lovelace")
    assert (tally.examined, tally.roster) == (0, [])


def test_a_list_that_is_not_there_is_named_by_line(root, tmp_path):
    course = handed_in(root, tmp_path / "course", '\nroster = "class.csv"\n', {"ada": "2031-02-01 12:00:00"})
    with pytest.raises(SettingsError, match="course.toml:2: roster: .*class.csv: no such file"):
        run(root, course)


def test_the_seed_of_the_file_counts(root, tmp_path):
    course = handed_in(root, tmp_path / "course", "seed = 7\n", {"ada": "2031-02-01 12:00:00"})
    assert courses.seed(course) == 7 and not (course / ".autograder" / "seed").exists()


def test_topics_that_the_file_does_not_list_do_not_count(root, tmp_path):
    course = handed_in(root, tmp_path / "course", "", {"ada": "2031-02-01 12:00:00"})
    assert plan.counted(course, root) == [TOPIC]
    (course / "course.toml").write_text("[topics.lookup]\n")
    assert plan.counted(course, root) == []


def entered(root, course):
    """The content of the course, put together."""
    return content.of(course, root)


def test_a_function_that_is_off_is_given_and_earns_nothing(root, tmp_path):
    sample_course.add_function(root)
    course = tmp_path / "course"
    course.mkdir()
    (course / "course.toml").write_text(f'[topics.{TOPIC}]\noff = ["{FUNCTION}"]\n')
    own = entered(root, course)
    sample_course.hand_in(own, course, {"ada": ""})
    notebook = json.loads((course / "exercises" / TOPIC / f"{TOPIC}.ipynb").read_text("utf-8"))
    cells = {cell["metadata"]["nbgrader"]["grade_id"]: cell for cell in notebook["cells"]}
    assert "sliding_window_view" in "".join(cells[FUNCTION]["source"])
    assert "SOLUTION" not in "".join(cells[FUNCTION]["source"])
    assert cells[FUNCTION]["metadata"]["nbgrader"]["locked"]
    assert "This function is given" in "".join(cells[f"about-{FUNCTION}"]["source"])
    assert "NotImplementedError" in "".join(cells["second"]["source"])
    assert not {f"try-{FUNCTION}", f"check-{FUNCTION}"} & set(cells)
    tally, rows = run(own, course)
    assert tally.failures == 0
    assert (rows["ada"]["raw_score"], float(rows["ada"]["max_score"])) == ("0.0", POINTS)


def test_work_on_the_whole_notebook_is_graded_without_what_is_off(root, tmp_path):
    sample_course.add_function(root)
    course = sample_course.hand_in(root, tmp_path / "course", {"ada": sample_course.right_answer()})
    (course / "course.toml").write_text(f'[topics.{TOPIC}]\noff = ["second"]\n')
    _, rows = run(entered(root, course), course)
    assert (float(rows["ada"]["raw_score"]), float(rows["ada"]["max_score"])) == (POINTS, POINTS)


@pytest.mark.parametrize(
    "off, told",
    [
        (f'["{FUNCTION[:-1]}"]', f"no function '{FUNCTION[:-1]}' in {TOPIC} (did you mean {FUNCTION}?)"),
        (f'["{FUNCTION}"]', f"all functions of {TOPIC} are off; leave the topic out instead"),
    ],
)
def test_what_cannot_be_switched_off_is_named(off, told, root, tmp_path):
    (tmp_path / "course.toml").write_text(f"[topics.{TOPIC}]\noff = {off}\n")
    with pytest.raises(SettingsError) as refused:
        content.of(tmp_path, root)
    assert f"course.toml:2: topics.{TOPIC}.off: {told}" in str(refused.value)


def own_topics(root, course, name="own_topic"):
    """A course whose folder `topics` holds a topic of that name; returns the folder."""
    other = sample_course.make(course / "topics")
    (course / "course.toml").touch()
    for path in (other / "solutions" / f"{FUNCTION}.py", other / "assignments" / FUNCTION):
        path.rename(path.with_name(path.name.replace(FUNCTION, name)))
    return other


def test_a_folder_that_happens_to_be_called_topics_is_left_alone(root, tmp_path):
    own_topics(root, tmp_path)
    (tmp_path / "course.toml").unlink()
    assert content.of(tmp_path, root) == root and not (tmp_path / ".autograder").exists()


def test_a_folder_of_topics_adds_to_those_that_there_are(root, tmp_path):
    course = tmp_path / "course"
    own_topics(root, course)
    own = entered(root, course)
    assert sorted(path.stem for path in (own / "solutions").iterdir()) == [FUNCTION, "own_topic"]
    assert topics(own) == [TOPIC, "own-topic"]
    assert loading.suite("own-topic", own).functions() == [FUNCTION]


def test_a_folder_of_topics_replaces_hidden_tests(root, tmp_path):
    course = tmp_path / "course"
    own_topics(root, course, FUNCTION)
    (course / "topics" / "solutions" / f"{FUNCTION}.py").unlink()
    checks = course / "topics" / "assignments" / FUNCTION / FUNCTION / "checks.py"
    checks.write_text(checks.read_text("utf-8").replace("points=1", "points=2", 1), "utf-8")
    own = entered(root, course)
    points = [sum(c.points for c in loading.suite(TOPIC, place).checks) for place in (root, own)]
    assert points == [POINTS, POINTS + 1]


def test_what_a_topic_lacks_is_named(root, tmp_path):
    for lost, told in (
        ("solutions", "there is no .*own_topic.py beside it"),
        ("assignments", "with its checks"),
    ):
        course = tmp_path / lost
        other = own_topics(root, course)
        target = other / lost / ("own_topic.py" if lost == "solutions" else "own_topic")
        target.rename(tmp_path / f"moved-{lost}")
        with pytest.raises(SettingsError, match=told):
            entered(root, course)


def test_the_content_follows_the_settings(root, tmp_path):
    course = tmp_path / "course"
    other = own_topics(root, course)
    assert (entered(root, course) / "assignments" / "own_topic").is_dir()
    for path in (other / "solutions" / "own_topic.py", other / "assignments" / "own_topic"):
        path.rename(tmp_path / path.name)
    assert not (entered(root, course) / "assignments" / "own_topic").exists()
    assert (tmp_path / "own_topic").is_dir()  # what a link led to stays
    sample_course.add_function(root)
    settings = course / "course.toml"
    for off in ('["second"]', "[]", f'["{FUNCTION}"]'):
        settings.write_text(f"[topics.{TOPIC}]\noff = {off}\n")
        there = {p.name for p in (entered(root, course) / "assignments" / FUNCTION).iterdir() if p.is_dir()}
        assert there - {"__pycache__"} == {FUNCTION, "second"} - set(json.loads(off))
    assert (root / "assignments" / FUNCTION / "second" / "checks.py").is_file()


def test_a_command_starts_again_with_the_content_of_its_course(tmp_path):
    """As typed: `release` of a course whose file switches a function off."""
    (tmp_path / "course.toml").write_text('[topics.lookup]\noff = ["encode"]\n')
    done = subprocess.run(
        [sys.executable, "-m", "autograder", "release", "--course", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines()[-1] == "1 released, 1 changed", done.stderr
    text = (tmp_path / "exercises" / "lookup" / "lookup.ipynb").read_text("utf-8")
    assert "This function is given" in text and "check-encode" not in text and "check-lookup_torch" in text


def test_a_notebook_is_handed_out_from_its_release_on(tmp_path, capsys):
    (tmp_path / "course.toml").write_text(
        'timezone = "Europe/Berlin"\n[topics.lookup]\nrelease = 2999-02-01\n'
    )
    assert cli.main(["release", "--course", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "lookup: not yet, its release is 2999-02-01 00:00",
        "0 released, 0 changed",
    ]
    assert cli.main(["release", "lookup", "--course", str(tmp_path)]) == 0
    assert (tmp_path / "exercises" / "lookup" / "lookup.ipynb").is_file()


def test_the_current_folder_is_the_course_if_it_holds_the_file(root, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        cli.main(["grade"])
    assert "the following arguments are required: --course" in capsys.readouterr().err
    (tmp_path / course_toml.NAME).write_text("")
    assert cli.main(["grade", "--unsafe"]) == 2
    assert "submitted: no such folder" in capsys.readouterr().err
