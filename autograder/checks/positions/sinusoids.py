"""Checks of `sinusoidal_table`: sines and cosines of positions."""

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, array, blame, bound, close
from autograder.checks.framework.refusals import refuses_values
from autograder.checks.framework.shared import answers
from autograder.checks.positions.catalogue import SUITE

check = SUITE.check
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


@check(NAME, "values", points=1)
def _(student, rng):
    evidence = Diagnosis(WRONG)
    for length, d in ((7, 6), (5, 8), (12, 4)):
        right = table(length, d)
        got, _ = ask(student, length, d)
        evidence.see(got, right, tolerance(length, d, 1e4, "float32"), mistakes, length, d, 1e4)
    evidence.conclude()


def with_base(base) -> dict:
    return mistakes(7, 6, base) | {"base-ignored": table(7, 6)}


@check(NAME, "base", points=1)
def _(student, rng):
    """Other bases, after the default one."""
    evidence = Diagnosis(WRONG)
    for base in (1e4, float(rng.uniform(20, 80)), float(rng.uniform(2e5, 8e5))):
        right = table(7, 6, base)
        got, _ = ask(student, 7, 6, **({} if base == 1e4 else {"base": base}))
        evidence.see(got, right, tolerance(7, 6, base, "float32"), with_base, base)
    evidence.conclude()


@check(NAME, "sizes", points=1)
def _(student, rng):
    """No positions, one, and two columns."""
    for length, d in ((0, 4), (1, 4), (1, 2), (9, 2)):
        right = table(length, d)
        fails = (None, "A small table fails.") if length else ("empty-fails",)
        with blame(*fails, only=("ValueError", "IndexError", "ZeroDivisionError")):
            got, _ = ask(student, length, d)
        if not close(got, right, tolerance(length, d, 1e4, "float32")):
            raise Wrong(None, "A small table is wrong.")


def with_widths(got, dtype, length) -> dict:
    """`mistakes`, and angles in a narrow dtype: right for small positions and wrong for large ones."""
    right = table(length, 8)
    narrow = right
    if got.shape == right.shape and length > 6:
        near = bound("float16" if dtype == "float16" else "float32", 8, 8.0)
        begins = np.all(np.abs(got[:6] - right[:6]) <= near)
        narrow = got if begins and np.all(np.abs(got[np.isfinite(got)]) <= 1.001) else right
    return mistakes(length, 8, 1e4) | {"angles-narrow": narrow}


@check(NAME, "dtypes", points=1)
def _(student, rng):
    """The dtype asked for; large positions, whose angles must be computed in float64."""
    evidence, kept = Diagnosis(WRONG), True
    for length, dtype in ((6, "float32"), (1500, "float64"), (1500, "float32"), (1500, "float16")):
        got, found = ask(
            student, length, 8, **({} if dtype == "float32" else {"dtype": np.dtype(dtype).name})
        )
        right = table(length, 8)
        allowed = tolerance(length, 8, 1e4, dtype)
        evidence.see(got, right, allowed, with_widths, got, dtype, length)
        kept &= found == dtype
    if not kept:
        raise Wrong("dtype-not-kept")
    evidence.conclude()


@check(NAME, "errors", points=1)
def _(student, rng):
    answers(NAME, lambda: student.call(NAME, 2, 2), np.array([[0, 1], [np.sin(1), np.cos(1)]]))
    refuses_values(lambda d: student.call(NAME, 4, d), (1, 3, 7), silent="odd-width")
