"""How arrays are asked for in `word2vec`."""

from autograder.checks.framework.checking import array
from autograder.checks.framework.shared import ask
from autograder.checks.framework.student import Student
from autograder.sandboxed import protocol


def ask_array(student: Student, name: str, *args, neutral: str, **how) -> protocol.Array:
    """As `ask`, for a result that must be a NumPy array."""
    value = ask(student, name, *args, **how)
    array(value, "numpy", neutral)
    return value
