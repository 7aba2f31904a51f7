"""Messages for exceptions that a check's own code raises while it examines a student's value.

The author of the check did not expect such a value. The rest of the submission is still graded: this check
gives no points, the student reads one plain sentence, and the instructor gets a line with the check and the
place.
"""

import traceback
from pathlib import Path

from autograder.topics import CODE

HERE = Path(__file__).resolve().parent
LONGEST = 300  # characters kept of the exception's text, which may hold a student's value


def for_student(function: str) -> str:
    """Return the sentence that a student reads in place of the exception."""
    return (
        f"This check could not look at what `{function}` gave back, so it gives no points: either its "
        "type, shape or values are not what the task asks for, or the check itself is at fault. Your "
        "instructor has been told the place."
    )


def for_instructor(check_id: str, body, error: Exception) -> str:
    """Return one line: the check, the file and line where it failed, the exception's type and text."""
    return f"{check_id}: {_what(Path(body.__code__.co_filename), error)}"


def of_unknown_mistake(check_id: str, body, mistake: str) -> str:
    """Return such a line for a check that names a mistake which its assignment does not have."""
    code = body.__code__
    return (
        f"{check_id}: {_shown(code.co_filename, code.co_firstlineno)}: names {mistake!r}, no key of MISTAKES"
    )


def of_example(check_id: str, error: Exception) -> str:
    """Return such a line for an example that was to be shown with a failed check."""
    return f"{check_id}, its example: {_what(HERE, error)}"


def of_page(error: Exception) -> str:
    """Return such a line for the cells' second run, which is for the page alone."""
    return f"the page shows no example and nothing printed after a check: {_what(HERE, error)}"


def _what(own: Path, error: Exception) -> str:
    text = " ".join(str(error).split())[:LONGEST]
    return f"{_place(own, error)}: {type(error).__name__}{f': {text}' if text else ''}"


def of_loading(topic: str, error: Exception) -> str:
    """Return one line for a module of a topic's checks that raised an error as it was loaded."""
    text = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())[:LONGEST]
    if isinstance(error, SyntaxError) and error.filename:
        where = _shown(error.filename, error.lineno)
    else:
        where = _place(HERE, error)
    return f"{where}: {type(error).__name__}: {text}; the checks of {topic!r} cannot be loaded"


def summary(lines: list[str]) -> str:
    """Return the report at the end of a run over a class; `lines` name student, topic, check and place."""
    many = f"{len(lines)} checks" if len(lines) > 1 else "1 check"
    head = (
        f"{many} could not look at what a student's code gave back (told as wrong, 0 points). One that "
        "fails on many submissions is itself at fault; mend it, and run this again:"
    )
    return "\n  ".join([head, *lines])


def _place(own: Path, error: Exception) -> str:
    """Return the innermost line of `own`, of the checks' code, or of an assignment, in the traceback.

    A line in NumPy would say less.
    """
    frames = traceback.extract_tb(error.__traceback__)
    checks = [f for f in frames if Path(f.filename) == own or _of_checks(Path(f.filename))]
    frame = (checks or frames)[-1]
    return _shown(frame.filename, frame.lineno)


def _shown(filename: str, line: int | None) -> str:
    """Return file and line; of an assignment's file its place in the course, wherever that lies."""
    path, base = Path(filename), CODE
    if assignments := [place for place in path.parents if place.name == "assignments"]:
        base = assignments[0].parent
        base = base.parent if base.name == "autograder" else base
    return f"{path.relative_to(base) if base in path.parents else path.name}:{line}"


def _of_checks(path: Path) -> bool:
    """Return whether this is a file of checks or their helpers, not one that loads or runs checks."""
    ours = HERE in path.parents and path.name not in ("checking.py", "loading.py", "examples.py")
    return ours or "assignments" in (parent.name for parent in path.parents)
