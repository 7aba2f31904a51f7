"""Checks of `causal_attention`: the mask, the scale, fewer queries than keys, large scores."""

from collections.abc import Iterable

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, array, check
from autograder.checks.contract import Legal, house_rules
from autograder.checks.student import Student, StudentError

from ..attention import attend, mistakes, scores

NAME = "causal_attention"
NEUTRAL = "Already for one sequence, with as many queries as keys, the mixed values are wrong."
CLOSE = 1e-9


def draw(rng: np.random.Generator, T: int, S: int, d: int, d_v: int, *axes: int) -> list[np.ndarray]:
    return [rng.normal(size=(*axes, *shape)) for shape in ((T, d), (S, d), (S, d_v))]


def judge(student: Student, draws: Iterable[list[np.ndarray]], neutral: str = NEUTRAL) -> None:
    """Raise `Wrong` unless each draw of queries, keys and values is mixed rightly."""
    diagnosis = Diagnosis(neutral)
    for one in draws:
        got = array(student.call(NAME, *one), "numpy", neutral)
        diagnosis.see(got, attend(*one), CLOSE, mistakes, *one)
    diagnosis.conclude()


def first(rng: np.random.Generator) -> list[np.ndarray]:
    """Draw one sequence with as many queries as keys: what is wrong there is no matter of other shapes."""
    return draw(rng, 5, 5, 4, 3)


@check(points=1)
def values(student: Student, rng: np.random.Generator) -> None:
    """As many queries as keys, and any axes in front."""
    judge(student, [first(rng), draw(rng, 3, 3, 2, 4), draw(rng, 1, 1, 5, 2)])
    several(student, [draw(rng, 4, 4, 5, 2, 2, 3), draw(rng, 3, 3, 2, 4, 3)])
    q, k, v = draw(rng, 3, 3, 4, 2)
    q[1] = 0
    judge(student, [[q, k, v]], "Where scores are exactly zero the mixed values are wrong.")


def several(student: Student, draws: list[list[np.ndarray]], mistake: str = "one-sequence-only") -> None:
    """Judge draws of several sequences, where one is mixed rightly; `mistake` is what else is wrong there."""
    try:
        judge(student, draws)
    except StudentError as error:
        raise Wrong(mistake) from error
    except Wrong as wrong:
        raise Wrong(wrong.misconception or mistake) from None


@check(points=2)
def last(student: Student, rng: np.random.Generator) -> None:
    """Fewer queries than keys, down to one; keys and values that several sequences share."""
    neutral = "With fewer queries than keys the mixed values are wrong. Which keys does each query see?"
    whole = first(rng)
    try:
        judge(student, [whole] + [draw(rng, T, S, 3, 2) for T, S in ((2, 5), (1, 4), (3, 4))], neutral)
    except StudentError as error:
        judge(student, [whole])
        raise Wrong("as-many-queries-as-keys") from error
    several(student, [draw(rng, 2, 6, 4, 3, 2, 2)])
    q, k, v = draw(rng, 3, 5, 4, 2, 2, 3)
    several(student, [[q, k[:, :1], v[:, :1]], [q[0, 0], k[:, :1], v[0]]], "axes-paired")
    judge(student, [draw(rng, 1, 3000, 2, 1)], "With thousands of keys the mixed values are wrong.")


@check(points=1)
def large(student: Student, rng: np.random.Generator) -> None:
    """Scores of thousands, largest where they are hidden."""
    neutral, draws = "With large scores the mixed values are wrong.", [first(rng)]
    for T, size in ((4, 3e3), (3, 1e4)):
        q, k, v = draw(rng, T, T, 3, 2)
        q, k = np.abs(q) + 0.1, np.abs(k) + 0.1
        q[0] = q.max(axis=0)  # so that no score is beyond the first query's
        k *= size / scores(q, k)[0, 1:].max()
        k[0] *= -size / scores(q, k)[0, 0]  # what the first query may see scores far below what it may not
        draws.append([q, k, v])
    q, k, v = draw(rng, 2, 2, 3, 2)
    q[1] = q[0]
    k[0] *= 8e3 / abs(scores(q, k)[0, 0])
    k[1] = 1.0001 * k[0]  # large scores that are near each other still differ
    draws.append([q, k, v])
    try:
        judge(student, draws, neutral)
    except Wrong as wrong:
        answers = [array(student.call(NAME, *one), "numpy", neutral) for one in draws]
        finite = [np.isfinite(answer).all() for answer in answers]
        if all(finite) or wrong.misconception:
            raise
        # In the last draw the scores are large, and near each other.
        raise Wrong("outweighed" if finite[-1] else "overflow") from None


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    q, k, v = (a.astype(dtype) for a in draw(rng, 4, 4, 3, 2, 2))
    return Legal({"q": q, "k": k, "v": v}, attend(*(a.astype(np.float64) for a in (q, k, v))))


contract = house_rules("unchanged", "dtype", legal=legal)
