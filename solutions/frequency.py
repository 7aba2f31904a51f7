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
# # Frequency: how often a row learns, and what that does to it
#
# You predict how seldom most rows of a table are looked up, write two optimizers that touch only the rows
# of a batch, and then what makes such an optimizer exact.
#
# - **Time**: one and a half to two hours.
# - **Before you start**: read the chapter up to {ref}`frequency-decay-on-demand`.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
# - Read {ref}`house-rules` once: it holds in all notebooks.
#   `check_rows(rows, V)`, given below, refuses what is no row of a table.
#
# Ranks in arrays count from 0: entry 0 belongs to the most frequent token.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import numpy as np
import torch


def check_rows(rows, V: int) -> None:
    """TypeError or IndexError unless `rows`, an array or a tensor, holds integers in 0 ... V-1."""
    whole = rows.dtype in (torch.int32, torch.int64) if torch.is_tensor(rows) else rows.dtype.kind in "iu"
    if not whole:
        raise TypeError(f"rows have the dtype {rows.dtype}; expected integers")
    if 0 not in rows.shape:
        for i in (int(rows.min()), int(rows.max())):
            if not 0 <= i < V:
                raise IndexError(f"row {i} is outside 0 ... {V - 1}")


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
print("The visible tests of PyTorch functions run on:", ", ".join(DEVICES))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-zipf_probabilities", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. A vocabulary after Zipf
#
# How rarely a model will see its rare words can be computed before there is a text. By Zipf's law the
# probability of rank $r$, counted from 1, is
#
# $$p_r = \frac{r^{-s}}{\sum_{q=1}^{V} q^{-s}}.$$

# %% nbgrader={"grade": false, "grade_id": "zipf_probabilities", "locked": false, "schema_version": 3, "solution": true, "task": false}
def zipf_probabilities(V: int, s: float = 1.0) -> np.ndarray:
    """Compute probabilities in proportion to rank ** -s, for the ranks 1 ... V.

    V  number of tokens, at least 1
    s  exponent, at least 0; a float or an int

    Returns an array (V,) that sums to one, the most frequent token first. Each entry is right to ten digits.

    >>> zipf_probabilities(4).round(2).tolist()
    [0.48, 0.24, 0.16, 0.12]
    """
    ### BEGIN SOLUTION
    weights = np.arange(1, V + 1) ** -float(s)
    return weights / weights.sum()
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-zipf_probabilities", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("zipf_probabilities"):
    four = zipf_probabilities(4)
    assert np.allclose(four, [0.48, 0.24, 0.16, 0.12]), f"V=4: the probabilities are {four}"
    steep = zipf_probabilities(2, 2)
    assert np.allclose(steep, [0.8, 0.2]), f"s=2: expected [0.8, 0.2], not {steep}"
    flat = zipf_probabilities(5, 0.0)
    assert np.allclose(flat, 0.2), f"s=0: all are equally likely, not {flat}"
    many = zipf_probabilities(50_257, 1.2)
    assert abs(many.sum() - 1) < 1e-9, f"the sum is {many.sum()}, not 1"
    assert abs(many[0] / many[99] - 100**1.2) < 1e-6, "the first is 100 ** s times as likely as the hundredth"

# %% nbgrader={"grade": true, "grade_id": "check-zipf_probabilities", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-expected_distinct", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. The curve of distinct tokens
#
# A curve of the rows that batches of many sizes reach says from which size on a gradient of the whole table
# pays. {ref}`frequency-how-many-distinct-tokens-a-batch-holds` has the formula for one size, and what it does to
# tiny $p_i$. A vocabulary has 100,000 tokens, and a smooth curve a thousand points.
#
# <details><summary>A hint on certain tokens</summary>
# For <code>p = 1</code> the logarithm is <code>-inf</code>, and zero times that is <code>nan</code>. Which
# <code>n</code> alone can go wrong?
# </details>

# %% nbgrader={"grade": false, "grade_id": "expected_distinct", "locked": false, "schema_version": 3, "solution": true, "task": false}
def expected_distinct(p: np.ndarray, n: int | np.ndarray) -> float | np.ndarray:
    """Compute the expected number of different tokens among n independent draws, for one n or several.

    p  (V,) probabilities, from 0 to 1 (both allowed), of all tokens or of some
    n  number of draws, from 0 to 10 ** 12; or an array (k,) of such numbers, in any order

    Returns a number; for an array the numbers (k,) in the same order. Right to the rounding of a sum of V
    numbers, also where entries of p are as small as 1e-300. Memory grows as V + k, not as their product.

    >>> expected_distinct(np.array([0.5, 0.5]), 2)
    1.5
    >>> expected_distinct(np.array([0.5, 0.5]), np.array([2, 0, 1])).tolist()
    [1.5, 0.0, 1.0]
    """
    ### BEGIN SOLUTION
    if np.ndim(n):
        return np.array([expected_distinct(p, one) for one in n])
    return float(chance_of_one(p, n).sum())


def chance_of_one(p, n):
    """For each id the probability that it is among n draws, (V,); tiny ones keep their digits."""
    if n == 0:
        return np.zeros(len(p))
    with np.errstate(divide="ignore"):  # an id that is certain has a logarithm of -inf
        return -np.expm1(n * np.log1p(-p))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-expected_distinct", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("expected_distinct"):
    coin, certain = np.array([0.5, 0.5]), np.array([0.0, 1.0])
    for p, n, wanted in ((coin, 2, 1.5), (coin, 0, 0), (certain, 3, 1), (certain, 0, 0)):
        count = expected_distinct(p, n)
        assert np.ndim(count) == 0 and abs(count - wanted) < 1e-12, f"{p}, {n}: {wanted}, not {count}"
    curve = expected_distinct(coin, np.array([2, 0, 1, 4, 2]))
    assert np.allclose(curve, [1.5, 0, 1, 1.875, 1.5]), f"expected [1.5, 0, 1, 1.875, 1.5], not {curve}"

    words, rng = zipf_probabilities(1000), np.random.default_rng(0)
    seen = np.mean([len(np.unique(rng.choice(1000, 500, p=words))) for _ in range(100)])
    count = expected_distinct(words, 500)
    print(f"500 draws of 1000 words: {count:.1f} distinct ones expected, {seen:.1f} found on average")
    assert abs(count - seen) < 4, "the formula and the draws do not agree"
    rare = np.append(np.full(1000, 1e-13), 1 - 1e-10)  # a word that is all but certain, 1000 very rare ones
    found = expected_distinct(rare, 10**9) - 1
    assert abs(found - 1000 * (1e-4 - 0.5e-8)) < 1e-7, f"the rare ones: expected 0.099995, not {found:.6f}"

# %% nbgrader={"grade": true, "grade_id": "check-expected_distinct", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-expected_updates", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. Updates under a schedule of batches
#
# Large models often begin with small batches and enlarge them in stages; which schedule gives a rare row most
# updates? {ref}`frequency-how-often-a-row-is-updated` has the case of one stage.
#
# <details><summary>A hint</summary>
# Expectations add up, over steps and over stages. Would it be the same to take the average batch?
# </details>

# %% nbgrader={"grade": false, "grade_id": "expected_updates", "locked": false, "schema_version": 3, "solution": true, "task": false}
def expected_updates(p: np.ndarray, batch: int | np.ndarray, steps: int | np.ndarray) -> np.ndarray:
    """Compute for each row the expected number of steps in which it has a gradient.

    p      (V,) probabilities, from 0 to 1 (both allowed); all draws are independent
    batch  tokens in a batch, from 0 to 10 ** 9
    steps  number of such batches, 0 or more

    Or batch and steps are two arrays (k,): stage j has steps[j] batches of batch[j] tokens, and the result is
    that of all stages together.

    Returns an array (V,). Each entry is right to ten digits, also for entries of p as small as 1e-300.

    >>> expected_updates(np.array([0.5, 0.25, 0.25]), batch=2, steps=8).tolist()
    [6.0, 3.5, 3.5]
    >>> expected_updates(np.array([0.5, 0.25, 0.25]), np.array([1, 2]), np.array([4, 8])).tolist()
    [8.0, 4.5, 4.5]
    """
    ### BEGIN SOLUTION
    stages = zip(np.atleast_1d(batch), np.atleast_1d(steps))
    return sum((times * chance_of_one(p, size) for size, times in stages), np.zeros(len(p)))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-expected_updates", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("expected_updates"):
    three = np.array([0.5, 0.25, 0.25])
    updates = expected_updates(three, batch=2, steps=8)
    assert updates.shape == (3,) and np.allclose(updates, [6, 3.5, 3.5]), f"[6, 3.5, 3.5], not {updates}"
    updates = expected_updates(three, np.array([1, 2]), np.array([4, 8]))
    assert updates.shape == (3,) and np.allclose(updates, [8, 4.5, 4.5]), f"two stages: not {updates}"
    for batch, steps in ((0, 8), (2, 0)):
        updates = expected_updates(np.array([0.0, 1.0]), batch, steps)
        assert not np.any(updates), f"batch={batch}, steps={steps}: expected zeros, not {updates}"

    words, rng, found = zipf_probabilities(1000), np.random.default_rng(0), np.zeros(1000)
    for size in [100] * 150 + [1000] * 50:  # steps
        found[np.unique(rng.choice(1000, size, p=words))] += 1
    wanted = expected_updates(words, np.array([100, 1000]), np.array([150, 50]))
    for rank in (0, 9, 99, 999):
        print(f"rank {rank:3}: {wanted[rank]:6.1f} updates expected, {found[rank]:3.0f} found")
    assert abs(found.sum() - wanted.sum()) < 0.03 * wanted.sum(), "the formula and the draws do not agree"
    tiny = expected_updates(np.array([1 - 1e-18, 1e-18]), 1000, 1)[1]
    assert abs(tiny / 1e-15 - 1) < 1e-9, f"p = 1e-18 in a batch of 1000: expected 1e-15, not {tiny}"

# %% nbgrader={"grade": true, "grade_id": "check-expected_updates", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-adagrad_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. Adagrad for the tokens of a batch
#
# A batch is a list of *tokens*: it names rows several times, with a gradient at each place.
# {ref}`frequency-optimizers-that-touch-only-some-rows` has the step of Adagrad for rows that are all different.
# Here the gradients of a row are added up first.
#
# <details><summary>A hint</summary>
# <code>np.unique(..., return_inverse=True)</code> says for each token which of the different rows is its own.
# </details>

# %% nbgrader={"grade": false, "grade_id": "adagrad_rows", "locked": false, "schema_version": 3, "solution": true, "task": false}
def adagrad_rows(
    E: np.ndarray, state: np.ndarray, rows: np.ndarray, values: np.ndarray, lr: float, eps: float = 1e-10
) -> None:
    """Make one step of torch.optim.Adagrad on the listed rows, in place.

    E       (V, d) floats; changed
    state   (V, d), the sum of squared gradients so far; changed
    rows    (N,) integers, in any order; a row that is listed several times has the sum of its gradients
    values  (N, d), a gradient for each place of `rows`
    lr      learning rate
    eps     added to the root

    Returns None. Rows that are not listed stay as they are. No array of V × d numbers is made, no loop
    over V.

    House rules: ids.

    >>> E, state = np.ones((2, 1)), np.array([[9.0], [0.0]])
    >>> adagrad_rows(E, state, np.array([0, 0]), np.array([[1.0], [3.0]]), lr=0.5)
    >>> E.round(6).tolist(), state.tolist()
    ([[0.6], [1.0]], [[25.0], [0.0]])
    """
    ### BEGIN SOLUTION
    check_rows(rows, len(E))
    rows, place = np.unique(rows, return_inverse=True)
    g = np.zeros((len(rows), E.shape[1]), E.dtype)
    np.add.at(g, place, values)
    state[rows] += g**2
    E[rows] -= lr * g / (np.sqrt(state[rows]) + eps)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-adagrad_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("adagrad_rows"):
    E, state = np.ones((2, 1)), np.array([[9.0], [0.0]])
    adagrad_rows(E, state, np.array([0, 0]), np.array([[1.0], [3.0]]), lr=0.5)
    assert state.tolist() == [[25.0], [0.0]], f"expected [[25], [0]], not {state.tolist()}"
    assert np.allclose(E, [[0.6], [1]]), f"expected [[0.6], [1]], not {E.tolist()}"

    rng = np.random.default_rng(0)
    table = torch.tensor(rng.normal(size=(6, 3)), requires_grad=True)
    E, state = table.detach().numpy().copy(), np.zeros((6, 3))
    optimizer = torch.optim.Adagrad([table], lr=0.3, eps=0.01)
    for rows in ([5, 0, 2], [2, 1, 2, 2], [0, 5, 3, 5]):
        values = rng.normal(size=(len(rows), 3))
        table.grad = torch.zeros(6, 3, dtype=torch.float64)
        table.grad.index_add_(0, torch.tensor(rows), torch.tensor(values))
        optimizer.step()
        adagrad_rows(E, state, np.array(rows), values, 0.3, eps=0.01)
        apart = np.abs(E - table.detach().numpy()).max()
        assert apart < 1e-12, f"after the rows {rows}: {apart:.2g} apart from torch.optim.Adagrad"
    assert error_of(lambda: adagrad_rows(E, state, np.array([1, 6]), np.ones((2, 3)), 0.3)), "no row 6"

# %% nbgrader={"grade": true, "grade_id": "check-adagrad_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-adam_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. Adam for the tokens of a batch, on any device
#
# Adam is what most tables are trained with, and on a GPU. Write the lazy Adam of the same page, the step of
# `torch.optim.SparseAdam`, again for rows that may be listed several times. Its $\varepsilon$ is added to the
# root of $v$ as it is, before any correction.
#
# <details><summary>Hints</summary>
# <code>torch.unique</code> has <code>return_inverse</code> too, and <code>index_add_</code> adds up repeats. PyTorch
# changes no parameter in place while it records. A tensor that you make is on the CPU unless you say where.
# </details>

# %% nbgrader={"grade": false, "grade_id": "adam_rows", "locked": false, "schema_version": 3, "solution": true, "task": false}
def adam_rows(
    E: torch.Tensor, m: torch.Tensor, v: torch.Tensor, step: int, rows: torch.Tensor, values: torch.Tensor,
    lr: float, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8,
) -> None:
    """Make one step of torch.optim.SparseAdam on the listed rows, in place, on any device.

    E       (V, d) floats, a parameter or not; changed, outside of any graph
    m, v    (V, d), running means of the gradient and of its square; changed
    step    number of this step for the whole table, counted from 1
    rows    (N,) int32 or int64, in any order; a row that is listed several times has the sum of its gradients
    values  (N, d), a gradient for each place of `rows`; like m and v no part of a graph
    lr      learning rate
    betas   decay of the two means
    eps     added to the root of v

    Returns None. Rows that are not listed stay as they are. No tensor of V × d numbers is made, no loop
    over V.

    House rules: ids.

    >>> E, m, v = torch.ones(2, 1), torch.zeros(2, 1), torch.zeros(2, 1)
    >>> rows, values = torch.tensor([1, 1]), torch.tensor([[1.0], [3.0]])
    >>> adam_rows(E, m, v, 1, rows, values, 0.5, betas=(0.5, 0.75), eps=2.0)
    >>> E.tolist(), m.tolist(), v.tolist()
    ([[1.0], [0.75]], [[0.0], [2.0]], [[0.0], [4.0]])
    """
    ### BEGIN SOLUTION
    check_rows(rows, len(E))
    rows, place = torch.unique(rows, return_inverse=True)
    b1, b2 = betas
    with torch.no_grad():
        g = values.new_zeros(len(rows), values.shape[1]).index_add_(0, place, values)
        m[rows] = b1 * m[rows] + (1 - b1) * g
        v[rows] = b2 * v[rows] + (1 - b2) * g**2
        rate = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
        E[rows] -= rate * m[rows] / (v[rows].sqrt() + eps)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-adam_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("adam_rows"):
    for device in DEVICES:
        E, m, v = (torch.full((2, 1), value, device=device) for value in (1.0, 0.0, 0.0))
        rows, values = torch.tensor([1, 1], device=device), torch.tensor([[1.0], [3.0]], device=device)
        adam_rows(E, m, v, 1, rows, values, 0.5, betas=(0.5, 0.75), eps=2.0)
        assert m.tolist() == [[0.0], [2.0]], f"the mean: expected [[0], [2]], not {m.tolist()}"
        assert v.tolist() == [[0.0], [4.0]], f"the mean of squares: expected [[0], [4]], not {v.tolist()}"
        assert E.tolist() == [[1.0], [0.75]], f"the table: expected [[1], [0.75]], not {E.tolist()}"

    rng = np.random.default_rng(0)
    table = torch.tensor(rng.normal(size=(6, 3)), requires_grad=True)
    E = torch.nn.Parameter(table.detach().clone())
    m, v = torch.zeros(6, 3, dtype=torch.float64), torch.zeros(6, 3, dtype=torch.float64)
    optimizer = torch.optim.SparseAdam([table], lr=0.1, eps=0.01)
    for t, rows in enumerate(([5, 0, 2], [2, 1, 2, 2], [0, 5, 3, 5]), start=1):
        rows, values = torch.tensor(rows), torch.tensor(rng.normal(size=(len(rows), 3)))
        table.grad = torch.sparse_coo_tensor(rows[None], values, (6, 3), check_invariants=True)
        optimizer.step()
        adam_rows(E, m, v, t, rows, values, 0.1, eps=0.01)
        apart = (E - table).abs().max().item()
        assert apart < 1e-12, f"after step {t}: {apart:.2g} apart from torch.optim.SparseAdam"
    assert E.requires_grad and E.grad_fn is None, "E is a parameter, and stays one"
    assert error_of(lambda: adam_rows(E, m, v, 4, torch.tensor([6]), values[:1], 0.1)), "there is no row 6"

# %% nbgrader={"grade": true, "grade_id": "check-adam_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-catch_up", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. The steps that a row has missed
#
# A lazy Adam is another method than Adam: in a step on the whole table a row without a gradient coasts and
# decays, and its means fade ({ref}`frequency-one-gradient-one-long-slide`, {ref}`frequency-decay-on-demand`). To be
# exact, a lazy optimizer must make up for that when the row is read again, perhaps a million steps later.
#
# A missed step of AdamW, with gradient zero, late in training and with $\varepsilon = 0$, is
#
# $$m \leftarrow \beta_1 m, \qquad v \leftarrow \beta_2 v, \qquad
# E \leftarrow (1 - \eta\lambda)\,E - \eta\,\frac{m}{\sqrt{v}}.$$
#
# Find what $k$ of them do together. Begin on paper, with $k = 2$ and $\lambda = 0$.
#
# <details><summary>A hint on the motion</summary>
# By which factor does <code>m / √v</code> change in a step? Without decay the moves are a geometric series with
# this factor. When the first missed step is made, <code>m</code> has faded once.
# </details>
# <details><summary>A hint on motion and decay together</summary>
# The move of missed step j decays in the k − j steps after it. With q for what decay leaves and r for the other
# factor the moves sum to <code>q^(k-1) r + q^(k-2) r² + ... + r^k</code>. Multiply by <code>q - r</code>.
# </details>
# <details><summary>A hint on digits</summary>
# <code>0.999 ** k</code> with a tensor <code>k</code> of integers is computed in float32: make <code>k</code> float64.
# </details>

# %% nbgrader={"grade": false, "grade_id": "catch_up", "locked": false, "schema_version": 3, "solution": true, "task": false}
def catch_up(
    E: torch.Tensor, m: torch.Tensor, v: torch.Tensor, rows: torch.Tensor, rested: torch.Tensor, lr: float,
    betas: tuple[float, float] = (0.9, 0.999), weight_decay: float = 0.0,
) -> None:
    """Make, in place, the steps of AdamW with gradient zero that the listed rows have missed.

    E       (V, d) floats without requires_grad; changed
    m, v    (V, d), its two means; where v is 0 there never was a gradient: m is 0 too, and E only decays; changed
    rows    (k,) int64, all different, in any order
    rested  (k,) int64: how many steps each of these rows has missed, from 0 to 10 ** 9
    lr, betas, weight_decay   of AdamW; 1 - lr * weight_decay exceeds β₁ / √β₂ by 0.01 or more

    Bias corrections are 1 and eps is 0. Returns None. Rows that are not listed stay as they are. Right to
    five digits, after long rests too. Time and memory do not grow with the number of steps, nor as V × d.
    On any device.

    >>> E, m, v = torch.ones(2, 1), torch.full((2, 1), 4.0), torch.ones(2, 1)
    >>> catch_up(E, m, v, torch.tensor([1]), torch.tensor([2]), 0.1, betas=(0.5, 1.0), weight_decay=1.0)
    >>> [round(x, 4) for x in (E[1].item(), m[1].item(), v[1].item())]  # 0.7 after one step, then 0.53
    [0.53, 1.0, 1.0]
    """
    ### BEGIN SOLUTION
    b1, b2 = betas
    q, r, k = 1 - lr * weight_decay, b1 / b2**0.5, rested.double()[:, None]
    fade1, fade2, kept, moved = (a.to(E.dtype) for a in (b1**k, b2**k, q**k, r * (q**k - r**k) / (q - r)))
    direction = torch.where(v[rows] > 0, m[rows] / v[rows].sqrt(), 0)
    E[rows] = kept * E[rows] - lr * moved * direction
    m[rows], v[rows] = fade1 * m[rows], fade2 * v[rows]
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-catch_up", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("catch_up"):
    for device in DEVICES:
        E, m, v = (torch.full((2, 1), value, device=device) for value in (1.0, 4.0, 1.0))
        one, two = torch.tensor([1], device=device), torch.tensor([2], device=device)
        catch_up(E, m, v, one, two, 0.1, betas=(0.5, 1.0), weight_decay=1.0)
        for name, found, wanted in (("m", m, [4.0, 1.0]), ("v", v, [1.0, 1.0]), ("E", E, [1.0, 0.53])):
            assert np.allclose(found.flatten().tolist(), wanted), f"{name}: {wanted}, not {found.tolist()}"

    generator = torch.Generator().manual_seed(0)
    E, m, v = (torch.randn(5, 3, generator=generator, dtype=torch.float64) for _ in range(3))
    v = v**2
    m[4] = v[4] = 0  # never had a gradient
    start = [a.clone() for a in (E, m, v)]
    for weight_decay in (0.0, 0.5):
        E, m, v = (a.clone() for a in start)
        table = torch.nn.Parameter(E[:4].clone())
        optimizer = torch.optim.AdamW([table], lr=0.01, eps=0, weight_decay=weight_decay)
        late = torch.tensor(1e6)  # bias corrections are 1
        optimizer.state[table] = {"step": late, "exp_avg": m[:4].clone(), "exp_avg_sq": v[:4].clone()}
        table.grad = torch.zeros_like(table)
        for _ in range(30):
            optimizer.step()
        everyone, rested = torch.tensor([2, 0, 4, 1]), torch.tensor([30, 30, 30, 30])
        catch_up(E, m, v, everyone, rested, 0.01, weight_decay=weight_decay)
        apart = (E[:3] - table[:3]).abs().max().item()
        assert apart < 1e-6, f"30 steps, weight_decay={weight_decay}: {apart:.2g} apart from torch.optim.AdamW"
        assert torch.equal(E[3], start[0][3]), "row 3 is not listed"
        alone = (1 - 0.01 * weight_decay) ** 30 * start[0][4]
        assert torch.allclose(E[4], alone), f"row 4 has no means and only decays: {alone}, not {E[4]}"
    catch_up(E, m, v, everyone, torch.tensor([0, 1, 10, 10**9]), 0.01)  # at once
    assert torch.isfinite(E).all() and m[1].abs().max() == 0, "a billion steps"

# %% nbgrader={"grade": true, "grade_id": "check-catch_up", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-build", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## What you have built: the fate of a rare word
#
# Left: how many different words a reader of *Pride and Prejudice* has met, counted and predicted. Words do
# not come independently: the count lags at first, and is ahead at the end.
#
# Right: how far the row of one rare word gets from its start while a small model learns which word comes next,
# under plain descent, your lazy Adam, and the same with `catch_up` before each look. Ticks mark the batches that
# hold the word. Choose another `RARE`.

# %% nbgrader={"grade": false, "grade_id": "excerpt", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "build", "locked": true, "schema_version": 3, "solution": false, "task": false}
@last_cell
def build():
    import re

    import matplotlib.pyplot as plt

    RARE, STEPS, BATCH, WIDTH, LATE = "carriage", 300, 128, 16, 10_000
    text = re.findall("[a-z]+", excerpt().lower())
    words, ids, counts = np.unique(text, return_inverse=True, return_counts=True)
    p, V, rare = counts / len(text), len(words), int(np.flatnonzero(words == RARE)[0])
    fig, (left, right) = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")

    n = np.linspace(1, len(text), 40).astype(int)
    left.plot(n, [len(np.unique(ids[:k])) for k in n], "ko", markersize=4, label="counted")
    left.plot(n, expected_distinct(p, n), label="expected_distinct, words as frequent as here")
    left.plot(n, expected_distinct(zipf_probabilities(V), n), "--", label="and by Zipf's law")
    left.set(xlabel="words read", ylabel="rows reached")
    left.legend()

    common = np.argsort(-counts)[:100]  # the model predicts which of these words comes next
    place = np.full(V, -1)
    place[common] = np.arange(100)
    pairs = torch.tensor(np.stack([ids[:-1], place[ids[1:]]])[:, place[ids[1:]] >= 0])
    share = np.bincount(pairs[0], minlength=V) / pairs.shape[1]

    def train(rule):
        """How far the rare row is from its start after each step, and the steps that read it."""
        g = torch.Generator().manual_seed(0)
        E, head = 0.02 * torch.randn(V, WIDTH, generator=g), 0.2 * torch.randn(100, WIDTH, generator=g)
        m, v, begin = torch.zeros_like(E), torch.zeros_like(E), E[rare].clone()
        seen, far, read = torch.zeros(V, dtype=torch.int64), [], []
        for t in range(1, STEPS + 1):
            rows, after = pairs[:, torch.randint(pairs.shape[1], (BATCH,), generator=g)]
            if rule == "caught up":  # rows that are read, and the one that is watched
                due = torch.unique(torch.cat([rows, torch.tensor([rare])]))
                catch_up(E, m, v, due, t - 1 - seen[due], 0.01)
                seen[due] = t - 1
            x = E[rows].requires_grad_()
            (dx,) = torch.autograd.grad(torch.nn.functional.cross_entropy(x @ head.T, after), x)
            if rule == "plain":
                E.index_add_(0, rows, dx, alpha=-2)
            else:
                adam_rows(E, m, v, LATE + t, rows, dx, 0.01)
                seen[rows] = t
            read += [t] * bool((rows == rare).any())
            far.append((E[rare] - begin).norm().item())
        return far, read

    for rule, label in (("plain", "plain descent"), ("lazy", "adam_rows"), ("caught up", "adam_rows, catch_up")):
        far, read = train(rule)
        right.plot(range(1, STEPS + 1), far, label=label)
    right.plot(read, [-0.05] * len(read), "k|", markersize=12)
    told = f"{expected_updates(share, BATCH, STEPS)[rare]:.1f} updates expected, {len(read)} came"
    right.set(xlabel="step", ylabel="distance from the start", title=f"“{RARE}”: {told}")
    right.legend()
    plt.show()

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
