"""What the checks of several functions share: draws, calls, and bodies that serve more than one."""

from autograder.checks.checking import array, same

from .asking import digits_lost

BACKWARD = "learned_positions_backward"
STRETCH = "interpolate_positions"
WRONG = {BACKWARD: "The gradient is wrong.", STRETCH: "The rows are wrong."}


def wide(dtype: str) -> str:
    """The narrowest dtype in which the computation may be done."""
    return "float64" if dtype == "float64" else "float32"


def ask(student, name, table, number, **how):
    """The values, their dtype, whether the table is unchanged, and whether the result shares its memory."""
    answer = student.observe(name, table, number, watch=("args", "sharing"), **how)
    values = array(answer.value, "numpy", f"`{name}` gives no array.")
    return values, answer.value.dtype, same(table, answer.args[0]), answer.sharing[0]


def widths(got, right, dtype: str, terms, scale, half: str) -> dict:
    """What computations in too narrow a dtype give; `half` is the misconception of one in float16."""
    named = {"narrowed": "float32", half: "float16"}
    return {name: digits_lost(got, right, dtype, terms, scale, width) for name, width in named.items()}
