"""Exit statuses and argument types that all commands share."""

import argparse
import os
from pathlib import Path

DONE = 0
FOUND = 1  # it ran to its end and found something wrong
REFUSED = 2  # it cannot do what was asked, because of a name, a file or the machine
FAILED = 3  # an error in the grader's own code
INTERRUPTED = 130  # the shell's status for an end by SIGINT
CLOSED = 141  # and by SIGPIPE

EPILOG = (
    "Exit status: 0 if all is done; 1 if the command ran to its end and found something wrong{found}; 2 if "
    "it cannot do what was asked, because of an unknown name, a course or file that cannot be used, or "
    "something that this machine lacks; 3 if the grader itself failed, with a traceback; 130 if it was "
    "interrupted; 141 if what reads its output has ended. What the status is about is told on stderr."
)


def whole(least: int):
    """Return an argument type: a whole number, `least` or more."""

    def number(text: str) -> int:
        if not text.strip().lstrip("+-").isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"found {text!r}, expected a whole number, {least} or more")
        return int(text)

    return number


def seconds(text: str) -> float:
    """Parse an argument: a positive, finite number."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a number of seconds, more than 0")
    return value


def file_to_write(text: str) -> Path:
    """Parse the path of a file to write, and check it now, before the work that it is to hold."""
    path = Path(text)
    if path.is_dir() or not path.absolute().parent.is_dir():
        wrong = "is a folder" if path.is_dir() else "lies in a folder that there is not"
        raise argparse.ArgumentTypeError(f"{text} {wrong}, expected a file to write")
    if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text} cannot be written")
    return path


def empty_folder(text: str) -> Path:
    """Parse the path of a folder to work in, empty or not there yet."""
    path = Path(text)
    if path.exists() and not (path.is_dir() and not any(path.iterdir())):
        raise argparse.ArgumentTypeError(f"{text} is not an empty folder, so it is left alone")
    return path
