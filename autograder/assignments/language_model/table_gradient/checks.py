"""Checks of `table_gradient`: the sum of the gradients of the table from both of its uses."""

import numpy as np

from autograder.checks.checking import Wrong, array, check, same
from autograder.checks.refusals import refuses_ids, refuses_types, refuses_values
from autograder.checks.shared import require, returns_new

from ..asking import ONE, SHORT, THIN, Evidence, judge_dtypes, legal, reads_anew, refuses_huge
from ..shared import kinds, parts, table_mistakes

NAME = "table_gradient"
NEUTRAL = "The gradient of the table is wrong."
# The dtype of the ids, that of the others, whether the arrays are non-contiguous, and the rows of the table.
DTYPES = (
    ("uint8", "float32", False, 300),
    ("int16", "float64", True, 8),
    ("int8", "float64", False, 300),
    ("uint64", "float64", False, 8),
    ("int32", "float32", True, 300),
    ("uint16", "float64", False, 300),
    ("uint32", "float32", False, 8),
)


def draw(rng, B=3, T=4, V=8, d=3, dtype="float64", integers="int64") -> tuple:
    """dx (B, T, d), ids (B, T), dE_head (V, d); some ids are repeated, and some rows are not read.

    The first row and the last one that the dtype of the ids reaches are read.
    """
    most = min(V, np.iinfo(integers).max + 1)
    ends = rng.permutation([0, most - 1])
    ids = rng.choice([*ends, *(1 + rng.permutation(most - 2)[: most // 2 - 2])], (B, T))
    if ids.size:
        ids[0, 0] = ids[0, -1] = ids[-1, 0] = ends[0]
        ids[-1, -1] = ends[1]
    dx, dE_head = (rng.normal(size=s).astype(dtype) for s in ((B, T, d), (V, d)))
    return dx, ids.astype(integers), dE_head


def run(student, args, strided=False):
    """The answer of the student's function, whose value is an array."""
    answer = student.observe(NAME, *args, watch=("args", "sharing"), strided=strided)
    array(answer.value, "numpy", NEUTRAL)
    return answer


def see(evidence, answer, args, of="") -> None:
    """One answer as evidence."""
    inputs, head = parts(*args)
    evidence.see({"dE": answer.value.values}, {"dE": inputs + head}, lambda: table_mistakes(*args), of=of)


@check(points=1)
def values(student, rng):
    evidence = Evidence(NEUTRAL)
    for sizes, of in (
        ({}, ""),
        ({"V": 5, "d": 4, "T": 6}, ""),
        ({"B": 90, "V": 5}, "rows that are read more than a hundred times"),
        ({"T": 1}, SHORT),
        ({"d": 1}, THIN),
        ({"B": 1}, ONE),
    ):
        args = draw(rng, **sizes)
        with legal(student, NAME, of or "a few windows", evidence.reason(of)):
            answer = run(student, args)
        see(evidence, answer, args, of)
    evidence.conclude("dE")


@check(points=1)
def new(student, rng):
    """The result is a new array and the arguments are unchanged, also without ids."""
    for sizes, of, only in (
        ({}, "a few windows", None),
        ({"B": 1, "T": 1}, "a single position", None),
        ({"B": 0}, "a batch without windows", "empty-batch"),
        ({"B": 0, "dtype": "float32"}, "a batch without windows", "empty-batch"),
        ({"T": 0}, "windows without positions", "empty-batch"),
    ):
        args = draw(rng, **sizes)
        with legal(student, NAME, of, only):
            answer = run(student, args)
        # Before the values: code that adds into dE_head may return the right sum.
        if not all(same(sent, after) for sent, after in zip(args, answer.args)):
            raise Wrong("arguments-changed")
        if any(answer.sharing):
            raise Wrong("head-returned")
        evidence = Evidence(NEUTRAL)
        see(evidence, answer, args)
        if args[1].size:
            evidence.conclude("dE")
        elif not evidence.right("dE"):
            raise Wrong("empty-batch")
        if answer.value.dtype != args[0].dtype.name:
            raise Wrong("dtype-not-kept")
    sums = "dx, ids, head = np.full((1, 1, 1), 3.0), np.array([[1]]), np.array([[5.0], [7.0]])"
    call = f"{NAME}(dx, ids, head)"
    for change, *want in (("dx *= 2", 5.0, 13.0), ("ids -= 1", 8.0, 7.0), ("head += 1", 6.0, 11.0)):
        reads_anew(student, sums, change, f"np.ravel({call})", want)
    returns_new(student, call, sums)


@check(points=1)
def dtypes(student, rng):
    """float32, ids of any integer dtype, non-contiguous arrays."""

    def attempt(integers, dtype, strided, V, sent=""):
        args = draw(rng, V=V, dtype=dtype, integers=integers)
        args = args[0], args[1].astype(sent or integers), args[2]
        with legal(student, NAME, f"arrays of dtype {dtype} and ids of dtype {sent or integers}"):
            answer = run(student, args, strided)
        if answer.value.dtype != dtype:
            raise Wrong("dtype-not-kept")
        evidence = Evidence(f"{NEUTRAL} The arrays are of dtype {dtype}, the ids of {sent or integers}.")
        see(evidence, answer, args)
        evidence.conclude("dE")

    judge_dtypes(attempt, rng, kinds(DTYPES))


@check(points=1)
def errors(student, rng):
    dx, ids, head = draw(rng)
    inputs, outputs = parts(dx, ids, head)
    require(NAME, lambda: student.call(NAME, dx, ids, head), inputs.values + outputs.values)
    refuses_ids(lambda i: student.call(NAME, dx, i, head), ids, len(head), (ids.astype(np.float64), ids > 3))
    refuses_huge(lambda i: student.call(NAME, dx, i, head), ids)
    first = np.zeros_like(ids)  # in range, whatever is taken for the table
    bad = [
        (dx[:, :1], ids, head),
        (dx[:1], ids, head),
        (dx[:, :, :1], ids, head),
        (dx, ids[:, :2], head),
        (dx, ids, head[:, :1]),
        (dx, first, head[0]),
        (dx, ids.T, head),
        (dx[0], ids[0], head),
        (dx[0, 0], ids[0], head),
        (dx[None], ids[None], head),
        (dx, ids[None], head),
        (dx[:, :, :0], ids, head),
        (dx[..., 0], ids, head[:, 0]),
        (dx[..., 0], ids, np.array(1.0)),
        (dx[..., None], ids, head[..., None]),
        (dx, first, head[None]),
        (dx, first, np.stack([head, head])),
        (dx[0, 0], np.array(0), head),
        (dx[:0], ids, head),
    ]
    refuses_values(lambda args: student.call(NAME, *args), bad)
    told = {"if_accepted": "unchecked-when-empty"}
    few = ids[:0]
    none = [(dx, few, head), (dx[:0], few, head[:, :1]), (dx[:0, 1:], few, head), (dx[:0], few, head[None])]
    none += [(dx[:, :0], ids[:, :0], head[:, :1]), (dx[0, :0], ids[0, :0], head)]
    refuses_values(lambda args: student.call(NAME, *args), none, **told)
    wrong = [few.astype(np.float64), few > 3]
    refuses_types(lambda i: student.call(NAME, dx[:0], i, head), wrong, **told)
