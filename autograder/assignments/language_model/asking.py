"""What the checks of `language-model` ask: the table's gradient, parameters, models that record, helpers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from autograder.checks.checking import Unexplained, Wrong
from autograder.checks.student import Student, StudentError

PROBE = """
import torch


class Probe(torch.nn.Module):
    # Scores of the next id, from the last one alone; remembers what it was given.
    def __init__(self, size, window, device, dtype, scale=1.0, records=True):
        super().__init__()
        self.W = torch.nn.Parameter(torch.zeros(size, size, device=device, dtype=dtype))
        self.window, self.scale, self.records, self.given = window, scale, records, []

    def forward(self, ids):
        if ids.shape[-1] > self.window:
            raise ValueError(f"the model reads at most {self.window} ids, not {ids.shape[-1]}")
        if self.records and torch.is_grad_enabled():
            self.given.append(ids.tolist())
        return self.scale * self.W[ids]
"""


@contextmanager
def helper_first(student: Student, name: str, helper: str, right: Callable[[], bool]) -> Iterator[None]:
    """Raise `Wrong("helper-first")` for what goes wrong inside, if a wrong function that `name` calls is why.

    `right()` asks whether that function, `helper`, is right where the block needs it.
    """
    try:
        yield
    except (Wrong, StudentError):
        if student.exists(helper) and needs(student, name, helper) and not holds(right):
            raise Wrong("helper-first") from None
        raise


def needs(student: Student, name: str, helper: str) -> bool:
    """Return whether a small call of `name` fails because there is no `helper`."""
    with student.without(helper):
        try:
            student.evaluate("", f"{name}(lambda ids: np.zeros(3), [0], 1, 0)")
        except StudentError as error:
            return error.is_a("NameError")
    return False


def holds(right: Callable[[], bool]) -> bool:
    try:
        return right()
    except (Wrong, StudentError):
        return False


def numbers_of(value, neutral: str) -> list[int]:
    """Return an answer that must be a list of whole numbers."""
    if not isinstance(value, list) or not all(type(i) is int for i in value):
        raise Unexplained(f"{neutral} A list of Python ints is expected.")
    return value
