"""Registering and running hidden tests, comparing answers and diagnosing mistakes.

A check is a function marked with `check(points=...)`; `loading` collects those of an assignment's
folder. It draws fresh inputs from a generator, calls the student's code through a `Student`,
compares with its own reference, and returns if the answer is right. If not it raises `Wrong`,
which names one misconception of the assignment, or none when the answers fit none or several.
"""

import contextlib
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from autograder import sections
from autograder.checks import examiner_errors
from autograder.checks.student import Student, StudentError
from autograder.results import CheckResult, GraderFailure, Stopped, Verdict
from autograder.sandboxed import echo, protocol
from autograder.sandboxed.devices import OUT_OF_MEMORY

CELL = "check-"  # a hidden cell's grade_id is this and the name of its function


@dataclass(frozen=True)
class Misconception:
    """A common mistake: a description for instructors, and a text for students.

    `text` names the mistake and `section` is the label of the section to reread, see `sections`; empty in
    a course without a book. Neither holds an input, an expected value or the solution.
    """

    mistake: str
    text: str
    section: str = ""
    kind: str = ""  # one of `loading.KINDS`; empty where it is not declared

    def message(self, asked_by: str) -> str:
        """Return the text for a student; raise `LabelError`, quoting `asked_by`, if no page has the label."""
        return f"{self.text} {sections.pointer(self.section, asked_by)}" if self.section else self.text


@dataclass(frozen=True)
class Check:
    """A hidden test: its place in the task, its points and its body."""

    function: str  # the student's function or class
    name: str  # which part of the task: "values", "errors", "cost", ...
    points: float
    body: Callable
    accelerator: bool  # runs on the stand-in, and is reported for CUDA where there is one
    suite: "Suite" = field(repr=False, compare=False)  # to which it belongs

    @property
    def id(self) -> str:
        return f"{self.function}.{self.name}"

    @property
    def cell(self) -> str:
        """The `grade_id` of the hidden cell that holds its points."""
        return CELL + self.function


class Wrong(Exception):
    """The answer is wrong, by the mistake of the assignment that has the key `misconception`."""

    def __init__(self, misconception: str | None, message: str = ""):
        self.misconception, self.message = misconception, message
        super().__init__(misconception or message)


class Unexplained(Wrong):
    """The answer is wrong, and no single mistake explains it: the student reads `message`."""

    def __init__(self, message: str):
        super().__init__(None, message)


class Suite:
    """The checks of one assignment and its misconceptions."""

    def __init__(self, misconceptions: dict[str, Misconception], topic: str = ""):
        self.misconceptions, self.topic = misconceptions, topic
        self.checks: list[Check] = []
        self.examples: dict[str, list] = {}  # by function, see `examples`

    def check(self, function: str, name: str, points: float, accelerator: bool = False):
        """Register the decorated `body(student, rng)` as the check `function.name`."""

        def register(body):
            self.checks.append(Check(function, name, float(points), body, accelerator, self))
            return body

        return register

    def of(self, function: str) -> list[Check]:
        """Return the checks of one function, in the order of registration."""
        return [c for c in self.checks if c.function == function]

    def functions(self) -> list[str]:
        """Return the names of the checked functions, in the order of registration."""
        return list(dict.fromkeys(c.function for c in self.checks))


def check(*, points: float, accelerator: bool = False):
    """Mark the decorated `body(student, rng)` as a check of the function in whose folder it stands.

    The check has the body's name, with `-` for `_`. With `accelerator` it runs on the stand-in accelerator.
    """

    def mark(body):
        body.check = {"points": float(points), "accelerator": accelerator}
        return body

    return mark


class BrokenChecks(Exception):
    """The files of an assignment's checks cannot be loaded; the text names file, line and error."""


# -- judging values ---------------------------------------------------------------------------

_EPS = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "float64": 2.0**-52}


def bound(dtype: str, terms: int = 1, scale=1.0, out: str | None = None, value=0.0):
    """Return the absolute rounding error allowed in a sum of `terms` products accumulated in `dtype`.

    Standard bound (Higham, Accuracy and Stability of Numerical Algorithms, §3.1):
    (terms + 2) · eps · Σ|terms|, with `scale` = Σ|terms|, plus one rounding of `value` to
    the dtype `out` in which the result is returned. `scale` and `value` may be arrays: the result has
    their shape. Raise `KeyError` for a dtype without an entry in `_EPS`.
    """
    error = (terms + 2) * _EPS[dtype] * np.asarray(scale)
    return error + (_EPS[out] * np.abs(value) if out else 0.0)


def close(got, want, tolerance) -> bool:
    """Return whether shapes are equal and |got − want| <= `tolerance` everywhere; NaN and inf must agree.

    Compare integers and booleans exactly. Return False, and raise nothing, for anything but real numbers of
    at most 64 bits. `tolerance` is a number or an array that broadcasts to `want`; if it does not, its
    largest entry counts.
    """
    try:
        got, want = np.asarray(got), np.asarray(want)
    except ValueError:  # a list whose rows have several lengths
        return False
    if got.shape != want.shape or got.dtype.kind not in "biuf":
        return False
    if got.dtype == bool or want.dtype == bool or got.dtype.kind in "iu" and want.dtype.kind in "iu":
        return bool(np.array_equal(got, want))
    finite = np.isfinite(want)
    same_special = np.array_equal(got[~finite], want[~finite], equal_nan=True)
    with np.errstate(invalid="ignore"):
        error = np.abs(got.astype(np.float64) - want.astype(np.float64))
    try:
        allowed = np.broadcast_to(tolerance, want.shape)
    except ValueError:  # the prediction of a mistake may have another shape than the right answer
        allowed = np.broadcast_to(np.max(tolerance, initial=0.0), want.shape)
    return bool(same_special and np.all(error[finite] <= allowed[finite]))


class Diagnosis:
    """Compares answers to several draws, and if one is wrong finds the mistake that accounts for all of them.

    For each draw it takes the student's value, the right one, and the values that known mistakes
    lead to. A mistake is named if it alone predicts the student's value in every draw, the
    right ones included. Otherwise the message is `neutral`.
    """

    def __init__(self, neutral: str):
        self.neutral = neutral
        # For each draw: whether it was right, and a function that says which mistakes predict it.
        self.draws: list[tuple[bool, Callable[[], dict[str, bool]]]] = []

    def see(
        self, got, want, tolerance=0.0, mistakes: Callable[..., dict] = dict, *args, **predictions
    ) -> bool:
        """Record one draw; return whether it was right.

        `predictions` maps mistakes to the values that they lead to; a list holds several forms of one
        mistake. `mistakes(*args)` returns more of them, and is called only if an answer is wrong. A mistake
        without a prediction for a draw is taken to give the right value there.
        """

        def fits() -> dict[str, bool]:
            found = predictions | mistakes(*args)
            return {m: any(close(got, form, tolerance) for form in _forms(v)) for m, v in found.items()}

        right = close(got, want, tolerance)
        self.record(right, fits)
        return right

    def record(self, right: bool, fits: Callable[[], dict[str, bool]]) -> None:
        """Record one draw compared elsewhere; `fits()` says for each mistake whether it predicts it."""
        self.draws.append((right, fits))

    def conclude(self) -> None:
        """Raise `Wrong` if any draw was wrong, with the one mistake that predicts all values, if any."""
        if all(right for right, _ in self.draws):
            return
        draws = [(right, fits()) for right, fits in self.draws]
        known = {m for _, fits in draws for m in fits}
        explains = [m for m in known if all(fits.get(m, right) for right, fits in draws)]
        raise Wrong(*explains) if len(explains) == 1 else Unexplained(self.neutral)


def _forms(value) -> list:
    return value if isinstance(value, list) else [value]


def array(value, kind: str, neutral: str, **named) -> np.ndarray:
    """Return the values of an answer that must be a NumPy array ("numpy") or a tensor ("torch").

    Raise `Wrong` for anything else. `named` maps other kinds of answers to the misconceptions that they
    show: `torch`, `numpy`, `None_`, `scalar`, `list`. For the rest the message is `neutral` and the type.
    """
    if isinstance(value, protocol.Array):
        if value.kind == kind:
            return value.values
        found = value.kind
    else:
        kinds = {type(None): "None_", list: "list", tuple: "list", float: "scalar", int: "scalar"}
        found = kinds.get(type(value), "other")
    if found in named:
        raise Wrong(named[found])
    article = {"numpy": "a NumPy array", "torch": "a torch tensor"}[kind]
    names = {
        "None_": "None",
        "scalar": "a number",
        "list": f"a {type(value).__name__}",
        "torch": "a torch tensor",
        "numpy": "a NumPy array",
    }
    if isinstance(value, protocol.Handle):
        names["other"] = f"an object of type {value.type}"
    raise Unexplained(
        f"{neutral} It returned {names.get(found, type(value).__name__)}; {article} is expected."
    )


@contextlib.contextmanager
def blame(misconception: str | None, message: str = "", *, only: tuple[str, ...] = ()):
    """Turn an exception of the student's code inside the block into `Wrong` with this misconception.

    With `only`, turn only exceptions of the named types; others propagate. `NotImplementedError`, which
    means unwritten code, always propagates, as does an exception that the student's code did not raise.
    """
    try:
        yield
    except StudentError as error:
        if error.is_a("NotImplementedError") or error.unreadable:
            raise
        if only and not any(error.is_a(t) for t in only):
            raise
        raise Wrong(misconception, message) from error


def same(sent, after) -> bool:
    """Return whether an argument is as it was sent. Compare values, not dtypes; False if not an array."""
    values = sent.values if isinstance(sent, protocol.Array) else sent
    return isinstance(after, protocol.Array) and np.array_equal(values, after.values)


# -- running ----------------------------------------------------------------------------------


def generator(seed, check: Check) -> np.random.Generator:
    """Return the random generator of one check: fixed by the run's seed, different for every check."""
    return np.random.default_rng([int(seed), zlib.crc32(f"{check.suite.topic}/{check.id}".encode())])


def run(check: Check, student: Student, seed, device: str | None = None) -> CheckResult:
    """Run one check and return its verdict, points and message.

    `Stopped`, `GraderFailure` and `OSError`, which concern the student's process and the connection to it,
    propagate. Any other exception of the check's own code while it looks at a student's value gives the
    verdict "wrong", and a line for the instructor in `examiner_error`.

    Points are decided on the stand-in accelerator, or on the CPU for checks that need none;
    `device` names another device on which to run the same draws.
    """
    start, topic = time.perf_counter(), check.suite.topic
    verdict: Verdict = "right"
    message, misconception, examiner_error = "", None, ""
    rng = generator(seed, check)
    student.device = device or ("standin" if check.accelerator else "cpu")
    try:
        if not student.exists(check.function):
            verdict, message = "missing", f"`{check.function}` is not defined."
        else:
            check.body(student, rng)
    except Wrong as wrong:
        verdict, misconception = "wrong", wrong.misconception
        message = wrong.message
        if misconception is not None and misconception not in check.suite.misconceptions:
            message = examiner_errors.for_student(check.function)
            examiner_error = examiner_errors.of_unknown_mistake(check.id, check.body, misconception)
            misconception = None
        elif misconception is not None:
            mistake = check.suite.misconceptions[misconception]
            message = mistake.message(f"{topic}, check {check.id}, {misconception!r}")
    except StudentError as error:
        if error.unwritten:
            verdict, message = "missing", f"`{check.function}` is not written yet."
        else:
            memory = error.is_a("MemoryError") or error.is_a(OUT_OF_MEMORY)
            verdict = "memory" if memory else "wrong" if error.unreadable else "error"
            told = echo.told(error.types, error.message, student.sent)
            did = "gave back something that cannot be read:" if error.unreadable else "raised"
            message = f"`{check.function}` {did} {told}"[:500]
            if error.given and not memory and not error.unreadable:
                message = f"{message.rstrip('.')}. The docstring allows what it was given: {error.given}."
    except protocol.OverLimit as error:
        verdict, message = "invalid", f"The answer of `{check.function}` cannot be read: {error}."
    except protocol.ProtocolError as error:
        verdict = "tampered"
        message = f"The process did not answer as the grader's own code in it does: {error}."
    except (Stopped, GraderFailure, OSError):  # of the transport: no check reads or writes anything itself
        raise
    except Exception as error:  # noqa: BLE001 - no list of types covers what a value can lead to
        verdict, message = "wrong", examiner_errors.for_student(check.function)
        examiner_error = examiner_errors.for_instructor(check.id, check.body, error)
    points = check.points if verdict == "right" else 0.0
    devices: dict[str, str] = {student.device: verdict}
    if check.accelerator:
        devices.setdefault("cuda", "not run")
    return CheckResult(
        topic=topic,
        check=check.id,
        cell=check.cell,
        points=points,
        max_points=check.points,
        verdict=verdict,
        message=message,
        misconception=misconception,
        devices=devices,
        seconds=time.perf_counter() - start,
        examiner_error=examiner_error,
    )
