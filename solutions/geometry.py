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
# # Geometry: measuring a table
#
# A table of embeddings is a cloud of `V` points in `d` dimensions. You write the instruments with
# which people look at such clouds: angles between rows, analogies, principal components, the
# effective rank, the mean cosine of all pairs, and the removal of the directions that all rows share.
#
# - **Time**: about two hours.
# - **Before you start**: read {ref}`geometry-angle-and-distance` and
#   {ref}`geometry-principal-components-by-singular-values` in the chapter. Each part below names what
#   else it uses.
# - **Points**: the cells that begin with *Try it* let you work alone. They carry no points and
#   may be run as often as you like. Hidden tests decide: they draw new inputs, and look at
#   shapes, dtypes, bad input and memory too, as the docstrings describe them. Each test
#   gives its points on its own; a mistake that touches several tests costs several.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
#
# ## Rules for all six
#
# Tables have two axes: a row for each point, a column for each dimension, and at least one column. An
# id is the number of a row, from 0; ids and `k` are Python's `int`. All arrays of floats in a call have
# one dtype, `float32` or `float64`, and hold no `inf` and no `nan`. A row, and the query of `analogy`, is
# zero or has a length from 1e-6 to 1e6 (`float64`: from 1e-10 to 1e10). The mean of a table may be large
# beside the spread of its rows.
#
# Results that are arrays of floats have the dtype of the input; computations run in it or in a wider
# one. `cosine_matrix` takes `float16` as well and widens it. Results are new arrays, or views of such,
# inputs stay as they were, and inputs need not be contiguous in memory.
#
# | what is wrong | what to raise |
# | --- | --- |
# | an id outside `0 ... V-1`, negative ones too | `IndexError` that names the id |
# | a table without two axes; widths that differ; too few rows; a `k` that cannot be | `ValueError` |
#
# Where two of these are broken at once, either error is accepted. The setup cell holds `check_table`,
# which raises the `ValueError` for a table without two axes, without columns or with too few rows. A
# function may call the ones that you wrote before it.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
from typing import NamedTuple

import numpy as np


def check_table(X: np.ndarray, rows: int = 0) -> None:
    """ValueError unless X has two axes, at least `rows` rows and at least one column."""
    if X.ndim != 2 or len(X) < rows or X.shape[1] < 1:
        raise ValueError(f"a table has the shape {X.shape}; expected two axes, a column, {rows} rows or more")

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-cosine_matrix", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. The angle between rows
#
# The cosine of two rows is their dot product divided by both lengths. `cosine_matrix(A, B)` gives
# it for every row of `A` with every row of `B`, and `cosine_matrix(A)` for every pair of rows of `A`.
#
# For `A = [[3, 0], [1, 1]]` and `B = [[0, 2], [5, 0], [-1, 0]]` the first row gives `[0, 1, -1]` and the
# second `[0.7071, 0.7071, -0.7071]`. Lengths play no part: `[3, 0]` and `[5, 0]` point the same way.
#
# A row of zeros has no direction. Here its cosine is 0 with everything, itself included. A short row
# is another matter: it has a direction, and a small number added to the lengths, as some libraries
# do, falsifies it. See {ref}`geometry-angle-and-distance`.
#
# In half precision the squares that a length needs soon leave the range of the dtype (see
# {ref}`geometry-pitfalls`), so `float16` is widened to `float32` before anything else, and the result
# is `float32`.
#
# <details><summary>A first hint</summary>
# Bring all rows to length one first; then one matrix product does all pairs.
# </details>
# <details><summary>Rows of zeros</summary>
# Dividing by the length of such a row gives <code>nan</code>. Which length could you put in place of 0,
# so that the row stays as it is? <code>np.where</code> puts it there.
# </details>

# %% nbgrader={"grade": false, "grade_id": "cosine_matrix", "locked": false, "schema_version": 3, "solution": true, "task": false}
def cosine_matrix(A: np.ndarray, B: np.ndarray | None = None) -> np.ndarray:
    """The cosine of every row of A with every row of B; without B, of A with itself.

    A  (m, d), float16, float32 or float64; m may be 0
    B  (n, d), same dtype; n may be 0; None means A

    Returns a new array (m, n) of the same dtype, and float32 for float16, which is widened first.
    A row of zeros has the cosine 0 with every row. Every other row has its direction, however short it
    is (in float16 any length that it can hold from 0.1 on); nothing is added to a length. Values may
    pass 1 by a rounding error.

    ValueError: A or B has not two axes, or their widths differ.

    >>> cosine_matrix(np.array([[3.0, 0.0], [0.0, 0.0]]), np.array([[0.0, 2.0], [-5.0, 0.0]])).tolist()
    [[0.0, -1.0], [0.0, 0.0]]
    """
    ### BEGIN SOLUTION
    B = A if B is None else B
    check_table(A)
    check_table(B)
    if A.shape[1] != B.shape[1]:
        raise ValueError(f"A has the width {A.shape[1]} and B {B.shape[1]}; expected the same")
    return unit_rows(A) @ unit_rows(B).T


def unit_rows(A):
    """The rows of A brought to length one; rows of zeros stay."""
    A = A.astype(np.promote_types(A.dtype, np.float32), copy=False)
    lengths = np.linalg.norm(A, axis=1, keepdims=True)  # (m, 1)
    return A / np.where(lengths == 0, np.ones_like(lengths), lengths)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-cosine_matrix", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("cosine_matrix"):
    left = np.array([[3.0, 0.0], [1.0, 1.0]])
    right = np.array([[0.0, 2.0], [5.0, 0.0], [-1.0, 0.0]])
    cosines = cosine_matrix(left, right)
    assert isinstance(cosines, np.ndarray), f"a NumPy array is expected, not {type(cosines).__name__}"
    assert cosines.shape == (2, 3), f"two rows with three rows: expected the shape (2, 3), not {cosines.shape}"
    half = np.sqrt(0.5)
    assert np.allclose(cosines, [[0, 1, -1], [half, half, -half]]), f"the cosines are {cosines.tolist()}"
    assert np.allclose(cosine_matrix(left), [[1, half], [half, 1]]), "without B: A with itself"

    rng = np.random.default_rng(0)
    cloud = rng.normal(size=(6, 4)).astype(np.float32)
    cosines = cosine_matrix(cloud, 100 * cloud[:5])
    assert cosines.dtype == np.float32, f"the arrays are float32; the result is {cosines.dtype}"
    assert np.allclose(cosines, cosine_matrix(cloud)[:, :5], atol=1e-5), "longer rows have the same angles"
    cosines = cosine_matrix(np.array([[0.0, 0.0], [1e-9, 0.0], [2.0, 0.0]]))
    assert not np.isnan(cosines).any(), "a row of zeros gives nan; expected 0"
    assert not cosines[0].any() and not cosines[:, 0].any(), "a row of zeros has the cosine 0 with everything"
    found = cosines[1, 2]
    assert abs(found - 1) < 1e-9, f"a row of length 1e-9 has a direction: expected the cosine 1, not {found}"
    cosines = cosine_matrix(np.full((1, 2), 300, np.float16), np.array([[1, 1], [1, -1]], np.float16))
    assert cosines.dtype == np.float32, f"arrays of float16: expected float32, not {cosines.dtype}"
    assert np.allclose(cosines, [[1, 0]], atol=1e-5), f"float16: expected [[1, 0]], not {cosines.tolist()}"
    assert cosine_matrix(np.ones((0, 2)), right).shape == (0, 3), "no rows in A: expected the shape (0, 3)"
    problem = error_of(lambda: cosine_matrix(left, np.ones((3, 1))))
    assert isinstance(problem, ValueError), f"widths 2 and 1: expected a ValueError, not {problem!r}"
    problem = error_of(lambda: cosine_matrix(left[0], right))
    assert isinstance(problem, ValueError), f"A has one axis: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-cosine_matrix", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-analogy", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. Man is to king as woman is to ...
#
# `analogy(E, a, b, c)` completes "a is to b as c is to ...": it walks from `a` to `b`, takes the same
# step from `c`, and looks for the rows that point most nearly where it arrives. The ids of these
# rows come back, the best first. See {ref}`geometry-analogies-with-the-question-words-and-without`.
#
# Take the rows `man = [4, 0, 0]`, `king = [4, 0, 4]`, `woman = [4, 3, 0]`, `queen = [4, 3, 3]` and
# `apple = [0, 0, -2]`, with the ids 0 to 4. The query for `a = 0`, `b = 1`, `c = 2` is
# `king - man + woman = [4, 3, 4]`. Its cosines with the five rows are 0.62, 0.88, 0.78, 0.99 and -0.62,
# so without the three words of the question the order is `[3, 4]`: queen, then apple. With
# `exclude=False` it is `[3, 1, 2, 0, 4]`.
#
# The rows are added as they stand, not brought to length one first. What is left out are the rows
# `a`, `b` and `c`; a row that holds the same numbers under another id stays in. Rows of equal cosine
# come in the order of their ids. Cosines are equal if the computed numbers are, without a tolerance;
# the tests of this use rows for which rounding plays no part. The real table has 30,522 rows, so an
# array of `V × V` cosines would hold almost a thousand million numbers: compare the rows with one
# query alone.
#
# <details><summary>A first hint</summary>
# <code>cosine_matrix</code> takes the query as a table of one row. What is left is sorting.
# </details>
# <details><summary>Order</summary>
# <code>np.argsort</code> sorts upwards, and keeps the order of equals only if it is told to: see
# <code>kind</code>. Reversing its result also reverses the equals.
# </details>
# <details><summary>Leaving rows out</summary>
# Sort all rows first, strike out the question, and cut to <code>k</code> last.
# </details>

# %% nbgrader={"grade": false, "grade_id": "analogy", "locked": false, "schema_version": 3, "solution": true, "task": false}
def analogy(E: np.ndarray, a: int, b: int, c: int, k: int = 1, exclude: bool = True) -> np.ndarray:
    """The k rows whose cosine with E[b] - E[a] + E[c] is largest: a is to b as c is to them.

    E        (V, d) table, float32 or float64
    a, b, c  ids, each in 0 ... V-1; two or all may be the same
    k        how many, from 1 to the number of rows that can be returned
    exclude  whether the rows a, b and c are left out

    Returns a new array (k,) of int64: ids, the largest cosine first, and the smaller id first
    where cosines are equal. A row of zeros has the cosine 0, and so has every row if the
    query is zero. No array of V × V numbers is made.

    IndexError, naming the id: a, b or c outside 0 ... V-1. ValueError: E has not two axes, or k
    is below 1 or above the number of rows that can be returned: V, or if a, b and c are left
    out V less the number of different ids among them.

    >>> E = np.array([[4.0, 0, 0], [4, 0, 4], [4, 3, 0], [4, 3, 3], [0, 0, -2]])
    >>> analogy(E, 0, 1, 2).tolist(), analogy(E, 0, 1, 2, k=3, exclude=False).tolist()
    ([3], [3, 1, 2])
    """
    ### BEGIN SOLUTION
    check_table(E)
    for i in (a, b, c):
        if not 0 <= i < len(E):
            raise IndexError(f"the id {i} is outside 0 ... {len(E) - 1}")
    question = [a, b, c] if exclude else []
    if not 1 <= k <= len(E) - len(set(question)):
        raise ValueError(f"k is {k}; expected 1 ... {len(E) - len(set(question))}")
    query = E[b] - E[a] + E[c]
    cosines = cosine_matrix(E, query[None])[:, 0]  # (V,)
    order = np.argsort(-cosines, kind="stable")
    return order[~np.isin(order, question)][:k].astype(np.int64)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-analogy", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("analogy"):
    words = ["man", "king", "woman", "queen", "apple"]
    E_words = np.array([[4.0, 0, 0], [4, 0, 4], [4, 3, 0], [4, 3, 3], [0, 0, -2]])
    found = analogy(E_words, 0, 1, 2)
    assert isinstance(found, np.ndarray), f"a NumPy array is expected, not {type(found).__name__}"
    assert found.shape == (1,), f"k=1: expected the shape (1,), not {found.shape}"
    assert found.dtype == np.int64, f"expected int64, not {found.dtype}"
    assert found[0] == 3, f"man is to king as woman is to {words[found[0]]}, not queen?"
    found = analogy(E_words, 0, 1, 2, k=2)
    assert found.tolist() == [3, 4], f"queen, then apple: expected [3, 4], not {found.tolist()}"
    found = analogy(E_words, 0, 1, 2, k=5, exclude=False)
    assert found.tolist() == [3, 1, 2, 0, 4], f"with the question: expected [3, 1, 2, 0, 4], not {found.tolist()}"
    found = analogy(E_words, 0, 0, 2, k=3)
    assert found.tolist() == [3, 1, 4], f"a and b are one row: expected [3, 1, 4], not {found.tolist()}"

    twins = np.array([[1.0, 0], [0, 1], [1, 0], [0, 1], [0, 0], [0, -1]])
    found = analogy(twins, 1, 1, 0, k=4)
    assert found.tolist() == [2, 3, 4, 5], f"equals by their ids: expected [2, 3, 4, 5], not {found.tolist()}"
    assert analogy(E_words.astype(np.float32), 0, 1, 2).tolist() == [3], "a table of float32"
    problem = error_of(lambda: analogy(E_words, 0, -1, 2))
    named = isinstance(problem, IndexError) and "-1" in str(problem)
    assert named, f"the id -1: expected an IndexError that names it, not {problem!r}"
    for wrong_k, option in [(0, True), (3, True), (6, False)]:
        problem = error_of(lambda: analogy(E_words, 0, 1, 2, k=wrong_k, exclude=option))
        assert isinstance(problem, ValueError), f"k={wrong_k}, {option}: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-analogy", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-pca", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. Principal components
#
# The mean of a cloud, the `k` perpendicular directions in which it spreads most, and its variance along
# each. Work as in {ref}`geometry-principal-components-by-singular-values`: with the rows of `X` less
# their mean written as `L S Qᵀ`, the directions are the first rows of `Qᵀ`, and the variance along
# direction `j` is `s_j² / (n - 1)`.
#
# For `X = [[0, 1], [2, 1], [4, 1], [2, 1.5], [2, 0.5]]` the mean is `[2, 1]`. The cloud is widest along the
# first axis, with the sum of squares 8 and so the variance `8 / 4 = 2`; then along the second, with
# `0.5 / 4 = 0.125`. The components are `[1, 0]` and `[0, 1]`.
#
# The sign of a direction is free: `[-1, 0]` is as right as `[1, 0]`. Of a cloud that lies in fewer
# than `k` dimensions, directions of variance 0 are returned too; any unit vectors perpendicular to the
# others will do. Apart from these, directions are compared where variances clearly differ.
#
# A cloud of `n` rows less its mean spreads in at most `n - 1` directions, and in at most `d`; so `k` goes
# from 1 to the smaller of the two. Memory stays in proportion to `n × d + d × d`: mind what
# `np.linalg.svd` makes of many rows when it is not told otherwise.
#
# <details><summary>A first hint</summary>
# <code>np.linalg.svd</code> returns the directions as rows already, the largest singular value first.
# </details>
# <details><summary>Memory</summary>
# By default the first array that it returns is square, <code>n × n</code>. The argument
# <code>full_matrices</code> changes that.
# </details>

# %% nbgrader={"grade": false, "grade_id": "pca", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X: np.ndarray, k: int) -> Components:
    """The mean of the rows, the first k principal components, and the variances along them.

    X  (n, d), float32 or float64; at least two rows
    k  from 1 to min(n - 1, d)

    Returns (mean, components, variances), new arrays of the dtype of X: the mean row (d,); unit
    vectors as the rows of (k, d), perpendicular to each other, the largest variance first, each up
    to its sign; the variances (k,) of the rows along them, sums of squares divided by n - 1. Memory
    is in proportion to n × d + d × d: no array of n × n numbers.

    ValueError: X has not two axes or fewer than two rows, or k is below 1 or above min(n - 1, d).

    >>> cloud = pca(np.array([[0.0, 1], [2, 1], [4, 1], [2, 1.5], [2, 0.5]]), k=2)
    >>> cloud.mean.tolist(), cloud.variances.round(6).tolist()
    ([2.0, 1.0], [2.0, 0.125])
    """
    ### BEGIN SOLUTION
    check_table(X)
    n, d = X.shape
    if not 1 <= k <= min(n - 1, d):
        raise ValueError(f"k is {k}; expected 1 ... {min(n - 1, d)} for a table of the shape {X.shape}")
    mean = X.mean(axis=0)
    _, s, Qt = np.linalg.svd(X - mean, full_matrices=False)
    return Components(mean, Qt[:k], s[:k] ** 2 / (n - 1))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-pca", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("pca"):
    cross = np.array([[0.0, 1.0], [2.0, 1.0], [4.0, 1.0], [2.0, 1.5], [2.0, 0.5]])
    parts = pca(cross, 2)
    assert isinstance(parts, tuple) and len(parts) == 3, "Components(mean, components, variances) is expected"
    assert np.allclose(parts.mean, [2, 1]), f"the mean is {parts.mean}, not [2, 1]"
    assert np.allclose(np.abs(parts.components), np.eye(2)), f"the components are {parts.components.tolist()}"
    assert np.allclose(parts.variances, [2, 0.125]), f"the variances are {parts.variances}, not [2, 0.125]"

    rng = np.random.default_rng(0)
    cloud = rng.normal(size=(50, 4)) * [8.0, 4.0, 2.0, 1.0] @ np.linalg.qr(rng.normal(size=(4, 4)))[0] + 3
    parts = pca(cloud, 3)
    shapes = [part.shape for part in parts]
    assert shapes == [(4,), (3, 4), (3,)], f"expected the shapes (4,), (3, 4) and (3,), not {shapes}"
    products = parts.components @ parts.components.T
    assert np.allclose(products, np.eye(3)), "the components are not unit vectors at right angles"
    along = (cloud - cloud.mean(axis=0)) @ parts.components.T  # (50, 3)
    spread = np.var(along, axis=0, ddof=1)
    assert np.allclose(spread, parts.variances), f"along the components: {spread}, not {parts.variances}"
    assert (np.diff(parts.variances) < 0).all(), "the largest variance comes first"
    total, found = np.var(cloud, axis=0, ddof=1).sum(), pca(cloud, 4).variances.sum()
    assert abs(found - total) < 1e-9 * total, f"the variances of all columns add up to {total}, not {found}"
    assert {part.dtype.name for part in pca(cloud.astype(np.float32), 2)} == {"float32"}, "float32 stays float32"
    for table, wrong_k in [(cloud, 0), (cloud, 5), (cloud[:3], 3), (cloud[0], 1)]:
        problem = error_of(lambda: pca(table, wrong_k))
        case = f"k={wrong_k}, shape {table.shape}"
        assert isinstance(problem, ValueError), f"{case}: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-pca", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-effective_rank", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. How many dimensions are in use
#
# Few tables have an exact rank below `d`, yet some directions hold far more of the spread than others.
# The effective rank turns the spectrum into one number, as defined in
# {ref}`geometry-spectra-and-effective-rank`: with `s_j` the singular values of the table less its mean
# row,
#
# `p_j = s_j² / Σ s_i²` and `effective rank = exp(-Σ p_j ln p_j)`.
#
# A cloud that spreads equally in `r` directions and not at all in the others has the effective rank
# `r`. For the cross `[[2, 0], [-2, 0], [0, 1], [0, -1]]` the sums of squares are 8 and 2. So the shares
# are 0.8 and 0.2, and the effective rank is `exp(0.5004) = 1.649`.
#
# There are other definitions under the same name: without the squares, without the mean taken off, or
# as a ratio of sums. They give other numbers, so a figure without its definition says little.
# Where `p_j` is 0, `p_j ln p_j` counts as 0. Rows that are all equal have no spread to share out; that is a
# `ValueError`.
#
# <details><summary>A first hint</summary>
# The singular values are all you need: <code>np.linalg.svd</code> can leave the rest away.
# </details>
# <details><summary>Zeros</summary>
# A table of rank below <code>d</code> has singular values that are zero, or a rounding error. The
# logarithm of 0 is <code>-inf</code>, and zero times that is <code>nan</code>; let only positive shares
# into the sum. Shares from eigenvalues may even come out a little below zero.
# </details>
# <details><summary>Rows that are all equal</summary>
# Their computed mean may differ from them in the last bit, and then the spread is not quite zero.
# Compare the rows themselves.
# </details>

# %% nbgrader={"grade": false, "grade_id": "effective_rank", "locked": false, "schema_version": 3, "solution": true, "task": false}
def effective_rank(X: np.ndarray) -> float:
    """exp of the entropy, in nats, of the shares s_j² / Σ s_i² of the centred table's spectrum.

    X  (n, d), float32 or float64; at least two rows, not all equal

    Returns a Python float, between 1 and min(n - 1, d) but for rounding. The s_j are the singular
    values of X less its mean row; shares of zero count as zero.

    ValueError: X has not two axes, has fewer than two rows, or all its rows are equal.

    >>> round(effective_rank(np.array([[2.0, 0], [-2, 0], [0, 1], [0, -1]])), 3)
    1.649
    """
    ### BEGIN SOLUTION
    check_table(X, rows=2)
    if (X == X[0]).all():
        raise ValueError("all rows are equal; expected some spread")
    energy = np.linalg.svd(X - X.mean(axis=0), compute_uv=False) ** 2
    p = energy[energy > 0] / energy.sum()
    return float(np.exp(-(p * np.log(p)).sum()))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-effective_rank", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("effective_rank"):
    cross = np.array([[2.0, 0.0], [-2.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    rank = effective_rank(cross)
    assert isinstance(rank, float), f"a Python float is expected, not {type(rank).__name__}"
    assert abs(rank - 1.6493848) < 1e-6, f"shares 0.8 and 0.2: expected 1.6494, not {rank:.4f}"
    assert abs(effective_rank(cross + 100) - rank) < 1e-6, "a common offset changes nothing"
    assert abs(effective_rank(5 * cross) - rank) < 1e-9, "neither does a factor"

    even = np.vstack([np.eye(3), -np.eye(3)])  # the same spread in three directions
    rank = effective_rank(even)
    assert abs(rank - 3) < 1e-9, f"three equal directions: expected 3, not {rank}"
    rank = effective_rank(np.hstack([even, np.zeros((6, 2)), even]))
    assert abs(rank - 3) < 1e-9, f"more columns, the same three directions: expected 3, not {rank}"
    rank = effective_rank(even.astype(np.float32))
    assert isinstance(rank, float) and abs(rank - 3) < 1e-4, f"a table of float32: expected 3.0, not {rank!r}"
    rank = effective_rank(np.array([[0.0, 1.0, 5.0], [0.0, 3.0, 9.0]]))
    assert abs(rank - 1) < 1e-6, f"two rows span one direction: expected 1, not {rank}"
    for bad in (np.ones((4, 2)), np.ones((1, 2)), np.ones(4)):
        problem = error_of(lambda: effective_rank(bad))
        case = f"ones of the shape {bad.shape}"
        assert isinstance(problem, ValueError), f"{case}: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-effective_rank", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-mean_pairwise_cosine", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. The mean cosine of all pairs
#
# One measure of a "narrow cone" is the cosine of two rows, averaged over all pairs. The table of the
# chapter has 930 million ordered pairs; samples of them are one way out. The exact mean costs no more
# than a walk over the table, if you use that the sum of all products is the product of two sums. See
# {ref}`geometry-anisotropy-and-its-common-offset`.
#
# For the rows `[2, 0]`, `[0, 3]` and `[1, 1]` the pairs have the cosines 0, 0.7071 and 0.7071, so the mean
# is 0.4714. The pairs of a row with itself do not count. A row of zeros does count as a row: its
# cosine is 0 with every other one, so it pulls the mean towards 0. With a fourth row `[0, 0]` there are
# six pairs in place of three, and the mean is 0.2357.
#
# Time and memory are in proportion to `V × d`: there is no array of `V × V` numbers and no loop over
# pairs. A loop over rows is allowed.
#
# <details><summary>A first hint</summary>
# Bring the rows to length one and add them all up. What does the square of the length of this sum
# consist of? Which of its terms are not wanted?
# </details>
# <details><summary>Rows of zeros</summary>
# The unwanted terms are the products of each row with itself. How large is such a product for a row
# of zeros?
# </details>

# %% nbgrader={"grade": false, "grade_id": "mean_pairwise_cosine", "locked": false, "schema_version": 3, "solution": true, "task": false}
def mean_pairwise_cosine(E: np.ndarray) -> float:
    """The mean cosine of the rows i and j, over all ordered pairs with i != j, and not over a sample.

    E  (V, d), float32 or float64; at least two rows

    Returns a Python float. The rows are taken as they are: no mean is taken off. A row of zeros
    has the cosine 0 with every row, and its pairs count. Time and memory are in proportion
    to V × d: no array of V × V numbers, and no loop over pairs.

    ValueError: E has not two axes, or fewer than two rows.

    >>> round(mean_pairwise_cosine(np.array([[2.0, 0.0], [0.0, 3.0], [1.0, 1.0]])), 4)
    0.4714
    """
    ### BEGIN SOLUTION
    check_table(E, rows=2)
    units = unit_rows(E)
    together = units.sum(axis=0)  # (d,)
    V, own = len(E), np.count_nonzero(units.any(axis=1))
    return float((together @ together - own) / (V * (V - 1)))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-mean_pairwise_cosine", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("mean_pairwise_cosine"):
    three = np.array([[2.0, 0.0], [0.0, 3.0], [1.0, 1.0]])
    mean = mean_pairwise_cosine(three)
    assert isinstance(mean, float), f"a Python float is expected, not {type(mean).__name__}"
    assert abs(mean - np.sqrt(2) / 3) < 1e-12, f"the mean of 0, 0.7071 and 0.7071 is 0.4714, not {mean:.4f}"
    mean = mean_pairwise_cosine(np.vstack([three, np.zeros((1, 2))]))
    assert abs(mean - np.sqrt(2) / 6) < 1e-12, f"with a row of zeros: expected 0.2357, not {mean:.4f}"
    mean = mean_pairwise_cosine(np.array([[1.0, 1.0], [-2.0, -2.0]]))
    assert abs(mean + 1) < 1e-12, f"two opposite rows: expected -1, not {mean}"

    rng = np.random.default_rng(0)
    cloud = rng.normal(size=(40, 5)) + 0.5
    by_hand = cosine_matrix(cloud)[~np.eye(40, dtype=bool)].mean()
    mean = mean_pairwise_cosine(cloud)
    assert abs(mean - by_hand) < 1e-12, f"40 rows: all pairs one by one give {by_hand:.6f}, not {mean:.6f}"
    mean = mean_pairwise_cosine(cloud.astype(np.float32))
    assert isinstance(mean, float), f"float32: a Python float is expected, not {type(mean).__name__}"
    assert abs(mean - by_hand) < 1e-4, f"float32: expected {by_hand:.4f}, not {mean}"
    many = np.tile(cloud.astype(np.float32), (2500, 1))  # all pairs would fill 40 GB
    found = mean_pairwise_cosine(many)
    assert abs(found - mean) < 0.05, f"the rows 2,500 times: expected a little more than {mean:.4f}, not {found}"
    for bad in (np.ones((1, 2)), np.ones(4)):
        problem = error_of(lambda: mean_pairwise_cosine(bad))
        assert isinstance(problem, ValueError), f"shape {bad.shape}: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-mean_pairwise_cosine", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-remove_top_directions", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. All but the top
#
# Two things can push the rows of a table together: an offset that all have in common, and a few
# directions along which nearly all of them vary. The last function takes both away: first the mean
# row, then from every row its part along each of the `k` leading principal components. See
# {ref}`geometry-anisotropy-and-its-common-offset` for what comes of it, and for who proposed it.
#
# For `X = [[0, 1], [2, 1], [4, 1], [2, 1.5], [2, 0.5]]` and `k = 1` the mean is `[2, 1]` and the leading
# direction `[1, 0]`. What remains is `[[0, 0], [0, 0], [0, 0], [0, 0.5], [0, -0.5]]`.
#
# The width stays `d`: nothing is cut off, the cloud is flattened. With `k = 0` only the mean goes; mind
# that `pca` refuses `k = 0`. The mean does not come back at the end. The sign of a component plays no
# part here, as you can see from the formula of the projection.
#
# <details><summary>A first hint</summary>
# The part of a row <code>x</code> along a unit vector <code>q</code> is <code>(x · q) q</code>. With the
# components as rows of one matrix, two matrix products do all rows and all directions.
# </details>

# %% nbgrader={"grade": false, "grade_id": "remove_top_directions", "locked": false, "schema_version": 3, "solution": true, "task": false}
def remove_top_directions(E: np.ndarray, k: int) -> np.ndarray:
    """The rows of E less their mean, and less what then lies along the k leading principal components.

    E  (V, d), float32 or float64; at least two rows
    k  from 0 to min(V - 1, d); 0 takes the mean alone away

    Returns a new array (V, d) of the same dtype. The components are those of the rows less their mean,
    as in `pca`. Memory is in proportion to V × d + d × d: no array of V × V numbers.

    ValueError: E has not two axes, has fewer than two rows, or k is below 0 or above min(V - 1, d).

    Mu and Viswanath, "All-but-the-Top", ICLR 2018, Algorithm 1.

    >>> flat = remove_top_directions(np.array([[0.0, 1], [2, 1], [4, 1], [2, 1.5], [2, 0.5]]), k=1)
    >>> np.abs(flat).round(6).tolist()
    [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.5], [0.0, 0.5]]
    """
    ### BEGIN SOLUTION
    check_table(E, rows=2)
    most = min(len(E) - 1, E.shape[1])
    if not 0 <= k <= most:
        raise ValueError(f"k is {k}; expected 0 ... {most} for a table of the shape {E.shape}")
    centred = E - E.mean(axis=0)
    if k == 0:
        return centred
    C = pca(E, k).components  # (k, d)
    return centred - (centred @ C.T) @ C
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-remove_top_directions", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("remove_top_directions"):
    cross = np.array([[0.0, 1.0], [2.0, 1.0], [4.0, 1.0], [2.0, 1.5], [2.0, 0.5]])
    flat = remove_top_directions(cross, 1)
    assert isinstance(flat, np.ndarray), f"a NumPy array is expected, not {type(flat).__name__}"
    assert flat.shape == (5, 2), f"the width stays: expected the shape (5, 2), not {flat.shape}"
    assert np.allclose(flat, [[0, 0], [0, 0], [0, 0], [0, 0.5], [0, -0.5]]), f"what remains is {flat.tolist()}"
    flat = remove_top_directions(cross, 0)
    assert np.allclose(flat, cross - [2, 1]), f"k=0 takes the mean away alone; what remains is {flat.tolist()}"
    flat = remove_top_directions(cross, 2)
    assert np.allclose(flat, 0), f"without both directions nothing is left: expected zeros, not {flat.tolist()}"

    rng = np.random.default_rng(0)
    turn = np.linalg.qr(rng.normal(size=(4, 4)))[0]  # directions that are not axes
    cloud = rng.normal(size=(200, 4)) * [8.0, 4.0, 2.0, 1.0] @ turn + 6
    flat = remove_top_directions(cloud, 2)
    mean = flat.mean(axis=0)
    assert np.abs(mean).max() < 1e-9, f"the mean of what remains: expected zeros, not {mean}"
    rank = np.linalg.matrix_rank(flat)
    assert rank == 2, f"two of four directions remain: expected the rank 2, not {rank}"
    remaining, found = pca(cloud, 4).variances[2:], pca(flat, 2).variances
    assert np.allclose(found, remaining), f"the smaller variances remain: expected {remaining}, not {found}"
    print(f"mean cosine {mean_pairwise_cosine(cloud):.2f} before, {mean_pairwise_cosine(flat):.2f} after")
    assert remove_top_directions(cloud.astype(np.float32), 2).dtype == np.float32, "float32 stays float32"
    for table, wrong_k in [(cross, -1), (cross, 3), (cross[:1], 0), (cross[0], 1)]:
        problem = error_of(lambda: remove_top_directions(table, wrong_k))
        case = f"k={wrong_k}, shape {table.shape}"
        assert isinstance(problem, ValueError), f"{case}: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-remove_top_directions", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
