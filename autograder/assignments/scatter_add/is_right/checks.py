"""Checks of `is_right`: does it accept all right gradients, and catch each kind of wrong one?"""

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, check
from autograder.checks.student import Student, StudentError
from autograder.checks.verdicts import verdicts

from ..implementations import RIGHT, WRONG, ZEROS, as_called

NAME = "is_right"
OWN = ("embedding_backward", "embedding_backward_rows", "embedding_backward_torch", "EmbeddingFunction")


@check(points=1)
def repeats(student: Student, rng: np.random.Generator):
    catches(student, rng, "repeats")


@check(points=1)
def axes(student: Student, rng: np.random.Generator):
    catches(student, rng, "axes")


@check(points=1)
def rows(student: Student, rng: np.random.Generator):
    catches(student, rng, "rows")


@check(points=1)
def numbers(student: Student, rng: np.random.Generator):
    catches(student, rng, "numbers")


@check(points=1)
def positions(student: Student, rng: np.random.Generator):
    catches(student, rng, "positions")


@check(points=1)
def memory(student: Student, rng: np.random.Generator):
    catches(student, rng, "memory")


def catches(student: Student, rng: np.random.Generator, kind: str) -> None:
    """Raise `Wrong` unless all right gradients are accepted, and none of this kind of wrong ones."""
    asked = RIGHT | {"accepts-anything": ZEROS} | WRONG[kind]
    made = {name: as_called(make()) for name, make in asked.items()}
    said = verdicts(student, NAME, made, rng, calls=6, without=OWN)
    for name, verdict in said.items():
        if isinstance(verdict, StudentError):
            if name not in RIGHT:
                raise Wrong("raises-for-wrong") from verdict
            raise verdict
        if name in RIGHT and not verdict:
            if "float32" in name:  # and not the one before it
                raise Wrong("refuses-rounding")
            raise Unexplained(f"`{NAME}` refuses a right gradient, one that adds {name}.")
        if name not in RIGHT and verdict:
            raise Wrong(name)
