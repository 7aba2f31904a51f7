"""Checks of `embedding_backward_rows`: the sparse gradient, as row ids and values."""

import contextlib
from typing import NamedTuple

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, bound, check, close, same
from autograder.checks.shared import require
from autograder.checks.student import StudentError
from autograder.sandboxed import protocol

from ..asking import (
    legal,
    new_each_time,
    out_of_memory,
    pad_of,
    refuses_empty,
    refuses_ids,
    refuses_number,
    refuses_padding,
    refuses_shapes,
)
from ..draws import (
    Draw,
    beside_large,
    between_rows,
    beyond_dtype,
    buffered_by_batch,
    distinct,
    draw,
    in_order,
    long_sum,
    mistakes,
    narrow_padding,
    narrowed,
    only_padding,
    small_case,
    summed_in_half,
    zeros,
)
from ..shared import LEGAL_IDS, LIMIT, NARROW, fails_without_ids, padded, padded_shapes, padding_refused

ROWS = "embedding_backward_rows"
NEUTRAL = "The rows or their values are wrong."


def pair(value) -> tuple[protocol.Array, protocol.Array]:
    """(rows (k,), values (k, d)) as returned; `Wrong` for anything else."""
    if not isinstance(value, tuple) or len(value) != 2:
        raise Unexplained(f"`{ROWS}` is to return a tuple (rows, values).")
    rows, values = (array(v, "numpy", f"`{ROWS}` is to return two arrays.") for v in value)
    if rows.ndim == 2 and values.ndim == 1:
        raise Wrong("pair-swapped")
    if rows.ndim != 1 or values.ndim != 2 or len(rows) != len(values):
        raise Unexplained("The shapes of rows and values are to be (k,) and (k, d).")
    return value


class Listed(NamedTuple):
    """The sparse gradient that the student's code returned."""

    lines: np.ndarray  # rows and values side by side, (k, 1 + d)
    rows: str  # dtype
    values: str  # dtype
    unchanged: bool  # the arguments
    shared: bool  # does one of the two share memory with an argument?


def ask_rows(student, case: Draw, strided=False) -> Listed:
    args, watch = (case.G, case.ids, case.V, *pad_of(case)), ("args", "sharing")
    answer = student.observe(ROWS, *args, watch=watch, strided=strided)
    rows, values = pair(answer.value)
    unchanged = same(case.G, answer.args[0]) and same(case.ids, answer.args[1])
    return Listed(
        beside(rows.values, values.values), rows.dtype, values.dtype, unchanged, any(answer.sharing)
    )


def beside(rows, values) -> np.ndarray:
    """Lines of row id and values, (k, 1 + d), in float64."""
    return np.column_stack([rows.astype(np.float64), values.astype(np.float64)])


def of_dense(gradient, rows) -> np.ndarray:
    """Some rows of a dense gradient, as lines of row id and values, (k, 1 + d)."""
    rows = rows[rows < len(gradient)]
    return beside(rows, gradient[rows])


def judge(case: Draw):
    """The right lines (k, 1 + d), and the rounding error allowed: none for the row ids."""
    spread = np.column_stack([np.zeros(len(case.rows)), case.tolerance[case.rows]])
    return of_dense(case.right, case.rows), spread


def see(diagnosis: Diagnosis, got, case: Draw, predict) -> None:
    """Record the lines of an answer to a draw; `predict(got, case)` gives the predictions of mistakes."""
    diagnosis.see(got, *judge(case), predict, got, case)


def row_mistakes(got, case: Draw) -> dict[str, np.ndarray]:
    """What each mistake gives for a draw, as lines (k, 1 + d)."""
    right, spread = judge(case)
    ids, all_rows = case.flat[0], np.unique(case.flat[0])
    dense_mistakes = mistakes(dense(got, case), case)
    found = {name: of_dense(value, case.rows) for name, value in dense_mistakes.items()}
    if case.pad is not None:
        listed = np.unique(np.delete(ids, case.pad)) if case.pad < len(ids) else all_rows
        listed = listed if len(listed) == len(got) else all_rows
        found["padding-by-position"] = of_dense(dense_mistakes["padding-by-position"], listed)
        found["padding-ignored"] = of_dense(dense_mistakes["padding-ignored"], all_rows)
        if case.pad == 0:
            found["padding-zero-ignored"] = found["padding-ignored"]
    found["zero-ids"] = right if ids.any() else right[:0]
    found.pop("unused-rows")  # no row is listed that was not looked up
    found["padding-row-listed"] = of_dense(case.right, all_rows)
    found["zero-rows-dropped"] = right[np.abs(right[:, 1:]).max(axis=1, initial=0) > 1e-9]
    # Values beside the wrong row ids have the rounding of their own rows.
    elsewhere = beside(case.rows, case.right[first_seen(ids[case.keeps])])
    found["rows-misaligned"] = got if close(got, elsewhere, spread.max(initial=0)) else elsewhere
    # The right lines in any other order; and any list of row ids with repeats.
    by_row = got[np.argsort(got[:, 0], kind="stable")]
    if close(by_row, right, spread) and not close(got, right, spread):
        found["rows-unsorted"] = got
    if len(got) > len(right):
        merged = [got[got[:, 0] == row, 1:].sum(axis=0) for row in case.rows]
        as_right = np.array_equal(np.unique(got[:, 0]), case.rows)
        as_right = as_right and close(beside(case.rows, np.array(merged)), right, spread)
        if as_right or np.array_equal(by_row[:, 0], np.sort(ids[case.keeps])):
            found["rows-not-merged"] = got
    return found


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


@check(points=1)
def values(student, rng):
    evidence, unchanged, shared = Diagnosis(NEUTRAL), True, False
    cases = [draw(rng), cancelling(rng), draw(rng, (14,), V=11, d=2, last=False), draw(rng, (1,), d=1)]
    for case in [*cases, in_order(rng), zeros(rng)]:
        with legal(student, ROWS, LEGAL_IDS):
            given = ask_rows(student, case)
        see(evidence, given.lines, case, row_mistakes)
        unchanged &= given.unchanged
        shared |= given.shared
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")
    with contextlib.suppress(StudentError, Wrong):  # other checks judge a single id
        shared |= ask_rows(student, Draw(rng.normal(size=3), np.array(0), 1, None, "float64")).shared
    if shared:
        raise Wrong("result-shared")
    case = beside_large(rng)
    if not close(ask_rows(student, case).lines, *judge(case)):
        raise Wrong("running-sums")
    call = f"{ROWS}(np.array([[1.0], [2.0]]), np.array([1, 0]), 3)"
    new_each_time(student, f"{call}[0]", f"{call}[1]")


def cancelling(rng) -> Draw:
    """A draw in which the contributions of one row cancel exactly."""
    case = distinct(rng, N=5)
    ids, G = np.append(case.ids, case.ids[:2]), np.concatenate([case.G, -case.G[:1], case.G[1:2]])
    return Draw(G, ids, case.V)


def with_batches(got, case) -> dict:
    """`row_mistakes`, and those about the shape of the ids."""
    lines = of_dense(buffered_by_batch(case), case.rows)
    return row_mistakes(got, case) | {"one-dimensional-only": lines}


def with_widths(got, case) -> dict:
    """`row_mistakes`, and those about the dtype of the sum."""
    widths = {"sum-in-half": summed_in_half, "float64-narrowed": narrowed}
    lines = {name: of_dense(of(dense(got, case), case), case.rows) for name, of in widths.items()}
    return row_mistakes(got, case) | lines


@check(points=1.5)
def batches(student, rng):
    evidence = Diagnosis(NEUTRAL)
    first = draw(rng)
    usual = ask_rows(student, first)
    see(evidence, usual.lines, first, row_mistakes)
    unchanged = True
    for shape, fault in ((2, 4), "one-dimensional-only"), ((2, 3, 2), "two-axes-at-most"):
        case = draw(rng, shape)
        with blame(fault):
            given = ask_rows(student, case)
        see(evidence, given.lines, case, with_batches)
        unchanged &= given.unchanged
    evidence.conclude()
    evidence = Diagnosis(NEUTRAL)
    for i in (first.V - 1, 0):  # as a condition, an array of one zero is false
        case = Draw(first.G[0], np.array(i), first.V)
        with blame("single-id"):
            given = ask_rows(student, case)
        see(evidence, given.lines, case, row_mistakes)
        unchanged &= given.unchanged
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")
    for shape in ((0,), (2, 0)):
        case = draw(rng, shape)
        with blame("empty-fails"):
            given = ask_rows(student, case)
        if given.lines.shape != (0, 1 + case.G.shape[-1]):
            raise Wrong("empty-fails")
        if (given.rows, given.values) != (usual.rows, usual.values) == ("int64", case.dtype):
            raise Wrong("empty-dtype")
    for strided in ("forwards", True):
        case = draw(rng, (2, 4))
        with blame("contiguous-only"):
            given = ask_rows(student, case, strided=strided)
        if not close(given.lines, *judge(case)):
            raise Wrong("contiguous-only")


@check(points=1)
def padding(student, rng):
    evidence, unchanged = Diagnosis(NEUTRAL), True
    for case in padded(rng):
        with padding_refused():
            given = ask_rows(student, case)
        see(evidence, given.lines, case, row_mistakes)
        unchanged &= given.unchanged
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")
    case = between_rows(rng)
    if not close(ask_rows(student, case).lines, *judge(case)):
        raise Wrong("padding-absent")
    usual, case = ask_rows(student, draw(rng, (12,), pad=4)), only_padding(rng)
    try:
        given = ask_rows(student, case)
        fine = given.lines.shape == (0, 1 + case.G.shape[-1])
    except StudentError:
        fine = False
    if not fine:
        raise Wrong("empty-fails" if fails_without_ids(student, rng, ask_rows) else "only-padding")
    if (given.rows, given.values) != (usual.rows, usual.values) == ("int64", case.dtype):
        raise Wrong("padding-dtype")
    several, *single = padded_shapes(rng)
    with blame("one-dimensional-only"):
        given = ask_rows(student, several)
    if not close(given.lines, *judge(several)):
        merged = row_mistakes(given.lines, several).get("rows-not-merged")
        raise Wrong("one-dimensional-only" if merged is None else "rows-not-merged")
    unchanged = given.unchanged
    for case in single:
        mistake = single_id_mistake(student, case)
        with blame(mistake):
            given = ask_rows(student, case)
        if not close(given.lines, *judge(case)):
            raise Wrong(mistake)
        unchanged &= given.unchanged
    if not unchanged:
        raise Wrong("arguments-changed")


def single_id_mistake(student, case: Draw) -> str:
    """What is wrong if the rows of a single id with a padding row are: does it work without one?"""
    return "padding-single-id" if is_right(student, Draw(case.G, case.ids, case.V)) else "single-id"


def is_right(student, case: Draw) -> bool:
    """Are the rows and values right? False for an exception, too."""
    try:
        return close(ask_rows(student, case).lines, *judge(case))
    except StudentError:
        return False


@check(points=1)
def dtypes(student, rng):
    evidence, given, floats = Diagnosis(NEUTRAL), {}, ("float64", "float32", "float16")
    for dtype in floats:
        case = draw(rng, dtype=dtype)
        given[dtype] = ask_rows(student, case)
        see(evidence, given[dtype].lines, case, with_widths)
    if any(given[dtype].values != dtype for dtype in floats):
        raise Wrong("dtype-not-kept")
    evidence.conclude()
    for integer in "int8 int16 int32 uint8 uint16 uint32 uint64".split():
        case = draw(rng, (12,), V=120, d=4, ids=integer)
        fault = "uint64-ids" if integer == "uint64" else "narrow-ids"  # it is the last one
        with blame(fault):
            answer = ask_rows(student, case)
        if not close(answer.lines, *judge(case)):
            raise Wrong(fault)
        if answer.rows != "int64":
            raise Wrong("rows-dtype")
        if integer in NARROW:
            case = beyond_dtype(rng, integer)
            with blame("narrow-ids"):
                answer = ask_rows(student, case)
            if not close(answer.lines, *judge(case)):
                raise Wrong("narrow-ids")
    for case in [case for integer in NARROW for case in narrow_padding(rng, integer)]:
        if not is_right(student, Draw(case.G, case.ids.astype(np.int64), case.V, case.pad)):
            continue  # the mistake is not about the dtype of the ids
        with blame("narrow-padding"):
            lines = ask_rows(student, case).lines
        if not close(lines, *judge(case)):
            raise Wrong("narrow-padding")
    case = long_sum(rng, "float16")
    evidence = Diagnosis(NEUTRAL)
    see(evidence, ask_rows(student, case).lines, case, with_widths)
    evidence.conclude()


@check(points=0.5)
def errors(student, rng):
    G, ids, _ = small_case()
    require(ROWS, lambda: student.call(ROWS, G, ids, 4), (ids, G))
    case = draw(rng)
    no_integers = (case.ids.astype(np.float64), case.ids > 3)

    def ask(ids):
        return student.call(ROWS, case.G, ids, case.V)

    # There is no table here in which a negative id could count from the end.
    refuses_ids(ask, case.ids, case.V, no_integers, negative="negative-accepted")
    refuses_padding(lambda pad: student.call(ROWS, case.G, case.ids, case.V, pad), case.V)
    refuses_shapes(lambda G, ids: student.call(ROWS, G, ids, 5), rng)
    refuses_empty(lambda G, ids, pad: student.call(ROWS, G, ids, 5, pad))
    refuses_number(lambda G, ids: student.call(ROWS, G, ids, 5))


@check(points=1)
def cost(student, rng):
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
