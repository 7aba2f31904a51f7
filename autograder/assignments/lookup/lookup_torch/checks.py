"""Checks of `lookup_torch`: rows of a table by PyTorch, their gradient, devices."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, bound, check, close
from autograder.checks.shared import in_dtype, require, returns_new, scatter_add
from autograder.checks.student import StudentError
from autograder.sandboxed import protocol

from ..ids import (
    FEW,
    attempt,
    by_product,
    check_copy,
    check_dtype_without_ids,
    check_ends,
    check_growth,
    check_id_dtypes,
    check_refusals,
    check_refused_unchanged,
    check_repeated,
    check_shapes,
    grows,
    how_refused,
    is_right,
    some_ids,
    table,
)
from ..shared import check_exact, check_other_rows, check_thin_tables, numbered, see_rows, small_case

TORCH = "`lookup_torch` gives wrong values."
GRADIENT = "`lookup_torch` sends a wrong gradient to the table."


def rows_of(value):
    """The values of an answer that must be a tensor."""
    return array(value, "torch", TORCH, numpy="wrong-library")


def ask_torch(student, E):
    """A function that gives the student's rows for ids."""
    return lambda ids: rows_of(student.call("lookup_torch", student.tensor(E), student.tensor(ids)))


def rounding(g, ids, V, dtype):
    """The rounding error allowed of the gradient of the table, (V, d)."""
    sums, sizes = scatter_add(V, ids, g), scatter_add(V, ids, np.abs(g))
    return bound(dtype, ids.size, sizes, out=dtype, value=sums)


@check(points=1)
def values(student, rng):
    diagnosis = Diagnosis(TORCH)
    for _ in range(2):
        V = int(rng.integers(15, 19))
        E, ids = table(rng, V, V + 3), some_ids(rng, V)
        check_ends(ask_torch(student, E), lambda ids: E[ids], rng, V)
        see_rows(diagnosis, ask_torch(student, E)(ids), E, ids)
    diagnosis.conclude()
    E = table(rng, 9, 4)
    check_id_dtypes(ask_torch(student, E), lambda ids: E[ids], rng, TORCH, 9, ("int32",), "int32-refused")
    for dtype in ("float64", "bfloat16", "float16", "float32"):
        E, ids = in_dtype(rng.standard_normal((9, 4)), dtype), some_ids(rng, 9)
        answer = student.call("lookup_torch", student.tensor(E, dtype), student.tensor(ids))
        check_exact(rows_of(answer), E[ids], TORCH)
        if answer.dtype != dtype:
            raise Wrong("dtype-changed")
        check_dtype_without_ids(
            lambda ids: student.call("lookup_torch", student.tensor(E, dtype), student.tensor(ids)), dtype
        )


@check(points=1)
def shapes(student, rng):
    V = int(rng.integers(8, 12))
    E = table(rng, V, 3)

    def strided(ids):
        return rows_of(
            student.observe("lookup_torch", student.tensor(E), student.tensor(ids), strided=True).value
        )

    check_shapes(ask_torch(student, E), lambda ids: E[ids], rng, V, TORCH, strided)
    check_thin_tables(lambda E: ask_torch(student, E), rng)


def require_small(student, rng):
    """`Wrong` unless two rows of a small table are right."""
    E, ids = small_case(rng)
    require(
        "lookup_torch", lambda: student.call("lookup_torch", student.tensor(E), student.tensor(ids)), E[ids]
    )


@check(points=1)
def copy(student, rng):
    require_small(student, rng)

    def observe(E, ids):
        answer = student.observe(
            "lookup_torch", student.tensor(E), student.tensor(ids), watch=("args", "sharing")
        )
        rows_of(answer.value)
        return answer

    check_copy(observe, rng, "`lookup_torch` changes the table.")
    prepare = (
        "ids, plain, learned = torch.tensor([1, 1]), torch.ones(3, 1), torch.ones(3, 1, requires_grad=True)\n"
        "learned.grad = torch.ones(3, 1); lookup_torch(plain, ids); lookup_torch(learned, ids)"
    )
    state = "[plain.requires_grad, learned.requires_grad, learned.grad.tolist(), torch.is_grad_enabled()]"
    if attempt(lambda: student.evaluate(prepare, state)) != [False, True, [[1.0]] * 3, True]:
        raise Wrong("table-state")
    call, prepare = "lookup_torch(E, ids)", "E, ids = torch.arange(8.0).reshape(4, 2), torch.tensor([1, 2])"
    returns_new(student, call, prepare)
    check_repeated(student, call, prepare, ("E[1] = 7", "ids[0] = 2"), ())
    check_refused_unchanged(
        student, "lookup_torch", student.tensor(table(rng, 6, 2)), student.tensor(np.array([1, 9, 2]))
    )


def gradient_of(student, E, ids, g, device=None, dtype=""):
    """The answer of `vjp`; `Wrong("detached")` if the result has no gradient function."""
    try:
        return student.vjp(
            "lookup_torch",
            student.tensor(g, dtype, device=device),
            student.tensor(E, dtype, grad=True, device=device),
            student.tensor(ids, device=device),
        )
    except StudentError as error:
        cut = "does not require grad", "numpy() on Tensor that requires grad"
        if error.is_a("RuntimeError") and any(text in error.message for text in cut):
            raise Wrong("detached") from None
        raise


@check(points=2)
def gradient(student, rng):
    diagnosis = Diagnosis(GRADIENT)
    for dtype, shape, of_ids in (
        ("float32", (8,), "int64"),
        ("float64", (2, 5), "int64"),
        ("float64", (7,), "int32"),
        ("float32", (), "int64"),
        ("float32", (), "int64"),
    ):
        V = int(rng.integers(12, 15))
        ids = np.asarray(rng.integers(0, V, shape), of_ids)
        if ids.ndim:
            ids.flat[:4] = 0, 0, V - 1, V - 1
        E, g = table(rng, V, 3, dtype), rng.standard_normal((*shape, 3)).astype(dtype)
        try:
            answer = gradient_of(student, E, ids, g)
        except StudentError:
            if not ids.ndim or of_ids == "int32":
                continue  # judged by the checks of shapes and of values
            raise
        rows_of(answer.value)
        if answer.grads[0] is None:
            raise Wrong("detached")
        want = scatter_add(V, ids, g)
        last, first = np.zeros_like(want), np.zeros_like(want)
        flat, rows = ids.reshape(-1).astype(int), g.reshape(-1, 3)
        last[flat], first[flat[::-1]] = rows, rows[::-1]
        often = np.maximum(1, np.bincount(ids.ravel(), minlength=V))[:, None]
        diagnosis.see(
            array(answer.grads[0], "torch", GRADIENT),
            want,
            rounding(g, ids, V, dtype),
            **{
                "detached": np.zeros_like(want),
                "padding-row": want * (np.arange(V) != 0)[:, None],
                "averaged-gradient": want / often,
                "assigned-gradient": [last, first],
            },
        )
    diagnosis.conclude()
    for dtype in ("float16", "bfloat16"):
        E, g = (in_dtype(rng.standard_normal((6, 3)), dtype) for _ in range(2))
        ids = rng.permutation(6)
        try:
            grad = gradient_of(student, E, ids, g, dtype=dtype).grads[0]
        except Wrong:
            raise Wrong("detached-in-half") from None
        if grad is None or not close(array(grad, "torch", GRADIENT), scatter_add(6, ids, g), 0):
            raise Wrong("detached-in-half")

    for shape in ((0,), (2, 0)):
        E, ids, g = table(rng, 5, 3), np.zeros(shape, np.int64), np.zeros((*shape, 3), np.float32)
        here = attempt(lambda: student.call("lookup_torch", student.tensor(E), student.tensor(ids)))
        if isinstance(here, StudentError):
            continue  # judged by the check of shapes
        try:
            grad = gradient_of(student, E, ids, g).grads[0]
        except Wrong:
            raise Wrong("detached-without-ids") from None
        if grad is None or not close(array(grad, "torch", GRADIENT), np.zeros_like(E), 0):
            raise Wrong("detached-without-ids")


@check(points=2, accelerator=True)
def device(student, rng):
    neutral = "`lookup_torch` does not work on another device."
    V = int(rng.integers(30, 60))
    E, ids = table(rng, V, 3), some_ids(rng, V).reshape(2, 3)
    g = rng.standard_normal((2, 3, 3)).astype(np.float32)
    want, tolerance = scatter_add(V, ids, g), rounding(g, ids, V, "float32")

    def right(grad):
        return isinstance(grad, protocol.Array) and close(grad.values, want, tolerance)

    # If it does not work on the CPU either, the device is not the reason.
    here = attempt(lambda: gradient_of(student, E, ids, g, "cpu"))
    if isinstance(here, StudentError) or not right(here.grads[0]):
        raise Unexplained(
            "The rows of `lookup_torch` or their gradient are not right on the CPU yet. This part, about "
            "another device, counts once they are."
        )

    def there(ask, ids=ids):
        answer = attempt(ask)
        if isinstance(answer, StudentError):
            culprits = {"TypeError": "numpy-on-device", "RuntimeError": "made-on-cpu"}
            culprit = next((m for kind, m in culprits.items() if answer.is_a(kind)), None)
            raise Wrong(culprit, f"{neutral} It raised {answer.type}.")
        if not close(rows_of(answer.value), E[ids], 0):
            raise Unexplained(neutral)
        if answer.value.device != student.device:
            raise Wrong("result-on-cpu")
        return answer

    there(lambda: student.observe("lookup_torch", student.tensor(E), student.tensor(ids)))
    for other in (np.array(1), np.zeros((0, 2), np.int64), ids.astype(np.int32)):
        on_cpu = attempt(
            lambda: student.call(
                "lookup_torch", student.tensor(E, device="cpu"), student.tensor(other, device="cpu")
            )
        )
        on_cpu = None if isinstance(on_cpu, StudentError) else rows_of(on_cpu)
        if on_cpu is not None and close(on_cpu, E[other], 0):  # else judged by shapes and by values
            there(lambda: student.observe("lookup_torch", student.tensor(E), student.tensor(other)), other)
    if not right(there(lambda: gradient_of(student, E, ids, g)).grads[0]):
        raise Unexplained(neutral)

    def with_cost(device):
        """A function that asks for 12 rows of a table (V, 2) on this device, with their cost."""
        few = student.tensor(rng.integers(0, 500, 12), device=device)
        return lambda V: student.observe(
            "lookup_torch", student.tensor(np.zeros((V, 2), np.float32), device=device), few, watch=("cost",)
        )

    if not grows(with_cost("cpu")) and grows(with_cost(None)):
        raise Wrong("table-moved")

    def refused(device):
        """Are ids out of range refused as asked on this device?"""

        def ask(bad):
            student.call("lookup_torch", student.tensor(E, device=device), student.tensor(bad, device=device))
            return np.nan  # no string: not refused

        bad = -int(rng.integers(20, V + 1)), V, V + int(rng.integers(100, 900))
        found = [how_refused(ask, np.array([0, i]), "IndexError", str(i)) for i in bad]
        found.append(how_refused(ask, np.array([0.0, 1.0], np.float32), "TypeError", ""))
        return all(isinstance(f, str) and f == "rightly" for f in found)

    if refused("cpu") and not refused(None):
        raise Wrong("unchecked-on-device")


@check(points=1)
def errors(student, rng):
    require_small(student, rng)
    V = 60
    E = table(rng, V, 2)
    check_refusals(
        ask_torch(student, E),
        V,
        rng,
        "`lookup_torch` does not refuse bad ids as asked.",
        {
            "negative-wraps": lambda ids: E[ids % V],
            "modulo": lambda ids: E[ids % V],
            "clipped": lambda ids: E[ids.clip(0, V - 1)],
            "zero-row": lambda ids: by_product(E, ids),
        },
        others=("uint8", "int16"),
    )


@check(points=1)
def cost(student, rng):
    ids = rng.integers(0, 500, 12)

    def observe(V, dtype="float32", strided=False):
        E = in_dtype(np.zeros((V, 2)), dtype)  # one column would lie in memory as one row does
        return student.observe(
            "lookup_torch", student.tensor(E, dtype), student.tensor(ids), watch=("cost",), strided=strided
        )

    check_other_rows(lambda E: ask_torch(student, E), rng, TORCH)
    check_growth(observe)
    if grows(lambda V: observe(V, strided=True)):
        raise Wrong("table-made-contiguous")
    for dtype in ("float64", "float16", "bfloat16"):
        if grows(lambda V: observe(V, dtype)):
            raise Wrong("whole-table" if dtype == "float64" else "half-table-converted")
    # As for `lookup`; PyTorch raises RuntimeError where memory is not allocated.
    V = 500_000
    E, ids = numbered(V), rng.integers(0, V, 4_096)
    with blame("whole-table", only=("MemoryError", "RuntimeError")):
        answer = student.observe("lookup_torch", student.tensor(E), student.tensor(ids), limit_bytes=FEW)
    if not close(rows_of(answer.value), E[ids], 0):
        raise Wrong("large-vocabulary")
    # More numbers than int32 counts. All columns are one in memory, and nobody who is still here copies them.
    # Whether ids of int32 are accepted at all is judged by the check of values.
    E, ids = small_case(rng)
    if is_right(ask_torch(student, E), lambda ids: E[ids], ids.astype(np.int32)):
        last_row = {dtype: attempt(lambda: far_row(student, dtype)) for dtype in ("int64", "int32")}
        if last_row["int64"] == 49_999.0 != last_row["int32"]:
            raise Wrong("id-dtype")


def far_row(student, dtype):
    """A number of the last row of a table (50,000, 50,000), looked up by an id of this dtype."""
    prepare = "E = torch.arange(50_000.0)[:, None].expand(-1, 50_000)"
    return student.evaluate(
        f"{prepare}; ids = torch.tensor([49_999], dtype=torch.{dtype})", "lookup_torch(E, ids)[0, 7].item()"
    )
