"""`python -m autograder export`: the gradebook's points in the files that platforms import.

None of this was tried on a running platform. Where the formats stand:

*Canvas*: `lib/gradebook_exporter.rb` writes, and `gradebook_importer.rb` reads: `Student` (or `LastName`,
`FirstName`), `ID`, perhaps `SIS User ID`, `SIS Login ID`, `Integration ID`, `Root Account`, then `Section`,
columns of the teacher's, assignments as `TITLE (NUMBER)`, and totals. A line for manual posting may come
next, then `Points Possible`, where columns that cannot be imported say `(read only)`. `EX` is excused and
`N/A` not assigned. The importer finds a student by ID, SIS ids, then name, takes `,` and `;` between cells,
and compares points to two decimals. A title that it does not know becomes a new assignment.

*Moodle, grading worksheet* of an assignment (`mod/assign/feedback/offline/importgradeslib.php`):
`Identifier`, whose number is that in the zip file's names, perhaps `Full name` and `Email address`, `Grade`,
`Maximum Grade`, and `Last modified (grade)`, without which it is not imported. A grade above the maximum is
skipped, a decimal point is read in every language. The titles are in the teacher's language, and only the
English ones are known here: `--column` names another one.

*Moodle, grade export* (docs.moodle.org, "Grade import"): `First name`, `Last name` (`Surname` before), `ID
number`, `Institution`, `Department`, `Email address`, grades as `Assignment: TITLE (Real)`, `Last downloaded
from this course`. The teacher says at the import which column is which, so a file without the platform's own
titles can be imported too. The maximum of a grade is not in the file.

*Google Classroom* has no import of grades from a file: `csv` is for reading off.
"""

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from autograder import files, status
from autograder.grading import course as courses, export, roster
from autograder.grading.course import CourseError, shown
from autograder.grading.progress import tell
from autograder.grading.standing import Standing, assignments_on_record, people_on_record, standings
from autograder.platforms import kept, people, sheets
from autograder.platforms.names import folded, topic_of
from autograder.platforms.people import People
from autograder.platforms.sheets import Sheet
from autograder.platforms.sorting import some
from autograder.settings import course_toml
from autograder.topics import ROOT, UnknownName, near, topics as all_topics

CANVAS, MOODLE, CSV = "canvas", "moodle", "csv"
_STUDENT = ("student_id", "last_name", "first_name", "email")
_POINTS = "points possible"
_NOT_GIVEN = ("EX", "N/A")  # in Canvas: excused, not assigned
_NUMBERED = re.compile(r"\s*\(\d+\)$", re.ASCII)
_PARTICIPANT = re.compile(r"\D+\d+", re.ASCII)  # a word in the teacher's language, and a number
_MOODLES = re.compile(r"(?:[^:]+: )?(?P<title>.+?)(?: \((?P<kind>[^()]*)\))?")
_NOT_POINTS = ("percentage", "letter", "feedback")


@dataclass
class Exported:
    """A file to write, and what there is to say."""

    data: bytes
    told: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def points(value: float) -> str:
    """Return points as both platforms show them: a decimal point, and two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def export_to(
    course: Path,
    to: str,
    topics: list[str] | None = None,
    into: Path | None = None,
    column: str | None = None,
    missing: str | None = None,
    root: Path = ROOT,
) -> Exported:
    """Return the file with the points of these topics, or of all in the gradebook.

    `into` is a file of the platform's to fill in, `column` the title of its column for the one topic, and
    `missing` what a student has who handed in nothing. Raise `CourseError` if there is no such column.
    """
    if not (course / "gradebook.db").is_file():
        raise CourseError(f"{course / 'gradebook.db'}: no such file; grade first")
    known = [t for t in all_topics(root) if t in assignments_on_record(course)]
    known += sorted(assignments_on_record(course) - set(known))
    for topic in topics or ():
        if topic not in known:
            raise UnknownName(
                f"no topic {topic!r} in the gradebook{near(topic, known)}; it has "
                f"{', '.join(known) or 'none'}"
            )
    weights = {
        topic: said.points
        for topic, said in course_toml.read(course).topics.items()
        if said.points is not None
    }
    book = _Book(course, standings(course), missing, weights)
    if into is None:
        made = _alone(course, to, topics or known, book)
    elif to == CANVAS:
        made = _canvas(sheets.read(into), topics, known, book, column)
    else:
        made = _moodle(sheets.read(into), topics, known, book, column)
    if waiting := sorted(
        {f"{s} ({t})" for (s, t), one in book.all.items() if t in made.topics and _waits(one)}
    ):
        made.told.append(f"cells that a person has still to score count 0: {some(waiting)}")
    return Exported(made.data, made.told, made.wrong)


def _waits(standing: Standing) -> bool:
    return any(cell.waits for cell in standing.cells.values())


@dataclass
class _Made(Exported):
    topics: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Book:
    """The gradebook's scores."""

    course: Path
    all: dict[tuple[str, str], Standing]
    missing: str | None
    weights: dict[str, float] = field(default_factory=dict)  # what course.toml says that topics count for

    def possible(self, topic: str) -> float:
        """Return what a topic counts for: as course.toml says, else the points of its checks, if any."""
        return self.weights.get(topic, self._given(topic))

    def _given(self, topic: str) -> float:
        return max((one.possible for (_, of), one in self.all.items() if of == topic), default=0.0)

    def score(self, student: str, topic: str, scale: float = 1.0) -> str:
        """Return what a cell says; empty for work that was never handed in."""
        standing = self.all.get((student, topic))
        if standing is None:
            return self.missing or ""
        weight = self.possible(topic) / given if (given := self._given(topic)) else 1.0
        return points(standing.score * weight * scale)

    def students(self, topics: Iterable[str]) -> set[str]:
        """Return those who have handed in one of the topics."""
        return {student for student, topic in self.all if topic in topics}


# -- without a file of the platform's -----------------------------------------------------------------


def _alone(course: Path, to: str, topics: list[str], book: _Book) -> _Made:
    """Return a file made of the gradebook's own students."""
    rows = []
    for student, first, last, email, number in people_on_record(course):
        about = dict(zip(_STUDENT, (student, last, first, email)))
        if to == CANVAS:
            name = ", ".join(filter(None, (last, first))) or student
            login = "" if student.isdecimal() else student
            number = number or (student if student.isdecimal() else "")
            about = {"Student": name, "ID": number, "SIS User ID": "", "SIS Login ID": login, "Section": ""}
        elif to == MOODLE:
            about = {"First name": first, "Last name": last, "ID number": student, "Email address": email}
        rows.append(about | {topic: book.score(student, topic) for topic in topics})
    if not rows:
        raise CourseError(
            f"{course / 'gradebook.db'}: it has no students; grade first, or read a list (roster)"
        )
    columns = tuple(rows[0])
    if to == CANVAS:
        possible = {topic: points(most) if (most := book.possible(topic)) else "" for topic in topics}
        rows.insert(0, dict.fromkeys(columns, "") | {"Student": "    Points Possible"} | possible)
    # The byte-order mark is for spreadsheets; what platforms make of one is not documented.
    encoding = "utf-8-sig" if to == CSV else "utf-8"
    return _Made(export.text(rows, columns).encode(encoding), topics=topics)


# -- into a file of the platform's --------------------------------------------------------------------


def _canvas(
    sheet: Sheet, topics: list[str] | None, known: list[str], book: _Book, column: str | None
) -> _Made:
    """Fill in Canvas's export of its gradebook."""
    head = [cell.text.strip() for cell in sheet.rows[0]]
    place = {title.lstrip("\ufeff"): n for n, title in reversed(list(enumerate(head)))}
    if "ID" not in place or not {"Student", "LastName"} & place.keys():
        raise CourseError(
            f"{shown(sheet.path)}: expected Canvas's export of its gradebook, whose first line has Student "
            f"and ID; found {', '.join(head[:6])}"
        )
    possible = next((n for n in range(1, len(sheet.rows)) if _POINTS in sheet.get(n, 0).casefold()), None)
    titles = {n: _NUMBERED.sub("", title) for n, title in enumerate(head) if n > place["ID"]}
    where = _places(sheet, head, titles, topics, known, column)
    told: list[str] = []
    scale: dict[str, float] = {}
    for topic, n in where.items():
        most = sheet.get(possible, n) if possible is not None else ""
        if "read only" in most:
            raise CourseError(
                f"{shown(sheet.path)}: the column {head[n]!r} cannot be imported, Canvas says {most}"
            )
        scale[topic] = _scale(topic, most, book, "Canvas's Points Possible", told)
    numbers = _numbers(book.course, CANVAS, where, known)

    def whose(row: int, of: People) -> str:
        texts = [sheet.get(row, place.get(name)) for name in ("ID", "SIS User ID", "SIS Login ID")]
        name = sheet.get(row, place.get("Student"))
        if "Student" not in place:
            name = " ".join(sheet.get(row, place.get(part)) for part in ("FirstName", "LastName"))
        return numbers.get(texts[0]) or of.only(*filter(None, [*texts, name]))

    def is_student(row: int) -> bool:
        name = sheet.get(row, 0)
        return row != possible and bool(sheet.get(row, place["ID"]) or name) and name != "Student, Test"

    made = _fill(sheet, where, scale, book, whose, is_student, lambda row: sheet.get(row, 0))
    made.told[:0] = told
    return made


def _moodle(
    sheet: Sheet, topics: list[str] | None, known: list[str], book: _Book, column: str | None
) -> _Made:
    """Fill in Moodle's grading worksheet of an assignment, or its export of the grades of a course."""
    head = [cell.text.strip().lstrip("\ufeff") for cell in sheet.rows[0]]
    lower = {title.casefold(): n for n, title in reversed(list(enumerate(head)))}
    fields = roster.columns_of(head)
    identifier = lower.get("identifier", fields.get("id"))
    keys = {
        name: n for name, n in fields.items() if name in ("name", "first_name", "last_name", "email", "id")
    }
    if not keys and identifier is None:
        raise CourseError(
            f"{shown(sheet.path)}: expected Moodle's grading worksheet or export of grades, with a column "
            f"of names, email addresses or identifiers; found {', '.join(head[:6])}"
        )
    told: list[str] = []
    worksheet = _is_worksheet(sheet, lower, identifier, column)
    if worksheet:
        topic = _one(sheet, topics, known)
        where = {topic: lower["grade"] if column is None else _named(sheet, head, column)}
        most = next((lower[name] for name in ("maximum grade", "maximum mark") if name in lower), None)
        values = {sheet.get(n, most) for n in range(1, len(sheet.rows))} - {""} if most is not None else set()
        if len(values) > 1:
            raise CourseError(
                f"{shown(sheet.path)}: found several maximum grades: {', '.join(sorted(values))}"
            )
        scale = {topic: _scale(topic, next(iter(values), ""), book, "Moodle's Maximum Grade", told)}
    else:
        titles = {}
        for n, title in enumerate(head):
            found = _MOODLES.fullmatch(title)
            if found and n not in keys.values() and (found["kind"] or "").casefold() not in _NOT_POINTS:
                titles[n] = found["title"]
        where = _places(sheet, head, titles, topics, known, column)
        scale = dict.fromkeys(where, 1.0)
        told += [
            f"{topic}: out of {points(book.possible(topic))}, which must be the maximum grade in Moodle"
            for topic in where
        ]
    numbers = _numbers(book.course, MOODLE, where, known)

    def whose(row: int, of: People) -> str:
        number = re.search(r"\d+$", sheet.get(row, identifier), re.ASCII)
        if worksheet and number and number[0] in numbers:
            return numbers[number[0]]
        first, last = (sheet.get(row, keys.get(name)) for name in ("first_name", "last_name"))
        texts = [sheet.get(row, keys.get(name)) for name in ("email", "id", "name")]
        return of.only(*filter(None, [*texts, f"{first} {last}".strip()]))

    def called(row: int) -> str:
        texts = [sheet.get(row, keys.get(name)) for name in ("name", "first_name", "last_name")]
        return " ".join(filter(None, texts)) or sheet.get(row, identifier)

    made = _fill(sheet, where, scale, book, whose, lambda row: bool(called(row)), called)
    made.told[:0] = told
    locked = lower.get("grade can be changed")
    if worksheet and (
        rows := [n for n in range(1, len(sheet.rows)) if sheet.get(n, locked).casefold() == "no"]
    ):
        made.told.append(
            f"Moodle takes no grade, since it is locked there: {some([called(n) for n in rows])}"
        )
    return made


def _is_worksheet(sheet: Sheet, lower: dict[str, int], identifier: int | None, column: str | None) -> bool:
    """Return whether it is of one assignment: by its titles or, in another language, by its identifiers."""
    if "identifier" in lower and "grade" in lower:
        return True
    cells = [sheet.get(n, identifier) for n in range(1, len(sheet.rows))] if identifier is not None else []
    return column is not None and any(cells) and all(_PARTICIPANT.fullmatch(cell) for cell in cells if cell)


def _one(sheet: Sheet, topics: list[str] | None, known: list[str]) -> str:
    """Return the topic of a worksheet, which is that of one assignment."""
    if topics and len(topics) == 1:
        return topics[0]
    meant = topic_of(re.sub(r"-\d+$", "", sheet.path.stem), known) if not topics else ""
    if len(known) == 1 and not topics:
        return known[0]
    if not meant:
        raise CourseError(
            f"{shown(sheet.path)}: a worksheet is of one assignment; name its topic, one of "
            f"{', '.join(known)}"
        )
    return meant


def _named(sheet: Sheet, head: list[str], column: str) -> int:
    """Return the place of a column by its title."""
    places = [n for n, title in enumerate(head) if title == column.strip()]
    if len(places) != 1:
        raise CourseError(f"{shown(sheet.path)}: {len(places)} columns {column!r}{near(column, head)}")
    return places[0]


def _places(
    sheet: Sheet,
    head: list[str],
    titles: dict[int, str],
    topics: list[str] | None,
    known: list[str],
    column: str | None,
) -> dict[str, int]:
    """Return the column of each topic; `titles` are what the platform's columns are of."""
    if column is not None:
        if not topics or len(topics) != 1:
            raise CourseError("--column is for one topic; name it")
        return {topics[0]: _named(sheet, head, column)}
    found: dict[str, int] = {}
    for topic in topics or known:
        places = [n for n, title in titles.items() if folded(title) == folded(topic)]
        real = [n for n in places if head[n].casefold().endswith("(real)")]
        places = real if len(real) == 1 else places
        if len(places) > 1:
            both = " and ".join(repr(head[n]) for n in places)
            raise CourseError(f"{shown(sheet.path)}: {both} are both called {topic}; name one with --column")
        if places:
            found[topic] = places[0]
        elif topics:
            raise CourseError(f"{shown(sheet.path)}: {_no_column(topic, head)}")
    if not found:
        raise CourseError(f"{shown(sheet.path)}: {_no_column(' or '.join(known) or 'a topic', head)}")
    return found


def _no_column(topic: str, head: list[str]) -> str:
    titles = some(list(filter(None, head)))
    return f"no column is called {topic}; name the topic and, with --column, one of {titles}"


def _scale(topic: str, most: str, book: _Book, whose: str, told: list[str]) -> float:
    """Return the factor from our points to the platform's, and tell it if it is not 1."""
    possible = book.possible(topic)
    try:
        value = float(most.replace(",", "."))
    except ValueError:
        value = 0.0
    if not possible or abs(value - possible) < 1e-9:
        return 1.0
    if not 0 < value < float("inf"):
        told.append(f"{topic}: out of {points(possible)}; {whose} is not in the file")
        return 1.0
    told.append(f"{topic}: scaled from {points(possible)} points to {whose}, {points(value)}")
    return value / possible


def _numbers(course: Path, platform: str, topics: Iterable[str], known: list[str]) -> dict[str, str]:
    """Map the platform's numbers to students, by the names in the zip files that `collect` has kept."""
    taken = [one for topic in topics for one in kept.work(course, topic, platform, known)]
    return {one.name.number: one.student for one in taken}


def _fill(
    sheet: Sheet,
    where: dict[str, int],
    scale: dict[str, float],
    book: _Book,
    whose: Callable[[int, People], str],
    is_student: Callable[[int], bool],
    called: Callable[[int], str],
) -> _Made:
    """Put the scores into the columns; tell whose row or whose scores are missing."""
    of = people.of_course(book.course)
    rows: dict[str, list[int]] = defaultdict(list)
    made = _Made(b"", topics=list(where))
    strangers = []
    for row in range(1, len(sheet.rows)):
        if is_student(row):
            if student := whose(row, of):
                rows[student].append(row)
            else:
                strangers.append(called(row))
    given, filled = [], 0
    for student, places in rows.items():
        if len(places) > 1:
            made.wrong.append(
                f"{student} fits several rows, none of which is filled: {some([called(n) for n in places])}"
            )
            continue
        for topic, column in where.items():
            score = book.score(student, topic, scale[topic])
            if score and sheet.get(places[0], column) in _NOT_GIVEN:
                given.append(f"{student} ({sheet.get(places[0], column)})")
            elif score:
                sheet.put(places[0], column, score)
                filled += 1
    if given:
        made.told.append(f"left as Canvas has it: {some(given)}")
    if strangers:
        made.wrong.append(f"{sheet.path.name}: rows without a student of the gradebook: {some(strangers)}")
    if absent := sorted(book.students(where) - rows.keys()):
        made.wrong.append(f"{sheet.path.name}: no row for {some(absent)}")
    made.told.append(f"{filled} cells filled, of {', '.join(where)}")
    absent_of = {topic: sorted(s for s in rows if (s, topic) not in book.all) for topic in where}
    for topic, nothing in absent_of.items() if book.missing is None else ():
        if nothing:
            made.told.append(
                f"left empty, since nothing of {topic} was handed in: {some(nothing)} (see --missing)"
            )
    made.data = sheet.data()
    return made


# -- the command --------------------------------------------------------------------------------------


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "export",
        help="write points as Canvas or Moodle import them, or as a table",
        description="Write the gradebook's points, after penalties, into a file that a platform imports. "
        "With --into it is what the platform exported: its rows and all other cells stay byte "
        "for byte, and only the column of the topic is filled. Without, it is made of the "
        "gradebook's own students. The formats are from the platforms' documentation; none was "
        "tried on a running platform.",
        epilog=status.EPILOG.format(found=": a row without a student, or a student without a row"),
    )
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help="(default: all in the gradebook)")
    parser.add_argument(
        "--to", choices=[CANVAS, MOODLE, CSV], required=True, help="csv: a column for each topic"
    )
    course_toml.add_argument(parser)
    parser.add_argument(
        "--into",
        type=Path,
        metavar="FILE",
        help="Canvas's export of its gradebook, Moodle's grading worksheet or its export of grades",
    )
    parser.add_argument(
        "--column", metavar="TITLE", help="the column of FILE for the one TOPIC, by its title"
    )
    parser.add_argument(
        "--out", type=status.file_to_write, metavar="FILE", help="(default: COURSE/grades-PLATFORM.csv)"
    )
    parser.add_argument(
        "--missing",
        choices=["0"],
        help="what a student has who handed in nothing (default: the cell is left)",
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    if not args.course.is_dir():
        raise CourseError(f"{args.course}: no such folder")
    if args.into and args.to == CSV:
        raise CourseError("--into is for --to canvas or moodle")
    if args.column and not args.into:
        raise CourseError("--column is for a file of the platform's; name it with --into")
    out = args.out or args.course / f"grades-{args.to}.csv"
    if args.into and args.into.exists() and out.exists() and args.into.samefile(out):
        raise CourseError(f"{out}: would be written over; name another file with --out")
    made = export_to(args.course, args.to, args.topics, args.into, args.column, args.missing)
    with courses.reporting_disk_errors(out):
        files.put(out, [made.data], mode=0o644)
    for line in made.told:
        tell(line)
    tell(f"written to {out}")
    for line in made.wrong:
        print(line, file=sys.stderr)
    return status.FOUND if made.wrong else status.DONE
