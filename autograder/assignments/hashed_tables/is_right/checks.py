"""Checks of `is_right`: does it accept all right implementations, and catch each kind of wrong one?"""

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, check
from autograder.checks.student import Student, StudentError
from autograder.checks.verdicts import verdicts

from ..implementations import RIGHT, TOO_LONG, WRONG, as_called, zeros

NAME = "is_right"


@check(points=1)
def mix(student: Student, rng: np.random.Generator) -> None:
    catches(student, rng, "mix")


@check(points=1)
def history(student: Student, rng: np.random.Generator) -> None:
    catches(student, rng, "history")


@check(points=1)
def documents(student: Student, rng: np.random.Generator) -> None:
    catches(student, rng, "documents")


@check(points=1)
def parts(student: Student, rng: np.random.Generator) -> None:
    catches(student, rng, "parts")


@check(points=1)
def width(student: Student, rng: np.random.Generator) -> None:
    catches(student, rng, "width")


def catches(student: Student, rng: np.random.Generator, kind: str) -> None:
    """Raise `Wrong` unless all right implementations are accepted, and none of this kind of wrong ones."""
    wrong = {f"{key} {n}": form for key, forms in WRONG[kind].items() for n, form in enumerate(forms)}
    asked = RIGHT | {"accepts-anything 0": zeros} | wrong
    said = verdicts(
        student, NAME, {key: as_called(of) for key, of in asked.items()}, rng, calls=6, without=["ngram_rows"]
    )
    for name, verdict in said.items():
        if isinstance(verdict, StudentError):
            if TOO_LONG in verdict.message:
                raise Wrong("text-too-long") from verdict
            if name not in RIGHT:
                raise Wrong("raises-for-wrong") from verdict
            raise verdict
        if name in RIGHT and not verdict:
            raise Unexplained(f"`{NAME}` refuses a right implementation, one that works {name}.")
        if name not in RIGHT and verdict:
            raise Wrong(name.split()[0])
