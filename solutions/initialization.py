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
# # The start of a table, and the normalization that follows it
#
# You draw tables, predict what an untrained model does (the length of its rows, its first loss, the
# growth of its stream), and write RMSNorm with its gradient.
#
# - **Time**: about two hours.
# - **Before you start**: read the chapter up to {ref}`initialization-norm-and-attention`.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
# - Read {ref}`house-rules` once: it holds in all notebooks.
#   `std` is always a standard deviation, never a variance.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import math
from typing import Literal, NamedTuple

import numpy as np
import torch
import torch.nn as nn


class Norm(NamedTuple):
    """How long a random row is."""

    mean: float
    spread: float


class Stream(NamedTuple):
    """The residual stream at the start."""

    sizes: np.ndarray
    factor: float


class RMSNormGrads(NamedTuple):
    """The gradients of RMSNorm's input and of its weight."""

    dx: np.ndarray
    dweight: np.ndarray


def rms_norm(x, weight, eps=1e-6):
    """Each vector over its root mean square, times a weight: the forward pass in NumPy."""
    wide = x.astype(np.promote_types(x.dtype, np.float32))
    r = np.sqrt(np.mean(wide**2, axis=-1, keepdims=True) + eps)
    return (wide / r * weight).astype(x.dtype)


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
print("The visible tests of PyTorch functions run on:", ", ".join(DEVICES))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-init_table", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. A table at its start
#
# Every table begins as random numbers, and how they are drawn decides the first steps. BERT cuts the
# tails off: an entry beyond two standard deviations is drawn again. It is not moved to the edge, and
# the scale is not corrected afterwards.
#
# <details><summary>A hint about the draw</summary>
# What does the second argument of <code>rng.normal</code> mean, a standard deviation or a variance?
# </details>
# <details><summary>A hint about the cut</summary>
# After one more draw for those beyond, some are beyond again.
# </details>

# %% nbgrader={"grade": false, "grade_id": "init_table", "locked": false, "schema_version": 3, "solution": true, "task": false}
def init_table(
    V: int,
    d: int,
    scheme: Literal["unit", "gpt2", "inverse-sqrt", "xavier"],
    rng: np.random.Generator,
    dtype=np.float32,
    cut: float | None = None,
) -> np.ndarray:
    """A random embedding table.

    V, d    number of rows and of columns
    scheme  "unit": normal, standard deviation 1. "gpt2": normal, standard deviation 0.02.
            "inverse-sqrt": normal, standard deviation d**-0.5.
            "xavier": uniform from -a to a with a = sqrt(6 / (V + d))
    rng     the only source of randomness; it moves on with every call
    dtype   np.float32 or np.float64
    cut     given for the normal schemes alone: None, or how many standard deviations from zero an entry may
            lie. Entries beyond are drawn again, until there are none.

    Returns an array (V, d) of `dtype`: independent entries of mean zero.

    >>> table = init_table(1000, 16, "inverse-sqrt", np.random.default_rng(0))
    >>> table.shape, round(float(table.std()), 2)
    ((1000, 16), 0.25)
    """
    ### BEGIN SOLUTION
    if scheme == "xavier":
        bound = math.sqrt(6 / (V + d))
        return rng.uniform(-bound, bound, (V, d)).astype(dtype)
    z = rng.normal(size=(V, d))
    while cut is not None and (beyond := np.abs(z) > cut).any():
        z[beyond] = rng.normal(size=beyond.sum())
    return (z * {"unit": 1.0, "gpt2": 0.02, "inverse-sqrt": d**-0.5}[scheme]).astype(dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-init_table", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it. A sample's standard deviation is off by about 1 / sqrt(2 V d) of itself: here half a percent.
with visible_tests("init_table"):
    for scheme, wanted in (("unit", 1.0), ("gpt2", 0.02), ("inverse-sqrt", 0.25)):
        table = init_table(1000, 16, scheme, np.random.default_rng(2))
        assert table.shape == (1000, 16), f"the shape is {table.shape}; V = 1000 rows of d = 16 numbers are expected"
        assert table.dtype == np.float32, f"without a dtype the table is float32, not {table.dtype}"
        assert abs(table.std() / wanted - 1) < 0.04, f"{scheme}: {wanted} expected, measured {table.std():.4f}"
        assert abs(table).max() > 3 * wanted, f"{scheme}: of 16,000 normal numbers none is beyond three deviations"
    table = init_table(590, 10, "xavier", np.random.default_rng(3))
    low, high = table.min(), table.max()
    assert 0.099 < high <= 0.1001 and -0.1001 <= low < -0.099, f"xavier: {low} to {high}; expected -0.1 to 0.1"
    table = init_table(1000, 16, "gpt2", np.random.default_rng(4), np.float64, cut=2.0)
    assert table.dtype == np.float64, f"np.float64 is asked for; the table is {table.dtype}"
    assert abs(table).max() <= 0.04, f"cut = 2: the largest entry is {abs(table).max():.4f}; expected at most 0.04"
    assert abs(table.std() - 0.0176) < 0.0006, f"cut = 2: the deviation is {table.std():.4f}; expected 0.0176"
    shared = np.random.default_rng(4)
    first, second = (init_table(3, 2, "unit", shared) for _ in range(2))
    assert not np.array_equal(first, second), "one generator gave the same table twice; it should move on"
    again = init_table(3, 2, "unit", np.random.default_rng(4))
    assert np.array_equal(first, again), "the same state of the generator gave two tables; one is expected"

# %% nbgrader={"grade": true, "grade_id": "check-init_table", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-expected_norm", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. How long a random row is
#
# Rows of another length than $\sigma$ predicts show a mistake in a table's start. How far may they be
# off? The mean of the length is $\sigma m_d$ with
#
# $$m_d = \sqrt 2\;\Gamma\left(\tfrac{d + 1}{2}\right) / \Gamma\left(\tfrac d2\right),$$
#
# and its mean square is $\sigma^2 d$. For a `d` of thousands the gammas overflow, and the variance is a
# small difference of two large numbers: digits run out.
#
# <details><summary>A hint about the mean</summary>
# The logarithm of a quotient is a difference of logarithms; <code>math.lgamma</code> is one.
# </details>
# <details><summary>A hint about the spread</summary>
# Subtract for d = 10³, 10⁴, 10⁵, 10⁶, and compare. The proof in
# {ref}`initialization-how-long-a-random-row-is` begins a series for m².
# </details>

# %% nbgrader={"grade": false, "grade_id": "expected_norm", "locked": false, "schema_version": 3, "solution": true, "task": false}
def expected_norm(d: int, std: float) -> Norm:
    """Mean and standard deviation of the length of a row of d independent entries N(0, std²).

    d    number of entries, from 1 to 1,000,000
    std  standard deviation of an entry, above 0

    Returns Norm(mean, spread). Both are right to six digits, for every d.

    >>> mean, spread = expected_norm(1, 1.0)
    >>> round(mean, 4), round(spread, 4)
    (0.7979, 0.6028)
    """
    ### BEGIN SOLUTION
    mean = math.sqrt(2) * math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2))
    variance = d - mean**2 if d < 2000 else 0.5 - 1 / (8 * d)
    return Norm(std * mean, std * math.sqrt(variance))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-expected_norm", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, first where the answer is known and then against a sample.
with visible_tests("expected_norm"):
    norm = expected_norm(1, 1.0)
    wanted = math.sqrt(2 / math.pi), math.sqrt(1 - 2 / math.pi)
    assert abs(norm[0] - wanted[0]) < 1e-7, f"d = 1: the mean is {norm[0]}; expected {wanted[0]}"
    assert abs(norm[1] - wanted[1]) < 1e-7, f"d = 1: the spread is {norm[1]}; expected {wanted[1]}"
    sample = np.linalg.norm(np.random.default_rng(7).normal(0, 0.02, (20_000, 48)), axis=1)
    norm = expected_norm(48, 0.02)
    assert abs(norm[0] / sample.mean() - 1) < 0.005, f"mean {norm[0]:.5f}; a sample has {sample.mean():.5f}"
    assert abs(norm[1] / sample.std() - 1) < 0.03, f"spread {norm[1]:.5f}; a sample has {sample.std():.5f}"
    norm, wanted = expected_norm(1_000_000, 1.0), (999.99975, 0.70710669)
    assert abs(norm[0] - wanted[0]) < 1e-3, f"d = 1,000,000: the mean is {norm[0]}; expected {wanted[0]}"
    assert abs(norm[1] - wanted[1]) < 7e-7, f"d = 1,000,000: the spread is {norm[1]}; expected {wanted[1]}"

# %% nbgrader={"grade": true, "grade_id": "check-expected_norm", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-first_loss", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. The first loss, predicted
#
# The cheapest test of a model is its loss before the first step, if one knows what it should be.
# {ref}`initialization-small-right-and-large` bounds it for a head of its own; a tied one leaves $\ln V$
# earlier ({ref}`initialization-the-first-loss-of-a-gpt-2-small`). Predict both, and what lies between:
# blocks turn the state away from the token's own row.
#
# The loss is $\ln\sum_j e^{z_j}$ less the target's logit, which is zero on average. One logit may be
# special, that of the token just read. The others are noise of standard deviation
# $s = \sigma\lVert h\rVert$.
#
# <details><summary>A hint about the noise</summary>
# The proof has the mean of <code>exp(z)</code> for a normal z. V of them are nearly V times that.
# </details>
# <details><summary>A hint about the own row</summary>
# A dot product is length times length times cosine. Its exponential joins the sum.
# </details>

# %% nbgrader={"grade": false, "grade_id": "first_loss", "locked": false, "schema_version": 3, "solution": true, "task": false}
def first_loss(V: int, d: int, std: float, cosine: float = 0.0, norm: bool = True) -> float:
    """The mean cross-entropy, in nats, of a head that has not learned anything.

    The head has V rows of d independent entries N(0, std²). The target is any other token than the
    one just read.

    cosine  of the state and the row of the token just read: 0.0 with a head of its own, 1.0 with the
            table as head and nothing in between, or any number between
    norm    True: the state has the length sqrt(d). False: it is as long as a row.

    Asked where V is from 1,000 to 100,000, d at least 64, with a cosine 250, or 1,000 if norm is False,
    and the standard deviation of the other tokens' logits at most 1.5. Right is what lies within 0.05
    of the mean over many draws.

    >>> round(first_loss(1000, 100, 0.1), 2)  # ln 1000 is 6.91
    7.41
    """
    ### BEGIN SOLUTION
    length = math.sqrt(d) if norm else std * math.sqrt(d)
    s, own = std * length, cosine * length * std * math.sqrt(d)
    others = math.log(V) + s**2 / 2
    return float(np.logaddexp(own, others)) if cosine else others
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-first_loss", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it against real draws.
def drawn_first_loss(V, d, std, cosine, norm, rng):
    """The mean loss of 60 states at a fresh head."""
    head = std * rng.normal(size=(V, d))
    ids, step = rng.integers(V, size=60), rng.integers(1, V, size=60)
    own, noise = head[ids] / np.linalg.norm(head[ids], axis=1, keepdims=True), rng.normal(size=(60, d))
    noise -= own * (own * noise).sum(axis=1, keepdims=True)
    noise /= np.linalg.norm(noise, axis=1, keepdims=True)
    h = math.sqrt(d) * (1.0 if norm else std) * (cosine * own + math.sqrt(1 - cosine**2) * noise)
    z = h @ head.T
    targets = z[np.arange(60), (ids + step) % V]
    return np.mean(np.log(np.exp(z).sum(axis=1))) - np.mean(targets)


with visible_tests("first_loss"):
    rng = np.random.default_rng(8)
    for case in ((2000, 100, 0.02, 0.0, True), (2000, 100, 0.1, 0.0, True), (2000, 100, 0.1, 1.0, True),
                 (2000, 256, 0.04, 0.8, True), (2000, 256, 0.16, 0.0, False), (2000, 256, 0.17, 1.0, False)):
        found, wanted = first_loss(*case), drawn_first_loss(*case, rng)
        assert abs(found - wanted) < 0.5, f"V, d, std, cosine, norm = {case}: {found:.2f}; 60 draws gave {wanted:.2f}"

# %% nbgrader={"grade": true, "grade_id": "check-first_loss", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-residual_std", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. How the residual stream grows
#
# GPT-2 scales the last matrix of each branch, so that a deep model begins like a shallow one. The
# theorem in {ref}`initialization-what-depth-scaling-applies-to` assumes that contributions have
# nothing in common. If they have, the stream grows faster, and another factor is needed. Two
# contributions of variance $b^2$ with correlation $\rho$ have the covariance $\rho b^2$.
#
# <details><summary>A hint</summary>
# The variance of a sum is the sum of the variances and of the covariances of all ordered pairs.
# </details>
# <details><summary>A check</summary>
# For corr = 1 all contributions are the same. Which factor makes n of them as large as one?
# </details>

# %% nbgrader={"grade": false, "grade_id": "residual_std", "locked": false, "schema_version": 3, "solution": true, "task": false}
def residual_std(std: float, branch: float, layers: int, corr: float = 0.0) -> Stream:
    """How large the entries of a residual stream are at the start, and what stops their growth.

    std     standard deviation of the stream before anything is added
    branch  standard deviation of what each branch adds; a layer has two branches
    layers  number of layers, at least 1
    corr    correlation of any two contributions, from 0.0 to 1.0. None has any with the beginning.

    Returns Stream(sizes, factor). sizes (2 * layers + 1,): the standard deviation before the first
    addition and after each. factor: multiplies each contribution, so that at the end all
    of them have added branch**2 to the variance.

    >>> sizes, factor = residual_std(3.0, 4.0, layers=2)
    >>> sizes.round(2).tolist(), factor
    ([3.0, 5.0, 6.4, 7.55, 8.54], 0.5)
    """
    ### BEGIN SOLUTION
    n = np.arange(2 * layers + 1)
    added = n + n * (n - 1) * corr  # in units of branch²
    return Stream(np.sqrt(std**2 + branch**2 * added), float(added[-1] ** -0.5))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-residual_std", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it on contributions that share a part.
with visible_tests("residual_std"):
    sizes, factor = residual_std(3.0, 4.0, layers=2)
    assert np.shape(sizes) == (5,), f"two layers add four times; five sizes are expected, not {np.shape(sizes)}"
    assert np.allclose(sizes[:2], [3, 5]), f"3 and 3² + 4² = 5²: [3, 5] is expected first, not {sizes[:2]}"
    assert abs(factor - 0.5) < 1e-9, f"four contributions, nothing in common: 1/2 is expected, not {factor}"
    rng = np.random.default_rng(9)
    common, own = rng.normal(size=50_000), rng.normal(size=(6, 50_000))
    added = 0.5 * (math.sqrt(0.3) * common + math.sqrt(0.7) * own)  # correlation 0.3
    stream = 2.0 * rng.normal(size=50_000) + np.concatenate([np.zeros((1, 50_000)), added.cumsum(axis=0)])
    sizes, factor = residual_std(2.0, 0.5, layers=3, corr=0.3)
    assert np.allclose(sizes, stream.std(axis=1), rtol=0.02), f"sizes {sizes}; measured {stream.std(axis=1)}"
    left = (factor * added.sum(axis=0)).std()
    assert abs(left / 0.5 - 1) < 0.02, f"with the factor the contributions add up to {left:.3f}; 0.5 is expected"

# %% nbgrader={"grade": true, "grade_id": "check-residual_std", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-rms_norm_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. RMSNorm, backward
#
# Every layer of a modern model sends its gradient through two of these.
# {ref}`initialization-backward` has it for one vector. Here are batches that share one weight, and
# halves. `rms_norm`, given above, is the forward pass.
#
# <details><summary>A hint about dx</summary>
# With a weight of ones and eps = 0, dx is at a right angle to x.
# </details>
# <details><summary>A hint about halves</summary>
# <code>float16</code> ends at 65,504, and a long sum in it stops growing.
# <code>np.promote_types</code> gives the wider of two dtypes.
# </details>

# %% nbgrader={"grade": false, "grade_id": "rms_norm_backward", "locked": false, "schema_version": 3, "solution": true, "task": false}
def rms_norm_backward(
    grad_out: np.ndarray, x: np.ndarray, weight: np.ndarray, eps: float = 1e-6
) -> RMSNormGrads:
    """The gradients of `rms_norm(x, weight, eps)`, given that of its result.

    grad_out, x  (..., d): a vector, a matrix, or more axes
    weight       (d,); all three have one dtype: float16, float32 or float64
    eps          as in rms_norm; zero only if no vector of x is zero

    Returns RMSNormGrads(dx, dweight): dx of the shape of x, dweight (d,), summed over all vectors.
    float16 is squared, multiplied and added in float32 or wider.

    House rules: unchanged, dtype.

    >>> dx, dweight = rms_norm_backward(np.array([1.0, 0.0]), np.array([3.0, 4.0]), np.ones(2), eps=0.0)
    >>> dx.round(3).tolist(), dweight.round(3).tolist()
    ([0.181, -0.136], [0.849, 0.0])
    """
    ### BEGIN SOLUTION
    wide = np.promote_types(x.dtype, np.float32)
    g, v, w = (a.astype(wide) for a in (grad_out, x, weight))
    r = np.sqrt(np.mean(v**2, axis=-1, keepdims=True) + eps)
    normed, u = v / r, w * g
    dx = (u - normed * np.mean(u * normed, axis=-1, keepdims=True)) / r
    dweight = (g * normed).reshape(-1, len(weight)).sum(axis=0)
    return RMSNormGrads(dx.astype(x.dtype), dweight.astype(x.dtype))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-rms_norm_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, first on numbers and then against autograd.
with visible_tests("rms_norm_backward"):
    result = rms_norm_backward(np.array([1.0, 0.0]), np.array([3.0, 4.0]), np.ones(2), eps=0.0)
    assert isinstance(result, tuple) and len(result) == 2, f"expected RMSNormGrads(dx, dweight), not {result!r}"
    assert np.allclose(result[0], [0.18102, -0.13576], atol=1e-4), f"dx is {result[0]}; expected [0.181, -0.136]"
    assert np.allclose(result[1], [0.84853, 0], atol=1e-4), f"dweight is {result[1]}; expected [0.849, 0]"

    rng = np.random.default_rng(10)
    x, upstream, weight = rng.normal(size=(2, 3, 5)), rng.normal(size=(2, 3, 5)), rng.normal(size=5)
    leaves = [torch.from_numpy(a).requires_grad_() for a in (x, weight)]
    r = (leaves[0].square().mean(-1, keepdim=True) + 0.25).sqrt()
    (leaves[0] / r * leaves[1]).backward(torch.from_numpy(upstream))
    wanted = [leaf.grad.numpy() for leaf in leaves]
    dx, dweight = rms_norm_backward(upstream, x, weight, eps=0.25)
    assert dx.shape == (2, 3, 5), f"dx has the shape {dx.shape}; expected that of x, (2, 3, 5)"
    assert np.allclose(dx, wanted[0]), f"dx begins with {dx[0, 0]}; autograd finds {wanted[0][0, 0]}"
    assert dweight.shape == (5,), f"dweight has the shape {dweight.shape}; expected that of the weight, (5,)"
    assert np.allclose(dweight, wanted[1]), f"dweight is {dweight}; autograd finds {wanted[1]}"
    half = rms_norm_backward(*(a.astype(np.float16) for a in (upstream, 300 * x, weight)))
    wanted = (upstream * x / np.sqrt((x**2).mean(-1, keepdims=True))).sum((0, 1))
    assert np.allclose(half[1], wanted, atol=0.02), f"dweight in float16: {half[1]}; expected {wanted}"

# %% nbgrader={"grade": true, "grade_id": "check-rms_norm_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-RMSNorm", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. RMSNorm as a module
#
# Llama and its kin have this layer twice a block and once before the head, on any device, in
# `bfloat16`. Squares, mean, quotient and the product with the weight are in `float32`. (Llama's code
# rounds before that product. That is another function.)
#
# <details><summary>A hint</summary>
# An <code>nn.Parameter</code> that is assigned to an attribute, after <code>super().__init__()</code>,
# is registered.
# </details>

# %% nbgrader={"grade": false, "grade_id": "RMSNorm", "locked": false, "schema_version": 3, "solution": true, "task": false}
class RMSNorm(nn.Module):
    """Each vector over its root mean square, times a learned weight.

    d              length of the vectors
    eps            added to the mean of the squares, within the root
    device, dtype  of the weight

    `weight`, (d,) ones, is the only parameter.

    forward(x) takes x (..., d) on the weight's device, also after `.to`, and returns a tensor of the
    shape, dtype and device of x. x and the weight are float16, bfloat16, float32 or float64, not
    always the same. Computed in float32 or wider, and rounded once. Differentiable in x and in
    the weight.

    >>> RMSNorm(2, eps=0.0)(torch.tensor([0.0, 3.0])).square().sum().round().item()
    2.0
    """

    def __init__(self, d: int, eps: float = 1e-6, device=None, dtype=None):
        ### BEGIN SOLUTION
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d, device=device, dtype=dtype))
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        wide = x.to(torch.promote_types(x.dtype, torch.float32))
        r = torch.sqrt(wide.square().mean(-1, keepdim=True) + self.eps)  # (..., 1)
        return (wide / r * self.weight).to(x.dtype)
        ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-RMSNorm", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("RMSNorm"):
    layer = RMSNorm(2)
    found = [name for name, _ in layer.named_parameters()]
    assert found == ["weight"], f"the parameters are {found}; expected one, called weight"
    assert layer.weight.tolist() == [1, 1], f"the weight is {layer.weight}; expected two ones"
    torch.manual_seed(0)
    layer, batch = RMSNorm(5, eps=0.25, dtype=torch.float64), torch.randn(2, 3, 5, dtype=torch.float64)
    assert layer.weight.dtype == torch.float64, f"float64 is expected; the weight is {layer.weight.dtype}"
    with torch.no_grad():
        layer.weight.copy_(torch.randn(5))
    leaf, upstream = batch.clone().requires_grad_(), torch.randn(2, 3, 5, dtype=torch.float64)
    result = layer(leaf)
    # The formula, with gradients by autograd (nn.functional.rms_norm is missing before PyTorch 2.4).
    theirs, weight = batch.clone().requires_grad_(), layer.weight.detach().clone().requires_grad_()
    wanted = theirs / (theirs.square().mean(dim=-1, keepdim=True) + 0.25).sqrt() * weight
    assert torch.allclose(result, wanted), f"it begins with {result[0, 0]}; the formula with {wanted[0, 0]}"
    result.backward(upstream)
    wanted.backward(upstream)
    for name, found, wanted in (("x", leaf.grad, theirs.grad), ("weight", layer.weight.grad, weight.grad)):
        same = found is not None and torch.allclose(found, wanted)
        assert same, f"the gradient of {name} is {found}; autograd finds {wanted}"

    for device in DEVICES:
        for dtype in (torch.float16, torch.bfloat16):
            short = torch.tensor([300.0, -400.0], dtype=dtype, device=device)
            half = RMSNorm(2, device=device)(short)
            assert half.dtype == dtype, f"x is {dtype}; so should the result be, not {half.dtype}"
            assert half.device == short.device, f"x is on {short.device}, the result on {half.device}"
            wanted = torch.tensor([0.8485, -1.1314])
            assert torch.allclose(half.float().cpu(), wanted, atol=0.01), f"{dtype}: {half}; expected {wanted}"

# %% nbgrader={"grade": true, "grade_id": "check-RMSNorm", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-build", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## Predicted, and met
#
# Nothing to write here. Three panels use your functions.
#
# - The first loss of a small model on *Pride and Prejudice*, by $\sigma$: lines are your predictions,
#   dots its first batch. Right of the mark the noise has a deviation above 1.5.
# - A stream of 12 layers, predicted and measured, with your factor and without.
# - The same model trained from three values of $\sigma$, at one learning rate that suits none best;
#   {ref}`initialization-measured` gives each its own.

# %% nbgrader={"grade": false, "grade_id": "excerpt", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "build", "locked": true, "schema_version": 3, "solution": false, "task": false}
STEPS, RATE = 150, 0.003  # more steps: the curves go on


@last_cell
def build():
    import re
    from collections import Counter

    import matplotlib.pyplot as plt

    V, d, loss_of = 1000, 64, nn.functional.cross_entropy
    text = re.findall("[a-z]+", excerpt().lower())
    place = {word: i for i, (word, _) in enumerate(Counter(text).most_common(V - 1))}
    ids = torch.tensor([place.get(word, V - 1) for word in text])
    # A word after itself would be predicted by its own row.
    pairs = torch.stack([ids[:-1], ids[1:]], dim=1)[ids[:-1] != ids[1:]]

    class Model(nn.Module):
        """A table, branches of two matrices, and a head: the table, or one of its own."""

        def __init__(self, std, layers=1, tied=True, factor=1.0):
            super().__init__()
            rng = np.random.default_rng(0)
            draw = lambda a, b: nn.Parameter(torch.from_numpy(init_table(a, b, "unit", rng)))
            self.table = nn.Parameter(std * draw(V, d).detach())
            self.head = self.table if tied else nn.Parameter(std * draw(V, d).detach())
            self.first = nn.ParameterList(draw(d, 2 * d) for _ in range(layers))
            self.last = nn.ParameterList(draw(2 * d, d) for _ in range(layers))
            self.norms = nn.ModuleList(RMSNorm(d) for _ in range(layers + 1))
            self.factor = factor / d  # so that a branch adds entries of deviation `factor`

        def states(self, ids):
            stream = [self.table[ids]]
            for norm, first, last in zip(self.norms, self.first, self.last):
                stream.append(stream[-1] + self.factor * torch.relu(norm(stream[-1]) @ first) @ last)
            return stream

        def forward(self, ids):
            return self.norms[-1](self.states(ids)[-1]) @ self.head.T

    some = pairs[torch.randperm(len(pairs), generator=torch.Generator().manual_seed(0))[:1000]].T
    sigmas = np.geomspace(0.005, 1.0, 9)
    fig, (left, middle, right) = plt.subplots(1, 3, figsize=(12, 3.6), layout="constrained")
    for name, tied in (("tied", True), ("a head of its own", False)):
        with torch.no_grad():
            met = [loss_of(Model(s, 0, tied)(some[0]), some[1]).item() for s in sigmas]
        dots, = left.loglog(sigmas, met, "o", label=name)
        left.loglog(sigmas, [first_loss(V, d, s, float(tied)) for s in sigmas], color=dots.get_color())
    left.axvline(1.5 / d**0.5, color="black", linewidth=0.6)
    left.set(title="first loss", xlabel="σ of the table")

    layers, std, branch = 24, 0.3, 0.2
    for factor in (1.0, residual_std(std, branch, layers // 2)[1]):
        with torch.no_grad():
            met = [x.std().item() for x in Model(std, layers, factor=branch * factor).states(some[0])]
        dots, = middle.plot(met, ".", label=f"factor {factor:.2f}")
        middle.plot(residual_std(std, branch * factor, layers // 2)[0], color=dots.get_color())
    middle.set(title="deviation of the stream", xlabel="additions")

    print(f"rows with σ = 1 are {expected_norm(d, 1.0)[0]:.2f} long, give or take {expected_norm(d, 1.0)[1]:.2f}")
    for std in (0.02, d**-0.5, 1.0):
        model, losses = Model(std, factor=0.2), []
        optimizer = torch.optim.Adam(model.parameters(), lr=RATE)
        generator = torch.Generator().manual_seed(1)
        with torch.no_grad():
            h, rows = model.states(some[0])[-1], model.table[some[0]]
            cosine = nn.functional.cosine_similarity(h, rows).mean().item()
        for _ in range(STEPS):
            given, wanted = pairs[torch.randint(len(pairs), (256,), generator=generator)].T
            loss = loss_of(model(given), wanted)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        predicted = first_loss(V, d, std, cosine)
        print(f"σ = {std:5.3f}: cosine {cosine:.2f}, first loss {losses[0]:5.2f}, predicted {predicted:5.2f}")
        right.semilogy(losses, label=f"σ = {std:.3g}")
    right.axhline(math.log(V), color="black", linewidth=0.6)
    right.set(title="loss in training", xlabel="step")
    for panel in (left, right):
        panel.minorticks_off()
        panel.set_yticks([5, 7, 10, 20, 40, 60], ["5", "7", "10", "20", "40", "60"])
    for panel in (left, middle, right):
        panel.legend()

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
