"""Checks of `largest_batch`: the most texts that fit on a card, by a function that says what each needs."""

import math
import operator
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, check
from autograder.checks.student import Student, StudentError
from autograder.sandboxed import protocol

from ..asking import Narrowing, integer, see

NAME = "largest_batch"
MOST, CALLS = 2**20, 50
GIB = 2**30
CAPS = [n - less for n in (*(10**k for k in range(2, 6)), *(2**k for k in range(7, 20))) for less in (0, 1)]
Need = Callable[[int], int]


def called(need: Need) -> Callable:
    """Return `need` as the student's code may call it: with whole numbers of any type."""

    def call(B):
        if isinstance(B, protocol.Array) and B.values.shape == ():
            B = B.values.item()
        if type(B) is bool or not isinstance(B, (int, float)) or B != B // 1:
            return protocol.Failure(("TypeError",), "need takes a whole number of texts")
        if B < 1:
            return protocol.Failure(("ValueError",), "need takes one text or more")
        return need(int(B))

    return call


def asked(student: Student, draws: Iterable[tuple[float, Need]], neutral: str) -> Iterator[tuple]:
    """Yield the student's answer for each draw, a card of so many GiB and a need, behind the two."""
    draws = list(draws)  # all functions are registered before the first is called
    functions = [student.function(f"need {i}", called(need), CALLS) for i, (_, need) in enumerate(draws)]
    for i, (gib, need) in enumerate(draws):
        try:
            answer = student.call(NAME, gib, functions[i])
        except StudentError as error:
            if student.calls(f"need {i}") > CALLS:
                raise Wrong("asked-one-by-one") from error
            if "one text or more" in error.message:
                raise Wrong("asks-for-none") from error
            if need(1) > gib * GIB and not error.is_a("NotImplementedError"):
                raise Wrong("none-fits") from error
            raise
        if student.calls(f"need {i}") > CALLS:
            raise Wrong("asked-one-by-one")
        if answer is None and need(1) > gib * GIB:
            raise Wrong("none-fits")
        yield gib, need, integer(answer, neutral)


def most(need: Need, memory: float, fits: Callable = lambda size, memory: size <= memory) -> int:
    """Return the largest batch below MOST for which `fits`."""
    low, high = 0, MOST
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(need(middle), memory) else (low, middle)
    return low


def mistakes(need: Need, gib: float) -> dict:
    """Return what each mistake gives."""
    memory, right = gib * GIB, most(need, gib * GIB)
    one, slope = need(1), need(2) - need(1)
    # Where the second text adds nothing: no division, or one by 1.
    lines = [int((memory - one) // slope) + 1] if slope else [0, int(memory - one) + 1]
    full = 1 + most(need, memory, lambda size, memory: size < memory)  # the first that fills the card, if any
    power = 2 ** (right.bit_length() - 1) if right else 0
    return {
        "decimal-for-binary": [[most(need, gib * unit)] for unit in (10**9, 1000 * 2**20, 1000**2 * 1024)]
        + [[most(need, memory * kept)] for kept in (0.99, 0.98, 0.95, 0.9, 0.85, 0.8)],
        "other-unit": [[most(need, gib * unit)] for unit in (1, 2**20, 10**6, 2**40)],
        "exact-fit-refused": [most(need, memory, lambda size, memory: size < memory)],
        "stops-when-full": [[B] for B in range(full, min(right, full + 99) + 1)] or [right],
        "one-beyond": [[right + 1], [right and right + 1]],
        "in-proportion": [[int(memory // one)], [min(int(memory // one), MOST - 1)]],
        "straight-line": [[x] for line in lines for x in (line, max(0, line), max(0, min(line, MOST - 1)))],
        "only-doubled": [[power], [2 * power or 1]],
        "none-fits": [[right or 1], [right or -1]],
        "card-cut": [[most(need, whole * GIB)] for whole in (int(gib), round(gib), math.ceil(gib))],
        "memory-rounded-up": [[most(need, math.ceil(memory))], [most(need, round(memory))]],
        "search-capped": [[min(right, cap)] for cap in (MOST - 2, *CAPS)],
    }


def judge(student: Student, neutral: str, draws: Iterable[tuple[float, Need]]) -> None:
    diagnosis = Narrowing(neutral)
    for gib, need, got in asked(student, draws, neutral):
        _see(diagnosis, gib, need, got)
    diagnosis.conclude()


def _see(diagnosis: Narrowing, gib: float, need: Need, got: int) -> None:
    right = most(need, gib * GIB)
    cases = ("one text is too much",) if not right else () if gib == int(gib) else ("gib is no whole number",)
    see(diagnosis, [got], [right], operator.eq, *cases, of=lambda: mistakes(need, gib))


def lines(rng: np.random.Generator) -> Iterator[tuple[float, Need]]:
    """Yield a card and a need with a part that does not grow: filled to the byte, one less, one more."""
    for gib, spares in ((1, (0, -1)), (24, (0,)), (23.98828125, (1,)), (0.7, (0, -1))):
        text, memory = int(rng.integers(100, 200)) * GIB // 10_000 * int(gib) + 7, int(gib * GIB)
        batch = int(rng.integers(12, 15)) * 2 + 1  # far above a power of two
        for spare in spares:
            fixed = memory - batch * text - spare
            yield gib, lambda B, fixed=fixed, text=text: fixed + B * text
    yield 2, lambda B: 2 * GIB + B
    yield 1, lambda B: 2 * GIB + B


@check(points=2)
def fits(student: Student, rng: np.random.Generator):
    """Sums with a part that does not grow, with a card filled to the byte; few texts fit, or none."""
    judge(student, "The largest batch is not right where each text adds as many bytes.", lines(rng))


def steps(rng: np.random.Generator) -> Iterator[tuple[float, Need]]:
    """Yield needs that are no straight line: blocks, a jump, the same for a while, steeper and steeper."""
    block, whole, jump = (int(rng.integers(low, low + 3)) for low in (3, 5, 11))
    yield 1, lambda B: GIB // whole * -(-B // block)
    yield 1, lambda B: 1000 * B + (2 * GIB if B > jump else 0)
    yield 2.5, lambda B: GIB + B * B * (GIB // 300)
    yield 1, lambda B: 7 if B <= jump else GIB + 1
    yield 1, lambda B: GIB // 2 if B < 10 else GIB if B < 18 + jump else 2 * GIB
    text = GIB // (jump + 9)
    yield 1, lambda B: 5 * text + B * text if B < 6 else GIB // 2 + B * text // 2


@check(points=2)
def jumps(student: Student, rng: np.random.Generator):
    """Sums that are no straight line."""
    judge(student, "The largest batch is not right where the need is no straight line.", steps(rng))


@check(points=1)
def calls(student: Student, rng: np.random.Generator):
    """Very many texts, found by at most 50 calls."""
    neutral = "The largest batch is not right where very many texts fit."
    draws: list[tuple[float, Need]] = [(1, lambda B: B * (GIB // 10))]
    for batch in (MOST - 1, int(rng.integers(2**14, MOST))):
        text = GIB // batch
        draws.append((1, lambda B, text=text, batch=batch: GIB + (B - batch) * text))
    diagnosis = Narrowing(neutral)
    for i, (gib, need, got) in enumerate(asked(student, draws, neutral)):
        if i == 0 and got != 10:
            raise Unexplained("The largest batch is not right where ten texts fit; calls count once it is.")
        _see(diagnosis, gib, need, got)
    diagnosis.conclude()
