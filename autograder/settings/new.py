"""`python -m autograder new DIR`: a folder for a course, with its settings, and what to do next."""

import argparse
import datetime
import shlex
from pathlib import Path

from autograder import files, status
from autograder.settings.course_toml import NAME, SCHEMA, SettingsError, read
from autograder.topics import COMMAND, OWN, ROOT, VARIABLE, topics as all_topics

CONFIG = "nbgrader_config.py"
# nbgrader's own commands, formgrader among them, read this file.
_CONFIG = """\
# What formgrader and commands that begin with `nbgrader` need. The course's settings are in course.toml.
{content}c = get_config()
load_subconfig("nbgrader_config.py", path={root!r})
"""
_HEAD = """\
#:schema {schema}
# The settings of this course. Every line may go; `#` before a line takes it out.

title = {title}
timezone = {zone}  # of the times below that have none, and of this file's days

# The list of students, as a spreadsheet or a platform exports it. Who hands in nothing has 0 points.
# roster = "students.csv"
# roster-id = ["First name", "Last name"]  # columns that make up a student's id, if they are not found

# All draws of the hidden tests follow from a seed. Without this line one is drawn and kept secret.
# seed = 1

# What late work loses: "none", "zero" (all of it), or "per-day" (a share for each day that has begun).
[late]
rule = "none"
# per-day = 0.1
# grace-hours = 1

# A table for each topic that the class gets, in the order of the course. Take out what you do not teach.
#   release   `release` hands the notebook out from then on, and from then on missing work counts as 0 points
#   due       a day until its end, or a time; without it nothing is late
#   points    what the topic counts for in what `export` writes; without it, the points of its checks
#   off       functions that are given, finished: no work and no points
# Topics of your own, or other hidden tests, go into topics/ beside this file.
"""


def text(title: str, zone: str, start: datetime.date | None, topics: list[str]) -> str:
    """Return a `course.toml` with these topics, one a week from `start`, or with dates to fill in."""
    made = [_HEAD.format(schema=SCHEMA.as_uri(), title=_quoted(title), zone=_quoted(zone))]
    for week, topic in enumerate(topics):
        first = (start or datetime.date(datetime.date.today().year + 1, 1, 1)) + datetime.timedelta(
            weeks=week
        )
        mark = "" if start else "# "
        made.append(
            f"[topics.{topic}]\n{mark}release = {first}\n"
            f"{mark}due = {first + datetime.timedelta(weeks=1)}T12:00:00\n# points = 10\n# off = []\n"
        )
    return "\n".join(made)


def _quoted(said: str) -> str:
    return '"' + said.replace("\\", "\\\\").replace('"', '\\"') + '"'


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "new",
        help="make a folder for a course",
        description=f"Make a course folder: {NAME}, the settings, with a line of explanation for each; and "
        f"{CONFIG} for nbgrader's own commands. What is there is left alone.",
        epilog=status.EPILOG.format(found=""),
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder, made if missing")
    parser.add_argument(
        "--title", default="The embedding layer", help="the course's name (default: %(default)s)"
    )
    parser.add_argument(
        "--start",
        type=_date,
        metavar="DATE",
        help="the day of the first release, as 2031-02-03; then a topic a week, due a week later",
    )
    parser.add_argument(
        "--timezone", default="UTC", metavar="PLACE", help='as "Europe/Berlin" (default: %(default)s)'
    )
    parser.set_defaults(run=run)
    return parser


def _date(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a date, as 2031-02-03") from None


def run(args: argparse.Namespace) -> int:
    folder, made = args.folder, []
    for name in (NAME, CONFIG):
        if (folder / name).exists():
            raise SettingsError(f"{folder / name}: is there already, so nothing is written")
    if folder.exists() and not folder.is_dir():
        raise SettingsError(f"{folder}: is a file, expected a folder or nothing yet")
    draft = text(args.title, args.timezone, args.start, all_topics())
    other = f'import os; os.environ["{VARIABLE}"] = {str(ROOT)!r}\n' if ROOT != OWN else ""
    config = _CONFIG.format(root=str(OWN), content=other)
    for name, written in ((NAME, draft), (CONFIG, config)):
        files.put_text(folder / name, written)
        made.append(folder / name)
    try:
        read(folder, all_topics())
    except SettingsError:
        for path in made:
            path.unlink()
        raise
    place = shlex.quote(str(folder))
    print(f"wrote {', '.join(map(str, made))}")
    print("Next:")
    for line, why in (
        (f"edit {folder / NAME}", "topics, dates, rule for late work, list of students"),
        (f"{COMMAND} release --course {place}", f"the notebooks to hand out, in {folder / 'exercises'}"),
        (f"{COMMAND} collect ZIP --course {place}", "what a platform hands you"),
        (f"{COMMAND} grade --course {place}", "scores and pages"),
    ):
        print(f"  {line}\n      {why}")
    return status.DONE
