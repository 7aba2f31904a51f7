"""What the names in a platform's zip file say: student, notebook, number, time, late or not.

None of this was tried on a running platform. Where it stands:

*Moodle*, "Download all submissions" of an assignment: `mod/assign/classes/downloader.php` (Moodle 4) writes
`NAME_NUMBER_assignsubmission_file/FILE`, or, without "Download submissions in folders",
`NAME_NUMBER_assignsubmission_file_FILE`. Before 4.1 the folder ended with `_`, says
`mod/assign/feedback/file/importziplib.php`. In NAME blanks stand for `_`. NUMBER is the participant's,
another in each assignment. Folders that a student made are kept. In a team's assignment NAME is the group and
NUMBER the group's; with blind marking NAME is the word for a participant. A name does not say which it is. It
says neither when work was handed in nor that it was late.

*Canvas*, "Download Submissions": `lib/content_zipper.rb` writes `NAME[_LATE]_USER_FILE_TITLE`, where NAME is
the sortable name in lower case without blanks or commas, USER and FILE are numbers, and TITLE is the file's
own name; with anonymous marking NAME and USER become `anon_ID`. `infer_comment_context_from_filename`
(`app/models/abstract_assignment.rb`) reads the same parts when marked files are uploaded. An uploaded file
whose name is taken gets `-1`, `-2`. The help pages describe none of this. Text and links are `..._text.html`,
`..._link.html`.

*Google Classroom*: "Make a copy for each student" names each copy `NAME - TITLE`, and the class's folder is
downloaded through Drive, in several zip files (`FOLDER-TIME-001.zip`) if it is large. Google's help says that
copies are made, and not how they are named: no document was found for this form. A file that
a student uploads keeps its own name, which holds no student. TIME is that of the download.

*Other names*: with a time, as nbgrader's documentation of `zip_collect` and Blackboard have it
(`TITLE_STUDENT_attempt_2026-11-20-12-00-00_FILE`, and with the first two exchanged), or a folder for each
student.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from autograder.grading.finding import is_dropping
from autograder.grading.ids import canonical
from autograder.topics import nearest

SUFFIX = ".ipynb"
_MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+(?:_(?P<rest>.*))?", re.ASCII)
_ATTEMPT = re.compile(r"(?P<who>.+)_attempt_(?P<when>\d{4}(?:-\d\d){5})(?:_(?P<title>.+)|\.txt)", re.ASCII)
_TEXTS = ("text.html", "link.html")  # what Canvas calls work that is no file
_COPY = re.compile(r"(?:[ _-]*\(\d+\)|[ _-]+(?:copy|kopie|copie|copia)\d*|-\d+)$", re.IGNORECASE)
_RESUBMITTED = re.compile(r"-(\d{1,4})$", re.ASCII)


class Entry(NamedTuple):
    """A file in a zip file: the zip file's name without `.zip`, and the path in it."""

    archive: str
    path: str


@dataclass(frozen=True)
class Name:
    """What a name says. Of several ways to read it, the likeliest is first."""

    readings: tuple[tuple[str, str], ...]  # the student, and what stands beside it
    title: str  # of the notebook, as a file name
    number: str = ""  # of the student (Canvas), of the participant (Moodle)
    late: bool = False
    when: datetime | None = None  # without a zone
    reply: str = ""  # where a page goes back to: a folder (Moodle), a file's name without its ending (Canvas)

    @property
    def attempt(self) -> int:
        """The number that Canvas puts after a name that is taken."""
        found = _RESUBMITTED.search(stem(self.title))
        return int(found[1]) if found else 0


def mended(name: str) -> str:
    """Return a zip file's path as it was meant: NFC, and UTF-8 where it was read as the old code page 437.

    A zip file says with a flag that its names are UTF-8. Some programs store UTF-8 and do not set it.
    """
    try:
        name = name.encode("cp437").decode("utf-8")
    except UnicodeError:
        pass
    return canonical(name)


def is_work(path: str) -> bool:
    """Return whether a path in a zip file is a file that somebody may have handed in."""
    return not path.endswith("/") and not any(map(is_dropping, path.split("/")))


def moodle(path: str) -> Name | None:
    """Read a path in Moodle's zip file; None if it is not of its form."""
    parts = path.split("/")
    for place, part in enumerate(parts):
        if found := _MOODLE.fullmatch(part):
            title = parts[-1] if place < len(parts) - 1 else found["rest"] or ""
            # With a `_` at its end, the importer of every version takes the folder.
            reply = part[: found.end("number")] + "_assignsubmission_file_"
            return Name(((found["name"], ""),), title, found["number"], reply=reply)
    return None


def canvas(path: str) -> Name | None:
    """Read a path in Canvas's zip file; None if it is not of its form."""
    name = path.rpartition("/")[2]
    parts = name.split("_")
    for place in range(1, len(parts)):
        named = [part for part in parts[:place] if part != "LATE"]
        anonymous = named == ["anon"]
        if not anonymous and not _is_number(parts[place]):
            continue
        rest = parts[place + 1 :]
        late = "LATE" in parts[:place]
        number = f"anon_{parts[place]}" if anonymous else parts[place]
        person = number if anonymous else "".join(named)
        if len(rest) > 1 and _is_number(rest[0]):
            title = "_".join(rest[1:])
            return Name(((person, ""),), title, number, late, reply=stem(name))
        if len(rest) == 1 and rest[0] in _TEXTS:
            return Name(((person, ""),), rest[0], number, late)
    return None


def classroom(path: str) -> Name | None:
    """Read a path in Drive's zip file of a class; None if no student stands before a ` - `."""
    name = path.rpartition("/")[2]
    places = [found.start() for found in re.finditer(" - ", name) if name[: found.start()].strip()]
    if not places:
        return None
    # A title may hold the sign as well as a name; the shortest title is the likeliest.
    readings = tuple((name[:place].strip(), name[place + 3 :]) for place in reversed(places))
    return Name(readings, name[places[-1] + 3 :])


def timed(path: str) -> Name | None:
    """Read a name with a time in it; None if it has none."""
    found = _ATTEMPT.fullmatch(path.rpartition("/")[2])
    if found is None:
        return None
    try:
        when = datetime.strptime(found["when"], "%Y-%m-%d-%H-%M-%S")
    except ValueError:  # no such day
        return None
    head, _, tail = found["who"].partition("_")
    first, _, last = found["who"].rpartition("_")
    readings = ((head, tail), (last, first)) if tail else ((head, ""),)
    return Name(readings, found["title"] or "", when=when)


def folders(path: str) -> Name | None:
    """Read a path whose folder is the student's, or whose folder is the topic's in the student's."""
    parts = [part for part in path.split("/") if part]
    if len(parts) < 2:
        return None
    readings = [(parts[-2], "")]
    if len(parts) > 2:
        readings.append((parts[-3], parts[-2]))
    return Name(tuple(readings), parts[-1])


def _either(path: str) -> Name | None:
    return timed(path) or folders(path)


class Platform(NamedTuple):
    """How a platform's names are read; `whose` goes before what is its own."""

    whose: str
    read: Callable[[str], Name | None]


PLATFORMS = {
    "moodle": Platform("Moodle's", moodle),
    "canvas": Platform("Canvas's", canvas),
    "classroom": Platform("Google Classroom's", classroom),
    "names": Platform("names with a time or a folder for each student", _either),
}
_FORMS = {"moodle": moodle, "canvas": canvas, "names": timed, "classroom": classroom}


def guess(paths: Iterable[str]) -> str:
    """Return the platform whose form fits most of the notebooks' names; empty if none fits half of them."""
    paths = [path for path in paths if path.casefold().endswith(SUFFIX)]
    fits = {name: sum(read(path) is not None for path in paths) for name, read in _FORMS.items()}
    best = max(fits, key=lambda name: fits[name])  # the first of several: Moodle's is the most special form
    if fits[best] and 2 * fits[best] >= len(paths):
        return best
    return "names" if any(folders(path) for path in paths) else ""


def stem(title: str) -> str:
    """Return a file's name without its ending."""
    head, dot, _ = title.rpartition(".")
    return head if dot and head else title


def folded(name: str) -> str:
    """Return a name in lower case with one sign for all that separates words."""
    return re.sub(r"[\W_]+", "-", canonical(name).casefold()).strip("-")


def without_copy(name: str) -> str:
    """Return a notebook's name without what browsers, Drive and Canvas add to a name that is taken."""
    while (shorter := _COPY.sub("", name)) not in ("", name):
        name = shorter
    return name


def is_named(title: str, topic: str) -> bool:
    """Return whether a notebook has the topic's own name, whatever the case and the signs between words."""
    return folded(stem(title)) == folded(topic)


def is_copy(title: str, topic: str) -> bool:
    """Return whether a notebook has the topic's name, but for what is added to a name that is taken."""
    return folded(without_copy(stem(title))) == folded(topic)


def topic_of(title: str, topics: list[str]) -> str:
    """Return the topic that a notebook's name means; empty if it is unclear."""
    name = stem(title)
    for topic in topics:
        if is_named(title, topic) or is_copy(title, topic):
            return topic
    within = [topic for topic in topics if f"-{folded(topic)}-" in f"-{folded(name)}-"]
    within = [topic for topic in within if not any(topic != other and topic in other for other in within)]
    return within[0] if len(within) == 1 else "" if within else nearest(without_copy(name), topics)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
