"""Checks of `change_at`: what a step changes where rows are shared, without an array as long as the table."""

from typing import NamedTuple

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.shared import require
from autograder.checks.student import Student, StudentError

NAME = "change_at"
NEUTRAL = "What the step changes is wrong."
CLOSE = 1e-9
LIMIT = 64 << 20


class Case(NamedTuple):
    rows: np.ndarray
    upstream: np.ndarray
    lr: float
    other: np.ndarray


def draw(rng: np.random.Generator, T=6, H=3, w=2, S=5, G=3, top=14, apart=True) -> Case:
    """Draw rows of which some repeat, in a position and between positions, and some are never read.

    With `apart` heads have parts of their own, and no row repeats inside a position.
    """
    read = rng.permutation(np.arange(1, top - 1))[: top // 2 + 1]
    if apart:
        rows = rng.integers(0, 3, (T, H)) + 3 * np.arange(H)
        other = rng.integers(0, 4, (S, G)) + 3 * (np.arange(G) % H)
    else:
        rows = rng.choice(read, (T, H))
        other = rng.integers(0, top, (S, G))
        rows[0, 1] = rows[1, 0] = rows[0, 0]
    rows[-1], other[0] = rows[0], rows[0, np.arange(G) % H]
    other[1, 0] = rows[1, 0]
    return Case(rows, rng.normal(size=(T, H * w)), float(rng.uniform(0.2, 0.7)), other)


def read_at(table: np.ndarray, other: np.ndarray) -> np.ndarray:
    return table[other].reshape(len(other), -1)


def pieces(case: Case) -> np.ndarray:
    """Return the gradient of each row that was read, (T, H, w)."""
    T, H = case.rows.shape
    return case.upstream.reshape(T, H, -1)


def gradient(case: Case, parts: np.ndarray | None = None) -> np.ndarray:
    """Return the gradient of the table, up to the last row that anybody asks for."""
    parts = pieces(case) if parts is None else parts
    table = np.zeros((max(case.rows.max(), case.other.max()) + 1, parts.shape[-1]))
    np.add.at(table, case.rows, parts)
    return table


def right(case: Case) -> np.ndarray:
    return read_at(-case.lr * gradient(case), case.other)


def mistakes(case: Case) -> dict[str, list[np.ndarray]]:
    """Return what each mistake leads to, in its forms."""
    rows, parts, other, lr = case.rows, pieces(case), case.other, case.lr
    table, want = gradient(case), right(case)
    (T, H), w = rows.shape, parts.shape[-1]
    flat, vectors = rows.reshape(-1), parts.reshape(-1, w)
    last, first, by_position, by_head = (np.zeros_like(table) for _ in range(4))
    last[flat], first[flat[::-1]] = vectors, vectors[::-1]
    for t in range(T):
        by_position[rows[t]] += parts[t]
    for h in range(H):
        by_head[rows[:, h]] += parts[:, h]
    counts = np.maximum(np.bincount(flat, minlength=len(table)), 1)[:, None]
    touched = np.unique(rows)
    nearest = touched[np.minimum(np.searchsorted(touched, other), len(touched) - 1)]
    turned = gradient(case, case.upstream.reshape(T, w, H).swapaxes(1, 2))

    def across(table: np.ndarray) -> np.ndarray:
        """Lay the columns of a row apart: the first numbers of all rows come first."""
        return table[other].swapaxes(1, 2).reshape(len(other), -1)

    ends = []
    for row in (0, touched[0], touched[-1]):
        ends.append(table.copy())
        ends[-1][row] = 0
    found = {
        "a-row-never-learns": [read_at(-lr * t, other) for t in ends],
        "rate-twice": [want * lr],
        "duplicates-lost": [read_at(-lr * t, other) for t in (last, first, by_position, by_head)],
        "duplicates-averaged": [read_at(-lr * table / counts, other)],
        "divided-by-positions": [want / T, want / rows.size],
        "uphill": [-want],
        "rate-left-out": [want / lr],
        "columns-across": [read_at(-lr * turned, other), across(-lr * table), across(-lr * turned)],
        "unread-rows-change": [read_at(-lr * table, nearest)],
    }
    if other.shape[1] == H:
        alike = other[:, None] == rows[None]  # (S, T, H)
        own = np.einsum("sth,thw->shw", alike, parts)
        whole = np.einsum("st,thw->shw", alike.all(axis=2), parts)
        found["heads-apart"] = [-lr * own.reshape(len(other), -1)]
        found["whole-n-grams-only"] = [-lr * whole.reshape(len(other), -1)]
    return found


def ask(student: Student, case: Case) -> np.ndarray:
    return array(student.call(NAME, *case), "numpy", NEUTRAL)


def judge(student: Student, cases: list[Case]) -> None:
    diagnosis, seen = Diagnosis(NEUTRAL), []
    for case in cases:
        got = ask(student, case)
        diagnosis.see(got, right(case), CLOSE, mistakes, case)
        seen.append((case, got))
    try:
        diagnosis.conclude()
    except Unexplained:
        raise Unexplained(f"{NEUTRAL} {observed(seen)}") from None


def observed(seen: list[tuple[Case, np.ndarray]]) -> str:
    """Return where the results are wrong: at rows that the batch read once, several times, or not at all."""
    wrong = set()
    for case, got in seen:
        want = right(case)
        if got.shape != want.shape:
            return "The result has not the shape (S, G * w)."
        off = ~(np.abs(got - want) <= CLOSE).reshape(*case.other.shape, -1).all(axis=2)
        wrong |= {min(int((case.rows == row).sum()), 2) for row in case.other[off]}
    names = {0: "that the batch did not read", 1: "that it read once", 2: "that it read several times"}
    return f"Wrong are rows {', and rows '.join(names[n] for n in sorted(wrong))}."


@check(points=1.5)
def values(student: Student, rng: np.random.Generator) -> None:
    """Heads with parts of their own; rows that many read, few, or nobody."""
    judge(student, [draw(rng), draw(rng, T=5, H=2, w=4, G=2), draw(rng, H=1, w=3, G=1), draw(rng, H=3, w=1)])


@check(points=1)
def anywhere(student: Student, rng: np.random.Generator) -> None:
    """Rows that repeat inside a position, and others that read another number of rows."""
    judge(student, [draw(rng, apart=False), draw(rng, T=4, H=2, w=3, G=2, apart=False)])
    with blame("as-many-rows-only"):
        for G in (1, 2, 4):
            case = draw(rng, G=G, S=3, apart=False)
            judge(
                student, [case._replace(other=case.other + 14) if G == 2 else case]
            )  # 14: nothing is shared


@check(points=1.5)
def memory(student: Student, rng: np.random.Generator) -> None:
    """Rows of a table that no memory holds."""
    case = draw(rng)
    require(NAME, lambda: student.call(NAME, *case), right(case))
    groups = (
        (lambda rows: rows // 4 * 2**56 + rows % 4),
        (lambda rows: rows * 2**23),
    )  # 2**53 and more, some near
    for far in groups:
        moved = case._replace(rows=far(case.rows), other=far(case.other))
        try:
            answer = student.observe(NAME, *moved, limit_bytes=LIMIT)
        except StudentError as error:
            too_large = any(
                words in error.message for words in ("too big", "dimension")
            )  # NumPy's ValueError
            if error.is_a("MemoryError") or too_large:
                raise Wrong("as-long-as-the-table") from error
            raise
        got = array(answer.value, "numpy", NEUTRAL)
        if not close(got, right(case), CLOSE):
            one = any(close(got, right(_merged(case, few)), CLOSE) for few in RUN_TOGETHER)
            raise Wrong(
                "large-rows-run-together" if one else None,
                "Where row numbers are large, what the step changes is wrong.",
            )


# What becomes of the rows above where they pass through float64, or through 32 bits.
RUN_TOGETHER = (lambda rows: np.where(rows < 4, rows, rows // 4 * 4), lambda rows: rows % 4)


def _merged(case: Case, few) -> Case:
    return case._replace(rows=few(case.rows), other=few(case.other))


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    case = draw(rng)
    case = case._replace(upstream=case.upstream.astype(dtype))
    return Legal(case._asdict(), right(case))


contract = house_rules("unchanged", "dtype", legal=legal, points=0.5)
