"""What a student's test says of implementations that a check hands to it: right, or wrong.

All are made before the first is asked about (see `callbacks`), and they are asked about in a random order, so
that neither their names nor their places tell which are right.
"""

from collections.abc import Callable, Sequence

import numpy as np

from autograder.checks.checking import Unexplained, Wrong
from autograder.checks.student import Student, StudentError
from autograder.sandboxed import protocol


def verdicts(
    student: Student,
    name: str,
    implementations: dict[str, Callable],
    rng: np.random.Generator,
    *,
    calls: int,
    without: Sequence[str],
) -> dict[str, bool | StudentError]:
    """Return what the student's function `name` says of each implementation, by key: True if it is right.

    It may make so many `calls` of each, and the functions of `without` are taken away before. In place of a
    verdict stands the exception that it raised. Raise `Wrong` for more calls ("too-many-calls"), for the use
    of these functions ("own-functions"), and for an answer that is neither True nor False; reraise
    `NotImplementedError`.
    """
    sent = {key: student.function(key, made, calls=calls) for key, made in implementations.items()}
    keys = list(sent)
    said = {}
    with student.without(*without):
        for place in rng.permutation(len(keys)):
            key = keys[place]
            said[key] = _verdict(student, name, sent[key], key, calls, without)
    return {key: said[key] for key in keys}


def _verdict(student: Student, name: str, sent: protocol.Callback, key: str, calls: int, without):
    try:
        value = student.call(name, sent)
    except StudentError as error:
        if error.is_a("NotImplementedError"):
            raise
        if student.calls(key) > calls:
            raise Wrong("too-many-calls") from error
        if error.is_a("NameError") and any(f"'{own}'" in error.message for own in without):
            raise Wrong("own-functions") from error
        return error
    if student.calls(key) > calls:  # although the error was caught
        raise Wrong("too-many-calls")
    if isinstance(value, protocol.Array) and value.values.shape == () and value.dtype == "bool":
        return bool(value.values)
    if type(value) is not bool:
        raise Unexplained(f"`{name}` is to return True or False.")
    return value
