"""How answers of `initialization` are read, and compared with the predictions of mistakes."""

import numpy as np

from autograder.checks.checking import Unexplained, close
from autograder.checks.shared import numbers
from autograder.sandboxed import protocol


def number(value, neutral: str) -> float:
    """Return an answer that must be a number as a float; an array or a tensor of one number will do."""
    found = numbers(value)
    if found is None or found.size != 1 or isinstance(value, bool):
        raise Unexplained(f"{neutral} It returned {_named(value)}; a number is expected.")
    return float(found.reshape(()))


def pair(value, neutral: str, names: str) -> tuple:
    """Return an answer that must be two results, in a tuple or a list; `names` says what is expected."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise Unexplained(f"{neutral} It returned {_named(value)}; {names} is expected.")
    return tuple(value)


def _named(value) -> str:
    if isinstance(value, protocol.Handle):
        return f"an object of type {value.type}"
    if isinstance(value, protocol.Array):
        return "an array" if value.kind == "numpy" else "a tensor"
    return type(value).__name__


def fitting(got, *forms):
    """Return the form of a mistake that is nearest to `got`, by the sum of differences; NaN equals NaN."""

    def gap(form) -> float:
        """Return the sum of the differences; infinite for another shape or other NaNs."""
        if np.shape(form) != np.shape(got):
            return np.inf
        with np.errstate(invalid="ignore"):
            off = np.where(np.isnan(got) & np.isnan(form), 0.0, np.abs(np.subtract(got, form)))
        return np.inf if np.isnan(off).any() else float(off.sum())

    return min(forms, key=gap)


def explained(got, want, tolerance, forms: dict) -> dict:
    """Return predictions for a `Diagnosis`; one that differs from `got` by rounding becomes `got`.

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
