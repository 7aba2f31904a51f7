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
# # Positions: telling a model where a token stands
#
# A lookup gives a token the same row wherever it stands. You write five ways of telling a model the
# position, and a detective that examines an attention score as a black box. At the end your functions
# train five small models, and you watch what each does past its trained length.
#
# - **Time**: about two hours.
# - **Read first**: {ref}`positions-learned-positions-and-where-they-end` and
#   {ref}`positions-rotary-positions`.
#
# Read {ref}`house-rules` once: it holds in all notebooks.
# Graded with Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
# Positions begin with 0. A helper that several cells use goes above `embed_input` or into a new cell.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import math
from typing import Literal

import numpy as np
import torch


def check_ids(ids, rows):
    """Raise IndexError unless all ids are whole numbers from 0 to rows - 1."""
    if ids.dtype.kind not in "iu" or np.any((ids < 0) | (ids >= rows)):
        raise IndexError(f"expected whole numbers from 0 to {rows - 1}")


class Limited:
    """A function that may be called so many times; `calls` counts."""

    def __init__(self, function, limit):
        self.function, self.limit, self.calls = function, limit, 0

    def __call__(self, *args, **kwargs):
        self.calls += 1
        if self.calls > self.limit:
            raise RuntimeError(f"more than {self.limit} calls")
        return self.function(*args, **kwargs)


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
print("The visible tests of PyTorch functions run on:", ", ".join(DEVICES))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-embed_input", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. The input of a model
#
# Without this sum a model such as GPT-2 or BERT cannot tell *dog bites man* from *man bites dog*.
#
# For `ids = [4, 4, 1]` and `segments = [0, 0, 1]` (first and second text) the vectors are `E[4] + P[0] +
# S[0]`, `E[4] + P[1] + S[0]` and `E[1] + P[2] + S[1]`. In a batch every sequence begins with `P[0]`. The
# given `check_ids(ids, rows)` looks at ids. `P` has no row for the position `L`: for some tables NumPy
# does not say so.
#
# <details><summary>A hint</summary>
# <code>(T, d)</code> is added to <code>(B, T, d)</code> without a loop. Which tables would hide in such a
# sum that they are too short?
# </details>

# %% nbgrader={"grade": false, "grade_id": "embed_input", "locked": false, "schema_version": 3, "solution": true, "task": false}
def embed_input(
    E: np.ndarray,
    P: np.ndarray,
    ids: np.ndarray,
    S: np.ndarray | None = None,
    segments: np.ndarray | None = None,
) -> np.ndarray:
    """Add token rows, position rows, and segment rows if there are segments.

    E         (V, d), rows of the tokens
    P         (L, d), rows of the positions
    ids       (..., T), any number of axes before T, or none
    S         (K, d), rows of the segments; or None
    segments  None without S; else ids too, the shape of ids, each from 0 to K-1

    Returns (..., T, d). More tokens than positions, T > L, are refused.

    House rules: ids, new, unchanged.

    >>> E, P = np.array([[0.0], [10.0], [20.0]]), np.array([[1.0], [2.0], [3.0]])
    >>> embed_input(E, P, np.array([2, 2])).tolist()
    [[21.0], [22.0]]
    """
    ### BEGIN SOLUTION
    check_ids(ids, len(E))
    T, L = ids.shape[-1], len(P)
    if T > L:
        raise ValueError(f"the input has T = {T} tokens; there are only L = {L} positions")
    out = E[ids] + P[:T]
    if S is None:
        return out
    check_ids(segments, len(S))
    return out + S[segments]
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-embed_input", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: tens are tokens, ones are positions, hundreds are segments.
with visible_tests("embed_input"):
    tokens = np.array([[0.0], [10.0], [20.0], [30.0]])
    positions = np.array([[0.0], [1.0], [2.0]])
    result = embed_input(tokens, positions, np.array([3, 3, 1]))
    assert result.shape == (3, 1), f"three tokens, one number each; the shape is {result.shape}"
    assert result[:, 0].tolist() == [30, 31, 12], f"tens from E, ones from P; found {result[:, 0]}"
    batch = embed_input(tokens, positions, np.array([[3, 3], [1, 1], [0, 0], [2, 2]]))
    assert batch[..., 0].tolist() == [[30, 31], [10, 11], [0, 1], [20, 21]], "every sequence begins with P[0]"
    kinds = np.array([[100.0], [200.0]])
    with_segments = embed_input(tokens, positions, np.array([3, 3, 1]), kinds, np.array([0, 1, 1]))
    assert with_segments[:, 0].tolist() == [130, 231, 212], "segment 0 has a row like any other"
    assert error_of(lambda: embed_input(tokens, positions, np.array([1] * 4))), "four tokens, three positions"
    assert error_of(lambda: embed_input(tokens, positions[:1], np.array([1, 1]))), "two tokens, one position"
    assert error_of(lambda: embed_input(tokens, positions, np.array([1, -2]))), "the id -2 names no row"
    bad = np.array([0, -1])
    assert error_of(lambda: embed_input(tokens, positions, np.array([1, 1]), kinds, bad)), "no segment is -1"

# %% nbgrader={"grade": true, "grade_id": "check-embed_input", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-learned_positions_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. The gradient of the position table
#
# A table learns through this sum, which shows why rows that no text is long enough to reach stay as they
# began.
#
# Every sequence uses `P[0]` for its first token, so `P[0]` collects what arrives at all first tokens. In
# `float16` a sum of ones stops growing at 2,048: add in a wider type.
#
# <details><summary>A hint</summary>
# Nothing has to be searched; only the number of axes before <code>T</code> varies.
# </details>

# %% nbgrader={"grade": false, "grade_id": "learned_positions_backward", "locked": false, "schema_version": 3, "solution": true, "task": false}
def learned_positions_backward(grad_out: np.ndarray, L: int) -> np.ndarray:
    """Sum the gradient of `embed_input`'s result into that of the position table.

    grad_out  (..., T, d), any number of axes before T, or none
    L         rows of the table, T or more

    Returns (L, d): row t is the sum of grad_out[..., t, :] over all axes before T; rows from T on are
    zero. float16 is added in float32 or wider.

    >>> learned_positions_backward(np.array([[[1.0], [2.0]], [[10.0], [20.0]]]), L=3).tolist()
    [[11.0], [22.0], [0.0]]
    """
    ### BEGIN SOLUTION
    T, d = grad_out.shape[-2:]
    dP = np.zeros((L, d))
    dP[:T] = grad_out.sum(axis=tuple(range(grad_out.ndim - 2)), dtype=np.float64)
    return dP.astype(grad_out.dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-learned_positions_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: each sequence has its own power of ten.
with visible_tests("learned_positions_backward"):
    arriving = np.array([1.0, 10.0, 100.0])[:, None, None] * np.array([[1.0, 0.0], [2.0, 0.0]])  # (3, 2, 2)
    gradient = learned_positions_backward(arriving, 4)
    assert gradient.shape == (4, 2), f"the table has 4 rows of 2 numbers; the shape is {gradient.shape}"
    assert gradient[:, 0].tolist() == [111, 222, 0, 0], f"found {gradient[:, 0]}"
    assert learned_positions_backward(arriving[0], 2)[:, 0].tolist() == [1, 2], "one sequence, no batch"
    assert learned_positions_backward(arriving[None], 2)[:, 0].tolist() == [111, 222], "two axes before T"
    half = learned_positions_backward(np.ones((5000, 1, 2), np.float16), 1)
    assert half[0, 0] == 5000, f"5,000 ones add up to {half[0, 0]:.0f}: in which dtype do you add?"

# %% nbgrader={"grade": true, "grade_id": "check-learned_positions_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-sinusoidal_table", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. A table that nobody learns
#
# A table from a formula costs no parameter and has a row for every position; the first Transformer used it.
#
# Columns come in pairs that share a rate: for `d = 4` row 3 is `[sin 3, cos 3, sin 0.03, cos 0.03]`. And
# what is 2,049 in `float16`?
#
# <details><summary>A hint</summary>
# Make the angles first, a row for each position and a column for each pair, whatever <code>dtype</code> is.
# </details>

# %% nbgrader={"grade": false, "grade_id": "sinusoidal_table", "locked": false, "schema_version": 3, "solution": true, "task": false}
def sinusoidal_table(length: int, d: int, base: float = 10000.0, dtype=np.float32) -> np.ndarray:
    """Compute the position table of Vaswani et al. (2017), section 3.5.

    length  number of positions 0 ... length-1
    d       numbers in a row, even
    base    pair r has the rate base ** (-2r / d), for r = 0 ... d/2 - 1
    dtype   of the result: a NumPy type, or its name

    Returns (length, d): column 2r is sin(t * rate), column 2r + 1 is cos(t * rate). Positions, rates
    and angles are in float64.

    >>> sinusoidal_table(2, 2).round(3).tolist() == np.float32([[0, 1], [0.841, 0.54]]).tolist()
    True
    """
    ### BEGIN SOLUTION
    angles = np.arange(length)[:, None] * base ** (-np.arange(0, d, 2) / d)
    table = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return table.reshape(length, d).astype(dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-sinusoidal_table", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("sinusoidal_table"):
    fixed = sinusoidal_table(50, 4)
    assert fixed.shape == (50, 4), f"the shape is {fixed.shape}"
    assert fixed[0].tolist() == [0, 1, 0, 1], f"row 0 is {fixed[0]}; the position is 0 there"
    row = [math.sin(3), math.cos(3), math.sin(0.03), math.cos(0.03)]
    assert np.allclose(fixed[3], row, rtol=0, atol=1e-6), f"row 3 is {fixed[3]}, expected {row}"
    other = sinusoidal_table(4, 4, base=100.0)
    assert abs(other[3, 2] - math.sin(0.3)) < 1e-6, "with base 100 the second rate is 1/10"
    # Each pair lies on the unit circle.
    wide = sinusoidal_table(1001, 8, dtype=np.float64)
    assert np.allclose(wide[:, 0::2] ** 2 + wide[:, 1::2] ** 2, 1, rtol=0, atol=1e-12), "sines beside cosines"
    assert abs(wide[1000, 2] - math.sin(100)) < 1e-11, "far positions: in which dtype are the angles?"

# %% nbgrader={"grade": true, "grade_id": "check-sinusoidal_table", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-apply_rope", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. Rotary positions
#
# Llama and most models since turn queries and keys by their positions, so that a score sees the distance
# alone. Each pair of numbers `(a, b)` is turned in the plane:
#
# $$(a, b) \mapsto (a \cos\varphi - b \sin\varphi,\; a \sin\varphi + b \cos\varphi), \qquad
# \varphi = \text{position} \cdot \theta^{-2r/d} \text{ for pair } r.$$
#
# Two layouts are in use, Meta's `"adjacent"` and Hugging Face's `"halves"`, and a model is wrong under
# the other one. In `[1, 2, 3, 4]` the pairs are `(1, 2)` and `(3, 4)`, or `(1, 3)` and `(2, 4)`; every
# number stays at its place. Sequences of a batch may have positions of their own.
#
# <details><summary>A hint</summary>
# Take out two tensors <code>(..., T, d/2)</code>, the first and the second numbers of all pairs; the
# layout decides only how.
# </details>
# <details><summary>Where the angles are made</summary>
# On the device of <code>x</code>, and not in half precision: in <code>bfloat16</code> 300 and 301 are one
# number.
# </details>

# %% nbgrader={"grade": false, "grade_id": "apply_rope", "locked": false, "schema_version": 3, "solution": true, "task": false}
def apply_rope(
    x: torch.Tensor,
    positions: torch.Tensor,
    theta: float = 10000.0,
    layout: Literal["adjacent", "halves"] = "adjacent",
    inverse: bool = False,
) -> torch.Tensor:
    """Turn queries or keys by their positions (Su et al. 2021), on their device.

    x          (..., T, d), d even; also in half precision
    positions  int64, any shape that broadcasts to x.shape[:-1]: (T,), or (B, 1, T) for x of
               (B, heads, T, d), or ()
    theta      pair r turns by position * theta ** (-2r / d)
    layout     "adjacent": pair r is x[..., 2r], x[..., 2r + 1]; "halves": x[..., r], x[..., r + d/2]
    inverse    turn by the opposite angle

    Returns the shape of x, differentiable with respect to x. Angles are in float32 or wider.

    House rules: new, unchanged, dtype.

    >>> quarter = apply_rope(torch.tensor([[1.0, 0.0]]), torch.tensor([1]), theta=1.0)
    >>> bool((quarter - torch.tensor([[math.cos(1), math.sin(1)]])).abs().max() < 1e-6)
    True
    """
    ### BEGIN SOLUTION
    d = x.shape[-1]
    wide = torch.promote_types(x.dtype, torch.float32)
    rates = theta ** (-torch.arange(0, d, 2, dtype=wide, device=x.device) / d)
    angles = positions[..., None].to(wide) * rates
    cos, sin = angles.cos(), -angles.sin() if inverse else angles.sin()
    a, b = (x[..., 0::2], x[..., 1::2]) if layout == "adjacent" else x.chunk(2, dim=-1)
    turned = a * cos - b * sin, a * sin + b * cos
    if layout == "adjacent":
        return torch.stack(turned, dim=-1).reshape(x.shape).to(x.dtype)
    return torch.cat(turned, dim=-1).to(x.dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-apply_rope", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, on the GPU too if there is one.
with visible_tests("apply_rope"):
    for device in DEVICES:
        point = torch.tensor([[1.0, 2.0, 3.0, 4.0]], dtype=torch.float64, device=device)
        at_three = torch.tensor([3], device=device)

        def turned(a, b, angle):
            return [a * math.cos(angle) - b * math.sin(angle), a * math.sin(angle) + b * math.cos(angle)]

        (p, q), (r, s) = turned(1, 2, 3), turned(3, 4, 0.03)
        wanted, found = torch.tensor([[p, q, r, s]]), apply_rope(point, at_three)
        assert found.device == point.device, f"x is on {point.device}, the result on {found.device}"
        assert torch.allclose(found.cpu().float(), wanted, rtol=0, atol=1e-5), f"adjacent: {found.tolist()}"
        (p, q), (r, s) = turned(1, 3, 3), turned(2, 4, 0.03)
        wanted, found = torch.tensor([[p, r, q, s]]), apply_rope(point, at_three, layout="halves")
        assert torch.allclose(found.cpu().float(), wanted, rtol=0, atol=1e-5), f"halves: {found.tolist()}"

        x = torch.randn(2, 3, 5, 8, device=device)
        starts = torch.tensor([0, 900], device=device)
        order = starts[:, None, None] + torch.arange(5, device=device)  # (2, 1, 5)
        for layout in ("adjacent", "halves"):
            there = apply_rope(x, order, layout=layout)
            assert there.shape == x.shape, f"the shape is {there.shape}"
            assert torch.allclose(there.norm(dim=-1), x.norm(dim=-1), atol=1e-4), "a rotation keeps lengths"
            back = apply_rope(there, order, layout=layout, inverse=True)
            assert torch.allclose(back, x, atol=1e-4), "the inverse turns back"
        ones = torch.ones(1, 4, dtype=torch.bfloat16, device=device)
        far = [apply_rope(ones, torch.tensor([n], device=device)) for n in (300, 301)]
        assert (far[0] - far[1]).abs().max() > 0.5, "positions 300 and 301 give the same rotation"
        leaf = point.clone().requires_grad_()
        apply_rope(leaf, at_three).sum().backward()
        assert leaf.grad is not None, "no gradient arrives at x"

# %% nbgrader={"grade": true, "grade_id": "check-apply_rope", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-alibi_bias", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. Linear biases
#
# ALiBi lets a model read longer texts than it was trained on by making far tokens count less.
#
# Each head takes `slope · distance` away from its scores; row `i` is the query, column `j` the key. Four
# heads have the slopes 1/4, 1/16, 1/64, 1/256; six have these and then 1/2 and 1/8, in that order.
#
# <details><summary>The mask</summary>
# Zero times infinity is no number. Choose between two values instead.
# </details>

# %% nbgrader={"grade": false, "grade_id": "alibi_bias", "locked": false, "schema_version": 3, "solution": true, "task": false}
def alibi_bias(heads: int, length: int, causal: bool = True) -> np.ndarray:
    """Compute the bias that ALiBi (Press, Smith and Lewis 2022) adds to attention scores.

    heads   number of heads n. A power of two: slope of head h is 2 ** (-8 * (h + 1) / n).
            Otherwise, with p the largest power of two below n: the slopes for p heads, then of
            those for 2p heads the ones of the heads 0, 2, 4, ..., until there are n.
    length  number of tokens T
    causal  whether later keys are masked

    Returns (heads, T, T), float32: at [h, i, j] the value -slope_h * (i - j) for j <= i; for j > i
    minus infinity if causal, else -slope_h * (j - i).

    >>> alibi_bias(1, 2, causal=False).tolist()
    [[[0.0, -0.00390625], [-0.00390625, 0.0]]]
    """
    ### BEGIN SOLUTION
    power = 1 << (heads.bit_length() - 1)
    slopes = np.concatenate([slopes_for(power), slopes_for(2 * power)[::2]])[:heads]
    at = np.arange(length)
    back = at[:, None] - at
    bias = slopes[:, None, None] * -np.abs(back)
    if causal:
        bias = np.where(back < 0, -np.inf, bias)
    return bias.astype(np.float32)


def slopes_for(power):
    """Return the slopes for a number of heads that is a power of two."""
    return 2.0 ** (-8 * np.arange(1, power + 1) / power)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-alibi_bias", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("alibi_bias"):
    bias = alibi_bias(4, 3)
    assert bias.shape == (4, 3, 3), f"the shape is {bias.shape}"
    assert not np.isnan(bias).any(), "there are values that are no numbers"
    assert (-bias[:, 1, 0]).tolist() == [1 / 4, 1 / 16, 1 / 64, 1 / 256], f"slopes {-bias[:, 1, 0]}"
    assert (bias[:, 2, 0] == 2 * bias[:, 1, 0]).all(), "twice the distance, twice the bias"
    assert not bias[:, range(3), range(3)].any(), "a token is at distance 0 from itself"
    assert np.isneginf(bias[:, *np.triu_indices(3, 1)]).all(), "later keys are masked"
    both = alibi_bias(4, 3, causal=False)
    assert np.array_equal(both, both.transpose(0, 2, 1)) and (both <= 0).all(), "distance counts both ways"
    assert (-alibi_bias(3, 2)[:, 1, 0]).tolist() == [1 / 16, 1 / 256, 1 / 4], "three heads"
    six = [1 / 4, 1 / 16, 1 / 64, 1 / 256, 1 / 2, 1 / 8]
    assert np.allclose(-alibi_bias(6, 2)[:, 1, 0], six, rtol=1e-6), "six heads"

# %% nbgrader={"grade": true, "grade_id": "check-alibi_bias", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-depends_on_distance_alone", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. The detective
#
# Whoever ports a model must find out whether positions still do what they should; a wrong sign raises no
# error.
#
# Right scores turn vectors in any layout, take a bias from the distance, or ignore positions. Wrong ones
# add a table, turn one side only, begin a window at some position, round positions; some look right for
# small positions, for most, or for some vectors.
#
# <details><summary>A hint</summary>
# What must not change if query and key move on together?
# </details>
# <details><summary>What hides</summary>
# How far do you move, by which numbers, from where? Are query and key different? One call returns the
# scores of many pairs.
# </details>

# %% nbgrader={"grade": false, "grade_id": "depends_on_distance_alone", "locked": false, "schema_version": 3, "solution": true, "task": false}
def depends_on_distance_alone(score) -> bool:
    """Find out whether a score depends on positions through their distance alone.

    score   score(q, k, query_positions, key_positions) gives (n, m) scores in float64 for vectors
            q (n, 8) and k (m, 8) at positions (n,) and (m,): whole numbers from 0 to 4095, in any
            order. n and m are at most 1000.

    Returns True if each score depends on its query, its key and the difference of their positions
    alone (before and after may differ), else False. Calls score at most six times, and no other
    function of the notebook. For vectors of standard normal numbers, scores that should be equal differ
    by less than 1e-6; where positions count on their own, some differ by more than 0.01.
    """
    ### BEGIN SOLUTION
    rng = np.random.default_rng(0)
    q, k = rng.normal(size=(2, 60, 8))
    at, there = rng.integers(500, size=(2, 60))
    at[0] = there[0] = 0
    first = score(q, k, at, there)
    shifts = (1, 64, 1031, 3500)
    return all(np.allclose(score(q, k, at + by, there + by), first, atol=1e-4) for by in shifts)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-depends_on_distance_alone", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it on three that you can see; the hidden ones are better at hiding.
with visible_tests("depends_on_distance_alone"):
    P = np.random.default_rng(1).normal(size=(4096, 8))

    def no_positions(q, k, query_positions, key_positions):
        return q @ k.T

    def by_distance(q, k, query_positions, key_positions):
        return q @ k.T - 0.1 * np.abs(query_positions[:, None] - key_positions)

    def added_table(q, k, query_positions, key_positions):
        return (q + P[query_positions]) @ (k + P[key_positions]).T

    for suspect, right in ((no_positions, True), (by_distance, True), (added_table, False)):
        limited = Limited(suspect, 6)
        found = depends_on_distance_alone(limited)
        assert limited.calls, "the score was never called"
        assert found == right, f"{suspect.__name__}: found {found}"

# %% nbgrader={"grade": true, "grade_id": "check-depends_on_distance_alone", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-build", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## Five models, past their length
#
# Each model is one layer of attention, trained for a second on 32 letters of *Pride and Prejudice* at a
# time. Its task needs order: name the letter three places back. Then it reads 128 letters. Right answers
# are the text itself, three letters later. Where do they stop, and where does each model look? Your
# detective says that rotations see distances alone; why do they fail all the same? Then change `BACK` or
# `LENGTH`.

# %% nbgrader={"grade": false, "grade_id": "excerpt", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "build", "locked": true, "schema_version": 3, "solution": false, "task": false}
BACK, LENGTH, STEPS, D, HEADS = 3, 32, 150, 32, 4  # the task, the trained length, and the models' size


class LearnedInput(torch.autograd.Function):
    # Your `embed_input` forward, your `learned_positions_backward` for the gradient of the table.

    @staticmethod
    def forward(ctx, E, P, ids):
        ctx.save_for_backward(ids)
        ctx.rows = len(E), len(P)
        return torch.from_numpy(embed_input(E.detach().numpy(), P.detach().numpy(), ids.numpy()))

    @staticmethod
    def backward(ctx, G):
        (ids,), (V, L) = ctx.saved_tensors, ctx.rows
        dE = torch.zeros(V, G.shape[-1]).index_add_(0, ids.flatten(), G.flatten(0, -2))
        return dE, torch.from_numpy(learned_positions_backward(G.numpy(), L)), None


def attend(p, kind, ids):
    # One layer of attention: (B, T) -> logits (B, T, V) and weights (B, heads, T, T).
    B, T = ids.shape
    x = LearnedInput.apply(p["E"], p["P"], ids) if kind == "learned table" else p["E"][ids]
    if kind == "sinusoids":
        x = x + torch.from_numpy(sinusoidal_table(T, D))
    q, k, v = (x @ p["qkv"]).view(B, T, 3, HEADS, D // HEADS).permute(2, 0, 3, 1, 4)
    if kind == "rotations":
        q, k = apply_rope(q, torch.arange(T)), apply_rope(k, torch.arange(T))
    bias = torch.full((T, T), -torch.inf).triu(1)
    if kind == "linear biases":
        bias = torch.from_numpy(alibi_bias(HEADS, T))
    weights = (q @ k.mT / math.sqrt(D // HEADS) + bias).softmax(-1)
    return (weights @ v).transpose(1, 2).reshape(B, T, D) @ p["out"], weights


def trained(kind, data, V):
    g = torch.Generator().manual_seed(0)
    shapes = {"E": (V, D), "P": (LENGTH, D), "qkv": (D, 3 * D), "out": (D, V)}
    scale = {"E": 1.0, "P": 1.0, "qkv": D**-0.5, "out": D**-0.5}
    p = {n: (scale[n] * torch.randn(*s, generator=g)).requires_grad_() for n, s in shapes.items()}
    optimizer = torch.optim.Adam(p.values(), lr=0.02)
    for _ in range(STEPS):
        ids = data[torch.randint(len(data) - LENGTH, (32, 1), generator=g) + torch.arange(LENGTH)]
        logits, _ = attend(p, kind, ids)
        loss = torch.nn.functional.cross_entropy(logits[:, BACK:].flatten(0, 1), ids[:, :-BACK].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return p


@last_cell
def build():
    import matplotlib.pyplot as plt

    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # products this small gain nothing from more
    words = "".join(c if c.isalpha() else " " for c in excerpt().lower()).split()
    letters, numbers = np.unique(list(" ".join(words)), return_inverse=True)
    data = torch.from_numpy(numbers)
    begins = torch.randint(len(data) - 4 * LENGTH, (200, 1), generator=torch.Generator().manual_seed(9))
    test = data[begins + torch.arange(4 * LENGTH)]
    fig = plt.figure(figsize=(9, 5.4), layout="constrained")
    above, below = fig.subfigures(2, 1, height_ratios=[1.3, 1])
    ax, maps = above.subplots(), below.subplots(1, 5)
    print(f"{'the text':14}", "".join(letters[test[0]]))
    kinds = ("no positions", "learned table", "sinusoids", "rotations", "linear biases")
    for n, (place, kind) in enumerate(zip(maps, kinds)):
        p = trained(kind, data, len(letters))
        ends = error_of(lambda: attend(p, kind, test))
        T = LENGTH if ends else 4 * LENGTH
        with torch.no_grad():
            logits, weights = attend(p, kind, test[:, :T])
        answers = logits.argmax(-1)
        right = (answers[:, BACK:] == test[:, : T - BACK]).float().mean(0).numpy()
        smooth = np.convolve(right, np.ones(5) / 5, "valid")
        ax.plot(BACK + 2 + np.arange(len(smooth)), smooth, label=kind, lw=4 - 0.6 * n)
        seen = weights[0].mean(0).numpy()[: 2 * LENGTH, : 2 * LENGTH]
        place.imshow(np.sqrt(seen), cmap="magma", vmin=0, vmax=1, extent=(0, len(seen), len(seen), 0))
        place.axhline(LENGTH, color="white", lw=0.8, ls="--")
        place.set(title=kind, xlim=(0, 2 * LENGTH), ylim=(2 * LENGTH, 0), xticks=[], yticks=[LENGTH])
        print(f"{kind:14}", "".join(letters[answers[0]]) + (f"  {ends}" if ends else ""))
    torch.set_num_threads(threads)
    maps[0].set_ylabel("query")
    maps[2].set_xlabel("key; brighter: looked at more. Dashed: the trained length")
    ax.axvline(LENGTH, color="gray", ls="--")
    ax.set(xlabel="position", ylabel=f"letter {BACK} back named rightly", ylim=(0, 1.05))
    ax.legend(loc="center right")
    plt.show()
    P = sinusoidal_table(4096, 8)

    def with_sinusoids(q, k, query_positions, key_positions):
        return (q + P[query_positions]) @ (k + P[key_positions]).T

    def with_rotations(q, k, query_positions, key_positions):
        q, k, at, there = map(torch.tensor, (q, k, query_positions, key_positions))
        return (apply_rope(q, at) @ apply_rope(k, there).T).numpy()

    for score in (with_sinusoids, with_rotations):
        print(f"{score.__name__} depends on distance alone:", depends_on_distance_alone(score))

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
