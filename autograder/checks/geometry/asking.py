"""What several checks of `geometry` ask and how they judge it."""

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, array, close, must_refuse
from autograder.sandboxed import protocol

# Bytes that an array over all pairs of MANY rows passes, and one over rows and columns does not.
MANY, FEW = 700, 300_000


def floats(value, dtype: str, neutral: str) -> np.ndarray:
    """The values of an array of floats of the dtype that went in."""
    values = array(value, "numpy", neutral)
    if value.dtype != dtype:
        raise Wrong("dtype-not-kept")
    return values


def number(value, neutral: str) -> np.ndarray:
    """A number as returned: a Python float, or NumPy's number or array without axes."""
    if isinstance(value, protocol.Array) and value.kind == "numpy" and value.values.shape == ():
        value = float(value.values) if value.values.dtype.kind == "f" else value
    if type(value) is not float:
        raise Wrong(None, f"{neutral} A Python float is expected.")
    return np.asarray(value)


def see(diagnosis: Diagnosis, got, want, tolerance=0.0, **mistakes) -> None:
    """One draw. A mistake predicts a value, or a list of forms that it may have."""

    def fitting(forms):
        forms = forms if isinstance(forms, list) else [forms]
        return next((form for form in forms if close(got, form, tolerance)), forms[0])

    diagnosis.see(got, want, tolerance, **{name: fitting(forms) for name, forms in mistakes.items()})


def refuses(student, name: str, calls, silent: str) -> None:
    """Each of the calls, a tuple of arguments, must raise ValueError."""
    neutral = "Wrong input is not refused as the docstring says."
    for args in calls:
        must_refuse(
            student,
            "ValueError",
            lambda: student.call(name, *args),
            silent=silent,
            other="wrong-exception",
            neutral=neutral,
        )


def peak(student, name: str, *args) -> int:
    return student.observe(name, *args, watch=("cost",)).peak_bytes
