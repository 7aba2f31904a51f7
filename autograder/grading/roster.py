"""`python -m autograder roster`: a list of students, as other programs write it, into the gradebook.

`nbgrader db student import` accepts only one file format. Here the encoding, the delimiter and the columns
are detected, and everything understood is shown, so that a person can see mistakes.
"""

import argparse
import codecs
import csv
import io
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from autograder import status
from autograder.grading import contents, copies, course as courses, losses
from autograder.grading.adopt import adopt
from autograder.grading.cache import ResultCache
from autograder.grading.course import CourseError, in_words, reporting_disk_errors, unfit
from autograder.grading.gradebook import Gradebook
from autograder.grading.ids import canonical, spelled
from autograder.grading.progress import aligned, tell
from autograder.grading.standing import students_on_record
from autograder.sandboxed.echo import clean
from autograder.settings import course_toml
from autograder.settings.course_toml import Settings
from autograder.topics import near, topics as all_topics

MOST = 20  # folders named that are not in the list
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_SIGNS = {",": "commas", ";": "semicolons", "\t": "tabs"}
# nbgrader's name of a field -> names of its columns, in `folded` form; for ids, the likeliest first.
_CALLED = {
    "id": "id studentid username student sisloginid loginid login sisuserid idnumber studentnumber "
    "matrikelnummer kennung benutzername anmeldename idnummer numerodidentification",
    "last_name": "lastname surname familyname nachname familienname nom",
    "first_name": "firstname givenname givennames forename vorname prenom",
    "email": "email emailaddress mail emailadresse mailadresse adressedecourriel courriel",
    "lms_user_id": "lmsuserid",
    "name": "name fullname studentname vollstandigername",
}
_FIELDS = {called: name for name, all_called in _CALLED.items() for called in all_called.split()}
_ORDER = ("id", "last_name", "first_name", "email")  # of columns without names, and of what is shown


@dataclass
class Roster:
    """What was understood of a file."""

    people: dict[str, dict[str, str]] = field(
        default_factory=dict
    )  # id -> what is known, by nbgrader's names
    read_as: str = ""  # encoding, delimiter and columns, in words
    left_out: list[str] = field(default_factory=list)  # lines that are left out, and why


def read(path: Path, id_columns: list[str] | None = None) -> Roster:
    """Read the students in a file; the id is the text of `id_columns`, if given, with a blank between.

    Raise `CourseError` if it cannot be read, or has no column of ids.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CourseError(f"{path}: cannot be read ({in_words(error)})") from error
    if data.startswith(b"PK"):
        raise CourseError(f"{path}: this is no text but a spreadsheet's own file; save it as CSV")
    text, encoding = _decoded(path, data)
    sign, rows = _rows(path, text)
    if not rows:
        raise CourseError(f"{path}: found no line with text, expected a student in each")
    head = rows[0][1]
    columns = columns_of(head)
    named = bool(columns) or id_columns is not None
    columns = columns if named else _positions([row for _, row in rows])
    where = _id_columns(path, head, columns, id_columns)
    found = Roster(read_as=_in_words(path, encoding, sign, head if named else None, columns, where))
    _take(found, rows[1:] if named else rows, columns, where)
    return found


def of_course(settings: Settings) -> Roster | None:
    """Return a course's list of students; None if it names none. Raise as `read` does."""
    if settings.roster is None:
        return None
    if not settings.roster.is_file():
        raise settings.error(("roster",), f"{settings.roster}: no such file")
    columns = None if settings.roster_id is None else list(settings.roster_id)
    return read(settings.roster, columns)


def _decoded(path: Path, data: bytes) -> tuple[str, str]:
    """Return the text and its encoding."""
    encodings = [name for mark, name in _MARKS if data.startswith(mark)]
    if not encodings and b"\0" in data:  # UTF-16 without a mark: every other byte of plain letters is 0
        encodings = ["utf-16-le" if data[1:2] == b"\0" else "utf-16-be"]
    for encoding in encodings or ["utf-8", "cp1252", "latin-1"]:
        try:
            return data.decode(encoding), encoding.removesuffix("-sig")
        except UnicodeDecodeError:
            continue
    raise CourseError(f"{path}: is no text in {encodings[0]}, as which it begins; save it as CSV in UTF-8")


def _rows(path: Path, text: str) -> tuple[str, list[tuple[int, list[str]]]]:
    """Return the delimiter, and (number, cells) of each line that is not empty.

    It is chosen for the most known column names in the first line, then for the most cells in the lines.
    """
    first, _, rest = text.partition("\n")
    signs = list(_SIGNS)
    if first.strip().casefold() in (f"sep={sign}" for sign in signs):  # a line for Excel
        signs, text = [first.strip()[-1]], rest
    best: tuple[tuple[int, int], str, list] = ((-1, -1), signs[0], [])
    for sign in signs:
        try:
            reader = csv.reader(io.StringIO(text, newline=None), delimiter=sign)
            rows = [(reader.line_num, [_plain(cell) for cell in row]) for row in reader]
        except csv.Error as error:
            raise CourseError(f"{path}: cannot be read as CSV ({error})") from error
        rows = [(number, row) for number, row in rows if any(cell.strip("".join(_SIGNS)) for cell in row)]
        widths = Counter(len(row) for _, row in rows)
        score = (
            len(columns_of(rows[0][1])) if rows else 0,
            max(widths, key=lambda w: (widths[w], w), default=0),
        )
        if score > best[0]:
            best = score, sign, rows
    return best[1], best[2]


def _plain(cell: str) -> str:
    """Return a cell's text in one line, without surrounding blanks or byte-order marks."""
    return " ".join(cell.replace("\ufeff", "").splitlines()).strip()


def columns_of(head: list[str]) -> dict[str, int]:
    """Map each field to its column, if the line names columns; empty if it names none."""
    known = [
        (_FIELDS[folded(cell)], folded(cell), n) for n, cell in enumerate(head) if folded(cell) in _FIELDS
    ]
    likely = _CALLED["id"].split()
    ids = sorted((likely.index(called), n) for name, called, n in known if name == "id")
    found = {name: n for name, _, n in reversed(known) if name != "id"}
    if ids:
        found["id"] = ids[0][1]
    for _, n in ids[1:]:
        if folded(head[n]) == "student":  # Canvas calls the full name so, beside the column ID
            found.setdefault("name", n)
    if "name" in found and "first_name" in found and "last_name" not in found:
        found["last_name"] = found.pop("name")
    return dict(sorted(found.items(), key=lambda item: item[1]))


def folded(name: str) -> str:
    """Return the letters and digits of a column's name, in lower case and without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if c.isascii() and c.isalnum())


def _positions(rows: list[list[str]]) -> dict[str, int]:
    """Map each field to its column, without names: in nbgrader's order, and what holds an @ is the email."""
    widest = max(map(len, rows))
    email = next((n for n in range(1, widest) if any("@" in row[n] for row in rows if len(row) > n)), None)
    rest = [n for n in range(widest) if n != email]
    found = dict(zip((name for name in _ORDER if name != "email" or email is None), rest))
    return found | ({} if email is None else {"email": email})


def _id_columns(path: Path, head: list[str], columns: dict[str, int], asked: list[str] | None) -> list[int]:
    """Return the columns that make up the id."""
    if asked is None:
        if "id" not in columns:
            raise CourseError(
                f"{path}: no column of ids among {', '.join(filter(None, head))}; name it with --id COLUMN, "
                "or several whose texts make up the id"
            )
        return [columns["id"]]
    there = {canonical(cell): n for n, cell in reversed(list(enumerate(head))) if cell}
    for name in asked:
        if canonical(name) not in there:
            raise CourseError(f"{path}: no column {name!r}{near(name, there)}; it has {', '.join(there)}")
    return [there[canonical(name)] for name in asked]


def _in_words(path: Path, encoding: str, sign: str, head, columns: dict[str, int], where: list[int]) -> str:
    """Return how the file was read, in words."""

    def called(n: int) -> str:
        return repr(head[n]) if head else f"column {n + 1}"

    parts = [f"id from {' and '.join(map(called, where))}"]
    parts += [f"{name.replace('_', ' ')} from {called(n)}" for name, n in columns.items() if name != "id"]
    taken = {*where, *(n for name, n in columns.items() if name != "id")}
    rest = [called(n) for n in range(len(head or ())) if n not in taken and head[n]]
    more = f"; not read: {', '.join(rest)}" if rest else ""
    return (
        f"{path}: {encoding}, {_SIGNS[sign]}, {'' if head else 'no line of names; '}{', '.join(parts)}{more}"
    )


def _take(
    found: Roster, rows: list[tuple[int, list[str]]], columns: dict[str, int], where: list[int]
) -> None:
    """Put the lines into the roster; an id that stands for two people is left out."""
    lines: dict[str, list[tuple[int, str, dict[str, str]]]] = {}
    for number, row in rows:
        row = row + [""] * (1 + max(*where, *columns.values()) - len(row))
        student = " ".join(filter(None, (row[n] for n in where)))
        if not student:
            said = clean(" ".join(filter(None, row)))[:60]
            found.left_out.append(f"line {number}: no id in {said!r}; left out")
        elif reason := unfit(canonical(student)):
            found.left_out.append(f"line {number}: {student!r} is no id: {reason}; left out")
        else:
            lines.setdefault(canonical(student), []).append((number, student, _about(row, columns)))
    for student, several in lines.items():
        numbers = " and ".join(str(number) for number, _, _ in several)
        if len({written for _, written, _ in several}) > 1:
            both = " and ".join(sorted({spelled(written) for _, written, _ in several}))
            found.left_out.append(
                f"lines {numbers}: {both} differ only in the way their accents are stored; left out"
            )
        elif any(about != several[0][2] for _, _, about in several):
            found.left_out.append(f"lines {numbers}: one id, {student}, for different people; left out")
        else:
            found.people[student] = several[0][2]


def _about(row: list[str], columns: dict[str, int]) -> dict[str, str]:
    """Return a line's data on its student, by nbgrader's names."""
    texts = {name: canonical(clean(row[n])) for name, n in columns.items() if name != "id"}
    last, _, first = texts.pop("name", "").partition(",")
    return {k: v for k, v in ({"last_name": last.strip(), "first_name": first.strip()} | texts).items() if v}


def table(found: Roster) -> Iterator[str]:
    """Return the students, as understood, in lines for a terminal."""
    shown = [[name.replace("_", " ") for name in _ORDER]]
    shown += [
        [student, *(about.get(name, "") for name in _ORDER[1:])] for student, about in found.people.items()
    ]
    return iter(aligned(shown))


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "roster",
        help="read a list of students into the gradebook",
        description="Read a list of students, CSV as spreadsheets and learning platforms write it; show what "
        "was understood, and put it into COURSE/gradebook.db. What is there and not in the list stays.",
        epilog=status.EPILOG.format(
            found=": a line of the list that is left out, or a folder in "
            "COURSE/submitted that no student of it names"
        ),
    )
    parser.add_argument("file", type=Path, nargs="?", help="the list (default: that of course.toml)")
    course_toml.add_argument(parser)
    parser.add_argument(
        "--id",
        action="append",
        metavar="COLUMN",
        help="the column that holds the name of a student's folder (may be repeated: their texts, with a "
        "blank between)",
    )
    parser.add_argument("--dry-run", action="store_true", help="show what was understood, and write nothing")
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    if not args.course.is_dir():
        raise CourseError(f"{args.course}: no such folder")
    settings = course_toml.read(args.course, all_topics())
    if args.file is None:
        if (listed := of_course(settings)) is None:
            raise CourseError(f"{settings.path}: names no roster; name the file of the list")
        found = listed
    else:
        found = read(args.file, args.id)
    tell(found.read_as)
    for line in table(found):
        tell(line)
    new = len(found.people.keys() - set(map(canonical, students_on_record(args.course))))
    wrong = found.left_out + _strangers(args.course, found)
    if not args.dry_run:
        adopted, twins = _write(args.course, found)
        wrong += twins
        for line in adopted:
            tell(line)
    done = "nothing is written" if args.dry_run else f"written to {args.course / 'gradebook.db'}"
    tell(f"{len(found.people)} students, {new} of them new; {done}")
    for line in wrong:
        print(line, file=sys.stderr)
    return status.FOUND if wrong else status.DONE


def _write(course: Path, found: Roster) -> tuple[list[str], list[str]]:
    """Put the students into the gradebook; return what `adopt` returns."""
    with reporting_disk_errors(course / contents.OWN), courses.held(course), courses.scratch(course):
        results = ResultCache(course)
        losses.settle(course, results)
        adopted, twins = adopt(course)
        copies.keep(course)
        with reporting_disk_errors(course / "gradebook.db"), Gradebook(course) as book:
            book.enter(found.people.items())
            results.know_students(book.students())
        results.tidy()
    return adopted, twins


def _strangers(course: Path, found: Roster) -> list[str]:
    """Return a line for each folder of a student who is not in the list."""
    submitted = course / "submitted"
    folders = sorted(p.name for p in submitted.iterdir() if p.is_dir()) if submitted.is_dir() else []
    strange = [n for n in folders if not n.startswith(".") and canonical(n) not in found.people]
    lines = [f"{courses.shown(submitted / n)}: not in the list{near(n, found.people)}" for n in strange]
    return lines[:MOST] + ([f"{len(lines) - MOST} more folders"] if len(lines) > MOST else [])
