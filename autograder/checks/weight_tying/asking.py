"""What several checks of `weight-tying` ask and how they judge it."""

from collections.abc import Callable

import numpy as np

from autograder import wire
from autograder.checking import Diagnosis, Wrong, array, close, must_refuse, same
from autograder.subject import Subject



def ask(S: Subject, name: str, *args, strided=False):
    """The value of a call that must leave its arrays as they are."""
    answer = S.observe(name, *args, watch=("args",), strided=strided)
    kept = [same(a, after) for a, after in zip(args, answer.args) if isinstance(a, np.ndarray)]
    if not all(kept):
        raise Wrong("arguments-changed")
    return answer.value


def refuses_ids(S, attempt, good, V: int, not_integers, neutral: str) -> None:
    """`attempt(ids)` must refuse ids that are no integers, or outside 0 ... V-1."""
    for ids in not_integers:
        told = {"silent": "id-types", "other": "id-types", "neutral": neutral}
        must_refuse(S, "TypeError", lambda: attempt(ids), **told)
    # Numbers far from every size in play, so that a message can hold them for one reason only.
    for number, silent in ((-1, "negative-wraps"), (9173, None), (-8317, None), (V, None)):
        ids = good.copy()
        ids[len(ids) // 2] = number
        must_refuse(
            S, "IndexError", lambda: attempt(ids), says=str(number), mute="id-not-named",
            silent=silent, other="wrong-exception", neutral=neutral,
        )  # fmt: skip


def refuses_shapes(S, attempts, neutral: str, silent="shapes-unchecked") -> None:
    """Each of the calls must raise ValueError."""
    for attempt in attempts:
        must_refuse(S, "ValueError", attempt, silent=silent, other="wrong-exception", neutral=neutral)


def number(value, neutral: str) -> float:
    """A number as returned: a Python float, or NumPy's number or array without axes."""
    if isinstance(value, wire.Array) and value.kind == "numpy" and value.values.shape == ():
        value = float(value.values) if value.values.dtype.kind == "f" else value
    if type(value) is not float:
        raise Wrong(None, f"{neutral} The loss is to be a float.")
    return value


def record(value, names: tuple[str, ...], neutral: str) -> dict[str, np.ndarray]:
    """A named tuple of a loss and of arrays, field by field."""
    if not isinstance(value, tuple) or len(value) != len(names):
        raise Wrong(None, f"{neutral} A tuple ({', '.join(names)}) is expected.")
    fields = {names[0]: np.asarray(number(value[0], neutral))}
    return fields | {name: array(v, "numpy", neutral) for name, v in zip(names[1:], value[1:])}


def dtypes_of(value) -> set[str]:
    return {v.dtype for v in value if isinstance(v, wire.Array) and v.values.ndim}


class Evidence:
    """Answers of several fields to several draws.

    A check passes or fails by the fields that it is about, but a mistake is named only if it
    explains all the fields: two mistakes can look alike in one of them.
    """

    def __init__(self, neutral: str):
        self.neutral, self.seen = neutral, []

    def see(self, got: dict, want: dict, rounding: dict, mistakes: Callable[[], dict]) -> None:
        """`mistakes()` gives for each misconception its forms: lists of dicts of fields."""
        self.seen.append((got, want, rounding, mistakes))

    def conclude(self, *about: str) -> None:
        if all(close(g[f], w[f], r[f]) for g, w, r, _ in self.seen for f in about):
            return
        diagnosis = Diagnosis(self.neutral)
        for got, want, rounding, mistakes in self.seen:
            # What a mistake puts into a field rounds as in the field where it belongs.
            loosest = {f: max(np.max(r, initial=0.0) for r in rounding.values()) for f in want}
            forms = {m: _fitting(got, want, loosest, fs) for m, fs in mistakes().items()}
            for f in want:
                predictions = {m: form.get(f, want[f]) for m, form in forms.items()}
                diagnosis.see(got[f], want[f], loosest[f], **predictions)
        diagnosis.conclude()
        raise Wrong(None, self.neutral)


def _fitting(got, want, rounding, forms) -> dict:
    """The form of a mistake that fits all fields; the first one if none does."""
    fits = (all(close(got[f], form.get(f, want[f]), rounding[f]) for f in want) for form in forms)
    return next((form for form, fit in zip(forms, fits) if fit), forms[0])
