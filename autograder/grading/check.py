"""`embedding-course check NOTEBOOK`: the command of whoever learns alone."""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from autograder import files, status
from autograder.execution import bwrap
from autograder.execution.channel import Limits
from autograder.grading import alone, asked, feedback
from autograder.grading.served import Server
from autograder.grading.telling import built_book
from autograder.grading.watched import Seen, watched
from autograder.results import Graded
from autograder.sandboxed.echo import clean
from autograder.topics import ROOT, known


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "check",
        help="grade one notebook of your own, and say what is not right yet",
        description="Grade one notebook where it lies, in the sandbox, and print what a student would read. "
        "Nothing is kept.",
        epilog=status.EPILOG.format(found=": a check that is not right yet"),
    )
    parser.add_argument("notebook", type=Path, help="the notebook, saved")
    parser.add_argument("--topic", default="", help="the assignment (default: that of its name or cells)")
    parser.add_argument("--html", type=status.file_to_write, metavar="FILE", help="write the page too")
    parser.add_argument(
        "--book",
        default="",
        metavar="ADDRESS",
        help="address or folder of the built book, for links (default: the one built beside the course)",
    )
    parser.add_argument(
        "--fenced", action="store_true", help="refuse to run the notebook where there is no sandbox"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--watch",
        action="store_true",
        help="check again whenever the notebook is saved, until Ctrl-C, and serve a page that renews itself",
    )
    how.add_argument("--hint", metavar="FUNCTION", help="print the hints of a function, and grade nothing")
    how.add_argument(
        "--solution", metavar="FUNCTION", help="print the reference solution of a function, and grade nothing"
    )
    parser.add_argument("--seed", type=status.whole(0), default=0, help="of all draws (default: %(default)s)")
    parser.add_argument(
        "--time-limit",
        type=status.seconds,
        default=Limits.seconds,
        metavar="SECONDS",
        help="wall time of one cell or one check (default: %(default)s)",
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    try:
        if args.hint or args.solution:
            _give(args)
            return status.DONE
        absent = bwrap.missing()
        if absent and args.fenced:
            raise alone.CannotCheck(f"{args.notebook}: not run, for lack of a sandbox: {absent[0]}")
        if absent:
            print(f"your code runs unfenced, with your rights: {absent[0]}", file=sys.stderr)
        how = (args.notebook, args.topic, args.seed, Limits(seconds=args.time_limit), bool(absent))
        book = args.book or built_book(ROOT)
        if args.watch:
            return show(args.notebook, watched(*how), book, args.html)
        graded = alone.check(*how)
    except alone.CannotCheck as error:
        print(clean(str(error)), file=sys.stderr)
        return status.REFUSED
    tell(graded, book, args.html)
    return status.DONE if all(r.verdict == "right" for r in graded.results) else status.FOUND


def _give(args: argparse.Namespace) -> None:
    """Print the hints or the solution that is asked for."""
    topic = known(args.topic) if args.topic else alone.topic_of(args.notebook)
    if args.solution:
        print(asked.solution(topic, args.solution), end="")
        return
    found = asked.hints(topic, args.hint)
    for title, words in found:
        print(title, *alone.wrapped(words), sep="\n")
    if not found:
        print(f"the notebook has no hint at {args.hint}")


def tell(graded: Graded, book: str, page: Path | None) -> None:
    """Print what a learner reads, and write the page if a file is given."""
    print(alone.text(graded, book, colour=sys.stdout.isatty() and not os.environ.get("NO_COLOR")))
    if page:
        files.put_text(page, feedback.render(graded, book=book))
        print(f"\nthe page: {page}")


def show(path: Path, found: Iterator[Seen | alone.CannotCheck], book: str, page: Path | None) -> int:
    """Print what comes of each save and serve its page, until the user ends it; return the exit status."""
    print(f"checking {path}", flush=True)
    with Server(book) as server:
        try:
            for number, seen in enumerate(found):
                print("\x1b[2J\x1b[H" if sys.stdout.isatty() else "\n" * bool(number), end="")
                if isinstance(seen, alone.CannotCheck):
                    print(clean(str(seen)))
                    server.tell(clean(str(seen)))
                else:
                    tell(seen.graded, book, page)
                    server.show(seen.graded)
                    if seen.again is not None:
                        print(
                            f"\nchecked again: {', '.join(seen.again) or 'nothing, as no function changed'}"
                        )
                print(f"\nthe page, which renews itself: {server.address}")
                print(f"waiting for {path} to be saved again; Ctrl-C ends it", flush=True)
        except KeyboardInterrupt:
            print()
    return status.DONE
