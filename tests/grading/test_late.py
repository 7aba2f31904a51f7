"""Due dates, late work and names, as the instructor guide says, from what is typed to `grades.csv`."""

import csv
import json
import re
import shlex

import pytest
from nbgrader.api import Gradebook
from test_nbgrader_stock import ROOT, course_of, nbgrader_here

from autograder.cli import main
from autograder.selftest import demo_class
from autograder.topics import exercise_path

TOPIC = "lookup"
TIMES = {"ada": "2031-02-02 12:00:00 Europe/Berlin", "ben": "2031-02-03 12:00:01 Europe/Berlin", "cyd": "?"}
NAMES = "ID;Nachname;Vorname;E-Mail\n ada;Lovelace;Ada;ada@example.org\nben;O'Hara;Ben;\ndan;Three;Dan;\n"


def blocks(language) -> list[str]:
    """The pieces of code in the guide's section on late work."""
    page = (ROOT / "book" / "reference" / "instructor.md").read_text("utf-8")
    (section,) = re.findall(r"^\(late\)=\n(.*?)^\(mend\)=", page, re.S | re.M)
    return [text for found, text in re.findall(r"```(\w*)\n(.*?)```", section, re.S) if found == language]


def grade(course) -> dict[str, dict]:
    """The rows of `grades.csv` after a run, by student. Its status says that a time cannot be read."""
    assert main(["grade", "--course", str(course), "--unsafe", TOPIC]) == 1
    with open(course / "grades.csv", encoding="utf-8-sig", newline="") as file:
        return {row["student_id"]: row for row in csv.DictReader(file)}


def taken_off(rows) -> dict[str, object]:
    """The penalty of each who handed in, as a part of the points; `score` is the rest."""
    parts: dict[str, object] = {}
    for student in TIMES:
        raw, penalty, score = (
            float(rows[student][k]) for k in ("raw_score", "late_submission_penalty", "score")
        )
        assert raw == float(rows[student]["max_score"]) > 0 and score == pytest.approx(raw - penalty)
        parts[student] = pytest.approx(penalty / raw)
    return parts


def test_late_work_and_names_reach_the_grades(tmp_path, monkeypatch, capsys):
    """The guide's commands make the gradebook; each later change is recorded, and nothing examined anew."""
    course = course_of(ROOT, tmp_path / "course")
    solved = demo_class.fill(
        json.loads(exercise_path(TOPIC).read_text("utf-8")), demo_class.right_answers(TOPIC)
    )
    for student, time in TIMES.items():
        folder = course / "submitted" / student / TOPIC
        folder.mkdir(parents=True)
        (folder / f"{TOPIC}.ipynb").write_text(json.dumps(solved), "utf-8")
        (folder / "timestamp.txt").write_text(time, "utf-8")
    (course / "students.csv").write_text(NAMES, "utf-8-sig")
    (commands,) = blocks("")
    due, names = (shlex.split(command) for command in commands.strip().split("\n"))
    assert (due.pop(0), names[:3]) == ("nbgrader", ["python", "-m", "autograder"])
    nbgrader_here(course, *due)
    assert main([part.replace("DIR", str(course)) for part in names[3:]]) == 1  # cyd is not in the list

    rows = grade(course)
    said = {s: (r["last_name"], r["first_name"], r["email"], r["timestamp"]) for s, r in rows.items()}
    assert said == {
        "ada": ("Lovelace", "Ada", "ada@example.org", "2031-02-02 11:00:00"),
        "ben": ("O'Hara", "Ben", "", "2031-02-03 11:00:01"),
        "cyd": ("", "", "", ""),
        "dan": ("Three", "Dan", "", ""),
    }
    assert {row["duedate"] for row in rows.values()} == {"2031-02-02 11:00:00"}
    assert float(rows["dan"]["score"]) == 0
    assert taken_off(rows) == {"ada": 0, "ben": 0, "cyd": 0}
    said = capsys.readouterr()
    assert "3 submissions graded;" in said.out
    assert f"cyd/{TOPIC}/timestamp.txt: '?' is no time in a form that is read here, so the work" in said.err

    zero, tenth, extension = blocks("python")
    config = course / "nbgrader_config.py"
    plain = config.read_text("utf-8")
    config.write_text(plain + zero, "utf-8")
    assert taken_off(grade(course)) == {"ada": 0, "ben": 1, "cyd": 0}
    config.write_text(plain + tenth, "utf-8")
    assert taken_off(grade(course)) == {"ada": 0, "ben": 0.2, "cyd": 0}  # a day and a second
    monkeypatch.chdir(course)
    page = (ROOT / "book" / "reference" / "instructor.md").read_text("utf-8")
    (by_hand,) = re.findall(r"```python\n([^`]*manual_score[^`]*)```", page)
    exec(by_hand.replace('"ada"', '"ben"').replace("manual_score = 6", "manual_score = 1"), {})  # 1 of 6
    capsys.readouterr()
    ben = grade(course)["ben"]
    assert "0 submissions graded, 1 with a new page" in capsys.readouterr().out
    now = float(ben["max_score"]) - 5
    assert float(ben["raw_score"]) == now
    assert float(ben["late_submission_penalty"]) == pytest.approx(0.2 * now), "a part of what it is now"
    assert "Well explained." in (course / "feedback" / "ben" / TOPIC / f"{TOPIC}.html").read_text("utf-8")
    with Gradebook("sqlite:///gradebook.db") as book:
        book.find_grade("check-encode", TOPIC, TOPIC, "ben").manual_score = None
        book.db.commit()
    assert taken_off(grade(course)) == {"ada": 0, "ben": 0.2, "cyd": 0}
    capsys.readouterr()
    exec(extension, {})
    assert taken_off(grade(course)) == {"ada": 0, "ben": 0, "cyd": 0}
    nbgrader_here(course, *(part.replace("2031-02-02", "2031-02-01") for part in due))
    assert taken_off(grade(course)) == {"ada": 0.1, "ben": 0.1, "cyd": 0}
    (course / "submitted" / "ben" / TOPIC / "timestamp.txt").unlink()
    rows = grade(course)
    assert taken_off(rows) == {"ada": 0.1, "ben": 0, "cyd": 0} and rows["ben"]["timestamp"] == ""
    recorded = re.findall(r"0 submissions graded, (\d) recorded", capsys.readouterr().out)
    assert recorded == ["1", "3", "1"]  # the extension and the missing time are of one
