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
# # word2vec: vectors from the company of words
#
# A word's neighbours in text say a good deal about it. You turn a text into pairs of neighbours, average the
# rows of a context and take that average apart again in the gradient, weigh the words for negative sampling,
# write its loss with all three gradients, and train two tables with it. At the end you ask the trained table
# which words stand close together.
#
# - **Time**: about two hours.
# - **Before you start**: read {ref}`word2vec-windows-skip-gram-and-cbow`,
#   {ref}`word2vec-the-noise-distribution` and {ref}`word2vec-loss-and-gradients` in the chapter. Each
#   part below names what else it uses.
# - **Points**: the cells that begin with *Try it* let you work alone. They carry no points and may be run as
#   often as you like. Hidden tests decide: they draw new inputs, and look at shapes, dtypes and bad input
#   too, as the docstrings describe them. Each test gives its points on its own; a mistake that touches
#   several tests costs several.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
#
# ## Rules for all seven
#
# Everything is NumPy. Ids are integers of any dtype, unsigned ones included. All arrays of floats in a call
# have one dtype, `float32` or `float64`, unless a docstring says otherwise; what comes back has that dtype
# too, and is computed in it or in a wider one. Inputs stay as they were and need not be contiguous in memory.
# Results are new arrays.
#
# | what is wrong | what to raise |
# | --- | --- |
# | ids that are no integers (`bool`, `float`); a mask that is no `bool` | `TypeError` |
# | an id outside `0 ... V-1`, negative ones too | `IndexError` that names the number |
# | shapes that do not fit together; settings that cannot be; a mean of nothing | `ValueError` |
#
# The docstrings do not repeat the first two rows. They say what the third row means for each function. If
# two rules are broken at once, either error is accepted. Arrays without entries are allowed where the
# docstring says what they give.
#
# Three things are given in the setup cell. `check_ids(ids, V)` raises the `TypeError` and the `IndexError` of
# ids. `check_slots(contexts, mask, V)` raises the errors of contexts and their mask in parts 2 and 3, all but
# that of an example that keeps no slot. `SGNS` is the named tuple that part 5 returns.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
from typing import NamedTuple

import numpy as np


class SGNS(NamedTuple):
    """The loss of skip-gram with negative sampling, and its gradients."""

    loss: float
    d_center: np.ndarray
    d_context: np.ndarray
    d_negative: np.ndarray


def check_ids(ids: np.ndarray, V: int) -> None:
    """TypeError or IndexError unless `ids` holds integers in 0 ... V-1."""
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids have the dtype {ids.dtype}; expected integers")
    if ids.size:
        for i in (int(ids.min()), int(ids.max())):
            if not 0 <= i < V:
                raise IndexError(f"the id {i} is outside 0 ... {V - 1}")


def check_slots(contexts: np.ndarray, mask: np.ndarray, V: int) -> None:
    """The errors of contexts (n, w) with their mask, but for that of an example that keeps no slot."""
    check_ids(contexts, V)
    if mask.dtype != bool:
        raise TypeError(f"the mask has the dtype {mask.dtype}; expected bool")
    if contexts.ndim != 2 or mask.shape != contexts.shape:
        raise ValueError(f"contexts are {contexts.shape}, the mask {mask.shape}; expected (n, w) twice")

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-skipgram_pairs", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. A text as pairs
#
# Skip-gram reads a text as pairs (center, context): every position is a center once, and its contexts are the
# positions at most `window` steps to the left or to the right. At the ends of the text the window is cut off.
#
# For `ids = [7, 8, 9]` and `window=1` the pairs are
#
#     [[7, 8], [8, 7], [8, 9], [9, 8]]
#
# in this order: center by center as in the text, and for each center its contexts from left to right. What
# stays out is the center's own *position*. If the same word stands elsewhere in the window, it is a context
# like any other: `[7, 7]` with `window=1` gives `[[7, 7], [7, 7]]`.
#
# The window is fixed. (The word2vec program draws a smaller one for each center; the section
# {ref}`word2vec-windows-skip-gram-and-cbow` says why. Not here.) The size of the vocabulary is not
# known here, so ids are copied as they are, in whatever range.
#
# <details><summary>A first hint</summary>
# Two loops over positions are fine. Where does the range of the inner one begin for the first center, and
# where does it end for the last?
# </details>
# <details><summary>No pairs at all</summary>
# What is the shape of an array made from an empty list, and which shape should it have?
# </details>

# %% nbgrader={"grade": false, "grade_id": "skipgram_pairs", "locked": false, "schema_version": 3, "solution": true, "task": false}
def skipgram_pairs(ids: np.ndarray, window: int) -> np.ndarray:
    """All pairs (center, context) of a text.

    ids     (n,), in any range that int64 holds; n = 0 included
    window  steps to the left and to the right, a Python integer, at least 1; may be longer than the text

    Returns (pairs, 2) int64, center by center, the contexts of each from left to right. No pairs, as
    for n = 0 and n = 1, give the shape (0, 2).

    ValueError: ids of another number of axes; a window below 1.

    >>> skipgram_pairs(np.array([7, 8, 9]), window=1).tolist()
    [[7, 8], [8, 7], [8, 9], [9, 8]]
    """
    ### BEGIN SOLUTION
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids have the dtype {ids.dtype}; expected integers")
    if ids.ndim != 1 or window < 1:
        raise ValueError(f"ids have the shape {ids.shape}, window is {window}; expected (n,) and 1 or more")
    n = len(ids)
    pairs = [
        (ids[i], ids[j])
        for i in range(n)
        for j in range(max(0, i - window), min(n, i + window + 1))
        if j != i
    ]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-skipgram_pairs", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("skipgram_pairs"):
    result = skipgram_pairs(np.array([7, 8, 9, 6]), 2)
    assert isinstance(result, np.ndarray), f"expected a NumPy array, not {type(result).__name__}"
    assert result.shape == (10, 2), f"expected the shape (10, 2), not {result.shape}"
    first, second = result[:2].tolist(), result[2:5].tolist()
    assert first == [[7, 8], [7, 9]], f"expected 7 with 8 and with 9 at first, not {first}"
    assert second == [[8, 7], [8, 9], [8, 6]], f"expected 8 with 7, 9 and 6 then, not {second}"
    twice = skipgram_pairs(np.array([7, 7]), 1)
    assert twice.tolist() == [[7, 7], [7, 7]], f"expected each 7 as the other's context, not {twice.tolist()}"
    wide = skipgram_pairs(np.array([3, 4, 5]), 50)
    assert len(wide) == 6, f"expected 6 pairs where the window is longer than the text, not {len(wide)}"
    for short in (np.array([3]), np.zeros(0, dtype=int)):
        found = skipgram_pairs(short, 2).shape
        assert found == (0, 2), f"{len(short)} ids: expected the shape (0, 2), not {found}"
    narrow = skipgram_pairs(np.array([200, 250], dtype=np.uint8), 1)
    assert narrow.dtype == np.int64, f"expected int64, not {narrow.dtype}"
    assert narrow.tolist() == [[200, 250], [250, 200]], f"expected the ids as they are, not {narrow.tolist()}"

    problem = error_of(lambda: skipgram_pairs(np.array([1.0, 2.0]), 1))
    assert isinstance(problem, TypeError), f"ids of floats: expected a TypeError, not {problem!r}"
    for bad_ids, bad_window in ((np.array([[1, 2]]), 1), (np.array([1, 2]), 0)):
        problem = error_of(lambda: skipgram_pairs(bad_ids, bad_window))
        wrong = f"ids of shape {bad_ids.shape}, window {bad_window}"
        assert isinstance(problem, ValueError), f"{wrong}: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-skipgram_pairs", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-cbow_mean", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. The mean of a context
#
# CBOW goes the other way and predicts the center from the mean of the rows of its contexts. At the ends of a
# text there are fewer contexts than slots, so each example comes with a mask: `True` where a slot is filled.
# An empty slot still holds some id of the table (often 0), which must not count. What divides is the number
# of slots that are kept, example by example.
#
# For `E = [[9, 9], [0, 2], [4, 4]]`, `contexts = [[1, 2, 0], [2, 0, 0]]` and a mask that keeps two slots of
# the first example and one of the second, the result is `[[2, 3], [4, 4]]`. A word that fills two slots
# counts twice.
#
# An example that keeps no slot has no mean; that is a `ValueError` and not a row of zeros or of `nan`.
#
# <details><summary>A first hint</summary>
# Look up all slots first: that gives <code>(n, w, d)</code>. The mask needs one more axis to act on it.
# </details>
# <details><summary>The dtype</summary>
# NumPy divides a float32 array by an int64 array in float64. The result has the dtype of E.
# </details>

# %% nbgrader={"grade": false, "grade_id": "cbow_mean", "locked": false, "schema_version": 3, "solution": true, "task": false}
def cbow_mean(E: np.ndarray, contexts: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """The mean of the context rows that the mask keeps, for each example.

    E         (V, d), all entries finite
    contexts  (n, w) ids, each in 0 ... V-1, also where the mask is False
    mask      (n, w) bool, True where a slot counts

    Returns (n, d); no examples (n = 0) give (0, d), whatever w is.

    ValueError: contexts and mask are not both of one shape (n, w); an example that keeps no slot. For w = 0
    that is every example.

    >>> E = np.array([[9.0, 9.0], [0.0, 2.0], [4.0, 4.0]])
    >>> cbow_mean(E, np.array([[1, 2, 0]]), np.array([[True, True, False]])).tolist()
    [[2.0, 3.0]]
    """
    ### BEGIN SOLUTION
    check_slots(contexts, mask, len(E))
    kept = mask.sum(axis=1)
    if not kept.all():
        raise ValueError(f"example {int(np.argmin(kept))} keeps no slot; its mean is not defined")
    rows = np.where(mask[:, :, None], E[contexts], 0)  # (n, w, d)
    return (rows.sum(axis=1) / kept[:, None]).astype(E.dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-cbow_mean", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("cbow_mean"):
    table = np.array([[9.0, 9.0], [0.0, 2.0], [4.0, 4.0], [8.0, 0.0]])
    slots = np.array([[1, 2, 0], [2, 0, 0], [3, 3, 2]])
    keep = np.array([[True, True, False], [True, False, False], [True, True, False]])
    result = cbow_mean(table, slots, keep)
    assert isinstance(result, np.ndarray), f"expected a NumPy array, not {type(result).__name__}"
    assert result.shape == (3, 2), f"expected the shape (3, 2), not {result.shape}"
    assert result[0].tolist() == [2, 3], f"expected [2, 3] as the mean of rows 1 and 2, not {result[0].tolist()}"
    assert result[1].tolist() == [4, 4], f"expected row 2 alone, [4, 4], not {result[1].tolist()}"
    assert result[2].tolist() == [8, 0], f"expected [8, 0] from row 3 twice, not {result[2].tolist()}"
    single = cbow_mean(table.astype(np.float32), slots, keep)
    assert single.dtype == np.float32, f"E is float32: expected float32, not {single.dtype}"
    empty = cbow_mean(table, slots[:0], keep[:0])
    assert empty.shape == (0, 2), f"no examples: expected the shape (0, 2), not {empty.shape}"

    keep_none = keep & np.array([[True], [False], [True]])
    problem = error_of(lambda: cbow_mean(table, slots, keep_none))
    assert isinstance(problem, ValueError), f"an example keeps no slot: expected a ValueError, not {problem!r}"
    problem = error_of(lambda: cbow_mean(table, slots, keep[:, :1]))
    assert isinstance(problem, ValueError), f"a mask of another shape: expected a ValueError, not {problem!r}"
    problem = error_of(lambda: cbow_mean(table, slots, keep.astype(int)))
    assert isinstance(problem, TypeError), f"a mask of integers: expected a TypeError, not {problem!r}"
    problem = error_of(lambda: cbow_mean(table, np.where(keep, slots, -1), keep))
    assert isinstance(problem, IndexError), f"-1 in an empty slot: expected an IndexError, not {problem!r}"
    assert "-1" in str(problem), f"expected -1 in the message, not {str(problem)!r}"

# %% nbgrader={"grade": true, "grade_id": "check-cbow_mean", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-cbow_mean_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. The gradient of that mean
#
# Given the gradient of the loss by each mean, return the gradient by the table. A row took part in a mean
# with the weight one over the number of kept slots, so that is the share of `grad_out` that flows back to it.
# Everything that arrives at one row adds up: over examples, and over the slots of one example. Empty slots
# get nothing.
#
# For `contexts = [[1, 2, 0], [2, 0, 0]]` with two slots and one slot kept, and `grad_out = [[4, 8], [1, 1]]`,
# row 1 gets `[2, 4]`, row 2 gets `[2, 4] + [1, 1]`, and row 0 gets nothing.
#
# <details><summary>A first hint</summary>
# Every kept slot receives a vector. Once you have these vectors, slot by slot, the rest is the scatter-add of
# the assignment before.
# </details>

# %% nbgrader={"grade": false, "grade_id": "cbow_mean_backward", "locked": false, "schema_version": 3, "solution": true, "task": false}
def cbow_mean_backward(grad_out: np.ndarray, contexts: np.ndarray, mask: np.ndarray, V: int) -> np.ndarray:
    """The gradient by the table, given the gradient by `cbow_mean(E, contexts, mask)`.

    grad_out        (n, d)
    contexts, mask  (n, w), as in `cbow_mean`
    V               number of rows of the table

    Returns (V, d); rows that no kept slot names are zero, and so is every row if there are no examples
    (n = 0).

    Errors: those of `cbow_mean`, and a ValueError if grad_out is not of shape (n, d) for the n
    of contexts.

    >>> grad_out, mask = np.array([[4.0]]), np.array([[True, True, False]])
    >>> cbow_mean_backward(grad_out, np.array([[1, 2, 0]]), mask, V=4).tolist()
    [[0.0], [2.0], [2.0], [0.0]]
    """
    ### BEGIN SOLUTION
    check_slots(contexts, mask, V)
    kept = mask.sum(axis=1)
    if not kept.all():
        raise ValueError(f"example {int(np.argmin(kept))} keeps no slot; its mean is not defined")
    if grad_out.ndim != 2 or len(grad_out) != len(contexts):
        raise ValueError(f"grad_out has the shape {grad_out.shape}; expected ({len(contexts)}, d)")
    share = (grad_out / kept[:, None]).astype(grad_out.dtype)  # (n, d): what each kept slot gets
    example, slot = np.nonzero(mask)
    dE = np.zeros((V, grad_out.shape[1]), grad_out.dtype)
    np.add.at(dE, contexts[example, slot], share[example])
    return dE
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-cbow_mean_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, on the slots of the part before.
with visible_tests("cbow_mean_backward"):
    upstream = np.array([[4.0, 8.0], [1.0, 1.0], [2.0, 6.0]])
    slots = np.array([[1, 2, 0], [2, 0, 0], [3, 3, 2]])
    keep = np.array([[True, True, False], [True, False, False], [True, True, False]])
    result = cbow_mean_backward(upstream, slots, keep, 5)
    assert isinstance(result, np.ndarray), f"expected a NumPy array, not {type(result).__name__}"
    assert result.shape == (5, 2), f"expected the shape (5, 2), not {result.shape}"
    assert result[1].tolist() == [2, 4], f"row 1 has one of two slots: expected [2, 4], not {result[1].tolist()}"
    assert result[2].tolist() == [3, 5], f"row 2: expected [2, 4] + [1, 1], not {result[2].tolist()}"
    assert result[3].tolist() == [2, 6], f"row 3 fills both slots: expected [2, 6], not {result[3].tolist()}"
    assert not result[[0, 4]].any(), f"rows 0 and 4: expected zeros, not {result[[0, 4]].tolist()}"

    # The mean is linear in the table, so both sums are the same for every table.
    rng = np.random.default_rng(0)
    table, other = rng.normal(size=(6, 3)), rng.normal(size=(4, 3))
    many, some = rng.integers(0, 6, (4, 5)), rng.random((4, 5)) < 0.6
    some[:, 2] = True
    left = np.sum(cbow_mean(table, many, some) * other)
    right = np.sum(table * cbow_mean_backward(other, many, some, 6))
    assert abs(left - right) < 1e-12, f"expected twice the same sum, not {left} and {right}"
    single = cbow_mean_backward(upstream.astype(np.float32), slots, keep, 5)
    assert single.dtype == np.float32, f"grad_out is float32: expected float32, not {single.dtype}"
    empty = cbow_mean_backward(upstream[:0], slots[:0], keep[:0], 5)
    assert empty.shape == (5, 2) and not empty.any(), f"no examples: expected zeros (5, 2), not {empty}"
    problem = error_of(lambda: cbow_mean_backward(upstream[:1], slots, keep, 5))
    assert isinstance(problem, ValueError), f"one gradient for three: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-cbow_mean_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-noise_distribution", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. Which words to draw as negatives
#
# Negatives are drawn in proportion to a power of the word's count, $f^{0.75}$ by default. The section
# {ref}`word2vec-the-noise-distribution` says what the power does: below one it takes from the frequent
# words and gives to the rare ones.
#
# For `counts = [16, 1, 0]` the powers are `[8, 1, 0]`, so the probabilities are `[8/9, 1/9, 0]`.
#
# Which counts these are is up to the caller: those of words in the text, as in the last cell of this
# notebook, or those of contexts in the pairs, as in `noise_of` of the chapter.
#
# A word that was never seen is never drawn, whatever the power is: with `power=0` all words that were *seen*
# are equally likely.
#
# <details><summary>A first hint</summary>
# In which dtype does NumPy compute <code>counts ** 0.75</code> if the counts are float32? Try it.
# </details>
# <details><summary>About power 0</summary>
# NumPy says that 0 to the power 0 is 1.
# </details>

# %% nbgrader={"grade": false, "grade_id": "noise_distribution", "locked": false, "schema_version": 3, "solution": true, "task": false}
def noise_distribution(counts: np.ndarray, power: float = 0.75) -> np.ndarray:
    """The probabilities with which words are drawn as negatives: counts ** power, made to sum to one.

    counts  (V,), integers or floats of any dtype, finite, none negative, at least one above zero
    power   0 or more; in float64 the powers of the counts are finite, and their sum is finite and above 0

    Returns (V,) float64, computed in float64, that sums to one up to rounding. A count of zero gets the
    probability zero for every power; with power 0 all counts above zero get the same.

    ValueError: counts of another number of axes; a negative, infinite or nan count; no count above zero
    (V = 0 included); a negative power. Counts that are no numbers and powers that are nan are not tested.

    >>> (noise_distribution(np.array([16, 1, 0])) * 9).round(6).tolist()
    [8.0, 1.0, 0.0]
    """
    ### BEGIN SOLUTION
    f = np.asarray(counts, dtype=np.float64)
    if f.ndim != 1 or power < 0:
        raise ValueError(f"counts have the shape {f.shape} and power is {power}; expected (V,) and 0 or more")
    if not np.isfinite(f).all() or (f < 0).any() or not f.any():
        raise ValueError("counts must be finite and not negative, and one of them above zero")
    weights = np.where(f > 0, f**power, 0.0)
    return weights / weights.sum()
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-noise_distribution", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: 16 ** 0.75 is 8, 81 ** 0.75 is 27.
with visible_tests("noise_distribution"):
    result = noise_distribution(np.array([16, 81, 1, 0]))
    assert isinstance(result, np.ndarray), f"expected a NumPy array, not {type(result).__name__}"
    assert result.shape == (4,), f"expected the shape (4,), not {result.shape}"
    assert abs(result.sum() - 1) < 1e-12, f"expected the sum 1, not {result.sum()}"
    assert np.allclose(36 * result, [8, 27, 1, 0]), f"expected [8, 27, 1, 0] / 36, not {result}"
    plain = noise_distribution(np.array([16, 81, 1, 0]), power=1)
    assert np.allclose(98 * plain, [16, 81, 1, 0]), f"power 1: expected the shares, not {plain}"
    flat = noise_distribution(np.array([16, 81, 1, 0]), power=0)
    assert np.allclose(3 * flat, [1, 1, 1, 0]), f"power 0: expected thirds and a zero, not {flat}"
    assert result[3] == plain[3] == flat[3] == 0, "a count of 0: expected 0 for every power"
    for dtype in (np.uint8, np.float32):
        found = noise_distribution(np.array([3, 5], dtype))
        assert found.dtype == np.float64, f"counts of {np.dtype(dtype)}: expected float64, not {found.dtype}"
        off = abs(found[0] / found[1] - 0.6**0.75)
        assert off < 1e-12, f"counts of {np.dtype(dtype)}: expected an error below 1e-12, not {off}"

    for bad in ([3, -1], [0, 0], [], [[1, 2]], [1, np.nan]):
        problem = error_of(lambda: noise_distribution(np.array(bad)))
        assert isinstance(problem, ValueError), f"counts {bad}: expected a ValueError, not {problem!r}"
    problem = error_of(lambda: noise_distribution(np.array([1, 2]), power=-1))
    assert isinstance(problem, ValueError), f"power -1: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-noise_distribution", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-sgns_loss_and_gradients", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. The loss of a few negatives, and its gradients
#
# One example is a center $v$, a true context $u$ and $k$ negatives $n_1, \dots, n_k$, each a vector of $d$
# numbers. Its loss is
#
# $$-\log \sigma(u \cdot v) - \sum_{i=1}^{k} \log \sigma(-n_i \cdot v),
# \qquad \sigma(s) = \frac{1}{1 + e^{-s}}.$$
#
# Return the *mean* of this over the examples, and the gradient of that mean by every vector that was
# given. The negatives of an example are summed, not averaged. The section
# {ref}`word2vec-loss-and-gradients` derives all of it.
#
# For one example with $d = 1$, $v = 0$, $u = 2$ and one negative $n_1 = 3$ both scores are zero. The loss is
# $2 \log 2$. The gradient by $v$ is $(\sigma(0) - 1) \cdot 2 + \sigma(0) \cdot 3 = 0.5$, and the gradients by
# $u$ and $n_1$ are zero because $v$ is.
#
# Scores of thousands, of both signs, must give the right loss: about 2000 for $u \cdot v = -2000$, and no
# `inf`, no `nan`, no ceiling. A warning costs nothing.
#
# The vectors are the ones given, not rows of a table: if one word stands in several examples, each example
# has its own gradient here. They come together in part 6.
#
# <details><summary>A first hint</summary>
# Write the scores first, <code>(n,)</code> and <code>(n, k)</code>. What is the derivative of each term by
# its score? Then each gradient is a sum of vectors with these numbers as weights.
# </details>
# <details><summary>Large scores</summary>
# −log σ(s) = log(1 + exp(−s)). Which NumPy function computes the logarithm of a sum of two exponentials
# without overflow?
# </details>

# %% nbgrader={"grade": false, "grade_id": "sgns_loss_and_gradients", "locked": false, "schema_version": 3, "solution": true, "task": false}
def sgns_loss_and_gradients(center: np.ndarray, context: np.ndarray, negative: np.ndarray) -> SGNS:
    """Skip-gram with negative sampling: the mean loss and its gradients by the vectors given.

    center    (n, d); n and d at least 1
    context   (n, d), the true context of each
    negative  (n, k, d), the negatives of each; k may be 0, and then only the first term is left

    Returns SGNS(loss, d_center, d_context, d_negative), or a plain tuple of the four: the loss a float
    (Python's or one of NumPy's, no array), averaged over n, in nats; the gradients of that mean in the
    shapes of the arguments. Scores of thousands are no trouble, of either sign.

    ValueError: shapes that do not fit together; another number of axes; no examples (n = 0).

    >>> one = sgns_loss_and_gradients(np.array([[0.0]]), np.array([[2.0]]), np.array([[[3.0]]]))
    >>> round(one.loss, 6), one.d_center.tolist()
    (1.386294, [[0.5]])
    """
    ### BEGIN SOLUTION
    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:
        raise ValueError(f"center {center.shape}, context {context.shape}; expected (n, d) twice, n > 0")
    n, d = center.shape
    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:
        raise ValueError(f"negative has the shape {negative.shape}; expected ({n}, k, {d})")
    pull = np.einsum("nd,nd->n", context, center)  # (n,)
    push = np.einsum("nkd,nd->nk", negative, center)  # (n, k)
    # -log σ(s) = log(exp(0) + exp(-s)), and its derivative is -σ(-s).
    loss = (np.logaddexp(0, -pull).sum() + np.logaddexp(0, push).sum()) / n
    by_pull = (-np.exp(-np.logaddexp(0, pull)) / n)[:, None]  # (n, 1)
    by_push = (np.exp(-np.logaddexp(0, -push)) / n)[:, :, None]  # (n, k, 1)
    d_center = by_pull * context + (by_push * negative).sum(axis=1)
    return SGNS(float(loss), d_center, by_pull * center, by_push * center[:, None, :])
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-sgns_loss_and_gradients", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: the example above, then differences.
with visible_tests("sgns_loss_and_gradients"):
    answer = sgns_loss_and_gradients(np.array([[0.0]]), np.array([[2.0]]), np.array([[[3.0]]]))
    assert isinstance(answer, tuple), f"expected a tuple of four, not {type(answer).__name__}"
    assert len(answer) == 4, f"expected four in the tuple, not {len(answer)}"
    loss, by_center, by_context, by_negative = answer
    assert abs(loss - 2 * np.log(2)) < 1e-12, f"expected 2 log 2 = 1.386294, not {loss}"
    assert by_center.tolist() == [[0.5]], f"gradient by the center: expected [[0.5]], not {by_center.tolist()}"

    rng = np.random.default_rng(1)
    v, u, n = rng.normal(size=(3, 4)), rng.normal(size=(3, 4)), rng.normal(size=(3, 2, 4))
    answer = sgns_loss_and_gradients(v, u, n)
    step = 1e-6
    for name, given, gradient in zip(("center", "context", "negative"), (v, u, n), answer[1:]):
        assert gradient.shape == given.shape, f"{name}: expected the shape {given.shape}, not {gradient.shape}"
        where = (1,) * given.ndim
        there_before = given[where]
        losses = []
        for moved in (there_before + step, there_before - step):
            given[where] = moved
            losses.append(sgns_loss_and_gradients(v, u, n)[0])
        given[where] = there_before
        quotient = (losses[0] - losses[1]) / (2 * step)
        found = gradient[where]
        assert abs(quotient - found) < 1e-6, f"{name}: expected the slope {quotient:.6f}, not {found:.6f}"

    v0, u0, n0 = np.zeros((2, 1)), np.ones((2, 1)), np.ones((2, 2, 1))
    two = sgns_loss_and_gradients(v0, u0, n0)[0]
    assert abs(two - 3 * np.log(2)) < 1e-12, f"two examples, two negatives each: expected 3 log 2, not {two}"
    far = sgns_loss_and_gradients(np.array([[2000.0]]), np.array([[-1.0]]), np.array([[[1.0]]]))
    assert abs(far[0] - 4000) < 1e-6, f"two scores of 2,000 on the wrong side: expected 4000, not {far[0]}"
    assert all(np.isfinite(g).all() for g in far[1:]), f"expected finite gradients, not {far[1:]}"
    alone = sgns_loss_and_gradients(v, u, n[:, :0])
    assert alone[3].shape == (3, 0, 4), f"no negatives: expected the shape (3, 0, 4), not {alone[3].shape}"
    single = sgns_loss_and_gradients(*(a.astype(np.float32) for a in (v, u, n)))
    assert single[1].dtype == np.float32, f"float32 vectors: expected float32 gradients, not {single[1].dtype}"
    for bad in ((v, u[:1], n), (v, u, n[:, 0]), (v, u, n[:, :, :1]), (v[:0], u[:0], n[:0])):
        problem, shapes = error_of(lambda: sgns_loss_and_gradients(*bad)), [a.shape for a in bad]
        assert isinstance(problem, ValueError), f"shapes {shapes}: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-sgns_loss_and_gradients", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-train_sgns", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. Training two tables
#
# Two tables: `E_in` holds the vectors $v$ of words as centers, `E_out` the vectors $u$ and $n_i$ of words as
# contexts and as negatives.
#
# **Start.** `E_in` is drawn uniformly between $-0.5/d$ and $0.5/d$; `E_out` is zero. This is the start of the
# word2vec program.
#
# **Each step**
#
# 1. draws `batch` rows of `pairs`, every row equally likely, with replacement (`batch` may be larger than the
#    number of pairs);
# 2. draws for each of them `negatives` ids from `noise`, independently and with replacement. A negative that
#    happens to be the context stays;
# 3. computes the gradients of the mean loss of this batch, from the tables as they were before the step;
# 4. subtracts `lr` times the gradient from both tables. Where an id comes several times in the batch, its
#    gradients add up; in `E_out` also where it is a context here and a negative there.
#
# The rate stays the same throughout. Everything random comes from `rng`, and the start is drawn first: with
# the same seed, `steps=0` returns the tables from which a longer run starts. In which order and with which
# methods a step draws is up to you, so the hidden tests look at what a step does to the tables, at how often
# each pair and each negative is drawn, and at what is learned; they do not compare with fixed numbers.
#
# For one pair `[[0, 1]]`, noise that draws id 2 only, two negatives and a rate of 1, the first step leaves
# `E_in` alone (`E_out` is zero, and so is the gradient by the center), adds $v_0 / 2$ to row 1 of `E_out`,
# and subtracts $2 \cdot v_0 / 2$ from row 2. It does so for every `batch`: the loss is a mean.
#
# You may call what you wrote in part 5; then its mistakes count here too. See
# {ref}`word2vec-training-and-the-rows-that-moved`.
#
# <details><summary>A first hint</summary>
# A step is three lookups, part 5, and three scatter-adds: rows out of the tables, their gradients, and the
# gradients back into the tables.
# </details>
# <details><summary>Drawing</summary>
# A NumPy generator has <code>integers</code>, <code>uniform</code>, and <code>choice</code> with
# probabilities <code>p</code>.
# </details>

# %% nbgrader={"grade": false, "grade_id": "train_sgns", "locked": false, "schema_version": 3, "solution": true, "task": false}
def train_sgns(
    pairs: np.ndarray,
    V: int,
    d: int,
    *,
    steps: int,
    batch: int,
    negatives: int,
    lr: float,
    noise: np.ndarray,
    rng: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray]:
    """Train skip-gram with negative sampling by plain gradient descent.

    pairs      (p, 2) ids (center, context), p at least 1
    V, d       size of both tables
    steps      number of steps; 0 returns the start
    batch      pairs drawn for a step
    negatives  negatives drawn for each pair
    lr         learning rate, the same for all steps; the gradient is that of the mean over the batch
    noise      (V,) float64, not negative, sums to one up to rounding: the probabilities of the negatives
    rng        the source of everything random; the start is drawn first

    Returns (E_in, E_out), each (V, d) float64. A row of E_in that was no center and a row of E_out that
    was neither context nor negative is as it was at the start.

    ValueError: pairs that are not (p, 2), or none; noise that is not (V,); d, batch or negatives below 1;
    steps below 0. All errors are raised for steps = 0 as well. Noise with negative entries or with another
    sum is not tested.

    >>> E_in, E_out = train_sgns(np.array([[0, 1]]), 3, 2, steps=1, batch=4, negatives=2, lr=1.0,
    ...                          noise=np.array([0.0, 0.0, 1.0]), rng=np.random.default_rng(0))
    >>> np.allclose(E_out[1], E_in[0] / 2), np.allclose(E_out[2], -E_in[0])
    (True, True)
    """
    ### BEGIN SOLUTION
    check_ids(pairs, V)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) == 0:
        raise ValueError(f"pairs have the shape {pairs.shape}; expected (p, 2) with p at least 1")
    if noise.shape != (V,):
        raise ValueError(f"noise has the shape {noise.shape}; expected ({V},)")
    if min(d, batch, negatives) < 1 or steps < 0:
        raise ValueError(f"d {d}, batch {batch}, negatives {negatives}, steps {steps}: too small")
    E_in, E_out = rng.uniform(-0.5 / d, 0.5 / d, (V, d)), np.zeros((V, d))
    for _ in range(steps):
        centers, contexts = pairs[rng.integers(len(pairs), size=batch)].T  # (batch,) each
        others = rng.choice(V, size=(batch, negatives), p=noise)
        rows = E_in[centers], E_out[contexts], E_out[others]
        _, d_center, d_context, d_negative = sgns_loss_and_gradients(*rows)
        np.add.at(E_in, centers, -lr * d_center)
        np.add.at(E_out, contexts, -lr * d_context)
        np.add.at(E_out, others, -lr * d_negative)
    return E_in, E_out
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-train_sgns", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: one pair and noise that leaves no choice, so that a step can be followed by hand.
with visible_tests("train_sgns"):
    def train_one_pair(steps, batch=4, seed=3):
        only_2 = np.array([0.0, 0.0, 1.0, 0.0])
        settings = dict(steps=steps, batch=batch, negatives=2, lr=1.0, noise=only_2)
        return train_sgns(np.array([[0, 1]]), 4, 3, rng=np.random.default_rng(seed), **settings)


    answer = train_one_pair(0)
    assert isinstance(answer, tuple), f"expected a pair (E_in, E_out), not {type(answer).__name__}"
    start_in, start_out = answer
    shapes = start_in.shape, start_out.shape
    assert shapes == ((4, 3), (4, 3)), f"expected the shape (4, 3) twice, not {shapes}"
    assert not start_out.any(), f"E_out at the start: expected zeros, not {start_out}"
    largest = np.abs(start_in).max()
    assert 0 < largest <= 0.5 / 3, f"E_in at the start: expected sizes up to 0.5 / 3, not up to {largest}"
    assert np.array_equal(train_one_pair(0)[0], start_in), "the same seed twice: expected the same start"
    assert not np.array_equal(train_one_pair(0, seed=4)[0], start_in), "another seed: expected another start"

    first_in, first_out = train_one_pair(1)
    assert np.array_equal(first_in, start_in), "E_out was zero: expected E_in unchanged by the first step"
    half = start_in[0] / 2
    assert np.allclose(first_out[1], half), f"row 1 of E_out: expected {half}, not {first_out[1]}"
    assert np.allclose(first_out[2], -2 * half), f"row 2 of E_out: expected {-2 * half}, not {first_out[2]}"
    second_in, second_out = train_one_pair(2)
    assert not np.array_equal(second_in[0], start_in[0]), "expected row 0 of E_in to move in the second step"
    assert np.array_equal(second_in[1:], start_in[1:]), "expected the other rows of E_in to stay"
    assert not second_out[[0, 3]].any(), f"rows 0 and 3 of E_out: expected zeros, not {second_out[[0, 3]]}"
    large = train_one_pair(2, batch=100)
    assert np.allclose(large[0], second_in), "a batch of the same pair 100 times: expected the step of the mean"

    fair = np.full(4, 0.25)
    given = dict(steps=1, batch=2, negatives=1, lr=1.0, noise=fair, rng=np.random.default_rng(0))
    for bad, kind in (([[0, 4]], IndexError), ([0, 1], ValueError), ([[0.0, 1.0]], TypeError)):
        problem = error_of(lambda: train_sgns(np.array(bad), 4, 3, **given))
        assert isinstance(problem, kind), f"pairs {bad}: expected {kind.__name__}, not {problem!r}"
    problem = error_of(lambda: train_sgns(np.array([[0, 1]]), 4, 3, **(given | {"batch": 0})))
    assert isinstance(problem, ValueError), f"a batch of 0: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-train_sgns", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-nearest", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 7. Who stands close?
#
# The ids of the `k` rows with the largest cosine to row `i`, the closest first, and row `i` itself left out:
#
# $$\cos(a, b) = \frac{a \cdot b}{\lVert a \rVert\, \lVert b \rVert}.$$
#
# For `E = [[1, 0], [0, 3], [5, 5], [2, 0]]` the rows nearest to row 0 are `[3, 2, 1]`, with cosines of 1,
# about 0.71 and 0. The dot product would have put row 2 first, because it is long.
#
# Where cosines are equal, the smaller id comes first. A row of zeros has no direction; its cosine with every
# row counts as 0. If fewer than `k` other rows exist, all of them are returned.
#
# <details><summary>A first hint</summary>
# Sorting puts the smallest first. If you reverse the sorted ids, what happens to ties? Better sort other
# numbers, so that nothing has to be reversed, with a <code>kind</code> of <code>np.argsort</code> that keeps
# ties in order.
# </details>
# <details><summary>Leaving out row i</summary>
# By its id, not by its place: another row may have the same direction.
# </details>

# %% nbgrader={"grade": false, "grade_id": "nearest", "locked": false, "schema_version": 3, "solution": true, "task": false}
def nearest(E: np.ndarray, i: int, k: int = 5) -> np.ndarray:
    """The ids of the rows with the largest cosine to row i, without i.

    E  (V, d), V and d at least 1; the squares of its entries neither overflow nor underflow
    i  an id in 0 ... V-1, a Python integer
    k  how many are wanted, at least 1

    Returns (min(k, V - 1),) int64, the largest cosine first and the smaller id first where cosines are equal;
    for V = 1 that is the shape (0,). A row of zeros counts as having cosine 0 with every row. Where cosines
    that are equal on paper come out different by rounding, either order will do, also for equal rows.

    ValueError: k below 1; E that does not have two axes.

    >>> nearest(np.array([[1.0, 0.0], [0.0, 3.0], [5.0, 5.0], [2.0, 0.0]]), 0, k=2).tolist()
    [3, 2]
    """
    ### BEGIN SOLUTION
    if E.ndim != 2 or k < 1:
        raise ValueError(f"E has the shape {E.shape} and k is {k}; expected (V, d) and 1 or more")
    if not 0 <= i < len(E):
        raise IndexError(f"the id {i} is outside 0 ... {len(E) - 1}")
    norms = np.linalg.norm(E, axis=1)
    norms[norms == 0] = 1
    cosines = E @ E[i] / (norms * norms[i])
    order = np.argsort(-cosines, kind="stable")
    return order[order != i][:k]
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-nearest", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("nearest"):
    table = np.array([[1.0, 0.0], [0.0, 3.0], [5.0, 5.0], [2.0, 0.0], [-4.0, 0.0]])
    result = nearest(table, 0, k=3)
    assert isinstance(result, np.ndarray), f"expected a NumPy array, not {type(result).__name__}"
    assert result.tolist() == [3, 2, 1], f"expected [3, 2, 1], not {result.tolist()}"
    assert result.dtype == np.int64, f"expected int64, not {result.dtype}"
    same = nearest(table, 3, k=1)
    assert same.tolist() == [0], f"row 0 has the direction of row 3: expected [0], not {same.tolist()}"
    everyone = nearest(table, 1, k=50)
    listed = everyone.tolist()
    assert listed == [2, 0, 3, 4], f"rows 0, 3 and 4 tie: expected [2, 0, 3, 4], not {listed}"
    zero = nearest(np.array([[0.0, 0.0], [1.0, 1.0], [-1.0, -1.0], [2.0, 2.0]]), 1)
    assert zero.tolist() == [3, 0, 2], f"a row of zeros counts as 0: expected [3, 0, 2], not {zero.tolist()}"
    for bad in (5, -1):
        problem = error_of(lambda: nearest(table, bad))
        assert isinstance(problem, IndexError), f"id {bad}: expected an IndexError, not {problem!r}"
        assert str(bad) in str(problem), f"expected {bad} in the message, not {str(problem)!r}"
    problem = error_of(lambda: nearest(table, 0, k=0))
    assert isinstance(problem, ValueError), f"k = 0: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-nearest", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-together", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## All together
#
# Nothing to write here. The cell makes a small text in which animals and people do different things, trains
# on its pairs, and asks for neighbours. Nothing tells the program that a cat and a dog are alike but the
# words around them.

# %% nbgrader={"grade": false, "grade_id": "try-together", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: from a text to neighbours.
with visible_tests("together"):
    rng = np.random.default_rng(5)
    animals, people = ["cat", "dog", "fox"], ["king", "queen", "judge"]
    deeds = {"animals": ["ran", "slept", "hid"], "people": ["spoke", "wrote", "ruled"]}
    vocabulary = [".", *animals, *people, *deeds["animals"], *deeds["people"]]
    text = []
    for _ in range(400):
        who, kind = (animals, "animals") if rng.random() < 0.5 else (people, "people")
        text += [rng.choice(who), rng.choice(deeds[kind]), "."]
    ids = np.array([vocabulary.index(word) for word in text])

    pairs = skipgram_pairs(ids, 1)
    V = len(vocabulary)
    noise = noise_distribution(np.bincount(ids, minlength=V))
    settings = dict(batch=64, negatives=5, lr=1.0, noise=noise)
    start, _ = train_sgns(pairs, V, 8, steps=0, rng=np.random.default_rng(6), **settings)
    E_in, E_out = train_sgns(pairs, V, 8, steps=600, rng=np.random.default_rng(6), **settings)
    for word in ("cat", "king", "ran"):
        i = vocabulary.index(word)
        before, after = ([vocabulary[j] for j in nearest(E, i, k=2)] for E in (start, E_in))
        print(f"{word}: {', '.join(before)} at the start, {', '.join(after)} after training")
    after = {vocabulary[j] for j in nearest(E_in, vocabulary.index("cat"), k=2)}
    assert after == {"dog", "fox"}, f"nearest to cat: expected dog and fox, not {after}"

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
