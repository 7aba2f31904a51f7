"""How answers of `initialization` are read, and compared with the predictions of mistakes."""

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, close
from autograder.checks.shared import as_float
from autograder.sandboxed import protocol


def number(value, neutral: str) -> float:
    """An answer that must be a number, Python's or NumPy's, as a float."""
    if type(value) in (int, float):
        return as_float(value, neutral)
    if isinstance(value, protocol.Array) and value.values.shape == () and value.values.dtype.kind in "iuf":
        return float(value.values)
    found = value.type if isinstance(value, protocol.Handle) else type(value).__name__
    raise Unexplained(f"{neutral} It returned {found}; a number is expected.")


def is_float(value) -> bool:
    """Is an answer a float, Python's or NumPy's of 64 bits?"""
    of_numpy = isinstance(value, protocol.Array) and (value.kind, value.dtype) == ("numpy", "float64")
    return of_numpy or type(value) is float


def must_be_floats(answers: list, got: list, want: list) -> None:
    """`Wrong` for numbers `got` that are right, but come in answers of another type than float."""
    if close(got, want, 1e-6 * np.abs(want)) and not all(map(is_float, answers)):
        raise Wrong("no-float")


def keeps_axes(got, want, tolerance) -> None:
    """`Wrong` for right numbers that lack axes of length one, or have more of them."""
    if got.shape != want.shape and got.size == want.size and close(got.reshape(want.shape), want, tolerance):
        raise Wrong("axis-lost")


def fitting(got, *forms):
    """The form of a mistake that is nearest to `got`, by the sum of differences; NaN equals NaN."""

    def gap(form) -> float:
        """The sum of the differences; infinite for another shape or other NaNs."""
        if np.shape(form) != np.shape(got):
            return np.inf
        with np.errstate(invalid="ignore"):
            off = np.where(np.isnan(got) & np.isnan(form), 0.0, np.abs(np.subtract(got, form)))
        return np.inf if np.isnan(off).any() else float(off.sum())

    return min(forms, key=gap)


def explained(got, want, tolerance, forms: dict) -> dict:
    """Predictions of mistakes for a `Diagnosis`; one that differs from `got` by rounding only becomes `got`.

    A mistake may compute with larger numbers than the right answer does, so 30 times the tolerance is
    allowed, times the ratio of the largest numbers. A prediction that is near the right value is kept.
    """
    found = {}
    for mistake, form in forms.items():
        with np.errstate(invalid="ignore"):
            top, usual = (np.max(np.abs(v), initial=0.0) for v in (form, want))
        larger = top / usual if 0 < usual < top < np.inf else 1.0
        margin = 30 * larger * np.max(tolerance, initial=0.0)
        same_form = close(got, form, margin) and not close(form, want, 2 * margin)
        found[mistake] = got if same_form else form
    return found
