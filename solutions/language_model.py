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
# # A language model around one table
#
# Everything that the other assignments built meets here. Ids become rows with a position, a small network
# turns a window of rows into one hidden state, and the same table turns that state into logits. You write
# the path there, the gradients on the way back, the step that changes the parameters, and then the same
# model in PyTorch. At the end it learns a little text.
#
# - **Time**: about two hours.
# - **Before you start**: read {ref}`language-model-from-ids-to-rows-with-a-place`,
#   {ref}`language-model-a-block-between-two-uses-of-one-table` and
#   {ref}`language-model-both-gradients-of-the-table` in the chapter. Each part below names what else it
#   uses.
# - **Points**: the cells that begin with *Try it* let you work alone. They carry no points and may be run
#   as often as you like. Hidden tests decide: they draw new inputs, and look at shapes, dtypes, bad input
#   and devices too, as the docstrings describe them. Each test gives its points on its own; a mistake that
#   touches several tests costs several.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
#
# ## The model
#
# `V` tokens, width `d`, a window of `w` ids, `m` hidden units, a batch of `B` windows. The model sees `w`
# ids and predicts the one that comes next:
#
# $$
# X = E[\mathrm{ids}] + P, \qquad
# h = \mathrm{norm}\bigl(\tanh(\mathrm{flat}(\mathrm{norm}(X))\, W_1)\, W_2\bigr), \qquad
# z = h\, E^\top .
# $$
#
# `norm` (in code `rms_norm`) divides each vector of length `d` by √(the mean of its squares + `EPS`), and
# `flat` puts the `w` rows of a window behind one another. Four arrays are learned: `E` (V, d), `P` (w, d),
# `W1` (w·d, m) and `W2` (m, d). There are no biases, and the output has no table of its own: `E` stands at
# both ends.
#
# ## What is given
#
# The setup cell holds what earlier assignments asked for, so that a mistake made there costs nothing here:
# `rms_norm` and `rms_norm_backward`, `embedding_backward` from *scatter-add*, `softmax`, `cross_entropy`
# and `check_ids`. New are `Parameters`, which holds the four arrays, `start`, which draws them, and the
# block between table and logits with its backward, `block_forward` and `block_backward`. Read them: you
# call them, and the PyTorch model does the same. The chapter keeps its arrays in a dictionary, and there
# `block_backward` returns gradients by name; here the four have a class, and it returns a tuple.
#
# ## Rules
#
# | what is wrong | what to raise |
# | --- | --- |
# | in NumPy: ids or targets that are no integers, `bool` too; in PyTorch: any dtype but `int32` and `int64` | `TypeError` |
# | an id or a target outside `0 ... V-1`, negative ones too | `IndexError` that names the number |
# | shapes that do not fit together | `ValueError` |
#
# Where a call breaks two rules at once, the exception of either is right. `check_ids(ids, V)` raises the
# first two, for NumPy arrays and for tensors on any device; `block_forward` and `cross_entropy` raise some
# of the others.
#
# All arguments stay as they were, but for the parameters in `train_step`. They need not be contiguous in
# memory. In NumPy the arrays of floats that a call gets are finite and of one dtype, `float32` or
# `float64`. The results have it too; computations run in that dtype or a wider one. Ids and targets come in
# any integer dtype there, in PyTorch in the two of the table above. The arrays of a `Parameters` fit
# together, and what no docstring refuses need not be checked.
#
# A part may call what you wrote in an earlier one. Then its mistakes count here too.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import copy
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

EPS = 1e-6  # added to the mean square, inside the root


@dataclass
class Parameters:
    """The four arrays that are learned, all float32 or all float64."""

    E: np.ndarray  # (V, d) the table, at both ends
    P: np.ndarray  # (w, d) one row for each position of the window
    W1: np.ndarray  # (w * d, m)
    W2: np.ndarray  # (m, d)


def start(V: int, d: int, w: int, m: int, rng: np.random.Generator, std=0.02) -> Parameters:
    """Parameters drawn from N(0, std²), float64."""
    return Parameters(*(rng.normal(0, std, shape) for shape in ((V, d), (w, d), (w * d, m), (m, d))))


def rms_norm(x: np.ndarray) -> np.ndarray:
    """x divided by the root of its mean square over the last axis."""
    return x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + EPS)


def rms_norm_backward(x: np.ndarray, dy: np.ndarray) -> np.ndarray:
    """The gradient of x, given that of y = rms_norm(x)."""
    root = np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + EPS)
    y = x / root
    return (dy - y * np.mean(dy * y, axis=-1, keepdims=True)) / root


def block_forward(p: Parameters, x: np.ndarray) -> tuple[np.ndarray, tuple]:
    """From the rows of a window to one hidden state: x (B, w, d) -> h (B, d), and what backward needs."""
    B, w, d = x.shape
    if w * d != len(p.W1):
        raise ValueError(f"x has the shape {x.shape}; the block is for windows of {len(p.W1) // d} rows")
    flat = rms_norm(x).reshape(B, w * d)
    a = np.tanh(flat @ p.W1)  # (B, m)
    o = a @ p.W2  # (B, d)
    return rms_norm(o), (x, flat, a, o)


def block_backward(p: Parameters, saved: tuple, dh: np.ndarray) -> tuple[np.ndarray, ...]:
    """dh (B, d) -> dx (B, w, d), dW1 (w * d, m), dW2 (m, d), from the weights that p holds at this call."""
    x, flat, a, o = saved
    do = rms_norm_backward(o, dh)
    da = do @ p.W2.T * (1 - a * a)
    dx = rms_norm_backward(x, (da @ p.W1.T).reshape(x.shape))
    return dx, flat.T @ da, a.T @ do


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


def softmax(logits: np.ndarray) -> np.ndarray:
    """The probabilities (B, V) of logits (B, V), stable."""
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def cross_entropy(logits: np.ndarray, targets: np.ndarray) -> float:
    """The mean of -log p[target] over the batch, in nats, stable; targets (B,) are checked."""
    check_ids(targets, logits.shape[-1])
    if targets.shape != logits.shape[:1] or len(targets) == 0:
        raise ValueError(f"{targets.shape} targets for logits {logits.shape}: expected (B,), B at least 1")
    shifted = logits - logits.max(axis=1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return -float(log_p[np.arange(len(targets)), targets].mean())


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
print("The visible tests of PyTorch functions run on:", ", ".join(DEVICES))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-embed", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. Rows with a position
#
# The first line of the model: look up the row of every id and add the row of its position. Position `t` of
# every window gets row `t` of `P`, whatever the id and whatever the window. See
# {ref}`language-model-from-ids-to-rows-with-a-place`.
#
# For `E = [[1, 0], [0, 1]]`, `P = [[10, 10], [20, 20], [30, 30]]` and `ids = [[1, 0]]` the result is
# `[[[10, 11], [21, 20]]]`: row 1 and row 0 of the table, at the positions 0 and 1.
#
# A window may be shorter than `P` has rows; then the first rows of `P` are used. It may not be longer:
# there is no row for such a position. The error names both numbers, since whoever meets it needs to know which
# of the two to change.
#
# <details><summary>A first hint</summary>
# Indexing with an array of ids gives an array of rows of the shape of the ids, with one axis more. Which
# axis of it is the position, and what does broadcasting add to it?
# </details>
# <details><summary>The table changes?</summary>
# <code>E[ids]</code> with an array of ids is a copy, <code>E[3]</code> with a single number is a view:
# adding to it in place writes into the table.
# </details>

# %% nbgrader={"grade": false, "grade_id": "embed", "locked": false, "schema_version": 3, "solution": true, "task": false}
def embed(E: np.ndarray, P: np.ndarray, ids: np.ndarray) -> np.ndarray:
    """The rows of the ids, each with the row of its position added.

    E    (V, d) the table, float32 or float64
    P    (w, d) one row for each position, same dtype
    ids  (B, T) with T from 1 to w, any integer dtype, each in 0 ... V-1; B may be 0

    Returns a new array (B, T, d) of the same dtype.

    TypeError: ids that are no integers. IndexError, naming the number: an id outside 0 ... V-1.
    ValueError: T larger than w, naming both numbers; ids that do not have two axes; E and P of
    different widths.

    >>> E, P = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[10.0, 10.0], [20.0, 20.0], [30.0, 30.0]])
    >>> embed(E, P, np.array([[1, 0]])).tolist()
    [[[10.0, 11.0], [21.0, 20.0]]]
    """
    ### BEGIN SOLUTION
    check_ids(ids, len(E))
    if ids.ndim != 2 or E.shape[1:] != P.shape[1:]:
        raise ValueError(f"ids {ids.shape}, E {E.shape}, P {P.shape}: expected (B, T) and one width")
    T = ids.shape[1]
    if T > len(P):
        raise ValueError(f"a window of {T} ids, and P has rows for {len(P)} positions")
    return E[ids] + P[:T]
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-embed", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("embed"):
    table, positions = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[10.0, 10.0], [20.0, 20.0], [30.0, 30.0]])
    result = embed(table, positions, np.array([[1, 0]]))
    assert isinstance(result, np.ndarray), f"a NumPy array is expected, not {type(result).__name__}"
    assert result.shape == (1, 2, 2), f"one window, two ids, d = 2: expected (1, 2, 2), not {result.shape}"
    assert result.tolist() == [[[10, 11], [21, 20]]], f"the rows are {result.tolist()}"

    rng = np.random.default_rng(0)
    E_np, P_np = (rng.normal(size=s).astype(np.float32) for s in ((7, 4), (3, 4)))
    kept = E_np.copy(), P_np.copy()
    square = rng.integers(0, 7, (3, 3))  # as many windows as positions
    result = embed(E_np, P_np, square)
    assert result.dtype == np.float32, f"float32 went in, {result.dtype} came out"
    for b, t in ((0, 2), (2, 0), (1, 1)):
        off = np.abs(result[b, t] - (E_np[square[b, t]] + P_np[t])).max()
        told = f"window {b}, position {t}: expected row {square[b, t]} of E plus row {t} of P"
        assert off < 1e-6, f"{told}; off by {off}"
    assert np.array_equal(E_np, kept[0]) and np.array_equal(P_np, kept[1]), "E or P was changed"
    assert embed(E_np, P_np, np.zeros((0, 3), int)).shape == (0, 3, 4), "no windows: the shape is (0, 3, 4)"

    problem = error_of(lambda: embed(E_np, P_np, np.zeros((2, 5), int)))
    told = f"5 ids and 3 positions: expected a ValueError that names both, not {problem!r}"
    assert isinstance(problem, ValueError) and "5" in str(problem) and "3" in str(problem), told
    for bad, kind in (([[7]], IndexError), ([[-1]], IndexError), ([[1.0]], TypeError), ([1, 2], ValueError)):
        problem = error_of(lambda: embed(E_np, P_np, np.array(bad)))
        assert isinstance(problem, kind), f"ids {bad}: expected {kind.__name__}, not {problem!r}"
        if kind is IndexError:
            assert str(bad[0][0]) in str(problem), f"ids {bad}: the message does not name the id: {problem}"
    problem = error_of(lambda: embed(E_np, P_np[:, :1], np.array([[1, 2]])))
    told = "E of width 4 and P of width 1"
    assert isinstance(problem, ValueError), f"{told}: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-embed", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-forward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. From ids to logits
#
# The whole path forward: rows with their positions, the given block, and the table once more. The logit of
# token `j` is the dot product of the hidden state with row `j` of `E`: no bias, no factor, no softmax. See
# {ref}`language-model-a-block-between-two-uses-of-one-table`.
#
# Backward needs what was computed on the way, so all of it is returned: the rows `x`, the hidden states
# `h`, the logits, and `saved`, the second result of `block_forward`, unchanged.
#
# An example for the last line alone: with `h = [[1, 2]]` and `E = [[1, 0], [0, 1], [1, 1]]` the logits are
# `[[1, 2, 3]]`, one for each row of the table.
#
# Here a window has exactly `w` ids: `W1` has a block of `d` rows for each position. Longer windows are
# refused by `embed`, shorter ones by `block_forward`.
#
# <details><summary>A first hint</summary>
# Three lines: your first function, the given block, one matrix product. Which side of the product is
# transposed, so that the axes of length <code>d</code> meet? If V equals d, both ways run.
# </details>

# %% nbgrader={"grade": false, "grade_id": "forward", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Forward(NamedTuple):
    x: np.ndarray
    h: np.ndarray
    logits: np.ndarray
    saved: tuple


def forward(p: Parameters, ids: np.ndarray) -> Forward:
    """The logits of the next id after each window, and what backward needs.

    p    the four arrays: E (V, d), P (w, d), W1 (w * d, m), W2 (m, d)
    ids  (B, w), any integer dtype, each in 0 ... V-1; B may be 0

    Returns (x, h, logits, saved): x (B, w, d) the rows with their positions; h (B, d) the hidden states;
    logits (B, V) = h Eᵀ; saved as `block_forward` returns it. The dtype is that of the parameters.

    TypeError: ids that are no integers. IndexError, naming the number: an id outside 0 ... V-1.
    ValueError: ids that are not of shape (B, w); that includes shorter windows.

    >>> p = start(V=5, d=2, w=3, m=4, rng=np.random.default_rng(0))
    >>> found = forward(p, np.array([[4, 0, 4], [1, 1, 2]]))
    >>> found.x.shape, found.h.shape, found.logits.shape
    ((2, 3, 2), (2, 2), (2, 5))
    """
    ### BEGIN SOLUTION
    x = embed(p.E, p.P, ids)
    h, saved = block_forward(p, x)
    return Forward(x, h, h @ p.E.T, saved)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-forward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("forward"):
    p = start(V=4, d=4, w=3, m=5, rng=np.random.default_rng(1), std=0.5)  # V = d: both products run
    words = np.array([[0, 3, 1], [2, 2, 0]])
    found = forward(p, words)
    assert isinstance(found, tuple) and len(found) == 4, "Forward(x, h, logits, saved) is expected"
    x, h, z, saved = found
    assert x.shape == (2, 3, 4) and h.shape == (2, 4), f"x has the shape {x.shape}, h {h.shape}"
    assert z.shape == (2, 4), f"two windows, four tokens: expected logits (2, 4), not {z.shape}"
    off = np.abs(x[1, 0] - p.E[2] - p.P[0]).max()
    assert off < 1e-12, f"x[1, 0] differs from row 2 of E plus row 0 of P by {off}"
    for b, j in ((0, 1), (1, 3)):
        want = float(h[b] @ p.E[j])
        told = f"window {b}, token {j}: h · E[{j}] is {want:.4f}"
        assert abs(z[b, j] - want) < 1e-12, f"{told}, the logit {z[b, j]:.4f}"
    again, want = block_forward(p, x)
    assert np.allclose(h, again, rtol=0, atol=1e-12), "h is not what the block makes of x"
    as_block = len(saved) == len(want) and all(np.allclose(a, b) for a, b in zip(saved, want))
    assert as_block, "saved is not what block_forward returns beside h"

    short = start(V=6, d=2, w=3, m=4, rng=np.random.default_rng(2))
    none = [a.shape for a in forward(short, np.zeros((0, 3), int))[:3]]
    assert none == [(0, 3, 2), (0, 2), (0, 6)], f"no windows: x, h and logits have the shapes {none}"
    for bad, kind in (([[0, 1]], ValueError), ([[0, 1, 2, 3]], ValueError), ([[0, 1, 6]], IndexError),
                      ([[0, -1, 2]], IndexError), ([[0.0, 1.0, 2.0]], TypeError)):
        problem = error_of(lambda: forward(short, np.array(bad)))
        assert isinstance(problem, kind), f"ids {bad}, w = 3: expected {kind.__name__}, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-forward", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-head_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. What the head sends back
#
# From hidden states and targets to the loss and its two gradients: one for the table as output, one for the
# hidden states. All three come back as a `Head`, a named tuple. The loss is the mean over the batch of `-log p[target]`, with `p` the softmax of the logits
# `h Eᵀ`. See {ref}`language-model-logits-loss-and-what-the-head-sends-back`.
#
# Worked example: one window, `h = [[1, 0]]`, `E = [[0, 0], [0, 0]]`, target 1. Both probabilities are 1/2,
# so the loss is `ln 2`. The gradient of the logits is `p - onehot = [0.5, -0.5]`, and row `j` of `dE` is
# its entry `j` times `h`: `dE = [[0.5, 0], [-0.5, 0]]`. `dh` is zero, since both rows of `E` are.
#
# `dE` is dense: each row of the table was compared with each hidden state, so each row learns. Logits may
# be as large as a few thousand; nothing may become `inf` or `nan` on the way. The given `softmax` and
# `cross_entropy` hold that.
#
# <details><summary>A first hint</summary>
# Everything follows from one array of the shape of the logits: the gradient of the mean loss with respect
# to the logits. Both results are one product from there.
# </details>
# <details><summary>One target for each window</summary>
# To change one entry in each row of an array, give two arrays of indices: the rows and the columns.
# </details>

# %% nbgrader={"grade": false, "grade_id": "head_backward", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Head(NamedTuple):
    loss: float
    dE: np.ndarray
    dh: np.ndarray


def head_backward(h: np.ndarray, E: np.ndarray, targets: np.ndarray) -> Head:
    """The mean cross-entropy of the logits h Eᵀ, and its gradients.

    h        (B, d) hidden states, float32 or float64, B at least 1
    E        (V, d) the table, same dtype
    targets  (B,), any integer dtype, each in 0 ... V-1

    Returns (loss, dE, dh): the loss a Python float, in nats, the mean over the batch; the gradients
    of that mean as new arrays (V, d) and (B, d) of the dtype of h. Finite for logits of a few thousand,
    of both signs.

    TypeError: targets that are no integers. IndexError, naming the number: a target outside
    0 ... V-1. ValueError: h or E that do not have two axes, widths that differ, targets that are not (B,),
    an empty batch.

    >>> head = head_backward(np.array([[1.0, 0.0]]), np.zeros((2, 2)), np.array([1]))
    >>> round(head.loss, 4), head.dE.tolist(), head.dh.tolist()
    (0.6931, [[0.5, 0.0], [-0.5, 0.0]], [[0.0, 0.0]])
    """
    ### BEGIN SOLUTION
    if h.ndim != 2 or E.ndim != 2 or h.shape[1] != E.shape[1]:
        raise ValueError(f"h has the shape {h.shape} and E {E.shape}; expected (B, d) and (V, d)")
    logits = h @ E.T
    loss, dz = cross_entropy(logits, targets), softmax(logits)
    dz[np.arange(len(h)), targets] -= 1
    dz /= len(h)
    return Head(loss, dz.T @ h, dz @ E)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-head_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, against autograd.
with visible_tests("head_backward"):
    head = head_backward(np.array([[1.0, 0.0]]), np.zeros((2, 2)), np.array([1]))
    assert isinstance(head, tuple) and len(head) == 3, "Head(loss, dE, dh) is expected"
    head = Head(*head)
    assert isinstance(head.loss, float) and abs(head.loss - np.log(2)) < 1e-12, f"the loss is {head.loss}"
    assert np.allclose(head.dE, [[0.5, 0], [-0.5, 0]]), f"dE is {head.dE.tolist()}"
    assert head.dh.shape == (1, 2) and not head.dh.any(), f"dh is {head.dh.tolist()}, expected zeros (1, 2)"

    rng = np.random.default_rng(0)
    h_np, E_np, goal = rng.normal(size=(5, 3)), rng.normal(size=(6, 3)), np.array([1, 4, 4, 0, 1])
    h_t, E_t = (torch.tensor(a, requires_grad=True) for a in (h_np, E_np))
    loss_t = F.cross_entropy(h_t @ E_t.T, torch.tensor(goal))
    loss_t.backward()
    head = Head(*head_backward(h_np, E_np, goal))
    assert abs(head.loss - loss_t.item()) < 1e-12, f"the loss is {head.loss}, autograd's {loss_t.item()}"
    for name, wanted in (("dE", E_t.grad), ("dh", h_t.grad)):
        found = getattr(head, name)
        assert found.shape == tuple(wanted.shape), f"{name} has the shape {found.shape}"
        off = np.abs(found - wanted.numpy()).max()
        assert off < 1e-12, f"{name} differs from autograd's by up to {off}"
    single = Head(*head_backward(h_np.astype(np.float32), E_np.astype(np.float32), goal.astype(np.uint8)))
    assert single.dE.dtype == single.dh.dtype == np.float32, "float32 went in, another dtype came out"
    far = Head(*head_backward(np.array([[1000.0]]), np.array([[2.0], [0.0]]), np.array([1])))
    assert far.loss == 2000 and np.isfinite(far.dE).all(), f"logits of 2000 and 0: the loss is {far.loss}"

    for bad, kind in (([0, 1], ValueError), ([0, 1, 2, 3, 6], IndexError), ([0, 1, 2, 3, -1], IndexError),
                      ([0.0, 1.0, 2.0, 3.0, 4.0], TypeError), ([[0, 1, 2, 3, 4]], ValueError)):
        problem = error_of(lambda: head_backward(h_np, E_np, np.array(bad)))
        assert isinstance(problem, kind), f"targets {bad}: expected {kind.__name__}, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-head_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-table_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. The gradient of one table at both ends
#
# The table was read twice: as rows at the input, and as a whole at the output. Its gradient is the sum of
# what comes back from both. The head has given its part, `dE_head`, for every row. The input's part is the
# scatter-add of `dx`: each position of each window sends its vector to the row that it was looked up from. See
# {ref}`language-model-both-gradients-of-the-table`.
#
# For `ids = [[2, 2]]`, `dx = [[[1, 1], [10, 10]]]` and `dE_head = [[5, 5], [5, 5], [5, 5]]` the result is
# `[[5, 5], [5, 5], [16, 16]]`.
#
# Nothing is divided here: the loss is a mean, and both `dx` and `dE_head` carry that factor already.
# `dE_head` stays as it is; the result is a new array.
#
# <details><summary>A first hint</summary>
# The setup cell holds the scatter-add of an earlier assignment.
# </details>
# <details><summary>Without it</summary>
# Adding into a copy of <code>dE_head</code> works as well. Which way of adding keeps the contributions of
# an id that comes twice?
# </details>

# %% nbgrader={"grade": false, "grade_id": "table_gradient", "locked": false, "schema_version": 3, "solution": true, "task": false}
def table_gradient(dx: np.ndarray, ids: np.ndarray, dE_head: np.ndarray) -> np.ndarray:
    """The gradient of a table that stands at both ends.

    dx       (B, T, d) the gradient of the looked-up rows, float32 or float64
    ids      (B, T), any integer dtype, each in 0 ... V-1; there may be none
    dE_head  (V, d) the part of the output side, same dtype

    Returns a new array (V, d) of the same dtype: dE_head, and for every position its dx added to the row
    of its id.

    TypeError: ids that are no integers. IndexError, naming the number: an id outside 0 ... V-1.
    ValueError: ids or dE_head that do not have two axes; dx of another shape than (B, T, d), with the d of
    dE_head.

    >>> table_gradient(np.array([[[1.0], [10.0]]]), np.array([[2, 2]]), np.full((3, 1), 5.0)).tolist()
    [[5.0], [5.0], [16.0]]
    """
    ### BEGIN SOLUTION
    wanted = (*ids.shape, *dE_head.shape[1:])
    if ids.ndim != 2 or dE_head.ndim != 2 or dx.shape != wanted:
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}: expected dx {wanted}")
    return dE_head + embedding_backward(dx, ids, len(dE_head))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-table_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("table_gradient"):
    head_part = np.full((3, 2), 5.0)
    result = table_gradient(np.array([[[1.0, 1.0], [10.0, 10.0]]]), np.array([[2, 2]]), head_part)
    assert isinstance(result, np.ndarray), f"a NumPy array is expected, not {type(result).__name__}"
    assert result.shape == (3, 2), f"expected the shape of the table, not {result.shape}"
    assert result.tolist() == [[5, 5], [5, 5], [16, 16]], f"the gradient is {result.tolist()}"
    assert (head_part == 5).all(), "dE_head was changed"
    result = table_gradient(np.zeros((0, 3, 2)), np.zeros((0, 3), int), head_part)
    assert np.array_equal(result, head_part), f"no ids: expected dE_head, not {result.tolist()}"
    assert not np.shares_memory(result, head_part), "no ids: the result is to be a new array all the same"

    # Against autograd: one table, read as rows and as the output.
    rng = np.random.default_rng(0)
    E_t = torch.tensor(rng.normal(size=(6, 3)), requires_grad=True)
    words, goal = np.array([[0, 3, 3], [5, 3, 0]]), np.array([3, 1])
    h_t = torch.tanh(E_t[torch.tensor(words)]).mean(dim=1)
    F.cross_entropy(h_t @ E_t.T, torch.tensor(goal)).backward()
    head = Head(*head_backward(h_t.detach().numpy(), E_t.detach().numpy(), goal))
    dx = head.dh[:, None] / 3 * (1 - np.tanh(E_t.detach().numpy()[words]) ** 2)
    off = np.abs(table_gradient(dx, words, head.dE) - E_t.grad.numpy()).max()
    assert off < 1e-12, f"the gradient of the table differs from autograd's by up to {off}"
    single = table_gradient(dx.astype(np.float32), words, head.dE.astype(np.float32))
    assert single.dtype == np.float32, f"float32 went in, {single.dtype} came out"

    for bad, kind in (([[0, 3, 6], [5, 3, 0]], IndexError), ([[0, 3, -1], [5, 3, 0]], IndexError),
                      ([[0, 3, 3]], ValueError), ([0, 3], ValueError)):
        problem = error_of(lambda: table_gradient(dx, np.array(bad), head.dE))
        assert isinstance(problem, kind), f"ids {bad}: expected {kind.__name__}, not {problem!r}"
    problem = error_of(lambda: table_gradient(dx[:, :1], words, head.dE))
    assert isinstance(problem, ValueError), f"dx for one position of three: expected a ValueError, not {problem!r}"
    problem = error_of(lambda: table_gradient(dx, 0 * words, head.dE[0]))
    assert isinstance(problem, ValueError), f"dE_head of one axis: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-table_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-train_step", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. One step
#
# Everything in order: forward, the head's gradients, back through the block, the table's sum, and then a
# step of plain gradient descent on all four arrays: each one minus `lr` times its gradient. Returned is the
# loss that the parameters had before the step. See {ref}`language-model-one-step-of-training`.
#
# Three things to think about.
#
# - `P` was added to every window of the batch. So its gradient is the sum of `dx` over the batch: position `t`
#   gets `dx[0, t] + dx[1, t] + ...`.
# - All gradients belong to the parameters as they were before the step. An array that has been changed
#   already must not enter a gradient of another one.
# - The step changes the arrays themselves. An optimizer, a plot or a second `Parameters` may hold the same
#   arrays, and should see the step. `p.E -= ...` changes an array; `p.E = p.E - ...` makes a new one and
#   leaves the old one as it was.
#
# The hidden tests compare one step with the right one, array by array. They also train: on a little text
# like that of the cell below, from a start with `std=0.1`, forty steps with `lr=0.3` on all windows are to
# bring the loss from about `ln 9 = 2.2` to below 0.7.
#
# <details><summary>A first hint</summary>
# Five lines of computing, four of changing, in this order. Nothing is changed before everything is
# computed.
# </details>
# <details><summary>It learns, but the numbers differ</summary>
# A model learns with half of its gradient too. Compare array by array with finite differences of the loss,
# as the cell below does: which one differs?
# </details>

# %% nbgrader={"grade": false, "grade_id": "train_step", "locked": false, "schema_version": 3, "solution": true, "task": false}
def train_step(p: Parameters, ids: np.ndarray, targets: np.ndarray, lr: float) -> float:
    """One step of gradient descent on all four arrays of p, in place.

    p        the four arrays, all float32 or all float64; changed in place
    ids      (B, w), any integer dtype, each in 0 ... V-1, B at least 1
    targets  (B,), any integer dtype, each in 0 ... V-1: the id that follows each window
    lr       the learning rate; each array becomes itself minus lr times the gradient of the mean loss

    Returns the mean loss of the batch before the step, a Python float, in nats.

    TypeError: ids or targets that are no integers. IndexError, naming the number: an id or a target outside
    0 ... V-1. ValueError: ids that are not (B, w), targets that are not (B,), an empty batch. If it raises, p
    stays as it was.

    >>> p = start(V=5, d=4, w=2, m=6, rng=np.random.default_rng(0), std=0.1)
    >>> losses = [train_step(p, np.array([[1, 2], [2, 3]]), np.array([3, 4]), lr=0.3) for _ in range(30)]
    >>> round(losses[0], 1), losses[-1] < 0.3
    (1.5, True)
    """
    ### BEGIN SOLUTION
    _, h, _, saved = forward(p, ids)
    loss, dE_head, dh = head_backward(h, p.E, targets)
    dx, dW1, dW2 = block_backward(p, saved, dh)
    dE, dP = table_gradient(dx, ids, dE_head), dx.sum(axis=0)
    for array, gradient in ((p.E, dE), (p.P, dP), (p.W1, dW1), (p.W2, dW2)):
        array -= lr * gradient
    return loss
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-train_step", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: one step against finite differences of the loss, array by array.
with visible_tests("train_step"):
    def loss_of(p, ids, targets):
        return train_step(copy.deepcopy(p), ids, targets, lr=0.0)


    rng = np.random.default_rng(0)
    p = start(V=5, d=3, w=2, m=4, rng=rng, std=0.5)
    words, goal = np.array([[0, 3], [3, 3], [1, 0]]), np.array([3, 1, 4])
    before, shelf = copy.deepcopy(p), copy.copy(p)  # the shelf holds the same four arrays
    loss = train_step(p, words, goal, lr=0.01)
    assert isinstance(loss, float), f"the loss is to be a float, not {type(loss).__name__}"
    want = float(cross_entropy(forward(before, words)[2], goal))
    assert abs(loss - want) < 1e-12, f"the loss before the step is {want:.6f}; returned was {loss:.6f}"
    for name in ("E", "P", "W1", "W2"):
        array = getattr(before, name)
        step = getattr(p, name) - array
        slope = np.zeros_like(array)
        for entry in np.ndindex(array.shape):
            kept = array[entry]
            array[entry] = kept + 1e-5
            up = loss_of(before, words, goal)
            array[entry] = kept - 1e-5
            slope[entry] = (up - loss_of(before, words, goal)) / 2e-5
            array[entry] = kept
        off = np.abs(step + 0.01 * slope).max()
        assert off < 1e-8, f"{name}: the step differs from -lr · slope by up to {off:.1e}"
        same = np.array_equal(getattr(shelf, name), getattr(p, name))
        assert same, f"{name} is a new array: another holder of the parameters does not see the step"

    # And a little text: two sentences that share two words, in a random order.
    sentences = np.array([[6, 0, 1, 2, 3], [6, 4, 1, 2, 5]])
    text = sentences[rng.integers(0, 2, 12)].reshape(-1)
    windows = np.lib.stride_tricks.sliding_window_view(text, 4)  # three ids and the one that follows
    p = start(V=9, d=6, w=3, m=10, rng=rng, std=0.1)
    losses = [train_step(p, windows[:, :3], windows[:, 3], lr=0.3) for _ in range(41)]
    print(f"loss {losses[0]:.2f} at the start (ln 9 = {np.log(9):.2f}), {losses[40]:.2f} after 40 steps")
    assert losses[40] < 0.7, f"after 40 steps the loss is {losses[40]:.2f}; expected less than 0.7"
    kept = copy.deepcopy(p)
    problem = error_of(lambda: train_step(p, windows[:, :3], windows[:5, 3], lr=0.3))
    told = f"5 targets for {len(windows)} windows"
    assert isinstance(problem, ValueError), f"{told}: expected a ValueError, not {problem!r}"
    problem = error_of(lambda: train_step(p, windows[:, :3], windows[:, 3] + 71, lr=0.3))
    told = "targets from 71 on"
    assert isinstance(problem, IndexError), f"{told}: expected an IndexError, not {problem!r}"
    for name in ("E", "P", "W1", "W2"):
        same = np.array_equal(getattr(kept, name), getattr(p, name))
        assert same, f"train_step raised, and by then it had changed {name}"

# %% nbgrader={"grade": true, "grade_id": "check-train_step", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-TinyLM", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. The same model in PyTorch
#
# `TinyLM(V, d, window, hidden)` is the model of the formula above as a module, and autograd does what parts
# 3 and 4 did by hand. See {ref}`language-model-the-same-model-in-pytorch`.
#
# - It has exactly four Parameters, its attributes `E`, `P`, `W1` and `W2`, of the same shapes as in NumPy,
#   so that numbers can be carried over as they are. There is no second table and no bias.
# - Every one of the four is drawn anew from a normal distribution with mean 0 and standard deviation `std`.
# - `model(ids)` returns the logits (B, V) for ids of shape (B, window). The order is that of
#   `block_forward`: norm over the `d` numbers of each row, flattened, `W1`, tanh, `W2`, norm again. `EPS`
#   is added to the mean square, inside the root. PyTorch's own RMSNorm adds another number by default.
# - Gradients reach `E` from both ends. Training and evaluation mode make no difference.
# - `device` and `dtype` say where and in which dtype the four are made, as for the layers of PyTorch. After
#   `.to(device)`, `.double()`, `copy.deepcopy` or `load_state_dict` a model works with its own four, as any
#   module does.
#
# `check_ids` works for tensors on any device: call it before the lookup, since on a GPU an id outside the
# table makes every later CUDA call of the process fail.
#
# Given the same numbers, the gradients agree with those of your NumPy functions to rounding. The cell below
# looks at that.
#
# <details><summary>A first hint</summary>
# <code>nn.Parameter</code> around a tensor, kept as an attribute of that name, is all that a module needs
# to know a parameter. Multiply by it with <code>@</code>.
# </details>
# <details><summary>The norm</summary>
# Writing it out with <code>mean</code> and <code>sqrt</code> takes one line. <code>F.rms_norm</code>, in
# PyTorch 2.4 and newer, takes the shape of the axes to normalise and <code>eps</code>.
# </details>

# %% nbgrader={"grade": false, "grade_id": "TinyLM", "locked": false, "schema_version": 3, "solution": true, "task": false}
class TinyLM(nn.Module):
    """The language model of this assignment: a table at both ends, a window of ids, one hidden layer.

    V       number of tokens
    d       width
    window  number of ids that the model sees
    hidden  width of the hidden layer
    std     standard deviation of the normal distribution from which all four Parameters are drawn, mean 0
    device, dtype  of the Parameters; None: PyTorch's default

    Its Parameters are `E` (V, d), `P` (window, d), `W1` (window * d, hidden) and `W2` (hidden, d), and
    no others.

    `model(ids)`: ids (B, window), B at least 1, int32 or int64, on the model's device -> logits (B, V) in
    the dtype of the Parameters.
    TypeError: ids of another dtype. IndexError, naming the number: an id outside 0 ... V-1, on CPU and GPU.
    ValueError: ids that are not of shape (B, window). The settings are not checked.

    >>> model = TinyLM(5, 2, window=3, hidden=4)
    >>> sorted(name for name, _ in model.named_parameters()), tuple(model(torch.tensor([[4, 0, 4]])).shape)
    (['E', 'P', 'W1', 'W2'], (1, 5))
    """

    def __init__(
        self, V: int, d: int, window: int, hidden: int, std: float = 0.02, device=None, dtype=None
    ):
        super().__init__()
        ### BEGIN SOLUTION
        shapes = {"E": (V, d), "P": (window, d), "W1": (window * d, hidden), "W2": (hidden, d)}
        for name, shape in shapes.items():
            values = torch.empty(shape, device=device, dtype=dtype)
            setattr(self, name, nn.Parameter(nn.init.normal_(values, std=std)))
        ### END SOLUTION

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        check_ids(ids, len(self.E))
        window, d = self.P.shape
        if ids.ndim != 2 or ids.shape[1] != window:
            raise ValueError(f"ids have the shape {tuple(ids.shape)}; expected (B, {window})")
        x = F.embedding(ids, self.E) + self.P  # (B, w, d)
        flat = self.norm(x).flatten(start_dim=1)  # (B, w * d)
        h = self.norm(torch.tanh(flat @ self.W1) @ self.W2)  # (B, d)
        return h @ self.E.T

    def norm(self, x):
        return x / (x.square().mean(dim=-1, keepdim=True) + EPS).sqrt()
        ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-TinyLM", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, on the GPU too if there is one.
with visible_tests("TinyLM"):
    names = ("E", "P", "W1", "W2")
    for device in DEVICES:
        torch.manual_seed(0)
        model = TinyLM(2000, 16, window=3, hidden=40, device=device)
        shapes = {name: tuple(q.shape) for name, q in model.named_parameters()}
        wanted = {"E": (2000, 16), "P": (3, 16), "W1": (48, 40), "W2": (40, 16)}
        assert shapes == wanted, f"expected the Parameters {wanted}, found {shapes}"
        for name in names:
            values = getattr(model, name)
            spread, room = values.std().item(), 0.1 / values.numel() ** 0.5  # wide enough for chance
            told = f"{name} has the standard deviation {spread:.4f}; expected 0.02, give or take {room:.4f}"
            assert abs(spread - 0.02) < room, told

        # The same numbers, and the same gradients as by hand.
        p = start(V=9, d=4, w=3, m=5, rng=np.random.default_rng(0), std=0.1)
        twin = TinyLM(9, 4, window=3, hidden=5, device=device, dtype=torch.float64)
        for name in names:
            found = getattr(twin, name).dtype
            assert found == torch.float64, f"dtype=torch.float64 was asked for, {name} is {found}"
        with torch.no_grad():
            for name in names:
                getattr(twin, name).copy_(torch.tensor(getattr(p, name)))
        words, goal = np.array([[0, 8, 8], [3, 0, 1]]), np.array([8, 2])
        z = twin(torch.tensor(words, device=device))
        assert z.shape == (2, 9), f"two windows, nine tokens: expected (2, 9), not {tuple(z.shape)}"
        assert z.dtype == torch.float64, f"the Parameters are float64, the logits {z.dtype}"
        off = np.abs(z.detach().cpu().numpy() - forward(p, words)[2]).max()
        told = f"the logits differ from those of the NumPy functions by up to {off:.1e}"
        assert off < 1e-12, f"{told} (is EPS in both norms, inside the root?)"
        F.cross_entropy(z, torch.tensor(goal, device=device)).backward()
        after = copy.deepcopy(p)
        train_step(after, words, goal, lr=1.0)
        for name in names:
            gradient = getattr(twin, name).grad
            assert gradient is not None, f"no gradient arrives at {name}"
            off = np.abs(getattr(p, name) - getattr(after, name) - gradient.cpu().numpy()).max()
            assert off < 1e-12, f"the gradient of {name} differs from the one of train_step by up to {off}"

        for bad, kind in (([[0, 1, 9]], IndexError), ([[0, -1, 2]], IndexError), ([[0, 1]], ValueError),
                          ([[0.0, 1.0, 2.0]], TypeError)):
            problem = error_of(lambda: twin(torch.tensor(bad, device=device)))
            assert isinstance(problem, kind), f"ids {bad}: expected {kind.__name__}, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-TinyLM", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-together", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## All together
#
# Nothing to write here. The cell trains your NumPy model on a text of small sentences, compares what it
# reaches with a model that knows only how often each word comes, and lets it write. Then it looks at the
# table: words that stand in like surroundings come together, though nobody told the model what a word is.

# %% nbgrader={"grade": false, "grade_id": "try-together", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: a text, a model, a sample, and the table before and after.
with visible_tests("together"):
    rng = np.random.default_rng(4)
    animals, people = ["cat", "dog", "fox"], ["king", "queen", "judge"]
    deeds = {"animals": ["ran", "slept", "hid"], "people": ["spoke", "wrote", "ruled"]}
    vocabulary = [".", "the", *animals, *people, *deeds["animals"], *deeds["people"]]
    text = []
    for _ in range(300):
        who, kind = (animals, "animals") if rng.random() < 0.5 else (people, "people")
        text += ["the", str(rng.choice(who)), str(rng.choice(deeds[kind])), "."]
    ids = np.array([vocabulary.index(word) for word in text])
    windows = np.lib.stride_tricks.sliding_window_view(ids, 4)

    V = len(vocabulary)
    p = start(V, d=8, w=3, m=16, rng=rng, std=0.1)
    untrained = copy.deepcopy(p)
    for _ in range(300):
        batch = windows[rng.integers(0, len(windows), 64)]
        train_step(p, batch[:, :3], batch[:, 3], lr=0.2)
    shares = np.bincount(ids, minlength=V) / len(ids)
    reached = cross_entropy(forward(p, windows[:, :3])[2], windows[:, 3])
    print(f"ln V {np.log(V):.2f}, counts alone {-np.log(shares[windows[:, 3]]).mean():.2f}, model {reached:.2f}")

    window = [vocabulary.index(word) for word in (".", "the", "cat")]
    for _ in range(20):
        chances = softmax(forward(p, np.array([window[-3:]]))[2])[0]
        window.append(int(rng.choice(V, p=chances / chances.sum())))
    print(" ".join(vocabulary[i] for i in window))
    for name, E in (("before", untrained.E), ("after", p.E)):
        unit = E / np.linalg.norm(E, axis=1, keepdims=True)
        near = np.argsort(-(unit @ unit[vocabulary.index("cat")]))[1:3]
        print(f"{name}: next to cat are {', '.join(vocabulary[i] for i in near)}")

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
