"""Checks of `ngram_rows`: the rows of all orders and heads, the beginning, documents, large numbers."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, check, close
from autograder.checks.student import Student

from ..ngrams import RIGHT, Case, draw, predicted, with_ends

NAME = "ngram_rows"
NEUTRAL = "The rows of a text are wrong."


def ask(student: Student, case: Case) -> np.ndarray:
    settings = case if case.end is not None else case[:-1]
    return array(student.call(NAME, *settings), "numpy", NEUTRAL)


def judge(student: Student, cases: list[Case]) -> None:
    """Ask for the rows of these texts; `Wrong` names the mistake that explains all answers."""
    diagnosis = Diagnosis(NEUTRAL)
    for case in cases:
        want = RIGHT(*case)
        got = ask(student, case)
        if got.ndim == 3 and got.size == want.size:
            raise Unexplained(f"{NEUTRAL} The rows of a position are to stand in one line, (T, (N - 1) * K).")
        diagnosis.see(got, want, 0, predicted, case)
    diagnosis.conclude()


@check(points=1)
def values(student: Student, rng: np.random.Generator) -> None:
    """Several orders and heads; the text of any length, and no documents."""
    judge(student, [draw(rng), draw(rng, N=4, K=3), draw(rng, N=2, K=1), draw(rng, T=30, N=4, K=1, bits=12)])


@check(points=0.5)
def beginning(student: Student, rng: np.random.Generator) -> None:
    """Texts shorter than the longest n-gram, of one piece too."""
    judge(student, [draw(rng, N=3)])
    with blame("short-text"):
        for T in (3, 2, 1):
            judge(student, [draw(rng, T=T, N=4)])


@check(points=1)
def documents(student: Student, rng: np.random.Generator) -> None:
    """Ends anywhere: at the beginning, at the end, one behind the other; the id 0 may be the end."""
    judge(student, [draw(rng, N=4)])
    places: list[list[int]] = [[4], [0, 3, 5], [2, 3, 4, 10], [1, 8]]
    cases = [with_ends(rng, where, N=4, K=1) for where in places]
    judge(student, [*cases, with_ends(rng, [5], N=2), with_ends(rng, [4, 6], N=3)])
    zero = Diagnosis(NEUTRAL)
    case = with_ends(rng, [4, 5], end=0, N=3)
    zero.see(ask(student, case), RIGHT(*case), 0, **{"end-zero-ignored": RIGHT(*case[:-1])})
    zero.conclude()


@check(points=1)
def width(student: Student, rng: np.random.Generator) -> None:
    """Products up to 2**63, parts longer than 32 bits hold, and ids of few bits."""
    judge(student, [draw(rng)])
    case = draw(rng, T=8, bits=56)
    far = case._replace(primes=case.primes + 2**33)
    with blame("products-narrowed"):
        judge(student, [case, far, far._replace(ids=far.ids.astype(np.int32))])
        few = far._replace(ids=far.ids.astype(np.uint8))
        if not close(ask(student, few), RIGHT(*few), 0):
            raise Wrong("products-narrowed")
