"""`python -m autograder attacks`: the results of the class of hostile submissions, as a table or a file."""

import argparse
import json
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

from autograder import status
from autograder.checks import loading
from autograder.grading.grade import need_fences
from autograder.selftest.attacks.harness import (
    ATTACKED,
    CASES,
    TOPIC,
    Attempt,
    Report,
    attempts,
    class_problems,
    grade_class,
    problems,
)
from autograder.topics import ROOT, UnknownName, near

FILE = ROOT / "benchmarks" / "attacks.json"  # what the book shows
PACKAGES = ("numpy", "torch", "ipython", "nbgrader")


def rows(chosen: list[Attempt], report: Report) -> list[dict]:
    """Return a row for each attempt: attempt, verdict, points, and what it could reach."""
    checks = loading.suite(TOPIC).checks
    here = sum(c.points for c in checks if c.function == ATTACKED)
    rest, found = sum(c.points for c in checks) - here, []
    for attempt in chosen:
        said, points, others = report.row(attempt)
        found.append(
            {
                "attempt": attempt.name,
                "does": attempt.header["attempt"],
                "verdicts": said,
                "points": points,
                "of": here,
                "others": others,
                "of others": rest,
                "reaches": attempt.header["reaches"],
                "problems": problems(attempt, report),
            }
        )
    return found


def table(found: list[dict]) -> list[str]:
    """Return the rows, a line each."""
    lines = [f"{'attempt':32} {'verdict':20} {'points':>8} {'others':>8}  could reach"]
    for row in found:
        points, others = f"{row['points']:g}/{row['of']:g}", f"{row['others']:g}/{row['of others']:g}"
        reach = "; ".join(row["problems"]) or row["reaches"]
        lines.append(f"{row['attempt']:32} {row['verdicts']:20} {points:>8} {others:>8}  {reach}")
    return lines


def record(found: list[dict], wrong: list[str]) -> str:
    """Return the rows as JSON, with the day and the versions that they hold for."""
    whole = {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "versions": versions(),
        "topic": TOPIC,
        "attacked": ATTACKED,
        "attempts": found,
        "class problems": wrong,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def versions() -> dict[str, str]:
    """Return what a run depends on beside this repository."""
    said = subprocess.run(["bwrap", "--version"], capture_output=True, text=True).stdout.split()
    return {
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
        "bubblewrap": said[-1] if said else "none",
        "linux": platform.release().split("-")[0],
    }


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "attacks",
        help="grade submissions that attack or break a grader",
        epilog=status.EPILOG.format(found=": an attempt that gained, broke or saw anything"),
    )
    parser.add_argument("attempt", nargs="*", help="only these attempts (all by default)")
    parser.add_argument(
        "--keep", type=status.empty_folder, help="an empty folder in which the course is left to look at"
    )
    parser.add_argument(
        "--write",
        type=status.file_to_write,
        metavar="FILE",
        help="write the table as JSON too; the book shows benchmarks/attacks.json",
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Grade the attempts and print their table; exit 1 if one gained, broke or saw anything."""
    there = {attempt.name: attempt for attempt in attempts()}
    for name in args.attempt:
        if name not in there:
            raise UnknownName(
                f"no attempt {name!r}{near(name, there)}; {len(there)} lie in {CASES.relative_to(ROOT)}"
            )
    chosen = [attempt for name, attempt in there.items() if not args.attempt or name in args.attempt]
    need_fences()
    folder = args.keep or Path(tempfile.mkdtemp(prefix="attacks-"))
    try:
        report = grade_class(chosen, folder)
        found, of_class = rows(chosen, report), class_problems(report)
        print("\n".join(table(found)))
        print(f"\n{len(found)} attempts, {sum(not row['problems'] for row in found)} came to nothing")
        wrong = [f"{row['attempt']}: {p}" for row in found for p in row["problems"]] + of_class
        print("\n".join(wrong), file=sys.stderr)
        if args.write is not None:
            args.write.write_text(record(found, of_class), "utf-8")
        return status.FOUND if wrong else status.DONE
    finally:
        if args.keep is None:
            shutil.rmtree(folder)
