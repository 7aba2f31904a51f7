"""When work was handed in: the forms of time that a `timestamp.txt` may have.

nbgrader's own reader guesses. It takes an unknown zone for UTC, `03.02.2031` for the second of March, and the
offset `+0100` for a hundred seconds. Here a line that has none of the forms below names no time and is
reported.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from autograder.grading.course import in_words, shown
from autograder.grading.finding import notebook_in

NAME = "timestamp.txt"
BYTES = 1000  # bytes read of the file, whose line takes some thirty
_UTC = ("", "Z", "UTC", "GMT")
# A zone is AREA/PLACE, as in the time zone database: an abbreviation such as IST is ambiguous.
_FORM = re.compile(
    r"(?P<when>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?)"
    r" ?((?P<offset>[+-]\d\d(:?\d\d)?)|(?P<zone>|Z|UTC|GMT|[A-Z]\w*(/[\w+-]+)+))",
    re.ASCII,
)


def time_in(data: bytes) -> datetime | None:
    """Return the time (UTC) that the content of a `timestamp.txt` names; None if it names none."""
    found = _FORM.fullmatch(" ".join(_text(data).split()))
    if found is None:
        return None
    try:
        when = datetime.fromisoformat(found["when"] + (found["offset"] or ""))
        if when.tzinfo is None:
            when = when.replace(tzinfo=_zone(found["zone"]))
        return when.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError):  # no such day, or out of range in UTC
        return None


def _zone(name: str) -> tzinfo:
    """Return the zone of that name. Raise `ValueError` if there is none."""
    if name in _UTC:
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, OSError) as error:  # not an entry of the database, or a folder of it
        raise ValueError(f"no zone {name!r}") from error


def _text(data: bytes) -> str:
    """Return the file's text, without the byte-order mark that some editors put first."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


def unread(work: Iterable[tuple[str, str, Path]]) -> list[str]:
    """Return a line for each (student, topic, folder) whose `timestamp.txt` cannot be read as a time.

    They are graded. A folder that is a link, or that holds no notebook to grade, is not reported.
    """
    found = []
    for _, topic, folder in work:
        path = folder / NAME
        try:
            line = _unread(path) if path.is_file() and notebook_in(folder, topic) is not None else ""
        except OSError as error:
            line = f"cannot be read ({in_words(error)}); let the account that grades read it"
        if line:
            found.append(f"{shown(path)}: {line}")
    return found


def _unread(path: Path) -> str:
    """Return what to say about the file; empty if it names a time, or is refused as a link."""
    if any(p.is_symlink() for p in (path, *path.parents[:2])):
        return ""
    with open(path, "rb") as file:
        data = file.read(BYTES)
    if time_in(data) is not None:
        return ""
    return (
        f"{_text(data).strip()[:40]!r} is no time in a form that is read here, so the work counts as handed "
        "in on time; write a line such as 2031-02-03 05:00:00 UTC, for another zone with an offset (+01:00) "
        "or a place (Europe/Berlin) after the time"
    )
