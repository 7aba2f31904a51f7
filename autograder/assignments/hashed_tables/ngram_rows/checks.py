"""Checks of `ngram_rows`: the rows of all orders and heads, the beginning, documents, large numbers."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, check, close
from autograder.checks.student import Student

from ..ngrams import RIGHT, Case, draw, predicted, with_ends

NAME = "ngram_rows"
NEUTRAL = "The rows of a text are wrong."
LARGE = " Products and parts are large here; small ones were right."


def ask(student: Student, case: Case) -> np.ndarray:
    settings = case if case.end is not None else case[:-1]
    return array(student.call(NAME, *settings), "numpy", NEUTRAL)


def judge(student: Student, cases: list[Case], where: str = "") -> None:
    """Ask for the rows of these texts; `Wrong` names the mistake that explains all answers."""
    diagnosis, seen = Diagnosis(NEUTRAL), []
    for case in cases:
        want = RIGHT(*case)
        got = ask(student, case)
        if got.ndim == 3 and got.size == want.size:
            raise Unexplained(f"{NEUTRAL} The rows of a position are to stand in one line, (T, (N - 1) * K).")
        diagnosis.see(got, want, 0, predicted, case)
        seen.append((case, got, want))
    try:
        diagnosis.conclude()
    except Unexplained:
        raise Unexplained(f"{NEUTRAL} {observed(seen)}{where}") from None


def observed(seen: list[tuple[Case, np.ndarray, np.ndarray]]) -> str:
    """Return which rows are wrong: of which positions, orders and heads."""
    first = behind = later = heads = True
    for case, got, want in seen:
        if got.shape != want.shape:
            return "The result has not the shape (T, (N - 1) * K)."
        off, (T, N) = got != want, (len(case.ids), len(case.multipliers))
        reach = np.arange(T) < N - 1
        near = np.array(
            [case.end is not None and case.end in case.ids[max(0, t - N) : t + 1] for t in range(T)]
        )
        grid = off.reshape(T, *case.primes.shape)
        first &= not off[~reach].any()
        behind &= not off[~near].any()
        later &= not grid[:, 0].any()
        heads &= not grid[:, 0, 0].any()
    told = {
        "at the first positions, which reach before the text": first,
        "at an `end`, and at the positions behind it": behind,
        "in orders from 3 on": later,
        "behind the first head of order 2": heads and not later,
    }
    return (
        " ".join(f"They are wrong only {where}." for where, so in told.items() if so)
        or "They are wrong at many places."
    )


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
        judge(student, [case, far, far._replace(ids=far.ids.astype(np.int32))], LARGE)
        few = far._replace(ids=far.ids.astype(np.uint8))
        if not close(ask(student, few), RIGHT(*few), 0):
            raise Wrong("products-narrowed")
