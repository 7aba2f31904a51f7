"""Helpers of `language-model`: its `Parameters` in the student's process, and evidence with error bounds."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import numpy as np

from autograder.checks import shared
from autograder.checks.checking import Unexplained, Wrong, array, close
from autograder.checks.refusals import SLIPS, refuses_range
from autograder.checks.student import Student, StudentError
from autograder.sandboxed import echo, protocol
from autograder.sandboxed.devices import OUT_OF_MEMORY

from .draws import NAMES

# Exceptions that say enough of themselves: code that is not written, misspelt names, no memory.
PLAIN = ("NotImplementedError", "MemoryError", OUT_OF_MEMORY, *SLIPS)


ONE = "a batch of one window"
THIN = "vectors of one number"
SHORT = "windows of one id"
LENGTH_ONE = frozenset((ONE, THIN, SHORT))  # kinds of draws in which an axis has the length 1


def holder(student: Student, arrays, strided=False) -> protocol.Handle:
    """A `Parameters` that holds these arrays, in the student's process."""
    return student.observe("Parameters", *arrays, strided=strided).value


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
            raise Unexplained(f"{name} of the parameters has another shape or dtype than before.")
    return found


def loss_of(value, neutral: str) -> float:
    """A loss as returned: Python's float, or NumPy's float64, which is one."""
    if isinstance(value, protocol.Array) and value.values.size == 1 and value.dtype != "float64":
        raise Wrong("loss-no-float")
    return shared.float_of(value, f"{neutral} The loss is to be a Python float.", "float64")


@contextmanager
def legal(student: Student, name: str, what: str, misconception: str | None = None) -> Iterator[None]:
    """Say of an exception inside the block that the input was legal, and `what` it was.

    `misconception` is named if such input alone can be the reason.
    """
    try:
        yield
    except StudentError as error:
        if any(error.is_a(kind) for kind in PLAIN):
            raise
        told = echo.told(error.types, error.message, student.sent)
        raise Wrong(
            misconception, f"`{name}` fails for legal input, {what}. It raised {told}"[:500]
        ) from error


def judge_dtypes(attempt: Callable[..., None], rng: np.random.Generator, kinds: Iterable[dict]) -> None:
    """`attempt(**kind)` for each kind of draw from `rng`, among them `integers` and `strided`.

    Where it fails, the same draw is tried again with ids sent as int64 (`sent`), and with contiguous arrays:
    if that is right, this is the reason.
    """

    def again(**changes):
        rng.bit_generator.state = state
        attempt(**kind | changes)

    def goes(**changes) -> bool:
        try:
            again(**changes)
        except (Wrong, StudentError):
            return False
        return True

    for kind in kinds:
        state = rng.bit_generator.state
        try:
            attempt(**kind)
        except Wrong:
            if goes(sent="int64"):
                raise Wrong("ids-in-own-dtype") from None
            if kind["strided"] and goes(strided=False):
                raise Wrong("needs-contiguous") from None
            again(sent="int64", strided=False)  # then neither is to be named as the reason
            raise


def refuses_huge(attempt: Callable, good: np.ndarray) -> None:
    """`attempt(ids)` must raise IndexError for ids that int32 or int64 does not hold, and name them."""
    for kind, silent in ((np.int64, {2**32: "id-narrowed"}), (np.uint64, {2**64 - 5: "unsigned-wraps"})):
        refuses_range(attempt, good.astype(kind), silent, if_unnamed="other-number")


def refuses_ignored(attempt: Callable, good: np.ndarray) -> None:
    """`attempt(targets)` must refuse the target that PyTorch's loss leaves out, as all that are outside."""
    refuses_range(attempt, good, {-100: "target-ignored"})


def reads_anew(student: Student, prepare: str, change: str, call: str, want) -> None:
    """`Wrong` if a call after `change`, which writes into an argument, does not give `want`.

    `prepare` makes the arguments, with which the call is made once before. All are Python source.
    """
    again, once = (student.evaluate(f"{prepare}; {before}{change}", call) for before in (f"{call}; ", ""))
    right = [shared.agrees(got, np.array(want), 1e-5) for got in (again, once)]
    if right == [False, True]:  # what is wrong at once is for other checks
        raise Wrong("kept-between-calls")


class Evidence(shared.Evidence):
    """As `shared.Evidence`, with right values that carry their error bounds.

    Where no mistake is named, the message says which fields are wrong, and for which kind of draw.
    """

    def __init__(self, neutral: str):
        super().__init__(neutral, slack=4)
        self.kinds: list[str] = []
        self.dtypes: list[str] = []

    def see(self, got: dict, right: dict, mistakes: Callable[[], dict] = dict, of: str = "") -> None:
        """`right` is a dict of `Rounded`; `mistakes()` maps misconceptions to lists of dicts of arrays.

        `of` says what is special about this draw: "a batch of one window".
        """
        want, rounding = ({f: getattr(r, of_) for f, r in right.items()} for of_ in ("values", "error"))
        super().see(got, want, rounding, mistakes)
        self.kinds.append(of)
        self.dtypes += [r.dtype for r in right.values()]

    def conclude(self, *about: str) -> None:
        """Raise `Wrong` if a field of `about` was wrong in any draw."""
        try:
            super().conclude(*about)
        except Wrong as wrong:
            if wrong.misconception:
                raise
            if self._narrow():
                raise Wrong("too-narrow") from None
            if set(self._bad()) <= LENGTH_ONE and not set(self.kinds) <= LENGTH_ONE:
                raise Wrong("one-window") from None
            raise Unexplained(self._where()) from None

    def reason(self, of: str) -> str | None:
        """The misconception that an exception for a draw of the kind `of` shows, after those before it."""
        before = [
            _all_close(*seen[:3]) for kind, seen in zip(self.kinds, self.seen) if kind not in LENGTH_ONE
        ]
        return "one-window" if of in LENGTH_ONE and before and all(before) else None

    def _where(self) -> str:
        """The neutral message with the fields that are wrong, and the kinds of draws in which they are."""
        fields = list(self.seen[0][1])
        wrong = [f for f in fields if not self.right(f)]
        told = self.neutral
        if len(fields) > 1:
            right = [f for f in fields if f not in wrong]
            told += f" Wrong: {_listed(wrong)}; right: {_listed(right)}." if right else " All of them are."
        shapes = [f for f in wrong if any(np.shape(g[f]) != np.shape(w[f]) for g, w, *_ in self.seen)]
        if shapes:
            told += f" The shape of {_listed(shapes)} is not the one of the docstring."
        bad = self._bad()
        if len(bad) < len(self.seen) and all(bad):
            told += f" This is so for {_listed(list(dict.fromkeys(bad)))}, and not for other draws."
        return told

    def _bad(self) -> list[str]:
        """What is special about the draws that went wrong."""
        return [k for k, seen in zip(self.kinds, self.seen) if not _all_close(*seen[:3])]

    def _narrow(self) -> bool:
        """Are all wrong fields what float32 holds and gives, where the arrays that went in are float64?"""
        if set(self.dtypes) != {"float64"}:
            return False
        for got, want, rounding, _ in self.seen:
            for f in want:
                if close(got[f], want[f], rounding[f]):
                    continue
                values = np.asarray(got[f])
                held = values.dtype.kind == "f" and np.array_equal(values, values.astype(np.float32))
                # A bound of rounding errors is proportional to the eps of its dtype.
                # Rounding what goes in is no part of it: 8 allows for that.
                allowed = 8 * 2.0**29 * np.max(rounding[f], initial=0.0)
                if not held or not close(values, want[f], allowed):
                    return False
        return True


def _all_close(got: dict, want: dict, rounding: dict) -> bool:
    return all(close(got[f], want[f], rounding[f]) for f in want)


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
