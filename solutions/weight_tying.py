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
# # Weight tying: one table at both ends
#
# A language model needs a row for every token twice: to read a token in, and to give it a score at
# the end. Tying uses one table for both. You write the output side and its gradient, then the
# gradient of a table that stands at both ends. After that you build a tied model in PyTorch, write
# a detective that finds ties in any model, and count what a tie saves.
#
# - **Time**: about two hours.
# - **Before you start**: read {ref}`weight-tying-logits-are-dot-products-with-the-rows`,
#   {ref}`weight-tying-the-gradient-of-a-shared-parameter-is-a-sum` and
#   {ref}`weight-tying-aliases-copies-and-ties-that-come-undone` in the chapter. Each part below names
#   what else it uses.
# - **Points**: the cells that begin with *Try it* let you work alone. They carry no points and
#   may be run as often as you like. Hidden tests decide: they draw new inputs, and look at
#   shapes, dtypes, bad input and devices too, as the docstrings describe them. Each test
#   gives its points on its own; a mistake that touches several tests costs several.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
#
# ## Rules
#
# The table `E` has the shape `(V, d)`, both 1 or more, hidden states `h` have the shape `(*S, d)` and logits
# `(*S, V)`, where `S` is the shape of the positions: one position `()`, a sentence `(T,)`, a batch
# `(B, T)`, more axes. Where a loss is asked for, it is the cross-entropy in nats, averaged over all
# positions, and every gradient is the gradient of that average.
#
# | what is wrong | what to raise |
# | --- | --- |
# | ids or targets that are no integers (`bool`, `float`); in PyTorch: any dtype but `int32` and `int64` | `TypeError` |
# | an id or a target outside `0 ... V-1`, negative ones too | `IndexError` that names the number as it was given |
# | shapes that do not fit together; in `tying_savings`, settings that cannot be | `ValueError` |
#
# Where a call breaks two rules at once, the exception of either is right: `np.array([])` is empty
# and of dtype `float64`, so as targets it may raise a `TypeError` or a `ValueError`.
#
# Inputs stay as they were and need not be contiguous in memory. In NumPy all arrays of floats in a
# call have one dtype, `float32` or `float64`. The results have that dtype too; computations run in
# that dtype or a wider one. Rounding errors of that dtype are allowed. Several results may be a
# plain tuple in place of a NamedTuple.
#
# Two functions are given in the setup cell. `check_ids(ids, V)` raises the first two errors of the
# table above, for NumPy arrays and for tensors on any device. `embedding_backward(grad_out, ids, V)` is the
# gradient of a lookup from the assignment *scatter-add*.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import copy
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


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


def embedding_backward(grad_out: np.ndarray, ids: np.ndarray, V: int) -> np.ndarray:
    """The gradient (V, d) of the table, given the gradient (*ids.shape, d) of `E[ids]`."""
    check_ids(ids, V)
    if grad_out.ndim != ids.ndim + 1 or grad_out.shape[:-1] != ids.shape:
        raise ValueError(f"grad_out has the shape {grad_out.shape}, ids have {ids.shape}")
    dE = np.zeros((V, grad_out.shape[-1]), grad_out.dtype)
    np.add.at(dE, ids, grad_out)
    return dE


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
print("The visible tests of PyTorch functions run on:", ", ".join(DEVICES))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-output_logits", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. A score for every row
#
# The logit of token `j` is the dot product of the hidden state with row `j` of the table, plus the
# token's bias if there is one. See {ref}`weight-tying-logits-are-dot-products-with-the-rows`.
#
# For `h = [1, 2]` and `E = [[1, 0], [0, 1], [1, 1]]` the logits are `[1, 2, 3]`; with
# `b = [10, 20, 30]` they are `[11, 22, 33]`. They are raw scores: nothing is normalised, neither
# they nor the vectors.
#
# The shapes are worth a check of your own. A bias of shape `(1,)` or `(V, 1)` broadcasts without a
# word and gives numbers that mean nothing; so it is a `ValueError`.
#
# <details><summary>A first hint</summary>
# One matrix product does all positions, whatever their shape. Which of its two sides has to be
# transposed, so that the axes of length <code>d</code> meet? Where V equals d, the wrong one runs as well.
# </details>

# %% nbgrader={"grade": false, "grade_id": "output_logits", "locked": false, "schema_version": 3, "solution": true, "task": false}
def output_logits(h: np.ndarray, E: np.ndarray, b: np.ndarray | None = None) -> np.ndarray:
    """The logits h Eᵀ + b.

    h  (*S, d) hidden states, float32 or float64; S is any shape, () and (0,) included
    E  (V, d) the table, same dtype
    b  (V,) one bias for each token, same dtype; None means no bias

    Returns a new array (*S, V) of the same dtype.

    ValueError: E has not two axes, h no last axis of length d, or b is not of shape (V,).

    >>> output_logits(np.array([1.0, 2.0]), np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])).tolist()
    [1.0, 2.0, 3.0]
    """
    ### BEGIN SOLUTION
    if E.ndim != 2 or h.ndim < 1 or h.shape[-1] != E.shape[1]:
        raise ValueError(f"h has the shape {h.shape} and E {E.shape}; expected (..., d) and (V, d)")
    if b is not None and b.shape != (len(E),):
        raise ValueError(f"b has the shape {b.shape}; expected ({len(E)},)")
    z = h @ E.T
    return z if b is None else z + b
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-output_logits", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("output_logits"):
    h_one = np.array([1.0, 2.0])
    E_three = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    z = output_logits(h_one, E_three)
    assert isinstance(z, np.ndarray), f"a NumPy array is expected, not {type(z).__name__}"
    assert z.shape == (3,), f"one position and three tokens: expected the shape (3,), not {z.shape}"
    assert z.tolist() == [1, 2, 3], f"the logits are {z}"
    z = output_logits(h_one, E_three, np.array([10.0, 20.0, 30.0]))
    assert z.tolist() == [11, 22, 33], f"with a bias the logits are {z}"

    batch = np.random.default_rng(0).normal(size=(2, 4, 3)).astype(np.float32)
    square = np.arange(9, dtype=np.float32).reshape(3, 3)  # V = d = 3
    z = output_logits(batch, square)
    assert z.shape == (2, 4, 3) and z.dtype == np.float32, f"shape {z.shape}, dtype {z.dtype}"
    by_hand = [float(np.dot(batch[1, 2], square[j])) for j in range(3)]
    told = f"V = d: products with the rows of E are {by_hand}, not {z[1, 2]}"
    assert np.allclose(z[1, 2], by_hand, atol=1e-4), told
    found = output_logits(np.ones((0, 2)), E_three).shape
    assert found == (0, 3), f"no positions: expected the shape (0, 3), not {found}"
    gaps = output_logits(batch[:, ::2], square[:, ::-1])  # values that do not lie side by side
    off = np.abs(gaps - output_logits(batch[:, ::2].copy(), square[:, ::-1].copy())).max()
    assert off < 1e-4, f"arrays with gaps in memory: the logits differ by {off} from those of copies"
    for bad in (np.ones(1), np.ones((3, 1)), np.ones(2)):
        problem = error_of(lambda: output_logits(h_one, E_three, bad))
        told = f"three tokens and a bias of shape {bad.shape}"
        assert isinstance(problem, ValueError), f"{told}: expected a ValueError, not {problem!r}"
    problem = error_of(lambda: output_logits(np.ones(3), E_three))
    assert isinstance(problem, ValueError), f"h of length 3, d = 2: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-output_logits", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-output_side_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. The gradient of the output side
#
# From hidden states and targets to the loss and its gradients with respect to the table, the bias
# and the hidden states. The loss is the mean of `-log p[target]` over all positions, with `p` the
# softmax of the logits.
#
# Worked example: one position, `h = [1, 0]`, `E = [[0, 0], [0, 0]]`, target 1. Both
# probabilities are 1/2, so the loss is `ln 2` and the gradient of the logits is
# `p - onehot = [0.5, -0.5]`. Each row `j` of `dE` is that number times `h`: `dE = [[0.5, 0], [-0.5, 0]]`,
# `db = [0.5, -0.5]`, and `dh` is zero, since both rows of `E` are.
#
# Every row of `E` gets a gradient, those of tokens that are no target too: see
# {ref}`weight-tying-dense-from-one-side-sparse-from-the-other`. Without `b`, `db` is what it is for a
# bias of zeros. Logits may be as large as a few thousand; nothing may become `inf` or
# `nan` on the way, and a target of tiny probability still has its finite loss.
#
# <details><summary>A first hint</summary>
# Everything follows from one array of the shape of the logits: the gradient of the mean loss with
# respect to the logits. Each of the three gradients is one line from there.
# </details>
# <details><summary>Large logits</summary>
# Logits count up to a shift. Subtract the largest of each position before <code>exp</code>, and take the
# logarithm of the sum, not of a probability that may be 0.
# </details>
# <details><summary>Positions of any shape</summary>
# The sums run over all positions. Make one axis of them first, and give <code>dh</code> its
# shape back at the end.
# </details>

# %% nbgrader={"grade": false, "grade_id": "output_side_gradient", "locked": false, "schema_version": 3, "solution": true, "task": false}
class OutputSide(NamedTuple):
    loss: float
    dE: np.ndarray
    db: np.ndarray
    dh: np.ndarray


def output_side_gradient(
    h: np.ndarray, E: np.ndarray, targets: np.ndarray, b: np.ndarray | None = None
) -> OutputSide:
    """The mean cross-entropy of the logits h Eᵀ + b, and its gradients.

    h        (*S, d) hidden states, float32 or float64; S is any shape, () included
    E        (V, d) the table, same dtype
    targets  (*S), any integer dtype, each in 0 ... V-1; at least one
    b        (V,) biases, same dtype; None means no bias

    Returns (loss, dE, db, dh): the loss a Python float, in nats, the mean over all positions; the
    gradients of that mean as new arrays (V, d), (V,) and (*S, d) of the dtype of h. Without b, db
    is the gradient of a bias of zeros. Finite for logits of a few thousand.

    TypeError: targets that are no integers. IndexError, naming the number: a target outside
    0 ... V-1. ValueError: shapes that do not fit together; no targets.

    >>> side = output_side_gradient(np.array([[1.0, 0.0]]), np.zeros((2, 2)), np.array([1]))
    >>> round(side.loss, 4), side.dE.tolist(), side.db.tolist()
    (0.6931, [[0.5, 0.0], [-0.5, 0.0]], [0.5, -0.5])
    """
    ### BEGIN SOLUTION
    z = output_logits(h, E, b)
    check_ids(targets, len(E))
    if targets.shape != h.shape[:-1] or targets.size == 0:
        raise ValueError(f"targets have the shape {targets.shape}, h has {h.shape}; one target or more")
    V, d = E.shape
    z, t, N = z.reshape(-1, V), targets.reshape(-1), targets.size
    z = z - z.max(axis=1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))  # (N, V)
    dz = np.exp(log_p)
    dz[np.arange(N), t] -= 1
    dz /= N
    loss = -float(log_p[np.arange(N), t].mean())
    return OutputSide(loss, dz.T @ h.reshape(-1, d), dz.sum(axis=0), (dz @ E).reshape(h.shape))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-output_side_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, against autograd.
with visible_tests("output_side_gradient"):
    side = output_side_gradient(np.array([[1.0, 0.0]]), np.zeros((2, 2)), np.array([1]))
    assert isinstance(side, tuple) and len(side) == 4, "OutputSide(loss, dE, db, dh) is expected"
    side = OutputSide(*side)
    assert isinstance(side.loss, float) and abs(side.loss - np.log(2)) < 1e-12, f"the loss is {side.loss}"
    assert np.allclose(side.dE, [[0.5, 0], [-0.5, 0]]), f"dE is {side.dE.tolist()}"
    assert np.allclose(side.db, [0.5, -0.5]), f"db is {side.db.tolist()}, expected [0.5, -0.5]"
    assert side.dh.shape == (1, 2) and not side.dh.any(), f"dh is {side.dh.tolist()}, expected zeros (1, 2)"

    rng = np.random.default_rng(0)
    for shape in [(5,), (2, 3), ()]:
        h_np, E_np, b_np = rng.normal(size=(*shape, 4)), rng.normal(size=(6, 4)), rng.normal(size=6)
        goal = rng.integers(0, 6, shape)
        h_t, E_t, b_t = (torch.tensor(a, requires_grad=True) for a in (h_np, E_np, b_np))
        z_t = (h_t @ E_t.T + b_t).reshape(-1, 6)
        loss_t = F.cross_entropy(z_t, torch.tensor(goal).reshape(-1))
        loss_t.backward()
        side = OutputSide(*output_side_gradient(h_np, E_np, goal, b_np))
        off = abs(side.loss - loss_t.item())
        assert off < 1e-9, f"positions {shape}: the loss differs from autograd's by {off}"
        for name, wanted in (("dE", E_t.grad), ("db", b_t.grad), ("dh", h_t.grad)):
            found = getattr(side, name)
            assert found.shape == tuple(wanted.shape), f"positions {shape}: {name} has the shape {found.shape}"
            off = np.abs(found - wanted.numpy()).max()
            assert off < 1e-9, f"positions {shape}: {name} differs from autograd's by up to {off}"
        single = output_side_gradient(h_np.astype(np.float32), E_np.astype(np.float32), goal)
        found = {str(a.dtype) for a in single[1:]}
        assert found == {"float32"}, f"float32 went in; {found} came out"

    h_gaps, E_gaps, goal = rng.normal(size=(5, 8))[:, ::2], rng.normal(size=(4, 6)).T, np.array([0, 5, 5, 1, 2])
    side, want = (output_side_gradient(h, E, goal) for h, E in ((h_gaps, E_gaps), (h_gaps.copy(), E_gaps.copy())))
    off = max(np.abs(a - b).max() for a, b in zip(side[1:], want[1:]))
    assert off < 1e-9, f"arrays with gaps in memory: the gradients differ by {off} from those of copies"

    far = OutputSide(*output_side_gradient(np.array([[1000.0]]), np.array([[2.0], [0.0]]), np.array([1])))
    assert far.loss == 2000 and np.isfinite(far.dE).all(), f"logits of 2000 and 0, target 1: loss {far.loss}"
    problem = error_of(lambda: output_side_gradient(np.ones((2, 3)), np.ones((5, 3)), np.array([1, -1])))
    told = f"target -1: expected an IndexError that names it, not {problem!r}"
    assert isinstance(problem, IndexError) and "-1" in str(problem), told
    problem = error_of(lambda: output_side_gradient(np.ones((2, 3)), np.ones((5, 3)), np.array([1])))
    assert isinstance(problem, ValueError), f"two positions, one target: expected a ValueError, not {problem!r}"
    problem = error_of(lambda: output_side_gradient(np.ones((0, 3)), np.ones((5, 3)), np.zeros(0, int)))
    assert isinstance(problem, ValueError), f"no targets: expected a ValueError, not {problem!r}"
    problem = error_of(lambda: output_side_gradient(np.ones((0, 3)), np.ones((5, 3)), np.array([])))
    told = f"targets np.array([]): expected a TypeError or a ValueError, not {problem!r}"
    assert isinstance(problem, (TypeError, ValueError)), told

# %% nbgrader={"grade": true, "grade_id": "check-output_side_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-tied_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. One table at both ends
#
# A model small enough to differentiate by hand:
#
# $$x = E[\mathrm{ids}], \qquad h = \tanh(x W), \qquad z = h E^\top,$$
#
# with the mean cross-entropy of `z` as its loss. `E` occurs twice, so its gradient is the sum of two
# parts: what arrives through the logits, and what arrives through the lookup. Return both parts, each as
# an array of the shape of `E`, and the gradient of `W`. The gradient of `E` is
# `input_side + output_side`; see {ref}`weight-tying-the-gradient-of-a-shared-parameter-is-a-sum`.
# Check the ids before the lookup: NumPy takes an array of bools for a mask.
#
# A small case: `E = [[1], [0]]`, `W = [[0]]`, `ids = [0]`, `targets = [1]`. Then `x = 1`, `h = 0`,
# both logits are 0 and `p - onehot = [0.5, -0.5]`. The output side is that times `h`, so zero; `dh` is
# `0.5 · 1 - 0.5 · 0 = 0.5`; the derivative of tanh at 0 is 1, so `dW = x · 0.5 = [[0.5]]`; and the
# input side is `0.5 · W = 0`.
#
# <details><summary>A first hint</summary>
# Go forward and keep <code>x</code> and <code>h</code>. Then backward: the output side is the second
# exercise; what it returns as <code>dh</code> is where the way to the other end begins.
# </details>
# <details><summary>The derivative of tanh</summary>
# It can be written with the value of tanh alone.
# </details>
# <details><summary>The last step</summary>
# A gradient of looked-up rows becomes a gradient of the table by scatter-add; the function is given.
# Which ids does it need, those that were read or those that were predicted?
# </details>

# %% nbgrader={"grade": false, "grade_id": "tied_gradient", "locked": false, "schema_version": 3, "solution": true, "task": false}
class TiedGradients(NamedTuple):
    loss: float
    input_side: np.ndarray
    output_side: np.ndarray
    dW: np.ndarray


def tied_gradient(E: np.ndarray, W: np.ndarray, ids: np.ndarray, targets: np.ndarray) -> TiedGradients:
    """Loss and gradients of the tied model h = tanh(E[ids] W), z = h Eᵀ.

    E        (V, d) the one table, float32 or float64
    W        (d, d), same dtype
    ids      any shape, any integer dtype, each in 0 ... V-1; at least one
    targets  the shape of ids, any integer dtype, each in 0 ... V-1

    Returns (loss, input_side, output_side, dW): the loss a Python float, the mean cross-entropy
    over all positions; the part of the gradient of E that comes through the lookup (V, d), the part
    that comes through the logits (V, d), and the gradient of W (d, d), new arrays of the dtype of E.

    TypeError: ids or targets that are no integers. IndexError, naming the number: an id or a target
    outside 0 ... V-1. ValueError: shapes that do not fit together; no ids.

    >>> g = tied_gradient(np.array([[1.0], [0.0]]), np.array([[0.0]]), np.array([0]), np.array([1]))
    >>> round(g.loss, 4), g.dW.tolist()
    (0.6931, [[0.5]])
    """
    ### BEGIN SOLUTION
    if E.ndim != 2 or W.shape != (E.shape[1], E.shape[1]):
        raise ValueError(f"E has the shape {E.shape} and W {W.shape}; expected (V, d) and (d, d)")
    check_ids(ids, len(E))
    V, d = E.shape
    x = E[ids]  # (*ids.shape, d)
    h = np.tanh(x @ W)
    loss, output_side, _, dh = output_side_gradient(h, E, targets)
    da = dh * (1 - h * h)
    dW = x.reshape(-1, d).T @ da.reshape(-1, d)
    return TiedGradients(loss, embedding_backward(da @ W.T, ids, V), output_side, dW)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-tied_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, against autograd: once with the table at both ends, once with a table for each end.
with visible_tests("tied_gradient"):
    rng = np.random.default_rng(1)
    E_np, W_np = rng.normal(size=(7, 3)), rng.normal(size=(3, 3))
    for words in (np.array([2, 5, 2, 0]), np.array([[1, 1, 4], [6, 0, 1]])):
        goal = rng.integers(0, 7, words.shape)
        E_in, E_out, W_t = (torch.tensor(a, requires_grad=True) for a in (E_np, E_np, W_np))
        z_t = torch.tanh(E_in[torch.tensor(words)] @ W_t) @ E_out.T
        F.cross_entropy(z_t.reshape(-1, 7), torch.tensor(goal).reshape(-1)).backward()
        tied = tied_gradient(E_np, W_np, words, goal)
        assert isinstance(tied, tuple) and len(tied) == 4, "TiedGradients(loss, input_side, output_side, dW)"
        tied = TiedGradients(*tied)
        for name, wanted in (("output_side", E_out.grad), ("dW", W_t.grad), ("input_side", E_in.grad)):
            found = getattr(tied, name)
            assert found.shape == tuple(wanted.shape), f"{name} has the shape {found.shape}"
            off = np.abs(found - wanted.numpy()).max()
            assert off < 1e-9, f"{name} differs from autograd's by up to {off}, ids {words.tolist()}"
        E_t = torch.tensor(E_np, requires_grad=True)
        z_t = torch.tanh(E_t[torch.tensor(words)] @ W_t) @ E_t.T
        F.cross_entropy(z_t.reshape(-1, 7), torch.tensor(goal).reshape(-1)).backward()
        off = np.abs(tied.input_side + tied.output_side - E_t.grad.numpy()).max()
        assert off < 1e-9, f"the sum of both sides differs from the tied gradient by up to {off}"
        rows = [int(np.count_nonzero(side.any(axis=1))) for side in tied[1:3]]
        print(f"{words.size} positions: rows with a gradient from the input {rows[0]}, from the output {rows[1]}")
    problem = error_of(lambda: tied_gradient(E_np, W_np, np.array([1, 7]), np.array([0, 0])))
    told = f"the id 7 and 7 rows: expected an IndexError that names it, not {problem!r}"
    assert isinstance(problem, IndexError) and "7" in str(problem), told
    problem = error_of(lambda: tied_gradient(E_np, W_np[:, :2], np.array([1]), np.array([0])))
    assert isinstance(problem, ValueError), f"W of shape (3, 2): expected a ValueError, not {problem!r}"
    for goal in (np.array([0]), np.array([[0, 1]]), np.array([0, 1, 2])):
        problem = error_of(lambda: tied_gradient(E_np, W_np, np.array([1, 2]), goal))
        told = f"ids of shape (2,), targets of shape {goal.shape}: expected a ValueError, not {problem!r}"
        assert isinstance(problem, ValueError), told
    problem = error_of(lambda: tied_gradient(E_np, W_np, np.zeros(0, int), np.zeros(0, int)))
    assert isinstance(problem, ValueError), f"no ids: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-tied_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-TiedLM", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. A tied model in PyTorch
#
# `TiedLM(V, d, body)` is what stands around a network: a table in front, any module in the middle,
# and a linear layer at the end that uses the same table.
#
# - `model.embed` is an `nn.Embedding(V, d)` and `model.lm_head` an `nn.Linear(d, V)`. Their weights are
#   **one** `Parameter`: one object with two names, `embed.weight` and `lm_head.weight`. It is counted
#   once, its gradient is the sum of both sides, and the tie holds after `.to(device)` between CPU and
#   GPU, `copy.deepcopy` and a plain `load_state_dict`. It need not outlive `assign=True` and
#   `.to("meta")`, which undo every tie. See {ref}`weight-tying-aliases-copies-and-ties-that-come-undone`.
# - The table is drawn from a normal distribution with mean 0 and standard deviation `std`. Neither
#   default of PyTorch does that: `nn.Embedding` draws with standard deviation 1, `nn.Linear` from an
#   interval. See {ref}`weight-tying-the-fresh-table-trap-length-and-scale`.
# - With `bias=True` the linear layer has a bias for each token, zero at first. Without, it has none.
# - `scale` multiplies the looked-up rows before they enter the body, and nothing else. Vaswani et al. and
#   Gemma use √d here; the logits are not scaled.
# - `body` is any module that takes `(*ids.shape, d)` and returns the same shape. Its weights, its
#   mode and its `requires_grad` stay as they are, and without one the rows go to the output directly.
#   `model.body` is the module given, or an `nn.Identity()`.
# - `device` and `dtype` say where and in which dtype the table and the bias are made, as for the layers of
#   PyTorch. Do not move the body: the caller has done that.
#
# Logits are returned as they are, not as probabilities. `check_ids` works for tensors on any device:
# call it before the lookup, since on a GPU an id outside the table makes every later CUDA call of the
# process fail.
#
# <details><summary>A first hint</summary>
# Assigning one module's parameter to another module's attribute makes both hold the same object.
# PyTorch's layers draw when they are made. The assignment drops one of the two matrices: is it the other
# one that you draw anew?
# </details>
# <details><summary>Is it one Parameter?</summary>
# <code>model.lm_head.weight is model.embed.weight</code> must be true. Equal numbers are not
# enough, and the same memory is not either.
# </details>

# %% nbgrader={"grade": false, "grade_id": "TiedLM", "locked": false, "schema_version": 3, "solution": true, "task": false}
class TiedLM(nn.Module):
    """A language model whose first and last layer share one table.

    V       number of tokens
    d       width
    body    module (*S, d) -> (*S, d), used as given; None: the rows go straight to the output
    std     standard deviation of the normal distribution from which the table is drawn, mean 0
    bias    has lm_head a bias (V,)? It starts at zero
    scale   factor of the looked-up rows before the body; the logits are not scaled
    device, dtype  of the table and the bias; None: PyTorch's default

    `embed` (nn.Embedding), `lm_head` (nn.Linear) and `body` are its modules; `embed.weight` and
    `lm_head.weight` are one Parameter (V, d).

    `model(ids)`: ids of any shape, int32 or int64, on the table's device -> logits (*ids.shape, V).
    TypeError: ids of another dtype. IndexError, naming the number: an id outside 0 ... V-1, on
    CPU and GPU. The settings are not checked: V and d of 1 or more and a std of 0 or more are
    taken for granted.

    >>> model = TiedLM(5, 2)
    >>> model.lm_head.weight is model.embed.weight, tuple(model(torch.tensor([[4, 0, 4]])).shape)
    (True, (1, 3, 5))
    """

    def __init__(
        self, V: int, d: int, body: nn.Module | None = None, std: float = 0.02, bias: bool = False,
        scale: float = 1.0, device=None, dtype=None,
    ):
        super().__init__()
        ### BEGIN SOLUTION
        self.scale = scale
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.body = nn.Identity() if body is None else body
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, std=std)
        if bias:
            nn.init.zeros_(self.lm_head.bias)
        ### END SOLUTION

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        check_ids(ids, self.embed.num_embeddings)
        return self.lm_head(self.body(self.embed(ids) * self.scale))
        ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-TiedLM", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, on the GPU too if there is one.
with visible_tests("TiedLM"):
    for device in DEVICES:
        torch.manual_seed(0)
        body = nn.Sequential(nn.Linear(64, 64), nn.Tanh()).to(device)
        model = TiedLM(5000, 64, body, bias=True, scale=8.0, device=device)
        assert model.lm_head.weight is model.embed.weight, "two Parameters: the table is not shared"
        count = sum(p.numel() for p in model.parameters()) - sum(p.numel() for p in body.parameters())
        assert count == 5000 * 64 + 5000, f"table and bias are counted as {count} numbers"
        spread = model.embed.weight.std().item()
        assert abs(spread - 0.02) < 5e-4, f"the standard deviation of the table is {spread:.3f}, not 0.02"
        assert not model.lm_head.bias.any(), "the bias starts at zero"
        assert TiedLM(5, 2).lm_head.bias is None, "no bias unless asked for"

        words = torch.tensor([[3, 0, 3], [4999, 1, 0]], device=device)
        hidden = body(8.0 * model.embed.weight[words])
        z = model(words)
        assert z.shape == (2, 3, 5000), f"the logits have the shape {tuple(z.shape)}"
        off = (z - hidden @ model.embed.weight.T).abs().max().item()
        assert off < 1e-5, f"the logits differ from body(scale · E[ids]) Eᵀ by up to {off}"
        loss = F.cross_entropy(z.reshape(-1, 5000), words.reshape(-1))
        print(f"{device}: fresh loss {loss.item():.3f}, ln V = {np.log(5000):.3f}")
        loss.backward()
        assert model.embed.weight.grad[17].any(), "row 17 was not read, but the output side reaches it"

        twin = copy.deepcopy(model)
        assert twin.lm_head.weight is twin.embed.weight, "the tie does not survive a deep copy"
        twin.load_state_dict(model.state_dict())
        assert twin.to(torch.float64).lm_head.weight is twin.embed.weight, "nor a change of dtype"
        problem = error_of(lambda: model(words + 1))
        told = f"the id 5000 and 5000 rows: expected an IndexError that names it, not {problem!r}"
        assert isinstance(problem, IndexError) and "5000" in str(problem), told
        problem = error_of(lambda: model(words.float()))
        assert isinstance(problem, TypeError), f"ids of dtype float32: expected a TypeError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-TiedLM", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-tied_parameters", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. Which parameters are tied?
#
# A tie is invisible in a printed model. Write the function that shows it: all groups of two or more
# names that lead to one `Parameter`.
#
# For `TiedLM(5, 2)` the answer is `[("embed.weight", "lm_head.weight")]`, or the two names the other
# way round if yours makes `lm_head` first; for a model without ties it is `[]`. A module that is used
# under two names ties all its parameters, one group for each.
#
# What a tie is not: two parameters with equal numbers, which part at the first step, and two parameters
# over the same memory, which an optimizer steps twice. Both are in
# {ref}`weight-tying-aliases-copies-and-ties-that-come-undone`. So compare objects and nothing else.
# Every parameter counts, at any depth, whatever it is called, also one that is frozen
# (`requires_grad=False`) or empty. The model does not change.
#
# The order is that of `model.named_parameters(remove_duplicate=False)`: the names within a group stand in
# that order, and the groups in the order of their first names.
#
# <details><summary>A first hint</summary>
# <code>named_parameters()</code> leaves out the second name of a Parameter unless you ask it not to.
# </details>
# <details><summary>Comparing objects</summary>
# <code>is</code> compares two; <code>id</code> gives a number that a dictionary can hold.
# </details>

# %% nbgrader={"grade": false, "grade_id": "tied_parameters", "locked": false, "schema_version": 3, "solution": true, "task": false}
def tied_parameters(model: nn.Module) -> list[tuple[str, ...]]:
    """Groups of two or more names that lead to one Parameter of the model.

    model  any module, on any device; it is not changed

    Returns a list of tuples of names as `model.named_parameters(remove_duplicate=False)` gives
    them, in that order, and the groups in the order of their first names; [] if nothing is tied.
    Equal values and shared memory are no tie: only the same Parameter object is. Frozen and
    empty parameters count as well; buffers do not.

    >>> layer = nn.Linear(2, 2)
    >>> tied_parameters(nn.Sequential(layer, layer))
    [('0.weight', '1.weight'), ('0.bias', '1.bias')]
    """
    ### BEGIN SOLUTION
    names = {}
    for name, parameter in model.named_parameters(remove_duplicate=False):
        names.setdefault(id(parameter), []).append(name)
    return [tuple(group) for group in names.values() if len(group) > 1]
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-tied_parameters", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("tied_parameters"):
    groups = tied_parameters(TiedLM(5, 2, nn.Linear(2, 2), bias=True))
    assert isinstance(groups, list), f"a list is expected, not {type(groups).__name__}"
    told = f"the groups of a tied model: {groups}"
    assert [sorted(group) for group in groups] == [["embed.weight", "lm_head.weight"]], told
    plain = nn.ModuleDict({"embed": nn.Embedding(5, 2), "lm_head": nn.Linear(2, 5)})
    assert tied_parameters(plain) == [], f"nothing is tied here: {tied_parameters(plain)}"
    with torch.no_grad():
        plain["lm_head"].weight.copy_(plain["embed"].weight)
    found = tied_parameters(plain)
    assert found == [], f"a copy with equal numbers is no tie: expected [], not {found}"
    plain["lm_head"].weight = nn.Parameter(plain["embed"].weight.detach())
    found = tied_parameters(plain)
    assert found == [], f"the same memory, but two Parameters: expected [], not {found}"

    layer = nn.Linear(2, 2)
    twice = nn.Sequential(layer, nn.Tanh(), layer, nn.Linear(2, 2))
    assert tied_parameters(twice) == [("0.weight", "2.weight"), ("0.bias", "2.bias")], tied_parameters(twice)
    outer = nn.ModuleDict({"left": twice, "right": nn.ModuleDict({"deep": layer})})
    found = tied_parameters(outer)
    assert found[0] == ("left.0.weight", "left.2.weight", "right.deep.weight"), f"three names: {found}"

# %% nbgrader={"grade": true, "grade_id": "check-tied_parameters", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-tying_savings", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. What a tie saves
#
# Given a model as it is, how much does its tie save, or how much would one save? In parameters, in
# bytes, and as a share. To compare models the share needs one denominator for all: the number of
# parameters of the **untied** model, the one with two tables. See
# {ref}`weight-tying-what-tying-saves-and-who-ties`.
#
# `total` is the number of parameters of the model as it is, with the table counted once if it is
# tied (that is what `parameters()` counts) and both tables if it is not.
#
# For `V = 100`, `d = 10`: a tied model with 4,000 parameters would have 5,000 untied, so tying saves 1,000
# parameters, 2,000 bytes at two bytes each, and a share of 0.2. An untied model with
# 4,000 parameters could save 1,000 too: a share of 0.25.
#
# A `total` too small for the tables it must hold is a mistake of the caller, so a `ValueError`; one that
# holds the tables and nothing else is fine.
#
# <details><summary>A first hint</summary>
# A tied model has saved as many parameters as an untied one could save. Only their totals differ.
# </details>

# %% nbgrader={"grade": false, "grade_id": "tying_savings", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Savings(NamedTuple):
    parameters: int
    bytes: int
    share: float


def tying_savings(V: int, d: int, total: int, tied: bool, itemsize: int = 2) -> Savings:
    """What one table for both ends saves, or would save, against two.

    V, d      shape of a table; these, total and itemsize are Python ints
    total     parameters of the model as it is: with one table if tied, with two if not
    tied      is the model tied?
    itemsize  bytes of one parameter

    Returns (parameters, bytes, share): two Python ints and a float between 0 and 1, the saved
    parameters as a share of those of the untied model. For numbers of any size the ints are exact,
    and the share has all digits of a float.

    ValueError: V, d or itemsize below 1; a total below the size of the tables that it holds.

    >>> tying_savings(100, 10, 4000, tied=True)
    Savings(parameters=1000, bytes=2000, share=0.2)
    """
    ### BEGIN SOLUTION
    if min(V, d, itemsize) < 1:
        raise ValueError(f"V = {V}, d = {d} and itemsize = {itemsize} must be at least 1")
    table = V * d
    if total < (table if tied else 2 * table):
        raise ValueError(f"a total of {total} parameters cannot hold the tables, {table} numbers each")
    return Savings(table, table * itemsize, table / (total + table * bool(tied)))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-tying_savings", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, with the two cases from above and with GPT-2's smallest model.
with visible_tests("tying_savings"):
    saved = tying_savings(100, 10, 4000, tied=True)
    assert isinstance(saved, tuple) and len(saved) == 3, "Savings(parameters, bytes, share) is expected"
    assert saved[:2] == (1000, 2000), f"parameters and bytes are {saved[:2]}"
    assert abs(saved[2] - 0.2) < 1e-12, f"1000 of the untied 5000: {saved[2]}"
    saved = tying_savings(100, 10, 4000, tied=False, itemsize=4)
    assert saved[:2] == (1000, 4000) and abs(saved[2] - 0.25) < 1e-12, f"untied: {saved}"
    for arguments in ((0, 10, 4000, True), (100, 10, 999, True), (100, 10, 1999, False)):
        problem = error_of(lambda: tying_savings(*arguments))
        assert isinstance(problem, ValueError), f"tying_savings{arguments}: expected a ValueError, not {problem!r}"
    assert tying_savings(100, 10, 1000, tied=True)[2] == 0.5, "a model that is nothing but tables"
    saved = Savings(*tying_savings(50257, 768, 124_439_808, tied=True))
    print(f"GPT-2 small: {saved.parameters:,} parameters, {saved.bytes / 1e6:.1f} MB, {saved.share:.1%}")

# %% nbgrader={"grade": true, "grade_id": "check-tying_savings", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-together", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## All together
#
# Nothing to write here. Your tied model and your gradient by hand meet: `tied_gradient` has to
# give what autograd finds in a `TiedLM` with the same weights.

# %% nbgrader={"grade": false, "grade_id": "try-together", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: one model, differentiated by autograd and by you.
with visible_tests("together"):
    torch.manual_seed(3)
    mix = nn.Linear(4, 4, bias=False, dtype=torch.float64)
    model = TiedLM(9, 4, nn.Sequential(mix, nn.Tanh()), std=0.5, dtype=torch.float64)
    read, predict = torch.tensor([[1, 8, 1], [0, 5, 8]]), torch.tensor([[8, 1, 2], [5, 8, 0]])
    F.cross_entropy(model(read).reshape(-1, 9), predict.reshape(-1)).backward()
    E_now, W_now = model.embed.weight.detach().numpy(), mix.weight.detach().numpy().T
    by_hand = TiedGradients(*tied_gradient(E_now, W_now, read.numpy(), predict.numpy()))
    gap = np.abs(by_hand.input_side + by_hand.output_side - model.embed.weight.grad.numpy()).max()
    assert gap < 1e-12, f"the two gradients of the table differ by {gap}"
    gap = np.abs(by_hand.dW - mix.weight.grad.numpy().T).max()
    assert gap < 1e-12, f"the two gradients of W differ by {gap}"
    names = tied_parameters(model)
    saved = Savings(*tying_savings(9, 4, sum(p.numel() for p in model.parameters()), tied=True, itemsize=8))
    print(f"tied: {names}; saved: {saved.parameters} parameters, {saved.share:.0%} of the untied model")

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
