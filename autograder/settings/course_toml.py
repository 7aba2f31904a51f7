"""`course.toml`, the one file in which a course says what it decides itself; every key is optional.

Its schema is `course.schema.json` beside this module. A course without the file is one without due dates,
late rule and list of students, whose topics count as soon as the class has them.
"""

import argparse
import datetime
import functools
import json
import re
import tomllib
import zoneinfo
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from autograder import importing
from autograder.topics import near

NAME = "course.toml"
SCHEMA = Path(__file__).with_name("course.schema.json")
_TABLE = re.compile(r"\s*\[\[?([^\[\]]+)\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")
_PART = re.compile(r"[\w-]+|\"[^\"]*\"|'[^']*'")


class SettingsError(ValueError):
    """`course.toml` cannot be used; the text names file, line and key, what was found and expected."""


@dataclass(frozen=True)
class Late:
    """What late work loses."""

    rule: Literal["none", "zero", "per-day"] = "none"
    per_day: float = 0.1  # share of the points for each day that has begun
    grace: datetime.timedelta = datetime.timedelta()


@dataclass(frozen=True)
class Topic:
    """What a course says of a topic. Times are in UTC."""

    release: datetime.datetime | None = None
    due: datetime.datetime | None = None
    points: float | None = None  # in what `export` writes; None for those of its checks
    off: tuple[str, ...] = ()  # functions that are given, finished


@dataclass(frozen=True)
class Settings:
    """A course's settings; `topics` in the file's order, empty if it lists none."""

    path: Path
    title: str = ""
    zone: zoneinfo.ZoneInfo = zoneinfo.ZoneInfo("UTC")
    seed: int | None = None
    roster: Path | None = None
    roster_id: tuple[str, ...] | None = None
    late: Late = Late()
    topics: dict[str, Topic] = field(default_factory=dict)

    def error(self, key: tuple[str, ...], said: str) -> SettingsError:
        """Return an error that names the file, and the line of a key."""
        return _error(self.path, self.path.read_text("utf-8-sig"), key, said)

    def counted(self, given: Iterable[str], now: datetime.datetime | None = None) -> list[str]:
        """Return which of the topics that count, in the course's order, without those that it does not list.

        `given` are the topics that the class has, in reading order. One that is listed with a release date in
        the past counts too.
        """
        given = list(given)
        if not self.topics:
            return given
        now = now or datetime.datetime.now(datetime.UTC)
        return [
            name
            for name, topic in self.topics.items()
            if name in given or topic.release is not None and topic.release <= now
        ]


def add_argument(parser: argparse.ArgumentParser, required: bool = True) -> None:
    """Add `--course DIR`; without it the current folder is the course, if it holds a course.toml."""
    here = Path(NAME).is_file()
    parser.add_argument(
        "--course",
        type=Path,
        required=required and not here,
        metavar="DIR",
        default=Path() if here else None,
        help=f"the course folder (default: the current one, if it holds a {NAME})",
    )


def read(course: Path, known: Iterable[str] | None = None) -> Settings:
    """Return the settings in `course.toml` of a course folder; the defaults if there is no such file.

    The topics must be among `known`, if given. Raise `SettingsError` for what the schema refuses.
    """
    path = Path(course) / NAME
    if not path.is_file():
        return Settings(path)
    try:
        text = path.read_text("utf-8-sig")
        found = tomllib.loads(text)
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: is no text in UTF-8; save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        said, _, place = str(error).rpartition(" (at ")
        lines = re.findall(r"line (\d+)", place) or [len(text.splitlines())]
        raise SettingsError(f"{path}:{lines[0]}: is no TOML: {said}") from error
    return _Reading(path, text, _plain(found)).settings(None if known is None else list(known))


def _plain(value: Any) -> Any:
    """Return TOML's values with dates and times as texts, as JSON Schema knows them."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return value


class _Reading:
    """One file, as it is turned into `Settings`."""

    def __init__(self, path: Path, text: str, found: dict[str, Any]):
        self._path, self._text, self._found = path, text, found

    def settings(self, known: list[str] | None) -> Settings:
        self._validate()
        found = self._found
        zone = self._zone(found.get("timezone", "UTC"))
        for name in found.get("topics", {}):
            if known is not None and name not in known:
                raise self._error(
                    ("topics", name),
                    f"no topic {name!r}{near(name, known)}; the topics are: {', '.join(known)}",
                )
        late = found.get("late", {})
        roster = found.get("roster")
        columns = found.get("roster-id")
        return Settings(
            self._path,
            found.get("title", ""),
            zone,
            found.get("seed"),
            self._path.parent / roster if roster else None,
            (columns,) if isinstance(columns, str) else tuple(columns) if columns else None,
            Late(
                late.get("rule", "none"),
                late.get("per-day", Late.per_day),
                datetime.timedelta(hours=late.get("grace-hours", 0)),
            ),
            {name: self._topic(name, said, zone) for name, said in found.get("topics", {}).items()},
        )

    def _topic(self, name: str, said: dict[str, Any], zone: zoneinfo.ZoneInfo) -> Topic:
        times = {}
        for key in ("release", "due"):
            times[key] = self._time(("topics", name, key), said[key], zone) if key in said else None
        release, due = times["release"], times["due"]
        if release is not None and due is not None and due <= release:
            raise self._error(
                ("topics", name, "due"), f"found {said['due']}, expected a time after the release"
            )
        return Topic(release, due, said.get("points"), tuple(said.get("off", ())))

    def _time(self, path: tuple, text: str, zone: zoneinfo.ZoneInfo) -> datetime.datetime:
        """Return a time in UTC; a day of release begins at midnight, one on which work is due ends there."""
        try:
            when = datetime.datetime.fromisoformat(text)
        except ValueError as error:
            raise self._error(path, f"found {text!r}: {error}") from None
        if len(text) == len("2031-02-03") and path[-1] == "due":
            when += datetime.timedelta(days=1, seconds=-1)
        if when.tzinfo is None:
            when = when.replace(tzinfo=zone)
        return when.astimezone(datetime.UTC)

    def _zone(self, name: str) -> zoneinfo.ZoneInfo:
        try:
            return zoneinfo.ZoneInfo(name)
        except (KeyError, OSError, ValueError):
            expected = self._schema()["properties"]["timezone"]["description"]
            raise self._error(("timezone",), f"found {name!r}, expected {expected}") from None

    @staticmethod
    @functools.cache
    def _schema() -> dict[str, Any]:
        return json.loads(SCHEMA.read_text("utf-8"))

    def _validate(self) -> None:
        """Raise `SettingsError` at the first line that the schema refuses."""
        with importing.quickly():
            import jsonschema  # only where there is a file; it comes with nbformat

        validator = jsonschema.Draft202012Validator(self._schema())
        errors = [self._refusal(error) for error in validator.iter_errors(self._found)]
        if errors:
            raise min(errors, key=lambda said: said[0])[1]

    def _refusal(self, error) -> tuple[int, SettingsError]:
        """Return the line of a violation of the schema, and the error that tells it."""
        path = tuple(error.absolute_path)
        if error.validator == "additionalProperties":
            known = list(error.schema["properties"])
            (unknown, *_) = [key for key in error.instance if key not in known]
            path, said = (*path, unknown), f"no such key{near(unknown, known)}; known are: {', '.join(known)}"
        elif error.validator == "required":
            (lacking, *_) = [key for key in error.validator_value if key not in error.instance]
            said = f"the key {lacking!r} is missing"
        else:
            expected = error.schema.get("description") or error.parent.schema["description"]
            said = f"found {json.dumps(error.instance, ensure_ascii=False)}, expected {expected}"
        keys = tuple(part for part in path if not isinstance(part, int))
        return _line(self._text, keys), self._error(path, said)

    def _error(self, key: tuple, said: str) -> SettingsError:
        return _error(self._path, self._text, key, said)


def _error(path: Path, text: str, key: tuple, said: str) -> SettingsError:
    """Return an error that names file, line and key; numbers in `key` are places in a list."""
    keys = tuple(part for part in key if not isinstance(part, int))
    return SettingsError(f"{path}:{_line(text, keys)}: {'.'.join(keys)}: {said}")


def _line(text: str, keys: tuple[str, ...]) -> int:
    """Return the line at which a key stands; for a key in an inline table, that of the table."""
    lines = dict(_lines(text))
    while keys and keys not in lines:
        keys = keys[:-1]
    return lines.get(keys, 1)


def _lines(text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if found := _TABLE.match(line):
            table = _parts(found[1])
            yield table, number
        elif found := _KEY.match(line):
            yield table + _parts(found[1]), number


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))
