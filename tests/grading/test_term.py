"""A term in small, by the page for instructors alone: from a zip file to the pages that go back."""

import csv
import dataclasses
import json
import re
import shlex
import zipfile

import pytest
from test_nbgrader_stock import ROOT, course_of, nbgrader_here
from test_zip_collect import archive, settings

from autograder.checks import loading
from autograder.cli import main
from autograder.selftest import bank, demo_class
from autograder.topics import exercise_path

TOPIC = "lookup"
PAGE = (ROOT / "book" / "reference" / "instructor.md").read_text("utf-8")
ADA, BEN, CYD = (
    f"{name}_{number}_assignsubmission_file_"
    for name, number in (("Ada Lovelace", 7), ("Ben Blue", 8), ("Cyd Clay", 9))
)


def code(marker, language="python") -> str:
    """The one piece of code on the page that holds the marker."""
    pieces = re.findall(r"^```([^\n]*)\n(.*?)^```$", PAGE, re.S | re.M)
    (found,) = [text for kind, text in pieces if kind == language and marker in text]
    return found


def grade(course, status=0) -> dict[str, dict]:
    assert main(["grade", "--course", str(course), "--unsafe"]) == status
    with open(course / "grades.csv", encoding="utf-8-sig", newline="") as file:
        return {row["student_id"]: row for row in csv.DictReader(file)}


def scores(rows) -> dict[str, float]:
    return {student: float(row["score"]) for student, row in rows.items()}


@pytest.mark.long
def test_a_term_in_small(tmp_path, monkeypatch, capsys):
    course = course_of(ROOT, tmp_path / "course")
    monkeypatch.chdir(course)

    # Before the term: settings, dates and names. Then hand out.
    with open("nbgrader_config.py", "a", encoding="utf-8") as config:
        config.write(settings("Moodle"))
    names = "id,last_name,first_name,email\nAda Lovelace,Lovelace,Ada,\nDan Dusk,Dusk,Dan,\n"
    (course / "students.csv").write_text(names, "utf-8")
    due, students = code("nbgrader db", "").strip().split("\n")
    nbgrader_here(course, *shlex.split(due)[1:])
    assert main(shlex.split(students.replace("DIR", "."))[3:]) == 0
    nbgrader_here(course, "generate_assignment", TOPIC)
    assert (course / "exercises" / TOPIC / f"{TOPIC}.ipynb").read_bytes() == exercise_path(TOPIC).read_bytes()

    # Collect, with a note of who was late.
    handed_out = json.loads(exercise_path(TOPIC).read_text("utf-8"))
    right = demo_class.right_answers(TOPIC)
    wrong = {a.name: a.source for a in bank.answers(TOPIC)}[f"{TOPIC}/encode/wrong-lower"]
    notebooks = {
        ADA: demo_class.fill(handed_out, right),
        BEN: demo_class.fill(handed_out, right | {"encode": wrong}),
        CYD: handed_out,
    }
    archive(course, {f"{folder}/{TOPIC}.ipynb": json.dumps(nb) for folder, nb in notebooks.items()})
    nbgrader_here(course, "zip_collect", TOPIC)
    (course / "submitted" / "Ben Blue" / TOPIC / "timestamp.txt").write_text(
        "2031-02-09 10:00:00 UTC", "utf-8"
    )

    # Grade, and see what the class misunderstands.
    rows = grade(course)
    most = float(rows["Ada Lovelace"]["max_score"])
    first = scores(rows)
    assert (first["Ada Lovelace"], first["Cyd Clay"], first["Dan Dusk"]) == (most, 0, 0)
    assert 0 < first["Ben Blue"] < most and rows["Ada Lovelace"]["first_name"] == "Ada"
    capsys.readouterr()
    assert main(["report", "--course", str(course)]) == 0
    assert "text-cleaned" in capsys.readouterr().out

    # Correct by hand.
    exec(code("manual_score").replace('"ada"', '"Ada Lovelace"').replace("= 6", "= 5"), {})
    assert scores(grade(course)) == first | {"Ada Lovelace": most - 1}
    page = course / "feedback" / "Ada Lovelace" / TOPIC / f"{TOPIC}.html"
    assert "Well explained." in page.read_text("utf-8")

    # Late work loses all, until an extension.
    with open("nbgrader_config.py", "a", encoding="utf-8") as config:
        config.write(code('penalty_method = "zero"'))
    assert scores(grade(course))["Ben Blue"] == 0
    exec(code("grant_extension").replace('"ben", days=2', '"Ben Blue", days=7'), {})
    assert scores(grade(course))["Ben Blue"] == first["Ben Blue"]

    # Mend a check: it lets pass what it refused.
    suite, capsys_before = loading.suite(TOPIC), capsys.readouterr()
    mended = [
        dataclasses.replace(c, body=lambda student, rng: None) if c.id == "encode.any-text" else c
        for c in suite.checks
    ]
    monkeypatch.setattr(suite, "checks", mended)
    assert scores(grade(course))["Ben Blue"] == first["Ben Blue"] + 1
    said = capsys.readouterr().out
    assert "score changed: Ben Blue" in said and "encode.any-text (from 0 to 1)" in said
    assert "1 of its checks again" in said and capsys_before.err == ""

    # Give back.
    exec(code("# feedback.zip"), {})
    with zipfile.ZipFile("feedback.zip") as pages:
        assert pages.namelist() == [f"{folder}/{TOPIC}.html" for folder in (ADA, BEN, CYD)]
    kept = scores(grade(course))
    nbgrader_here(course, "export")
    with open("grades.csv", encoding="utf-8-sig", newline="") as file:
        assert scores({row["student_id"]: row for row in csv.DictReader(file)}) == kept
