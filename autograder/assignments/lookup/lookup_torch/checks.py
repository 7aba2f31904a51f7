"""Checks of `lookup_torch`: rows of a table by PyTorch, their gradient, devices, and what is no id."""

from collections.abc import Callable

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, bound, check, close
from autograder.checks.refusals import refusal
from autograder.checks.shared import device_mistakes, in_dtype, require, scatter_add
from autograder.checks.student import Answer, Student, StudentError

from ..shared import (
    attempt,
    axes_lost,
    ends_refused,
    grows,
    other_rows_matter,
    refuses_ids,
    refuses_single,
    refuses_truth,
    see_rows,
    some_ids,
    table,
    told_of_rows,
)

NAME = "lookup_torch"
WRONG = "`lookup_torch` gives wrong values."
ROW_OR_ONE = (
    "`lookup_torch` gives an error for ids that follow each other, or for one id in a tensor with axes."
)
GRADIENT = "`lookup_torch` sends a wrong gradient to the table."


def rows_of(value) -> np.ndarray:
    """Return the values of an answer that must be a tensor."""
    return array(value, "torch", WRONG, numpy="through-numpy")


def asking(student: Student, device: str | None = None) -> Callable:
    """Return a function that gives the student's rows for a table and ids."""
    return lambda E, ids: rows_of(
        student.call(NAME, student.tensor(E, device=device), student.tensor(ids, device=device))
    )


def require_small(student: Student, rng: np.random.Generator) -> None:
    """Raise `Wrong` unless two rows of a small table are right on the CPU."""
    E = table(rng, 6, 2)
    require(NAME, lambda: asking(student, "cpu")(E, np.array([4, 2])), E[[4, 2]])


@check(points=1)
def values(student: Student, rng: np.random.Generator) -> None:
    """Rows for ids of any shape and both dtypes, a single id too; never a view."""
    diagnosis = Diagnosis(WRONG)
    V = int(rng.integers(15, 19))
    ends_refused(lambda ids: asking(student)(table(rng, V, 3), ids), V)
    for shape, dtype in (
        ((6,), "int64"),
        ((2, 3), "int64"),
        ((3, 2, 2), "int64"),
        ((5,), "int32"),
        ((2, 4), "int32"),
    ):
        E = table(rng, V, V + 3)
        ids = some_ids(rng, V, int(np.prod(shape))).reshape(shape)
        if dtype == "int32" and close(asking(student)(E, ids), E[ids], 0):
            got = attempt(lambda: asking(student)(E, ids.astype(dtype)))
            if isinstance(got, StudentError) or not close(got, E[ids], 0):
                raise Wrong("int32-refused")
        got = asking(student)(E, ids.astype(dtype))
        if not see_rows(diagnosis, got, E, ids) and diagnosis.neutral == WRONG:
            diagnosis.neutral = told_of_rows(NAME, got, E, ids)
    diagnosis.conclude()
    start = int(rng.integers(1, V - 5))
    for ids in (np.array(start), np.array([start]), np.arange(start, start + 4), np.arange(V)):
        answer = attempt(
            lambda: student.observe(NAME, student.tensor(E), student.tensor(ids), watch=("sharing",))
        )
        if isinstance(answer, Answer) and answer.sharing[0]:
            raise Wrong("view")
        got = rows_of(answer.value) if isinstance(answer, Answer) else None
        if got is None or not close(got, E[ids], 0):
            lost = got is not None and axes_lost(got, E, ids)
            told = ROW_OR_ONE if got is None else told_of_rows(NAME, got, E, ids)
            raise Wrong("single-id" if ids.ndim == 0 else "axes-of-one-id" if lost else None, told)


def back(student: Student, E, ids: np.ndarray, g, device: str | None = None, dtype: str = "") -> Answer:
    """Return the answer of `vjp`; raise `Wrong("detached")` if the result has no gradient function."""
    try:
        return student.vjp(
            NAME,
            student.tensor(g, dtype, device=device),
            student.tensor(E, dtype, grad=True, device=device),
            student.tensor(ids, device=device),
        )
    except StudentError as error:
        cut = "does not require grad", "numpy() on Tensor that requires grad"
        if error.is_a("RuntimeError") and any(text in error.message for text in cut):
            raise Wrong("detached") from None
        raise


def predicted(V: int, ids: np.ndarray, g: np.ndarray) -> dict:
    """Return the gradient of the table that each mistake leads to."""
    want, flat, rows = scatter_add(V, ids, g), ids.reshape(-1), g.reshape(-1, g.shape[-1])
    last, first = np.zeros_like(want), np.zeros_like(want)
    last[flat], first[flat[::-1]] = rows, rows[::-1]
    often = np.maximum(1, np.bincount(flat, minlength=V))[:, None]
    return {
        "detached": np.zeros_like(want),
        "padding-row": want * (np.arange(V) != 0)[:, None],
        "averaged-gradient": want / often,
        "assigned-gradient": [last, first],
    }


def see_gradient(diagnosis: Diagnosis, student: Student, rng, shape, dtype: str, device=None) -> Answer:
    """Record the gradient of a table of which rows are read twice, the first and the last among them."""
    V = int(rng.integers(12, 15))
    ids = np.asarray(rng.integers(0, V, shape))
    if ids.ndim:
        ids.reshape(-1)[:4] = 0, 0, V - 1, V - 1
    E, g = (in_dtype(rng.standard_normal(size), dtype) for size in ((V, 3), (*shape, 3)))
    if dtype in ("float16", "bfloat16"):
        g = np.sign(g)  # small whole numbers add up without rounding
    answer = back(student, E, ids, g, device, dtype)
    rows = rows_of(answer.value)
    if not close(rows, E[ids], 0):
        raise Unexplained(told_of_rows(NAME, rows, E, ids))
    if answer.grads[0] is None:
        raise Wrong("detached")
    sizes = scatter_add(V, ids, np.abs(g))
    allowed = bound(dtype, ids.size, sizes, out=dtype, value=sizes)
    got = array(answer.grads[0], "torch", GRADIENT)
    want = scatter_add(V, ids, g)
    if not diagnosis.see(got, want, allowed, predicted, V, ids, g) and diagnosis.neutral == GRADIENT:
        diagnosis.neutral = told_of_gradient(got, want, allowed, np.bincount(ids.reshape(-1), minlength=V))
    return answer


def told_of_gradient(got: np.ndarray, want: np.ndarray, allowed: np.ndarray, times: np.ndarray) -> str:
    """Return which rows of a gradient are wrong, by how many times each row is read."""
    if got.shape != want.shape:
        return f"{GRADIENT} It has another shape than the table."
    wrong = ~np.isclose(got, want, rtol=0, atol=allowed).all(axis=1)
    if wrong[times == 0].any():
        return f"{GRADIENT} Rows that no id asks for receive one too."
    if not wrong[times == 1].any():
        return f"{GRADIENT} It is wrong for rows that are read several times, and right for others."
    return f"{GRADIENT} It is wrong for rows that are read once, too."


@check(points=1)
def gradient(student: Student, rng: np.random.Generator) -> None:
    diagnosis = Diagnosis(GRADIENT)
    for shape, dtype in (((8,), "float32"), ((2, 5), "float64"), ((), "float32"), ((6,), "bfloat16")):
        see_gradient(diagnosis, student, rng, shape, dtype)
    diagnosis.conclude()


@check(points=1, accelerator=True)
def device(student: Student, rng: np.random.Generator) -> None:
    """Rows and gradient where table and ids are, as they are on the CPU."""
    on_cpu, there = Diagnosis(GRADIENT), Diagnosis(GRADIENT)
    see_gradient(on_cpu, student, rng, (2, 5), "float32", "cpu")
    on_cpu.conclude()
    require_small(student, rng)
    for shape in ((2, 5), (6,), ()):
        with device_mistakes():
            answer = see_gradient(there, student, rng, shape, "float32")
        if answer.value.device != student.device or answer.grads[0].device != student.device:
            raise Wrong("wrong-device")
    there.conclude()

    def with_cost(where: str) -> Callable:
        few = student.tensor(rng.integers(0, 500, 12), device=where)
        return lambda V: student.observe(
            NAME, student.tensor(np.zeros((V, 2), np.float32), device=where), few, watch=("cost",)
        )

    if not grows(with_cost("cpu")) and grows(with_cost(student.device)):
        raise Wrong("table-moved")


@check(points=2, accelerator=True)
def refused(student: Student, rng: np.random.Generator) -> None:
    """What is no id is refused on the CPU, and on another device before a kernel sees it."""
    require_small(student, rng)
    V = int(rng.integers(50, 70))
    E, good = table(rng, V, 2), rng.integers(1, V - 1, (2, 3))
    on_cpu = asking(student, "cpu")
    refuses_ids(lambda ids: on_cpu(E, ids), good, V, lambda ids: E[ids % V])
    refuses_truth(lambda ids: on_cpu(E, ids), V, fractions=False)
    refuses_single(lambda ids: on_cpu(E, ids), V)
    bad = [np.where(np.arange(6).reshape(2, 3) == 4, i, good) for i in (-1, -V - 7, V, V + 9173)]
    for ids in (*bad, np.array(V), np.array([1, V], np.int32)):
        with device_mistakes():
            error = refusal(lambda: asking(student)(E, ids))
        if error is None or error.is_a("DeviceAssert") or "device-side assert" in error.message:
            raise Wrong("unchecked-on-device")
        if error.is_a("TypeError") and "numpy" in error.message:
            raise Wrong("through-numpy")


@check(points=1)
def cost(student: Student, rng: np.random.Generator) -> None:
    require_small(student, rng)
    if other_rows_matter(asking(student), rng):
        raise Wrong("whole-table")
    few = student.tensor(rng.integers(0, 500, 12))
    for dtype in ("float32", "float16"):
        if grows(
            lambda V: student.observe(NAME, student.tensor(np.zeros((V, 2)), dtype), few, watch=("cost",))
        ):
            raise Wrong("whole-table")
    V = 300_000
    E = np.stack(np.divmod(np.arange(V), 2_048), axis=1).astype(np.float16)
    ids = np.append(rng.integers(0, V, 50), V - 1)
    if not close(asking(student)(E, ids), E[ids], 0):
        raise Wrong("large-vocabulary")
