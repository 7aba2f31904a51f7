"""A notebook of another name, a folder too deep or packed is taken where it is all that was handed in."""

import io
import os
import stat
import struct
import zipfile

import pytest

from autograder import messages
from autograder.checks.checking import Suite
from autograder.grading import course as courses, finding, intake
from autograder.grading.reading import Unreadable
from autograder.topics import exercise_path

TOPIC = "lookup"
NAME = f"{TOPIC}.ipynb"
NOTEBOOK = exercise_path(TOPIC).read_bytes()


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "submitted" / "ada" / TOPIC
    place.mkdir(parents=True)
    return place


def put(folder, files):
    """Files below the folder: place -> content."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def packed(members, how=zipfile.ZIP_DEFLATED):
    """A zip file of these members: name -> content."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def taken(folder):
    """The content of the notebook that is graded, and the notes on it; None if there is none."""
    pieces = []
    handed_in = finding.read(folder, TOPIC, pieces.append)
    return None if handed_in.refused else (b"".join(pieces), handed_in.note)


def strays(folder):
    course = folder.parent.parent.parent
    return [line.replace(f"{folder}/", "") for line in courses.strays(course, [TOPIC])]


TAKEN = {
    "lookup.ipynb.txt": {"lookup.ipynb.txt": NOTEBOOK},
    "lookup.json": {"lookup.json": NOTEBOOK},
    "notebook": {"notebook": b"\xef\xbb\xbf\n" + NOTEBOOK},
    "lookup (1).ipynb": {"lookup (1).ipynb": NOTEBOOK},
    "lookup.ipynb": {"lookup/lookup.ipynb": NOTEBOOK, "lookup/data.csv": b"1"},
    "mine.ipynb": {"work/mine.ipynb": NOTEBOOK},
    "all.zip": {"all.zip": packed({"lookup/mine.ipynb": NOTEBOOK, "lookup/a.csv": "1"})},
    "stored.zip": {"stored.zip": packed({"lookup.ipynb": NOTEBOOK}, zipfile.ZIP_STORED)},
    "mac.zip": {
        "mac.zip": packed({"lookup.ipynb": NOTEBOOK, "__MACOSX/._lookup.ipynb": "x"}),
        ".DS_Store": b"x",
    },
    "lookup.ipynb, packed": {"other.ipynb.": packed({"lookup.ipynb": NOTEBOOK})},
}


@pytest.mark.parametrize("case", TAKEN)
def test_a_notebook_that_is_all_there_is_is_graded_with_a_note(folder, case):
    put(folder, TAKEN[case] | {"timestamp.txt": b"2031-02-03 05:00:00 UTC"})
    data, note = taken(folder)
    assert data.endswith(NOTEBOOK) and "expected" in note and note.count(".") >= 2
    assert [line for line in strays(folder) if "data.csv" not in line] == []
    submission = intake.read(folder, TOPIC)
    assert [c.grade_id for c in submission.notebook.cells if c.code][:2] == ["start", "setup"]
    assert submission.notes == [note]


def test_what_lies_beside_a_notebook_that_is_a_folder_too_deep_is_named(folder):
    put(folder, {"work/lookup.ipynb": NOTEBOOK, "work/second.ipynb": NOTEBOOK, "work/data.csv": b"1"})
    assert taken(folder)[0] == NOTEBOOK
    assert [line.partition(":")[0] for line in strays(folder)] == ["work/data.csv", "work/second.ipynb"]


def test_the_notebook_is_the_same_attempt_however_it_was_wrapped(folder):
    put(folder, {NAME: NOTEBOOK})
    graded, _ = finding.read(folder, TOPIC).contents
    (folder / NAME).unlink()
    for case in ("lookup.json", "lookup.ipynb", "all.zip"):
        put(folder, TAKEN[case])
        assert finding.read(folder, TOPIC).contents[0] == graded
        for path in sorted(folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()


LEFT = {  # what is there -> the advice on the first of it
    "two of other kinds": ({"lookup.json": NOTEBOOK, "notes.md": b"#"}, "rename it to lookup.ipynb"),
    "a folder and a file": ({"work/lookup.ipynb": NOTEBOOK, "a.zip": b""}, "unpack it"),
    "two notebooks in a folder": ({"work/a.ipynb": NOTEBOOK, "work/b.ipynb": NOTEBOOK}, "move it up"),
    "a folder of the notebook's name": (
        {"lookup.ipynb/a.ipynb": NOTEBOOK, "lookup.ipynb/b.ipynb": NOTEBOOK},
        "move it up",
    ),
    "two folders": ({"a/lookup.ipynb": NOTEBOOK, "b/lookup.ipynb": NOTEBOOK}, "move it up"),
    "two folders deep": ({"a/b/lookup.ipynb": NOTEBOOK}, "move it up"),
    "a zip file with two notebooks": (
        {"a.zip": packed({"a.ipynb": NOTEBOOK, "b.ipynb": NOTEBOOK})},
        "unpack",
    ),
    "a zip file with none": ({"a.zip": packed({"a.txt": NOTEBOOK})}, "unpack it and put the notebook beside"),
    "no zip file": ({"a.zip": b"PK\x03\x04" + bytes(100)}, "unpack it"),
    "another archive": ({"a.tar.gz": b"\x1f\x8b" + bytes(100)}, "unpack it"),
    "other JSON": ({"a.json": b'{"name": "ada"}'}, "if it is the notebook, rename it to lookup.ipynb"),
    "a picture": ({"a.png": b"\x89PNG"}, "the notebook alone counts; move it away"),
}


@pytest.mark.parametrize("case", LEFT)
def test_where_it_is_not_clear_nothing_is_taken_and_the_advice_fits(folder, case):
    files, advice = LEFT[case]
    put(folder, files)
    assert taken(folder) is None
    assert intake.rebuild({"cells": []}, folder, "ada", Suite({}, TOPIC)).verdict == "missing"
    assert len(strays(folder)) == len({name.split("/")[0] for name in files})
    assert advice in strays(folder)[0]


def test_beside_the_notebook_nothing_else_is_looked_at(folder):
    put(folder, {NAME: NOTEBOOK, "a.zip": packed({"b.ipynb": NOTEBOOK}), "c/lookup.ipynb": NOTEBOOK})
    assert taken(folder) == (NOTEBOOK, "")
    assert all(line.endswith("the notebook alone counts; move it away") for line in strays(folder))


def test_what_a_mac_leaves_beside_a_notebook_is_not_taken_for_another(folder):
    put(folder, {"mine.ipynb": NOTEBOOK, "._mine.ipynb": b"", ".ipynb_checkpoints/mine.ipynb": b"x"})
    assert taken(folder)[0] == NOTEBOOK and strays(folder) == []


# -- hostile ones ---------------------------------------------------------------------------------


def link_in_zip():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        about = zipfile.ZipInfo("lookup.ipynb")
        about.create_system, about.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        archive.writestr(about, "/etc/passwd")
    return file.getvalue()


def many_members():
    return packed({f"{n}.txt": b"" for n in range(3_000)} | {"lookup.ipynb": NOTEBOOK})


def encrypted():
    data = bytearray(packed({"lookup.ipynb": NOTEBOOK}))
    for sign, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(sign) + at] |= 1
    return bytes(data)


def claims(size):
    """A zip file whose member claims to be so large."""
    data = bytearray(packed({"lookup.ipynb": NOTEBOOK}))
    data[data.index(b"PK\x01\x02") + 24 : data.index(b"PK\x01\x02") + 28] = struct.pack("<L", size)
    return bytes(data)


@pytest.mark.parametrize(
    "data",
    [
        link_in_zip(),
        many_members(),
        encrypted(),
        packed({"lookup.ipynb": NOTEBOOK}, zipfile.ZIP_LZMA),
        packed({"lookup.ipynb": NOTEBOOK}) + b" a comment",
        packed({"lookup.ipynb/": b""}),
    ],
)
def test_a_zip_file_that_asks_for_more_than_unpacking_is_not_opened(folder, data):
    put(folder, {"a.zip": data})
    assert taken(folder) is None and "unpack it" in strays(folder)[0]


@pytest.mark.parametrize(
    "name", ["../../../x.ipynb", "/etc/x.ipynb", "C:\\x.ipynb", "a\nb.ipynb", "../lookup.ipynb"]
)
def test_a_path_in_a_zip_file_is_never_written(folder, name):
    put(folder, {"a.zip": packed({name: NOTEBOOK})})
    before = sorted(folder.parent.parent.parent.rglob("*"))
    assert taken(folder)[0] == NOTEBOOK
    assert sorted(folder.parent.parent.parent.rglob("*")) == before


def test_a_zip_file_is_unpacked_up_to_the_bound_of_a_notebook(folder, monkeypatch):
    monkeypatch.setattr(finding, "MAX_FILE", 1 << 20)
    put(folder, {"a.zip": packed({"lookup.ipynb": b" " * (2 << 20)})})
    assert taken(folder) is None
    assert "more than the 1 MB" in str(intake.read(folder, TOPIC).notebook)


@pytest.mark.parametrize("size", [0, 10, (1 << 32) - 2])
def test_a_zip_file_that_lies_about_the_size_of_a_notebook_is_told(folder, size):
    put(folder, {"a.zip": claims(size)})
    assert isinstance(intake.read(folder, TOPIC).notebook, Unreadable)


def test_no_damage_of_a_zip_file_makes_it_raise(folder):
    good = packed({"lookup.ipynb": NOTEBOOK[:2_000]})
    for at in [*range(60), *range(len(good) - 90, len(good))]:
        for byte in (0, 1, 0x7F, 0xFF):
            put(folder, {"a.zip": good[:at] + bytes([byte]) + good[at + 1 :]})
            intake.read(folder, TOPIC)
            strays(folder)
    for at in range(0, len(good), 7):
        put(folder, {"a.zip": good[:at]})
        intake.read(folder, TOPIC)


@pytest.mark.parametrize("kind", ["file", "folder", "in a folder", "zip"])
def test_no_link_is_followed(folder, tmp_path, kind):
    elsewhere = tmp_path / "elsewhere"
    put(elsewhere, {NAME: NOTEBOOK, "a.zip": packed({NAME: NOTEBOOK}), "a.json": NOTEBOOK})
    if kind == "file":
        (folder / "a.json").symlink_to(elsewhere / "a.json")
    elif kind == "folder":
        (folder / "a").symlink_to(elsewhere)
    elif kind == "in a folder":
        (folder / "a").mkdir()
        (folder / "a" / NAME).symlink_to(elsewhere / NAME)
    else:
        (folder / "a.zip").symlink_to(elsewhere / "a.zip")
    assert taken(folder) is None


def test_what_is_replaced_by_a_link_or_a_pipe_while_it_is_looked_at_is_not_read(folder, monkeypatch):
    put(folder, {NAME: NOTEBOOK})
    find = finding.find

    def then(replace):
        def found(*place):
            there = find(*place)
            (folder / NAME).unlink()
            replace()
            return there

        monkeypatch.setattr(finding, "find", found)

    then(lambda: (folder / NAME).symlink_to("/etc/passwd"))
    assert str(finding.read(folder, TOPIC).refused) == messages.LINK
    (folder / NAME).unlink()
    put(folder, {NAME: NOTEBOOK})
    then(lambda: os.mkfifo(folder / NAME))
    assert isinstance(finding.read(folder, TOPIC).refused, OSError)
