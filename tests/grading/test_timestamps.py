"""When work was handed in: which lines name a time, and what is told of the others."""

import shutil
from datetime import datetime

import pytest

from autograder.cli import main
from autograder.grading import course as courses, timestamps
from autograder.topics import exercise_path

TOPIC = "lookup"
FIVE = datetime(2031, 2, 3, 5, 0)
UNDERSTOOD = {
    "2031-02-03 05:00:00.000000 UTC": FIVE,  # as nbgrader's exchange writes it
    "2031-02-03 05:00:00": FIVE,  # as nbgrader's collector writes it
    "2031-02-03 05:00": FIVE,
    "2031-02-03T05:00:00Z": FIVE,
    "2031-02-03 05:00 GMT": FIVE,
    "2031-02-03T06:00:00+01:00": FIVE,
    "2031-02-03 06:00:00 +0100": FIVE,
    "2031-02-03 06:00 +01": FIVE,
    "2031-02-02 22:30:00 -06:30": FIVE,
    "2031-02-03 06:00:00 Europe/Berlin": FIVE,
    "2031-07-03 07:00:00 Europe/Berlin": FIVE.replace(month=7),
    "2031-02-03 02:00:00 America/Argentina/Buenos_Aires": FIVE,
    "  2031-02-03\t05:00:00  \r\n": FIVE,
    "2031-02-03T05:00:00.25": FIVE.replace(microsecond=250_000),
}
UNREADABLE = [
    *(
        "2031-02-03 16:00:00 " + zone
        for zone in ("IST", "PST", "BST", "CEST", "EST", "Berlin", "Europe/Berlín")
    ),
    *(
        "2031-02-03 16:00:00 " + zone
        for zone in ("Europe", "Europe/", "Europe/Nowhere", "../Europe/Berlin", "utc+1")
    ),
    "2031-02-03 16:00:00 posix/Europe/Berlin",
    *("03.02.2026", "3.2.2031 5:00", "02/03/2031 05:00", "2031-02-03", "05:00", "3 Feb 2031 05:00 UTC"),
    *("", "?", "yesterday evening", "2031-02-30 05:00:00 UTC", "2031-02-03 25:00", "0001-01-01 00:00 +10:00"),
    *("2031-02-03 05:00:00 +25:00", "2031-02-03 05:00\n2031-02-03 06:00", "1927602000"),
]


@pytest.mark.parametrize("text", UNDERSTOOD)
def test_a_line_of_a_known_form_is_that_time(text):
    assert timestamps.time_in(text.encode()) == UNDERSTOOD[text]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_no_part_of_the_line(encoding):
    assert timestamps.time_in("2031-02-03 06:00:00 Europe/Berlin\r\n".encode(encoding)) == FIVE


@pytest.mark.parametrize("text", UNREADABLE)
def test_any_other_line_names_no_time(text):
    assert timestamps.time_in(text.encode()) is None


@pytest.mark.parametrize("data", [b"\xff", b"\xff\xfe", b"\xfe\xff\xd8", b"2031-02-03 05:00:00\0"])
def test_neither_do_other_bytes(data):
    assert timestamps.time_in(data) is None


def handed_in(course, **texts):
    for student, text in texts.items():
        folder = course / "submitted" / student / TOPIC
        folder.mkdir(parents=True)
        shutil.copy(exercise_path(TOPIC), folder)
        (folder / "timestamp.txt").write_text(text, "utf-8")
    return course


def test_what_cannot_be_read_is_told_and_nothing_else(tmp_path):
    handed_in(tmp_path, ada="2031-02-03 05:00 IST", ben="2031-02-03 05:00", cyd="?", dan="?")
    shutil.rmtree(tmp_path / "submitted" / "dan" / TOPIC)
    (tmp_path / "submitted" / "dan" / TOPIC).symlink_to(tmp_path / "submitted" / "cyd" / TOPIC)
    (tmp_path / "submitted" / "cyd" / TOPIC / f"{TOPIC}.ipynb").unlink()  # nothing of it is graded
    work = courses.submissions(tmp_path, [TOPIC])
    (line,) = timestamps.unread(work)
    assert line.startswith(
        f"{tmp_path}/submitted/ada/{TOPIC}/timestamp.txt: '2031-02-03 05:00 IST' is no time"
    )
    assert "counts as handed in on time; write a line such as 2031-02-03 05:00:00 UTC, for another" in line
    assert courses.strays(tmp_path, [TOPIC]) == []


def test_work_that_is_graded_is_not_summed_up_as_not_graded(tmp_path, quick, capsys):
    handed_in(tmp_path, ada="03.02.2026")
    (tmp_path / "submitted" / "ada" / TOPIC / "table.csv").write_text("")
    assert main(["grade", "--course", str(tmp_path), "--unsafe", TOPIC]) == 1
    said = capsys.readouterr()
    assert "1 submissions graded" in said.out
    time, times, stray, strays = [line for line in said.err.splitlines() if not line.startswith("warning")]
    assert "'03.02.2026' is no time" in time and "table.csv: not read" in stray
    assert times == f"graded, though the time in {tmp_path / 'submitted'} cannot be read: 1 (see above)"
    assert strays == f"not graded of what lies in {tmp_path / 'submitted'}: 1 (see above)"
