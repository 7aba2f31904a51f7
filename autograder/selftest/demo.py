"""`python -m autograder demo`: the class of twelve, graded: the grader's main job on real input."""

import argparse
import shutil
import sys
from pathlib import Path

from autograder import status
from autograder.execution.channel import Limits
from autograder.grading.cache import ResultCache
from autograder.grading.grade import fences, grade
from autograder.selftest.demo_class import write_class
from autograder.topics import INSTALLED, ROOT, topics as all_topics

SECONDS = 5.0  # the time limit: the class holds an endless loop


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "demo",
        help="build a sample class, grade it, print its scores",
        epilog=status.EPILOG.format(found=": a submission on which the grader failed"),
    )
    parser.add_argument(
        "--dir",
        type=Path,
        default=(Path() if INSTALLED else ROOT) / "_build" / "demo",
        help="where (default: _build/demo; an earlier demo there is replaced)",
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    topics, course = all_topics(), args.dir
    if course.exists():
        if not course.is_dir() or not (course / ".demo").exists() and any(course.iterdir()):
            print(
                f"{course}: not an earlier demo, so it is left alone; name an empty folder with --dir",
                file=sys.stderr,
            )
            return status.REFUSED
        shutil.rmtree(course)
    write_class(course, topics)
    (course / ".demo").touch()
    # The class is the repository's own, so it may run without a sandbox.
    tally = grade(course, topics, limits=Limits(seconds=SECONDS), bounds=fences(unsafe=True))
    print()
    print("\n".join(table(ResultCache(course).everything(topics), topics)))
    print(f"\ngradebook, grades, verdicts and feedback pages: {course}")
    return status.FOUND if tally.failures else status.DONE


def table(done, topics) -> list[str]:
    """Return the scores of a class, a line a student, with the counts of their verdicts."""
    done = list(done)
    lines = [f"{'submission':28}" + "".join(f"{t:>16}" for t in topics) + "   verdicts"]
    for student in sorted({g.student for g in done}):
        mine = {g.topic: g for g in done if g.student == student}
        counts: dict[str, int] = {}
        row = f"{student:28}"
        for topic in topics:
            results = mine[topic].results
            for r in results:
                counts[r.verdict] = counts.get(r.verdict, 0) + 1
            earned, possible = sum(r.points for r in results), sum(r.max_points for r in results)
            row += f"{f'{earned:g} / {possible:g}':>16}"
        said = ", ".join(f"{n} {v}" for v, n in sorted(counts.items(), key=lambda x: -x[1]))
        lines.append(f"{row}   {said}")
    return lines
