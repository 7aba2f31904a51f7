"""`grades.csv`: one order, and nothing in it that a spreadsheet would compute."""

import csv
import io
import random
from datetime import datetime
from types import SimpleNamespace

import pytest

from autograder.grading import export

TOPICS = ("lookup", "scatter-add")


def student(name, **fields):
    return SimpleNamespace(**{"id": name, "last_name": None, "first_name": None, "email": None} | fields)


def submission(name, score, penalty=0.0):
    return SimpleNamespace(
        student_id=name, score=score, late_submission_penalty=penalty, timestamp=datetime(2030, 1, 2)
    )


def book(students, *assignments):
    made = [
        SimpleNamespace(name=name, duedate=None, max_score=9.0, submissions=submissions)
        for name, submissions in assignments
    ]
    return SimpleNamespace(students=students, assignments=made)


def read(found):
    return list(csv.DictReader(io.StringIO(export.text(found))))


def test_rows_have_one_order_in_whichever_the_gradebook_gives_them():
    students = [student(name) for name in ("ben", "ada", "cyd")]
    assignments = [
        (name, [submission("cyd", 4.0), submission("ada", 3.0)]) for name in ("zoo", *reversed(TOPICS), "art")
    ]
    found = set()
    for seed in range(20):
        random.Random(seed).shuffle(students)
        random.Random(seed).shuffle(assignments)
        found.add(export.text(export.rows(book(students, *assignments), TOPICS)))
    (one,) = found
    rows = list(csv.DictReader(io.StringIO(one)))
    assert [row["assignment"] for row in rows[::3]] == [*TOPICS, "art", "zoo"]
    assert [(row["student_id"], row["score"]) for row in rows[:3]] == [
        ("ada", "3.0"),
        ("ben", "0.0"),
        ("cyd", "4.0"),
    ]


def test_a_penalty_is_taken_off_and_never_more_than_there_is():
    found = book(
        [student("ada"), student("ben")],
        ("lookup", [submission("ada", 3.0, 1.0), submission("ben", 3.0, 5.0)]),
    )
    assert [row["score"] for row in read(export.rows(found, TOPICS))] == ["2.0", "0.0"]


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", " =1", "＝1+1", "-", "+x", '"=1+1"', "\u3000=1"],
)
def test_a_text_that_a_spreadsheet_would_compute_is_a_text(text):
    found = book([student("ada", last_name=text)], ("lookup", []))
    (row,) = read(export.rows(found, TOPICS))
    assert row["last_name"] == f"'{text}"


@pytest.mark.parametrize(
    "text, safe",
    [
        (";=1+1", ";'=1+1"),
        ("Ada; =1+1;b", "Ada;' =1+1;b"),
        ('x;"=1+1"', 'x;\'"=1+1"'),
        ("a,=1", "a,'=1"),
        ("a|@SUM(A1)", "a|'@SUM(A1)"),
        ("a\t＝1", "a\t'＝1"),
        ("a\r\n=1", "a\n'=1"),
        ("=1;=2", "'=1;'=2"),
        ("\t=1", "'\t'=1"),
        ("\r=1", "'\n'=1"),
        ("a;-3;b=c", "a;-3;b=c"),
    ],
)
def test_neither_does_it_where_a_spreadsheet_ends_the_cell_before(text, safe):
    """As with semicolons, which some take for the end of a cell whatever stands around it."""
    found = book([student("ada", last_name=text)], ("lookup", []))
    (row,) = read(export.rows(found, TOPICS))
    assert row["last_name"] == safe


@pytest.mark.parametrize(
    "text", ["-3", "+4.5e-3", ".5", "1e9", "Ada", "O'Hara, Ann", 'the "second"', "a=b", "x-y", "two\nlines"]
)
def test_other_texts_and_numbers_stay_as_they_are(text):
    found = book([student("ada", last_name=text)], ("lookup", [submission("ada", -2.0)]))
    (row,) = read(export.rows(found, TOPICS))
    assert row["last_name"] == text and float(row["raw_score"]) == -2.0 and row["first_name"] == ""
