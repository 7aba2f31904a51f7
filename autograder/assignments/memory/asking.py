"""How the checks of `memory` read and compare whole numbers, and what they draw."""

import contextlib
import operator
from collections.abc import Callable, Iterator

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, blame
from autograder.sandboxed import protocol

DTYPES = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16, "int64": 64, "int32": 32, "int8": 8}


def integer(value, neutral: str) -> int:
    """Return an answer that must be a whole number, of any type; a float shows where numbers are large."""
    if isinstance(value, protocol.Array) and value.values.shape == ():
        value = value.values.item()
    whole = type(value) is int or (type(value) is float and value.is_integer())
    if not whole:
        raise Unexplained(f"{neutral} A whole number is expected.")
    return int(value)


def integers(value, count: int, neutral: str) -> list[int]:
    """Return an answer that must be `count` whole numbers, in a tuple or a list."""
    if not isinstance(value, (tuple, list)) or len(value) != count:
        raise Unexplained(f"{neutral} A tuple of {count} whole numbers is expected.")
    return [integer(v, neutral) for v in value]


def number(value, neutral: str) -> float:
    """Return an answer that must be one number of any type, as a float."""
    if isinstance(value, protocol.Array) and value.values.size == 1 and value.values.dtype.kind in "iuf":
        value = value.values.item()
    if type(value) not in (int, float):
        raise Unexplained(f"{neutral} A number is expected.")
    try:
        return float(value)
    except OverflowError:
        raise Unexplained(f"{neutral} It returned an integer that no float holds.") from None


def sized(number: int) -> contextlib.AbstractContextManager:
    """For a call that is about so many numbers: if they are very many, an exception tells of 64 bits."""
    return blame("counts-overflow") if number >= 2**40 else contextlib.nullcontext()


class Narrowing(Diagnosis):
    """A diagnosis that says what was seen where no mistake fits: which part, where, and which way.

    `fields` are the names of the parts of an answer, as "the ids"; without them the text speaks of "it".
    """

    def __init__(self, neutral: str, *fields: str):
        super().__init__(neutral)
        self.fields = fields
        self.seen: list[tuple[list, list, list[bool], tuple[str, ...]]] = []

    def conclude(self) -> None:
        try:
            super().conclude()
        except Unexplained:
            raise Unexplained(f"{self.neutral} {self._seen()}") from None

    def _seen(self) -> str:
        """Return which parts were wrong, in which cases alone, and whether too large or too small."""
        wrong = [draw for draw in self.seen if not all(draw[2])]
        parts = {i for _, _, fits, _ in wrong for i, fit in enumerate(fits) if not fit}
        names = [self.fields[i] for i in sorted(parts) if i < len(self.fields)]
        subject = ", ".join(names) if names and len(names) < len(self.fields) else "the result"
        elsewhere = {case for *_, fits, cases in self.seen if all(fits) for case in cases}
        shared = set.intersection(*(set(cases) for *_, cases in wrong))
        only = next((case for case in wrong[0][3] if case in shared - elsewhere), "")
        only = only if len(wrong) < len(self.seen) else ""
        signs = {g > w for got, want, fits, _ in wrong for g, w, fit in zip(got, want, fits) if not fit}
        way = {(True,): "too large", (False,): "too small"}.get(tuple(signs), "wrong, in both directions")
        return f"Where {only}, {subject}: {way}." if only else f"{subject[0].upper()}{subject[1:]}: {way}."


def see(
    diagnosis: Diagnosis,
    got: list,
    want: list,
    near: Callable = operator.eq,
    *cases: str,
    of: Callable[[], dict] = dict,
    **mistakes,
) -> None:
    """Record one draw, lists that are compared item by item with `near`, by default exactly.

    `mistakes` predict such a list, or a list of lists; `of()` returns more of them, and is called only if an
    answer is wrong. `cases` say in which way the draw is special, see `Narrowing`.
    """

    def fits(form) -> bool:
        return len(form) == len(got) and all(map(near, form, got))

    def explained() -> dict[str, bool]:
        found = mistakes | of()
        several = {m: v if isinstance(v[0], (list, tuple)) else [v] for m, v in found.items()}
        return {m: any(map(fits, forms)) for m, forms in several.items()}

    if isinstance(diagnosis, Narrowing):
        diagnosis.seen.append((got, want, [near(w, g) for g, w in zip(got, want)], cases))
    diagnosis.record(fits(want), explained)


def but_for_rounding(y: float, x: float) -> bool:
    """Return whether x is y to ten digits."""
    return abs(x - y) <= 1e-10 * abs(y)


def odd(rng: np.random.Generator, low: int, high: int) -> int:
    """Return a random odd number between `low` and `high`."""
    return int(rng.integers(low, high)) // 2 * 2 + 1


def large(rng: np.random.Generator) -> Iterator[tuple[int, int]]:
    """Yield (V, d) with a product that float64 does not hold exactly, and with one that overflows int64."""
    yield odd(rng, 2**40, 2**41), odd(rng, 2**20, 2**21)
    yield odd(rng, 2**60, 2**61), odd(rng, 2**20, 2**21)


def primes(rng: np.random.Generator, count: int) -> list[int]:
    """Return different primes, so that products of different factors differ."""
    return [int(x) for x in rng.choice([5, 7, 11, 13, 17, 19, 23, 29], count, replace=False)]
