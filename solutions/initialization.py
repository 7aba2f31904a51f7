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
# # The start of a table, and the normalizations that follow it
#
# A table starts as random numbers, and how large they are decides how long its rows are, how far the
# first attention scores spread and what the first loss is. You write the starts in use, the length of
# a random row, the rule by which GPT-2 starts each of its tensors, the spread of attention scores,
# and the two normalizations that undo a scale: RMSNorm with its gradient, and LayerNorm.
#
# - **Time**: about two hours.
# - **Before you start**: read {ref}`initialization-how-long-a-random-row-is`,
#   {ref}`initialization-standard-deviation-or-variance` and
#   {ref}`initialization-starts-in-use-0-02-one-xavier` in the chapter. Each part below names what else
#   it uses.
# - **Points**: the cells that begin with *Try it* let you work alone. They carry no points and may be
#   run as often as you like. Hidden tests decide: they draw new inputs, and look at shapes, dtypes,
#   bad input and devices too, as the docstrings describe them. Each test gives its points on its own;
#   a mistake that touches several tests costs several.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
#
# ## Rules for all eight
#
# Wherever a parameter or a result is called `std`, it is a standard deviation: the square root of a
# variance. Sizes (`V`, `d`, `layers`) are whole numbers from 1 on. A size below 1, a standard
# deviation below zero, shapes that do not fit together: each is a `ValueError`. Nothing else has to
# be refused unless a docstring says so.
#
# For the normalizations the last axis of `x` holds the numbers of one position, and every position is
# treated on its own. Before it may stand any number of axes, of any length: `x` may be a single
# vector `(d,)`, a sentence `(T, d)`, a batch `(B, T, d)`, or hold no vectors at all, `(0, d)`.
# Vectors have at least one entry: what an `x` of shape `(3, 0)` gives is left open. `eps` may be zero
# where no vector is zero (in LayerNorm: where none has all its entries equal); 0/0 is left open too.
# `float64` is computed in `float64`, every other dtype in `float32` or wider, from the first operation
# on. The dtype of `x` decides that, not that of the weight. What is returned is new, inputs stay as
# they were, and they need not be contiguous in memory.
#
# `check_vectors(x, weight)`, given in the setup cell, raises the `ValueError` of shapes that do not fit:
# for arrays and tensors, and for as many parameters as you name. A helper of your own goes above a
# function in its cell, or into a new cell that you add; not into the given cells, which are replaced by
# the originals when the notebook is graded.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import math
from typing import Literal, NamedTuple

import numpy as np
import torch
import torch.nn as nn


class Norm(NamedTuple):
    """How long a random row is: the mean of its length, and the standard deviation of its length."""

    mean: float
    spread: float


def check_vectors(x, *parameters) -> None:
    """ValueError unless `x`, an array or a tensor, is (..., d) and each of `parameters` is (d,)."""
    for p in parameters:
        if x.ndim == 0 or p.shape != x.shape[-1:]:
            raise ValueError(
                f"x has the shape {tuple(x.shape)} and a parameter {tuple(p.shape)}; expected (..., d) and (d,)"
            )


class RMSNormGrads(NamedTuple):
    """The gradients of RMSNorm's input and of its weight."""

    dx: np.ndarray
    dweight: np.ndarray


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
print("The visible tests of PyTorch functions run on:", ", ".join(DEVICES))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-init_table", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. A table at its start
#
# Draw a table of `V` rows and `d` columns. Four starts are in use, or at least talked about:
#
# | scheme | every entry is drawn from |
# | --- | --- |
# | `"unit"` | a normal distribution of standard deviation one, as `nn.Embedding` does |
# | `"gpt2"` | a normal distribution of standard deviation 0.02 |
# | `"inverse-sqrt"` | a normal distribution of standard deviation $1/\sqrt d$; a row is about one long |
# | `"xavier"` | a *uniform* distribution from $-a$ to $a$ with $a = \sqrt{6/(V + d)}$ |
#
# All means are zero, and all entries are independent: nothing is centred or rescaled afterwards. For
# `d = 16` the scheme `"inverse-sqrt"` draws with a standard deviation of 0.25; for `V = 590` and
# `d = 10` the bound of `"xavier"` is 0.1.
#
# All randomness comes from `rng`: generators in the same state give the same table, and two calls with
# one generator give two tables. Which of the generator's methods you call is yours to choose. For
# `float16`, draw in a wider type and round.
#
# <details><summary>A first hint</summary>
# Two of a generator's methods are all you need: one for normal numbers, one for uniform ones. Look up
# what the second argument of the normal one is: the standard deviation or the variance?
# </details>
# <details><summary>About the dtype</summary>
# Not every method of a generator can draw every dtype. Converting afterwards always works.
# </details>

# %% nbgrader={"grade": false, "grade_id": "init_table", "locked": false, "schema_version": 3, "solution": true, "task": false}
def init_table(
    V: int,
    d: int,
    scheme: Literal["unit", "gpt2", "inverse-sqrt", "xavier"],
    rng: np.random.Generator,
    dtype=np.float32,
) -> np.ndarray:
    """A random embedding table.

    V, d    number of rows and of columns, each at least 1
    scheme  "unit": normal, standard deviation 1. "gpt2": normal, standard deviation 0.02.
            "inverse-sqrt": normal, standard deviation d**-0.5. "xavier": uniform from -a to a
            with a = sqrt(6 / (V + d)) (Glorot and Bengio 2010, equation 16)
    rng     the only source of randomness; it moves on with every call
    dtype   np.float16, np.float32 or np.float64

    Returns a new array (V, d) of `dtype`: independent entries of mean zero.

    ValueError: another scheme; V or d below 1.

    >>> table = init_table(1000, 16, "inverse-sqrt", np.random.default_rng(0))
    >>> table.shape, table.dtype, round(float(table.std()), 2)
    ((1000, 16), dtype('float32'), 0.25)
    """
    ### BEGIN SOLUTION
    if V < 1 or d < 1:
        raise ValueError(f"V is {V} and d is {d}; both are at least 1")
    if scheme == "xavier":
        bound = math.sqrt(6 / (V + d))
        return rng.uniform(-bound, bound, (V, d)).astype(dtype)
    deviations = {"unit": 1.0, "gpt2": 0.02, "inverse-sqrt": d**-0.5}
    if scheme not in deviations:
        raise ValueError(f"scheme is {scheme!r}; expected xavier or one of {', '.join(deviations)}")
    return rng.normal(0.0, deviations[scheme], (V, d)).astype(dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-init_table", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it. A sample's standard deviation is off by about 1 / sqrt(2 V d) of itself: here half a percent.
with visible_tests("init_table"):
    table = init_table(1000, 16, "unit", np.random.default_rng(1))
    assert isinstance(table, np.ndarray), f"a NumPy array is expected, not {type(table).__name__}"
    assert table.shape == (1000, 16), f"the shape is {table.shape}; V = 1000 rows of d = 16 numbers are expected"
    assert table.dtype == np.float32, f"without a dtype the table is float32, not {table.dtype}"
    for scheme, wanted in (("unit", 1.0), ("gpt2", 0.02), ("inverse-sqrt", 0.25)):
        table = init_table(1000, 16, scheme, np.random.default_rng(2))
        assert abs(table.std() / wanted - 1) < 0.04, f"{scheme}: {wanted} expected, measured {table.std():.4f}"
        assert abs(table.mean()) < 0.04 * wanted, f"{scheme}: the mean is {table.mean():.4f}, not near zero"
    table = init_table(590, 10, "xavier", np.random.default_rng(3))
    low, high = table.min(), table.max()
    assert 0.099 < high <= 0.1001 and -0.1001 <= low < -0.099, f"xavier: {low} to {high}; expected -0.1 to 0.1"

    first, second = (init_table(3, 2, "unit", np.random.default_rng(4)) for _ in range(2))
    assert np.array_equal(first, second), "the same state of the generator gave two tables; one is expected"
    shared = np.random.default_rng(4)
    first, second = (init_table(3, 2, "unit", shared) for _ in range(2))
    assert not np.array_equal(first, second), "one generator gave the same table twice; it should move on"
    assert not np.array_equal(first[0], first[1]), f"two rows are {first[0]}; different ones are expected"
    for dtype in (np.float16, np.float64):
        found = init_table(4, 3, "gpt2", np.random.default_rng(5), dtype).dtype
        assert found == dtype, f"{dtype.__name__} is expected; the table is {found}"
    problem = error_of(lambda: init_table(4, 3, "kaiming", np.random.default_rng(6)))
    assert isinstance(problem, ValueError), f"an unknown scheme: expected a ValueError, not {problem!r}"
    problem = error_of(lambda: init_table(4, 0, "xavier", np.random.default_rng(6)))
    assert isinstance(problem, ValueError), f"d = 0: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-init_table", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-expected_norm", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. How long a random row is
#
# Let the entries of $e \in \mathbb R^d$ be independent and normal with mean zero and standard
# deviation $\sigma$. The length of $e$, its norm $\lVert e \rVert$, is then $\sigma$ times a variable
# with the chi distribution of $d$ degrees of freedom, whose mean is
#
# $$m_d = \sqrt 2\;\frac{\Gamma\left(\frac{d + 1}{2}\right)}{\Gamma\left(\frac d2\right)},$$
#
# and whose mean square is $d$. Return the mean of the length and its standard deviation, which the
# chapter calls its spread. For `d = 1` and `std = 1` the length is the absolute value of one normal
# number, and the result is $(\sqrt{2/\pi},\ \sqrt{1 - 2/\pi}) = (0.798,\ 0.603)$. The usual
# $\sigma\sqrt d$ is an approximation of the mean, too large by about one part in $4d$; it is not what
# is asked for here.
#
# Real tables have a `d` of thousands, so that the two gammas are larger than any `float64`: the
# result must come out for every `d` from 1 to a million. Two numbers close to each other are
# subtracted on the way, and that costs digits. The hidden tests allow for what `math.lgamma` and that
# subtraction lose: less than a millionth of the spread at 4,096, and up to two percent at a million.
#
# <details><summary>A first hint</summary>
# The logarithm of a quotient is a difference of logarithms. Python's <code>math</code> has the
# logarithm of the gamma function.
# </details>
# <details><summary>The spread</summary>
# A variance is the mean square less the square of the mean.
# </details>

# %% nbgrader={"grade": false, "grade_id": "expected_norm", "locked": false, "schema_version": 3, "solution": true, "task": false}
def expected_norm(d: int, std: float) -> Norm:
    """Mean and standard deviation of ‖e‖ for e with d independent entries N(0, std²).

    d    number of entries, from 1 to 1,000,000
    std  standard deviation of an entry, zero included

    Returns Norm(mean, spread), or a plain tuple, of two floats: the moments of std times the chi
    distribution of d degrees of freedom. An approximation for large d must be as exact as the formula.

    ValueError: d below 1, std below 0.

    >>> mean, spread = expected_norm(1, 1.0)
    >>> round(mean, 4), round(spread, 4)
    (0.7979, 0.6028)
    """
    ### BEGIN SOLUTION
    if d < 1 or std < 0:
        raise ValueError(f"d is {d} and std {std}; expected d of at least 1 and std of at least 0")
    mean = math.sqrt(2) * math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2))
    return Norm(std * mean, std * math.sqrt(d - mean**2))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-expected_norm", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, first where the answer is known and then against a sample.
with visible_tests("expected_norm"):
    norm = expected_norm(1, 1.0)
    assert isinstance(norm, tuple) and len(norm) == 2, f"Norm(mean, spread) is expected, not {norm!r}"
    wanted = math.sqrt(2 / math.pi), math.sqrt(1 - 2 / math.pi)
    assert abs(norm[0] - wanted[0]) < 1e-12, f"d = 1: the mean is {norm[0]}; expected {wanted[0]}"
    assert abs(norm[1] - wanted[1]) < 1e-12, f"d = 1: the spread is {norm[1]}; expected {wanted[1]}"
    norm, wanted = expected_norm(2, 0.5), 0.5 * math.sqrt(math.pi / 2)
    assert abs(norm[0] - wanted) < 1e-12, f"d = 2, std = 0.5: the mean is {norm[0]}; expected {wanted}"
    sample = np.linalg.norm(np.random.default_rng(7).normal(0, 0.02, (20_000, 48)), axis=1)
    norm = expected_norm(48, 0.02)
    assert abs(norm[0] / sample.mean() - 1) < 0.005, f"mean {norm[0]:.5f}; a sample has {sample.mean():.5f}"
    assert abs(norm[1] / sample.std() - 1) < 0.03, f"spread {norm[1]:.5f}; a sample has {sample.std():.5f}"
    norm = expected_norm(1_000_000, 1.0)
    near = abs(norm[0] - 1000) < 0.001 and abs(norm[1] - 0.7071) < 0.015
    assert near, f"d = 1,000,000: {norm}; expected about 1000 and 0.7071"
    norm = expected_norm(5, 0.0)
    assert norm == (0, 0), f"std = 0: rows of zeros have length zero, not {norm}"
    for d, std in ((0, 1.0), (-2, 1.0), (3, -0.5)):
        problem = error_of(lambda: expected_norm(d, std))
        assert isinstance(problem, ValueError), f"d = {d}, std = {std}: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-expected_norm", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-gpt2_init_std", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. How GPT-2 starts each tensor
#
# The section {ref}`initialization-what-depth-scaling-applies-to` has the story: a factor $1/\sqrt{2L}$
# is often quoted for GPT-2's embedding table, and the code applies it elsewhere. Given the name of a
# parameter and the number of blocks, return the standard deviation with which it is drawn. Names are
# those of GPT-2 in the Hugging Face `transformers` library, such as `transformer.h.11.mlp.c_fc.weight`:
#
# - `wte` and `wpe` are the tables of tokens and positions, `lm_head` is the output matrix; all three
#   start with 0.02. (OpenAI's own code starts the position table with 0.01. It is not the one asked
#   for here.)
# - A block has `attn.c_attn` and `mlp.c_fc`, which read from the residual stream, and two projections
#   that write to it, `attn.c_proj` and `mlp.c_proj`. The weights of the readers start with 0.02. Each
#   of the $L$ blocks adds to the stream twice, so the weights of the writers start with
#   $0.02/\sqrt{2L}$, the same in every block.
# - `ln_1`, `ln_2` and `ln_f` are LayerNorms. Their weights are filled with ones and all biases of the
#   model with zeros. Nothing is drawn, so the standard deviation is 0.0.
#
# With 8 blocks `transformer.h.3.attn.c_proj.weight` starts with 0.02/4 = 0.005. The prefix
# `transformer.` may be missing or may be another: `h.3.attn.c_proj.weight` is the same parameter.
#
# <details><summary>A first hint</summary>
# Split the name at its dots. The last part says whether it is a weight or a bias, the one before it
# says which.
# </details>

# %% nbgrader={"grade": false, "grade_id": "gpt2_init_std", "locked": false, "schema_version": 3, "solution": true, "task": false}
def gpt2_init_std(name: str, layers: int) -> float:
    """The standard deviation with which GPT-2 draws a parameter at its start.

    name    the parameter's name in Hugging Face's GPT-2, its last part `weight` or `bias`, the part
            before it one of wte, wpe, lm_head, c_attn, c_fc, c_proj, ln_1, ln_2, ln_f (what
            another one gives is left open)
    layers  number of blocks of the model, at least 1

    Returns a float: 0.02 / sqrt(2 * layers) for the weights of the projections into the residual
    stream (c_proj), 0.02 for all other matrices and tables, 0.0 for what is constant (biases and
    LayerNorm weights).

    ValueError: layers below 1, whatever the name; a name whose last part is neither `weight` nor `bias`.

    >>> gpt2_init_std("transformer.h.3.attn.c_proj.weight", layers=8)
    0.005
    """
    ### BEGIN SOLUTION
    *_, module, kind = "", *name.split(".")
    if layers < 1 or kind not in ("weight", "bias"):
        raise ValueError(f"name is {name!r}, layers {layers}; expected ….weight or ….bias, and at least 1")
    if kind == "bias" or module.startswith("ln_"):
        return 0.0
    return 0.02 / math.sqrt(2 * layers) if module == "c_proj" else 0.02
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-gpt2_init_std", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: a model of 8 blocks, where the factor is a quarter.
with visible_tests("gpt2_init_std"):
    expected = {"transformer.wte.weight": 0.02, "transformer.h.7.attn.c_attn.weight": 0.02,
                "transformer.h.7.attn.c_proj.weight": 0.005, "h.0.mlp.c_proj.weight": 0.005,
                "transformer.h.7.attn.c_proj.bias": 0.0, "transformer.ln_f.weight": 0.0}
    for name, wanted in expected.items():
        found = gpt2_init_std(name, 8)
        assert isinstance(found, float), f"{name}: a float is expected, not {type(found).__name__}"
        assert abs(found - wanted) < 1e-12, f"{name}: {found}; expected {wanted}"
    found = gpt2_init_std("transformer.h.1.mlp.c_proj.weight", 2)
    assert abs(found - 0.01) < 1e-12, f"two blocks: {found}; expected half of 0.02"
    problem = error_of(lambda: gpt2_init_std("transformer.wte", 8))
    assert isinstance(problem, ValueError), f"neither weight nor bias: expected a ValueError, not {problem!r}"
    problem = error_of(lambda: gpt2_init_std("transformer.wte.weight", 0))
    assert isinstance(problem, ValueError), f"layers = 0: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-gpt2_init_std", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-attention_score_std", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. How far attention scores spread
#
# A query and a key have `d` entries each, all independent with mean zero; those of the query have the
# standard deviation `std_q`, those of the key `std_k`. Return the standard deviation of their dot
# product, or of the scaled score that attention uses, the dot product over $\sqrt d$. The section
# {ref}`initialization-norm-and-attention` has the derivation.
#
# For `d = 9`, `std_q = 2` and `std_k = 0.5` each of the nine products has a standard deviation of
# one; their sum has 3, and the scaled score has 1.
#
# <details><summary>A first hint</summary>
# Of independent numbers with mean zero, the variance of a product is the product of the variances,
# and the variance of a sum is the sum of the variances.
# </details>

# %% nbgrader={"grade": false, "grade_id": "attention_score_std", "locked": false, "schema_version": 3, "solution": true, "task": false}
def attention_score_std(d: int, std_q: float, std_k: float, scaled: bool = True) -> float:
    """Standard deviation of q · k, or of q · k / sqrt(d), for independent entries of mean zero.

    d             number of entries of q and of k, at least 1
    std_q, std_k  standard deviation of an entry of q and of an entry of k, zero included
    scaled        divide the score by sqrt(d), as attention does

    Returns a float.

    ValueError: d below 1, a standard deviation below 0.

    >>> attention_score_std(9, 2.0, 0.5, scaled=False), attention_score_std(9, 2.0, 0.5)
    (3.0, 1.0)
    """
    ### BEGIN SOLUTION
    if d < 1 or std_q < 0 or std_k < 0:
        raise ValueError(f"d is {d}, std_q {std_q} and std_k {std_k}; expected d >= 1 and no std below 0")
    return float(std_q * std_k * (1 if scaled else math.sqrt(d)))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-attention_score_std", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, first where the answer is known and then against a sample.
with visible_tests("attention_score_std"):
    found = attention_score_std(9, 2.0, 0.5, scaled=False)
    assert abs(found - 3) < 1e-12, f"nine products of standard deviation 1: the sum has 3, not {found}"
    found = attention_score_std(9, 2.0, 0.5)
    assert abs(found - 1) < 1e-12, f"divided by the root of nine: expected 1, not {found}"
    rng = np.random.default_rng(8)
    q, k = rng.normal(0, 3, (20_000, 16)), rng.normal(0, 0.5, (20_000, 16))
    for scaled, scores in ((False, (q * k).sum(axis=1)), (True, (q * k).sum(axis=1) / 4)):
        found = attention_score_std(16, 3, 0.5, scaled)
        assert abs(found / scores.std() - 1) < 0.04, f"scaled = {scaled}: {found}; a sample has {scores.std():.3f}"
    found = attention_score_std(4, 0.0, 1.0)
    assert found == 0, f"queries of zeros have scores of zero; {found} found"
    for sizes in ((0, 1.0, 1.0), (4, -1.0, 1.0), (4, -1.0, -1.0)):
        problem = error_of(lambda: attention_score_std(*sizes))
        assert isinstance(problem, ValueError), f"{sizes}: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-attention_score_std", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-rms_norm", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. RMSNorm
#
# Divide every vector by the root of the mean of its squares, and multiply entry by entry with a
# learned weight $w \in \mathbb R^d$:
#
# $$r = \sqrt{\tfrac1d\sum_k x_k^2 + \varepsilon}, \qquad
# \hat x_j = \frac{x_j}{r}, \qquad y_j = w_j\,\hat x_j.$$
#
# No mean is subtracted. For `x = [3, 4]`, a weight of ones and an `eps` that does not matter, the mean
# square is 12.5 and the result is `[0.849, 1.131]`: its root mean square is one, so its length is
# $\sqrt d$, here $\sqrt 2$, and not one. The section
# {ref}`initialization-normalization-rmsnorm-and-layernorm-forward-and-backward` goes through it.
#
# `x` may be `float16`, whose largest number is 65,504, while its entries reach some thousands: the
# width in which the squares are computed matters.
#
# <details><summary>A first hint</summary>
# Two options of <code>np.mean</code> let the result stand beside the array it came from: one says
# which axis, the other keeps that axis with length one.
# </details>

# %% nbgrader={"grade": false, "grade_id": "rms_norm", "locked": false, "schema_version": 3, "solution": true, "task": false}
def rms_norm(x: np.ndarray, weight: np.ndarray, eps: float = 1e-6) -> np.ndarray:
    """Each vector over its root mean square, times a weight (Zhang and Sennrich 2019, equation 4, with eps).

    x       (..., d), float16, float32 or float64; need not be contiguous
    weight  (d,), one of these dtypes, not always that of x
    eps     added to the mean of the squares, within the root; zero only if no vector of x is zero

    Returns a new array of the shape and dtype of x. float16 and float32 are computed in float32 or
    wider throughout, float64 in float64. With eps above zero a vector of zeros gives zeros.

    ValueError: weight is not of shape (d,), or x has no axis.

    >>> rms_norm(np.array([3.0, 4.0]), np.array([1.0, 10.0]), eps=0.0).round(3).tolist()
    [0.849, 11.314]
    """
    ### BEGIN SOLUTION
    check_vectors(x, weight)
    wide = widened(x)
    return (wide / root(wide, eps) * weight).astype(x.dtype)


def widened(x):
    """x in the dtype in which it is normalized."""
    return x.astype(np.promote_types(x.dtype, np.float32))


def root(wide, eps):
    return np.sqrt(np.mean(wide**2, axis=-1, keepdims=True) + eps)  # (..., 1)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-rms_norm", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("rms_norm"):
    ones = np.ones(2)
    result = rms_norm(np.array([3.0, 4.0]), ones)
    assert isinstance(result, np.ndarray), f"a NumPy array is expected, not {type(result).__name__}"
    wanted = np.array([3, 4]) / math.sqrt(12.5)
    assert np.allclose(result, wanted, atol=1e-6), f"[3, 4] gives {result}; expected {wanted}"
    result = rms_norm(np.array([3.0, 4.0]), np.array([1.0, 10.0]), eps=3.5)
    assert np.allclose(result, [0.75, 10]), f"12.5 + 3.5 = 16, whose root is 4: [0.75, 10], not {result}"
    batch = np.arange(12.0).reshape(2, 3, 2) * np.array([1.0, -100.0])
    result = rms_norm(batch, np.array([2.0, 0.5]))
    assert result.shape == (2, 3, 2), f"the shape is {result.shape}; expected that of x, (2, 3, 2)"
    alone = rms_norm(batch[1, 2], np.array([2.0, 0.5]))
    assert np.allclose(result[1, 2], alone), f"in a batch a vector gives {result[1, 2]}; alone it gives {alone}"
    result = rms_norm(np.zeros((1, 2)), ones)
    assert not result.any(), f"zeros give {result}; expected zeros"
    result = rms_norm(np.zeros((0, 2)), ones)
    assert result.shape == (0, 2), f"no vectors at all: the shape is {result.shape}; expected (0, 2)"
    half = rms_norm(np.array([300, -400], np.float16), ones.astype(np.float32))
    assert half.dtype == np.float16, f"x is float16; so should the result be, not {half.dtype}"
    assert np.allclose(half, [0.8486, -1.1315], atol=0.002), f"float16: {half}; expected [0.849, -1.131]"
    for shape in ((1,), (3,), (3, 2), ()):
        problem = error_of(lambda: rms_norm(np.ones((3, 2)), np.ones(shape)))
        assert isinstance(problem, ValueError), f"x (3, 2), weight {shape}: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-rms_norm", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-layer_norm", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. LayerNorm
#
# LayerNorm first subtracts the mean $\bar x$ of the vector, then divides by its standard deviation,
# multiplies with a learned weight, and adds a learned bias at the end:
#
# $$s = \sqrt{\tfrac1d\sum_k (x_k - \bar x)^2 + \varepsilon}, \qquad
# \hat x_j = \frac{x_j - \bar x}{s}, \qquad y_j = w_j\,\hat x_j + b_j.$$
#
# The variance has $d$ in the denominator, not $d - 1$: it describes the vector at hand and estimates
# nothing. For `x = [1, 3]` the mean is 2 and the standard deviation 1; with a weight of ones and a
# bias of `[10, 0]` the result is `[9, 1]`.
#
# A vector may lie far from zero, its entries all near 5,000 and a few units apart. Subtracting the
# mean costs digits then, and in `float32` the result must be right to those that are left. (If all
# entries are equal, none is left: the rounding of their mean comes out, magnified. That is allowed.)
#
# <details><summary>A first hint</summary>
# Subtract the mean once and keep what is left: both parts of the fraction use it.
# </details>
# <details><summary>Far from zero</summary>
# The mean of the squares less the square of the mean is a variance as well. What is left of it in
# <code>float32</code>, when both are 25 million and differ by one?
# </details>

# %% nbgrader={"grade": false, "grade_id": "layer_norm", "locked": false, "schema_version": 3, "solution": true, "task": false}
def layer_norm(x: np.ndarray, weight: np.ndarray, bias: np.ndarray, eps: float = 1e-5) -> np.ndarray:
    """Each vector less its mean, over its standard deviation (d in the denominator), times weight, plus bias.

    x             (..., d), float16, float32 or float64; need not be contiguous
    weight, bias  (d,), of these dtypes, not always that of x
    eps           added to the variance, within the root; zero only if no vector has all entries equal

    Returns a new array of the shape and dtype of x. float16 and float32 are computed in float32 or
    wider throughout, float64 in float64. With eps above zero a vector of zeros gives the bias, and so
    does one whose entries all equal another number, but for the rounding of their mean.

    ValueError: weight or bias is not of shape (d,), or x has no axis.
    Source: Ba, Kiros and Hinton 2016, equation 4, with eps.

    >>> layer_norm(np.array([1.0, 3.0]), np.ones(2), np.array([10.0, 0.0]), eps=0.0).tolist()
    [9.0, 1.0]
    """
    ### BEGIN SOLUTION
    check_vectors(x, weight, bias)
    wide = widened(x)
    centred = wide - wide.mean(axis=-1, keepdims=True)
    return (centred / root(centred, eps) * weight + bias).astype(x.dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-layer_norm", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("layer_norm"):
    result = layer_norm(np.array([1.0, 3.0]), np.ones(2), np.array([10.0, 0.0]))
    assert isinstance(result, np.ndarray), f"a NumPy array is expected, not {type(result).__name__}"
    assert np.allclose(result, [9, 1], atol=1e-4), f"[1, 3] gives {result}; expected [9, 1]"
    result = layer_norm(np.array([1.0, 3.0]), np.array([2.0, 1.0]), np.zeros(2), eps=3.0)
    assert np.allclose(result, [-1, 0.5]), f"1 + 3 = 4, whose root is 2: [-1, 0.5], not {result}"
    batch, ones, zeros = np.random.default_rng(9).normal(3, 2, (2, 3, 8)), np.ones(8), np.zeros(8)
    result = layer_norm(batch, ones, zeros)
    reference = nn.functional.layer_norm(torch.from_numpy(batch), (8,)).numpy()
    assert result.shape == batch.shape, f"the shape is {result.shape}; expected that of x, {batch.shape}"
    assert np.allclose(result, reference), f"found first {result[0, 0]}; PyTorch {reference[0, 0]}"
    length = np.linalg.norm(result[0, 0])
    assert abs(length - math.sqrt(8)) < 1e-3, f"a vector comes out {length} long; expected the root of d = 8"
    result = layer_norm(np.zeros((1, 8)), ones, zeros + 2)
    assert np.allclose(result, 2), f"zeros give {result}; expected the bias, which is 2"
    far = 5000 + np.arange(-4, 4).astype(np.float32)
    result, wanted = layer_norm(far, ones, zeros), layer_norm(far.astype(np.float64) - 5000, ones, zeros)
    assert result.dtype == np.float32, f"x is float32; so should the result be, not {result.dtype}"
    assert np.allclose(result, wanted, atol=1e-3), f"near 5,000: {result}; expected {wanted}"
    problem = error_of(lambda: layer_norm(batch, ones, np.zeros(1)))
    assert isinstance(problem, ValueError), f"a bias of shape (1,): expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-layer_norm", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-rms_norm_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 7. RMSNorm, backward
#
# Given the gradient of a loss with respect to $y$, return those with respect to $x$ and $w$. With
# $r = \sqrt{\frac1d\sum_k x_k^2 + \varepsilon}$ the output is $y_j = w_j\,x_j/r$, and $r$ depends on
# every entry of the vector: an entry of `x` moves its own output directly, and all outputs through
# `r`. The weight is shared by all positions, so its gradient is a sum over them. The section
# {ref}`initialization-backward` derives both.
#
# For `x = [3, 4]`, a weight of ones, `eps = 0` and `grad_out = [1, 0]` it is `dx = [0.181, -0.136]`:
# at a right angle to `x`, since moving along `x` changes nothing. And `dweight = [0.849, 0]`.
#
# <details><summary>A first hint</summary>
# The derivative of <code>r</code> with respect to one entry of <code>x</code> is short: differentiate
# the root, then the mean inside it.
# </details>
# <details><summary>The parts of dx</summary>
# One part as if <code>r</code> were a constant, one part through <code>r</code>. The second is a
# multiple of <code>x</code> itself, one multiple for each vector.
# </details>
# <details><summary>Checking it</summary>
# Central differences in <code>float64</code>, one entry of <code>x</code> after the other, tell right
# from wrong.
# </details>

# %% nbgrader={"grade": false, "grade_id": "rms_norm_backward", "locked": false, "schema_version": 3, "solution": true, "task": false}
def rms_norm_backward(
    grad_out: np.ndarray, x: np.ndarray, weight: np.ndarray, eps: float = 1e-6
) -> RMSNormGrads:
    """The gradients of `rms_norm(x, weight, eps)` for an upstream gradient `grad_out`.

    grad_out, x  (..., d), both of one shape; need not be contiguous
    weight       (d,); all three arrays have one dtype: float16, float32 or float64
    eps          as in rms_norm: zero only if no vector of x is zero

    Returns RMSNormGrads(dx, dweight), or a plain tuple: dx of the shape of x, dweight (d,), the sum
    over all positions (zeros if there are none). Both new, of the dtype of the inputs; float16
    and float32 are computed and added in float32 or wider, float64 in float64.

    ValueError: grad_out has not the shape of x; weight is not of shape (d,); x has no axis.

    >>> dx, dweight = rms_norm_backward(np.array([1.0, 0.0]), np.array([3.0, 4.0]), np.ones(2), eps=0.0)
    >>> dx.round(3).tolist(), dweight.round(3).tolist()
    ([0.181, -0.136], [0.849, 0.0])
    """
    ### BEGIN SOLUTION
    check_vectors(x, weight)
    wide = widened(x)
    if grad_out.shape != x.shape:
        raise ValueError(f"grad_out has the shape {grad_out.shape}, x {x.shape}; expected the same")
    r, g = root(wide, eps), grad_out.astype(wide.dtype)
    normed, u = wide / r, weight * g
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
    dx, dweight = rms_norm_backward(upstream[:0], x[:0], weight)
    assert dx.shape == (0, 3, 5), f"no vectors at all: dx has the shape {dx.shape}; expected (0, 3, 5)"
    assert dweight.tolist() == [0] * 5, f"no vectors at all: dweight is {dweight}; expected five zeros"
    half = rms_norm_backward(*(a.astype(np.float16) for a in (upstream, 300 * x, weight)))
    found = half[0].dtype, half[1].dtype
    assert found == (np.float16, np.float16), f"all is float16; so should both gradients be, not {found}"
    wanted = (upstream * x / np.sqrt((x**2).mean(-1, keepdims=True))).sum((0, 1))
    assert np.allclose(half[1], wanted, atol=0.02), f"dweight in float16: {half[1]}; expected {wanted}"
    problem = error_of(lambda: rms_norm_backward(upstream[0], x, weight))
    assert isinstance(problem, ValueError), f"grad_out of another shape: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-rms_norm_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-RMSNorm", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 8. RMSNorm as a module
#
# The same operation for a model in PyTorch, on any device. The module has one parameter, `weight`, of
# shape `(d,)` and filled with ones; nothing else is stored in its state. The arguments `device` and
# `dtype` say where the weight is and in which floating-point type, as for PyTorch's own layers:
# `None` is PyTorch's default.
#
# A model in `bfloat16` hands the module `bfloat16`, and gets `bfloat16` back: the mean of the squares,
# the quotient and its product with the weight are computed in `float32`, and the result is converted
# once, to the dtype of `x`. (Llama's code converts before it multiplies. That is not asked for here.)
# `float16` alike. The dtype of the weight need not be that of `x`; the result always has that of `x`.
# Gradients reach `x` and the weight by autograd.
#
# `RMSNorm(2)(torch.tensor([3.0, 4.0]))` is `[0.849, 1.131]`.
#
# Write the operation out, or use PyTorch's: the hidden tests compare with the formula, in every dtype.
#
# <details><summary>A first hint</summary>
# A parameter is registered by assigning an <code>nn.Parameter</code> to an attribute, after
# <code>super().__init__()</code>.
# </details>
# <details><summary>Which width?</summary>
# <code>torch.promote_types</code> gives the wider one of two dtypes. A conversion to
# <code>float32</code> for all would take digits from <code>float64</code>.
# </details>

# %% nbgrader={"grade": false, "grade_id": "RMSNorm", "locked": false, "schema_version": 3, "solution": true, "task": false}
class RMSNorm(nn.Module):
    """Each vector over its root mean square, times a learned weight; see `rms_norm`.

    d              length of the vectors
    eps            added to the mean of the squares, within the root; as in rms_norm
    device, dtype  of the weight; None: PyTorch's defaults

    `weight` is the only parameter: (d,), ones. There are no buffers.

    forward(x) takes x (..., d), float16, bfloat16, float32 or float64, on the weight's device (also
    after `.to`), and returns a new tensor of the shape, dtype and device of x. float64 is computed in
    float64, every other dtype in float32 or wider. Differentiable in x and in the weight.

    ValueError: d below 1 (when the module is made); the last axis of x is not d long, or x has no
    axis (when it is called).

    >>> RMSNorm(2, eps=0.0)(torch.tensor([0.0, 3.0])).square().sum().round().item()
    2.0
    """

    def __init__(self, d: int, eps: float = 1e-6, device=None, dtype=None):
        ### BEGIN SOLUTION
        super().__init__()
        if d < 1:
            raise ValueError(f"d is {d}; expected at least 1")
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d, device=device, dtype=dtype))
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        check_vectors(x, self.weight)
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
    assert list(layer.state_dict()) == ["weight"], f"the state holds {list(layer.state_dict())}; expected weight"
    found = layer.weight
    assert found.tolist() == [1, 1] and found.dtype == torch.float32, f"{found}; expected two ones, float32"
    result = layer(torch.tensor([3.0, 4.0]))
    wanted = torch.tensor([3.0, 4.0]) / math.sqrt(12.5)
    assert torch.allclose(result, wanted), f"[3, 4] gives {result}; expected {wanted}"

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
    problem = error_of(lambda: RMSNorm(5)(torch.ones(3, 1)))
    assert isinstance(problem, ValueError), f"vectors of one entry: expected a ValueError, not {problem!r}"
    problem = error_of(lambda: RMSNorm(0))
    assert isinstance(problem, ValueError), f"d = 0: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-RMSNorm", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-together", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## All together
#
# Nothing to write here. The cell draws one table for each scheme, compares the length of its rows
# with your prediction, and looks at the spread of scores that its rows make, and at the length that a
# normalization gives them.

# %% nbgrader={"grade": false, "grade_id": "try-together", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: rows of four starts, before and after RMSNorm.
with visible_tests("together"):
    V, d = 400, 64
    print(f"{'scheme':14}{'length':>8}{'expected':>10}{'scores':>9}{'expected':>10}{'length after':>14}")
    for scheme in ("unit", "gpt2", "inverse-sqrt", "xavier"):
        rows = init_table(V, d, scheme, np.random.default_rng(11), np.float64)
        std = math.sqrt(np.mean(rows**2))
        length, expected = np.linalg.norm(rows, axis=1).mean(), expected_norm(d, std)[0]
        scores = (rows[: V // 2] * rows[V // 2 :]).sum(axis=1) / math.sqrt(d)
        predicted = attention_score_std(d, std, std)
        after = np.linalg.norm(rms_norm(rows, np.ones(d), eps=0.0), axis=1).mean()
        print(f"{scheme:14}{length:8.3f}{expected:10.3f}{scores.std():9.4f}{predicted:10.4f}{after:14.3f}")
        assert abs(length / expected - 1) < 0.02, f"rows are {length} long; {expected} expected"
        assert abs(scores.std() / predicted - 1) < 0.25, f"scores spread by {scores.std()}; {predicted} expected"
        assert abs(after - math.sqrt(d)) < 1e-9, f"rms_norm makes rows {after} long; 8, the root of d, expected"

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
