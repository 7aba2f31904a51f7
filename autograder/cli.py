"""The command line: `python -m autograder COMMAND`, or `embedding-course COMMAND` where it is installed."""

import argparse
import os
import sys
import traceback

from autograder import status
from autograder.checks.checking import BrokenChecks
from autograder.execution.forkserver import SandboxEnded
from autograder.grading import check, grade_command, report, roster
from autograder.grading.course import CourseError
from autograder.grading.progress import OutputClosed
from autograder.platforms import collect, grades, pages
from autograder.release import release
from autograder.release.solutions import SourceError
from autograder.sandboxed.echo import clean
from autograder.sections import LabelError
from autograder.selftest import answers, bench, clauses, demo, memory, mutants, soak
from autograder.selftest.attacks import attacks
from autograder.settings import new
from autograder.settings.course_toml import SettingsError
from autograder.topics import INSTALLED, NAME, ROOT, NoCourse, UnknownName, near, version

# Errors that a user can correct: reported in one line.
REFUSALS = (
    BrokenChecks,
    CourseError,
    LabelError,
    NoCourse,
    SandboxEnded,
    SettingsError,
    SourceError,
    UnknownName,
)

MODULE = "python -m autograder"
# They read or write files that a wheel lacks: committed exercises/, benchmarks/, the README.
OF_A_CHECKOUT = (bench, memory, soak)


def main(argv: list[str] | None = None, prog: str = NAME) -> int:
    """Run one command and return its exit status, one of those in `status`.

    Raise `SystemExit` with status 2 for invalid arguments.
    """
    argv = sys.argv[1:] if argv is None else argv
    parser, names = _parser(prog)
    if argv and not argv[0].startswith("-") and argv[0] not in names:
        parser.error(f"no command {argv[0]!r}{near(argv[0], names)}; the commands are: {', '.join(names)}")
    args = parser.parse_args(argv)
    try:
        code = args.run(args)
        sys.stdout.flush()  # here, where a closed pipe can still be handled
        return code
    except REFUSALS as error:
        print(clean(str(error)), file=sys.stderr)
        return status.REFUSED
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return status.INTERRUPTED
    except (OutputClosed, BrokenPipeError):
        _give_up_stdout()
        return status.CLOSED
    except Exception:  # noqa: BLE001 - an unforeseen error is the grader's, not a command's finding
        print(clean(traceback.format_exc()), end="", file=sys.stderr)
        print("the grader itself failed, with the error above", file=sys.stderr)
        return status.FAILED


def _give_up_stdout() -> None:
    """Point stdout at os.devnull: Python's flush at exit would otherwise print a traceback."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(prog: str) -> tuple[argparse.ArgumentParser, list[str]]:
    """Return the command-line parser and the names of its commands."""
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Release the assignments, test the hidden tests, grade a class.",
        epilog=status.EPILOG.format(found=""),
        formatter_class=argparse.RawDescriptionHelpFormatter,  # or a path in the version would be wrapped
    )
    parser.add_argument("--version", action="version", version=f"{NAME} {version()} from {ROOT}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, dest="command")
    for module in (
        release,
        new,
        answers,
        clauses,
        mutants,
        check,
        grade_command,
        roster,
        report,
        collect,
        grades,
        pages,
        demo,
        attacks,
        bench,
        memory,
        soak,
    ):
        command = module.add_parser(commands)
        if INSTALLED and module in OF_A_CHECKOUT:
            command.set_defaults(run=_refuse)
    return parser, list(commands.choices)


def _refuse(args: argparse.Namespace) -> int:
    print(
        f"{NAME} {args.command}: needs a checkout of the course's repository, and this grader is installed "
        f"from a wheel; there, run `{MODULE} {args.command}`",
        file=sys.stderr,
    )
    return status.REFUSED
