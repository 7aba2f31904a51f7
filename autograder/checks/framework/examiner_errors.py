"""The messages when a check's own code raises an exception while it looks at a student's value.

The author of the check did not expect such a value. The rest of the submission is graded all the same:
this check gives no points, the student reads one plain sentence, and the instructor gets a line with the
check and the place.
"""

import traceback
from pathlib import Path

from autograder.topics import ROOT

FRAMEWORK = Path(__file__).resolve().parent
LONGEST = 300  # characters kept of the exception's text, which may hold a student's value


def for_student(function: str) -> str:
    """The sentence that a student reads in place of the exception."""
    return (
        f"`{function}` gave back something that this check could not look at: its type, shape or values "
        "are not what the task asks for."
    )


def for_instructor(check_id: str, body, error: Exception) -> str:
    """One line: the check, the file and line where it failed, the exception's type and text."""
    text = " ".join(str(error).split())[:LONGEST]
    return f"{check_id}: {_place(body, error)}: {type(error).__name__}" + (f": {text}" if text else "")


def summary(lines: list[str]) -> str:
    """The report at the end of a run over a class; `lines` name student, topic, check and place."""
    many = f"{len(lines)} checks" if len(lines) > 1 else "1 check"
    head = f"{many} could not look at what a student's code gave back (told as wrong, 0 points):"
    return "\n  ".join([head, *lines])


def _place(body, error: Exception) -> str:
    """The innermost line of the topic's checks in the traceback; a line within NumPy would say less."""
    frames = traceback.extract_tb(error.__traceback__)
    own = Path(body.__code__.co_filename)
    checks = [f for f in frames if Path(f.filename) == own or _of_checks(Path(f.filename))]
    frame = (checks or frames)[-1]
    path = Path(frame.filename)
    return f"{path.relative_to(ROOT) if ROOT in path.parents else path.name}:{frame.lineno}"


def _of_checks(path: Path) -> bool:
    """Is this the file of a check or of its helpers? `checking`, which runs the checks, is not."""
    return FRAMEWORK.parent in path.parents and path != FRAMEWORK / "checking.py"
