"""Helpers of the checks of several topics: calls, conversions of answers, models and devices, evidence.

What only one topic needs is in the `asking` module of that topic.
"""

from collections.abc import Callable, Iterable
from contextlib import contextmanager

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, close, same
from autograder.checks.student import Student, StudentError
from autograder.sandboxed import protocol

# -- asking -----------------------------------------------------------------------------------


def ask(student: Student, name: str, *args, strided=False, **options):
    """Return the value of a call; raise `Wrong("arguments-changed")` if an array argument has changed.

    With `strided` the arrays are passed as non-contiguous ones.
    """
    answer = student.observe(name, *args, watch=("args",), strided=strided, **options)
    kept = [same(a, after) for a, after in zip(args, answer.args) if isinstance(a, np.ndarray)]
    if not all(kept):
        raise Wrong("arguments-changed")
    return answer.value


def returns_new(student: Student, call: str, prepare: str = "", *, kept: str = "result-kept") -> None:
    """Raise `Wrong(kept)` if two calls return the same memory, so that the second changes the first result.

    `call` is an expression in the student's namespace, after the statements of `prepare`: a NumPy array or a
    tensor.
    """
    if student.evaluate(prepare, f"shares_memory({call}, {call})") is not False:
        raise Wrong(kept)


def float_of(value, message: str, dtype: str | None = None) -> float:
    """Return an answer as a float: Python's, or a NumPy number or array without axes (of this dtype).

    Raise `Wrong` with the message for anything else.
    """
    if isinstance(value, protocol.Array) and value.kind == "numpy" and value.values.shape == ():
        if value.values.dtype.kind == "f" and dtype in (None, value.dtype):
            return float(value.values)
    if type(value) is not float:
        raise Unexplained(message)
    return value


def loss(value, neutral: str) -> float:
    """Return a loss as a float, see `float_of`."""
    return float_of(value, f"{neutral} The loss is to be a float.")


# -- checks that count only for a function that answers ---------------------------------------


def require(name: str, ask: Callable, want, tolerance: float = 1e-2) -> None:
    """Raise `Wrong`, which ends the check, unless `ask()`, a small case, gives `want`.

    A check of refusals, cost or unchanged arguments begins with this, because code that does nothing
    would pass much of it. The case is the easiest possible, so that code with the mistakes that the check
    looks for passes. It is judged leniently: NumPy or PyTorch, any dtype and device, a list in
    place of an array. The shape must be right, and the numbers to `tolerance` relative to the largest.
    `want` is a number, a text, None, an array, or a tuple, list or dict of these. It should not be what
    doing nothing gives: zeros, ones, or an argument.

    An exception of the student's code propagates: it says more than a wrong answer.
    """
    if not agrees(ask(), want, tolerance):
        raise Unexplained(
            f"`{name}` does not answer a small case rightly yet; this part counts once it does."
        )


def agrees(got, want, tolerance: float) -> bool:
    """Return whether an answer equals `want`, judged as `require` says: by shape and numbers, not by type."""
    if isinstance(want, dict):
        return (
            isinstance(got, dict)
            and got.keys() == want.keys()
            and all(agrees(got[key], want[key], tolerance) for key in want)
        )
    if isinstance(want, (tuple, list)):
        return (
            isinstance(got, (tuple, list))
            and len(got) == len(want)
            and all(agrees(g, w, tolerance) for g, w in zip(got, want))
        )
    if want is None or isinstance(want, str):
        return type(got) is type(want) and got == want
    found, want = numbers(got), np.asarray(want, np.float64)
    return found is not None and close(found, want, tolerance * np.abs(want).max(initial=0.0))


# -- numbers ----------------------------------------------------------------------------------


def numbers(value) -> np.ndarray | None:
    """Return the real numbers of an array, a tensor, a number or nested lists of equal lengths, as float64.

    Return None for anything else, such as an integer of more than 64 bits.
    """
    if isinstance(value, (list, tuple)):
        parts = [p for v in value if (p := numbers(v)) is not None]
        alike = len(parts) == len(value) and len({p.shape for p in parts}) < 2
        return np.array(parts) if alike else None
    values = value.values if isinstance(value, protocol.Array) else np.asarray(value)
    return values.astype(np.float64) if values.dtype.kind in "biuf" else None


def exact(numbers: Iterable[int]) -> np.ndarray:
    """Return whole numbers of up to 256 bits as an exact array (n, 8): their digits to base 2**32."""
    return np.array([[x >> 32 * k & 0xFFFFFFFF for k in range(8)] for x in numbers])


def wrapped(x: int) -> int:
    """Return x as a signed integer of 64 bits, after overflow."""
    return (x + 2**63) % 2**64 - 2**63


def scatter_add(V: int, ids: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Sum the rows (*ids.shape, d) that have the same id, in float64, into a table (V, d)."""
    out = np.zeros((V, rows.shape[-1]))
    np.add.at(out, ids.reshape(-1).astype(int), rows.reshape(-1, rows.shape[-1]))
    return out


def as_float(number: int | float, neutral: str) -> float:
    """Return the number as a float; raise `Wrong` for an integer that is too large."""
    try:
        return float(number)
    except OverflowError:
        raise Unexplained(f"{neutral} It returned an integer that no float holds.") from None


def in_dtype(values, dtype: str) -> np.ndarray:
    """Round the values to `dtype`; for bfloat16, return them in an array of float32."""
    if dtype == "bfloat16":
        return protocol.from_bfloat16_bits(protocol.to_bfloat16_bits(values))
    return np.asarray(values).astype(dtype)


def probabilities(z: np.ndarray) -> np.ndarray:
    """Return the softmax of each row of the logits `z` (N, V)."""
    p = np.exp(z - z.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


# -- models and devices -----------------------------------------------------------------------


def device_name(student: Student) -> str:
    """Return PyTorch's name of the device on which the check runs; the stand-in's is `meta`."""
    return "meta" if student.device == "standin" else student.device


def dtype_of(student: Student, name: str) -> protocol.Handle:
    """Return the torch.dtype of that name, as an object in the student's process."""
    one = student.tensor(np.ones(1, name), device="cpu")
    return student.call("torch.result_type", one, one)


def count(student: Student, model) -> int:
    """Count the numbers that an optimizer gets from `model.parameters()`: a shared Parameter counts once.

    Raise `ProtocolError` if they do not come as a tensor.
    """
    vector = student.call("torch.nn.utils.parameters_to_vector", student.method(model, "parameters"))
    if not isinstance(vector, protocol.Array):
        raise protocol.ProtocolError("a vector of parameters that is no tensor")
    return vector.values.size


@contextmanager
def device_mistakes():
    """Turn exceptions that show a mistake with devices into `Wrong`: "through-numpy" or "wrong-device"."""
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
    """Answers with several fields (loss, gradients, ...) to several draws.

    A check passes or fails by the fields that it is about, but a mistake is named only if it
    predicts all the fields, because two mistakes can agree in one of them.
    """

    def __init__(self, neutral: str, slack: float = 1):
        """Set `slack`, the factor by which predictions of mistakes may be off more than right answers."""
        self.neutral, self.slack = neutral, slack
        self.seen: list = []

    def see(self, got: dict, want: dict, rounding: dict, mistakes: Callable[[], dict] = dict) -> None:
        """Record one draw; all arguments are dicts of fields, `rounding` the error allowed of each.

        `mistakes()` maps each misconception to its forms: a list of dicts, which may leave out right fields.
        """
        self.seen.append((got, want, rounding, mistakes))

    def right(self, *about: str) -> bool:
        """Return whether these fields are right in all draws."""
        return all(close(g[f], w[f], r[f]) for g, w, r, _ in self.seen for f in about)

    def conclude(self, *about: str) -> None:
        """Raise `Wrong` if a field of `about` was wrong in any draw."""
        if self.right(*about):
            return
        diagnosis = Diagnosis(self.neutral)
        for got, want, rounding, mistakes in self.seen:
            # A mistake may put the values of one field into another: the largest rounding counts for all.
            loosest = self.slack * max(np.max(r, initial=0.0) for r in rounding.values())
            forms = {m: _fitting(got, want, loosest, fs) for m, fs in mistakes().items()}
            for f in want:
                predictions = {m: form.get(f, want[f]) for m, form in forms.items()}
                diagnosis.see(got[f], want[f], loosest, **predictions)
        diagnosis.conclude()
        raise Unexplained(self.neutral)


def _fitting(got: dict, want: dict, rounding: float, forms: list[dict]) -> dict:
    """Return the form of a mistake that predicts all fields; the first form if none does."""
    fits = (all(close(got[f], form.get(f, want[f]), rounding) for f in want) for form in forms)
    return next((form for form, fit in zip(forms, fits) if fit), forms[0])
