"""Points in the files that Canvas and Moodle export and import, whose other cells stay as they are."""

import csv
import io
import shutil
from pathlib import Path

import pytest
import zipped

from autograder.cli import main
from autograder.grading.course import CourseError
from autograder.platforms import kept
from autograder.platforms.grades import export_to
from autograder.topics import UnknownName

CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Notes,Lookup (77),scatter-add (78),Essay (79),Current Score,\
Final Score
,,,,,,Manual Posting,,,(read only),(read only)
    Points Possible,,,,,,40.00,100.00,5.00,(read only),(read only)
"Lovelace, Ada",1234,u-9,al,"A, and B","said ""hi"" twice",12.00,,4.00,80.5,80.5
"Söderström, Ben",1235,,bs,A,,,N/A,,,
"Two, Cyd",555,cyd,ct,A,,EX,,,,
"Three, Dan",556,,dt,A,,3,,,,
"Stranger, Eve",557,,es,A,,3,,,,
"Student, Test",558,,,A,,,,,,
"""
WORKSHEET = """\
Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed",\
"Last modified (submission)",\
"Last modified (grade)","Feedback comments"
"Participant 11","Ada Lovelace",,"Submitted for grading - ",,100.00,Yes,"Friday, 20 November 2026, 12:00",-,
"Participant 12","Ben Soderstrom",,"Submitted for grading - ",5.00,100.00,Yes,-,-,"<p>Well, ""done""</p>"
"Participant 13","Somebody else",cyd@example.org,"Submitted for grading - ",,100.00,No,-,-,
"Participant 14","Eve Stranger",,"No submission - ",,100.00,Yes,-,-,
"""
GRADES = """\
"First name","Last name","ID number",Institution,Department,"Email address","Assignment: lookup (Real)",\
"Assignment: lookup (Percentage)","Assignment: Essay (Real)","Course total (Real)",\
"Last downloaded from this course"
Ada,Lovelace,,,"D, E",ada@example.org,-,-,3.00,3.00,1795000000
Ben,Söderström,,,,,7.00,17.5 %,-,7.00,1795000000
"""


def filled(course, to, text, tmp_path, topics=None, encoding="utf-8", name="file.csv", **more):
    """Fill in a file; its cells after that, by line and column, where they differ from those before."""
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    made = export_to(course, to, topics, path, **more)
    before, after = (
        list(csv.reader(io.StringIO(data.decode(encoding), newline="")))
        for data in (path.read_bytes(), made.data)
    )
    assert [len(row) for row in before] == [len(row) for row in after]
    changed = {
        (row[0] or str(n), before[0][k]): row[k]
        for n, row in enumerate(after)
        for k in range(len(row))
        if row[k] != before[n][k]
    }
    return made, changed


def test_canvas(graded, tmp_path):
    made, changed = filled(graded, "canvas", CANVAS, tmp_path)
    assert changed == {
        ("Lovelace, Ada", "Lookup (77)"): "30",
        ("Lovelace, Ada", "scatter-add (78)"): "75",
        ("Söderström, Ben", "Lookup (77)"): "32.33",
    }
    told = "\n".join(made.told)
    assert "scatter-add: scaled from 10 points to Canvas's Points Possible, 100" in told
    assert "left as Canvas has it: cyd (EX)" in told and "lookup: scaled" not in told
    assert made.wrong == ["file.csv: rows without a student of the gradebook: Stranger, Eve"]


def test_only_the_cells_of_the_column_differ_in_bytes(graded, tmp_path):
    made, changed = filled(
        graded, "canvas", CANVAS.replace("\n", "\r\n"), tmp_path, ["scatter-add"], "utf-8-sig"
    )
    text = (tmp_path / "file.csv").read_bytes()
    assert made.data == text.replace(b"12.00,,4.00", b"12.00,75,4.00") and len(changed) == 1


def test_canvas_with_semicolons_and_two_columns_of_names(graded, tmp_path):
    head = 'LastName;FirstName;ID;SIS Login ID;Section;"lookup (77)"\n    Points Possible;;;;;40\n'
    text = f"{head}Two;Cyd;9;;A;\n"
    made, _ = filled(graded, "canvas", text, tmp_path, ["lookup"])
    assert made.data.decode() == text.replace("Cyd;9;;A;", "Cyd;9;;A;0")
    assert made.wrong == ["file.csv: no row for ada, ben"]


def test_work_that_was_never_handed_in(graded, tmp_path):
    _, changed = filled(graded, "canvas", CANVAS, tmp_path, ["lookup"], missing="0")
    assert changed["Three, Dan", "Lookup (77)"] == "0", "and EX stays"
    assert ("Two, Cyd", "Lookup (77)") not in changed


@pytest.mark.parametrize(
    "old, new, topics, words",
    [
        (
            "Lookup (77)",
            "Homework 1 (77)",
            ["lookup"],
            "no column is called lookup; name the topic and, with --column",
        ),
        ("Essay (79)", "lookup (79)", None, "are both called lookup; name one with --column"),
        (",40.00,", ",(read only),", ["lookup"], "'Lookup \\(77\\)' cannot be imported"),
        ("Student,ID", "Name,Number", None, "expected Canvas's export of its gradebook"),
    ],
)
def test_a_file_that_cannot_be_filled_in(graded, tmp_path, old, new, topics, words):
    with pytest.raises(CourseError, match=words):
        filled(graded, "canvas", CANVAS.replace(old, new), tmp_path, topics)


def test_a_column_by_its_title(graded, tmp_path):
    _, changed = filled(graded, "canvas", CANVAS, tmp_path, ["scatter-add"], column="Essay (79)")
    assert changed == {("Lovelace, Ada", "Essay (79)"): "3.75"}, "of 5 points"
    with pytest.raises(CourseError, match="--column is for one topic"):
        filled(graded, "canvas", CANVAS, tmp_path, column="Essay (79)")
    with pytest.raises(CourseError, match=r"0 columns 'Esay \(79\)' \(did you mean Essay \(79\)\?\)"):
        filled(graded, "canvas", CANVAS, tmp_path, ["lookup"], column="Esay (79)")


def test_one_student_in_two_rows_is_filled_in_neither(graded, tmp_path):
    made, changed = filled(graded, "canvas", CANVAS.replace("555,cyd", "1234,cyd"), tmp_path, ["lookup"])
    assert ("Lovelace, Ada", "Lookup (77)") not in changed
    assert "ada fits several rows, none of which is filled: Lovelace, Ada, Two, Cyd" in made.wrong


def test_a_worksheet_of_moodle_scaled_to_its_maximum(graded, tmp_path):
    made, changed = filled(graded, "moodle", WORKSHEET, tmp_path, ["lookup"])
    assert changed == {
        ("Participant 11", "Grade"): "75",
        ("Participant 12", "Grade"): "80.83",
        ("Participant 13", "Grade"): "0",
    }
    told = "\n".join(made.told)
    assert "lookup: scaled from 40 points to Moodle's Maximum Grade, 100" in told
    assert "Moodle takes no grade, since it is locked there: Somebody else" in told
    assert made.wrong == ["file.csv: rows without a student of the gradebook: Eve Stranger"]


def test_a_worksheet_without_names_goes_by_the_numbers_of_the_zip_file(graded, tmp_path):
    """As with blind marking; and in a language whose titles are not known here."""
    course = shutil.copytree(graded, tmp_path / "course")
    zipped.write(
        kept.archive(course, "lookup") / "a.zip", {"Ada Lovelace_11_assignsubmission_file/lookup.ipynb": "x"}
    )
    blind = "Identifier,Status,Grade,Maximum Grade,Last modified (grade)\nParticipant 11,x,,100.00,-\n"
    made, changed = filled(course, "moodle", blind, tmp_path, ["lookup"])
    assert changed == {("Participant 11", "Grade"): "75"} and made.wrong == ["file.csv: no row for ben, cyd"]
    german = "ID,Status,Bewertung\nTeilnehmer/in11,x,\n"
    made, changed = filled(course, "moodle", german, tmp_path, ["lookup"], column="Bewertung")
    assert changed == {("Teilnehmer/in11", "Bewertung"): "30"}
    assert "lookup: out of 40; Moodle's Maximum Grade is not in the file" in made.told


def test_a_worksheet_is_of_one_assignment(graded, tmp_path):
    with pytest.raises(CourseError, match="a worksheet is of one assignment; name its topic"):
        filled(graded, "moodle", WORKSHEET, tmp_path)
    name = "Grades-EMB-Scatter add-123456.csv"
    _, changed = filled(graded, "moodle", WORKSHEET, tmp_path, name=name)
    assert changed == {("Participant 11", "Grade"): "75"}, "the topic in the file's name"


def test_an_export_of_grades_of_moodle(graded, tmp_path):
    made, changed = filled(graded, "moodle", GRADES, tmp_path)
    assert changed == {
        ("Ada", "Assignment: lookup (Real)"): "30",
        ("Ben", "Assignment: lookup (Real)"): "32.33",
    }
    assert "lookup: out of 40, which must be the maximum grade in Moodle" in made.told
    assert made.wrong == ["file.csv: no row for cyd"]


def test_files_made_of_the_gradebooks_own_students(graded):
    canvas = list(csv.DictReader(io.StringIO(export_to(graded, "canvas").data.decode())))
    assert canvas[0]["Student"] == "    Points Possible" and canvas[0]["lookup"] == "40"
    assert [(r["Student"], r["ID"], r["lookup"], r["scatter-add"]) for r in canvas[1:]] == [
        ("Lovelace, Ada", "1234", "30", "7.5"),
        ("Söderström, Ben", "1235", "32.33", ""),
        ("Two, Cyd", "", "0", ""),
        ("Three, Dan", "", "", ""),
    ]
    moodle = list(csv.DictReader(io.StringIO(export_to(graded, "moodle", ["lookup"]).data.decode())))
    assert moodle[1] == {
        "First name": "Ben",
        "Last name": "Söderström",
        "ID number": "ben",
        "Email address": "ben@example.org",
        "lookup": "32.33",
    }
    with pytest.raises(UnknownName, match=r"no topic 'lokup' in the gradebook \(did you mean lookup\?\)"):
        export_to(graded, "csv", ["lokup"])


def test_a_table_for_spreadsheets_from_the_command_line(graded, tmp_path, capsys):
    course = shutil.copytree(graded, tmp_path / "course")
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course / 'gradebook.db'}", "") as book:
        book.add_student("eve", first_name="=1+1", last_name="x")
    assert main(["export", "--to", "csv", "--course", str(course), "--missing", "0"]) == 0
    out = course / "grades-csv.csv"
    assert capsys.readouterr().out == f"written to {out}\n"
    assert out.read_bytes().decode("utf-8-sig").splitlines() == [
        "student_id,last_name,first_name,email,lookup,scatter-add",
        "ada,Lovelace,Ada,ada@example.org,30,7.5",
        "ben,Söderström,Ben,ben@example.org,32.33,0",
        "cyd,Two,Cyd,cyd@example.org,0,0",
        "dan,Three,Dan,,0,0",
        "eve,x,'=1+1,,0,0",
    ]


def test_the_platforms_own_file_is_never_written_over(graded, tmp_path, capsys):
    path = tmp_path / "canvas.csv"
    path.write_text(CANVAS, "utf-8")
    command = ["export", "--to", "canvas", "--course", str(graded), "--into", str(path)]
    assert main([*command, "--out", str(path)]) == 2 and path.read_text("utf-8") == CANVAS
    assert main([*command, "--out", str(tmp_path / "out.csv")]) == 1, "a row has no student"
    assert Path(tmp_path / "out.csv").is_file()
    assert "Stranger, Eve" in capsys.readouterr().err


def test_a_topic_counts_what_course_toml_says(graded, tmp_path):
    """A fifth of the points of the checks; a file with a maximum of its own keeps that."""
    course = shutil.copytree(graded, tmp_path / "course")
    (course / "course.toml").write_text("[topics.lookup]\npoints = 8\n", "utf-8")
    rows = list(csv.DictReader(io.StringIO(export_to(course, "csv").data.decode("utf-8-sig"))))
    assert {row["student_id"]: (row["lookup"], row["scatter-add"]) for row in rows} == {
        "ada": ("6", "7.5"),
        "ben": ("6.47", ""),
        "cyd": ("0", ""),
        "dan": ("", ""),
    }
    canvas = export_to(course, "canvas").data.decode("utf-8").splitlines()
    assert canvas[1] == "    Points Possible,,,,,8,10"
    _, changed = filled(course, "canvas", CANVAS, tmp_path)
    assert changed["Lovelace, Ada", "Lookup (77)"] == "30"


def test_cells_of_those_who_handed_in_nothing_are_told(graded, tmp_path):
    made, _ = filled(graded, "canvas", CANVAS, tmp_path, ["lookup"])
    assert "left empty, since nothing of lookup was handed in: dan (see --missing)" in made.told
