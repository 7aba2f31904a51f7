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
# # Geometry: the shape of a table
#
# You write instruments to look at a cloud of rows: for several examples of an analogy, for a table that
# fits in no memory, for words that are not equally frequent. At the end you look at a trained table.
#
# - **Time**: about two hours.
# - **Before you start**: read the chapter up to {ref}`geometry-anisotropy-and-its-common-offset`.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
# - Read {ref}`house-rules` once: it holds in all notebooks.
#   `check_ids(ids, V)`, given below, refuses what is no id; `unit_rows(A)` brings rows to length one.
#
# Where cosines are taken, rows have lengths from 0.001 to 1000, or are zero: then their cosine with every
# row is 0.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import numpy as np
import torch


def check_ids(ids, V: int) -> None:
    """TypeError or IndexError unless `ids`, a number or an array, holds integers in 0 ... V-1."""
    ids = np.asarray(ids)
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids have the dtype {ids.dtype}; expected integers")
    if ids.size and not 0 <= ids.min() <= ids.max() < V:
        raise IndexError(f"an id is outside 0 ... {V - 1}")


def unit_rows(A: np.ndarray) -> np.ndarray:
    """The rows of A brought to length one; rows of zeros stay."""
    lengths = np.linalg.norm(A, axis=1, keepdims=True)  # (n, 1)
    return A / np.where(lengths == 0, 1, lengths)


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
print("The visible tests of PyTorch functions run on:", ", ".join(DEVICES))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-analogy", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. An analogy from several examples
#
# What a model knows of a relation, many pairs show better than one:
# {ref}`geometry-linear-as-far-as-it-goes` finds a part that all steps have in common, and a larger one of
# each step's own. What does averaging the steps of *walk* to *walked*, *look* to *looked*, ... do to the
# second? {ref}`geometry-analogies-with-the-question-words-and-without` has the case of one example.
#
# <details><summary>A hint</summary>
# <code>np.atleast_1d</code> makes an array of one id. Sort all rows first, strike out, and cut to
# <code>k</code> last.
# </details>

# %% nbgrader={"grade": false, "grade_id": "analogy", "locked": false, "schema_version": 3, "solution": true, "task": false}
def analogy(
    E: np.ndarray, a: int | np.ndarray, b: int | np.ndarray, c: int, k: int = 1, exclude: bool = True
) -> np.ndarray:
    """Find the k rows of largest cosine with E[c] plus the step from a to b.

    E        (V, d) floats
    a, b     an id each; or two arrays (m,) of ids, examples a[i], b[i] of a step, whose mean is taken
    c        an id
    k        from 1 to the number of rows that can be returned
    exclude  whether all ids of the question (a, b and c) are left out

    Returns an array (k,) of ids, the largest cosine first. Rows are added as they stand; an example that
    comes twice counts twice. The sum is not zero.

    House rules: ids.

    >>> E = np.array([[4.0, 0, 0], [4, 0, 4], [4, 3, 0], [4, 3, 3], [0, 0, -2], [8, 2, 6]])
    >>> analogy(E, 0, 1, 2).tolist(), analogy(E, 0, 1, 2, k=3, exclude=False).tolist()
    ([3], [3, 5, 1])
    >>> analogy(E, np.array([0, 2]), np.array([1, 3]), 4).tolist()  # the mean step is [0, 0, 3.5]
    [5]
    """
    ### BEGIN SOLUTION
    a, b = np.atleast_1d(a), np.atleast_1d(b)
    for ids in (a, b, c):
        check_ids(ids, len(E))
    query = E[c] + (E[b] - E[a]).mean(axis=0)  # (d,)
    order = np.argsort(-(unit_rows(E) @ query))
    if exclude:
        order = order[~np.isin(order, [*a, *b, c])]
    return order[:k]
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-analogy", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("analogy"):
    words = ["man", "king", "woman", "queen", "apple", "throne"]
    E_words = np.array([[4.0, 0, 0], [4, 0, 4], [4, 3, 0], [4, 3, 3], [0, 0, -2], [8, 2, 6]])
    found = analogy(E_words, 0, 1, 2)
    assert np.shape(found) == (1,), f"k=1: expected the shape (1,), not {np.shape(found)}"
    assert found[0] == 3, f"man is to king as woman is to {words[found[0]]}, not queen?"
    found = list(analogy(E_words, 0, 1, 2, k=3))
    assert found == [3, 5, 4], f"queen, throne, apple: expected [3, 5, 4], not {found}"
    found = list(analogy(E_words, 0, 1, 2, k=6, exclude=False))
    assert found == [3, 5, 1, 2, 0, 4], f"with the question: expected [3, 5, 1, 2, 0, 4], not {found}"
    found = list(analogy(E_words, np.array([0, 2]), np.array([1, 3]), 4))
    assert found == [5], f"two examples: expected [5], not {found}"

    rng = np.random.default_rng(0)
    step, own = rng.normal(size=8), rng.normal(size=(2, 40, 8))  # a step, and what is a pair's own
    pairs = np.vstack([own[0], own[0] + step + own[1]])  # row 40 + i belongs to row i
    first, others = np.arange(20), np.arange(20, 40)
    one = [analogy(pairs, 0, 40, c)[0] == 40 + c for c in others]
    many = [analogy(pairs, first, 40 + first, c)[0] == 40 + c for c in others]
    print(f"right by one example: {np.mean(one):.0%}, by twenty: {np.mean(many):.0%}")
    assert np.mean(many) > np.mean(one), "twenty examples should show the step better than one"
    zeros = np.array([[1.0, 0], [0, 1], [1, 0.1], [0, 0], [1, -5]])
    found = list(analogy(zeros, 0, 1, 2, k=2))
    assert found == [3, 4], f"a row of zeros has the cosine 0: expected [3, 4], not {found}"
    assert error_of(lambda: analogy(E_words, 0, -1, 2)), "there is no row -1"

# %% nbgrader={"grade": true, "grade_id": "check-analogy", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-pca", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. Principal components of what never fits in memory
#
# To see how the states of a model spread, people look at millions of them. No array holds them all
# ({ref}`geometry-principal-components-by-singular-values` takes one); they come in blocks, each of them
# once. Which few numbers must be kept, so that blocks that are gone are not missed?
#
# <details><summary>A hint on the numbers</summary>
# The components are the eigenvectors of <code>Xc.T @ Xc</code>, a sum over rows, but of rows less a mean
# that is known only at the end.
# </details>
# <details><summary>A hint on two blocks</summary>
# If each block is taken less its own mean, the sum lacks how far the means lie apart: for <code>n</code>
# and <code>m</code> rows, <code>n m / (n + m)</code> times the outer product of that step with itself. Or
# take one row, such as the very first, off all blocks.
# </details>
# <details><summary>A hint on right angles</summary>
# NumPy has one function for the eigenvectors of any matrix, and one for symmetric matrices.
# </details>

# %% nbgrader={"grade": false, "grade_id": "pca", "locked": false, "schema_version": 3, "solution": true, "task": false}
def pca(blocks, k: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Find the mean and the first k principal components of a table that comes in blocks of rows.

    blocks  a list or a generator of arrays (n_i, d), float64, of one row or more each, together two or more
    k       from 1 to d

    Returns (mean, components, variances) of all rows together: the mean row (d,); unit vectors at right
    angles as rows (k, d), the largest variance first, with any signs; the variances along them (k,), sums of
    squares over the number of rows less 1. All k are there, where variances are equal or zero too. Right to
    five digits of the largest variance, also where the mean is 10 ** 7 times as large as the spread. A
    generator gives each block once; memory does not grow with the number of blocks.

    >>> mean, components, variances = pca([np.array([[0.0, 1], [2, 1]]), np.array([[4.0, 1]])], k=1)
    >>> mean.tolist(), np.abs(components).tolist(), variances.tolist()
    ([2.0, 1.0], [[1.0, 0.0]], [4.0])
    """
    ### BEGIN SOLUTION
    n, mean, scatter = 0, 0.0, 0.0
    for block in blocks:
        m, of_block = len(block), block.mean(axis=0)
        centred, step = block - of_block, of_block - mean
        scatter = scatter + centred.T @ centred + np.outer(step, step) * n * m / (n + m)
        mean = mean + step * m / (n + m)
        n += m
    squares, directions = np.linalg.eigh(scatter)  # rising; directions are columns
    return mean, directions.T[::-1][:k], squares[::-1][:k] / (n - 1)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-pca", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("pca"):
    halves = [np.array([[0.0, 1.0], [2.0, 1.0]]), np.array([[4.0, 1.0], [2.0, 1.5], [2.0, 0.5]])]
    mean, components, variances = pca(halves, 2)
    assert np.allclose(mean, [2, 1]), f"the mean is {mean}, not [2, 1]"
    assert np.allclose(np.abs(components), np.eye(2)), f"the components are {components.tolist()}"
    assert np.allclose(variances, [2, 0.125]), f"the variances are {variances}, not [2, 0.125]"

    rng = np.random.default_rng(0)
    cloud = rng.normal(size=(60, 4)) * [8.0, 4.0, 2.0, 1.0] @ np.linalg.qr(rng.normal(size=(4, 4)))[0] + 3
    whole = np.linalg.svd(cloud - cloud.mean(axis=0))[1] ** 2 / 59
    for far in (0, 1e7):
        mean, components, variances = pca((far + cloud[i : i + 7] for i in range(0, 60, 7)), 4)
        assert np.allclose(mean, far + cloud.mean(axis=0)), f"the mean is {mean}"
        assert np.allclose(variances, whole, atol=1e-4), f"offset {far}: the variances are {variances}"
        assert np.allclose(components @ components.T, np.eye(4)), "no unit vectors at right angles"
        along = np.var((cloud - cloud.mean(axis=0)) @ components.T, axis=0, ddof=1)
        assert np.allclose(along, variances, atol=1e-4), f"along the components: {along}, not {variances}"
    flat = np.outer(np.arange(6.0), [1, 2, 2, 0])
    mean, components, variances = pca([flat[:2], flat[2:]], 4)
    assert np.allclose(variances, [31.5, 0, 0, 0]), f"rows on a line: the variances are {variances}"
    assert np.allclose(components @ components.T, np.eye(4)), "rows on a line: no right angles"

# %% nbgrader={"grade": true, "grade_id": "check-pca", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-effective_rank", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. Effective ranks of every order
#
# How many dimensions a table uses says how narrow a model may become.
# {ref}`geometry-spectra-and-effective-rank` has two numbers for it, of one family. With the shares of
# variance $p_j$ of the centred table, that of order $q$ is
#
# $$D_q = \Bigl(\sum_j p_j^{\,q}\Bigr)^{1/(1-q)}.$$
#
# Order 2 is the participation ratio. For order 1 take the limit, the page's effective rank. What is left of
# $D_q$ as $q \to \infty$?
#
# <details><summary>A hint on large orders</summary>
# <code>0.3 ** 1000</code> is 0 for the computer. Take the largest share out of the sum, or compute with
# logarithms.
# </details>

# %% nbgrader={"grade": false, "grade_id": "effective_rank", "locked": false, "schema_version": 3, "solution": true, "task": false}
def effective_rank(X: np.ndarray, order: float = 1.0) -> float:
    """Compute the effective rank D_q of the centred table's shares of variance.

    X      (n, d) floats; at least two rows, not all equal
    order  q: 1, or a number from 0.5 to 10 ** 4 that is at least 0.001 away from 1, or np.inf

    Returns a number, right to five digits. Shares of zero count as nothing, for every order.

    >>> cross = np.array([[2.0, 0], [-2, 0], [0, 1], [0, -1]])  # the shares are 0.8 and 0.2
    >>> [round(float(effective_rank(cross, q)), 3) for q in (0.5, 1, 2, np.inf)]
    [1.8, 1.649, 1.471, 1.25]
    """
    ### BEGIN SOLUTION
    p = np.linalg.svd(X - X.mean(axis=0), compute_uv=False) ** 2
    p = p[p > 0] / p.sum()
    if order == 1:
        return float(np.exp(-(p * np.log(p)).sum()))
    most = p.max()
    if order == np.inf:
        return float(1 / most)
    logarithm = order * np.log(most) + np.log(((p / most) ** order).sum())
    return float(np.exp(logarithm / (1 - order)))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-effective_rank", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("effective_rank"):
    cross = np.array([[2.0, 0.0], [-2.0, 0.0], [0.0, 1.0], [0.0, -1.0]])  # the shares are 0.8 and 0.2
    for q, wanted in ((1, 1.6493848), (2, 1 / 0.68), (0.5, 1.8), (3, 0.52**-0.5), (np.inf, 1.25)):
        rank = effective_rank(cross + 100, q)
        assert abs(rank - wanted) < 1e-5, f"shares 0.8 and 0.2, order {q}: expected {wanted:.4f}, not {rank}"
    assert abs(effective_rank(cross) - 1.6493848) < 1e-5, "without an order it is that of order 1"
    curve = [effective_rank(cross, q) for q in (0.5, 0.99, 1, 1.01, 3, 100, 10_000, np.inf)]
    assert (np.diff(curve) < 0).all(), f"the rank falls as the order grows: {np.round(curve, 4)}"

    even = np.vstack([np.eye(3), -np.eye(3)])  # the same spread in three directions
    turn = np.linalg.qr(np.random.default_rng(0).normal(size=(7, 7)))[0]
    for q in (0.5, 1, 2, 5000, np.inf):
        for table in (even, np.hstack([even, np.zeros((6, 4))]) @ turn):
            rank = effective_rank(table, q)
            assert abs(rank - 3) < 1e-5, f"three equal directions of {table.shape[1]}: expected 3, not {rank}"

# %% nbgrader={"grade": true, "grade_id": "check-effective_rank", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-mean_pairwise_cosine", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. The narrow cone, as a loss
#
# To push rows apart in training, the mean cosine is added to the loss: it needs a gradient, on the GPU. And
# pairs of frequent words should count more: let a pair count as the product of its weights.
# {ref}`geometry-anisotropy-and-its-common-offset` has the case of equal weights. Which terms of the square
# of a sum are not wanted, with weights, and with a row of zeros such as padding?
#
# <details><summary>A hint on gradients</summary>
# <code>torch.where(length &gt; 0, E / length, 0)</code> has the gradient <code>nan</code>: the quotient
# that is not chosen is in the graph too. Leave rows of zeros out before you divide.
# </details>

# %% nbgrader={"grade": false, "grade_id": "mean_pairwise_cosine", "locked": false, "schema_version": 3, "solution": true, "task": false}
def mean_pairwise_cosine(E: torch.Tensor, weights: torch.Tensor | None = None) -> torch.Tensor:
    """Compute the mean cosine of rows i and j over all ordered pairs i != j, each with a weight.

    E        (V, d) floats, at least two rows
    weights  (V,) floats, at least 0, two or more above 0, of any sum: the pair (i, j) has the weight
             weights[i] * weights[j]. None: all pairs alike

    Returns a tensor without axes, from which gradients flow to E: the weighted sum of cosines over the sum
    of the pairs' weights. A row of zeros has the cosine 0 with every row and the gradient 0; its pairs
    count. Time and memory grow as V × d, not as V × V. On any device.

    >>> E = torch.tensor([[2.0, 0.0], [0.0, 3.0], [1.0, 1.0]])  # the cosines are 0, 0.7071 and 0.7071
    >>> round(mean_pairwise_cosine(E).item(), 4)
    0.4714
    >>> round(mean_pairwise_cosine(E, torch.tensor([1.0, 0.0, 3.0])).item(), 4)
    0.7071
    """
    ### BEGIN SOLUTION
    w = torch.ones_like(E[:, 0]) if weights is None else weights
    filled = (E != 0).any(dim=1)
    units = E[filled] / E[filled].norm(dim=1, keepdim=True)
    together = w[filled] @ units  # (d,)
    return (together @ together - (w[filled] ** 2).sum()) / (w.sum() ** 2 - (w**2).sum())
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-mean_pairwise_cosine", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("mean_pairwise_cosine"):
    for device in DEVICES:
        three = torch.tensor([[2.0, 0.0], [0.0, 3.0], [1.0, 1.0]], dtype=torch.float64, device=device)
        mean = mean_pairwise_cosine(three).item()
        assert abs(mean - 2**0.5 / 3) < 1e-12, f"the mean of 0, 0.7071 and 0.7071 is 0.4714, not {mean}"
        mean = mean_pairwise_cosine(three, three.new_tensor([1.0, 2.0, 0.0])).item()
        assert abs(mean) < 1e-12, f"weights 1, 2, 0: only the first two rows count, expected 0, not {mean}"
        padded = torch.cat([three, torch.zeros_like(three[:1])]).requires_grad_()
        mean = mean_pairwise_cosine(padded)
        assert abs(mean.item() - 2**0.5 / 6) < 1e-12, f"with a row of zeros: 0.2357, not {mean.item()}"
        (gradient,) = torch.autograd.grad(mean, padded)
        assert not gradient[3].any(), f"the row of zeros has the gradient {gradient[3].tolist()}"

    generator = torch.Generator().manual_seed(0)
    cloud = torch.randn(20, 5, generator=generator, dtype=torch.float64).add(0.5).requires_grad_()
    w = torch.rand(20, generator=generator, dtype=torch.float64)
    cosines = torch.nn.functional.cosine_similarity(cloud[:, None], cloud[None], dim=2)
    pairs = torch.outer(w, w) * (1 - torch.eye(20, dtype=torch.float64))
    by_hand, mean = (cosines * pairs).sum() / pairs.sum(), mean_pairwise_cosine(cloud, w)
    assert abs(mean - by_hand) < 1e-12, f"20 rows: pair by pair {by_hand.item():.6f}, not {mean.item():.6f}"
    wanted, found = (torch.autograd.grad(x, cloud)[0] for x in (by_hand, mean))
    assert torch.allclose(found, wanted), f"gradient of row 0: {wanted[0].tolist()}, not {found[0].tolist()}"
    many = cloud.detach().float().repeat(2500, 1)  # all pairs would fill 10 GB
    assert abs(mean_pairwise_cosine(many).item()) < 1, "50,000 rows"

# %% nbgrader={"grade": true, "grade_id": "check-mean_pairwise_cosine", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-remove_top_directions", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. What all rows share, as a text reads them
#
# Taking off what all rows share may improve a table ({ref}`geometry-removing-the-leading-directions`). But
# a text reads frequent rows again and again: the mean of the table is not that of what a model sees. Let a
# row count as often as it is read.
#
# <details><summary>A hint</summary>
# Find the mean and <code>Xc.T @ Xc</code> of the table in which each row stands as often as its weight
# says, without making it.
# </details>

# %% nbgrader={"grade": false, "grade_id": "remove_top_directions", "locked": false, "schema_version": 3, "solution": true, "task": false}
def remove_top_directions(E: np.ndarray, k: int, weights: np.ndarray | None = None) -> np.ndarray:
    """Take off the weighted mean of the rows, and what then lies along the k leading components.

    E        (V, d) floats, at least two rows
    k        from 0 (the mean alone) to d; equal variances are never on both sides of k
    weights  (V,) floats, at least 0, not all 0, not always whole: mean and components are those of a table in
             which each row stands as often as its weight says. None: each row counts once

    Returns an array (V, d) of all rows, those of weight 0 too. Memory grows as V × d + d × d.

    House rules: new, unchanged.

    >>> E = np.array([[0.0, 1], [2, 1], [4, 1], [2, 1.5], [2, 0.5]])  # the mean is [2, 1]
    >>> np.abs(remove_top_directions(E, k=1)).round(6).tolist()
    [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.5], [0.0, 0.5]]
    >>> remove_top_directions(E, 0, np.array([3.0, 0, 0, 1, 0])).tolist()[0]  # the mean is [0.5, 1.125]
    [-0.5, -0.125]
    """
    ### BEGIN SOLUTION
    w = np.ones(len(E)) if weights is None else weights
    centred = E - w @ E / w.sum()
    _, directions = np.linalg.eigh((centred.T * w) @ centred)
    Q = directions[:, ::-1][:, :k]  # (d, k)
    return centred - (centred @ Q) @ Q.T
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-remove_top_directions", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("remove_top_directions"):
    cross = np.array([[0.0, 1.0], [2.0, 1.0], [4.0, 1.0], [2.0, 1.5], [2.0, 0.5]])
    flat = remove_top_directions(cross, 1)
    assert np.allclose(flat, [[0, 0], [0, 0], [0, 0], [0, 0.5], [0, -0.5]]), f"there remains {flat.tolist()}"
    flat = remove_top_directions(cross, 0)
    assert np.allclose(flat, cross - [2, 1]), f"k=0 takes the mean alone; there remains {flat.tolist()}"
    flat = remove_top_directions(cross, 2)
    assert np.allclose(flat, 0), f"without both directions nothing remains, and not {flat.tolist()}"

    rng = np.random.default_rng(0)
    cloud = rng.normal(size=(30, 4)) * [8.0, 4.0, 2.0, 1.0] @ np.linalg.qr(rng.normal(size=(4, 4)))[0] + 6
    often = rng.integers(0, 5, 30)
    for k in range(4):
        found, read = remove_top_directions(cloud, k, often.astype(float)), np.repeat(np.arange(30), often)
        wanted = remove_top_directions(cloud[read], k)
        apart = np.abs(found[read] - wanted).max()
        assert apart < 1e-9, f"k={k}: {apart:.2g} apart from the table with each row as often as its weight"
    half, whole = (remove_top_directions(cloud, 2, w) for w in (often / 2, often / 1))
    assert np.allclose(half, whole), "half of all weights should change nothing"

# %% nbgrader={"grade": true, "grade_id": "check-remove_top_directions", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-build", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## What you have built: a trained table, and what its words share
#
# Words of five novels by Jane Austen, 15 numbers each. Small ids belong to frequent pieces of words, so the
# cell takes Zipf's law for weights.
#
# Three maps: the rows as they are; less what they share, each counted once; less what a text shares. Which
# pieces lie far out at one side, and why did training push them all alike? Which groups does each map show?
# Below: how many analogies are answered rightly by one example, and by all others. Put in pairs of your
# own.

# %% nbgrader={"grade": false, "grade_id": "table", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "build", "locked": true, "schema_version": 3, "solution": false, "task": false}
@last_cell
def build():
    import matplotlib.pyplot as plt

    KINDS = {
        "men and women": "brother sister father mother uncle aunt himself herself gentleman lady "
        "husband wife",
        "one and many": "hour hours month months year years friend friends daughter daughters thing things "
        "feeling feelings word words wish wishes",
        "now and then": "look looked talk talked turn turned know knew think thought come came take took "
        "give gave hear heard feel felt want wanted speak spoke believe believed expect expected call called",
    }
    SHOWN = (
        "Elizabeth Darcy sister uncle London town door happy beauty opinion believe talk walked looked "
        "said evening hour very would with therefore daught Lond"
    )

    joins, table = trained_table()
    spelled = [bytes([i]) for i in range(256)]
    for a, b in joins:
        spelled.append(spelled[a] + spelled[b])
    ids = [i for i, s in enumerate(spelled) if s.startswith(b" ") and len(s) > 4 and s[1:].isalpha()]
    words, E = [spelled[i][1:].decode() for i in ids], table[ids].astype(float)
    row = {word: i for i, word in enumerate(words)}
    zipf = 1 / (1 + np.arange(len(E)))
    tables = {
        "as trained": E,
        "less what the rows share": remove_top_directions(E, 1),
        "less what a text shares": remove_top_directions(E, 1, zipf),
    }

    def answered(E, pairs, one):
        """The share of pairs (a, b) that are completed rightly by one other pair, or by all others."""
        right = []
        for i, (c, d) in enumerate(pairs):
            rest = np.delete(pairs, i, axis=0)
            for a, b in rest if one else [rest.T]:
                right.append(analogy(E, a, b, c)[0] == d)
        return np.mean(right)

    fig, axes = plt.subplots(1, 3, figsize=(15, 6), layout="constrained")
    for ax, (name, E) in zip(axes, tables.items()):
        mean, directions, variances = pca((E[i : i + 100] for i in range(0, len(E), 100)), 2)
        at = (E - mean) @ directions.T
        ax.scatter(*at.T, s=4, c=np.log(zipf), cmap="viridis", alpha=0.4)
        for word in SHOWN.split():
            ax.annotate(word, at[row[word]], fontsize=9, ha="center")
        T, w = torch.tensor(E), torch.tensor(zipf)
        cosines = f"{mean_pairwise_cosine(T).item():.2f}, by Zipf {mean_pairwise_cosine(T, w).item():.2f}"
        ranks = ", ".join(f"{effective_rank(E, q):.1f}" for q in (1, 2, np.inf))
        ax.set_title(f"{name}: \nmean cosine {cosines}\neffective ranks of order 1, 2, ∞: {ranks}")
    plt.show()

    print(f"{'answered rightly':36}" + "".join(f"{kind:>16}" for kind in KINDS))
    for name, E in tables.items():
        for one in (True, False):
            pairs = [np.array([row[w] for w in text.split()]).reshape(-1, 2) for text in KINDS.values()]
            shares = "".join(f"{answered(E, p, one):16.0%}" for p in pairs)
            print(f"{name:26}{'by one' if one else 'by all':10}{shares}")

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
