"""Small calls with known results, shown to a student in a form to paste where a check fails.

An example is never an input of a check. It is the same for everybody, so it reveals nothing hidden, and
code that memorises all examples passes no check. The grader runs it in a process without checks, so its
result can be shown.
"""

import ast
import contextlib
import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from autograder.checks import checking, examiner_errors
from autograder.checks.shared import agrees
from autograder.checks.student import Student, StudentError
from autograder.results import CheckResult, GraderFailure, Stopped
from autograder.sandboxed import protocol

TOLERANCE = 1e-5  # relative to the largest number of the right result: float32 and another order of sums pass
NUMBERS = 24  # shown of a result; a larger one is described by its shape
DIGITS = 6
TEXT = 60  # characters shown of a text
# Raised where an example is looked at, and not by the example's own code.
OF_THE_PROCESS = (Stopped, StudentError, GraderFailure, OSError, protocol.ProtocolError)


@dataclass(frozen=True)
class Example:
    """One expression and its expected outcome, in Python source; see `parse` for the syntax."""

    call: str
    because: str  # the end of a sentence: "two sequences need twice the bytes of one"
    checks: tuple[str, ...]  # the names of the checks for which it is shown
    function: str  # or class, whose checks they are
    gives: str = ""  # the right result
    raises: str = ""  # or the exception that must be raised
    naming: str = ""  # what the message of that exception must contain
    let: str = ""  # assignments of names that the call uses
    after: str = ""  # a name in `let` that is examined after the call in place of its result

    def is_for(self, check_name: str) -> bool:
        return check_name in self.checks

    def contradicted(self, student: Student) -> str:
        """Describe how the code contradicts the example; empty if it is right, unwritten or unreadable."""
        try:
            got = student.evaluate(self.let, self.call, self.after)
        except StudentError as error:
            if error.is_a("NotImplementedError") or error.unreadable:
                return ""
            if not (self.raises and error.is_a(self.raises)):
                return self._sentence(f"raises {error.type}")
            if self.naming in error.message:
                return ""
            return self._sentence(f"says {shown(error.message)}")
        if not self.raises and _agrees(got, _arrays(eval(self.gives, dict(_NAMES)))):
            return ""
        return self._sentence(f"{self._verb()} {_word(got) if self._is_of_types() else shown(got)}")

    def _verb(self) -> str:
        if self.after:
            return f"leaves `{self.after}` as"
        whole = ast.parse(self.call, mode="eval").body
        return "returns" if isinstance(whole, ast.Call) and self.call.startswith(self.function) else "is"

    def _is_of_types(self) -> bool:
        return self.call.endswith(".dtype") or self.call.startswith("type(")

    def _right(self) -> str:
        if self.raises:
            return f"raise {self.raises}" + (f" and name `{self.naming}`" if self.naming else "")
        return f"leave `{self.after}` as `{self.gives}`" if self.after else f"be `{self.gives}`"

    def _sentence(self, found: str) -> str:
        let = f"with `{self.let}`, " if self.let else ""
        return f"For example, {let}`{self.call}` {found}; it should {self._right()}: {self.because}."


_LINE = re.compile(r"(?P<code>.+?) (?:-> (?P<gives>.+)|raises (?P<raises>\w+)(?: naming (?P<naming>.+))?)")


def parse(text: str, function: str) -> list[Example]:
    """Parse the examples of a function, or of a class and its methods, simplest first, from such lines:

        E = np.array([[1.0], [4.0]])
        lookup(E, np.array([1])) -> [[4.0]]
            values, shapes: the id is replaced by its row
        lookup(E, np.array([2])) raises IndexError naming 2
            errors: the last row is row 1
        sgd_rows(E, np.array([0]), np.array([[2.0]]), lr=0.5); E -> [[0.0], [4.0]]
            step: half of the gradient is subtracted
        model = TiedLM(3, 2)
        model(torch.tensor([1])).dtype -> torch.float32
            start: this is PyTorch's default dtype
        model.double(); model.lm_head.weight is model.embed.weight -> True
            survives: the two weights are still one Parameter

    Everything runs in a copy of the student's namespace, with the modules `np`, `math` and `torch`.
    Assignments on their own line are shown with each call that needs them. Below a call stand the names of
    the checks for which it is shown, and the reason. A result is a number, a text, None, a type, a list for
    an array, or a tuple of these.

    Raise `ValueError`, quoting the line, for any other line.
    """
    found: list[Example] = []
    lets: dict[str, str] = {}
    lines = [line.rstrip() for line in text.strip("\n").split("\n")]
    for line, below in zip(lines, [*lines[1:], ""]):
        if not line or line.startswith(" "):
            continue
        parts, why = _LINE.fullmatch(line), re.fullmatch(r" +([\w, -]+): (.+)", below)
        if parts is None and (names := _names(line, ast.Store)):
            lets = {name: said for name, said in lets.items() if name not in names}
            lets |= dict.fromkeys(names, line)
            continue
        if parts is None or why is None:
            raise ValueError(f"{line!r} is no example with its checks and reason below it")
        said = {name: said or "" for name, said in parts.groupdict().items()}
        code = said.pop("code")
        let, call, after = _cut(code)
        found.append(
            Example(
                let="; ".join([*_needed(code, lets), *let]),
                call=call,
                after=after,
                checks=tuple(why[1].split(", ")),
                because=why[2],
                function=function,
                **said,
            )
        )
    return found


def _names(code: str, use: type[ast.expr_context]) -> set[str]:
    """Return the names that the code assigns (`ast.Store`) or reads (`ast.Load`); none if not Python."""
    try:
        nodes = ast.walk(ast.parse(code))
    except SyntaxError:
        return set()
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, use)}


def _cut(code: str) -> tuple[list[str], str, str]:
    """Return (statements, the expression after them, the name examined afterwards or "").

    In `f(E); E` that name is the last `E`; in `E = f(); E` the last `E` is the expression.
    """
    body = ast.parse(code).body
    texts = [ast.get_source_segment(code, statement) or "" for statement in body]
    looks = len(body) > 1 and isinstance(body[-2], ast.Expr) and re.fullmatch(r"\w+", texts[-1])
    return (texts[:-2], texts[-2], texts[-1]) if looks else (texts[:-1], texts[-1], "")


def _needed(code: str, lets: dict[str, str]) -> list[str]:
    """Return the lines of `lets` that the code needs, in their written order."""
    needed: set[str] = set()
    todo = [code]
    while todo:
        names = _names(todo.pop(), ast.Load)
        new = {line for name, line in lets.items() if name in names} - needed
        needed |= new
        todo += new
    return [line for line in dict.fromkeys(lets.values()) if line in needed]


def wanted(suite: checking.Suite, results: Iterable[CheckResult]) -> dict[str, list[CheckResult]]:
    """Return the failed checks that an example may explain, by function."""
    found: dict[str, list[CheckResult]] = {}
    for result in results:
        function = result.check.partition(".")[0]
        if function in suite.examples and result.verdict in ("wrong", "error") and not result.examiner_error:
            found.setdefault(function, []).append(result)
    return found


class Told(NamedTuple):
    """An example's addition to a failed check: a sentence, or a line for the instructor if it failed."""

    check: str
    sentence: str
    examiner_error: str = ""


def told(suite: checking.Suite, failed: Iterable[CheckResult], student: Student) -> Iterator[Told]:
    """Yield what the student's code does in the first example that it contradicts, for each failed check.

    `failed` belong to one function. An example is used once, for the first of its checks. If the process
    raises an error outside the student's function, yield no more: the verdict stands.
    """
    failed = list(failed)
    with contextlib.suppress(StudentError):
        if student.exists(_function(failed)):  # else its cell failed, and the message says so
            yield from _told(suite, failed, lambda example: example.contradicted(student))


# How a student's code contradicts each example of a function ("" where it does not), or what looking at it
# raised in this process; empty if there is no such function.
Found = dict[Example, str | Exception]


def find(suite: checking.Suite, function: str, student: Student) -> Found:
    """Look at all examples of a function, for `told_of`."""
    found: Found = {}
    with contextlib.suppress(StudentError):
        for example in suite.examples.get(function, ()) if student.exists(function) else ():
            try:
                found[example] = example.contradicted(student)
            except OF_THE_PROCESS:
                raise
            except Exception as error:  # noqa: BLE001 - no list of types covers what a value can lead to
                found[example] = error
    return found


def told_of(suite: checking.Suite, failed: Iterable[CheckResult], found: Found) -> Iterator[Told]:
    """Yield what `told` does, from what was found before."""

    def contradicted(example: Example) -> str:
        if isinstance(said := found.get(example, ""), Exception):
            raise said
        return said

    yield from _told(suite, list(failed), contradicted)


def _function(failed: list[CheckResult]) -> str:
    return failed[0].check.partition(".")[0]


def _told(
    suite: checking.Suite, failed: list[CheckResult], contradicted: Callable[[Example], str]
) -> Iterator[Told]:
    left = {r.check: r.check.partition(".")[2] for r in failed}
    mine: str | None = next(iter(left))
    try:
        for example in suite.examples[_function(failed)]:
            mine = next((check for check, name in left.items() if example.is_for(name)), None)
            if mine is not None and (sentence := contradicted(example)):
                yield Told(mine, sentence)
                del left[mine]
    except OF_THE_PROCESS:
        raise
    except Exception as error:  # noqa: BLE001 - no list of types covers what a value can lead to
        yield Told(str(mine), "", examiner_errors.of_example(str(mine), error))


def shown(value) -> str:
    """Show a result in a few words of Python: numbers with six digits, a large array by its shape."""
    if isinstance(value, protocol.Array):
        few = 0 < value.values.size <= NUMBERS
        return f"`{_nested(value.values.tolist())}`" if few else f"an array of shape {value.values.shape}"
    if isinstance(value, protocol.Handle):
        return f"an object of type {value.type}"
    if isinstance(value, str):
        return f"`{value[:TEXT]!r}`"
    if isinstance(value, (tuple, list)):
        parts = ", ".join(shown(item).strip("`") for item in value[:NUMBERS])
        if len(value) > NUMBERS:
            return f"{len(value)} items"
        return f"`[{parts}]`" if isinstance(value, list) else f"`({parts}{',' * (len(value) == 1)})`"
    if isinstance(value, dict):
        return f"a dictionary of {len(value)} items"
    return f"`{_rounded(value)}`"


def _word(got) -> str:
    return f"`{got}`" if isinstance(got, str) else shown(got)


def _agrees(got, want) -> bool:
    """Compare integers exactly, even those of more than 64 bits, and other numbers to the tolerance."""
    if type(want) is tuple:
        return isinstance(got, (tuple, list)) and len(got) == len(want) and all(map(_agrees, got, want))
    if type(want) is list or want is None or isinstance(want, str):
        return type(got) is type(want) and got == want
    if type(want) is int and type(got) is int:
        return got == want
    if isinstance(want, np.ndarray) and want.dtype.kind == "f" and isinstance(got, protocol.Array):
        scale = np.abs(want[np.isfinite(want)]).max(initial=0.0)  # a bound of infinity would let all pass
        return checking.close(got.values, want, TOLERANCE * scale)
    return agrees(got, want, TOLERANCE)


def _arrays(value):
    """Convert a right result to the form received: arrays in place of lists, names in place of types."""
    if isinstance(value, tuple):
        return tuple(map(_arrays, value))
    if isinstance(value, type):
        return value.__name__
    if isinstance(value, list) and any(isinstance(item, (tuple, str)) for item in value):
        return value  # of names: not an array
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


# What the right result of an example may name. The examiner does not import PyTorch.
_DTYPES = ("float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64", "bool")
_NAMES = {"np": np, "math": math, "torch": SimpleNamespace(**{name: name for name in _DTYPES})}
