"""Checks of `is_right`: does it accept all right gradients, and catch each kind of wrong one?"""

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, check
from autograder.checks.student import Student, StudentError
from autograder.sandboxed import protocol

from ..implementations import RIGHT, WRONG, ZEROS, callback

NAME, CALLS = "is_right", 6
OWN = ("embedding_backward", "embedding_backward_rows", "embedding_backward_torch", "EmbeddingFunction")


@check(points=1)
def repeats(student: Student, rng: np.random.Generator):
    catches(student, "repeats")


@check(points=1)
def axes(student: Student, rng: np.random.Generator):
    catches(student, "axes")


@check(points=1)
def rows(student: Student, rng: np.random.Generator):
    catches(student, "rows")


@check(points=1)
def numbers(student: Student, rng: np.random.Generator):
    catches(student, "numbers")


@check(points=1)
def positions(student: Student, rng: np.random.Generator):
    catches(student, "positions")


@check(points=1)
def memory(student: Student, rng: np.random.Generator):
    catches(student, "memory")


def catches(student: Student, kind: str) -> None:
    """Raise `Wrong` unless all right gradients are accepted, and none of this kind of wrong ones."""
    asked = RIGHT | {"accepts-anything": ZEROS} | WRONG[kind]
    sent = {name: callback(student, name, make(), CALLS) for name, make in asked.items()}
    with student.without(*OWN):
        for name, gradient in sent.items():
            try:
                verdict = says(student, name, gradient)
            except StudentError as error:
                explain(student, name, error)
                raise
            if name in RIGHT and not verdict:
                if "float32" in name:  # and not the one before it
                    raise Wrong("refuses-rounding")
                raise Unexplained(f"`{NAME}` refuses a right gradient, one that adds {name}.")
            if name not in RIGHT and verdict:
                raise Wrong(name)


def says(student: Student, name: str, gradient: protocol.Callback) -> bool:
    value = student.call(NAME, gradient)
    if student.calls(name) > CALLS:  # although the error was caught
        raise Wrong("asks-too-often")
    if isinstance(value, protocol.Array) and value.values.shape == () and value.dtype == "bool":
        return bool(value.values)
    if type(value) is not bool:
        raise Unexplained(f"`{NAME}` is to return True or False.")
    return value


def explain(student: Student, name: str, error: StudentError) -> None:
    """Raise `Wrong` for an exception that shows a mistake."""
    if error.is_a("NotImplementedError"):
        return
    if student.calls(name) > CALLS:
        raise Wrong("asks-too-often") from error
    if error.is_a("NameError") and any(f"'{own}'" in error.message for own in OWN):
        raise Wrong("leans-on-own") from error
    if name not in RIGHT:
        raise Wrong("raises-for-wrong") from error
