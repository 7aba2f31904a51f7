# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown] nbgrader={"grade": false, "grade_id": "intro", "locked": true, "schema_version": 3, "solution": false, "task": false}
# # Scatter-add: the gradient of a lookup
#
# You write the gradient of a lookup for a table, for the rows of a batch, on any device and for
# autograd; you take a step with it, and build two tests that find a wrong one.
#
# - **Time**: about two hours.
# - **Before you start**: read the chapter up to {ref}`scatter-add-pitfalls`.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
# - Read {ref}`house-rules` once: it holds in all notebooks.
#   `check_ids(ids, V)`, given below, refuses what is no id.
#
# `ids` has any shape: `()`, `(T,)`, `(B, T)` or more axes. `grad_out` has the shape `(*ids.shape, d)`:
# a vector for each of the `N` positions.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
from typing import Callable

import numpy as np
import torch
import torch.nn.functional as F


def check_ids(ids, V: int) -> None:
    """TypeError or IndexError unless `ids`, an array or a tensor, holds integers in 0 ... V-1."""
    whole = ids.dtype in (torch.int32, torch.int64) if torch.is_tensor(ids) else ids.dtype.kind in "iu"
    if not whole:
        raise TypeError(f"ids have the dtype {ids.dtype}; expected integers")
    if 0 not in ids.shape:
        for i in (int(ids.min()), int(ids.max())):
            if not 0 <= i < V:
                raise IndexError(f"the id {i} is outside 0 ... {V - 1}")


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
print("The visible tests of PyTorch functions run on:", ", ".join(DEVICES))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-embedding_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. The gradient of the whole table
#
# Every model with a table needs this sum in each step: row `j` gets `grad_out` of all positions that
# looked up `j`. Positions that hold `padding_idx` teach nothing.
#
# <details><summary>A hint</summary>
# One NumPy operation adds position by position, for ids of any shape. The dtype of the array in which
# you add decides how wide the sum is; <code>np.promote_types(a, b)</code> is the wider of two.
# </details>

# %% nbgrader={"grade": false, "grade_id": "embedding_backward", "locked": false, "schema_version": 3, "solution": true, "task": false}
def embedding_backward(
    grad_out: np.ndarray, ids: np.ndarray, V: int, padding_idx: int | None = None
) -> np.ndarray:
    """The gradient of the table, given the gradient of `E[ids]`.

    grad_out     (*ids.shape, d) floats
    ids          integers of any shape, () included
    V            number of rows of the table
    padding_idx  row that gets no gradient, or None

    Returns an array (V, d); rows that nobody looked up are zero. float16 and float32 are added in
    float32 or wider, float64 in float64. No N × V or N × N numbers, no loop over V.

    House rules: ids, new, unchanged.

    >>> embedding_backward(np.array([[1.0], [2.0], [4.0]]), np.array([3, 0, 3]), V=4).tolist()
    [[2.0], [0.0], [0.0], [5.0]]
    """
    ### BEGIN SOLUTION
    check_ids(ids, V)
    dE = np.zeros((V, grad_out.shape[-1]), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(dE, ids, grad_out)
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.astype(grad_out.dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-embedding_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: powers of two show which positions are in a sum.
with visible_tests("embedding_backward"):
    powers = np.array([[1.0, 10.0], [2.0, 20.0], [4.0, 40.0], [8.0, 80.0]])
    result = embedding_backward(powers, np.array([3, 0, 3, 3]), 5)
    assert result.shape == (5, 2), f"the shape is {result.shape}; the table has 5 rows of 2 numbers"
    assert result[3].tolist() == [13, 130], f"row 3 was looked up three times; it holds {result[3]}"
    assert result[0].tolist() == [2, 20] and not result[[1, 2, 4]].any(), "look at the other rows"
    silent = embedding_backward(powers, np.array([3, 0, 3, 3]), 5, padding_idx=0)
    assert not silent[0].any() and silent[3].any(), "padding_idx=0 silences row 0 and no other"

    # Lookup and gradient are transposes: both sums are the same, for every table.
    rng = np.random.default_rng(0)
    table, batch = rng.normal(size=(7, 3)), rng.integers(0, 7, size=(2, 4))
    upstream = rng.normal(size=(2, 4, 3))
    left, right = np.sum(table[batch] * upstream), np.sum(table * embedding_backward(upstream, batch, 7))
    assert abs(left - right) < 1e-5, "for ids of shape (2, 4) the two sums differ"
    assert abs(left - right) < 1e-12, "the two sums agree roughly: was float64 added in float32?"
    assert embedding_backward(np.ones(3), np.array(6), 7)[6].tolist() == [1, 1, 1], "a single id"
    half = embedding_backward(np.ones((5000, 1), np.float16), np.zeros(5000, dtype=int), 2)
    assert half[0, 0] == 5000, f"5,000 ones add up to {half[0, 0]:.0f}: in which dtype do you add?"
    assert error_of(lambda: embedding_backward(powers, np.array([3, 0, -2, 3]), 5)), "-2 is no id"

# %% nbgrader={"grade": true, "grade_id": "check-embedding_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-embedding_backward_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. Only the rows that the batch reached
#
# A batch reaches a few hundred of a hundred thousand rows: nearly all of its gradient is zeros
# that somebody must make, store and read. Return it as two arrays: which rows, and what they hold.
#
# For `ids = [3, 0, 3]` and `grad_out = [[1], [2], [4]]` that is `rows = [0, 3]` and
# `values = [[2], [5]]`. A row is listed because it was looked up, even if its gradients cancel.
# Hidden tests ask of a table with more rows than any memory holds.
#
# <details><summary>A hint</summary>
# One NumPy function returns the distinct values in order and, if asked, the place of each position's
# row among them. Then it is exercise 1 for a table of <code>k</code> rows.
# </details>

# %% nbgrader={"grade": false, "grade_id": "embedding_backward_rows", "locked": false, "schema_version": 3, "solution": true, "task": false}
def embedding_backward_rows(
    grad_out: np.ndarray, ids: np.ndarray, V: int, padding_idx: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """The same gradient as the rows that the batch looked up, and their values.

    Returns (rows, values): `rows` (k,) the distinct ids in ascending order, as integers and without
    padding_idx; `values` (k, d) beside them the sums, as wide as in exercise 1. Time and memory do
    not grow with V: no table, no flags for its rows, no loop over V.

    House rules: ids, unchanged.

    >>> rows, values = embedding_backward_rows(np.array([[1.0], [2.0], [4.0]]), np.array([3, 0, 3]), V=4)
    >>> rows.tolist(), values.tolist()
    ([0, 3], [[2.0], [5.0]])
    """
    ### BEGIN SOLUTION
    check_ids(ids, V)
    flat, grads = ids.ravel(), grad_out.reshape(ids.size, grad_out.shape[-1])
    if padding_idx is not None:
        learns = flat != padding_idx
        flat, grads = flat[learns], grads[learns]
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), grads.shape[1]), np.promote_types(grads.dtype, np.float32))
    np.add.at(values, place, grads)
    return rows, values.astype(grad_out.dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-embedding_backward_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("embedding_backward_rows"):
    powers = np.array([[1.0, 10.0], [2.0, 20.0], [4.0, 40.0], [8.0, 80.0]])
    listed, sums = embedding_backward_rows(powers, np.array([3, 0, 3, 3]), 5)
    assert listed.tolist() == [0, 3], f"the rows are {listed}; expected each distinct id once, in order"
    assert sums.tolist() == [[2, 20], [13, 130]], f"the values are {sums}; do they stand beside their rows?"
    listed, sums = embedding_backward_rows(powers, np.array([3, 0, 3, 3]), 5, padding_idx=3)
    assert listed.tolist() == [0] and sums.shape == (1, 2), "the padding row is left out, not set to zero"
    listed, sums = embedding_backward_rows(powers.reshape(2, 2, 2), np.array([[9, 2], [9, 9]]), 10)
    assert listed.tolist() == [2, 9] and sums[1].tolist() == [13, 130], "ids of shape (2, 2)"
    listed, sums = embedding_backward_rows(np.ones((2, 1)), np.array([2**40 - 1, 5]), 2**40)
    assert listed.tolist() == [5, 2**40 - 1], "a table of 2**40 rows must cost no more than this"

# %% nbgrader={"grade": true, "grade_id": "check-embedding_backward_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-embedding_backward_torch", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. In PyTorch, on any device
#
# Training runs on a GPU, and a program that stops there nearly always made a tensor in the wrong
# place. Write exercise 1 for tensors: everything you make is where `grad_out` is. Nothing goes through NumPy.
#
# Ids outside the table are refused *before* they reach an indexing operation: -1 may read the last row, and
# on CUDA such an id breaks every later call of the process.
#
# <details><summary>A hint</summary>
# {ref}`scatter-add-five-ways-to-compute-it` lists what adds into rows of a tensor.
# <code>new_zeros</code> makes a tensor where another one is; <code>torch.zeros</code> makes it on
# the CPU unless told.
# </details>

# %% nbgrader={"grade": false, "grade_id": "embedding_backward_torch", "locked": false, "schema_version": 3, "solution": true, "task": false}
def embedding_backward_torch(
    grad_out: torch.Tensor, ids: torch.Tensor, V: int, padding_idx: int | None = None
) -> torch.Tensor:
    """The gradient of the table, given the gradient of `E[ids]`, on the tensors' device.

    The arguments are those of `embedding_backward`, as tensors on one device; ids are int32 or int64.

    Returns a tensor (V, d), under torch.no_grad() too. It can be differentiated with respect to
    grad_out, which stays as it is. Sums, memory and time are those of exercise 1, also for bfloat16.
    An id outside 0 ... V-1 is refused.

    >>> embedding_backward_torch(torch.tensor([[1.0], [2.0], [4.0]]), torch.tensor([3, 0, 3]), V=4).tolist()
    [[2.0], [0.0], [0.0], [5.0]]
    """
    ### BEGIN SOLUTION
    check_ids(ids, V)
    d = grad_out.shape[-1]
    wide = torch.promote_types(grad_out.dtype, torch.float32)
    dE = grad_out.new_zeros(V, d, dtype=wide)
    dE.index_add_(0, ids.reshape(-1), grad_out.reshape(ids.numel(), d).to(wide))
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.to(grad_out.dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-embedding_backward_torch", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, on the GPU too if there is one.
with visible_tests("embedding_backward_torch"):
    for device in DEVICES:
        words = torch.tensor([[3, 0, 3], [3, 1, 0]], device=device)
        weight = torch.zeros(5, 2, dtype=torch.float64, device=device, requires_grad=True)
        above = torch.randn(2, 3, 2, dtype=torch.float64, device=device)
        for padding in (None, 0, 3):
            weight.grad = None
            F.embedding(words, weight, padding_idx=padding).backward(above)
            ours = embedding_backward_torch(above, words, 5, padding)
            assert ours.device == above.device, f"grad_out is on {above.device}, the result on {ours.device}"
            gap = (ours - weight.grad).abs().max().item()
            assert gap < 1e-5, f"autograd disagrees, with padding_idx={padding}"
            assert gap < 1e-12, f"autograd agrees only to {gap:.0e}: was float64 added in float32?"
        for dtype, total in ((torch.float16, 5000), (torch.bfloat16, 4992), (torch.float32, 5000)):
            zeros = torch.zeros(5000, dtype=torch.int32, device=device)
            ours = embedding_backward_torch(torch.ones(5000, 1, dtype=dtype, device=device), zeros, 1)
            assert ours.to(dtype).item() == total, f"5,000 ones in {dtype}: {ours.item()}, expected {total}"
        assert error_of(lambda: embedding_backward_torch(above, words - 1, 5)), "the id -1 names no row"
    leaf = torch.ones(3, 1, requires_grad=True)
    embedding_backward_torch(leaf, torch.tensor([1, 0, 1]), 2)[1].sum().backward()
    assert leaf.grad.tolist() == [[1], [0], [1]], "the first and third position reach row 1, the second not"

# %% nbgrader={"grade": true, "grade_id": "check-embedding_backward_torch", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-EmbeddingFunction", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. A lookup that autograd knows
#
# An operation of your own must tell autograd its gradient.
# {ref}`scatter-add-autograd-knows-the-rule-and-you-can-teach-it` does it for one number in each row.
# Never keep `E` for the backward pass, nor a view of it: see {ref}`scatter-add-pitfalls`. And methods
# that use curvature differentiate the backward pass again.
#
# <details><summary>A hint</summary>
# You may call what you wrote above. <code>ctx.save_for_backward</code> is for tensors; a number or
# None goes into an attribute of <code>ctx</code>.
# </details>
# <details><summary>If gradgradcheck fails</summary>
# Look for a step that leaves PyTorch or cuts the graph: NumPy, <code>.data</code>,
# <code>detach</code>, <code>item</code>.
# </details>

# %% nbgrader={"grade": false, "grade_id": "EmbeddingFunction", "locked": false, "schema_version": 3, "solution": true, "task": false}
class EmbeddingFunction(torch.autograd.Function):
    """The lookup `E[ids]` with its gradient: `EmbeddingFunction.apply(E, ids, padding_idx)`.

    E            (V, d) floats, on any device
    ids          int32 or int64 of any shape, on the same device
    padding_idx  row that gets no gradient, or None

    Returns a new tensor (*ids.shape, d), the padding row like any other. Keeps what is as small as
    the ids for the backward pass. The gradient of E is that of `embedding_backward_torch`, and can
    be differentiated again; grad_out is not changed. The forward pass refuses an id outside 0 ... V-1.

    >>> E = torch.tensor([[1.0], [2.0], [3.0]], requires_grad=True)
    >>> EmbeddingFunction.apply(E, torch.tensor([2, 0, 2]), None).sum().backward()
    >>> E.grad.tolist()
    [[1.0], [0.0], [2.0]]
    """

    @staticmethod
    def forward(ctx, E, ids, padding_idx):
        ### BEGIN SOLUTION
        V, d = E.shape
        check_ids(ids, V)
        ctx.save_for_backward(ids)
        ctx.V, ctx.padding_idx = V, padding_idx
        return E.index_select(0, ids.reshape(-1)).reshape(*ids.shape, d)
        ### END SOLUTION

    @staticmethod
    def backward(ctx, grad_out):
        ### BEGIN SOLUTION
        (ids,) = ctx.saved_tensors
        return embedding_backward_torch(grad_out, ids, ctx.V, ctx.padding_idx), None, None
        ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-EmbeddingFunction", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("EmbeddingFunction"):
    torch.manual_seed(0)
    weight = torch.randn(5, 2, dtype=torch.float64, requires_grad=True)
    words = torch.tensor([[3, 0, 3], [3, 1, 0]])
    rows_of_words = EmbeddingFunction.apply(weight, words, 0)
    assert torch.equal(rows_of_words, F.embedding(words, weight)), "the forward pass is the plain lookup"
    single = EmbeddingFunction.apply(weight, torch.tensor(3), None)
    assert single.shape == (2,), f"a single id gives a vector of 2 numbers, not {tuple(single.shape)}"
    shared = single.untyped_storage().data_ptr() == weight.untyped_storage().data_ptr()
    assert not shared, "the result for a single id is a view of E, not a new tensor"
    rows_of_words.sum().backward()
    assert weight.grad is not None, "no gradient arrived at E: which argument of forward got it?"
    counts = weight.grad[:, 0].tolist()
    assert counts == [0, 1, 0, 3, 0], f"ones add up to counts, without those of the padding row: {counts}"

    # Raises an error of its own where the backward pass is wrong, or cannot be differentiated.
    lookup_of = lambda E: EmbeddingFunction.apply(E, words, None)
    torch.autograd.gradcheck(lookup_of, (weight,))
    torch.autograd.gradgradcheck(lookup_of, (weight,))

    scaled = weight * 1.0  # not a leaf, so it may be changed in place
    picked = EmbeddingFunction.apply(scaled, words, None)
    with torch.no_grad():
        scaled *= 0.9
    picked.sum().backward()  # a RuntimeError here means that E was saved

# %% nbgrader={"grade": true, "grade_id": "check-EmbeddingFunction", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-sgd_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. A step on the listed rows
#
# An optimizer that walks through all rows would waste what exercise 2 saved. Step on the listed
# rows alone: `E[j] ← E[j] − η g`.
#
# For `E = [[1], [1], [1]]`, `rows = [2, 0]`, `values = [[4], [2]]` and a rate of 0.5, `E` becomes
# `[[0], [1], [-1]]`.
#
# If a row is listed twice, the caller forgot to merge, and a gradient may be lost. So that is refused.

# %% nbgrader={"grade": false, "grade_id": "sgd_rows", "locked": false, "schema_version": 3, "solution": true, "task": false}
def sgd_rows(E: np.ndarray, rows: np.ndarray, values: np.ndarray, lr: float) -> None:
    """One step of plain gradient descent on the listed rows of `E`, in place.

    E       (V, d) floats; the caller's array, which is changed
    rows    (k,) integers in any order; no other row changes
    values  (k, d) the gradients of these rows, of the dtype of E
    lr      learning rate

    Returns None. A row that is listed twice is refused, and then E is as it was. No second V × d array,
    no loop over V.

    House rules: ids.

    >>> E = np.ones((3, 1))
    >>> sgd_rows(E, np.array([2, 0]), np.array([[4.0], [2.0]]), lr=0.5)
    >>> E.tolist()
    [[0.0], [1.0], [-1.0]]
    """
    ### BEGIN SOLUTION
    check_ids(rows, len(E))
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed more than once; merge first")
    E[rows] -= lr * values
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-sgd_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("sgd_rows"):
    table = np.arange(8, dtype=np.float32).reshape(4, 2)
    before = table.copy()
    result = sgd_rows(table, np.array([2, 0]), np.array([[1, 2], [4, 8]], np.float32), 0.5)
    assert result is None, "the step happens in E; nothing is returned"
    moved = table[[2, 0]].tolist()
    assert moved == [[3.5, 4.0], [-2.0, -3.0]], f"the rows 2 and 0 are now {moved}"
    assert np.array_equal(table[[1, 3]], before[[1, 3]]), "rows that are not listed stay"
    before = table.copy()
    for bad in ([1, 3, 1], [1, 1, 3], [1, 3, -1]):
        assert error_of(lambda: sgd_rows(table, np.array(bad), np.ones((3, 2)), 0.5)), f"rows {bad}"
        assert np.array_equal(table, before), f"rows {bad} were refused, but E has changed"

# %% nbgrader={"grade": true, "grade_id": "check-sgd_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-gradient_check", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. Is this gradient right?
#
# Whoever derives a gradient by hand needs a witness. Compare it with central differences: for each entry
# of `x` let `n` be `(f(x + ε) − f(x − ε)) / 2ε`, with `ε` added to that entry alone, and `g` the entry of
# `grad`. Return the worst of
#
# $$\frac{|n - g|}{\max(1,\ |n|,\ |g|)}.$$
#
# {ref}`scatter-add-checking-a-gradient-that-you-derived` gives the reasons. A check must be trusted:
# `x` is afterwards what it was, also if `f` raises or Ctrl-C is pressed, and a `nan` is not lost.
#
# <details><summary>A hint</summary>
# <code>np.ndindex</code> goes through entries of any shape. Adding and subtracting a step does not
# return to the same number. Python has a statement for what must happen whatever happens. A comparison
# with <code>nan</code> is False.
# </details>

# %% nbgrader={"grade": false, "grade_id": "gradient_check", "locked": false, "schema_version": 3, "solution": true, "task": false}
def gradient_check(
    f: Callable[[np.ndarray], float], x: np.ndarray, grad: np.ndarray, eps: float = 1e-6
) -> float:
    """The largest of |n − g| / max(1, |n|, |g|) over the entries of x.

    f     takes an array of x's shape, returns a finite number or nan
    x     float64 of any shape, () included
    grad  of the shape of x; to be checked
    eps   step of the central difference n

    Returns a number: nan if any n or g is nan. x is unchanged to the last bit afterwards, also if f
    raises; f's exception is passed on.

    >>> x = np.array([1.0, 2.0])
    >>> gradient_check(lambda x: float(np.sum(x**2)), x, 2 * x) < 1e-8
    True
    """
    ### BEGIN SOLUTION
    errors = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        kept = x[i]
        try:
            x[i] = kept + eps
            above = f(x)
            x[i] = kept - eps
            below = f(x)
        finally:
            x[i] = kept
        n, g = (above - below) / (2 * eps), grad[i]
        errors[i] = abs(n - g) / max(1, abs(n), abs(g))
    return float(errors.max())
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-gradient_check", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it. The gradient of the sum of x³ is 3x²; the central difference of x³ is off by ε² exactly.
with visible_tests("gradient_check"):
    cubes = lambda x: float(np.sum(x**3))
    x = np.random.default_rng(1).normal(size=(2, 3))
    before = x.copy()
    worst = gradient_check(cubes, x, 3 * x**2)
    assert worst < 1e-8, f"this gradient is right, but the result is {worst}"
    assert np.array_equal(x, before), "x has changed"
    slope_at_2 = gradient_check(cubes, np.array(2.0), np.array(12.0), eps=0.5)
    assert abs(slope_at_2 - 0.25 / 12.25) < 1e-12, f"x = 2, eps = 0.5: n = 12.25 and g = 12, not {slope_at_2}"
    small = gradient_check(cubes, np.array([0.0]), np.array([0.25]), eps=0.25)
    assert abs(small - 0.1875) < 1e-12, f"x = 0, eps = 0.25: n = 0.0625 and g = 0.25 give 0.1875, not {small}"
    assert gradient_check(cubes, x, 3 * x**2 + np.array([0, 0, 0.5])) > 0.05, "a wrong column went unnoticed"
    assert np.isnan(gradient_check(cubes, np.ones(3), np.array([3.0, np.nan, 3.0]))), "a nan was lost"
    fragile = lambda x: cubes(x) if x[1, 0] == before[1, 0] else 1 / 0
    problem = error_of(lambda: gradient_check(fragile, x, x))
    assert isinstance(problem, ZeroDivisionError), f"f's exception is passed on, not {problem!r}"
    assert np.array_equal(x, before), "f raised, and x has changed"

# %% nbgrader={"grade": true, "grade_id": "check-gradient_check", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-is_right", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 7. Catch the bug
#
# A compiled kernel hands you gradients, and you cannot read its code. Is it right? You may call it six
# times. Hidden tests hand you right ones, written in several ways, and some twenty wrong ones; a kind
# of mistake counts only if you accept all right ones. Some remember what they were asked before.
#
# <details><summary>Where mistakes hide</summary>
# How often may an id repeat? Which shapes may ids have? Which rows are special, which columns? What if
# the same is asked for again, with other numbers?
# </details>

# %% nbgrader={"grade": false, "grade_id": "is_right", "locked": false, "schema_version": 3, "solution": true, "task": false}
def is_right(backward: Callable[[np.ndarray, np.ndarray, int], np.ndarray]) -> bool:
    """Whether a gradient of a lookup is right, found out by calling it at most six times.

    backward  called as `backward(grad_out, ids, V)`, without padding, for at most 1,000 positions
              and 1,000 rows

    Returns True if the results are right up to the rounding of float32, False if not: also where
    one has another shape, or nan. Draw with a fixed seed. Do not call your gradients from above: a test
    that shares code with what it tests shares its mistakes.

    >>> is_right(lambda grad_out, ids, V: np.zeros((V, grad_out.shape[-1])))
    False
    """
    ### BEGIN SOLUTION
    # Letters are rows: words repeat them, within a word and across. Nobody looks up some rows of the first
    # table; the others use their last row, and have the same sizes twice.
    for table, *batch in (("abcdefg", "abba", "ceca"), ("abc", "cabac", "bbcab"), ("abc", "bacca", "acbab")):
        ids, V = np.array([[table.index(letter) for letter in word] for word in batch]), len(table)
        grad_out = np.random.default_rng(V).normal(size=(*ids.shape, len(batch)))
        want = np.array([grad_out[ids == j].sum(axis=0) for j in range(V)])
        got = np.asarray(backward(grad_out, ids, V))
        if got.shape != want.shape or not np.allclose(got, want, atol=1e-4):
            return False
    return True
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-is_right", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
def by_product(grad_out, ids, V):  # right: the one-hot product
    return np.eye(V)[ids.ravel()].T @ grad_out.reshape(ids.size, -1)


def by_buffer(grad_out, ids, V):  # wrong
    dE = np.zeros((V, grad_out.shape[-1]))
    dE[ids] += grad_out
    return dE


with visible_tests("is_right"):
    asked = []
    assert is_right(lambda *args: asked.append(args) or by_product(*args)), "the one-hot product is right"
    assert 1 <= len(asked) <= 6, f"it was called {len(asked)} times"
    assert is_right(lambda *args: by_product(*args).astype(np.float32)), "float32 is right too"
    assert not is_right(by_buffer), "the buffered += loses contributions"
    assert not is_right(lambda *args: by_product(*args)[:-1]), "a row of the table is missing"
    assert not is_right(lambda *args: np.roll(by_product(*args), 1, axis=0)), "the rows are shifted"

# %% nbgrader={"grade": true, "grade_id": "check-is_right", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-build", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## A table learns
#
# Nothing to write here. With your `embedding_backward_rows` and `sgd_rows`, a table of some fifty
# words of *Pride and Prejudice* learns which words stand nearby. Its rows begin as noise.

# %% nbgrader={"grade": false, "grade_id": "excerpt", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "build", "locked": true, "schema_version": 3, "solution": false, "task": false}
WORDS = """he she him her his they them mr mrs miss lady sister sisters brother mother father daughter jane
elizabeth darcy bingley wickham collins could would should must will can was is were are say think know see
hear day evening morning man woman house room netherfield longbourn very so much""".split()
STEPS = 1500  # more of them: pairs that come early fall again


@last_cell
def build():
    import re
    from collections import Counter

    import matplotlib.pyplot as plt

    text = re.findall("[a-z]+", excerpt().lower())
    near, place = dict(Counter(text).most_common(300)), {word: i for i, word in enumerate(WORDS)}
    column = {word: k for k, word in enumerate(near)}
    pairs = np.array([(place[word], column[text[n + k]]) for n, word in enumerate(text[:-2]) if word in place
                      for k in (-2, -1, 1, 2) if text[n + k] in column])

    rng, often = np.random.default_rng(1), np.log(list(near.values()))
    E, out = 0.1 * rng.normal(size=(len(WORDS), 8)), 0.1 * rng.normal(size=(len(near), 8))
    shown = ("sister", "brother"), ("he", "she"), ("could", "would"), ("he", "room")
    watched = {pair: [] for pair in shown}
    for step in range(STEPS):
        ids, neighbours = pairs[rng.integers(0, len(pairs), 256)].T
        x = E[ids]
        p = np.exp(x @ out.T + often)
        p /= p.sum(axis=1, keepdims=True)
        p[np.arange(256), neighbours] -= 1  # the gradient of the mean loss, but for 1/256
        rows, values = embedding_backward_rows(p @ out / 256, ids, len(E))
        sgd_rows(E, rows, values, lr=3.0)
        out -= 3.0 * p.T @ x / 256
        unit = E / np.linalg.norm(E, axis=1, keepdims=True)
        for (a, b), cosines in watched.items():
            cosines.append(unit[place[a]] @ unit[place[b]])

    for pair, cosines in watched.items():
        plt.plot(cosines, label=" and ".join(pair))
    plt.xlabel("step")
    plt.ylabel("cosine of two rows")
    plt.legend()
    for word in ("she", "brother", "could", "darcy", "think", "evening", "woman", "longbourn"):
        nearest = np.argsort(-unit @ unit[place[word]])[1:4]
        print(f"{word:10}", ", ".join(WORDS[i] for i in nearest))

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
