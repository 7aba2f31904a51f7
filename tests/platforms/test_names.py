"""What the names in a platform's zip file say, in the forms that its documentation and source give."""

import unicodedata
from datetime import datetime

import pytest

from autograder.platforms import names

TOPICS = ["lookup", "scatter-add", "memory", "language-model"]
MOODLE = {
    "Ada Lovelace_12345_assignsubmission_file/lookup.ipynb": ("Ada Lovelace", "12345", "lookup.ipynb"),
    "Ada Lovelace_12345_assignsubmission_file_/lookup.ipynb": ("Ada Lovelace", "12345", "lookup.ipynb"),
    "Ada Lovelace_12345_assignsubmission_file_lookup.ipynb": ("Ada Lovelace", "12345", "lookup.ipynb"),
    "Ada Lovelace_12345_assignsubmission_file/my work/lookup (1).ipynb": (
        "Ada Lovelace",
        "12345",
        "lookup (1).ipynb",
    ),
    "Ben O'Hara-Söderström_7_assignsubmission_file_a_b_c.ipynb": (
        "Ben O'Hara-Söderström",
        "7",
        "a_b_c.ipynb",
    ),
    "Cyd_2_12_assignsubmission_file/x.ipynb": ("Cyd_2", "12", "x.ipynb"),
    "Cyd Two_12_assignsubmission_onlinetext/onlinetext.html": ("Cyd Two", "12", "onlinetext.html"),
    "Ada Lovelace_lookup.ipynb": None,
    "lovelaceada_1234_56789_lookup.ipynb": None,
}
CANVAS = {
    "lovelaceada_1234_56789_lookup.ipynb": ("lovelaceada", "1234", "lookup.ipynb", False, 0),
    "oharaben_LATE_1235_56790_lookup-2.ipynb": ("oharaben", "1235", "lookup-2.ipynb", True, 2),
    "söderströmben_1236_56791_my_work 2.ipynb": ("söderströmben", "1236", "my_work 2.ipynb", False, 0),
    "anon_a1B2c_56792_lookup.ipynb": ("anon_a1B2c", "anon_a1B2c", "lookup.ipynb", False, 0),
    "LATE_anon_77777_56793_lookup.ipynb": ("anon_77777", "anon_77777", "lookup.ipynb", True, 0),
    "lovelaceada_1234_text.html": ("lovelaceada", "1234", "text.html", False, 0),
    "lookup_1.ipynb": None,
    "1234_56789.ipynb": None,
}


@pytest.mark.parametrize("path", MOODLE)
def test_moodle(path):
    found = names.moodle(path)
    said = found and (found.readings[0][0], found.number, found.title)
    assert said == MOODLE[path] and (found is None or not found.late and found.when is None)


@pytest.mark.parametrize("path", CANVAS)
def test_canvas(path):
    found = names.canvas(path)
    said = found and (found.readings[0][0], found.number, found.title, found.late, found.attempt)
    assert said == CANVAS[path]


def test_google_classroom_puts_the_student_before_a_sign_that_names_and_titles_may_hold():
    found = names.classroom("Homework/Ada - Maria Lovelace - lookup.ipynb")
    assert found is not None and found.title == "lookup.ipynb"
    assert [student for student, _ in found.readings] == ["Ada - Maria Lovelace", "Ada"]
    assert names.classroom("Homework/lookup.ipynb") is None, "a file that was uploaded has no student"


def test_names_with_a_time():
    found = names.timed("ada_lookup_attempt_2026-11-20-12-30-00_lookup.ipynb")
    assert found is not None and found.when == datetime(2026, 11, 20, 12, 30)
    assert found.readings == (("ada", "lookup"), ("lookup", "ada")) and found.title == "lookup.ipynb"
    assert names.timed("ada_lookup_attempt_2026-02-30-12-30-00_lookup.ipynb") is None, "no such day"


@pytest.mark.parametrize(
    "paths, platform",
    [
        (list(MOODLE), "moodle"),
        (list(CANVAS), "canvas"),
        (["W1/Ada Lovelace - lookup.ipynb", "W1/Ben Two - lookup.ipynb", "W1/x.ipynb"], "classroom"),
        (["ada_lookup_attempt_2026-11-20-12-30-00_lookup.ipynb", "readme.txt"], "names"),
        (["class/ada/lookup.ipynb", "class/ben/lookup.ipynb", "class/cyd/a - b.ipynb"], "names"),
        (["lookup.ipynb", "a.txt"], ""),
    ],
)
def test_the_platform_is_the_one_whose_form_fits_most_notebooks(paths, platform):
    assert names.guess(paths) == platform


@pytest.mark.parametrize(
    "title, topic",
    [
        ("lookup.ipynb", "lookup"),
        ("lookup (1).ipynb", "lookup"),
        ("lookup(2).ipynb", "lookup"),
        ("lookup-1.ipynb", "lookup"),
        ("Lookup-final.ipynb", "lookup"),
        ("Copy of lookup.ipynb", "lookup"),
        ("lokup.ipynb", "lookup"),
        ("Scatter Add.ipynb", "scatter-add"),
        ("scatter_add-Copy1.ipynb", "scatter-add"),
        ("homework.ipynb", ""),
        ("lookup and memory.ipynb", ""),
    ],
)
def test_the_topic_that_a_name_means(title, topic):
    assert names.topic_of(title, TOPICS) == topic


def test_names_are_read_as_they_were_meant():
    apart = unicodedata.normalize("NFD", "José Söderström")
    for stored in ("José Söderström", apart, "José Söderström".encode().decode("cp437")):
        assert names.mended(stored) == "José Söderström"
    assert names.mended(apart.encode().decode("cp437")) == "José Söderström"
    assert names.mended("山田 太郎") == "山田 太郎"


def test_what_programs_leave_in_zip_files_is_not_looked_at():
    for path in ("__MACOSX/a/._lookup.ipynb", "a/.DS_Store", "a/.ipynb_checkpoints/x.ipynb", "a/"):
        assert not names.is_work(path)
    assert names.is_work("a/lookup.ipynb")
