"""Small calls whose results are known: what a student is shown, in a form to paste, where a check fails.

An example is never an input of a check. It is the same for everybody, so it gives nothing hidden away, and
code that has learnt all examples by heart passes no check. It is put to a process that was asked nothing
else, so what comes back can be shown.
"""

import ast
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from autograder.checks.framework import checking
from autograder.checks.framework.shared import agrees
from autograder.checks.framework.student import Student, StudentError
from autograder.results import CheckResult
from autograder.sandboxed import protocol

TOLERANCE = 1e-5  # relative to the largest number of the right result: float32 and another order pass
NUMBERS = 24  # shown of a result; a larger one is told by its shape
DIGITS = 6
TEXT = 60  # characters shown of a text


@dataclass(frozen=True)
class Example:
    """One call and what holds of it, in Python source; see `parse` for how it is written."""

    call: str
    because: str  # the end of a sentence: "two sequences need twice the bytes of one"
    checks: tuple[str, ...]  # the names of the checks for which it is shown
    gives: str = ""  # the right result
    raises: str = ""  # or the exception that must be raised
    let: str = ""  # assignments of what the call takes by name
    after: str = ""  # an argument of `let` that is looked at after the call in place of its result

    @property
    def function(self) -> str:
        return re.split(r"[.(]", self.call)[0]

    def is_for(self, check_name: str) -> bool:
        return check_name in self.checks

    def contradicted(self, student: Student) -> str:
        """What the student's code does in place of what holds, as a sentence; empty if it does what holds."""
        names = dict(_NAMES)
        exec(self.let, names)
        try:
            got = _ask(student, self, names)
        except StudentError as error:
            if error.is_a("NotImplementedError") or self.raises and error.is_a(self.raises):
                return ""
            return self._sentence(f"raises {error.type}")
        if self.raises:
            return self._sentence(f"returns {shown(got)}")
        if _agrees(got, _arrays(eval(self.gives, dict(_NAMES)))):
            return ""
        return self._sentence(
            f"leaves `{self.after}` as {shown(got)}" if self.after else f"returns {shown(got)}"
        )

    def _right(self) -> str:
        return f"it should leave `{self.after}` as" if self.after else "it should be"

    def _sentence(self, found: str) -> str:
        let = f"with `{self.let}`, " if self.let else ""
        wanted = f"it should raise {self.raises}" if self.raises else f"{self._right()} `{self.gives}`"
        return f"For example, {let}`{self.call}` {found}; {wanted}: {self.because}."


_LINE = re.compile(r"(?P<call>.+?)(?:; (?P<after>\w+))? (?:-> (?P<gives>.+)|raises (?P<raises>\w+))")


def parse(text: str) -> dict[str, list[Example]]:
    """Examples of a topic's functions, by function, the simplest first. Of each function some lines as these:

        E = np.array([[1.0], [4.0]])
        lookup(E, np.array([1])) -> [[4.0]]
            values, shapes: the id is replaced by its row
        lookup(E, np.array([2])) raises IndexError
            errors: the last row is row 1
        sgd_rows(E, np.array([0]), np.array([[2.0]]), lr=0.5); E -> [[0.0], [4.0]]
            step: half of the gradient is subtracted

    `np`, `math`, `torch.tensor` and PyTorch's dtypes may stand in them, and a module may be made and called
    at once: `TiedLM(3, 2)(torch.tensor([1]))`; `[0]` behind a call is one item of its tuple. Below a call
    stand the names of the checks for which it is shown, and why it is so. A result is a number, a text,
    None, a list for an array, or a tuple of these.

    `ValueError` names a line that is none of these.
    """
    found: dict[str, list[Example]] = {}
    lets: dict[str, str] = {}
    lines = [line.rstrip() for line in text.strip("\n").split("\n") if line.strip()]
    for line, below in zip(lines, [*lines[1:], ""]):
        if line.startswith(" "):
            continue
        if assigned := re.fullmatch(r"(\w+) = .+", line):
            lets[assigned[1]] = line
            continue
        parts, why = _LINE.fullmatch(line), re.fullmatch(r" +([\w, -]+): (.+)", below)
        if parts is None or why is None:
            raise ValueError(f"{line!r} is no example with its checks and reason below it")
        let = "; ".join(said for name, said in lets.items() if re.search(rf"\b{name}\b", parts["call"]))
        checks = tuple(why[1].split(", "))
        example = Example(
            let=let, checks=checks, because=why[2], **{k: v or "" for k, v in parts.groupdict().items()}
        )
        found.setdefault(example.function, []).append(example)
    return found


def wanted(topic: str, results: Iterable[CheckResult]) -> dict[str, list[CheckResult]]:
    """The failed checks that an example may explain, by function."""
    found: dict[str, list[CheckResult]] = {}
    examples = checking.suite(topic).examples
    for result in results:
        function = result.check.partition(".")[0]
        if function in examples and result.verdict in ("wrong", "error") and not result.examiner_error:
            found.setdefault(function, []).append(result)
    return found


def told(topic: str, failed: Iterable[CheckResult], student: Student) -> Iterator[tuple[str, str]]:
    """(id of a failed check, what the student's code does in the first example that it contradicts).

    `failed` are of one function. An example is told once, with the first check that it is for.
    """
    left = {r.check: r.check.partition(".")[2] for r in failed}
    function = next(iter(left)).partition(".")[0]
    if not student.exists(function):  # its cell failed, and the message says so
        return
    for example in checking.suite(topic).examples[function]:
        mine = next((check for check, name in left.items() if example.is_for(name)), None)
        if mine is not None and (sentence := example.contradicted(student)):
            yield mine, sentence
            del left[mine]


def shown(value) -> str:
    """What came back, in a few words of Python: numbers with six digits, a large array by its shape."""
    if isinstance(value, protocol.Array):
        few = 0 < value.values.size <= NUMBERS
        return f"`{_nested(value.values.tolist())}`" if few else f"an array of shape {value.values.shape}"
    if isinstance(value, protocol.Handle):
        return f"an object of type {value.type}"
    if isinstance(value, str):
        return f"`{value[:TEXT]!r}`"
    if isinstance(value, (tuple, list)):
        parts = [shown(item).strip("`") for item in value]
        return f"`({', '.join(parts)})`" if len(parts) <= NUMBERS else f"{len(parts)} items"
    if isinstance(value, dict):
        return f"a dictionary of {len(value)} items"
    return f"`{_rounded(value)}`"


def _agrees(got, want) -> bool:
    """Integers exactly, also those of more than 64 bits; other numbers to the tolerance."""
    if type(want) is tuple:
        return isinstance(got, (tuple, list)) and len(got) == len(want) and all(map(_agrees, got, want))
    if type(want) is int and type(got) is int:
        return got == want
    if isinstance(want, np.ndarray) and want.dtype.kind == "f" and isinstance(got, protocol.Array):
        scale = np.abs(want[np.isfinite(want)]).max(initial=0.0)  # a bound of infinity would let all pass
        return checking.close(got.values, want, TOLERANCE * scale)
    return agrees(got, want, TOLERANCE)


def _arrays(value):
    """A right result as it comes back: arrays in place of lists."""
    if isinstance(value, tuple):
        return tuple(map(_arrays, value))
    return np.array(value) if isinstance(value, list) else value


def _nested(item) -> str:
    if isinstance(item, list):
        return f"[{', '.join(map(_nested, item))}]"
    return _rounded(item)


def _rounded(number) -> str:
    if isinstance(number, float):
        text = f"{number:.{DIGITS}g}"
        return text if "." in text or "e" in text or not math.isfinite(number) else f"{text}.0"
    text = str(number)
    return text if len(text) <= TEXT else f"{text[:TEXT]}…"


# -- the call -----------------------------------------------------------------------------------


class _Tensor:
    """A tensor that is made when the student is known: on the student's device."""

    def __init__(self, values, dtype: str = ""):
        if not dtype:  # as PyTorch chooses it
            dtype = "float32" if np.asarray(values).dtype.kind == "f" else ""
        self.values, self.dtype = values, dtype

    def on(self, student: Student) -> protocol.Array:
        values = np.asarray(self.values)
        if self.dtype == "bfloat16":
            return student.tensor(values.astype(np.float32), "bfloat16")
        return student.tensor(values.astype(self.dtype) if self.dtype else values)


class _Torch:
    """What an example may name of PyTorch, which the examiner does not import."""

    float16, bfloat16, float32, float64 = "float16", "bfloat16", "float32", "float64"
    int8, int16, int32, int64, bool = "int8", "int16", "int32", "int64", "bool"

    @staticmethod
    def tensor(values, dtype: str = "") -> _Tensor:
        return _Tensor(values, dtype)


_NAMES = {"np": np, "math": math, "torch": _Torch}


def _ask(student: Student, example: Example, names: dict):
    """The result of the call, or what it leaves in the argument `after`."""
    call = ast.parse(example.call, mode="eval").body
    if isinstance(call, ast.Subscript):
        whole = _ask(student, replace(example, call=ast.unparse(call.value)), names)
        place = ast.literal_eval(call.slice)
        return whole[place] if isinstance(whole, (tuple, list)) and place < len(whole) else whole
    if not isinstance(call, ast.Call):
        raise ValueError(f"an example is to be a call, not {example.call!r}")
    if isinstance(call.func, ast.Call):  # a module, and its call
        (name, *positional), keywords = _parts(call.func, student, names)
        made = student.call(name, *positional, **keywords)
        positional, keywords = _arguments(call, student, names)
        return student.method(made, "", *positional, **keywords)
    (name, *positional), keywords = _parts(call, student, names)
    if not example.after:
        return student.call(name, *positional, **keywords)
    place = [ast.unparse(argument) for argument in call.args].index(example.after)
    return student.observe(name, *positional, watch=("args",), **keywords).args[place]


def _parts(call: ast.Call, student: Student, names: dict) -> tuple[list, dict]:
    """The name that is called with its arguments, as `Student.call` takes them."""
    positional, keywords = _arguments(call, student, names)
    return [ast.unparse(call.func), *positional], keywords


def _arguments(call: ast.Call, student: Student, names: dict) -> tuple[list, dict]:
    positional = [_value(argument, student, names) for argument in call.args]
    return positional, {k.arg: _value(k.value, student, names) for k in call.keywords if k.arg}


def _value(node: ast.expr, student: Student, names: dict):
    value = eval(compile(ast.Expression(node), "example", "eval"), names)
    return value.on(student) if isinstance(value, _Tensor) else value
