"""`python -m autograder feedback`: the students' pages in the zip file that a platform takes back.

None of this was tried on a running platform. Where the forms stand:

*Moodle*, "Upload multiple feedback files in a zip": `mod/assign/feedback/file/importziplib.php` takes files
in folders `NAME_NUMBER_assignsubmission_file_` and goes by NUMBER; files whose names begin with a dot or `~`
are ignored.

*Canvas*, "Upload Submissions": `infer_comment_context_from_filename` goes by the numbers of the user and of
the file handed in, which must be one of the submission's. It attaches the page as a comment; as the source
has it, under the name of the student's own file, so that a page may be shown as `lookup.ipynb`. The help
pages only ask for unchanged names, which is not possible with another ending.
"""

import argparse
import sys
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from autograder import files, status
from autograder.grading import course as courses
from autograder.grading.course import CourseError, drafts, shown
from autograder.grading.progress import tell
from autograder.platforms import kept
from autograder.platforms.names import PLATFORMS
from autograder.platforms.sorting import some
from autograder.settings import course_toml
from autograder.topics import ROOT, known, topics as all_topics

_DATE = (1980, 1, 1, 0, 0, 0)  # the same pages give the same zip file


@dataclass
class Packed:
    """The pages by their names in the zip file, and what is missing."""

    pages: dict[str, Path] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def pack(course: Path, to: str, topic: str, root: Path = ROOT) -> Packed:
    """Find the page of each name in the kept zip files. Raise `CourseError` if this platform wrote none."""
    folder = kept.archive(course, topic)
    if not kept.files(course, topic):
        raise CourseError(
            f"{folder}: no zip file with names; `collect` keeps it there, or put it there yourself"
        )
    taken = kept.work(course, topic, to, all_topics(root))
    if not taken:
        raise CourseError(f"{folder}: no notebook has a name in {PLATFORMS[to].whose} form")
    found, absent, used = Packed(), [], set()
    for one in taken:
        # The student may have been collected before the list of students was read.
        pages = [_page(course, student, topic) for student in dict.fromkeys((one.student, one.own))]
        page = next((page for page in pages if page.is_file()), None)
        if page is None:
            absent.append(one.student)
            continue
        used.add(page)
        found.pages[f"{one.name.reply}/{page.name}" if to == "moodle" else f"{one.name.reply}.html"] = page
    if absent:
        found.wrong.append(f"no page yet, grade first: {some(sorted(absent))}")
    others = sorted(set((course / "feedback").glob(f"*/{topic}/{topic}.html")) - used)
    if others:
        found.wrong.append(f"no name in the zip file for the page of {some([p.parts[-3] for p in others])}")
    return found


def _page(course: Path, student: str, topic: str) -> Path:
    return course / "feedback" / student / topic / f"{topic}.html"


def write(course: Path, found: Packed, out: Path) -> None:
    """Write the zip file in one step."""
    draft = drafts(course) / "pages.zip"
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as file:
        for name, page in sorted(found.pages.items()):
            about = zipfile.ZipInfo(name, _DATE)
            about.compress_type, about.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            file.writestr(about, page.read_bytes())
    draft.chmod(0o644)
    files.move(draft, out)


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "feedback",
        help="pack the pages for Moodle or Canvas",
        description="Pack the students' pages of a topic into the zip file that a platform takes back: "
        "Moodle under Upload multiple feedback files in a zip, Canvas under Upload Submissions. "
        "Whose page is whose is in the names of the zip files that collect keeps, in "
        "COURSE/downloaded/TOPIC/archive. The forms are from the platforms' documentation; none "
        "was tried on a running platform.",
        epilog=status.EPILOG.format(found=": a student without a page, or a page without a name"),
    )
    parser.add_argument("topic", metavar="TOPIC")
    parser.add_argument("--to", choices=["moodle", "canvas"], required=True)
    course_toml.add_argument(parser)
    parser.add_argument(
        "--out",
        type=status.file_to_write,
        metavar="FILE",
        help="(default: COURSE/feedback-TOPIC-PLATFORM.zip)",
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    if not args.course.is_dir():
        raise CourseError(f"{args.course}: no such folder")
    topic = known(args.topic)
    found = pack(args.course, args.to, topic)
    out = args.out or args.course / f"feedback-{topic}-{args.to}.zip"
    if found.pages:
        with courses.reporting_disk_errors(out), courses.held(args.course), courses.scratch(args.course):
            write(args.course, found, out)
        tell(f"{len(found.pages)} pages of {topic} in {shown(out)}")
    for line in found.wrong:
        print(line, file=sys.stderr)
    return status.FOUND if found.wrong else status.DONE
