"""The soak's class, what it compares, and a small soak."""

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from autograder.grading.contents import OWN
from autograder.selftest import compare, soak, soakclass
from autograder.topics import topics

SUBMISSION = "ada/lookup"


def test_kinds_stand_in_their_shares():
    for students in (1, 7, 100, 1000):
        counts = soakclass.counts(students)
        assert sum(counts.values()) == students
        for kind, share in soakclass.MIX.items():
            assert abs(counts[kind] - students * share / 100) < 1, (students, kind)


def test_a_class_is_the_same_for_the_same_seed_and_of_all_topics():
    places = soakclass.places(200, 3)
    assert places == soakclass.places(200, 3) != soakclass.places(200, 4)
    assert {place.topic for place in places} == set(topics())
    assert len({place.student for place in places}) == 200


def test_a_written_class_holds_notebooks_of_every_kind(tmp_path):
    found = soakclass.write(tmp_path / "one" / "course", 60, 3)
    soakclass.write(tmp_path / "two" / "course", 60, 3)
    texts = {}
    for place in found:
        path = f"course/submitted/{place.student}/{place.topic}/{place.topic}.ipynb"
        one, two = tmp_path / "one" / path, tmp_path / "two" / path
        assert one.exists() == two.exists() and (not one.exists() or one.read_text() == two.read_text())
        if place.kind in ("right", "nearly right", "wrong", "unfinished", "harmful", "hostile"):
            assert json.loads(one.read_text())["cells"], place
            texts.setdefault(place.kind, set()).add(one.read_text())
    assert {kind for kind in texts if len(texts[kind]) > 1} >= {"right", "nearly right", "wrong"}


# ------------------------------------------------------------------ what is compared


def small(course):
    """What grading leaves of two students, as far as the comparison reads it."""
    for folder in ("feedback/ada/lookup", f"{OWN}/results/ada"):
        (course / folder).mkdir(parents=True)
    (course / "feedback" / SUBMISSION / "lookup.html").write_text("a page\n")
    result = {
        "score": 3,
        "seconds": 0.5,
        "stages": {},
        "results": [{"check": "a", "points": 3, "seconds": 0.1}],
    }
    (course / OWN / "results" / f"{SUBMISSION}.json").write_text(
        json.dumps({"outcome": "0f", "notebook": "77"}) + "\n" + json.dumps(result)
    )
    (course / OWN / "recorded").write_text('["ada", "lookup", "0f"]\n')
    (course / "verdicts.jsonl").write_text('{"student": "ada", "points": 3, "seconds": 0.1}\n')
    (course / "grades.csv").write_text("student,lookup\nada,3\n")
    with closing(sqlite3.connect(course / "gradebook.db")) as book:
        book.executescript(
            "create table student (id text primary key);"
            "create table submission (id text primary key, "
            "student_id text references student (id), late real);"
            "create table grade (id text primary key, "
            "submission_id text references submission (id), score real);"
            "insert into student values ('ada'), ('ben');"
            "insert into submission values ('s1', 'ada', 0), ('s2', 'ben', 0);"
            "insert into grade values ('g1', 's1', 3), ('g2', 's2', 1);"
        )
    return course


def execute(course, *commands):
    with closing(sqlite3.connect(course / "gradebook.db")) as book:
        for command in commands:
            book.execute(command)
        book.commit()


def replace(name, old, new):
    def change(course):
        text = (course / name).read_text()
        assert old in text
        (course / name).write_text(text.replace(old, new))

    return change


RESULT = f"{OWN}/results/{SUBMISSION}.json"
# What differs between any two runs, and must not count.
SAME = {
    "ids": lambda c: execute(
        c,
        "update submission set id = 'x' where id = 's1'",
        "update grade set submission_id = 'x', id = 'y' where id = 'g1'",
    ),
    "order of rows": lambda c: execute(
        c, "delete from grade where id = 'g1'", "insert into grade values ('z', 's1', 3)"
    ),
    "seconds of a verdict": replace("verdicts.jsonl", "0.1", "0.2"),
    "seconds of a result": replace(RESULT, "0.5", "0.6"),
    "seconds of a check": replace(RESULT, "0.1", "0.2"),
    "a hash of the outcome": replace(RESULT, '"0f"', '"0e"'),
}
# What must be found, and where.
DIFFERENT = {
    "a score": (lambda c: execute(c, "update grade set score = 2 where id = 'g1'"), "gradebook.db: grade"),
    "whose a grade is": (
        lambda c: execute(c, "update grade set submission_id = 's2' where id = 'g1'"),
        "gradebook.db: grade",
    ),
    "a row twice": (lambda c: execute(c, "insert into grade values ('g3', 's2', 1)"), "gradebook.db: grade"),
    "a page": (
        replace(f"feedback/{SUBMISSION}/lookup.html", "a page", "A page"),
        f"feedback/{SUBMISSION}/lookup.html",
    ),
    "a page that is gone": (lambda c: shutil.rmtree(c / "feedback"), f"feedback/{SUBMISSION}/lookup.html"),
    "a verdict": (replace("verdicts.jsonl", '"points": 3', '"points": 2'), "verdicts.jsonl"),
    "a verdict twice": (replace("verdicts.jsonl", "\n", '\n{"student": "ada"}\n'), "verdicts.jsonl"),
    "a line of grades.csv": (replace("grades.csv", "ada,3", "ada,2"), "grades.csv"),
    "points of a result": (replace(RESULT, '"points": 3', '"points": 2'), RESULT),
    "what is on record": (replace(f"{OWN}/recorded", "ada", "ben"), f"{OWN}/recorded"),
    "a file left behind": (lambda c: (c / OWN / "new").write_text(""), f"{OWN}/new"),
}


@pytest.mark.parametrize("name", SAME)
def test_what_any_two_runs_differ_in_is_left_out(tmp_path, name):
    one, two = small(tmp_path / "one"), small(tmp_path / "two")
    SAME[name](two)
    assert list(compare.differences(compare.contents(one), compare.contents(two))) == []


@pytest.mark.parametrize("name", DIFFERENT)
def test_everything_else_is_found(tmp_path, name):
    change, where = DIFFERENT[name]
    one, two = small(tmp_path / "one"), small(tmp_path / "two")
    change(two)
    (line,) = compare.differences(compare.contents(one), compare.contents(two))
    assert line.startswith(f"{where}: ")


# ------------------------------------------------------------------ the soak


@pytest.mark.long
def test_a_small_class_comes_out_the_same_whenever_its_graders_are_killed(tmp_path):
    found = soak.soak(tmp_path, 6, 2, 1, ["--time-limit", "20", "--jobs", "2"], lambda line: None)
    assert found["differences"] == [] and found["left behind"] == [] and found["killed"]["survivors"] == []
    assert found["undisturbed"]["status"] == found["killed"]["status"] == 0


GOOD: dict = {
    "undisturbed": {"status": 0, "bytes": {f"{quarter} %": 10**8 for quarter in soak.QUARTERS}},
    "killed": {"status": 0, "kills": 4, "while recording": 2, "survivors": []},
    "left behind": [],
    "differences": [],
}


@pytest.mark.parametrize(
    "change, word",
    [
        ({}, None),
        ({"undisturbed": GOOD["undisturbed"] | {"status": 1}}, "status 1"),
        ({"killed": GOOD["killed"] | {"kills": 3}}, "3 graders"),
        ({"killed": GOOD["killed"] | {"while recording": 1}}, "fewer than half"),
        ({"killed": GOOD["killed"] | {"survivors": ["python"]}}, "outlived"),
        (
            {"undisturbed": {"status": 0, "bytes": GOOD["undisturbed"]["bytes"] | {"100 %": 2 * 10**8}}},
            "memory grew",
        ),
        ({"left behind": ["mount: x"]}, "left behind: mount"),
        ({"differences": ["grades.csv: a and b"]}, "grades.csv"),
    ],
)
def test_each_problem_is_said(change, word):
    lines = soak.problems(GOOD | change, 4)
    assert lines == [] if word is None else len(lines) == 1 and word in lines[0]
