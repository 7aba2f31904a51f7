"""The misconceptions of a class."""

import csv
import json
import subprocess
import sys

import pytest

from autograder import sections
from autograder.checks import loading
from autograder.cli import main
from autograder.grading import grade, grade_command, report
from autograder.topics import ROOT

CATALOGUE = loading.suite("lookup").misconceptions


def verdicts(folder, *lines):
    """Write `verdicts.jsonl` with these (student, topic, misconception)."""
    keys = ("student", "topic", "misconception")
    text = "".join(json.dumps(dict(zip(keys, line))) + "\n" for line in lines)
    (folder / "verdicts.jsonl").write_text(text, "utf-8")


@pytest.fixture
def course(tmp_path):
    told = [
        ("ada", "lookup", "negative-wraps"),
        ("ada", "lookup", "negative-wraps"),  # at another check: one student all the same
        ("ben", "lookup", "negative-wraps"),
        ("ben", "lookup", "clipped"),
        ("cyd", "lookup", None),
        ("cyd", "scatter-add", "rows-misaligned"),
        ("cyd", "scatter-add", "gone-from-the-catalogue"),
        ("cyd", "lookup", "bool-as-ids"),
    ]
    verdicts(tmp_path, *told)
    return tmp_path


def test_students_are_counted_once_and_the_most_come_first(course):
    found = report.rows(course, ["lookup", "scatter-add"])
    assert [(row.students, row.of, row.topic, row.id) for row in found] == [
        (2, 3, "lookup", "negative-wraps"),
        (1, 3, "lookup", "bool-as-ids"),
        (1, 3, "lookup", "clipped"),
        (1, 1, "scatter-add", "gone-from-the-catalogue"),
        (1, 1, "scatter-add", "rows-misaligned"),
    ]
    assert found[0].misconception == CATALOGUE["negative-wraps"].mistake
    assert found[0].section == sections.title(CATALOGUE["negative-wraps"].section, "this test")
    assert found[3].misconception == found[3].section == ""


def test_the_command_prints_a_table_without_names(course, capsys):
    assert main(["report", "--course", str(course)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split("  ")[0] == "students" and len(lines) == 6
    assert (
        lines[1].startswith("2 of 3    lets negative ids count from the end")
        and "lookup/negative-wraps" in lines[1]
    )
    assert lines[1].endswith(report.rows(course, ["lookup"])[0].section)
    assert not any(name in line for name in ("ada", "ben", "cyd") for line in lines[1:4])


def test_topics_are_chosen_and_the_table_is_had_as_csv_and_json(course, capsys):
    assert main(["report", "--course", str(course), "lookup", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == [row._asdict() for row in report.rows(course, ["lookup"])] and len(found) == 3
    assert main(["report", "--course", str(course), "lookup", "--csv"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert rows == [{key: str(value) for key, value in row.items()} for row in found]


def test_the_table_may_be_cut(course):
    found = report.rows(course, ["lookup"])
    assert len(report.table(found, 1)) == 2 and report.table([]) == []


def test_a_run_of_the_grader_ends_with_what_most_of_the_class_misunderstands(course, capsys, monkeypatch):
    (course / "submitted").mkdir()
    monkeypatch.setattr(grade_command, "grade", lambda *args, **more: grade.Tally())
    monkeypatch.setattr(grade_command, "MISCONCEPTIONS", 2)
    command = ["grade", "--course", str(course), "--unsafe", "lookup"]
    assert main(command) == 0
    *table, more, _ = capsys.readouterr().out.splitlines()
    assert table == report.table(report.rows(course, ["lookup"]), 2)
    assert more == f"1 more: python -m autograder report --course {course}"
    assert main([*command, "--student", "ada"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1, "one student is no class"


def test_a_class_without_misconceptions_is_told_so(tmp_path, capsys):
    verdicts(tmp_path, ("ada", "lookup", None))
    assert main(["report", "--course", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "no misconception was named\n"


@pytest.mark.parametrize(
    "text, says",
    [
        (None, "verdicts.jsonl: no such file; `python -m autograder grade` writes it"),
        (
            '{"student": "ada", "topic": "lookup"}\n',
            "line 1: found .* expected a verdict with student, topic and",
        ),
        ("{}\n[]\n", "line 1: found"),
        ("nonsense", "line 1: found 'nonsense'"),
    ],
)
def test_verdicts_that_cannot_be_counted_are_named(tmp_path, capsys, text, says):
    if text is not None:
        (tmp_path / "verdicts.jsonl").write_text(text, "utf-8")
    with pytest.raises(report.CourseError, match=says):
        report.rows(tmp_path, ["lookup"])
    assert main(["report", "--course", str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and len(said.err.splitlines()) == 1 and str(tmp_path) in said.err
    assert main(["report", "--course", str(tmp_path), "no-such-topic"]) == 2
    assert "the topics are" in capsys.readouterr().err


def test_a_reader_that_leaves_ends_it_cleanly(course):
    command = [sys.executable, "-m", "autograder", "report", "--course", str(course)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        running.stdout.close()  # before it has a line
        assert running.stderr.read() == ""
    assert running.returncode == 141
