"""Pages back to the platforms; and the whole way from a zip file to points and pages."""

import csv
import io
import json
import re
import shutil
import zipfile

import pytest
import sample_course
import zipped

from autograder.cli import main
from autograder.grading import grade
from autograder.grading.course import CourseError
from autograder.platforms import grades, pages
from autograder.platforms.collect import collect

FILE = "assignsubmission_file"
MOODLE = {
    f"Ada Lovelace_1_{FILE}/lookup.ipynb": "a",
    f"José Söderström_2_{FILE}/lookup.ipynb": "b",
    f"Eve Four_3_{FILE}/lookup.ipynb": "c",
    f"Eve Four_4_{FILE}/lookup.ipynb": "d",
    f"Fay Five_5_{FILE}/lookup.ipynb": "no page",
}
CANVAS = {
    "lovelaceada_1234_9_lookup.ipynb": "old",
    "lovelaceada_LATE_1234_10_lookup-1.ipynb": "new",
    "söderströmjosé_1235_11_my lookup.v2.ipynb": "b",
}


def page(course, student, topic="lookup"):
    path = course / "feedback" / student / topic / f"{topic}.html"
    path.parent.mkdir(parents=True)
    path.write_text(f"page of {student}", "utf-8")


def packed(path) -> dict[str, str]:
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        return {name: file.read(name).decode() for name in file.namelist()}


@pytest.fixture
def course(tmp_path):
    (tmp_path / "course").mkdir()
    return tmp_path / "course"


@pytest.mark.parametrize("form", [f"{FILE}/", f"{FILE}_/", f"{FILE}_"])
def test_moodle(course, tmp_path, capsys, form):
    """Every version of its importer takes a folder that ends with `_`."""
    names = {name.replace(f"{FILE}/", form): text for name, text in MOODLE.items()}
    collect(course, [zipped.write(tmp_path / "a.zip", names)])
    for student in ("Ada Lovelace", "José Söderström", "Eve Four_3", "Eve Four_4", "By Hand"):
        page(course, student)
    assert main(["feedback", "lookup", "--to", "moodle", "--course", str(course)]) == 1
    said = capsys.readouterr()
    out = course / "feedback-lookup-moodle.zip"
    assert said.out == f"4 pages of lookup in {out}\n"
    assert said.err.splitlines() == [
        "no page yet, grade first: Fay Five",
        "no name in the zip file for the page of By Hand",
    ]
    assert packed(out) == {
        f"Ada Lovelace_1_{FILE}_/lookup.html": "page of Ada Lovelace",
        f"José Söderström_2_{FILE}_/lookup.html": "page of José Söderström",
        f"Eve Four_3_{FILE}_/lookup.html": "page of Eve Four_3",
        f"Eve Four_4_{FILE}_/lookup.html": "page of Eve Four_4",
    }
    for name in packed(out):  # as Moodle's importer splits it
        parts = name.split("/")[0].split("_", 4)
        assert len(parts) == 5 and parts[1].isdigit() and parts[2:4] == ["assignsubmission", "file"]
    first = out.read_bytes()
    main(["feedback", "lookup", "--to", "moodle", "--course", str(course)])
    assert out.read_bytes() == first, "the same pages give the same file"


def test_canvas_the_numbers_of_the_attempt_that_counts(course, tmp_path):
    collect(course, [zipped.write(tmp_path / "a.zip", CANVAS)], "lookup")
    for student in ("1234", "1235"):
        page(course, student)
    out = tmp_path / "out.zip"
    assert main(["feedback", "lookup", "--to", "canvas", "--course", str(course), "--out", str(out)]) == 0
    assert packed(out) == {
        "lovelaceada_LATE_1234_10_lookup-1.html": "page of 1234",
        "söderströmjosé_1235_11_my lookup.v2.html": "page of 1235",
    }
    for name in packed(out):  # as Canvas reads it
        numbers = [part for part in name.split("_") if part.isdigit()][:2]
        assert numbers in (["1234", "10"], ["1235", "11"])


def test_a_list_of_students_that_was_read_after_the_work_was_collected(graded, course, tmp_path):
    collect(course, [zipped.write(tmp_path / "a.zip", MOODLE)])
    shutil.copy(graded / "gradebook.db", course)
    page(course, "Ada Lovelace")
    assert pages.pack(course, "moodle", "lookup").pages.keys() == {f"Ada Lovelace_1_{FILE}_/lookup.html"}


def test_zip_files_of_another_platform_or_none(course, tmp_path):
    with pytest.raises(CourseError, match="no zip file with names"):
        pages.pack(course, "moodle", "lookup")
    collect(course, [zipped.write(tmp_path / "a.zip", CANVAS)])
    with pytest.raises(CourseError, match="no notebook has a name in Moodle's form"):
        pages.pack(course, "moodle", "lookup")


def test_from_moodles_zip_file_to_points_and_pages(quick, tmp_path):
    root = sample_course.make(tmp_path / "content")
    topic = sample_course.TOPIC
    work = sample_course.hand_in(
        root, tmp_path / "work", {"ada": sample_course.right_answer(root), "josé": "def moving_average(): 1"}
    )
    text = {
        name: (work / "submitted" / name / topic / f"{topic}.ipynb").read_text("utf-8")
        for name in ("ada", "josé")
    }
    assert json.loads(text["ada"])["cells"]
    names = {
        f"Ada Lovelace_21_{FILE}/Moving Average (2).ipynb": text["ada"],
        f"José Söderström_22_{FILE}/{topic}.ipynb": text["josé"],
    }
    course = tmp_path / "course"
    course.mkdir()
    found = collect(course, [zipped.write(tmp_path / "a.zip", names)], root=root)
    assert found.counts == {topic: {"new": 2}} and found.left == []
    tally = grade.grade(course, [topic], bounds=None, say=None, jobs=1, root=root)
    assert (tally.examined, tally.failures) == (2, 0)
    sheet = tmp_path / "Grades.csv"
    sheet.write_text(
        "Identifier,Full name,Grade,Maximum Grade,Last modified (grade)\n"
        "Participant 22,hidden,,7.00,-\nParticipant 21,hidden,,7.00,-\n"
    )
    made = grades.export_to(course, "moodle", [topic], sheet, root=root)
    rows = list(csv.DictReader(io.StringIO(made.data.decode())))
    assert [(row["Identifier"], row["Grade"]) for row in rows] == [
        ("Participant 22", "0"),
        ("Participant 21", "7"),
    ]
    assert made.wrong == []
    back = pages.pack(course, "moodle", topic, root)
    pages.write(course, back, tmp_path / "pages.zip")
    pages_back = packed(tmp_path / "pages.zip")
    assert set(pages_back) == {
        f"Ada Lovelace_21_{FILE}_/{topic}.html",
        f"José Söderström_22_{FILE}_/{topic}.html",
    }
    assert back.wrong == [] and all(re.search("<html", text) for text in pages_back.values())
