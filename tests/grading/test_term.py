"""The page *A term*, each command as it is printed: from a new folder to the points that go back."""

import csv
import json
import os
import re
import shlex
import zipfile
from pathlib import Path

import pytest
import zipped
from test_nbgrader_stock import ROOT

from autograder.cli import main
from autograder.execution import bwrap
from autograder.grading import incoming
from autograder.selftest import bank, demo_class
from autograder.topics import exercise_path

TOPIC = "lookup"
TEXT = (ROOT / "book" / "reference" / "term.md").read_text("utf-8")
ELSEWHERE = ("pip ", "apt ")  # tests/grading/test_wheel.py installs the wheel
ADA, BEN, CYD = (
    f"{name}_{number}_assignsubmission_file"
    for name, number in (("Ada Lovelace", 7), ("Ben Blue", 8), ("Cyd Clay", 9))
)
ROSTER = "id,last name,first name\nada,Lovelace,Ada\nben,Blue,Ben\ndan,Dusk,Dan\n"
WORKSHEET = "Identifier,Full name,Grade,Maximum Grade\n" + "".join(
    f"Participant {number},{name},,100.00\n"
    for number, name in ((7, "Ada Lovelace"), (8, "Ben Blue"), (9, "Cyd Clay"), (10, "Dan Dusk"))
)


def blocks(language: str) -> list[str]:
    return [
        text for kind, text in re.findall(r"^```([^\n]*)\n(.*?)^```$", TEXT, re.S | re.M) if kind == language
    ]


class Term:
    """The commands of the page, which are run in its order."""

    def __init__(self, home: Path, patch: pytest.MonkeyPatch, capsys):
        self._lines = [line for text in blocks("") for line in text.splitlines()]
        self._patch, self._capsys = patch, capsys
        patch.setenv("HOME", str(home))
        patch.chdir(home)

    def rest(self) -> list[str]:
        return [line for line in self._lines if not line.startswith(ELSEWHERE)]

    def run(self, begin: str, status: int = 0) -> str:
        """Run the line that begins so, which must be the next one; return what it says."""
        line = self.rest()[0]
        assert line.startswith(begin), line
        self._lines.remove(line)
        program, *words = (os.path.expanduser(word) for word in shlex.split(line))
        if program == "cd":
            self._patch.chdir(words[0])
            return ""
        assert program == "embedding-course"
        self._capsys.readouterr()
        unsafe = ["--unsafe"] if words[0] == "grade" and bwrap.missing() else []
        assert main([*words, *unsafe]) == status, self._capsys.readouterr().err
        return self._capsys.readouterr().out

    def again(self) -> dict[str, float]:
        """Grade once more; return the scores."""
        assert main(["grade", *(["--unsafe"] if bwrap.missing() else [])]) == 0
        return scores()


def scores() -> dict[str, float]:
    with open("grades.csv", encoding="utf-8-sig", newline="") as file:
        return {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}


def decided() -> None:
    """What a teacher writes into course.toml."""
    file = Path("course.toml")
    head = file.read_text("utf-8").split("[topics.")[0]
    head = head.replace('rule = "none"', 'rule = "zero"').replace("# roster =", "roster =")
    file.write_text(f"{head}[topics.{TOPIC}]\nrelease = 2021-02-03\ndue = 2021-02-10T12:00:00\npoints = 10\n")
    Path("students.csv").write_text(ROSTER, "utf-8")


def handed_in(path: Path) -> None:
    handed_out = json.loads(Path("exercises", TOPIC, f"{TOPIC}.ipynb").read_text("utf-8"))
    right = demo_class.right_answers(TOPIC)
    wrong = {a.name: a.source for a in bank.answers(TOPIC)}[f"{TOPIC}/encode/wrong-lower"]
    notebooks = {
        ADA: demo_class.fill(handed_out, right),
        BEN: demo_class.fill(handed_out, right | {"encode": wrong}),
        CYD: handed_out,
    }
    zipped.write(path, {f"{folder}/{TOPIC}.ipynb": json.dumps(nb) for folder, nb in notebooks.items()})


def test_a_term_as_its_page_says(tmp_path, monkeypatch, capsys):
    term = Term(tmp_path, monkeypatch, capsys)
    term.run("embedding-course new")
    term.run("cd")
    decided()
    assert "id from 'id'" in term.run("embedding-course roster")

    assert "1 released" in term.run("embedding-course release")
    assert Path("exercises", TOPIC, f"{TOPIC}.ipynb").read_bytes() == exercise_path(TOPIC).read_bytes()
    handed_in(tmp_path / "Downloads" / "lookup.zip")
    assert "read as Moodle's: 3 submissions" in term.run("embedding-course collect")
    Path("submitted", "ben", TOPIC, "timestamp.txt").write_text("2021-02-11 10:00:00 UTC", "utf-8")
    said = term.run("embedding-course grade")
    assert "3 submissions graded" in said
    first = scores()
    assert list(first) == ["Cyd Clay", "ada", "ben", "dan"]
    assert first["ada"] > 0 == first["ben"] == first["Cyd Clay"] == first["dan"]
    term.run("embedding-course report")
    assert "<svg" in Path("class.html").read_text("utf-8")

    (extension,) = blocks("python")
    exec(extension, {})
    assert 0 < term.again()["ben"] < first["ada"]

    # Pages and points go back.
    term.run("embedding-course feedback")
    with zipfile.ZipFile(f"feedback-{TOPIC}-moodle.zip") as pages:
        assert sorted(pages.namelist()) == [f"{folder}_/{TOPIC}.html" for folder in (ADA, BEN, CYD)]
    worksheet = tmp_path / "Downloads" / "worksheet.csv"
    worksheet.write_text(WORKSHEET, "utf-8")
    term.run("embedding-course export")
    with open("grades-moodle.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["Identifier"] for row in rows] == [f"Participant {n}" for n in (7, 8, 9, 10)]
    assert [row["Grade"] for row in rows][::2] == ["100", "0"] and 0 < float(rows[1]["Grade"]) < 100

    def looks(course):  # nothing new, then the teacher ends it
        yield ()
        raise KeyboardInterrupt

    monkeypatch.setattr(incoming, "_looks", looks)
    assert "Ctrl-C ends it" in term.run("embedding-course grade --watch")
    term.run("embedding-course export --to csv")
    with open("grades-csv.csv", encoding="utf-8-sig", newline="") as file:
        assert {row["student_id"]: row[TOPIC] for row in csv.DictReader(file)}["ada"] == "10"
    assert term.rest() == []


def test_the_page_is_short():
    words = re.sub(r"^```.*?^```$", "", TEXT, flags=re.S | re.M).split()
    assert len(TEXT.split()) <= 1500 and len(words) > 300
