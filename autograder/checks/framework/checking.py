"""The frame in which hidden tests are written and run.

A check is a function under `autograder/checks/<topic>/`, registered with a name and
points. It draws fresh inputs from a generator, asks a `Student`, compares with its own
reference, and returns if the answer is right. If not it raises `Wrong`, which names one
misconception of the topic's catalogue, or none when the evidence fits none or several.
"""

import contextlib
import importlib
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from autograder import sections
from autograder.checks.framework import examiner_errors
from autograder.checks.framework.student import Student, StudentError
from autograder.results import CheckResult, Stopped, Verdict
from autograder.sandboxed import echo, protocol
from autograder.sandboxed.devices import OUT_OF_MEMORY
from autograder.topics import module_name

CELL = "check-"  # a hidden cell's grade_id is this and the name of its function
# Exceptions that no bad input explains: a name or an attribute that is not there.
SLIPS = ("NameError", "AttributeError", "ImportError")


@dataclass(frozen=True)
class Misconception:
    """One mistake that people make: what it is (for instructors), and what to tell a student.

    `tell` names the mistake and `read` the label of the section to go back to, see `sections`.
    Neither holds an input, an expected value or the solution.
    """

    is_: str
    tell: str
    read: str

    def message(self, asked_by: str) -> str:
        """What a student is told; `asked_by` says in an error whose label leads nowhere."""
        return f"{self.tell} {sections.pointer(self.read, asked_by)}"


@dataclass(frozen=True)
class Check:
    function: str  # the student's function or class
    name: str  # what is looked at: "values", "errors", "cost", ...
    points: float
    body: Callable
    accelerator: bool  # runs on the stand-in, and is reported for CUDA where there is one

    @property
    def id(self) -> str:
        return f"{self.function}.{self.name}"

    @property
    def cell(self) -> str:
        """The `grade_id` of the hidden cell that holds its points."""
        return CELL + self.function


class Wrong(Exception):
    """The answer is not right. `misconception` is a key of the catalogue, or None."""

    def __init__(self, misconception: str | None, message: str = ""):
        self.misconception, self.message = misconception, message
        super().__init__(misconception or message)


class Suite:
    """The checks of one topic and its catalogue of misconceptions."""

    def __init__(self, misconceptions: dict[str, Misconception]):
        self.misconceptions = misconceptions
        self.checks: list[Check] = []

    def check(self, function: str, name: str, points: float, accelerator: bool = False):
        """Register the decorated `body(student, rng)` as the check `function.name`."""

        def register(body):
            self.checks.append(Check(function, name, float(points), body, accelerator))
            return body

        return register

    def of(self, function: str) -> list[Check]:
        return [c for c in self.checks if c.function == function]

    def functions(self) -> list[str]:
        return list(dict.fromkeys(c.function for c in self.checks))


def suite(topic: str) -> Suite:
    """The suite of a topic; the package `autograder.checks.<topic>` calls it SUITE."""
    return importlib.import_module(f"autograder.checks.{module_name(topic)}").SUITE


# -- judging values ---------------------------------------------------------------------------

_EPS = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "float64": 2.0**-52}


def bound(dtype: str, terms: int = 1, scale=1.0, out: str | None = None, value=0.0):
    """Largest rounding error allowed of a sum of `terms` products accumulated in `dtype`.

    Standard bound (Higham, Accuracy and Stability of Numerical Algorithms, §3.1):
    (terms + 2) · eps · Σ|terms|, with `scale` = Σ|terms|, plus one rounding of `value` to
    the dtype `out` in which the result is returned.
    """
    error = (terms + 2) * _EPS[dtype] * np.asarray(scale)
    return error + (_EPS[out] * np.abs(value) if out else 0.0)


def close(got, want, tolerance) -> bool:
    """Same shape, and |got − want| within `tolerance` everywhere; NaN and inf must agree.

    What holds no real numbers of at most 64 bits is close to nothing.
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
    except ValueError:  # the tolerance of a right answer, beside what a mistake gives in another shape
        allowed = np.broadcast_to(np.max(tolerance, initial=0.0), want.shape)
    return bool(same_special and np.all(error[finite] <= allowed[finite]))


class Diagnosis:
    """Several draws: is the answer right, and if not, which mistake explains it?

    Each draw gives the student's value, the right one, and what each known mistake would
    have given. A mistake explains the answer if it predicts the student's value in every
    draw. If exactly one does, the message may name it.
    """

    def __init__(self, neutral: str):
        self.neutral = neutral
        # Was a draw right; which mistakes fit it; and what tells of more of them.
        self.draws: list[tuple[bool, dict[str, bool], Callable[[], dict[str, bool]]]] = []

    def see(
        self, got, want, tolerance=0.0, mistakes: Callable[..., dict] = dict, *args, **predictions
    ) -> bool:
        """Record one draw; returns whether this one was right.

        `predictions` are what mistakes would have given. `mistakes(*args)` gives more of them, worked out
        only if an answer is wrong; there a list holds the forms that a mistake may have. A mistake that is
        not predicted for a draw is taken to give the right value there.
        """

        def more() -> dict[str, bool]:
            found = mistakes(*args)
            return {m: any(close(got, form, tolerance) for form in _forms(v)) for m, v in found.items()}

        right = close(got, want, tolerance)
        self.record(right, {m: close(got, v, tolerance) for m, v in predictions.items()}, more)
        return right

    def record(self, right: bool, fits: dict[str, bool], more: Callable[[], dict[str, bool]] = dict) -> None:
        """Record one draw that was compared elsewhere: was it right, and which mistakes does it fit?"""
        self.draws.append((right, fits, more))

    def conclude(self) -> None:
        """Raise `Wrong` if any draw was wrong, with the one mistake that explains all if there is one."""
        if all(right for right, *_ in self.draws):
            return
        draws = [(right, fits | more()) for right, fits, more in self.draws]
        known = {m for _, fits in draws for m in fits}
        explains = [m for m in known if all(fits.get(m, right) for right, fits in draws)]
        raise Wrong(*explains) if len(explains) == 1 else Wrong(None, self.neutral)


def _forms(value) -> list:
    return value if isinstance(value, list) else [value]


def array(value, kind: str, neutral: str, **named) -> np.ndarray:
    """The values of an answer that must be a NumPy array ("numpy") or a tensor ("torch").

    `named` maps what else it may be to the misconception that explains it: `torch`,
    `numpy`, `None_`, `scalar`, `list`. What none explains is told by `neutral`.
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
    raise Wrong(
        None, f"{neutral} It returned {names.get(found, type(value).__name__)}; {article} is expected."
    )


@contextlib.contextmanager
def blame(misconception: str | None, message: str = "", *, only: tuple[str, ...] = ()):
    """An exception of the student's code inside the block is this misconception's doing.

    `only` restricts it to exceptions of the named types; others stay errors. What is not
    written yet stays so.
    """
    try:
        yield
    except StudentError as error:
        if error.is_a("NotImplementedError"):
            raise
        if only and not any(error.is_a(t) for t in only):
            raise
        raise Wrong(misconception, message) from error


def must_raise(
    student: Student,
    wanted: str,
    ask: Callable,
    *,
    silent: str | None,
    other: str | None,
    neutral: str,
    says: str | None = None,
    mute: str | None = None,
) -> None:
    """`ask()` must raise the exception type `wanted`, with `says` in its message.

    `silent`, `other` and `mute` are the misconceptions named when nothing is raised, when
    another type is, and when the message lacks `says`; None gives the neutral text.
    """
    try:
        ask()
    except StudentError as error:
        if error.is_a("NotImplementedError"):
            raise
        if not error.is_a(wanted):
            raise Wrong(other, f"{neutral} It raised {error.type}; {wanted} is expected.") from None
        if says is not None and says not in error.message:
            raise Wrong(mute, f"{neutral} The message should name what is wrong.") from None
        return
    raise Wrong(silent, f"{neutral} Nothing was raised; {wanted} is expected.")


def must_refuse(student: Student, wanted: str, attempt: Callable, **told) -> None:
    """`must_raise`, but code that dies of a slip of its own refuses nothing: that stays an error."""
    slip = None

    def watched():
        nonlocal slip
        try:
            attempt()
        except StudentError as error:
            slip = error if any(error.is_a(kind) for kind in SLIPS) else None
            raise

    try:
        must_raise(student, wanted, watched, **told)
    except Wrong:
        if slip is not None:
            raise slip from None
        raise


def same(sent, after) -> bool:
    """Is an argument, looked at after the call, what it was before?"""
    values = sent.values if isinstance(sent, protocol.Array) else sent
    return isinstance(after, protocol.Array) and np.array_equal(values, after.values)


# -- running ----------------------------------------------------------------------------------


def generator(seed, topic: str, check: Check) -> np.random.Generator:
    """The draws of one check: fixed by the run's seed, different for every check."""
    return np.random.default_rng([int(seed), zlib.crc32(f"{topic}/{check.id}".encode())])


def run(topic: str, check: Check, subject: Student, seed, device: str | None = None) -> CheckResult:
    """Run one check and put its outcome into words. Errors of the transport propagate.

    Whatever else the check's own code raises while it looks at a student's value is "wrong", and told
    to the instructor in `examiner_error`.

    Points are decided on the stand-in accelerator, or on the CPU for checks that need none;
    `device` names another one, to see what becomes of the same draws there.
    """
    start, catalogue = time.perf_counter(), suite(topic).misconceptions
    verdict: Verdict = "right"
    message, misconception, examiner_error = "", None, ""
    rng = generator(seed, topic, check)
    subject.device = device or ("standin" if check.accelerator else "cpu")
    try:
        if not subject.exists(check.function):
            verdict, message = "missing", f"`{check.function}` is not defined."
        else:
            check.body(subject, rng)
    except Wrong as wrong:
        verdict, misconception = "wrong", wrong.misconception
        message = wrong.message
        if misconception is not None:
            message = catalogue[misconception].message(f"{topic}, check {check.id}, {misconception!r}")
    except StudentError as error:
        if error.is_a("NotImplementedError"):
            verdict, message = "missing", f"`{check.function}` is not written yet."
        else:
            memory = error.is_a("MemoryError") or error.is_a(OUT_OF_MEMORY)
            verdict = "memory" if memory else "error"
            told = echo.told(error.types, error.message, subject.sent)
            message = f"`{check.function}` raised {told}"[:500]
    except protocol.OverLimit as error:
        verdict, message = "invalid", f"The answer of `{check.function}` cannot be read: {error}."
    except protocol.ProtocolError as error:
        verdict = "tampered"
        message = f"The process did not answer as the grader's own code in it does: {error}."
    except (Stopped, OSError):  # of the transport: no check reads or writes anything itself
        raise
    except Exception as error:  # noqa: BLE001 - no list of types covers what a value can lead to
        verdict, message = "wrong", examiner_errors.for_student(check.function)
        examiner_error = examiner_errors.for_instructor(check.id, check.body, error)
    points = check.points if verdict == "right" else 0.0
    devices: dict[str, str] = {subject.device: verdict}
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
