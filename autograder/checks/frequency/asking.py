"""What several checks of `frequency` ask and how they judge it."""

import numpy as np

from autograder.checks.framework.checking import Wrong, array, close, must_refuse
from autograder.sandboxed import protocol

REFUSE = "Wrong input is not refused as the docstring says."


def floats(value, neutral: str) -> np.ndarray:
    """The values of an array of float64."""
    values = array(value, "numpy", neutral)
    if value.dtype != "float64":
        raise Wrong("float32-returned" if values.dtype.kind == "f" else None, neutral)
    return values


def number(value, neutral: str, **named) -> np.ndarray:
    """A number as returned: a float of Python or NumPy's float64, which crosses as an array without axes."""
    if isinstance(value, protocol.Array) and value.kind == "numpy" and value.values.dtype.kind == "f":
        if value.values.shape == () and value.dtype == "float64":
            value = float(value.values)
        elif value.values.shape and "array" in named:
            raise Wrong(named["array"])
    if type(value) is not float:
        raise Wrong(None, f"{neutral} A float is expected, Python's or NumPy's float64.")
    return np.asarray(value)


def fitting(got, forms, tolerance):
    """The one of a mistake's forms that explains the value, else the first."""
    forms = forms if isinstance(forms, list) else [forms]
    return next((form for form in forms if close(got, form, tolerance)), forms[0])


def refuses(student, name: str, calls, silent: str) -> None:
    """Each of the calls, a tuple of arguments, must raise ValueError."""
    for args in calls:
        must_refuse(
            student,
            "ValueError",
            lambda: student.call(name, *args),
            silent=silent,
            other="wrong-exception",
            neutral=REFUSE,
        )
