"""A platform's zip files into a course: what is written, what is kept and what is said."""

import re
import shutil
import unicodedata

import pytest
import zipped

from autograder.cli import main
from autograder.grading import timestamps
from autograder.grading.course import CourseError, held
from autograder.platforms import kept, zips
from autograder.platforms.collect import collect

ADA, BEN = "Ada Lovelace_11_assignsubmission_file", "José Söderström_12_assignsubmission_file"
CLASS = {f"{ADA}/lookup.ipynb": "of ada", f"{BEN}/lookup (1).ipynb": "of josé", f"{BEN}/notes.txt": "x"}


@pytest.fixture
def course(tmp_path):
    (tmp_path / "course").mkdir()
    return tmp_path / "course"


def submitted(course) -> dict[str, str]:
    return {
        path.relative_to(course / "submitted").as_posix(): path.read_text("utf-8")
        for path in (course / "submitted").rglob("*.*")
    }


def timed(student, clock) -> str:
    return f"{student}_lookup_attempt_2026-11-20-{clock}-00_lookup.ipynb"


def test_a_zip_of_moodle_from_the_command_line(course, tmp_path, capsys):
    path = zipped.write(tmp_path / "Down loads" / "EMB-lookup-77.zip", CLASS)
    assert main(["collect", str(path), "--course", str(course)]) == 1, "a file is left"
    said = capsys.readouterr()
    assert said.out.splitlines() == ["read as Moodle's: 2 submissions, 1 file left", "lookup: 2 new"]
    assert said.err == f"{path}/{BEN}/notes.txt: no notebook\n"
    assert submitted(course) == {
        "Ada Lovelace/lookup/lookup.ipynb": "of ada",
        "José Söderström/lookup/lookup.ipynb": "of josé",
    }
    copy = course / "downloaded" / "lookup" / "archive" / path.name
    assert copy.read_bytes() == path.read_bytes()
    assert main(["collect", str(path), "--course", str(course)]) == 1
    assert "lookup: 2 unchanged" in capsys.readouterr().out
    assert main(["collect", str(copy), "--course", str(course)]) == 1, "the one that is kept"


def test_a_dry_run_writes_nothing(course, tmp_path, capsys):
    path = zipped.write(tmp_path / "a.zip", CLASS)
    assert main(["collect", str(path), "--course", str(course), "--dry-run"]) == 1
    said = capsys.readouterr().out
    assert (
        re.search(rf"^Ada Lovelace +lookup +{ADA}/lookup.ipynb$", said, re.M) and "nothing is written" in said
    )
    assert list(course.iterdir()) == []


@pytest.mark.parametrize(
    "encoding, form", [("", "NFC"), ("", "NFD"), ("utf-8", "NFC"), ("utf-8", "NFD"), ("cp437", "NFC")]
)
@pytest.mark.parametrize("folder", ["", "NFC", "NFD"])
def test_accents_however_a_zip_file_stores_them(course, tmp_path, form, encoding, folder):
    """Also beside a folder that is there, in either form."""
    there = course / "submitted" / unicodedata.normalize(folder or "NFC", "José Söderström") / "lookup"
    if folder:
        there.mkdir(parents=True)
    names = {unicodedata.normalize(form, name): text for name, text in CLASS.items()}
    collect(course, [zipped.write(tmp_path / "a.zip", names, encoding)])
    assert (there / "lookup.ipynb").read_text("utf-8") == "of josé"
    assert len(list((course / "submitted").iterdir())) == 2


def test_a_newer_notebook_takes_the_place_of_an_older_one_and_nothing_is_lost(course, tmp_path):
    """Neither the older notebook nor the older zip file; a time by hand is that of its notebook."""
    collect(course, [zipped.write(tmp_path / "x.zip", CLASS)])
    stamps = [
        course / "submitted" / name / "lookup" / "timestamp.txt"
        for name in ("Ada Lovelace", "José Söderström")
    ]
    for stamp in stamps:
        stamp.write_text("2031-02-03 05:00:00 Europe/Berlin\n")
    newer = zipped.write(tmp_path / "y.zip", CLASS | {f"{ADA}/lookup.ipynb": "of ada, again"})
    found = collect(course, [newer])
    assert found.counts == {"lookup": {"changed": 1, "unchanged": 1}}
    assert "timestamp.txt was that of the earlier notebook and is removed: Ada Lovelace" in found.told
    assert [stamp.exists() for stamp in stamps] == [False, True]
    (replaced,) = (course / "downloaded" / "lookup" / "replaced" / "Ada Lovelace").iterdir()
    assert replaced.read_text("utf-8") == "of ada"
    assert [path.name for path in kept.files(course, "lookup")] == ["y.zip"]
    (earlier,) = (course / "downloaded" / "lookup" / "earlier").iterdir()
    assert earlier.read_bytes() == (tmp_path / "x.zip").read_bytes()
    zipped.write(tmp_path / "y.zip", {f"{ADA}/lookup.ipynb": "of ada, a third time"})
    collect(course, [tmp_path / "y.zip"])
    assert len(list((course / "downloaded" / "lookup" / "earlier").iterdir())) == 2, "of the same name"


def test_zip_files_of_two_groups_are_both_kept(course, tmp_path):
    for name, folder in (("x", ADA), ("y", BEN)):
        collect(course, [zipped.write(tmp_path / f"{name}.zip", {f"{folder}/lookup.ipynb": name})])
    assert [path.name for path in kept.files(course, "lookup")] == ["x.zip", "y.zip"]


def test_a_namesake_in_another_zip_file_does_not_take_the_others_place(course, tmp_path):
    one, two = (
        zipped.write(tmp_path / f"{n}.zip", {f"Eve Four_{n}_assignsubmission_file/lookup.ipynb": f"of {n}"})
        for n in (3, 4)
    )
    collect(course, [one])
    found = collect(course, [two])
    assert submitted(course) == {"Eve Four/lookup/lookup.ipynb": "of 3"}
    assert "has 'Eve Four' with another number; if they are two students, collect both" in found.left[0]
    found = collect(course, [one, two])
    assert found.counts == {"lookup": {"new": 2}}
    old = course / "submitted" / "Eve Four" / "lookup"
    assert found.told == [f"{old}: of one of those called 'Eve Four', from before; remove it"]
    assert submitted(course)["Eve Four_4/lookup/lookup.ipynb"] == "of 4"
    assert [taken.student for taken in kept.work(course, "lookup", "moodle", ["lookup"])] == [
        "Eve Four_3",
        "Eve Four_4",
    ]


def test_a_file_that_is_kept_twice_has_one_page_for_each(course, tmp_path):
    """Two groups were downloaded one after the other, and one student is in both."""
    both = {f"{ADA}/lookup.ipynb": "x"}
    collect(course, [zipped.write(tmp_path / "x.zip", both | {f"{BEN}/lookup.ipynb": "y"})])
    collect(
        course, [zipped.write(tmp_path / "y.zip", both | {"Cyd_9_assignsubmission_file/lookup.ipynb": "z"})]
    )
    assert len(kept.files(course, "lookup")) == 2
    taken = {one.student: one.entry.archive for one in kept.work(course, "lookup", "moodle", ["lookup"])}
    assert taken == {"Ada Lovelace": "y", "José Söderström": "x", "Cyd": "y"}


def test_times_in_names_are_written_in_utc_and_an_older_attempt_does_not_come_back(course, tmp_path):
    names = {timed("ada", "12-00"): "first", timed("ada", "14-00"): "second", timed("ben", "09-00"): "ben's"}
    found = collect(course, [zipped.write(tmp_path / "a.zip", names)], zone="Europe/Berlin")
    assert len(found.sorting.earlier) == 1 and "1 earlier attempt passed over" in "\n".join(found.lines())
    folder = course / "submitted" / "ada" / "lookup"
    assert (folder / "timestamp.txt").read_text() == "2026-11-20 13:00:00 UTC\n"
    old = zipped.write(tmp_path / "b.zip", {timed("ada", "12-00"): "first"})
    found = collect(course, [old], zone="Europe/Berlin")
    assert (folder / "lookup.ipynb").read_text() == "second" and "handed in later" in found.told[0]
    new = zipped.write(tmp_path / "c.zip", {timed("ada", "15-00"): "third"})
    collect(course, [new], zone="Europe/Berlin")
    assert (folder / "timestamp.txt").read_text() == "2026-11-20 14:00:00 UTC\n"


def test_the_dates_of_a_zip_file_only_on_request(course, tmp_path):
    path = zipped.write(tmp_path / "a.zip", CLASS, date=(2026, 7, 1, 12, 0, 0))
    stamp = course / "submitted" / "Ada Lovelace" / "lookup" / "timestamp.txt"
    collect(course, [path])
    assert not stamp.exists()
    collect(course, [path], dates=True, zone="Europe/Berlin")
    assert timestamps.time_in(stamp.read_bytes()).isoformat() == "2026-07-01T10:00:00", "in summer"


def test_google_classrooms_parts_and_topics_at_once(course, tmp_path):
    one = zipped.write(
        tmp_path / "C-20261120T120000Z-001.zip",
        {"C/Lookup/Ada Lovelace - lookup.ipynb": "a", "C/Other/Ada Lovelace - Scatter_Add.ipynb": "b"},
    )
    two = zipped.write(
        tmp_path / "C-20261120T120000Z-002.zip",
        {"C/Lookup/Ben Two - Copy of lookup.ipynb": "c", "C/Lookup/lookup.ipynb": "whose?"},
    )
    found = collect(course, [one, two])
    assert submitted(course) == {
        "Ada Lovelace/lookup/lookup.ipynb": "a",
        "Ada Lovelace/scatter-add/scatter-add.ipynb": "b",
        "Ben Two/lookup/lookup.ipynb": "c",
    }
    assert len(found.left) == 1 and "holds no student in Google Classroom's form" in found.left[0]
    assert [path.name for path in kept.files(course, "scatter-add")] == [one.name]
    assert len(kept.files(course, "lookup")) == 2


def test_canvas_with_a_roster_and_late_marks(graded, tmp_path, capsys):
    from nbgrader.api import Gradebook

    course = shutil.copytree(graded, tmp_path / "course")
    names = {
        "lovelaceada_LATE_1234_9_lookup.ipynb": "a",
        "söderströmben_1235_8_lookup.ipynb": "b",
        "faynew_LATE_77_7_lookup-1.ipynb": "c",
        "faynew_77_6_lookup.ipynb": "older",
    }
    path = zipped.write(tmp_path / "submissions.zip", names)
    assert main(["collect", str(path), "--course", str(course)]) == 0, "a late mark is nothing that is left"
    said = capsys.readouterr().out
    assert set(submitted(course)) == {f"{name}/lookup/lookup.ipynb" for name in ("ada", "ben", "77")}
    assert "not in the gradebook's list of students: 77" in said
    assert "lookup: marked late, without a time: 77, ada\n" in said
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}", "") as book:
        book.update_or_create_assignment("lookup", duedate="2026-11-20 12:00:00 UTC")
    assert main(["collect", str(path), "--course", str(course)]) == 0
    words = "it was due (2026-11-20 12:00:00 UTC), and without a time their work counts as"
    assert words in capsys.readouterr().out
    zipped.write(path, names, date=(2026, 11, 20, 13, 0, 0))
    assert main(["collect", str(path), "--course", str(course), "--dates", "--zone", "UTC"]) == 0
    assert "marked late" not in capsys.readouterr().out


def test_an_unclear_topic_is_refused_with_those_there_are(course, tmp_path):
    path = zipped.write(tmp_path / "a.zip", {f"{ADA}/homework.ipynb": "x"})
    with pytest.raises(
        CourseError, match=r"no name of a notebook says its topic.* one of lookup, scatter-add"
    ):
        collect(course, [path])
    assert collect(course, [path], topic="lookup").counts == {"lookup": {"new": 1}}


def test_files_of_ill_will_write_nowhere_else(course, tmp_path):
    bad = {
        f"../../{ADA}/lookup.ipynb": "x",
        "/etc/Ben_2_assignsubmission_file_/lookup.ipynb": "x",
        "..\\.._3_assignsubmission_file/lookup.ipynb": "x",
        ".._4_assignsubmission_file/lookup.ipynb": "x",
        "Cyd_5_assignsubmission_file/../../lookup.ipynb": "x",
    }
    path = zipped.write(tmp_path / "a.zip", bad | {"Good One_9_assignsubmission_file/lookup.ipynb": "y"})
    found = collect(course, [path])
    assert submitted(course) == {"Good One/lookup/lookup.ipynb": "y"} and len(found.left) == len(bad)
    assert {p.name for p in tmp_path.iterdir()} == {"course", "a.zip"}


def test_a_broken_notebook_is_named_and_the_others_are_taken(course, tmp_path):
    path = zipped.write(tmp_path / "a.zip", {f"{ADA}/lookup.ipynb": "0123" * 999, f"{BEN}/lookup.ipynb": "y"})
    data = bytearray(path.read_bytes())
    data[len(f"{ADA}/lookup.ipynb") + 35] ^= 0xFF
    path.write_bytes(data)
    found = collect(course, [path])
    assert set(submitted(course)) == {"José Söderström/lookup/lookup.ipynb"}
    assert found.left == [f"{path}/{ADA}/lookup.ipynb: broken; download the zip file again"]


def test_a_bomb_of_many_notebooks_is_refused_before_anything_is_written(course, tmp_path, monkeypatch):
    monkeypatch.setattr(zips, "MOST", 1000)
    path = zipped.write(
        tmp_path / "a.zip", {f"{ADA}/lookup.ipynb": "0" * 600, f"{BEN}/lookup.ipynb": "0" * 500}
    )
    with pytest.raises(
        CourseError, match=rf"take 1,100 bytes unpacked, expected at most 1,000.*{ADA}/lookup"
    ):
        collect(course, [path])
    assert list(course.iterdir()) == []


def test_a_link_in_the_course_is_not_followed(course, tmp_path):
    (tmp_path / "else").mkdir()
    (course / "submitted").mkdir()
    (course / "submitted" / "Ada Lovelace").symlink_to(tmp_path / "else")
    found = collect(course, [zipped.write(tmp_path / "a.zip", {f"{ADA}/lookup.ipynb": "x"})])
    assert list((tmp_path / "else").iterdir()) == [] and "is a link" in found.left[0]


def test_one_program_at_a_time_works_on_a_course(course, tmp_path):
    path = zipped.write(tmp_path / "a.zip", CLASS)
    with held(course), pytest.raises(CourseError, match="another grader is at work here"):
        collect(course, [path])


def test_the_list_of_course_toml_names_students_before_the_first_run(course, tmp_path, capsys):
    (course / "course.toml").write_text('roster = "class.csv"\n', "utf-8")
    (course / "class.csv").write_text("id;first name;last name\nal7;Ada;Lovelace\n", "utf-8")
    path = zipped.write(
        tmp_path / "moodle.zip", {"Ada Lovelace_12_assignsubmission_file_/lookup.ipynb": "{}"}
    )
    assert main(["collect", str(path), "--course", str(course)]) == 0, capsys.readouterr().err
    assert [path.name for path in (course / "submitted").iterdir()] == ["al7"]


def test_what_a_teacher_would_miss_is_told(course, tmp_path, capsys):
    """Who of the list has handed in nothing, and that no late rule can count where no time is known."""
    (course / "course.toml").write_text(
        'roster = "class.csv"\n[late]\nrule = "zero"\n[topics.lookup]\ndue = 2026-11-20\n', "utf-8"
    )
    (course / "class.csv").write_text("id;first name;last name\nal;Ada;Lovelace\nbb;Ben;Blue\n", "utf-8")
    path = zipped.write(
        tmp_path / "moodle.zip", {"Ada Lovelace_12_assignsubmission_file_/lookup.ipynb": "{}"}
    )
    assert main(["collect", str(path), "--course", str(course)]) == 0
    said = capsys.readouterr().out
    assert "lookup: nothing from 1 of the list: bb" in said
    assert "lookup: no name says when it was handed in, so none of it counts as late unless" in said
