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
# A lookup copies rows out of a table. Its gradient goes the other way and adds, for every
# position, one vector to the row that the position came from. You write that gradient for
# several purposes: in NumPy for a whole table, in NumPy for the rows of one batch, in PyTorch
# on any device, and as an operation that autograd knows. Then you use it: a step on the listed
# rows, and a check that a gradient is right.
#
# - **Time**: one and a half to two hours.
# - **Before you start**: read {ref}`scatter-add-from-the-one-hot-product-to-the-rule`,
#   {ref}`scatter-add-why-loses-contributions` and
#   {ref}`scatter-add-a-row-that-must-not-learn-the-padding-index` in the chapter. Each part below names
#   what else it uses.
# - **Points**: the cells that begin with *Try it* let you work alone. They carry no points and
#   may be run as often as you like. Hidden tests decide: they draw new inputs, and look at
#   shapes, dtypes, bad input, memory and devices too, as the rules and the docstrings describe
#   them. Each test gives its points on its own; a mistake that touches several tests costs several.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
#
# ## Rules for all six
#
# `ids` is an array of integers of any shape: a single id (shape `()`), a sentence `(T,)`, a batch
# `(B, T)`, more axes, or no ids at all (shape `(0,)`). `grad_out` holds one vector of length `d`
# for each id, so it has the shape `(*ids.shape, d)`. The table has the shape `(V, d)`, both at least 1.
# In NumPy ids have any integer dtype and the floats are `float16`, `float32` or `float64`; in PyTorch
# ids are `int32` or `int64`, and floats may be `bfloat16` too.
#
# | what is wrong | what to raise |
# | --- | --- |
# | ids or rows that are no integers (`bool`, `float`); in PyTorch: any dtype but `int32` and `int64` | `TypeError` |
# | an id, a row or a `padding_idx` outside `0 ... V-1`, negative ones too | `IndexError` that names the number |
# | shapes that do not fit together | `ValueError` |
#
# `check_ids(ids, V, padding_idx)`, given in the setup cell, raises the first two errors, for arrays
# and for tensors on any device. The shapes are yours to check. If a call breaks two rules, either
# exception is right.
#
# Inputs stay as they were, except where changing one is the purpose, and they need not be contiguous
# in memory. All numbers in them are finite, but for a `nan` in the last exercise. The result has the
# dtype of `grad_out`. `float64` is added in `float64` or wider; `float32`, `float16` and `bfloat16`
# are added in `float32` or wider.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
from typing import Callable

import numpy as np
import torch
import torch.nn.functional as F


def check_ids(ids, V: int, padding_idx: int | None = None) -> None:
    """TypeError or IndexError unless `ids`, an array or a tensor, holds integers in 0 ... V-1.

    IndexError also if `padding_idx` is neither None nor in 0 ... V-1.
    """
    if isinstance(ids, torch.Tensor):
        whole = ids.dtype in (torch.int32, torch.int64)
    else:
        whole = ids.dtype.kind in "iu"
    if not whole:
        raise TypeError(f"ids have the dtype {ids.dtype}; expected integers")
    if 0 not in ids.shape:
        for i in (int(ids.min()), int(ids.max())):
            if not 0 <= i < V:
                raise IndexError(f"the id {i} is outside 0 ... {V - 1}")
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx is {padding_idx}; expected None or 0 ... {V - 1}")


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
print("The visible tests of PyTorch functions run on:", ", ".join(DEVICES))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-embedding_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. The gradient of the whole table
#
# Row `j` of the gradient is the sum of `grad_out` over all positions that looked up `j`; rows
# that nobody looked up are zero. Positions that hold `padding_idx` teach nothing: that row of the
# gradient is zero.
#
# For `ids = [3, 0, 3]` and `V = 4`, with `grad_out = [[1, 1], [2, 2], [4, 4]]`, row 3 gets
# `[1, 1] + [4, 4]`, row 0 gets `[2, 2]`, and rows 1 and 2 get nothing. With `padding_idx=0`
# row 0 is zero as well.
#
# What a sum in `float16` loses is shown in {ref}`scatter-add-the-order-and-the-width-of-the-sum`.
# Memory is in proportion to the batch and to the table: there is no array of `N × V` or `N × N`
# numbers, where `N` is the number of positions. Nor is there a loop over `V`.
#
# <details><summary>A first hint</summary>
# Which NumPy operation adds position by position to whatever is in the table by then? The
# section on <code>+=</code> names it. Sorting the ids works as well; so does counting with weights.
# </details>
# <details><summary>Ids of any shape</summary>
# Nothing in the sum depends on how the positions are arranged. Many NumPy operations take ids of
# any shape together with gradients of the matching shape; for the others, make one axis of all
# the positions first.
# </details>
# <details><summary>The width of the sum</summary>
# Choose the dtype of the array in which you add, and convert once at the end. The wider one of
# two dtypes is what <code>np.promote_types</code> returns.
# </details>

# %% nbgrader={"grade": false, "grade_id": "embedding_backward", "locked": false, "schema_version": 3, "solution": true, "task": false}
def embedding_backward(
    grad_out: np.ndarray, ids: np.ndarray, V: int, padding_idx: int | None = None
) -> np.ndarray:
    """The gradient of the table, given the gradient of `E[ids]`.

    grad_out     (*ids.shape, d) floats
    ids          integers of any shape, each in 0 ... V-1
    V            number of rows of the table
    padding_idx  row that gets no gradient, or None

    Returns a new array (V, d) of the dtype of `grad_out`. No N × V or N × N numbers, no loop over V.

    >>> embedding_backward(np.array([[1.0], [2.0], [4.0]]), np.array([3, 0, 3]), V=4).tolist()
    [[2.0], [0.0], [0.0], [5.0]]
    """
    ### BEGIN SOLUTION
    check_ids(ids, V, padding_idx)
    if grad_out.ndim == 0 or grad_out.shape[:-1] != ids.shape:
        raise ValueError(f"grad_out has the shape {grad_out.shape}, ids have {ids.shape}")
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
    assert isinstance(result, np.ndarray), f"a NumPy array is expected, not {type(result).__name__}"
    assert result.shape == (5, 2), f"the shape is {result.shape}; the table has 5 rows of 2 numbers"
    assert result.dtype == np.float64, f"grad_out is float64; the result is {result.dtype}"
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
    assert embedding_backward(np.ones((0, 3)), np.zeros(0, dtype=int), 7).shape == (7, 3), "no ids"

    half = embedding_backward(np.ones((5000, 1), np.float16), np.zeros(5000, dtype=int), 2)
    assert half.dtype == np.float16, f"grad_out is float16; the result is {half.dtype}"
    assert half[0, 0] == 5000, f"5,000 ones add up to {half[0, 0]:.0f}: in which dtype do you add?"

    assert isinstance(error_of(lambda: embedding_backward(powers, np.ones(4), 5)), TypeError), "float ids"
    problem = error_of(lambda: embedding_backward(powers, np.array([3, 0, -2, 3]), 5))
    assert isinstance(problem, IndexError) and "-2" in str(problem), "the id -2 names no row"
    problem = error_of(lambda: embedding_backward(powers, np.array([3, 0, 3]), 5))
    assert isinstance(problem, ValueError), "four gradients for three ids"

# %% nbgrader={"grade": true, "grade_id": "check-embedding_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-embedding_backward_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. Only the rows that the batch reached
#
# A batch of a few hundred words reaches a few hundred rows. With a table of a hundred thousand rows,
# nearly all of the gradient is zeros that somebody must make, store and read. Return the same gradient
# as two arrays instead: which rows, and what they hold. (The section
# {ref}`scatter-add-three-things-called-sparse` says what a library does with such a pair.)
#
# For `ids = [3, 0, 3]` and `grad_out = [[1], [2], [4]]` that is `rows = [0, 3]` and
# `values = [[2], [5]]`: every distinct id once, in ascending order, with the sum of its
# gradients beside it. A row is listed because it was looked up, even if its gradients happen to
# cancel. The padding row is not listed.
#
# What this is for: time and memory depend on the batch and not on `V`. So nothing of length `V`
# is made, neither a table nor a list of flags, and there is no loop over `V`. The hidden tests
# look up ids in a table with more rows than any memory holds.
#
# <details><summary>A first hint</summary>
# For each position you need the place of its row in the list. One NumPy function returns the
# distinct values in order and, if asked, exactly these places.
# </details>
# <details><summary>Then</summary>
# With the places in hand this is the first exercise again, for a table of <code>k</code> rows.
# Take the positions of the padding row away before you begin.
# </details>

# %% nbgrader={"grade": false, "grade_id": "embedding_backward_rows", "locked": false, "schema_version": 3, "solution": true, "task": false}
def embedding_backward_rows(
    grad_out: np.ndarray, ids: np.ndarray, V: int, padding_idx: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """The gradient of the table as the rows that the batch looked up, and their values.

    The arguments are those of `embedding_backward`.

    Returns (rows, values), both new: `rows` (k,) int64, the distinct ids in ascending order
    without padding_idx; `values` (k, d) of the dtype of `grad_out`, row by row the sums. Time and
    memory depend on the batch alone: nothing of length V, no loop over V.

    >>> rows, values = embedding_backward_rows(np.array([[1.0], [2.0], [4.0]]), np.array([3, 0, 3]), V=4)
    >>> rows.tolist(), values.tolist()
    ([0, 3], [[2.0], [5.0]])
    """
    ### BEGIN SOLUTION
    check_ids(ids, V, padding_idx)
    if grad_out.ndim == 0 or grad_out.shape[:-1] != ids.shape:
        raise ValueError(f"grad_out has the shape {grad_out.shape}, ids have {ids.shape}")
    d = grad_out.shape[-1]
    flat, grads = ids.ravel(), grad_out.reshape(ids.size, d)
    if padding_idx is not None:
        counts = flat != padding_idx
        flat, grads = flat[counts], grads[counts]
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(values, place, grads)
    return rows.astype(np.int64), values.astype(grad_out.dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-embedding_backward_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("embedding_backward_rows"):
    powers = np.array([[1.0, 10.0], [2.0, 20.0], [4.0, 40.0], [8.0, 80.0]])
    answer = embedding_backward_rows(powers, np.array([3, 0, 3, 3]), 5)
    assert isinstance(answer, tuple) and len(answer) == 2, "a pair (rows, values) is expected"
    listed, sums = answer
    assert listed.tolist() == [0, 3], f"the rows are {listed}; expected each distinct id once, in order"
    assert sums.tolist() == [[2, 20], [13, 130]], f"the values are {sums}; do they stand beside their rows?"
    assert listed.dtype == np.int64, f"rows are {listed.dtype}"
    listed, sums = embedding_backward_rows(powers, np.array([3, 0, 3, 3]), 5, padding_idx=3)
    assert listed.tolist() == [0] and sums.shape == (1, 2), "the padding row is left out, not set to zero"

    listed, sums = embedding_backward_rows(powers.reshape(2, 2, 2), np.array([[9, 2], [9, 9]]), 10)
    assert listed.tolist() == [2, 9] and sums[1].tolist() == [13, 130], "ids of shape (2, 2)"
    listed, sums = embedding_backward_rows(np.ones((2, 1)), np.array([2**40 - 1, 5]), 2**40)
    assert listed.tolist() == [5, 2**40 - 1], "a table of 2**40 rows must cost no more than this"
    listed, sums = embedding_backward_rows(np.zeros((0, 3)), np.zeros(0, dtype=int), 7)
    assert listed.shape == (0,) and sums.shape == (0, 3), "without ids both arrays are empty"
    problem = error_of(lambda: embedding_backward_rows(powers, np.array([3, 0, 5, 3]), 5))
    assert isinstance(problem, IndexError) and "5" in str(problem), "a table of 5 rows has no row 5"

# %% nbgrader={"grade": true, "grade_id": "check-embedding_backward_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-embedding_backward_torch", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. In PyTorch, on any device
#
# The same as the first exercise for tensors. The result is on the device of `grad_out`, and so is
# everything you make on the way: a program that runs on a CPU and stops on a GPU nearly always
# made one tensor in the wrong place. Nothing goes through NumPy either, which only knows the CPU.
#
# Ids outside the table are refused *before* they reach an indexing operation. Left to PyTorch, such
# an id raises another exception on the CPU, or -1 reads the last row; on CUDA every later CUDA call
# of the process fails.
#
# `torch.nn.functional.embedding` has a backward pass of its own, and on the CPU it adds `bfloat16`
# in `bfloat16`. See {ref}`scatter-add-the-order-and-the-width-of-the-sum`.
#
# <details><summary>A first hint</summary>
# The section {ref}`scatter-add-five-ways-to-compute-it` lists what adds into rows of a tensor and what each of
# them adds in.
# </details>
# <details><summary>Where tensors are made</summary>
# Methods such as <code>new_zeros</code> make a tensor where another one is; the functions
# <code>torch.zeros</code> and the like make it on the CPU unless told.
# </details>

# %% nbgrader={"grade": false, "grade_id": "embedding_backward_torch", "locked": false, "schema_version": 3, "solution": true, "task": false}
def embedding_backward_torch(
    grad_out: torch.Tensor, ids: torch.Tensor, V: int, padding_idx: int | None = None
) -> torch.Tensor:
    """The gradient of the table, given the gradient of `E[ids]`, on the tensors' device.

    grad_out     (*ids.shape, d) floats
    ids          int32 or int64 of any shape, on the same device, each in 0 ... V-1
    V            number of rows of the table
    padding_idx  row that gets no gradient, or None

    Returns a new tensor (V, d) of the dtype and on the device of `grad_out`. No N × V or N × N
    numbers, no loop over V. It works under torch.no_grad() too.

    >>> embedding_backward_torch(torch.tensor([[1.0], [2.0], [4.0]]), torch.tensor([3, 0, 3]), V=4).tolist()
    [[2.0], [0.0], [0.0], [5.0]]
    """
    ### BEGIN SOLUTION
    check_ids(ids, V, padding_idx)
    if grad_out.ndim == 0 or grad_out.shape[:-1] != ids.shape:
        raise ValueError(f"grad_out has the shape {grad_out.shape}, ids have {ids.shape}")
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
            assert isinstance(ours, torch.Tensor), f"a tensor is expected, not {type(ours).__name__}"
            assert ours.device == above.device, f"grad_out is on {above.device}, the result on {ours.device}"
            assert ours.dtype == above.dtype, f"grad_out is {above.dtype}; the result is {ours.dtype}"
            gap = (ours - weight.grad).abs().max().item()
            assert gap < 1e-5, f"autograd disagrees, with padding_idx={padding}"
            assert gap < 1e-12, f"autograd agrees only to {gap:.0e}: was float64 added in float32?"
        for dtype, total in ((torch.float16, 5000), (torch.bfloat16, 4992), (torch.float32, 5000)):
            zeros = torch.zeros(5000, dtype=torch.int32, device=device)
            ours = embedding_backward_torch(torch.ones(5000, 1, dtype=dtype, device=device), zeros, 1)
            assert ours.dtype == dtype, f"grad_out is {dtype}; the result is {ours.dtype}"
            assert ours.item() == total, f"5,000 ones in {dtype}: {ours.item()}, expected {total}"
        problem = error_of(lambda: embedding_backward_torch(above, words - 1, 5))
        assert isinstance(problem, IndexError) and "-1" in str(problem), "the id -1 names no row"
        problem = error_of(lambda: embedding_backward_torch(above, words > 0, 5))
        assert isinstance(problem, TypeError), "ids of dtype bool"

# %% nbgrader={"grade": true, "grade_id": "check-embedding_backward_torch", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-EmbeddingFunction", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. A lookup that autograd knows
#
# Teach autograd the lookup: `EmbeddingFunction.apply(E, ids, padding_idx)` returns `E[ids]`, and its
# backward pass is the gradient you have written. The section
# {ref}`scatter-add-autograd-knows-the-rule-and-you-can-teach-it` does the same for a table with one
# number in each row.
#
# - What the backward pass needs of the forward pass is small: the ids, `V` and `padding_idx`. Keep
#   those and never `E`. The pitfall *Saving the table* shows why.
# - For the same reason the result has memory of its own. A view, such as indexing gives for a single
#   id, keeps the whole table alive.
# - `backward` returns one gradient for each argument of `forward`, in their order.
# - It must be possible to differentiate the backward pass again (`gradgradcheck`), so it consists
#   of operations that PyTorch can differentiate. It does not change `grad_out`.
# - The forward pass returns every row as it is, the padding row too.
#
# <details><summary>A first hint</summary>
# You may call what you wrote above, if PyTorch can differentiate it.
# <code>ctx.save_for_backward</code> is for tensors; a number or None goes into an attribute of
# <code>ctx</code>.
# </details>
# <details><summary>If gradgradcheck fails</summary>
# Look for a step that leaves PyTorch or cuts the graph: NumPy, <code>.data</code>,
# <code>detach</code>, <code>item</code>.
# </details>

# %% nbgrader={"grade": false, "grade_id": "EmbeddingFunction", "locked": false, "schema_version": 3, "solution": true, "task": false}
class EmbeddingFunction(torch.autograd.Function):
    """The lookup `E[ids]` with its gradient: `EmbeddingFunction.apply(E, ids, padding_idx)`.

    E            (V, d) floats, on any device
    ids          int32 or int64 of any shape, on the same device, each in 0 ... V-1
    padding_idx  row that gets no gradient, or None; apply is always called with three arguments

    Returns a new tensor (*ids.shape, d) of E's dtype, never a view of E. Keeps the ids (or what it
    makes of them), V and padding_idx for the backward pass, never E. The gradient of E is that of
    `embedding_backward_torch`, and can be differentiated again; ids and padding_idx have none.
    Wrong ids and a wrong padding_idx are refused by the forward pass.

    >>> E = torch.tensor([[1.0], [2.0], [3.0]], requires_grad=True)
    >>> EmbeddingFunction.apply(E, torch.tensor([2, 0, 2]), None).sum().backward()
    >>> E.grad.tolist()
    [[1.0], [0.0], [2.0]]
    """

    @staticmethod
    def forward(ctx, E, ids, padding_idx):
        ### BEGIN SOLUTION
        V, d = E.shape
        check_ids(ids, V, padding_idx)
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
    problem = error_of(lambda: EmbeddingFunction.apply(weight, words + 2, None))
    assert isinstance(problem, IndexError) and "5" in str(problem), "a table of 5 rows has no row 5"

# %% nbgrader={"grade": true, "grade_id": "check-EmbeddingFunction", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-sgd_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. A step on the listed rows
#
# Plain gradient descent, `E[j] ← E[j] − η g`, for the rows that are listed and no others. It works
# in place: `E` is the caller's array, its dtype stays, and nothing is returned. No second `V × d`
# array is made; `V` flags may be. Product and difference are computed in the dtype of `E` or a wider
# one, also where `values` are narrower: `lr * values` alone has the dtype of `values`.
#
# For `E = [[1], [1], [1]]`, `rows = [2, 0]`, `values = [[4], [2]]` and a rate of 0.5, `E` becomes
# `[[0], [1], [-1]]`.
#
# Each row may be listed once; the order does not matter. If a row is listed twice, the caller
# forgot to merge, and a silent step would drop a gradient (the pitfall *Stepping with repeated
# rows*). So that is a `ValueError`. After any error `E` is as it was.
#
# <details><summary>A first hint</summary>
# First everything that can be wrong, then the step. Repeats need not stand side by side. Indexing
# with rows reads a copy and writes to <code>E</code> itself, wherever its values lie in memory; a
# flattened <code>E</code> may be a copy.
# </details>

# %% nbgrader={"grade": false, "grade_id": "sgd_rows", "locked": false, "schema_version": 3, "solution": true, "task": false}
def sgd_rows(E: np.ndarray, rows: np.ndarray, values: np.ndarray, lr: float) -> None:
    """One step of plain gradient descent on the listed rows of `E`, in place.

    E       (V, d) floats; changed, keeps its dtype
    rows    (k,) integers, k = 0 included; in any order, each in 0 ... V-1 and listed once
    values  (k, d) the gradient of these rows; may have another float dtype than E
    lr      learning rate

    Returns None. Product and difference are computed in E's dtype or a wider one; no second V × d
    array is made, no loop over V. ValueError: a row listed twice; rows or values of another
    shape. After any error E is as it was.

    >>> E = np.ones((3, 1))
    >>> sgd_rows(E, np.array([2, 0]), np.array([[4.0], [2.0]]), lr=0.5)
    >>> E.tolist()
    [[0.0], [1.0], [-1.0]]
    """
    ### BEGIN SOLUTION
    check_ids(rows, len(E))
    if rows.ndim != 1 or values.shape != (*rows.shape, E.shape[1]):
        raise ValueError(f"rows have the shape {rows.shape} and values {values.shape}; "
                         f"expected (k,) and (k, {E.shape[1]})")
    distinct, times = np.unique(rows, return_counts=True)
    if (times > 1).any():
        raise ValueError(f"rows listed more than once: {distinct[times > 1]}; merge them first")
    E[rows] -= lr * values.astype(np.promote_types(E.dtype, values.dtype))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-sgd_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("sgd_rows"):
    table = np.arange(8, dtype=np.float32).reshape(4, 2)
    before = table.copy()
    result = sgd_rows(table, np.array([2, 0]), np.array([[1.0, 2.0], [4.0, 8.0]]), 0.5)
    assert result is None, "the step happens in E; nothing is returned"
    moved = table[[2, 0]].tolist()
    assert moved == [[3.5, 4.0], [-2.0, -3.0]], f"the rows 2 and 0 are now {moved}"
    assert np.array_equal(table[[1, 3]], before[[1, 3]]), "rows that are not listed stay"

    before = table.copy()
    for bad, kind in (([1, 3, 1], ValueError), ([1, 3, 4], IndexError), ([1, 3, -1], IndexError)):
        problem = error_of(lambda: sgd_rows(table, np.array(bad), np.ones((3, 2)), 0.5))
        assert isinstance(problem, kind), f"rows {bad}: expected {kind.__name__}, not {problem!r}"
        assert np.array_equal(table, before), f"rows {bad} were refused, but E has changed"
    problem = error_of(lambda: sgd_rows(table, np.array([1, 3]), np.ones(2), 0.5))
    assert isinstance(problem, ValueError), "two rows, and values of shape (2,)"

    every_other = np.ones((4, 2))[::2]  # its numbers have gaps between them in memory
    sgd_rows(every_other, np.array([1]), np.ones((1, 2)), 0.5)
    assert every_other.tolist() == [[1, 1], [0.5, 0.5]], f"a slice is now {every_other.tolist()}"
    fine = np.zeros((1, 1))
    sgd_rows(fine, np.array([0]), np.ones((1, 1), np.float16), 0.1)
    assert fine[0, 0] == -0.1, f"E is float64, values are float16: {fine[0, 0]}, expected -0.1"

# %% nbgrader={"grade": true, "grade_id": "check-sgd_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-gradient_check", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. Is this gradient right?
#
# Compare a gradient with central differences, one entry of `x` after the other. For each entry let
# `n` be the quotient `(f(x + ε) − f(x − ε)) / 2ε`, with `ε` added to that entry alone, and `g` the
# entry of `grad`. Return the worst of
#
# $$\frac{|n - g|}{\max(1,\ |n|,\ |g|)}.$$
#
# The section {ref}`scatter-add-checking-a-gradient-that-you-derived` gives the reasons: for the two
# sides, for `float64`, and for the 1 in the denominator.
#
# A check that cannot be trusted is worse than none. So `x` is afterwards what it was, to the last
# bit. That holds also if `f` raises, Ctrl-C included; the exception itself goes on to the caller.
# And a `nan` in the gradient or in a quotient must not be lost on the way: the result is then `nan`.
#
# <details><summary>A first hint</summary>
# Go through the entries with <code>np.ndindex</code>: it takes any number of axes, none
# included, and the array need not be contiguous.
# </details>
# <details><summary>To the last bit</summary>
# Adding and subtracting a step does not return to the same number. Remember the number, or work
# on a copy. Python has a statement for what must happen whatever happens.
# </details>
# <details><summary>About nan</summary>
# A comparison with <code>nan</code> is False, so Python's <code>max</code> may pass over it.
# </details>

# %% nbgrader={"grade": false, "grade_id": "gradient_check", "locked": false, "schema_version": 3, "solution": true, "task": false}
def gradient_check(
    f: Callable[[np.ndarray], float], x: np.ndarray, grad: np.ndarray, eps: float = 1e-6
) -> float:
    """The largest of |n − g| / max(1, |n|, |g|) over the entries of x.

    f     takes a float64 array of x's shape (for () too, not a number), returns a finite number or nan
    x     any shape, () included, need not be contiguous; float64, writable
    grad  the gradient of f at x that is to be checked; x's shape, float64
    eps   step of the central difference n

    Returns a float: 0.0 if x has no entries, nan if any n or g is nan. x is unchanged to the last
    bit afterwards, whether the function returns or f raises; f's exception is passed on.

    ValueError: x or grad is not float64, or their shapes differ.

    >>> x = np.array([1.0, 2.0])
    >>> gradient_check(lambda x: float(np.sum(x**2)), x, 2 * x) < 1e-8
    True
    """
    ### BEGIN SOLUTION
    if x.dtype != np.float64 or grad.dtype != np.float64:
        raise ValueError(f"x is {x.dtype} and grad {grad.dtype}; expected float64")
    if x.shape != grad.shape:
        raise ValueError(f"x has the shape {x.shape}, grad {grad.shape}")
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
    return float(errors.max(initial=0.0))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-gradient_check", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it. The gradient of the sum of x³ is 3x²; the central difference of x³ is off by ε² exactly.
with visible_tests("gradient_check"):
    cubes = lambda x: float(np.sum(x**3))
    x = np.random.default_rng(1).normal(size=(2, 3))
    before = x.copy()
    worst = gradient_check(cubes, x, 3 * x**2)
    assert isinstance(worst, float), f"a float is expected, not {type(worst).__name__}"
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
    problem = error_of(lambda: gradient_check(cubes, np.ones(3, np.float32), np.ones(3)))
    assert isinstance(problem, ValueError), f"x is float32; expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-gradient_check", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-together", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## All together
#
# Nothing to write here. The cell checks your gradient of a small loss with your own check, and
# then trains the table for a few steps, row by row. The loss has to fall.

# %% nbgrader={"grade": false, "grade_id": "try-together", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: pull the rows of neighbouring words towards a common target.
with visible_tests("together"):
    rng = np.random.default_rng(2)
    E_small, words_small = rng.normal(size=(8, 4)), np.array([[5, 1, 5, 2], [1, 5, 7, 7]])
    goal = rng.normal(size=4)
    loss_of = lambda E: float(np.mean((E[words_small] - goal) ** 2))
    slope_of = lambda E: 2 * (E[words_small] - goal) / (words_small.size * 4)  # (2, 4, 4)

    whole = embedding_backward(slope_of(E_small), words_small, 8)
    print("worst entry:", gradient_check(loss_of, E_small, whole))
    losses = [loss_of(E_small)]
    for _ in range(20):
        listed, sums = embedding_backward_rows(slope_of(E_small), words_small, 8)
        sgd_rows(E_small, listed, sums, lr=2.0)
        losses.append(loss_of(E_small))
    assert losses[-1] < 0.1 * losses[0], f"the loss went from {losses[0]:.3f} to {losses[-1]:.3f}"
    print(f"loss from {losses[0]:.3f} to {losses[-1]:.6f}")

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
