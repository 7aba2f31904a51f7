"""Tests that wrong input is refused as the docstring says: by which exception, and naming the number.

Each function here makes a call that must fail, and raises `Wrong` if it does not, or fails in another way.
`if_accepted`, `if_other_type` and `if_unnamed` are the misconceptions named when nothing is raised, when the
exception has another type, and when its message lacks a number; None gives `neutral` instead, with what
was seen.
"""

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from autograder.checks.checking import Wrong, same
from autograder.checks.student import Student, StudentError

# Exceptions of a mistake in the code itself, such as a misspelt name. They do not count as a refusal.
SLIPS = ("NameError", "AttributeError", "ImportError")
REFUSE = "Wrong input is not refused as the docstring says."


def refusal(attempt: Callable[[], object]) -> StudentError | None:
    """Return the exception with which `attempt()` refuses its input; None if it raises nothing.

    Reraise `NotImplementedError`, raised by unwritten code, and exceptions of SLIPS.
    """
    try:
        attempt()
    except StudentError as error:
        if any(error.is_a(kind) for kind in ("NotImplementedError", *SLIPS)):
            error.given = ""  # the docstring does not allow it
            raise
        return error
    return None


def must_refuse(
    attempt: Callable[[], object],
    wanted: str,
    *,
    if_accepted: str | None,
    if_other_type: str | None = "wrong-exception",
    says: Iterable[int | str] = (),
    if_unnamed: str | None = None,
    neutral: str = REFUSE,
) -> None:
    """Require that `attempt()` raises `wanted`, or a derived type, with all of `says` in its message."""
    error = refusal(attempt)
    if error is None:
        raise Wrong(if_accepted, f"{neutral} Nothing was raised; {wanted} is expected.")
    if not error.is_a(wanted):
        raise Wrong(if_other_type, f"{neutral} It raised {error.type}; {wanted} is expected.")
    if not all(str(part) in error.message for part in says):
        raise Wrong(if_unnamed, f"{neutral} The message should name what is wrong.")


def refuses_types(attempt: Callable, wrong: Iterable, *, if_accepted: str = "id-types") -> None:
    """Require TypeError from `attempt(value)` for each wrong value; any other outcome is `if_accepted`."""
    for value in wrong:
        must_refuse(lambda: attempt(value), "TypeError", if_accepted=if_accepted, if_other_type=if_accepted)


def refuses_values(
    attempt: Callable,
    wrong: Iterable,
    *,
    if_accepted: str = "shapes-unchecked",
    if_other_type: str = "wrong-exception",
) -> None:
    """Require ValueError from `attempt(value)` for each wrong value: shapes, sizes, settings, names."""
    for value in wrong:
        must_refuse(
            lambda: attempt(value), "ValueError", if_accepted=if_accepted, if_other_type=if_other_type
        )


def refuses_range(
    attempt: Callable[[np.ndarray], object],
    good: np.ndarray,
    if_accepted: Mapping[int, str | None],
    *,
    if_unnamed: str = "id-not-named",
    named: Iterable[int] | None = None,
    places: Iterable[int] | None = None,
    neutral: str = REFUSE,
) -> None:
    """Require IndexError from `attempt(ids)`, naming the id, if one of the ids is out of range.

    `good` holds ids in range, in any shape. Each number that `if_accepted` maps to a misconception replaces
    one of them: the middle id, or the id at each of `places` in turn (counted along the flat array).
    `named` are the numbers that the message must name, if not all.
    """
    for number, accepted in if_accepted.items():
        for place in [good.size // 2] if places is None else places:
            bad = good.copy()
            bad.reshape(-1)[place] = number
            must_refuse(
                lambda: attempt(bad),
                "IndexError",
                if_accepted=accepted,
                says=(number,) if named is None or number in named else (),
                if_unnamed=if_unnamed,
                neutral=neutral,
            )


def outside(V: int) -> dict[int, str | None]:
    """Return numbers outside 0 ... V-1, for `refuses_range`; code that accepts -1 counts from the end.

    9173 and -8317 are far from every size in the draws: if a message contains them, it names the id.
    """
    return {-1: "negative-wraps", 9173: None, -8317: None, V: None}


def refuses_ids(
    attempt: Callable[[np.ndarray], object],
    good: np.ndarray,
    V: int,
    not_integers: Iterable[np.ndarray],
    neutral: str = REFUSE,
) -> None:
    """Require refusal of ids that are not integers (TypeError) or outside 0 ... V-1 (IndexError)."""
    refuses_types(attempt, not_integers)
    refuses_range(attempt, good, outside(V), neutral=neutral)


# -- steps in place ---------------------------------------------------------------------------


def step_in_place(student: Student, name: str, args: list | tuple, kept: int) -> None:
    """Call a function that works in place, and raise what it raises.

    Raise `Wrong` instead if the first `kept` arguments, which it would have changed, are not as they were.
    """
    answer = student.observe(name, *args, watch=("args", "error"))
    if answer.raised is None:
        return
    if not all(same(sent, after) for sent, after in zip(args[:kept], answer.args)):
        raise Wrong("changed-before-error")
    raise StudentError(answer.raised.types, answer.raised.message)


def refuses_repeats(attempt: Callable[[np.ndarray], object], rows: np.ndarray) -> None:
    """Require ValueError from `attempt(rows)` if a row is listed twice; `rows` are five, all distinct."""
    for second, if_accepted in ((1, "repeats-accepted"), (4, "repeats-side-by-side")):
        bad = rows.copy()
        bad[second] = rows[0]
        refuses_values(attempt, [bad], if_accepted=if_accepted)
