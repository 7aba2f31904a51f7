"""What several checks of `language-model` ask and how they judge it."""

from collections.abc import Callable

import numpy as np

from autograder import checking, wire
from autograder.checking import Diagnosis, Wrong, array, close, same
from autograder.checks.language_model.draws import NAMES
from autograder.subject import Subject

REFUSE = "Wrong input is not refused as the docstring says."


def ask(S: Subject, name: str, *args, strided=False):
    """The value of a call that must leave its arrays as they are."""
    answer = S.observe(name, *args, watch=("args",), strided=strided)
    kept = [same(a, after) for a, after in zip(args, answer.args) if isinstance(a, np.ndarray)]
    if not all(kept):
        raise Wrong("arguments-changed")
    return answer.value


def holder(S: Subject, arrays) -> wire.Handle:
    """A `Parameters` of these arrays in the student's process."""
    return S.call("Parameters", *arrays)


def held(S: Subject, p: wire.Handle) -> dict[str, wire.Array]:
    """What a `Parameters` holds now."""
    held = S.get(p, "__dict__")
    found = {name: held.get(name) for name in NAMES} if isinstance(held, dict) else dict.fromkeys(NAMES)
    for name, value in found.items():
        array(value, "numpy", f"{name} of the parameters is no array any more.")
    return found


def must_refuse(S, wanted: str, attempt, **told) -> None:
    """`checking.must_refuse` with the words of this topic."""
    checking.must_refuse(S, wanted, attempt, **({"other": "wrong-exception", "neutral": REFUSE} | told))


def refuses_ids(S, attempt, good, V: int, not_integers) -> None:
    """`attempt(ids)` must refuse ids that are no integers, or outside 0 ... V-1."""
    for ids in not_integers:
        must_refuse(S, "TypeError", lambda: attempt(ids), silent="id-types", other="id-types")
    # Numbers far from every size in play, so that a message can hold them for one reason only.
    for number, silent in ((-1, "negative-wraps"), (9173, None), (-8317, None), (V, None)):
        ids = good.copy()
        ids.reshape(-1)[ids.size // 2] = number
        must_refuse(
            S, "IndexError", lambda: attempt(ids), says=str(number), mute="id-not-named", silent=silent
        )


def refuses_shapes(S, attempts, silent="shapes-unchecked") -> None:
    """Each of the calls must raise ValueError."""
    for attempt in attempts:
        must_refuse(S, "ValueError", attempt, silent=silent)


def number(value, neutral: str) -> np.ndarray:
    """A loss as returned: a Python float, or NumPy's number or array without axes."""
    if isinstance(value, wire.Array) and value.kind == "numpy" and value.values.shape == ():
        value = float(value.values) if value.values.dtype.kind == "f" else value
    if type(value) is not float:
        raise Wrong(None, f"{neutral} The loss is to be a float.")
    return np.asarray(value)


def dtypes_of(values) -> set[str]:
    return {v.dtype for v in values if isinstance(v, wire.Array) and v.values.ndim}


class Evidence:
    """Answers of several fields to several draws.

    A check passes or fails by the fields that it is about, but a mistake is named only if it
    explains all the fields: two mistakes can look alike in one of them.
    """

    def __init__(self, neutral: str):
        self.neutral, self.seen = neutral, []

    def see(self, got: dict, right: dict, mistakes: Callable[[], dict] = dict) -> None:
        """`right` holds `Rounded` fields; `mistakes()` the forms of each: lists of dicts of values."""
        want = {f: r.values for f, r in right.items()}
        self.seen.append((got, want, {f: r.error for f, r in right.items()}, mistakes))

    def right(self, *about: str) -> bool:
        return all(close(g[f], w[f], r[f]) for g, w, r, _ in self.seen for f in about)

    def conclude(self, *about: str) -> None:
        if self.right(*about):
            return
        diagnosis = Diagnosis(self.neutral)
        for got, want, rounding, mistakes in self.seen:
            # What a mistake puts into a field rounds as in the field where it belongs.
            loosest = 4 * max(np.max(r, initial=0.0) for r in rounding.values())
            forms = {m: _fitting(got, want, loosest, fs) for m, fs in mistakes().items()}
            for f in want:
                predictions = {m: form.get(f, want[f]) for m, form in forms.items()}
                diagnosis.see(got[f], want[f], loosest, **predictions)
        diagnosis.conclude()
        raise Wrong(None, self.neutral)


def _fitting(got, want, rounding, forms) -> dict:
    """The form of a mistake that fits all fields; the first one if none does."""
    fits = (all(close(got[f], form.get(f, want[f]), rounding) for f in want) for form in forms)
    return next((form for form, fit in zip(forms, fits) if fit), forms[0])
