"""What checks of several topics ask and how they judge it: a topic's own `asking` holds the rest."""

from collections.abc import Callable
from contextlib import contextmanager

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, close, must_refuse, same
from autograder.checks.framework.student import Student, StudentError
from autograder.sandboxed import protocol

# -- asking -----------------------------------------------------------------------------------


def ask(student: Student, name: str, *args, strided=False, **options):
    """The value of a call that must leave its arrays as they are."""
    answer = student.observe(name, *args, watch=("args",), strided=strided, **options)
    kept = [same(a, after) for a, after in zip(args, answer.args) if isinstance(a, np.ndarray)]
    if not all(kept):
        raise Wrong("arguments-changed")
    return answer.value


def loss(value, neutral: str) -> float:
    """A loss as returned: a Python float, or NumPy's number or array without axes."""
    if isinstance(value, protocol.Array) and value.kind == "numpy" and value.values.shape == ():
        value = float(value.values) if value.values.dtype.kind == "f" else value
    if type(value) is not float:
        raise Wrong(None, f"{neutral} The loss is to be a float.")
    return value


def dtypes_of(values) -> set[str]:
    """The dtypes of the arrays among `values` that have an axis."""
    return {v.dtype for v in values if isinstance(v, protocol.Array) and v.values.ndim}


# -- what counts only for a function that also answers ----------------------------------------


def answers(name: str, ask: Callable, want, tolerance: float = 1e-2) -> None:
    """`ask()`, a small case, must give `want`; else `Wrong`, and the check is over.

    A check of refusals, of cost or of what stays unchanged begins with this: code that does nothing
    refuses much, costs little and changes nothing. The case is the easiest that there is, so that
    answers with the mistakes that the check is about pass. It is judged leniently: NumPy or PyTorch,
    any dtype and device, a list in place of an array. The shape counts, and the numbers count to
    `tolerance` of the largest. `want` is a number, a text, None, an array, or a tuple, list or dict
    of these. It should not be what doing nothing gives: zeros, ones, or an argument.

    An exception of the student's code stays one: it says more than that no answer came.
    """
    if not _agrees(ask(), want, tolerance):
        raise Wrong(
            None, f"`{name}` does not answer a small case rightly yet; this part counts once it does."
        )


def _agrees(got, want, tolerance: float) -> bool:
    if isinstance(want, dict):
        return (
            isinstance(got, dict)
            and got.keys() == want.keys()
            and all(_agrees(got[key], want[key], tolerance) for key in want)
        )
    if isinstance(want, (tuple, list)):
        return (
            isinstance(got, (tuple, list))
            and len(got) == len(want)
            and all(_agrees(g, w, tolerance) for g, w in zip(got, want))
        )
    if want is None or isinstance(want, str):
        return type(got) is type(want) and got == want
    found, want = numbers(got), np.asarray(want, np.float64)
    return found is not None and close(found, want, tolerance * np.abs(want).max(initial=0.0))


# -- numbers ----------------------------------------------------------------------------------


def numbers(value) -> np.ndarray | None:
    """An answer's real numbers as float64: of an array, tensor or number, or of lists of one shape.

    None for anything else, an integer of more than 64 bits included.
    """
    if isinstance(value, (list, tuple)):
        parts = [numbers(v) for v in value]
        alike = all(p is not None and p.shape == parts[0].shape for p in parts)
        return np.array(parts) if alike else None
    values = value.values if isinstance(value, protocol.Array) else np.asarray(value)
    return values.astype(np.float64) if values.dtype.kind in "biuf" else None


def as_float(number: int | float, neutral: str) -> float:
    """The number as a float; `Wrong` for an integer that no float holds."""
    try:
        return float(number)
    except OverflowError:
        raise Wrong(None, f"{neutral} It returned an integer that no float holds.") from None


def in_dtype(values, dtype: str) -> np.ndarray:
    """Values that `dtype` holds exactly; for bfloat16 as float32."""
    if dtype == "bfloat16":
        return protocol.from_bfloat16_bits(protocol.to_bfloat16_bits(values))
    return np.asarray(values).astype(dtype)


def probabilities(z: np.ndarray) -> np.ndarray:
    """The softmax of each row of the logits `z` (N, V)."""
    p = np.exp(z - z.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


# -- what must be refused ---------------------------------------------------------------------


def refuses_ids(
    student: Student, attempt: Callable, good: np.ndarray, V: int, not_integers, neutral: str
) -> None:
    """`attempt(ids)` must refuse ids that are no integers, or outside 0 ... V-1."""
    for ids in not_integers:
        told = {"silent": "id-types", "other": "id-types", "neutral": neutral}
        must_refuse(student, "TypeError", lambda: attempt(ids), **told)
    # Numbers far from every size in play, so that a message can hold them for one reason only.
    for number, silent in ((-1, "negative-wraps"), (9173, None), (-8317, None), (V, None)):
        ids = good.copy()
        ids.reshape(-1)[ids.size // 2] = number
        must_refuse(
            student,
            "IndexError",
            lambda: attempt(ids),
            says=str(number),
            mute="id-not-named",
            silent=silent,
            other="wrong-exception",
            neutral=neutral,
        )


def refuses_shapes(student: Student, attempts, neutral: str, silent="shapes-unchecked") -> None:
    """Each of the calls must raise ValueError."""
    for attempt in attempts:
        must_refuse(student, "ValueError", attempt, silent=silent, other="wrong-exception", neutral=neutral)


# -- models and devices -----------------------------------------------------------------------


def device_name(student: Student) -> str:
    """What PyTorch calls the device of this subject; the stand-in goes by the name `meta`."""
    return "meta" if student.device == "standin" else student.device


def dtype_of(student: Student, name: str) -> protocol.Handle:
    """The torch.dtype of that name."""
    one = student.tensor(np.ones(1, name), device="cpu")
    return student.call("torch.result_type", one, one)


def count(student: Student, model) -> int:
    """How many numbers `parameters()` holds: an optimizer's view of the model."""
    vector = student.call("torch.nn.utils.parameters_to_vector", student.method(model, "parameters"))
    if not isinstance(vector, protocol.Array):
        raise protocol.ProtocolError("a vector of parameters that is no tensor")
    return vector.values.size


@contextmanager
def device_mistakes():
    """Errors that one mistake with a device explains become that mistake."""
    try:
        yield
    except StudentError as error:
        if error.is_a("TypeError") and "numpy" in error.message:
            raise Wrong("through-numpy") from error
        if error.is_a("RuntimeError") and "device" in error.message and not error.is_a("DeviceAssert"):
            raise Wrong("wrong-device") from error
        raise


# -- evidence ---------------------------------------------------------------------------------


class Evidence:
    """Answers of several fields to several draws.

    A check passes or fails by the fields that it is about, but a mistake is named only if it
    explains all the fields: two mistakes can look alike in one of them.
    """

    def __init__(self, neutral: str, slack: float = 1):
        """`slack`: by how much the predictions of mistakes round more than right answers do."""
        self.neutral, self.slack, self.seen = neutral, slack, []

    def see(self, got: dict, want: dict, rounding: dict, mistakes: Callable[[], dict] = dict) -> None:
        """`mistakes()` gives for each misconception its forms: lists of dicts of fields."""
        self.seen.append((got, want, rounding, mistakes))

    def right(self, *about: str) -> bool:
        return all(close(g[f], w[f], r[f]) for g, w, r, _ in self.seen for f in about)

    def conclude(self, *about: str) -> None:
        """Raise `Wrong` if a field of `about` was wrong in any draw."""
        if self.right(*about):
            return
        diagnosis = Diagnosis(self.neutral)
        for got, want, rounding, mistakes in self.seen:
            # What a mistake puts into a field rounds as in the field where it belongs.
            loosest = self.slack * max(np.max(r, initial=0.0) for r in rounding.values())
            forms = {m: _fitting(got, want, loosest, fs) for m, fs in mistakes().items()}
            for f in want:
                predictions = {m: form.get(f, want[f]) for m, form in forms.items()}
                diagnosis.see(got[f], want[f], loosest, **predictions)
        diagnosis.conclude()
        raise Wrong(None, self.neutral)


def _fitting(got: dict, want: dict, rounding: float, forms: list[dict]) -> dict:
    """The form of a mistake that fits all fields; the first one if none does."""
    fits = (all(close(got[f], form.get(f, want[f]), rounding) for f in want) for form in forms)
    return next((form for form, fit in zip(forms, fits) if fit), forms[0])
