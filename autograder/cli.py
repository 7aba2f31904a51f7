"""The command line: `python -m autograder COMMAND`."""

import argparse

from autograder.grading import grade
from autograder.release import release
from autograder.selftest import bankrun, bench, demo, memorybench, soak
from autograder.selftest.attacks import report


def main(argv: list[str] | None = None) -> int:
    """Run one command; the exit status is 0 if all is well."""
    parser = argparse.ArgumentParser(
        prog="python -m autograder",
        description="Release the assignments, test the hidden tests, grade a class.",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for module in (release, bankrun, grade, demo, report, bench, memorybench, soak):
        module.add_parser(commands)
    args = parser.parse_args(argv)
    return args.run(args)
