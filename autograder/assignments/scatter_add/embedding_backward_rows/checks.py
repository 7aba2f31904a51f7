"""Checks of `embedding_backward_rows`: the sparse gradient, as row ids and values."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, bound, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.shared import require
from autograder.checks.student import Student, StudentError
from autograder.sandboxed import protocol

from ..asking import out_of_memory
from ..draws import (
    Draw,
    beside_large,
    between_rows,
    buffered_by_batch,
    distinct,
    draw,
    in_order,
    long_sum,
    mistakes,
    narrowed,
    only_padding,
    padded,
    padded_shapes,
    small_case,
    summed_in_half,
    zeros,
)
from ..shared import LIMIT

ROWS = "embedding_backward_rows"
NEUTRAL = "The rows or their values are wrong."


def pair(value) -> tuple[protocol.Array, protocol.Array]:
    """Return (rows (k,), values (k, d)) as returned; raise `Wrong` for anything else."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise Unexplained(f"`{ROWS}` is to return a tuple (rows, values).")
    rows, values = (array(v, "numpy", f"`{ROWS}` is to return two arrays.") for v in value)
    if rows.ndim == 2 and values.ndim == 1:
        raise Wrong("pair-swapped")
    if rows.ndim != 1 or values.ndim != 2 or len(rows) != len(values):
        raise Unexplained("The shapes of rows and values are to be (k,) and (k, d).")
    return value[0], value[1]


def lines_of(student: Student, case: Draw) -> np.ndarray:
    """Return rows and values as returned, side by side, (k, 1 + d)."""
    rows, values = pair(student.call(ROWS, case.G, case.ids, case.V, *case.padding))
    if rows.values.dtype.kind not in "iu":
        raise Unexplained("The rows are to be integers, also where there are none.")
    return beside(rows.values, values.values)


def beside(rows, values) -> np.ndarray:
    """Lines of row id and values, (k, 1 + d), in float64."""
    return np.column_stack([rows.astype(np.float64), values.astype(np.float64)])


def of_dense(gradient, rows) -> np.ndarray:
    """Some rows of a dense gradient, as lines of row id and values, (k, 1 + d)."""
    rows = rows[rows < len(gradient)]
    return beside(rows, gradient[rows])


def judge(case: Draw) -> tuple[np.ndarray, np.ndarray]:
    """The right lines (k, 1 + d), and the rounding error allowed: none for the row ids."""
    spread = np.column_stack([np.zeros(len(case.rows)), case.tolerance[case.rows]])
    return of_dense(case.right, case.rows), spread


def row_mistakes(got, case: Draw) -> dict[str, np.ndarray]:
    """What each mistake gives for a draw, as lines (k, 1 + d)."""
    right, spread = judge(case)
    ids, all_rows = case.flat[0], np.unique(case.flat[0])
    dense_mistakes = mistakes(dense(got, case), case)
    predicted = {name: of_dense(value, case.rows) for name, value in dense_mistakes.items()}
    if case.pad is not None:
        listed = np.unique(np.delete(ids, case.pad)) if case.pad < len(ids) else all_rows
        listed = listed if len(listed) == len(got) else all_rows
        predicted["padding-by-position"] = of_dense(dense_mistakes["padding-by-position"], listed)
        predicted["padding-ignored"] = of_dense(dense_mistakes["padding-ignored"], all_rows)
        if case.pad == 0:
            predicted["padding-zero-ignored"] = predicted["padding-ignored"]
    predicted["zero-ids"] = right if ids.any() else right[:0]
    predicted.pop("unused-rows")  # no row is listed that was not looked up
    predicted["padding-row-listed"] = of_dense(case.right, all_rows)
    predicted["zero-rows-dropped"] = right[np.abs(right[:, 1:]).max(axis=1, initial=0) > 1e-9]
    # Values beside the wrong row ids have the rounding of their own rows.
    elsewhere = beside(case.rows, case.right[first_seen(ids[case.keeps])])
    predicted["rows-misaligned"] = got if close(got, elsewhere, spread.max(initial=0)) else elsewhere
    # The right lines in any other order; and any list of row ids with repeats.
    by_row = got[np.argsort(got[:, 0], kind="stable")]
    if close(by_row, right, spread) and not close(got, right, spread):
        predicted["rows-unsorted"] = got
    if len(got) > len(right):
        merged = [got[got[:, 0] == row, 1:].sum(axis=0) for row in case.rows]
        as_right = np.array_equal(np.unique(got[:, 0]), case.rows)
        as_right = as_right and close(beside(case.rows, np.array(merged)), right, spread)
        if as_right or np.array_equal(by_row[:, 0], np.sort(ids[case.keeps])):
            predicted["rows-not-merged"] = got
    return predicted


def dense(got, case: Draw) -> np.ndarray:
    """The lines as a dense gradient (V, d), without row ids out of range."""
    out = np.zeros((case.V, case.G.shape[-1]))
    if got.shape[1] == 1 + out.shape[1]:
        inside = got[(got[:, 0] >= 0) & (got[:, 0] < case.V)]
        out[inside[:, 0].astype(int)] = inside[:, 1:]
    return out


def first_seen(ids) -> np.ndarray:
    """The distinct ids in the order of their first occurrence."""
    rows, first = np.unique(ids, return_index=True)
    return rows[np.argsort(first)]


def with_batches(got, case: Draw) -> dict[str, np.ndarray]:
    """`row_mistakes`, and those about the shape of the ids."""
    lines = of_dense(buffered_by_batch(case), case.rows)
    return row_mistakes(got, case) | {"one-dimensional-only": lines}


def with_widths(got, case: Draw) -> dict[str, np.ndarray]:
    """`row_mistakes`, and those about the dtype of the sum."""
    widths = {"sum-in-half": summed_in_half, "float64-narrowed": narrowed}
    lines = {name: of_dense(of(dense(got, case), case), case.rows) for name, of in widths.items()}
    return row_mistakes(got, case) | lines


def conclude(student: Student, cases: list[Draw], predict=row_mistakes) -> None:
    """Ask for these draws and name the mistake that explains all answers, or what they have in common."""
    evidence, said = Diagnosis(NEUTRAL), []
    for case in cases:
        got = lines_of(student, case)
        if not evidence.see(got, *judge(case), predict, got, case):
            said.append(observed(got, case))
    try:
        evidence.conclude()
    except Unexplained:
        shared = said[0] if len(set(said)) == 1 else ""
        raise Unexplained(f"{NEUTRAL} {shared}".strip()) from None


def observed(got: np.ndarray, case: Draw) -> str:
    """Return what is true of wrong rows or values."""
    listed = got[:, 0].astype(np.int64)
    if np.array_equal(listed, case.rows):
        return "The list of rows is right, and the values beside it are not."
    if np.array_equal(np.sort(listed), case.rows):
        return "The list of rows is in another order than the ascending one, and the values do not fit it."
    more, fewer = set(listed) - set(case.rows), set(case.rows) - set(listed)
    if more and not fewer:
        return "Rows are listed that are not to be listed."
    return "Rows are missing in the list." if fewer and not more else "Other rows are listed than should be."


def require_lines(student: Student, case: Draw, mistake: str) -> None:
    with blame(mistake):
        got = lines_of(student, case)
    if not close(got, *judge(case)):
        raise Wrong(mistake)


@check(points=1)
def values(student: Student, rng: np.random.Generator):
    cases = [draw(rng), cancelling(rng), draw(rng, (14,), V=11, d=2, last=False), draw(rng, (1,), d=1)]
    conclude(student, [*cases, in_order(rng), zeros(rng), distinct(rng)])
    case = beside_large(rng)
    if not close(lines_of(student, case), *judge(case)):
        raise Wrong("running-sums")


def cancelling(rng) -> Draw:
    """A draw in which the contributions of one row cancel exactly."""
    case = distinct(rng, N=5)
    ids, G = np.append(case.ids, case.ids[:2]), np.concatenate([case.G, -case.G[:1], case.G[1:2]])
    return Draw(G, ids, case.V)


@check(points=0.5)
def batches(student: Student, rng: np.random.Generator):
    first = draw(rng)
    evidence = Diagnosis(NEUTRAL)
    got = lines_of(student, first)
    evidence.see(got, *judge(first), row_mistakes, got, first)
    shapes: list[tuple[tuple[int, ...], str]] = [
        ((2, 4), "one-dimensional-only"),
        ((2, 3, 2), "two-axes-at-most"),
    ]
    for shape, fault in shapes:
        case = draw(rng, shape)
        with blame(fault):
            got = lines_of(student, case)
        evidence.see(got, *judge(case), with_batches, got, case)
    evidence.conclude()
    with blame("single-id"):  # as a condition, an array of one zero is false
        conclude(student, [Draw(first.G[0], np.array(i), first.V) for i in (first.V - 1, 0)])


@check(points=1)
def padding(student: Student, rng: np.random.Generator):
    conclude(student, padded(rng))
    case = between_rows(rng)
    if not close(lines_of(student, case), *judge(case)):
        raise Wrong("padding-absent")
    require_lines(student, only_padding(rng), "only-padding")
    several, *single = padded_shapes(rng)
    with blame("one-dimensional-only"):
        got = lines_of(student, several)
    if not close(got, *judge(several)):
        merged = row_mistakes(got, several).get("rows-not-merged")
        raise Wrong("one-dimensional-only" if merged is None else "rows-not-merged")
    for case in single:
        plain = Draw(case.G, case.ids, case.V)
        require_lines(student, case, "padding-single-id" if is_right(student, plain) else "single-id")


def is_right(student: Student, case: Draw) -> bool:
    """Are the rows and values right? False for an exception, too."""
    try:
        return close(lines_of(student, case), *judge(case))
    except StudentError:
        return False


@check(points=0.5)
def width(student: Student, rng: np.random.Generator):
    conclude(student, [draw(rng, dtype="float64"), long_sum(rng, "float16")], with_widths)
    odd = 2049.0 + 2 * rng.integers(0, 500)  # float16 holds no odd number above 2048
    got = pair(student.call(ROWS, np.array([[odd - 1], [1]], np.float16), np.array([1, 1]), 3))[1].values
    if got.dtype != np.float16 and not close(got, [[odd]], 0):
        raise Wrong("widened-late")


@check(points=1.5)
def cost(student: Student, rng: np.random.Generator):
    """Steps and memory at two sizes of the table, then a table that no memory holds."""
    G, ids, _ = small_case()
    require(ROWS, lambda: student.call(ROWS, G, ids, 4), (ids, G))
    d, N = 32, 64

    def watch(V, silent):
        # The same number of distinct ids for each V: the cost may grow with that number.
        G, ids = np.ones((N, d), np.float32), rng.permutation(N) * (V // N)
        return student.observe(ROWS, G, ids, V, *[V // N] * silent, watch=("cost",))

    small, large = 20_000, 80_000
    for silent in (False, True):
        if watch(400, silent).steps - watch(100, silent).steps > 150:
            raise Wrong("loop-over-V")
        by_row = (watch(large, silent).peak_bytes - watch(small, silent).peak_bytes) / (large - small)
        if by_row > 0.5:  # bytes for each further row of the table
            raise Wrong("dense-inside" if by_row > d * 4 / 2 else "length-V")
    V = 1 << 60
    case = Draw(rng.normal(size=(N, 2)).astype(np.float32), rng.integers(0, V, N), V)
    try:
        answer = student.observe(ROWS, case.G, case.ids, V, limit_bytes=LIMIT)
    except StudentError as error:
        if out_of_memory(error):
            raise Wrong("length-V") from error
        raise
    rows, values = pair(answer.value)
    # Other checks judge the order.
    found, sent = np.sort(rows.values), np.sort(case.ids)
    if np.array_equal(found, np.sort(case.ids.astype(np.float64)).astype(np.int64)) and any(found != sent):
        raise Wrong("ids-as-floats")
    if not np.array_equal(found, sent) or not close(
        np.sort(values.values, axis=0), np.sort(case.G, axis=0), bound("float32", 1, np.abs(case.G).max())
    ):
        raise Unexplained("With a very large vocabulary the rows or their values are wrong.")


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    case = draw(rng, (7,), V=7, d=40, dtype=dtype)  # 7 times 40 does not fit into 8 bits
    args = {"grad_out": case.G, "ids": case.ids, "V": 7}
    return Legal(args, (case.rows, case.right[case.rows]), ids="ids", V=7, rows="V")


def with_padding(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    call = legal(rng, dtype, empty)
    return Legal(call.args | {"padding_idx": int(call.args["ids"][0])}, None)


contract = house_rules("ids", "unchanged", points=0.5, legal=legal, more=with_padding)
