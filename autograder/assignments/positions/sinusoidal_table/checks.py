"""Checks of `sinusoidal_table`: sines and cosines of positions."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, bound, check
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import require, returns_new

from ..asking import blames, without_entries

NAME = "sinusoidal_table"
WRONG = "The table is wrong."


def angles(length: int, exponents, base: float, first: int = 0) -> np.ndarray:
    """Positions times base**-exponents, (length, pairs)."""
    return np.arange(first, first + length)[:, None] * base**-exponents


def woven(even, odd) -> np.ndarray:
    """Columns taken from both arrays in turn, (length, 2 pairs)."""
    return np.stack([even, odd], axis=-1).reshape(len(even), 2 * even.shape[1])


def table(length, d, base=1e4, **how) -> np.ndarray:
    """The right table in float64, (length, d)."""
    phi = angles(length, np.arange(0, d, 2) / d, base, **how)
    return woven(np.sin(phi), np.cos(phi))


def tolerance(length, d, base, dtype) -> np.ndarray:
    """The rounding error allowed: of an angle in float64, mostly of its rate, and of the result."""
    phi = angles(length, np.arange(0, d, 2) / d, base)
    return bound("float64", 4 + np.log(base), woven(phi, phi) + 1, dtype, 1.0)


def mistakes(length, d, base) -> dict:
    """What each mistake gives, (length, d)."""
    k, j = np.arange(d // 2), np.arange(d)

    def of(exponents, **how):
        phi = angles(length, exponents, base, **how)
        return woven(np.sin(phi), np.cos(phi))

    own = angles(length, j / d, base)
    right = table(length, d, base)
    return {
        "sines-then-cosines": np.concatenate([right[:, ::2], right[:, 1::2]], axis=1),
        "sine-cosine-swapped": woven(right[:, 1::2], right[:, ::2]),
        "exponent-doubled": of(4 * k / d),
        "exponent-halved": of(k / d),
        "rate-of-its-own": woven(np.sin(own[:, ::2]), np.cos(own[:, 1::2])),
        "reaches-the-base": of(k / max(d // 2 - 1, 1)),
        "rate-inverted": of(-2 * k / d),
        "positions-from-one": of(2 * k / d, first=1),
    }


def ask(student, *args, **kwargs):
    value = student.call(NAME, *args, **kwargs)
    return array(value, "numpy", "`sinusoidal_table` gives no array."), value.dtype


def with_widths(got, length, d, base, dtype) -> dict:
    """`mistakes`, a base without effect, and angles in a narrow dtype.

    Those are right for small positions, to the digits of that dtype, and anything for large ones.
    """
    right, narrow = table(length, d, base), "float16" if dtype == "float16" else "float32"
    found = mistakes(length, d, base) | {"base-ignored": table(length, d)} | {"angles-narrow": right}
    if got.shape == right.shape:
        phi = angles(min(length, 16), np.arange(0, d, 2) / d, base)
        near = bound(narrow, 8 + np.log(base), woven(phi, phi) + 1)
        begins = np.all(np.abs(got[:16] - right[:16]) <= near)
        if begins and np.all(np.abs(got[np.isfinite(got)]) <= 1.001):
            found["angles-narrow"] = got
    return found


def see(evidence, student, length, d, dtype="float32", asked=None, base=1e4) -> str:
    """One table of this dtype, asked for by a name or a type, as evidence; returns the dtype it has."""
    options = {"dtype": asked} if asked is not None else {}
    options |= {"base": base} if base != 1e4 else {}
    got, found = ask(student, length, d, **options)
    # A table of another dtype is no evidence of narrow angles: the digits it holds are its own.
    allowed = tolerance(length, d, base, found if found in ("float16", "float32", "float64") else dtype)
    evidence.see(got, table(length, d, base), allowed, with_widths, got, length, d, base, dtype)
    return found


@check(points=1)
def values(student, rng):
    evidence = Diagnosis(WRONG)
    for length, d in ((7, 6), (5, 8), (12, 4)):
        see(evidence, student, length, d)
    evidence.conclude()
    returns_new(student, f"{NAME}(3, 4)")


@check(points=1)
def base(student, rng):
    """Other bases, after the default one; in float64 too, which shows how the rates are computed."""
    evidence = Diagnosis(WRONG)
    see(evidence, student, 7, 6)
    bases = float(rng.uniform(20, 80)), float(rng.uniform(2e5, 8e5))
    for length, base in enumerate(bases, 8):  # of each length the first table: none was kept from before
        see(evidence, student, length, 6, base=base)
        with blame("dtype-forms", only=("TypeError", "AttributeError", "KeyError")):
            see(evidence, student, length, 6, "float64", "float64", base)
    evidence.conclude()
    whole = int(rng.integers(20, 80))
    if not see(evidence, student, 10, 6, base=whole):
        raise Unexplained(WRONG)
    blames(evidence, "base-float-only")
    for base in (1e4, bases[0]):  # of one size, one after the other
        see(evidence, student, 7, 6, base=base)
    blames(evidence, "angles-kept")


@check(points=1)
def sizes(student, rng):
    """No positions, one, and two columns."""
    evidence = Diagnosis("A small table is wrong.")
    for length, d in ((1, 4), (1, 2), (9, 2)):
        with blame(None, "A small table fails.", only=("ValueError", "IndexError", "ZeroDivisionError")):
            see(evidence, student, length, d)
    evidence.conclude()
    without_entries(lambda: ask(student, 0, 4)[0], np.zeros((0, 4)))
    if ask(student, 0, 4)[1] != ask(student, 1, 4)[1]:
        raise Wrong("empty-dtype")


@check(points=1)
def dtypes(student, rng):
    """The dtype asked for, by name and as a type; large positions, whose angles must be in float64."""
    evidence, kept = Diagnosis(WRONG), True
    for length, dtype in ((6, "float32"), (1500, "float64"), (1500, "float32"), (1500, "float16")):
        with blame("dtype-forms", only=("TypeError", "AttributeError", "KeyError")):
            found = see(evidence, student, length, 8, dtype, None if dtype == "float32" else dtype)
        kept &= found == dtype
    if not kept:
        raise Wrong("dtype-not-kept")
    evidence.conclude()
    for dtype in ("float64", "float16"):
        kind = student.get(student.call("np.dtype", dtype), "type")
        with blame("dtype-forms"):
            found = see(evidence, student, 6, 8, dtype, kind)
        if found != dtype:
            raise Wrong("dtype-forms")
    evidence.conclude()


@check(points=1)
def errors(student, rng):
    require(NAME, lambda: student.call(NAME, 2, 2), np.array([[0, 1], [np.sin(1), np.cos(1)]]))
    refuses_values(lambda d: student.call(NAME, 4, d), (1, 3, 7), if_accepted="odd-width")
    refuses_values(lambda d: student.call(NAME, 0, d), (3,), if_accepted="unchecked-when-empty")
