"""`python -m autograder report`: the misconceptions of a class, and the sections of the book to teach again.

Counted in `verdicts.jsonl`, so in each student's latest graded notebook. No student is named.
"""

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from autograder import files, sections, status
from autograder.checks import loading
from autograder.grading import export
from autograder.grading.contents import VERDICTS
from autograder.grading.course import CourseError, in_words
from autograder.grading.progress import aligned, tell
from autograder.grading.telling import built_book
from autograder.settings import course_toml
from autograder.topics import COMMAND, ROOT, known, topics as all_topics


class Row(NamedTuple):
    """A misconception, and how many of the students with work on the topic it was reported to."""

    students: int
    of: int
    topic: str
    id: str  # key of the topic's MISTAKES
    misconception: str  # its description; empty if no longer in MISTAKES
    section: str  # the title of the section that a student is sent to


def rows(course: Path, topics: Iterable[str]) -> list[Row]:
    """Return the class's misconceptions in these topics, the most frequent first, then in the topics' order.

    Raise `CourseError` if `verdicts.jsonl` is missing or is not what this grader writes.
    """
    handed_in: dict[str, set[str]] = {topic: set() for topic in topics}
    told: dict[tuple[str, str], set[str]] = {}
    for student, topic, mistake in _told(Path(course) / VERDICTS):
        if topic in handed_in:
            handed_in[topic].add(student)
            if mistake:
                told.setdefault((topic, mistake), set()).add(student)
    place = {topic: number for number, topic in enumerate(handed_in)}
    order = sorted(told, key=lambda key: (-len(told[key]), place[key[0]], key[1]))
    found = []
    for topic, mistake in order:
        entry = loading.suite(topic).misconceptions.get(mistake)
        section = sections.title(entry.section, f"{topic}, {mistake!r}") if entry else ""
        counts = len(told[topic, mistake]), len(handed_in[topic])
        found.append(Row(*counts, topic, mistake, entry.mistake if entry else "", section))
    return found


def _told(path: Path) -> Iterator[tuple[str, str, str | None]]:
    """Yield (student, topic, misconception or None) of each line."""
    if not path.is_file():
        raise CourseError(f"{path}: no such file; `{COMMAND} grade` writes it")
    try:
        # One at a time: a large class has a hundred megabytes of them. Not `splitlines`: a message may hold
        # other characters that end a line for Python.
        with open(path, encoding="utf-8", errors="replace", newline="\n") as lines:
            for number, line in enumerate((text for text in lines if text != "\n"), 1):
                yield _of_line(path, number, line)
    except OSError as error:
        raise CourseError(f"{path}: cannot be read ({in_words(error)})") from error


def _of_line(path: Path, number: int, line: str) -> tuple[str, str, str | None]:
    try:
        row = json.loads(line)
        return str(row["student"]), str(row["topic"]), row["misconception"]
    except (ValueError, KeyError, TypeError):
        raise CourseError(
            f"{path}, line {number}: found {line.rstrip()[:40]!r}, expected a verdict with student, topic "
            "and misconception; grade again to have it written anew"
        ) from None


def table(found: list[Row], most: int | None = None) -> list[str]:
    """Return lines for a terminal: column names and the first `most` rows; none without rows."""
    cells = [("students", "misconception", "id", "section to teach again")] if found else []
    cells += [
        (f"{r.students} of {r.of}", r.misconception, f"{r.topic}/{r.id}", r.section) for r in found[:most]
    ]
    return aligned(cells)


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "report",
        help="show what a class misunderstands",
        description="Read what `grade` writes; print the misconceptions that were "
        "named, each with the number of students and the section of the book to teach again. Students are "
        "not named.",
        epilog=status.EPILOG.format(found=""),
    )
    parser.add_argument("topic", nargs="*", help="only these topics (all by default)")
    course_toml.add_argument(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--csv", action="store_true", help="as comma-separated values")
    how.add_argument("--json", action="store_true", help="as JSON, a list of objects")
    how.add_argument(
        "--html",
        type=status.file_to_write,
        metavar="FILE",
        help="write a page with all of it, scores, how hard each function was, progress and what to look at",
    )
    parser.add_argument("--names", action="store_true", help="with --html: name students where they matter")
    parser.add_argument(
        "--book",
        default="",
        metavar="ADDRESS",
        help="with --html: address or folder of the built book, for links (default: the one built here)",
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    topics = [known(topic) for topic in args.topic] or all_topics()
    found = rows(args.course, topics)
    if args.html:
        from autograder.grading import picture  # it counts with this module's `rows`

        page = picture.page(picture.pictures(args.course, topics, args.book or built_book(ROOT)), args.names)
        files.put_text(args.html, page)
        tell(f"the page: {args.html}")
    elif args.csv:
        tell(export.text((row._asdict() for row in found), Row._fields).rstrip("\n"))
    elif args.json:
        tell(json.dumps([row._asdict() for row in found], indent=1, ensure_ascii=False))
    else:
        for line in table(found) or ["no misconception was named"]:
            tell(line)
    return status.DONE
