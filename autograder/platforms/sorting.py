"""Which notebook of which student a platform's zip file holds, decided from the names alone.

`collect` and nbgrader's collector decide here, and so do `feedback` and `export` when they read the names of
the zip file again: the same names and the same gradebook give the same students.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from autograder.grading.course import CourseError, unfit
from autograder.grading.finding import is_dropping
from autograder.platforms import names
from autograder.platforms.names import PLATFORMS, SUFFIX, Entry, Name
from autograder.platforms.people import People
from autograder.topics import near

_TEST_STUDENT = "studenttest"  # Canvas's own, whom it adds to a course to try things out
_PACKED = (".zip", ".gz", ".tgz", ".tar", ".7z", ".rar", ".xz")
LONGEST = 120  # bytes of an id: the gradebook has room for 128 letters
MOST = 10  # ids named in one line


@dataclass(frozen=True)
class Taken:
    """A notebook that is taken."""

    entry: Entry
    name: Name
    topic: str
    student: str  # the id here
    own: str  # the platform's name or number


@dataclass
class Sorting:
    """What was decided."""

    platform: str
    taken: list[Taken] = field(default_factory=list)
    left: list[tuple[Entry, str]] = field(default_factory=list)  # with the reason
    earlier: list[Entry] = field(default_factory=list)  # attempts that a later one replaces
    unclear: list[Entry] = field(default_factory=list)  # among those left: notebooks whose name says no topic
    told: list[str] = field(default_factory=list)  # what else a person should know


@dataclass(frozen=True)
class _Read:
    entry: Entry
    name: Name
    topic: str
    student: str
    own: str


def sort(
    entries: Iterable[Entry],
    topics: list[str],
    people: People,
    topic: str | None = None,
    platform: str | None = None,
) -> Sorting:
    """Decide for each file of the zip files; a notebook's name says its topic if `topic` is None.

    Raise `CourseError` if no platform writes such names.
    """
    work = [entry for entry in entries if names.is_work(entry.path)]
    platform = platform or names.guess(names.mended(entry.path) for entry in work)
    if not platform:
        known = ", ".join(PLATFORMS)
        raise CourseError(
            f"{_first(work)}: no names as Moodle, Canvas or Google Classroom write them, nor a folder for "
            f"each student; say with --from which it is ({known})"
        )
    found = Sorting(platform)
    read = [one for entry in work if (one := _read(found, entry, topics, people, topic)) is not None]
    read = _students(found, read, people)
    several: dict[tuple[str, str], list[_Read]] = defaultdict(list)
    for one in read:
        several[one.student, one.topic].append(one)
    for (student, _), those in several.items():
        _choose(found, student, those)
    return found


def _first(entries: list[Entry]) -> str:
    """Return an example of a name, for an error."""
    return repr(entries[0].path) if entries else "the zip file is empty"


def _read(found: Sorting, entry: Entry, topics: list[str], people: People, topic: str | None) -> _Read | None:
    """Return what a name says; None if the file is left, which `found` then tells."""
    path = names.mended(entry.path)
    name = PLATFORMS[found.platform].read(path)
    title = name.title if name else path.rpartition("/")[2]
    if not title.casefold().endswith(SUFFIX):
        found.left.append((entry, _no_notebook(title)))
    elif name is None:
        found.left.append((entry, f"its name holds no student in {PLATFORMS[found.platform].whose} form"))
    elif not (of := topic or names.topic_of(title, topics)):
        reason = f"which topic it is of is unclear; give --topic, one of {', '.join(topics)}"
        found.left.append((entry, reason))
        found.unclear.append(entry)
    elif other := _of_another(title, of, topics):
        found.left.append((entry, f"it has the name of another topic, {other}"))
    else:
        student = _student(name, of, people)
        return _Read(entry, name, of, student, name.number if found.platform == "canvas" else student)
    return None


def _no_notebook(title: str) -> str:
    if title.casefold().endswith(_PACKED):
        return "packed; unpack it and put its notebook into the student's folder by hand"
    if ".ipynb" in title.casefold():
        return "not named as a notebook; if it is one, put it into the student's folder by hand"
    return "no notebook"


def _of_another(title: str, topic: str, topics: list[str]) -> str:
    return next((other for other in topics if other != topic and names.is_named(title, other)), "")


def _student(name: Name, topic: str, people: People) -> str:
    """Return the student, of several ways to read a name by the one that fits a student or else the topic."""
    fitting = [reading for reading in name.readings if people.only(reading[0])]
    named = [reading for reading in name.readings if names.is_named(reading[1], topic)]
    for one in (fitting, named):
        if len(one) == 1:
            return one[0][0]
    return name.readings[0][0]


def _students(found: Sorting, read: list[_Read], people: People) -> list[_Read]:
    """Return the notebooks with the ids of their students, without those that can have none."""
    numbers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in read:
        numbers[one.topic, one.student].add(one.name.number)
    ids: dict[tuple[str, str, str], str] = {}
    for one in read:
        key = (one.topic, one.student, one.name.number)
        if key not in ids:
            doubled = found.platform == "moodle" and len(numbers[one.topic, one.student]) > 1
            ids[key] = f"{one.student}_{one.name.number}" if doubled else _id(found, one, people)
    ids = _apart(found, ids)
    _tell_doubles(found, numbers)
    _tell_strangers(found, set(ids.values()), people)
    kept = []
    for one in read:
        student = ids[one.topic, one.student, one.name.number]
        if found.platform == "canvas" and one.student == _TEST_STUDENT and student not in people.ids:
            found.left.append((one.entry, "of Canvas's test student"))
        elif reason := unfit(student) or _impossible(student):
            found.left.append((one.entry, f"{student!r} cannot be a student's id: {reason}"))
        else:
            kept.append(replace(one, student=student))
    return kept


def _impossible(student: str) -> str:
    """Return why a folder cannot have this name, which could be an id; empty if it can."""
    if student[0] == "." or is_dropping(student):
        return "a folder of this name is not looked into"
    return f"it is longer than {LONGEST} bytes" if len(student.encode()) > LONGEST else ""


def _id(found: Sorting, one: _Read, people: People) -> str:
    """Return the student in the gradebook whom the name fits, or else the platform's own id."""
    own = one.own
    texts = (own, one.student) if found.platform == "canvas" else (own,)
    if student := people.only(*texts):
        return student
    if doubtful := next((fits for text in texts if (fits := people.fitting(text))), []):
        line = f"{one.student!r} fits {' and '.join(doubtful)} in the gradebook, so the folder is named {own}"
        if line not in found.told:
            found.told.append(line)
    return own


def _apart(found: Sorting, ids: dict[tuple[str, str, str], str]) -> dict[tuple[str, str, str], str]:
    """Give back their own ids to those whom one student of the gradebook fits, if they are several."""
    own = {key: key[2] if found.platform == "canvas" else key[1] for key in ids}
    those: dict[tuple[str, str], set[str]] = defaultdict(set)
    for key, student in ids.items():
        those[key[0], student].add(own[key])
    for (_, student), several in those.items():
        if len(several) > 1:
            found.told.append(
                f"{student} of the gradebook fits {' and '.join(sorted(several))}, so each keeps the own name"
            )
    return {key: own[key] if len(those[key[0], student]) > 1 else student for key, student in ids.items()}


def _tell_doubles(found: Sorting, numbers: dict[tuple[str, str], set[str]]) -> None:
    for (_, name), several in numbers.items():
        if found.platform == "moodle" and len(several) > 1:
            folders = [f"{name}_{number}" for number in sorted(several)]
            found.told.append(f"{len(several)} students are called {name!r}; their ids are {some(folders)}")


def _tell_strangers(found: Sorting, students: Collection[str], people: People) -> None:
    if people.named and (strange := sorted(set(students) - people.ids)):
        hints = [f"{name}{near(name, people.ids)}" for name in strange]
        found.told.append(f"not in the gradebook's list of students: {some(hints)}")


def some(texts: list[str]) -> str:
    """Return the first of some texts, and how many there are more."""
    more = f" and {len(texts) - MOST} more" if len(texts) > MOST else ""
    return ", ".join(texts[:MOST]) + more


def _choose(found: Sorting, student: str, those: list[_Read]) -> None:
    """Take one notebook of a student, or none if it is not clear which."""
    latest = _latest(found.platform, those)
    for one in those:
        if latest is one:
            found.taken.append(Taken(one.entry, one.name, one.topic, student, one.own))
        elif latest is None:
            reason = f"{student} has {len(those)} notebooks of {one.topic} and it is not clear which counts"
            found.left.append((one.entry, f"{reason}; put it into the student's folder by hand"))
        else:
            found.earlier.append(one.entry)


def _latest(platform: str, those: list[_Read]) -> _Read | None:
    """Return the one that counts: by time, else by Canvas's number, else by the topic's own name."""
    if len(those) == 1:
        return those[0]
    if all(one.name.when for one in those):
        last = max(one.name.when for one in those if one.name.when)
        return _only([one for one in those if one.name.when == last])
    if platform == "canvas":
        copies = [one for one in those if names.is_copy(one.name.title, one.topic)] or those
        if len({names.without_copy(names.stem(one.name.title)) for one in copies}) == 1:
            last_attempt = max(one.name.attempt for one in copies)
            return _only([one for one in copies if one.name.attempt == last_attempt])
        return None
    if platform == "classroom":  # a second file of the same name may be that of a namesake
        return None
    return _only([one for one in those if names.is_named(one.name.title, one.topic)])


def _only(those: list[_Read]) -> _Read | None:
    return those[0] if len(those) == 1 else None
