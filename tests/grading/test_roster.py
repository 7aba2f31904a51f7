"""Lists of students as spreadsheets and platforms write them, and what reaches the gradebook."""

import unicodedata

import pytest

from autograder.cli import main
from autograder.grading import roster
from autograder.grading.course import CourseError
from autograder.grading.export import text

ADA = {"last_name": "Lovelace", "first_name": "Ada", "email": "ada@example.org"}
BEN = {"last_name": "Söderström", "first_name": "Ben"}
CLASS = {"ada": ADA, "ben": BEN}
PLAIN = "id,last_name,first_name,email\nada,Lovelace,Ada,ada@example.org\nben,Söderström,Ben,\n"
GERMAN = (
    "Matrikelnummer;Nachname;Vorname;E-Mail-Adresse\nada;Lovelace;Ada;ada@example.org\nben;Söderström;Ben;\n"
)
FILES = {
    "nbgrader": PLAIN.encode(),
    "byte-order mark": PLAIN.encode("utf-8-sig"),
    "latin-1": PLAIN.encode("latin-1"),
    "semicolons": GERMAN.encode("cp1252"),
    "utf-16, tabs": PLAIN.replace(",", "\t").encode("utf-16"),
    "utf-16 without a mark": PLAIN.encode("utf-16-le"),
    "no line of names": PLAIN.partition("\n")[2].encode(),
    "blanks": PLAIN.replace("ada,", " ada\u00a0,").replace("ben,", "\tben ,").encode(),
    "Windows lines and empty ones": ("\n\n" + PLAIN.replace("\n", "\r\n") + ",,,\r\n").encode(),
    "a line for Excel": ("sep=;\r\n" + GERMAN).encode(),
    "quotes, and other columns": (
        'Group,"User name","First name","Surname","Email address"\n'
        '"A, 1",ada,Ada,Lovelace,ada@example.org\n"A; 2",ben,Ben,Söderström,\n'
    ).encode(),
    "accents apart": unicodedata.normalize("NFD", PLAIN).encode(),
    "full names": (
        'Name;Username;Mail\n"Lovelace, Ada";ada;ada@example.org\n"Söderström, Ben";ben;\n'
    ).encode(),
    "the same line twice": (PLAIN + PLAIN.partition("\n")[2]).encode(),
}


@pytest.mark.parametrize("how", FILES)
def test_what_others_write_is_understood(tmp_path, how):
    (tmp_path / "list.csv").write_bytes(FILES[how])
    found = roster.read(tmp_path / "list.csv")
    assert (found.people, found.left_out) == (CLASS, [])


def test_lists_of_platforms(tmp_path):
    path = tmp_path / "list.csv"
    path.write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section,lookup (77)\n    Points Possible,,,,,37\n"
        '"Lovelace, Ada",1234,u-9,ada,A,\n',
        "utf-8",
    )
    found = roster.read(path)
    assert found.people == {"1234": {"last_name": "Lovelace", "first_name": "Ada"}}
    assert found.left_out == ["line 2: no id in 'Points Possible 37'; left out"]
    assert "id from 'ID'" in found.read_as and "not read: 'SIS User ID', 'SIS Login ID'" in found.read_as
    path.write_text("First name,Surname,Email address\nAda,Lovelace,ada@example.org\n", "utf-8")
    with pytest.raises(CourseError, match="no column of ids among First name, Surname, Email address"):
        roster.read(path)
    assert roster.read(path, ["First name", "Surname"]).people == {"Ada Lovelace": ADA}


def test_ids_alone(tmp_path):
    (tmp_path / "list.csv").write_text("ada\nben\n", "utf-8")
    assert roster.read(tmp_path / "list.csv").people == {"ada": {}, "ben": {}}


def test_lines_that_cannot_be_taken_are_named(tmp_path):
    lines = [
        ",Nobody,No,",
        "a/b,Slash,S,",
        "eve,One,E,",
        "eve,Two,E,",
        "José,J,J,",
        unicodedata.normalize("NFD", "José,J,J,"),
    ]
    (tmp_path / "list.csv").write_text(PLAIN + "\n".join(lines), "utf-8")
    found = roster.read(tmp_path / "list.csv")
    assert found.people == CLASS
    assert found.left_out == [
        "line 4: no id in 'Nobody No'; left out",
        "line 5: 'a/b' is no id: an id names one folder, without slashes of either kind; left out",
        "lines 6 and 7: one id, eve, for different people; left out",
        r"lines 8 and 9: $'Jos\u00e9' and $'Jose\u0301' differ only in the way their accents are stored; "
        "left out",
    ]


@pytest.mark.parametrize(
    "data, words",
    [
        (b"PK\x03\x04", "a spreadsheet's own file; save it as CSV"),
        (b"", "found no line with text"),
        (b"\n ,\n", "found no line with text"),
        (b"\xff\xfea", "is no text in utf-16"),
        (b"Vorname;Nachname\nAda;Lovelace\n", "no column of ids among Vorname, Nachname; name it with --id"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(tmp_path, data, words, capsys):
    (tmp_path / "list.csv").write_bytes(data)
    assert main(["roster", str(tmp_path / "list.csv"), "--course", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1 and not (tmp_path / "gradebook.db").exists()


def held(course):
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course}/gradebook.db", "") as book:
        return {s.id: (s.last_name, s.first_name, s.email) for s in book.students}


def test_it_is_shown_and_written(tmp_path, capsys):
    path = tmp_path / "list.csv"
    path.write_bytes(FILES["semicolons"])
    (tmp_path / "submitted" / "ben").mkdir(parents=True)
    command = ["roster", str(path), "--course", str(tmp_path)]
    assert main([*command, "--dry-run"]) == 0
    assert not (tmp_path / "gradebook.db").exists()
    assert capsys.readouterr().out.splitlines() == [
        f"{path}: cp1252, semicolons, id from 'Matrikelnummer', last name from 'Nachname', first name from "
        "'Vorname', email from 'E-Mail-Adresse'",
        "id   last name   first name  email",
        "ada  Lovelace    Ada         ada@example.org",
        "ben  Söderström  Ben",
        "2 students, 2 of them new; nothing is written",
    ]
    (tmp_path / "submitted" / "adda").mkdir()
    assert main(command) == 1
    said = capsys.readouterr()
    assert said.out.endswith(f"2 students, 2 of them new; written to {tmp_path / 'gradebook.db'}\n")
    assert said.err == f"{tmp_path}/submitted/adda: not in the list (did you mean ada?)\n"
    assert held(tmp_path) == {
        "ada": ("Lovelace", "Ada", "ada@example.org"),
        "ben": ("Söderström", "Ben", None),
    }
    # What a second list does not tell stays.
    path.write_text("id,email\nben,ben@example.org\ncyd,\n", "utf-8")
    (tmp_path / "submitted" / "adda").rmdir()
    assert main(command) == 0 and "2 students, 1 of them new" in capsys.readouterr().out
    assert held(tmp_path)["ben"] == ("Söderström", "Ben", "ben@example.org")
    (tmp_path / "gradebook.db").write_bytes(b"")
    assert main(command) == 2 and "the file is empty" in capsys.readouterr().err


def test_its_columns_are_those_that_are_exported(tmp_path):
    """A list made from `grades.csv` is read as well."""
    row = {"student_id": "ada", "last_name": "Lovelace", "first_name": "Ada", "email": "ada@example.org"}
    (tmp_path / "list.csv").write_text(text([row], tuple(row)), "utf-8-sig")
    assert roster.read(tmp_path / "list.csv").people == {"ada": ADA}
