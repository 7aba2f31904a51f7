"""Helpers of `language-model`: its `Parameters` in the student's process, and evidence with error bounds."""

from collections.abc import Callable

from autograder.checks.framework import shared
from autograder.checks.framework.checking import Wrong, array
from autograder.checks.framework.student import Student
from autograder.checks.language_model.draws import NAMES
from autograder.sandboxed import protocol


def holder(student: Student, arrays) -> protocol.Handle:
    """A `Parameters` that holds these arrays, in the student's process."""
    return student.call("Parameters", *arrays)


def held(student: Student, p: protocol.Handle) -> dict[str, protocol.Array]:
    """The arrays that a `Parameters` holds now, by name; `Wrong` if one is no array."""
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


class Evidence(shared.Evidence):
    """As `shared.Evidence`, with right values that carry their error bounds."""

    def __init__(self, neutral: str):
        super().__init__(neutral, slack=4)

    def see(self, got: dict, right: dict, mistakes: Callable[[], dict] = dict) -> None:
        """`right` is a dict of `Rounded`; `mistakes()` maps misconceptions to lists of dicts of arrays."""
        want, rounding = ({f: getattr(r, of) for f, r in right.items()} for of in ("values", "error"))
        super().see(got, want, rounding, mistakes)
