"""What the checks of `language-model` ask: the table's gradient, parameters, models that record, helpers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from autograder.checks.checking import Unexplained, Wrong
from autograder.checks.student import Student, StudentError

PROBE = """
import weakref

import torch


class Saved:
    def __init__(self, tensor):
        self.tensor = tensor


class Probe(torch.nn.Module):
    # Scores of the next id, from the last one alone. Remembers what it was given, and of how many earlier
    # calls something was still saved for a backward pass. Its matrix is one Parameter, W, or with `first`
    # two, of which the other has so many rows; with `row` the rows of each follow each other in one axis.
    def __init__(self, size, window, device, dtype, scale=1.0, records=True, row=False, first=0):
        super().__init__()
        for name, rows in (("first", first), ("W", size - first)):
            shape = (rows * size,) if row else (rows, size)
            if rows:
                setattr(self, name, torch.nn.Parameter(torch.zeros(shape, device=device, dtype=dtype)))
        self.size, self.window, self.scale, self.records, self.given = size, window, scale, records, []
        self.saved, self.held = [], 0

    def forward(self, ids):
        if ids.shape[-1] > self.window:
            raise ValueError(f"the model reads at most {self.window} ids, not {ids.shape[-1]}")
        if not (self.records and torch.is_grad_enabled()):
            return self.scale * self.whole()[ids]
        self.given.append(ids.tolist())
        self.held = max(self.held, sum(any(one() for one in call) for call in self.saved))
        self.saved.append([])

        def keep(tensor):
            kept = Saved(tensor)
            self.saved[-1].append(weakref.ref(kept))
            return kept

        with torch.autograd.graph.saved_tensors_hooks(keep, lambda kept: kept.tensor):
            return self.scale * self.whole()[ids]

    def whole(self):
        return torch.cat(list(self.parameters())).view(self.size, self.size)
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
