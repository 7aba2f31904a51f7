"""Bodies of checks that serve several of the gradients."""

from collections.abc import Callable

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, blame, close
from autograder.checks.student import Answer, Student, StudentError

from .asking import Ask, out_of_memory, require_values
from .draws import (
    Draw,
    Observed,
    beside_large,
    between_rows,
    distinct,
    draw,
    in_order,
    long_sum,
    only_padding,
    padded,
    padded_shapes,
    see,
    with_batches,
    with_widths,
    zeros,
)

WRONG = "The gradient is wrong."
LIMIT = 1 << 30  # bytes that a call may use in the checks of memory


def sums(student: Student, rng: np.random.Generator, ask: Ask) -> None:
    """Ids of one axis, without padding: repeats, unused rows, with and without the last row."""
    evidence, unchanged = Observed(WRONG), True
    cases = [draw(rng), draw(rng, (14,), V=11, d=2, last=False), draw(rng, (1,), d=1)]
    for case in [*cases, in_order(rng), zeros(rng), zeros(rng, V=1)]:
        given = ask(student, case)
        see(evidence, given.values, case)
        unchanged &= given.unchanged
    evidence.conclude()
    if not unchanged:
        raise Wrong("grad-out-changed")
    case = beside_large(rng)
    require_values(ask(student, case).values, case, "running-sums")


def batches(student: Student, rng: np.random.Generator, ask: Ask) -> None:
    """Ids of one, two, three and no axes."""
    first = draw(rng)
    evidence = Observed(WRONG)
    see(evidence, ask(student, first).values, first)
    shapes: list[tuple[tuple[int, ...], str]] = [
        ((2, 4), "one-dimensional-only"),
        ((2, 3, 2), "two-axes-at-most"),
    ]
    for shape, fault in shapes:
        case = draw(rng, shape)
        with blame(fault):
            values = ask(student, case).values
        see(evidence, values, case, with_batches)
    evidence.conclude()
    evidence = Observed(WRONG)
    # As a condition, an array of one zero is false; and in a table of one row the gradient is grad_out.
    for i, V in ((first.V - 1, first.V), (0, first.V), (0, 1)):
        case = Draw(first.G[0], np.array(i), V)
        with blame("single-id"):
            values = ask(student, case).values
        see(evidence, values, case)
    evidence.conclude()


def padding(student: Student, rng: np.random.Generator, ask: Ask) -> None:
    """The rows 0, V-1 and one in between as the padding row, or one without an id; other shapes of ids."""
    evidence, unchanged = Observed(WRONG), True
    for case in padded(rng):
        given = ask(student, case)
        see(evidence, given.values, case)
        unchanged &= given.unchanged
    evidence.conclude()
    if not unchanged:
        raise Wrong("grad-out-changed")
    case = between_rows(rng)
    require_values(ask(student, case).values, case, "padding-absent")
    case = only_padding(rng)
    with blame("only-padding"):
        values = ask(student, case).values
    require_values(values, case, "only-padding")
    for case in padded_shapes(rng):
        mistake = "one-dimensional-only" if case.ids.ndim else single_id_mistake(student, case, ask)
        with blame(mistake):
            values = ask(student, case).values
        require_values(values, case, mistake)


def single_id_mistake(student: Student, case: Draw, ask: Ask) -> str:
    """What is wrong if the gradient of a single id with a padding row is: does it work without one?"""
    plain = Draw(case.G, case.ids, case.V)
    try:
        fine = close(ask(student, plain).values, plain.right, plain.tolerance)
    except StudentError:
        fine = False
    return "padding-single-id" if fine else "single-id"


def width(student: Student, rng: np.random.Generator, ask: Ask, long: list[tuple[str, str]]) -> None:
    """A sum of float64, and long sums, each of a half precision with ids of a dtype."""
    evidence = Observed(WRONG)
    for case in [draw(rng, dtype="float64"), *(long_sum(rng, *kind) for kind in long)]:
        see(evidence, ask(student, case).values, case, with_widths)
    evidence.conclude()


def cost(
    student: Student,
    rng: np.random.Generator,
    watch: Callable[[Draw], Answer],
    ask_large: Callable[[Draw], np.ndarray],
) -> None:
    """Neither a loop over V nor an array N × V or N × N: steps are counted, and memory is limited.

    `watch(case)` asks with "cost"; `ask_large(case)` gives the values under a limit of memory.
    """
    small, large = 100, 400
    for pad in (None, 1):
        few, many = (watch(distinct(rng, 12, V=V, pad=pad)).steps for V in (small, large))
        if many - few > (large - small) // 2:
            raise Wrong("loop-over-V")
    V, N = 200_000, 40_000
    ids = rng.permutation(N) * (V // N) + rng.integers(1, V // N - 1)  # every id once, 0 and V-1 not yet
    ids[:2] = 0, V - 1
    case = Draw(rng.normal(size=(N, 1)).astype(np.float32), ids, V)
    try:
        values = ask_large(case)
    except StudentError as error:
        if out_of_memory(error):
            raise Wrong("one-hot-memory") from error
        raise
    if not close(values, case.right, case.tolerance):
        raise Unexplained("With a large vocabulary the gradient is wrong.")
