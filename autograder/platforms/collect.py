"""`python -m autograder collect`: a platform's zip files into `submitted/`, nothing lost and nothing silently
left.

A newer notebook takes the place of an older one, which stays in `downloaded/TOPIC/replaced`; what the grader
found in it stays with its attempts. The zip files stay in `downloaded/TOPIC/archive`, where nbgrader has them
too: `feedback` and `export` find students by the names in them. One whose students are all in a newer one
moves to `downloaded/TOPIC/earlier`.

A time of handing in comes from a name. The date that a zip file gives to a notebook is trusted only if the
caller says so: no platform documents what it means, and it has no zone.
"""

import argparse
import contextlib
import os
import shutil
import sys
import zoneinfo
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from autograder import files, status
from autograder.grading import course as courses, ids, timestamps
from autograder.grading.contents import OWN
from autograder.grading.course import CourseError, drafts, reporting_disk_errors, shown
from autograder.grading.progress import aligned, tell
from autograder.grading.standing import due_dates
from autograder.platforms import kept, people, zips
from autograder.platforms.names import PLATFORMS, SUFFIX, Entry
from autograder.platforms.sorting import Sorting, Taken, some
from autograder.settings import course_toml
from autograder.topics import ROOT, known, topics as all_topics

if TYPE_CHECKING:
    from autograder.platforms.collector import PlatformCollector

NEW, CHANGED, UNCHANGED = "new", "changed", "unchanged"


@dataclass
class Collected:
    """What came of the zip files."""

    sorting: Sorting
    counts: dict[str, Counter[str]] = field(default_factory=dict)  # by topic: new, changed, unchanged
    told: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)  # a line for each file that is left: path and reason

    def count(self, topic: str, what: str) -> None:
        self.counts.setdefault(topic, Counter())[what] += 1

    def lines(self) -> Iterator[str]:
        """Return what is told on stdout."""
        taken, left = len(self.sorting.taken), len(self.left)
        yield (
            f"read as {PLATFORMS[self.sorting.platform].whose}: {_number(taken, 'submission')}, "
            f"{_number(left, 'file')} left"
        )
        for topic, counts in self.counts.items():
            yield f"{topic}: " + ", ".join(f"{counts[w]} {w}" for w in (NEW, CHANGED, UNCHANGED) if counts[w])
        if self.sorting.earlier:
            earlier = _number(len(self.sorting.earlier), "earlier attempt")
            yield f"{earlier} passed over, as a later one counts"
        yield from self.sorting.told
        yield from self.told


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def collect(
    course: Path,
    paths: list[Path],
    topic: str | None = None,
    platform: str | None = None,
    dates: bool = False,
    zone: str = "UTC",
    dry_run: bool = False,
    root: Path = ROOT,
) -> Collected:
    """Put the notebooks of the zip files into the course; with `dry_run` only say what would be done.

    `zone` is that of times in names and, with `dates`, of the dates in the zip files. Raise `CourseError` if
    a file is no zip file, if its notebooks are too large together, or if no name in it can be read.
    """
    topics = all_topics(root)
    with zips.opened(paths) as opened:
        from autograder.platforms.collector import PlatformCollector

        collector = PlatformCollector(platform=platform or "", zone=zone)
        refused, entries = [], []
        for file in opened.values():
            for entry in file.entries():
                reason = file.refusal(entry) if entry.path.casefold().endswith(SUFFIX) else ""
                (refused.append((entry, reason)) if reason else entries.append(entry))
        found = Collected(collector.sort(entries, topics, people.of_course(course), topic))
        found.left += [_line(opened, entry, reason) for entry, reason in refused + found.sorting.left]
        if not found.sorting.taken and found.sorting.unclear:
            raise CourseError(
                f"{shown(paths[0])}: no name of a notebook says its topic, as in "
                f"{found.sorting.unclear[0].path!r}; give --topic, one of {', '.join(topics)}"
            )
        _leave_namesakes(course, opened, found, topics)
        _tell_earlier_folders(course, found)
        _bound(opened, found.sorting.taken)
        times = {taken.entry: _time(collector, opened, taken, dates) for taken in found.sorting.taken}
        if not dry_run:
            with reporting_disk_errors(course / OWN), courses.held(course), courses.scratch(course):
                _write(course, opened, found, times, topics)
    _tell_late(course, found, times)
    _tell_absent(course, found)
    return found


def _leave_namesakes(course: Path, opened: dict[str, zips.Zip], found: Collected, topics: list[str]) -> None:
    """Leave those whose name in Moodle was that of another number before: it may be another person."""
    if found.sorting.platform != "moodle":
        return
    for topic in {taken.topic for taken in found.sorting.taken}:
        now = kept.numbers(taken for taken in found.sorting.taken if taken.topic == topic)
        for path in kept.files(course, topic):
            before = kept.numbers(kept.work(course, topic, "moodle", topics, [path]))
            other = {name for name, those in before.items() if name in now and not those & now[name]}
            for taken in [one for one in found.sorting.taken if one.topic == topic and one.own in other]:
                found.sorting.taken.remove(taken)
                found.left.append(
                    _line(
                        opened,
                        taken.entry,
                        f"{shown(path)} has {taken.own!r} with another number; if they are two students, "
                        "collect both zip files at once, and if it is another assignment, move that file "
                        "away",
                    )
                )


def _tell_earlier_folders(course: Path, found: Collected) -> None:
    """Tell whose work lies in a folder of the name alone, from before the number was added."""
    for taken in found.sorting.taken:
        folder = ids.folder_of(course / "submitted", taken.own) / taken.topic
        if taken.student == f"{taken.own}_{taken.name.number}" and folder.is_dir():
            line = f"{shown(folder)}: of one of those called {taken.own!r}, from before; remove it"
            found.told += [line] if line not in found.told else []


def _line(opened: dict[str, zips.Zip], entry: Entry, reason: str) -> str:
    return f"{shown(opened[entry.archive].path / entry.path)}: {reason}"


def _bound(opened: dict[str, zips.Zip], taken: list[Taken]) -> None:
    """Raise `CourseError` if the notebooks are too large together."""
    sizes = {one.entry: opened[one.entry.archive].size(one.entry) for one in taken}
    if sum(sizes.values()) > zips.MOST:
        largest = max(sizes, key=sizes.__getitem__)
        raise CourseError(
            f"{shown(opened[largest.archive].path)}: its notebooks take {sum(sizes.values()):,} bytes "
            f"unpacked, expected at most {zips.MOST:,}; the largest is {largest.path!r}"
        )


def _time(
    collector: "PlatformCollector", opened: dict[str, zips.Zip], taken: Taken, dates: bool
) -> datetime | None:
    """Return when a notebook was handed in (UTC), as far as is known."""
    from autograder.platforms.collector import in_utc

    if when := collector.handed_in(taken):
        return when
    if dates:
        with contextlib.suppress(ValueError):  # a month of 0, which programs write for no date
            return in_utc(datetime(*opened[taken.entry.archive].date(taken.entry)), collector.zone)
    return None


def _write(
    course: Path,
    opened: dict[str, zips.Zip],
    found: Collected,
    times: dict[Entry, datetime | None],
    topics: list[str],
) -> None:
    """Write the notebooks, their times and the zip files."""
    older, removed = [], []
    for taken in found.sorting.taken:
        folder = ids.folder_of(course / "submitted", taken.student) / taken.topic
        if reason := _blocked(course / "submitted", taken, folder):
            found.left.append(_line(opened, taken.entry, reason))
            continue
        draft = drafts(course) / "collected"
        try:
            content = opened[taken.entry.archive].unpack(taken.entry, draft)
        except zips.BadEntry as error:
            found.left.append(_line(opened, taken.entry, str(error)))
            continue
        what, had_time = _put(course, taken, folder, draft, content, times[taken.entry])
        if what:
            found.count(taken.topic, what)
        else:
            older.append(taken.student)
        removed += [taken.student] if had_time else []
    if older:
        found.told.append(
            f"left as it is, since it was handed in later than what the zip file has: {some(older)}"
        )
    if removed:
        found.told.append(f"timestamp.txt was that of the earlier notebook and is removed: {some(removed)}")
    for topic in sorted({taken.topic for taken in found.sorting.taken}):
        _keep(course, topic, opened, found.sorting, topics)


def _blocked(submitted: Path, taken: Taken, folder: Path) -> str:
    """Return why nothing is written for a student; empty if it can be."""
    names = [path.name for path in submitted.iterdir()] if submitted.is_dir() else []
    if len(twins := ids.folders(names).get(taken.student, [])) > 1:
        return f"in {shown(submitted)} the folders {ids.twins(twins)}"
    for path in (folder.parent, folder, folder / f"{taken.topic}{SUFFIX}"):
        if path.is_symlink():
            return f"{shown(path)} is a link; put a folder in its place"
    return ""


def _put(
    course: Path, taken: Taken, folder: Path, draft: Path, content: str, when: datetime | None
) -> tuple[str, bool]:
    """Put an unpacked notebook into its folder; return what was done, and whether a time was removed.

    A stop at any moment leaves no time beside a notebook that it is not of: the next run goes on.
    """
    path, stamp = folder / f"{taken.topic}{SUFFIX}", folder / timestamps.NAME
    there = path.is_file()
    same = there and zips.digest(path) == content
    before = timestamps.time_in(stamp.read_bytes()[: timestamps.BYTES]) if stamp.is_file() else None
    if there and not same and when and before and before > when:
        return "", False
    folder.mkdir(parents=True, exist_ok=True)
    had_time = stamp.is_file() and there and not same
    if there and not same:
        _save(course, taken, path)
        stamp.unlink(missing_ok=True)
    if not same:
        draft.chmod(0o644)
        files.move(draft, path)
    if when and not stamp.is_file():
        files.put_text(stamp, f"{when.isoformat(sep=' ')} UTC\n", drafts(course))
    return (UNCHANGED if same else CHANGED if there else NEW), had_time and not when


def _save(course: Path, taken: Taken, path: Path) -> None:
    """Keep the notebook that another one replaces."""
    folder = course / "downloaded" / taken.topic / "replaced" / taken.student
    folder.mkdir(parents=True, exist_ok=True)
    _copy(course, path, folder / f"{zips.digest(path)[:12]}{SUFFIX}")


def _copy(course: Path, path: Path, target: Path) -> None:
    draft = drafts(course) / "copied"
    shutil.copyfile(path, draft)
    draft.chmod(0o644)
    files.move(draft, target)


def _keep(course: Path, topic: str, opened: dict[str, zips.Zip], found: Sorting, topics: list[str]) -> None:
    """Keep the zip files with this topic; move away those of which all students are in newer ones."""
    folder = kept.archive(course, topic)
    folder.mkdir(parents=True, exist_ok=True)
    new = {taken.entry.archive for taken in found.taken if taken.topic == topic}
    for name in sorted(new):
        source, target = opened[name].path, folder / f"{name}.zip"
        if not target.is_file():
            _copy(course, source, target)
        elif zips.digest(source) != zips.digest(target):
            _put_aside(target)
            _copy(course, source, target)
        os.utime(target)  # the newest is the one that counts
    students = {taken.student for taken in found.taken if taken.topic == topic}
    for path in kept.files(course, topic):
        if path.stem not in new:
            with contextlib.suppress(CourseError):  # a zip file that somebody put there and that is broken
                before = kept.work(course, topic, found.platform, topics, [path])
                if before and {taken.student for taken in before} <= students:
                    _put_aside(path)


def _put_aside(path: Path) -> None:
    """Move a kept zip file to where neither nbgrader nor `feedback` reads it."""
    folder = path.parent.parent / "earlier"
    folder.mkdir(exist_ok=True)
    files.move(path, folder / f"{path.stem}-{zips.digest(path)[:8]}.zip")


def _tell_absent(course: Path, found: Collected) -> None:
    """Tell whose notebook the course still lacks, of those in its list of students."""
    listed = people.of_course(course)
    for topic in sorted({taken.topic for taken in found.sorting.taken}) if listed.named else ():
        here = {taken.student for taken in found.sorting.taken if taken.topic == topic}
        there = {s for s in listed.ids - here if (ids.folder_of(course / "submitted", s) / topic).is_dir()}
        if absent := sorted(listed.ids - here - there):
            found.told.append(f"{topic}: nothing from {len(absent)} of the list: {some(absent)}")


def _tell_late(course: Path, found: Collected, times: dict[Entry, datetime | None]) -> None:
    """Tell who is marked late without a time, which the gradebook would need."""
    marked = [one for one in found.sorting.taken if one.name.late and not times[one.entry]]
    due = due_dates(course) if marked else {}
    settings = course_toml.read(course)
    said = {name: topic.due for name, topic in settings.topics.items() if topic.due}
    for topic in sorted({one.topic for one in found.sorting.taken} & said.keys()):
        if settings.late.rule != "none" and not any(
            times[one.entry] for one in found.sorting.taken if one.topic == topic
        ):
            found.told.append(
                f"{topic}: no name says when it was handed in, so none of it counts as late unless "
                f"submitted/STUDENT/{topic}/{timestamps.NAME} says so"
            )
    for topic in sorted({one.topic for one in marked}):
        students = some(sorted(one.student for one in marked if one.topic == topic))
        line = f"{topic}: marked late, without a time: {students}"
        if when := f"{said[topic]:%Y-%m-%d %H:%M:%S}" if topic in said else due.get((None, topic)):
            line += (
                f"; it was due ({when.partition('.')[0]} UTC), and without a time their "
                "work counts as handed in on time: write it into "
                f"submitted/STUDENT/{topic}/{timestamps.NAME}"
            )
        found.told.append(line)


def zone(text: str) -> str:
    """Parse an argument: a zone of the time zone database."""
    try:
        zoneinfo.ZoneInfo(text)
    except (KeyError, ValueError, OSError) as error:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a place such as Europe/Berlin") from error
    return text


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "collect",
        help="take in the zip files of Moodle, Canvas or Google Classroom",
        description="Put the notebooks of a learning platform's zip files into COURSE/submitted, each into "
        "its student's folder, and name what is left. Of several attempts the latest counts. A "
        "name or number that fits one student of the gradebook (see roster) becomes that "
        "student's id. The forms of the names are from the platforms' documentation; none was "
        "tried on a running platform.",
        epilog=status.EPILOG.format(found=": a file that is left"),
    )
    parser.add_argument("zips", type=Path, nargs="+", metavar="ZIP", help="what the platform handed out")
    course_toml.add_argument(parser)
    parser.add_argument("--topic", help="the topic of all notebooks (default: that of each one's name)")
    parser.add_argument(
        "--from",
        dest="platform",
        choices=PLATFORMS,
        help="whose names they are (default: what fits most of them); names: with a time, or a folder for "
        "each student",
    )
    parser.add_argument(
        "--dates",
        action="store_true",
        help="take the dates in the zip file for the times of handing in; needs a zone",
    )
    parser.add_argument(
        "--zone",
        type=zone,
        help="the zone of times in names, and of those dates: Europe/Berlin (default: that of course.toml, "
        "else UTC)",
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and write nothing")
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    if not args.course.is_dir():
        raise CourseError(f"{args.course}: no such folder")
    settings = course_toml.read(args.course, all_topics())
    if args.dates and not args.zone and not settings.path.is_file():
        raise CourseError(
            "--dates needs --zone PLACE, such as Europe/Berlin: dates in a zip file have no zone"
        )
    zone = args.zone or settings.zone.key
    topic = None if args.topic is None else known(args.topic)
    done = collect(args.course, args.zips, topic, args.platform, args.dates, zone, args.dry_run)
    if args.dry_run:
        rows = [[t.student, t.topic, shown(Path(t.entry.path))] for t in done.sorting.taken]
        for line in aligned([["student", "topic", "file"], *rows]):
            tell(line)
    for line in done.lines():
        tell(line)
    if args.dry_run:
        tell("nothing is written")
    for line in courses.few(done.left):
        print(line, file=sys.stderr)
    return status.FOUND if done.left else status.DONE
