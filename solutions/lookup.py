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

# %% [markdown] nbgrader={"grade": false, "grade_id": "about", "locked": true, "schema_version": 3, "solution": false, "task": false}
# # Lookup
#
# You write five functions: one-hot vectors, the lookup of rows in NumPy and in PyTorch, a count of
# what a lookup costs, and the loss at the other end of a model, where a label is an id again.
# Together they are the first and the last step of every language model.
#
# **Time.** One to two hours. The functions do not need each other, so the order is yours.
#
# **Points.** Below each function stand visible tests. Run them as often as you like: they let you
# work alone, and they earn nothing. Hidden tests decide the points, with other inputs: every shape
# and number format that the docstring allows, every error that it or a rule names, a large vocabulary,
# and for PyTorch a second device.
#
# **Graded with** Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
#
# **Rules that hold throughout.**
#
# - Ids are whole numbers from 0 to V − 1, in an array of any shape. The shape `()`, a single id, and
#   shapes with no ids at all, such as `(0,)` or `(2, 0)`, are shapes like any other. The targets of a
#   loss are ids, but there must be one at least.
# - In NumPy every integer type is allowed, signed or not; in PyTorch `int32` and `int64`. Ids of
#   another type, such as `bool` or `float32`, are a `TypeError`.
# - An id outside 0 … V − 1 is an `IndexError` whose message names the id. Negative ids never count
#   from the end.
# - If a call breaks two rules at once, either exception is right.
# - What you are given stays unchanged, and what you return is new.
#
# `check_ids(ids, V)` is given in the setup cell. It raises the two errors of ids, for NumPy arrays and
# for tensors on any device. Call it first: once it has passed, every id has a place.
#
# **Read** before you start: {ref}`lookup-the-identity`, {ref}`lookup-ids-of-any-shape`,
# {ref}`lookup-what-each-way-costs`, {ref}`lookup-labels-are-ids-too`, {ref}`lookup-numpy-then-pytorch`
# with its section {ref}`lookup-cpu-and-gpu`, and {ref}`lookup-pitfalls` in the chapter on lookup.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
from typing import Literal, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F


class Cost(NamedTuple):
    """What a lookup costs: multiplications, and the bytes of all arrays that take part."""

    multiplies: int
    bytes: int


def check_ids(ids, V: int) -> None:
    """TypeError or IndexError unless `ids`, an array or a tensor, holds integers in 0 ... V-1."""
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


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
print("The visible tests of PyTorch functions run on:", ", ".join(DEVICES))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-one_hot", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. One-hot vectors
#
# The one-hot vector of id $i$ has $V$ places: a one in place $i$ and zeros elsewhere. For ids of
# shape `(s1, …, sm)` the vectors stand along a *new last axis*, in an array of shape
# `(s1, …, sm, V)`. For example, the ids `[2, 0]` and `V = 3` give
#
# $$\begin{pmatrix} 0 & 0 & 1 \\ 1 & 0 & 0 \end{pmatrix}.$$
#
# A few ids must work for a vocabulary of two million tokens. The answer then holds a few million
# numbers, and no array on the way to it should hold many more numbers than that.
#
# <details><summary>Hint: where to start</summary>
#
# Say in words what stands in place $j$ of the vector of id $i$. It is an answer to a question with
# yes or no.
# </details>
#
# <details><summary>Hint: any shape</summary>
#
# A new axis of length one at the end of `ids` lets NumPy's broadcasting do the rest: an array of
# shape `(s1, …, sm, 1)` meets one of shape `(V,)`. If you would rather write ones into an array of
# zeros, look at `np.put_along_axis`.
# </details>
#
# <details><summary>Hint: an id that has no place</summary>
#
# A comparison with an id outside the range is false everywhere, and leaves a vector of zeros without
# a word. `check_ids` in the setup cell says the word.
# </details>

# %% nbgrader={"grade": false, "grade_id": "one_hot", "locked": false, "schema_version": 3, "solution": true, "task": false}
def one_hot(ids: np.ndarray, V: int, dtype=np.float32) -> np.ndarray:
    """One-hot vectors of ids, along a new last axis.

    ids: integer array of any shape.
    V: how many ids there are, at least 1.
    dtype: the dtype of the result: bool, integers or floats, in any form that NumPy takes.

    Returns a new array of shape (*ids.shape, V) and of the given dtype. No array on the way
    holds more than a few times as many numbers.

    >>> one_hot(np.array([2, 0]), 3)
    array([[0., 0., 1.],
           [1., 0., 0.]], dtype=float32)
    """
    ### BEGIN SOLUTION
    check_ids(ids, V)
    return (ids[..., None] == np.arange(V)).astype(dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-one_hot", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Visible tests of `one_hot`: run them as often as you like.
with visible_tests("one_hot"):
    got = one_hot(np.array([2, 0, 2]), 4)
    assert got.dtype == np.float32, f"the default dtype is float32, yours is {got.dtype}"
    assert got.tolist() == [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 1, 0]], f"for the ids 2, 0, 2 you give\n{got}"

    for ids in (np.array(3), np.array([[0, 4, 4], [1, 2, 0]], np.uint8), np.zeros((2, 0), int)):
        got = one_hot(ids, 5, np.float64)
        assert got.shape == (*ids.shape, 5), f"ids of shape {ids.shape} give shape {got.shape}"
        assert got.dtype == np.float64, f"float64 was asked for, you give {got.dtype}"
        assert (got.sum(axis=-1) == 1).all(), "a vector has a single one"
        assert (got.argmax(axis=-1) == ids).all(), "the one stands in the place of the id"

    for wrong in (np.array([True, False, True, True, False]), np.array([0.0, 1.0])):
        error = error_of(lambda: one_hot(wrong, 5))
        assert isinstance(error, TypeError), f"ids of dtype {wrong.dtype}: TypeError expected, found {error!r}"
    for wrong in (-2, 17):
        error = error_of(lambda: one_hot(np.array([1, wrong]), 5))
        assert isinstance(error, IndexError), f"id {wrong} with V = 5: IndexError expected, found {error!r}"
        assert str(wrong) in str(error), f"the message should name the id {wrong}: {error}"

# %% nbgrader={"grade": true, "grade_id": "check-one_hot", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-lookup", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. The lookup
#
# Replace every id by its row. A table of shape `(V, d)` and ids of shape `(s1, …, sm)` give an array
# of shape `(s1, …, sm, d)`. With the table
#
# $$E = \begin{pmatrix} 10 & 11 \\ 20 & 21 \\ 30 & 31 \end{pmatrix}$$
#
# the ids `[2, 0]` give the rows `[30, 31]` and `[10, 11]`. The result is never a view: whoever writes
# into it later must not change the table. Its cost must not depend on how many rows the table has.
#
# <details><summary>Hint: what can go wrong</summary>
#
# NumPy's indexing does the work. What is left are bad ids. NumPy accepts two kinds of them in
# silence: negative ids and truth values. The pitfalls of the chapter show them, and `check_ids`
# refuses them.
# </details>
#
# <details><summary>Hint: is it a view?</summary>
#
# `np.shares_memory(result, E)` tells. Indexing with an array copies, even with one of shape `()`;
# indexing with an integer of Python, such as `ids.item()`, gives a view.
# </details>

# %% nbgrader={"grade": false, "grade_id": "lookup", "locked": false, "schema_version": 3, "solution": true, "task": false}
def lookup(E: np.ndarray, ids: np.ndarray) -> np.ndarray:
    """The row of a table for every id.

    E: table of shape (V, d), both at least 1, in float16, float32 or float64.
    ids: integer array of any shape.

    Returns a new array, never a view of E, of shape (*ids.shape, d) and of E's dtype.
    Rows that are not asked for do not influence the result, even if they hold inf or nan.
    Time and memory do not grow with V, where E is contiguous in memory.

    >>> lookup(np.array([[10., 11.], [20., 21.], [30., 31.]]), np.array([2, 0]))
    array([[30., 31.],
           [10., 11.]])
    """
    ### BEGIN SOLUTION
    check_ids(ids, len(E))
    return np.take(E, ids, axis=0)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-lookup", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Visible tests of `lookup`: run them as often as you like.
with visible_tests("lookup"):
    table = np.array([[10, 11], [20, 21], [30, 31]], np.float32)
    got = lookup(table, np.array([2, 0, 2]))
    assert got.tolist() == [[30, 31], [10, 11], [30, 31]], f"for the ids 2, 0, 2 you give\n{got}"
    assert got.dtype == np.float32, f"the table is float32, the result {got.dtype}"

    # The identity, on random ids of several shapes: a product with vectors of zeros and a one.
    rng = np.random.default_rng(0)
    table = rng.standard_normal((6, 4))
    for shape in ((), (3,), (2, 5), (2, 1, 3), (0,), (2, 0)):
        ids = rng.integers(0, 6, shape)
        onehots = np.zeros((*shape, 6))
        for place in np.ndindex(shape):
            onehots[place][ids[place]] = 1
        got = lookup(table, ids)
        assert got.shape == (*shape, 4), f"ids of shape {shape} give shape {got.shape}"
        assert np.array_equal(got, onehots @ table), f"ids {ids.tolist()} do not give their rows"
        assert not np.shares_memory(got, table), f"the result for ids of shape {shape} is a view of the table"

    for wrong in (np.array([True, False, True, True, False, False]), np.array([0.0, 1.0])):
        error = error_of(lambda: lookup(table, wrong))
        assert isinstance(error, TypeError), f"ids of dtype {wrong.dtype}: TypeError expected, found {error!r}"
    for wrong in (-2, 17):
        error = error_of(lambda: lookup(table, np.array([1, wrong])))
        assert isinstance(error, IndexError), f"id {wrong} with V = 6: IndexError expected, found {error!r}"
        assert str(wrong) in str(error), f"the message should name the id {wrong}: {error}"

# %% nbgrader={"grade": true, "grade_id": "check-lookup", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-lookup_torch", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. The lookup in PyTorch
#
# The same function for tensors, with three things more. The result lives on the table's device. A
# gradient flows back into the table: a row that was read twice receives both contributions. And the
# errors are the same on every device, although a GPU, left to itself, reports an id out of range in a
# way that ends the whole process.
#
# With the table from above, `lookup_torch(E, torch.tensor([2, 0, 2]))` has the rows `[30, 31]`, `[10,
# 11]`, `[30, 31]`, and after `.sum().backward()` the gradient of the table is
#
# $$\begin{pmatrix} 1 & 1 \\ 0 & 0 \\ 2 & 2 \end{pmatrix}.$$
#
# Where there is no GPU, the hidden tests use a stand-in for one, which refuses what a GPU refuses.
#
# <details><summary>Hint: what PyTorch gives you</summary>
#
# `F.embedding` and plain indexing both know how to send a gradient back. Read in the chapter how they
# differ in argument order and for a single id. Neither refuses ids out of range as asked; call
# `check_ids` before them.
# </details>
#
# <details><summary>Hint: staying on the device</summary>
#
# Everything that you make from `E` and `ids` by arithmetic and comparison is where they are. What you
# make with `torch.zeros` or `torch.arange` is on the CPU unless you say otherwise, and NumPy cannot
# see a GPU's memory at all.
# </details>

# %% nbgrader={"grade": false, "grade_id": "lookup_torch", "locked": false, "schema_version": 3, "solution": true, "task": false}
def lookup_torch(E: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    """The row of a table for every id, on any device, differentiable in the table.

    E: table of shape (V, d), both at least 1, in bfloat16, float16, float32 or float64, on any
        device.
    ids: int32 or int64 tensor of any shape, on E's device; it need not be contiguous.

    Returns a new tensor, never a view of E, of shape (*ids.shape, d), of E's dtype and on
    E's device. A gradient reaches E, even if there are no ids; a row that was read several times
    receives the sum. Rows that are not asked for do not influence the result, even if they hold
    inf or nan. Time and memory of the call (not of the backward pass) do not grow with V, however
    E lies in memory.
    Errors are the same on every device.

    >>> lookup_torch(torch.tensor([[10., 11.], [20., 21.], [30., 31.]]), torch.tensor([2, 0]))
    tensor([[30., 31.],
            [10., 11.]])
    """
    ### BEGIN SOLUTION
    check_ids(ids, len(E))
    return F.embedding(ids, E)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-lookup_torch", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Visible tests of `lookup_torch`: run them as often as you like. With a GPU they use it too.
with visible_tests("lookup_torch"):
    for device in DEVICES:
        table = torch.tensor([[10.0, 11], [20, 21], [30, 31]], device=device, requires_grad=True)
        got = lookup_torch(table, torch.tensor([2, 0, 2], device=device))
        assert got.tolist() == [[30, 31], [10, 11], [30, 31]], f"for the ids 2, 0, 2 you give\n{got}"
        assert got.device == table.device, f"the table is on {table.device}, the result on {got.device}"
        assert got.requires_grad, "the result is cut off from the table: no gradient can flow"
        got.sum().backward()
        assert table.grad.tolist() == [[1, 1], [0, 0], [2, 2]], f"the gradient of the sum is\n{table.grad}"

        table = torch.randn(6, 4, dtype=torch.float64, device=device, requires_grad=True)
        for shape in ((), (3,), (2, 5), (0,), (2, 0)):
            ids = torch.randint(0, 6, shape, dtype=torch.int32, device=device)
            got = lookup_torch(table, ids)
            assert got.shape == (*shape, 4), f"ids of shape {shape} give shape {tuple(got.shape)}"
            assert got.dtype == torch.float64, f"the table is float64, the result {got.dtype}"
            assert got.requires_grad, f"the result for ids of shape {shape} is cut off from the table"
            memory = got.untyped_storage().data_ptr(), table.untyped_storage().data_ptr()
            assert memory[0] != memory[1], f"the result for ids of shape {shape} is a view of the table"
            # Finite differences know nothing of your function but its values.
            assert torch.autograd.gradcheck(lambda E: lookup_torch(E, ids), table)

        for wrong in (torch.tensor([True, False, True, False, False, True]), torch.tensor([0.0, 1.0])):
            error = error_of(lambda: lookup_torch(table, wrong.to(device)))
            assert isinstance(error, TypeError), f"ids are {wrong.dtype}: TypeError expected, found {error!r}"
        for wrong in (-2, 17):
            error = error_of(lambda: lookup_torch(table, torch.tensor([1, wrong], device=device)))
            assert isinstance(error, IndexError), f"id {wrong} with V = 6: IndexError expected, found {error!r}"
            assert str(wrong) in str(error), f"the message should name the id {wrong}: {error}"

# %% nbgrader={"grade": true, "grade_id": "check-lookup_torch", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-lookup_cost", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. What a lookup costs
#
# Two numbers describe the cost of looking up `n` ids in a table of `V` rows and `d` columns: how many
# *multiplications* it takes, and how many *bytes* take part. Each array that takes part is counted
# once, whether it is read, written, or both. The method `"gather"` copies rows: the ids, the gathered
# rows and the output take part. There are `n` gathered rows, so a row that is gathered twice counts
# twice. The method `"onehot"` multiplies one-hot vectors by the table: the ids, the one-hot matrix, the
# whole table (even if `n` is 0) and the output take part.
#
# Two ids of eight bytes, a table of five rows and three columns, numbers of four bytes; the arrays stand
# in the same order:
#
# | | multiplications | bytes |
# | --- | --- | --- |
# | gather | 0 | 16 + 24 + 24 = 64 |
# | one-hot | 30 | 16 + 40 + 60 + 24 = 140 |
#
# <details><summary>Hint: which size belongs to which array</summary>
#
# Write down the shape of each array in the list above, then ask of each whether it holds ids or
# numbers.
# </details>
#
# <details><summary>Hint: the multiplications</summary>
#
# How many numbers does the output hold, and how many products are added up for one of them?
# </details>

# %% nbgrader={"grade": false, "grade_id": "lookup_cost", "locked": false, "schema_version": 3, "solution": true, "task": false}
def lookup_cost(
    n: int,
    V: int,
    d: int,
    method: Literal["gather", "onehot"],
    itemsize: int = 4,
    id_itemsize: int = 8,
) -> Cost:
    """Multiplications and bytes of looking up n ids in a (V, d) table.

    n: number of ids, 0 or more.
    V, d: rows and columns of the table, at least 1.
    method: "gather" (copy rows) or "onehot" (one-hot matrix times table).
    itemsize: bytes of one number of the table, the one-hot matrix and the output, at least 1.
    id_itemsize: bytes of one id, at least 1.

    Returns Cost(multiplies, bytes), or a plain tuple, of two whole numbers, exact at any size.
    Additions are not counted. Bytes: each array that takes part is counted once (for a gather:
    ids, gathered rows, output).

    ValueError: another method; a negative n; V, d or a size below 1.

    >>> lookup_cost(2, 5, 3, "gather")
    Cost(multiplies=0, bytes=64)
    """
    ### BEGIN SOLUTION
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError(f"too small: {n=}, {V=}, {d=}, {itemsize=}, {id_itemsize=}")
    ids, rows = n * id_itemsize, n * d * itemsize
    if method == "gather":
        return Cost(0, ids + rows + rows)
    if method == "onehot":
        return Cost(n * V * d, ids + (n * V + V * d) * itemsize + rows)
    raise ValueError(f"method is {method!r}; expected 'gather' or 'onehot'")
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-lookup_cost", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Visible tests of `lookup_cost`: run them as often as you like.
with visible_tests("lookup_cost"):
    assert lookup_cost(2, 5, 3, "gather") == Cost(0, 64), lookup_cost(2, 5, 3, "gather")
    assert lookup_cost(2, 5, 3, "onehot") == Cost(30, 140), lookup_cost(2, 5, 3, "onehot")

    small, large = (lookup_cost(100, size, 16, "gather") for size in (1_000, 1_000_000))
    assert small == large, "the cost of a gather does not depend on V"
    wide, narrow = (Cost(*lookup_cost(100, 50, 16, "onehot", itemsize=size)) for size in (4, 2))
    halved = wide.bytes - narrow.bytes == narrow.bytes - 100 * 8
    assert halved, "with itemsize halved, all bytes except the ids' should halve"
    assert lookup_cost(0, 5, 3, "gather") == Cost(0, 0), "no ids: nothing is gathered"

    for arguments in ((-1, 5, 3, "gather"), (2, 0, 3, "onehot"), (2, 5, 3, "magic")):
        error = error_of(lambda: lookup_cost(*arguments))
        assert isinstance(error, ValueError), f"lookup_cost{arguments}: ValueError expected, found {error!r}"

# %% nbgrader={"grade": true, "grade_id": "check-lookup_cost", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-cross_entropy_from_logits", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. Labels are ids too
#
# At its end a model gives one score, a logit, for each of $V$ tokens, and the right answer $t$ is an
# id. The loss of one position is
#
# $$\operatorname{lse}(z) - z_t, \qquad \operatorname{lse}(z) = \log \sum_j \exp z_j,$$
#
# with the natural logarithm, and the loss of a batch is the mean over all its positions. Two tokens
# with the logits `[0, 0]` give $\log 2 = 0.693…$ for either target.
#
# Logits of ten thousand, in either direction, must work. So must `float16`. It holds nothing above
# 65,504 and rounds after three digits, so compute in `float32` at least. A logit of minus infinity says
# "impossible", and is allowed wherever it is not the target's.
#
# <details><summary>Hint: large logits</summary>
#
# Adding a constant to all logits of a position changes nothing. Which constant makes every exponent
# harmless?
# </details>
#
# <details><summary>Hint: very unlikely targets</summary>
#
# A probability below the smallest number that the format holds becomes zero, and its logarithm
# infinite. The formula above never asks for the probability itself.
# </details>
#
# <details><summary>Hint: picking the targets' logits</summary>
#
# For targets of any shape, look at `np.take_along_axis`. It wants as many axes in the ids as in the
# logits. Multiplying by one-hot labels has a trap: what is zero times infinity?
# </details>

# %% nbgrader={"grade": false, "grade_id": "cross_entropy_from_logits", "locked": false, "schema_version": 3, "solution": true, "task": false}
def cross_entropy_from_logits(logits: np.ndarray, targets: np.ndarray) -> float:
    """Mean cross-entropy of integer targets, in nats.

    logits: shape (..., V), float16, float32 or float64. They may be large (10,000 either way), and
        minus infinity where they are not the target's.
    targets: integer array of shape logits.shape[:-1].

    Returns the mean over all positions as a Python float, computed in at least float32.

    ValueError: targets of another shape than logits.shape[:-1]; no targets at all.

    >>> round(cross_entropy_from_logits(np.zeros((3, 2)), np.array([0, 1, 1])), 6)
    0.693147
    """
    ### BEGIN SOLUTION
    check_ids(targets, logits.shape[-1])
    if targets.shape != logits.shape[:-1]:
        raise ValueError(f"targets have shape {targets.shape}; expected {logits.shape[:-1]}")
    if targets.size == 0:
        raise ValueError("there are no targets: their mean does not exist")
    z = logits.astype(np.promote_types(logits.dtype, np.float32))
    z -= z.max(axis=-1, keepdims=True)
    lse = np.log(np.exp(z).sum(axis=-1))
    picked = np.take_along_axis(z, targets[..., None], axis=-1)[..., 0]
    return float(np.mean(lse - picked))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-cross_entropy_from_logits", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Visible tests of `cross_entropy_from_logits`: run them as often as you like.
with visible_tests("cross_entropy_from_logits"):
    got = cross_entropy_from_logits(np.zeros((4, 7)), np.array([0, 3, 3, 6]))
    assert isinstance(got, float), f"a Python float is expected, found {type(got).__name__}"
    assert abs(got - np.log(7)) < 1e-6, f"equal logits for 7 tokens give {np.log(7):.6f}, you give {got:.6f}"

    # PyTorch as a second opinion. It wants the positions flattened.
    rng = np.random.default_rng(0)
    for shape in ((), (5,), (2, 3)):
        logits, targets = rng.standard_normal((*shape, 7)), rng.integers(0, 7, shape)
        want = F.cross_entropy(torch.tensor(logits).reshape(-1, 7), torch.tensor(targets).reshape(-1)).item()
        got = cross_entropy_from_logits(logits, targets)
        assert abs(got - want) < 1e-5, f"targets of shape {shape}: PyTorch says {want:.6f}, you say {got:.6f}"

    far = np.array([[10_000.0, 9_998.0, -10_000.0]], np.float32)
    for target, want in ((0, np.log1p(np.exp(-2))), (2, 20_000 + np.log1p(np.exp(-2)))):
        got = cross_entropy_from_logits(far, np.array([target]))
        assert abs(got - want) < 0.01, f"logits {far[0]}, target {target}: {want:.4f} expected, found {got}"

    logits = np.zeros((2, 3))
    bad = ([1.0, 2.0], TypeError), ([True, False], TypeError), ([0, 1, 2], ValueError), ([0, -2], IndexError)
    for targets, wanted in bad:
        error = error_of(lambda: cross_entropy_from_logits(logits, np.array(targets)))
        assert isinstance(error, wanted), f"targets {targets}: {wanted.__name__} expected, found {error!r}"
    error = error_of(lambda: cross_entropy_from_logits(np.zeros((0, 3)), np.zeros(0, int)))
    assert isinstance(error, ValueError), f"no targets: ValueError expected, found {error!r}"

# %% nbgrader={"grade": true, "grade_id": "check-cross_entropy_from_logits", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "end", "locked": true, "schema_version": 3, "solution": false, "task": false}
# That is all. Restart the kernel and run every cell from the top before you hand the notebook in:
# what counts is what it does in that order.

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
