"""How answers of `weight-tying` with several fields are read."""

import numpy as np

from autograder.checks.checking import Unexplained, array
from autograder.checks.shared import Evidence
from autograder.sandboxed import protocol


def record(value, names: tuple[str, ...], neutral: str, **none: str) -> dict:
    """Return an answer that must be a tuple of a loss and arrays, as a dict of arrays by name.

    The loss may be any number. `none` maps names of arrays to the mistakes that None in their place shows.
    """
    if not isinstance(value, tuple | list) or len(value) != len(names):
        raise Unexplained(f"{neutral} A tuple ({', '.join(names)}) is expected.")
    arrays = zip(names[1:], value[1:])
    return {names[0]: _number(value[0], neutral)} | {
        name: array(v, "numpy", f"{neutral} Of {name}:", **({"None_": none[name]} if name in none else {}))
        for name, v in arrays
    }


def _number(value, neutral: str) -> np.ndarray:
    found = value.values if isinstance(value, protocol.Array) else value
    if np.shape(found) != () or not isinstance(found, float | int | np.ndarray):
        raise Unexplained(f"{neutral} The loss is to be one number.")
    return np.asarray(found, np.float64)


def conclude(evidence: Evidence, *about: str) -> None:
    """Raise `Wrong` if a field of `about` was wrong; if no mistake explains it, say which field."""
    try:
        evidence.conclude(*about)
    except Unexplained as error:
        wrong = [f"`{field}`" for field in about if not evidence.right(field)]
        raise Unexplained(f"{error.message} It is {' and '.join(wrong)}.") from None
