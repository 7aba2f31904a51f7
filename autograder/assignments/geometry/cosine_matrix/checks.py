"""Checks of `cosine_matrix`: cosines of all pairs of rows of one table or two."""

from contextlib import suppress

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, bound, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import ask, require, returns_new
from autograder.checks.student import StudentError

from ..asking import floats, narrowed, with_gaps
from ..draws import lengths_differ, unit

NAME = "cosine_matrix"
NEUTRAL = "The cosines are wrong."


def cosines(student, A, B=None, strided=False) -> np.ndarray:
    both = (A,) if B is None else (A, B)
    return floats(ask(student, NAME, *both, strided=strided), A.dtype.name, NEUTRAL)


def right(A, B=None):
    """The cosines in float64, (m, n)."""
    A = A.astype(np.float64)
    B = A if B is None else B.astype(np.float64)
    return unit(A) @ unit(B).T


def rounding(A) -> float:
    """The rounding error allowed of a cosine of rows of A."""
    return float(bound(A.dtype.name, 3 * A.shape[1] + 6))


def mistakes(A, B=None) -> dict:
    """What each mistake gives for the cosines, (m, n)."""
    given, B = B is not None, A if B is None else B
    dots, want = A @ B.T, right(A, B)
    a, b = np.linalg.norm(A, axis=1, keepdims=True), np.linalg.norm(B, axis=1)

    def less(axis):
        return right(A - A.mean(axis=axis, keepdims=True), B - B.mean(axis=axis, keepdims=True))

    columns = (A / np.linalg.norm(A, axis=0)) @ (B / np.linalg.norm(B, axis=0)).T
    return {
        "dot-product": dots,
        "one-length": [dots / a, dots / b],
        "squared-lengths": [dots / a**2 / b**2, dots / a**2, dots / b**2],
        "column-lengths": columns,
        "cosine-distance": 1 - want,
        "absolute": np.abs(want),
        "correlation": [less(1), less(0)],
        "epsilon": enlarged(A, B),
        **({"B-ignored": right(A)} if given else {}),
    }


def enlarged(A, B) -> list:
    """Cosines with a small number added to each length, or to their product."""
    dots = A @ B.T
    a, b = np.linalg.norm(A, axis=1, keepdims=True), np.linalg.norm(B, axis=1)
    small = 10.0 ** -np.arange(4, 14)
    return [form for e in small for form in (dots / (a + e) / (b + e), dots / (a * b + e))]


@check(points=1)
def values(student, rng):
    """Two tables, of equal and of different numbers of rows, and one with itself."""
    in_general(student, rng, ((4, 6), (5, 5), (6, None)))


def in_general(student, rng, sizes=((4, 6), (5, None))) -> None:
    """`Wrong`, with a mistake that accounts for it, if tables without anything special go wrong."""
    diagnosis = Diagnosis(NEUTRAL)
    for m, n in sizes:
        A = lengths_differ(rng, m, 4)
        B = None if n is None else lengths_differ(rng, n, 4)
        got, want = cosines(student, A, B), right(A, B)
        # A small number that was added may be as small, and is told by its exact value.
        added = any(close(got, form, rounding(A)) for form in enlarged(A, A if B is None else B))
        in_float32 = want if added else narrowed(got, want, rounding(A.astype(np.float32)))
        diagnosis.see(got, want, rounding(A), mistakes, A, B, narrowed=in_float32)
    diagnosis.conclude()


@check(points=1)
def zeros(student, rng):
    """Rows of zeros, and rows of very small and very large lengths."""
    in_general(student, rng)
    A, B = lengths_differ(rng, 5, 4), lengths_differ(rng, 6, 4)
    A0, B0 = A.copy(), B.copy()
    A0[rng.integers(5)] = B0[rng.integers(6)] = 0
    for pair in ((A0, B0), (A0, None), (A0.astype(np.float32), B0.astype(np.float32)), (0 * A, B)):
        if not close(cosines(student, *pair), right(*pair), rounding(pair[0])):
            raise Wrong("zero-row")
    # Numbers p, -p, q, -q in a random order, and rows in which one number is zero.
    p, q = rng.integers(1, 9, (2, 5, 1)).astype(np.float64)
    balanced = rng.permuted(np.hstack([p, -p, q, -q]), axis=1)
    gaps = A * (np.arange(4) != rng.integers(0, 4, (5, 1)))
    for pair, mistake in (((balanced, B), "balanced-row"), ((gaps, B), "some-zeros")):
        if not close(cosines(student, *pair), right(*pair), rounding(B)):
            raise Wrong(mistake)
    for dtype, short, long in (("float64", 2e-10, 5e9), ("float32", 2e-6, 5e5)):
        A1, B1 = unit(A), unit(B)
        A1[0] *= short
        A1[1] *= long
        B1[2] *= short
        A1, B1 = A1.astype(dtype), B1.astype(dtype)
        got, want = cosines(student, A1, B1), right(A1, B1)
        if not close(got, want, rounding(A1)):
            rest = np.delete(np.delete(got, 0, 0), 2, 1) if got.shape == want.shape else got
            fine = got.shape == want.shape and close(
                rest, np.delete(np.delete(want, 0, 0), 2, 1), rounding(A1)
            )
            raise Wrong("epsilon" if fine else None, NEUTRAL)


@check(points=1)
def shapes(student, rng):
    """Both dtypes, non-contiguous arrays, one row, one column, no rows."""
    in_general(student, rng)
    for dtype in ("float64", "float32"):
        for m, n, d in ((3, 5, 40), (1, 4, 3), (4, 1, 3), (3, 4, 1)):
            A, B = lengths_differ(rng, m, d, dtype), lengths_differ(rng, n, d, dtype)
            if not close(cosines(student, A, B), right(A, B), rounding(A)):
                raise Unexplained(f"{NEUTRAL} Look at both dtypes, one row and one column.")
            for pair in ((A, B), (A, None)):
                with_gaps(lambda: cosines(student, *pair, strided=True), right(*pair), rounding(A))
    for m, n, dtype in ((0, 3, "float64"), (3, 0, "float64"), (0, None, "float64"), (0, 0, "float32")):
        A, B = np.zeros((m, 2), dtype), None if n is None else np.ones((n, 2), dtype)
        with blame("no-rows"):
            got = cosines(student, A, B)
        if got.shape != (m, n or 0):
            raise Wrong("empty-B" if m and got.shape == (m, m) else "no-rows")
    returns_new(student, "cosine_matrix(np.eye(3))")


@check(points=1)
def half(student, rng):
    """float16 must be computed in float32: squares may overflow, and products are rounded."""
    in_general(student, rng)
    A, B = lengths_differ(rng, 4, 6), lengths_differ(rng, 5, 6)
    zero = A.copy()
    zero[rng.integers(4)] = 0
    cases = [(1.0, A, B), (0.25, A, B), (200.0, A, B), (1.5e4, A, B), (200.0, A, None), (1.0, zero, B)]
    for size, one, other in cases:
        given = [(size * M).astype(np.float16) for M in (one, other) if M is not None]
        value = ask(student, NAME, *given)
        got = array(value, "numpy", NEUTRAL)
        if value.dtype == "float64":
            raise Wrong("dtype-not-kept")
        # The inputs are exact in float32, so the cosines are right to float32's rounding.
        if value.dtype != "float32" or not close(got, right(*given), bound("float32", 3 * A.shape[1] + 6)):
            raise Wrong("zero-row" if one is zero else "half-precision")
    with suppress(StudentError):  # that a table may have no rows is asked by "shapes"
        value = ask(student, NAME, np.ones((0, 6), np.float16), np.ones((5, 6), np.float16))
        array(value, "numpy", NEUTRAL)
        if value.dtype != "float32":
            raise Wrong("half-precision" if value.dtype == "float16" else "dtype-not-kept")


@check(points=1)
def errors(student, rng):
    require(
        NAME,
        lambda: student.call(NAME, np.array([[3.0, 4.0]]), np.array([[2.0, 0.0], [0.0, 5.0]])),
        np.array([[0.6, 0.8]]),
    )
    A, B = rng.normal(size=(4, 4)), rng.normal(size=(4, 4))
    bad = [(A, B[:, :1]), (A[:, :1], B), (A, B[:, :3]), (A[0], B), (A, B[0]), (A[None], B), (A[0],)]
    bad += [(A, B[None]), (A[0, 0, ...], B), (A[None],)]
    refuses_values(lambda args: student.call(NAME, *args), bad)
    bad = [(A[:0], B[:, :1]), (A[:0], B[0]), (A, B[:0, :1])]
    refuses_values(lambda args: student.call(NAME, *args), bad, if_accepted="unchecked-without-rows")
