"""What several checks of `word2vec` ask and how they judge it."""

from autograder.checks.framework import checking
from autograder.checks.framework.checking import array
from autograder.checks.framework.shared import ask
from autograder.checks.framework.student import Student
from autograder.sandboxed import protocol

REFUSE = "Wrong input is not refused as the docstring says."


def ask_array(student: Student, name: str, *args, neutral: str, **how) -> protocol.Array:
    """As `ask`, for a result that must be a NumPy array."""
    value = ask(student, name, *args, **how)
    array(value, "numpy", neutral)
    return value


def must_refuse(student, wanted: str, attempt, **told) -> None:
    """`checking.must_refuse` with the words of this topic."""
    checking.must_refuse(student, wanted, attempt, **({"other": "wrong-exception", "neutral": REFUSE} | told))


def refuses_types(student, attempts, fault="id-types") -> None:
    """Each of the calls must raise TypeError."""
    for attempt in attempts:
        must_refuse(student, "TypeError", attempt, silent=fault, other=fault)


def refuses_range(student, attempt, good, V: int) -> None:
    """`attempt(ids)` must refuse ids outside 0 ... V-1, by IndexError that names the number."""
    # Numbers far from every size in play, so that a message can hold them for one reason only.
    for number, silent in ((-1, "negative-wraps"), (9173, None), (-8317, None), (V, None)):
        ids = good.copy()
        ids[len(ids) // 2, -1] = number
        must_refuse(
            student, "IndexError", lambda: attempt(ids), says=str(number), mute="id-not-named", silent=silent
        )


def refuses_values(student, attempts, silent="shapes-unchecked", **told) -> None:
    """Each of the calls must raise ValueError."""
    for attempt in attempts:
        must_refuse(student, "ValueError", attempt, silent=silent, **told)
