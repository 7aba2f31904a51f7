"""Checks of `sinusoidal_table`: sines and cosines of positions."""

import numpy as np

from autograder.checks.checking import Wrong, array, bound, check, close
from autograder.checks.student import Student

from ..shared import Observed, limited

NAME = "sinusoidal_table"
WRONG = "The table is wrong."
FLOATS = ("float16", "float32", "float64")


def angles(length: int, exponents, base: float, first: int = 0) -> np.ndarray:
    """Return positions times base**-exponents, (length, pairs)."""
    return np.arange(first, first + length)[:, None] * float(base) ** -exponents


def woven(even, odd) -> np.ndarray:
    """Return columns taken from both arrays in turn, (length, 2 pairs)."""
    return np.stack([even, odd], axis=-1).reshape(len(even), 2 * even.shape[1])


def table(length: int, exponents, base: float, first: int = 0) -> np.ndarray:
    """Return the sines and cosines, in turn, of the angles with these exponents."""
    phi = angles(length, exponents, base, first)
    return woven(np.sin(phi), np.cos(phi))


def predicted(got, length: int, d: int, base: float, dtype: str) -> dict:
    """Return what each mistake gives, (length, d).

    Angles in a narrow dtype are right for small positions, to the digits of that dtype, and anything for
    large ones.
    """
    k, j = np.arange(d // 2), np.arange(d)
    own, right = angles(length, j / d, base), table(length, 2 * k / d, base)
    found = {
        "sines-then-cosines": np.concatenate([right[:, ::2], right[:, 1::2]], axis=1),
        "sine-cosine-swapped": woven(right[:, 1::2], right[:, ::2]),
        "exponent-doubled": table(length, 4 * k / d, base),
        "exponent-halved": table(length, k / d, base),
        "rate-of-its-own": woven(np.sin(own[:, ::2]), np.cos(own[:, 1::2])),
        "reaches-the-base": table(length, k / max(d // 2 - 1, 1), base),
        "rate-inverted": table(length, -2 * k / d, base),
        "positions-from-one": table(length, 2 * k / d, base, 1),
        "base-ignored": table(length, 2 * k / d, 1e4),
        "angles-narrow": right,
        "positions-limited": right,
    }
    if got.shape == right.shape:
        ends = [right[places] for places in limited(np.arange(length))]
        if length > 1000 and any(close(got, end, bound(dtype, 4)) for end in ends):
            return found | {"positions-limited": got}
        phi = angles(min(length, 16), 2 * k / d, base)
        near = bound("float16" if dtype == "float16" else "float32", 8 + np.log(base), woven(phi, phi) + 1)
        begins = np.all(np.abs(got[:16] - right[:16]) <= near)
        if begins and np.all(np.abs(got[np.isfinite(got)]) <= 1.001):
            found["angles-narrow"] = got
    return found


def notes(got, want, allowed) -> list[str]:
    """Return what is true of a wrong table."""
    said = []
    for first, name, other in ((0, "even", "odd"), (1, "odd", "even")):
        if close(got[:, first::2], want[:, first::2], allowed):
            said.append(f"The {name} columns are right, and the {other} ones are not.")
    if close(np.hypot(got[:, ::2], got[:, 1::2]), np.ones((len(got), got.shape[1] // 2)), 4 * allowed + 1e-3):
        if close(got[:1], want[:1], allowed):
            said.append("Row 0 is right, and the angles of later rows are not: look at positions and rates.")
        said.append("The two columns of a pair are sine and cosine of one angle, but of a wrong one.")
    return said


def see(evidence, student: Student, length: int, d: int, dtype="float32", base=1e4, angle="float64") -> str:
    """Record one table, whose angles may be rounded as in `angle`; return its dtype.

    What is the default is not sent.
    """
    options = {"dtype": dtype} if dtype != "float32" else {}
    options |= {"base": base} if base != 1e4 else {}
    value = student.call(NAME, length, d, **options)
    got = array(value, "numpy", WRONG)
    exponents = np.arange(0, d, 2) / d
    phi = angles(length, exponents, base)
    # Its digits are those of the dtype that it has.
    found = value.dtype if value.dtype in FLOATS else dtype
    allowed = bound(angle, 8 + np.log(base), woven(phi, phi) + 1, found, 1.0)
    want = table(length, exponents, base)
    right = evidence.see(got, want, allowed, predicted, got, length, d, base, dtype)
    evidence.note(right, got, want, allowed)
    return value.dtype


@check(points=1)
def values(student: Student, rng: np.random.Generator) -> None:
    """Several widths, then other bases; angles in float32 are good enough."""
    evidence = Observed(WRONG, notes)
    # 98: in floating point 49 steps of 2/98 end just below one, and a 50th is counted.
    for length, d in ((7, 6), (5, 8), (12, 4), (9, 2), (3, 98), (1, 6)):
        see(evidence, student, length, d, angle="float32")
    evidence.conclude()
    for base in (float(rng.uniform(20, 80)), float(rng.uniform(2e5, 8e5))):
        see(evidence, student, 8, 6, base=base, angle="float32")
    evidence.conclude()


@check(points=1)
def far(student: Student, rng: np.random.Generator) -> None:
    """Positions that float16 does not hold, and angles that float32 knows to a few digits only."""
    evidence = Observed(WRONG, notes)
    see(evidence, student, 6, 4)
    evidence.conclude()
    length = int(rng.integers(2100, 2300))
    found = [
        see(evidence, student, 5 * length, 2, "float16"),  # from row 2,049 on float16 has even numbers only
        see(evidence, student, length, 4),
        see(evidence, student, length // 10, 4, "float64", float(rng.uniform(2e5, 8e5))),
    ]
    evidence.conclude()
    if found != ["float16", "float32", "float64"]:
        raise Wrong("dtype-unasked")
