"""`course.toml`: what it may say, and the line and key of what it may not."""

import datetime
import json
import re

import jsonschema
import pytest

from autograder import cli
from autograder.settings import new
from autograder.settings.course_toml import SCHEMA, Settings, SettingsError, read
from autograder.topics import topics

UTC = datetime.UTC
KNOWN = ["lookup", "memory"]


def settings(folder, text: str) -> Settings:
    (folder / "course.toml").write_text(text, "utf-8")
    return read(folder, KNOWN)


def test_a_course_without_the_file_has_no_settings(tmp_path):
    found = read(tmp_path)
    assert (found.seed, found.roster, found.late.rule, found.topics) == (None, None, "none", {})
    assert found.counted(["memory", "lookup"]) == ["memory", "lookup"]


def test_times_are_in_the_zone_of_the_course_and_a_day_lasts_until_its_end(tmp_path):
    found = settings(
        tmp_path,
        'timezone = "Europe/Berlin"\n[topics.memory]\nrelease = 2031-02-01\ndue = 2031-02-03\n'
        '[topics.lookup]\nrelease = "2031-07-01T09:00"\ndue = 2031-07-01T17:00:00+05:30\n',
    ).topics
    assert list(found) == ["memory", "lookup"]
    assert found["memory"].release == datetime.datetime(2031, 1, 31, 23, tzinfo=UTC)
    assert found["memory"].due == datetime.datetime(2031, 2, 3, 22, 59, 59, tzinfo=UTC)
    assert found["lookup"].release == datetime.datetime(2031, 7, 1, 7, tzinfo=UTC)
    assert found["lookup"].due == datetime.datetime(2031, 7, 1, 11, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "text, told",
    [
        ("title = 3", "1: title: found 3, expected the course's name, as text"),
        ("\nseed = -1", "2: seed: found -1, expected a whole number, 0 or more"),
        (
            "colour = 1",
            "1: colour: no such key; known are: title, timezone, seed, roster, roster-id, late, topics",
        ),
        ("[late]\nper-day = 0.1", "1: late: the key 'rule' is missing"),
        ('[late]\nrule = "half"', '2: late.rule: found "half", expected "none", "zero" or "per-day"'),
        (
            '[late]\nrule = "per-day"\nper-day = 10',
            "3: late.per-day: found 10, expected a share of the points",
        ),
        ('timezone = "Mars"', "1: timezone: found 'Mars', expected a place of the time zone database"),
        ("[topics.lookup]\n\npoints = 0", "3: topics.lookup.points: found 0, expected a number above 0"),
        (
            "[topics.lookup]\ndeu = 2031-02-03",
            "2: topics.lookup.deu: no such key (did you mean due?); known are:",
        ),
        (
            "[topics.lookup]\ndue = 12:00:00",
            '2: topics.lookup.due: found "12:00:00", expected a date or a time',
        ),
        (
            '[topics.lookup]\ndue = "2031-02-30"',
            "2: topics.lookup.due: found '2031-02-30': day is out of range",
        ),
        (
            "[topics.lookup]\nrelease = 2031-02-03\ndue = 2031-02-01",
            "3: topics.lookup.due: found 2031-02-01, expected a time after the release",
        ),
        ("[topics.lookup]\noff = [3]", "2: topics.lookup.off: found 3, expected the name of a function"),
        ("topics = { lookup = { due = 3 } }", "1: topics.lookup.due: found 3, expected a date or a time"),
        (
            "[topics.lookp]",
            "1: topics.lookp: no topic 'lookp' (did you mean lookup?); the topics are: lookup, memory",
        ),
        ("seed = 1\nseed = ", "2: is no TOML: Invalid value"),
        ("seed = 1\n[late\nrule = 1", "2: is no TOML: Expected"),
    ],
)
def test_what_cannot_be_used_is_named_by_line_and_key(text, told, tmp_path):
    with pytest.raises(SettingsError) as refused:
        settings(tmp_path, text)
    path = tmp_path / "course.toml"
    assert str(refused.value).startswith(f"{path}:{told}")


def test_a_file_that_is_no_text_is_named(tmp_path):
    (tmp_path / "course.toml").write_bytes(b'title = "\xe9"')
    with pytest.raises(SettingsError, match="course.toml: is no text in UTF-8; save it as UTF-8"):
        read(tmp_path)


def test_a_topic_counts_once_the_class_has_it_or_its_release_is_past(tmp_path):
    found = settings(tmp_path, "[topics.memory]\nrelease = 2031-02-01\n[topics.lookup]\n")
    before, after = (datetime.datetime(2031, 2, day, tzinfo=UTC) for day in (1, 2))
    before -= datetime.timedelta(seconds=1)
    assert found.counted([], before) == []
    assert found.counted([], after) == ["memory"]
    assert found.counted(["lookup", "word2vec"], before) == ["lookup"]
    assert found.counted(["lookup"], after) == ["memory", "lookup"]


def test_the_schema_is_one_and_says_of_every_key_what_it_expects():
    schema = json.loads(SCHEMA.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)

    def look(part, name):
        if "$ref" in part:
            part = schema["$defs"][part["$ref"].rpartition("/")[2]]
        assert part.get("description"), name
        for key, below in part.get("properties", {}).items():
            look(below, f"{name}.{key}")

    look(schema, "")
    look(schema["properties"]["topics"]["additionalProperties"], "topics.NAME")


def test_new_writes_a_folder_that_every_command_reads(tmp_path, capsys):
    folder = tmp_path / "course"
    assert cli.main(["new", str(folder), "--start", "2031-10-01", "--timezone", "Europe/Paris"]) == 0
    said = capsys.readouterr().out
    assert f"release --course {folder}" in said and f"grade --course {folder}" in said
    found = read(folder, topics())
    assert list(found.topics) == topics() and found.zone.key == "Europe/Paris"
    first, second = list(found.topics.values())[:2]
    assert (
        second.release - first.release
        == datetime.timedelta(weeks=1)
        > first.due - first.release - (datetime.timedelta(days=1))
    )
    assert cli.main(["new", str(folder)]) == 2
    assert f"{folder / 'course.toml'}: is there already" in capsys.readouterr().err


def test_every_line_that_new_writes_as_a_comment_can_be_used(tmp_path):
    text = new.text('A "course"', "UTC", None, KNOWN)
    used = re.sub(r"^# (?=(?:[a-z-]+) = )", "", text, flags=re.M)
    assert used.count("\n") == text.count("\n") and used != text
    found = settings(tmp_path, used)
    assert found.title == 'A "course"' and found.roster == tmp_path / "students.csv"
    assert found.roster_id == ("First name", "Last name") and found.seed == 1
    assert {topic.points for topic in found.topics.values()} == {10}


def test_new_takes_back_what_cannot_be_used(tmp_path, capsys):
    assert cli.main(["new", str(tmp_path / "course"), "--timezone", "Mars"]) == 2
    assert "timezone: found 'Mars'" in capsys.readouterr().err
    assert list((tmp_path / "course").iterdir()) == []
