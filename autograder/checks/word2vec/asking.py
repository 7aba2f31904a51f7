"""What several checks of `word2vec` ask and how they judge it."""

from collections.abc import Callable

import numpy as np

from autograder import checking, wire
from autograder.checking import Diagnosis, Wrong, array, close, same
from autograder.subject import Subject

REFUSE = "Wrong input is not refused as the docstring says."


def ask(S: Subject, name: str, *args, strided=False, **kwargs):
    """The value of a call that must leave its arrays as they are."""
    answer = S.observe(name, *args, watch=("args",), strided=strided, **kwargs)
    kept = [same(a, after) for a, after in zip(args, answer.args) if isinstance(a, np.ndarray)]
    if not all(kept):
        raise Wrong("arguments-changed")
    return answer.value


def ask_array(S: Subject, name: str, *args, neutral: str, **how) -> wire.Array:
    """As `ask`, for a result that must be a NumPy array."""
    value = ask(S, name, *args, **how)
    array(value, "numpy", neutral)
    return value


def must_refuse(S, wanted: str, attempt, **told) -> None:
    """`checking.must_refuse` with the words of this topic."""
    checking.must_refuse(S, wanted, attempt, **({"other": "wrong-exception", "neutral": REFUSE} | told))


def refuses_types(S, attempts, fault="id-types") -> None:
    """Each of the calls must raise TypeError."""
    for attempt in attempts:
        must_refuse(S, "TypeError", attempt, silent=fault, other=fault)


def refuses_range(S, attempt, good, V: int) -> None:
    """`attempt(ids)` must refuse ids outside 0 ... V-1, by IndexError that names the number."""
    # Numbers far from every size in play, so that a message can hold them for one reason only.
    for number, silent in ((-1, "negative-wraps"), (9173, None), (-8317, None), (V, None)):
        ids = good.copy()
        ids[len(ids) // 2, -1] = number
        must_refuse(
            S, "IndexError", lambda: attempt(ids), says=str(number), mute="id-not-named", silent=silent
        )


def refuses_values(S, attempts, silent="shapes-unchecked", **told) -> None:
    """Each of the calls must raise ValueError."""
    for attempt in attempts:
        must_refuse(S, "ValueError", attempt, silent=silent, **told)


def number(value, neutral: str) -> float:
    """A number as returned: a Python float, or NumPy's number or array without axes."""
    if isinstance(value, wire.Array) and value.kind == "numpy" and value.values.shape == ():
        value = float(value.values) if value.values.dtype.kind == "f" else value
    if type(value) is not float:
        raise Wrong(None, f"{neutral} The loss is to be a float.")
    return value


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
