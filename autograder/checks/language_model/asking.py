"""What several checks of `language-model` ask and how they judge it."""

from collections.abc import Callable
from functools import partial

from autograder.checks.framework import checking, shared
from autograder.checks.framework.checking import Wrong, array
from autograder.checks.framework.student import Student
from autograder.checks.language_model.draws import NAMES
from autograder.sandboxed import protocol

REFUSE = "Wrong input is not refused as the docstring says."


def holder(student: Student, arrays) -> protocol.Handle:
    """A `Parameters` of these arrays in the student's process."""
    return student.call("Parameters", *arrays)


def held(student: Student, p: protocol.Handle) -> dict[str, protocol.Array]:
    """What a `Parameters` holds now."""
    held = student.get(p, "__dict__")
    found = {name: held.get(name) for name in NAMES} if isinstance(held, dict) else dict.fromkeys(NAMES)
    for name, value in found.items():
        array(value, "numpy", f"{name} of the parameters is no array any more.")
    return found


def held_like(student: Student, p: protocol.Handle, case) -> dict[str, protocol.Array]:
    """As `held`; each array must have the shape and the dtype of the case's."""
    found = held(student, p)
    for name, value in found.items():
        sent = getattr(case, name)
        if value.values.shape != sent.shape or value.dtype != sent.dtype.name:
            raise Wrong(None, f"{name} of the parameters has another shape or dtype than before.")
    return found


def must_refuse(student, wanted: str, attempt, **told) -> None:
    """`checking.must_refuse` with the words of this topic."""
    checking.must_refuse(student, wanted, attempt, **({"other": "wrong-exception", "neutral": REFUSE} | told))


refuses_ids = partial(shared.refuses_ids, neutral=REFUSE)
refuses_shapes = partial(shared.refuses_shapes, neutral=REFUSE)


class Evidence(shared.Evidence):
    """As `shared.Evidence`, with right values that know their errors."""

    def __init__(self, neutral: str):
        super().__init__(neutral, slack=4)

    def see(self, got: dict, right: dict, mistakes: Callable[[], dict] = dict) -> None:
        """`right` holds `Rounded` fields; `mistakes()` the forms of each: lists of dicts of values."""
        want, rounding = ({f: getattr(r, of) for f, r in right.items()} for of in ("values", "error"))
        super().see(got, want, rounding, mistakes)
