"""How answers of `initialization` are read, and what all of its functions must refuse."""

import numpy as np

from autograder.checks.framework.checking import SLIPS, Wrong, close, must_raise
from autograder.checks.framework.shared import as_float
from autograder.checks.framework.student import Student, StudentError
from autograder.sandboxed import protocol


def number(value, neutral: str) -> float:
    """A number, be it Python's or NumPy's."""
    if type(value) in (int, float):
        return as_float(value, neutral)
    if isinstance(value, protocol.Array) and value.values.shape == () and value.values.dtype.kind in "iuf":
        return float(value.values)
    found = value.type if isinstance(value, protocol.Handle) else type(value).__name__
    raise Wrong(None, f"{neutral} It returned {found}; a number is expected.")


def fitting(got, *forms):
    """Of several forms of one mistake the one that is nearest to `got`."""

    def gap(form) -> float:
        if np.shape(form) != np.shape(got):
            return np.inf
        with np.errstate(invalid="ignore"):
            off = np.where(np.isnan(got) & np.isnan(form), 0.0, np.abs(np.subtract(got, form)))
        return np.inf if np.isnan(off).any() else float(off.sum())

    return min(forms, key=gap)


def explained(got, want, tolerance, forms: dict) -> dict:
    """The forms of mistakes for a `Diagnosis`; each is `got` itself where the two differ by roundings only.

    A mistake's roundings are not the right answer's: its numbers may be larger, or differences of large ones.
    A form that is itself the right value, within that margin, is left as it is.
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


def must_refuse(student: Student, ask, silent: str, neutral: str, other: str = "wrong-exception") -> None:
    """`ask()` must raise a ValueError; a slip of the code's own refuses nothing and stays an error."""
    slip = None

    def attempt():
        nonlocal slip
        try:
            ask()
        except StudentError as error:
            slip = error if any(error.is_a(kind) for kind in SLIPS) else None
            raise

    try:
        must_raise(student, "ValueError", attempt, silent=silent, other=other, neutral=neutral)
    except Wrong:
        if slip is not None:
            raise slip from None
        raise
