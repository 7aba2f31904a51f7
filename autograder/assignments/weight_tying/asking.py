"""How answers of `weight-tying` with several fields are read."""

import numpy as np

from autograder.checks.checking import Unexplained, array, close
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
    """Raise `Wrong` if a field of `about` was wrong; if no mistake explains it, say which field, and how."""
    try:
        evidence.conclude(*about)
    except Unexplained as error:
        wrong = [f"`{field}`{_how(evidence, field)}" for field in about if not evidence.right(field)]
        raise Unexplained(f"{error.message} It is {' and '.join(wrong)}.") from None


def _how(evidence: Evidence, field: str) -> str:
    """Say what can be seen of a wrong field: its shape, its size, or its sign."""
    pairs = [(got[field], want[field]) for got, want, rounding, _ in evidence.seen
             if not close(got[field], want[field], rounding[field])]  # fmt: skip
    if all(got.shape != want.shape for got, want in pairs):
        return " (of another shape)"
    if not all(got.shape == want.shape and np.isfinite(got).all() for got, want in pairs):
        return ""
    if not any(got.any() for got, _ in pairs):
        return " (zero)"
    if all(want.size > 1 and _in_proportion(got, want) for got, want in pairs):
        return " (right but for a factor)"
    ratios = [float(got / want) for got, want in pairs if want.size == 1 and want.all()]
    if len(ratios) == len(pairs) and (max(ratios) < 1 or min(ratios) > 1):
        return " (too small)" if max(ratios) < 1 else " (too large)"
    return ""


def _in_proportion(got: np.ndarray, want: np.ndarray) -> bool:
    factor = np.vdot(got, want) / np.vdot(want, want)
    return bool(np.allclose(got, factor * want, rtol=1e-4, atol=1e-5 * abs(factor * want).max()))
