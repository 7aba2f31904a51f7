"""The zip files that `collect` keeps, and whose work is in them."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from autograder.platforms import people, sorting, zips
from autograder.platforms.names import Entry
from autograder.platforms.sorting import Taken


def archive(course: Path, topic: str) -> Path:
    """Return the folder where nbgrader and `collect` keep a topic's zip files."""
    return course / "downloaded" / topic / "archive"


def files(course: Path, topic: str) -> list[Path]:
    """Return the zip files that are kept for a topic, the oldest first."""
    return sorted(archive(course, topic).glob("*.zip"), key=lambda path: (path.stat().st_mtime, path.name))


def work(
    course: Path, topic: str, platform: str, topics: list[str], of: Iterable[Path] | None = None
) -> list[Taken]:
    """Return the notebooks in the kept zip files, of several of one student that of the newest file."""
    students = people.of_course(course)
    newest: dict[tuple[str, str], Entry] = {}
    for path in files(course, topic) if of is None else of:
        with zips.opened([path]) as opened:
            entries = opened[path.stem].entries()
        for one in sorting.sort(entries, topics, students, topic, platform).taken:
            newest[one.own, one.name.number] = one.entry
    # Together, since two of one name may have come in different files.
    return sorting.sort(newest.values(), topics, students, topic, platform).taken


def numbers(found: Iterable[Taken]) -> dict[str, set[str]]:
    """Map the platform's names to the numbers that they have."""
    those: dict[str, set[str]] = defaultdict(set)
    for one in found:
        those[one.own].add(one.name.number)
    return those
