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
# You turn a text into pairs, write the loss of a batch with its gradients, train two tables, learn how much each
# place of a window counts, and search the trained table. At the end the persons of a novel find each other.
#
# - **Time**: two to two and a half hours.
# - **Before you start**: read the chapter up to {ref}`word2vec-training-and-the-rows-that-moved`.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
# - Read {ref}`house-rules` once: it holds in all notebooks.
#   `check_ids(ids, V)`, given below, refuses what is no id.
#
# Everything is NumPy, floats are `float64`.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
from typing import NamedTuple

import numpy as np


class SGNS(NamedTuple):
    """The loss of skip-gram with negative sampling, and its gradients by both tables."""

    loss: float
    d_in: np.ndarray
    d_out: np.ndarray


def check_ids(ids: np.ndarray, V: int) -> None:
    """TypeError or IndexError unless `ids` holds integers in 0 ... V-1."""
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids have the dtype {ids.dtype}; expected integers")
    if ids.size:
        for i in (int(ids.min()), int(ids.max())):
            if not 0 <= i < V:
                raise IndexError(f"the id {i} is outside 0 ... {V - 1}")


def cbow_mean(E: np.ndarray, contexts: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Average the context rows of each example: E (V, d), ids (n, w) and weights (n, w) give (n, d)."""
    return (weights[:, :, None] * E[contexts]).sum(axis=1) / weights.sum(axis=1, keepdims=True)

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-skipgram_pairs", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. A text as pairs, thinned out
#
# Half of a text are words like *the*, which stand beside everything. So the word2vec program first thins the text:
# a word that makes up the share $f$ of it stays at a place with probability $\sqrt{\tau / f}$, and surely if that is
# more than 1. Chance comes from outside, as `draws`. {ref}`word2vec-windows-skip-gram-and-cbow` has the pairs of
# a whole text.
#
# <details><summary>A hint</summary>
# <code>np.unique</code> has <code>return_inverse</code> and <code>return_counts</code>. Which text do the windows
# slide over?
# </details>

# %% nbgrader={"grade": false, "grade_id": "skipgram_pairs", "locked": false, "schema_version": 3, "solution": true, "task": false}
def skipgram_pairs(
    ids: np.ndarray, window: int, threshold: float | None = None, draws: np.ndarray | None = None
) -> np.ndarray:
    """List all pairs (center, context) of a text, after frequent words are thinned out.

    ids        (n,) integers
    window     steps to both sides, at least 1; may be longer than the text
    threshold  τ, above 0; None: the text stays whole
    draws      (n,) numbers from 0 to below 1; place j stays if draws[j] is below the probability of its word

    Shares are those of the text as given. A word that goes is no center and no context, and windows reach over
    its place.

    Returns (pairs, 2) integers, center by center, the contexts of each from left to right. A word can be its own
    context, a place cannot. No array of n × n numbers is made.

    House rules: new, unchanged, empty.

    >>> skipgram_pairs(np.array([7, 8, 9]), window=1).tolist()
    [[7, 8], [8, 7], [8, 9], [9, 8]]
    >>> skipgram_pairs(np.array([7, 8, 9, 8]), 1, 0.125, np.array([0.6, 0.6, 0.6, 0.4])).tolist()
    [[7, 9], [9, 7], [9, 8], [8, 9]]
    """
    ### BEGIN SOLUTION
    if threshold is not None:
        _, word, counts = np.unique(ids, return_inverse=True, return_counts=True)
        share = counts[word] / len(ids)
        ids = ids[draws < np.sqrt(threshold / share)]
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
    whole = skipgram_pairs(np.array([7, 8, 9, 6]), 2).tolist()
    assert whole[:2] == [[7, 8], [7, 9]], f"expected 7 with 8 and with 9 at first, not {whole[:2]}"
    assert whole[2:5] == [[8, 7], [8, 9], [8, 6]], f"expected 8 with 7, 9 and 6 then, not {whole[2:5]}"
    assert len(whole) == 10, f"expected 10 pairs, not {len(whole)}"
    twice = skipgram_pairs(np.array([7, 7]), 5).tolist()
    assert twice == [[7, 7], [7, 7]], f"expected each 7 as the other's context, not {twice}"
    assert skipgram_pairs(np.array([3]), 2).shape == (0, 2), "one word: no pairs, as an array (0, 2)"

    # 8 makes up half of the text and stays with probability 0.5; the others, a quarter each, with 0.707.
    text, draws = np.array([7, 8, 9, 8]), np.array([0.6, 0.6, 0.6, 0.4])
    thin = skipgram_pairs(text, 1, 0.125, draws).tolist()
    assert thin == [[7, 9], [9, 7], [9, 8], [8, 9]], f"the first 8 goes, and 7 meets 9; not {thin}"
    rare = skipgram_pairs(text, 1, 0.125, np.full(4, 0.7)).tolist()
    assert rare == [[7, 9], [9, 7]], f"both 8 go: expected [[7, 9], [9, 7]], not {rare}"

# %% nbgrader={"grade": true, "grade_id": "check-skipgram_pairs", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-noise_distribution", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. Negatives by any power
#
# The power of the noise was found by trying, so one wants to try any: large ones draw the commonest alone, negative
# ones prefer the rare. {ref}`word2vec-the-noise-distribution` has the formula.
#
# <details><summary>A hint</summary>
# A count to the power of 1000 is too large for a float, but not its logarithm. What may be subtracted from all
# logarithms?
# </details>

# %% nbgrader={"grade": false, "grade_id": "noise_distribution", "locked": false, "schema_version": 3, "solution": true, "task": false}
def noise_distribution(counts: np.ndarray, power: float = 0.75) -> np.ndarray:
    """Compute the probabilities of words as negatives: counts ** power, made to sum to one.

    counts  (V,) integers from 0 to 10 ** 12, at least one of them above 0
    power   from -1000 to 1000

    Returns (V,). A count of 0 gives probability 0 for every power. Probabilities of 1e-300 or more are right to
    ten digits.

    >>> (noise_distribution(np.array([16, 1, 0])) * 9).round(6).tolist()
    [8.0, 1.0, 0.0]
    >>> noise_distribution(np.array([3, 0, 6]), power=-1).round(3).tolist()
    [0.667, 0.0, 0.333]
    """
    ### BEGIN SOLUTION
    seen = counts > 0
    scores = power * np.log(counts[seen])
    weights = np.zeros(len(counts))
    weights[seen] = np.exp(scores - scores.max())
    return weights / weights.sum()
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-noise_distribution", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: 16 ** 0.75 is 8, 81 ** 0.75 is 27.
with visible_tests("noise_distribution"):
    counts = np.array([16, 81, 1, 0])
    for given, wanted in (((), [8, 27, 1, 0]), ((1,), [16, 81, 1, 0]), ((0,), [1, 1, 1, 0]),
                          ((-0.25,), [1 / 2, 1 / 3, 1, 0])):
        noise, wanted = noise_distribution(counts, *given), np.array(wanted) / sum(wanted)
        assert noise.shape == (4,) and np.allclose(noise, wanted), f"power {given}: {wanted}, not {noise}"
    many = noise_distribution(np.array([10**6, 10**6, 999_000]), 900)
    rest = 0.999**900
    assert np.allclose(many, np.array([1, 1, rest]) / (2 + rest)), f"power 900: not {many}"

# %% nbgrader={"grade": true, "grade_id": "check-noise_distribution", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-sgns_loss_and_gradients", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. The loss of a batch, and its gradients by both tables
#
# This is all that training needs. {ref}`word2vec-loss-and-gradients` has the loss for vectors. Here they are rows of
# two tables, and a row can occur many times: as context of several centers, and as a negative of others.
#
# A negative that happens to *be* the context of its example would push away what the text has just pulled. Here it
# is left out.
#
# <details><summary>A first hint</summary>
# Lookups, scores <code>(n,)</code> and <code>(n, k)</code>, their derivatives, scatter-adds. Which factor turns a
# negative off?
# </details>
# <details><summary>Large scores</summary>
# <code>np.logaddexp(0, -s)</code> is −log σ(s) without overflow.
# </details>

# %% nbgrader={"grade": false, "grade_id": "sgns_loss_and_gradients", "locked": false, "schema_version": 3, "solution": true, "task": false}
def sgns_loss_and_gradients(
    E_in: np.ndarray, E_out: np.ndarray, center: np.ndarray, context: np.ndarray, negative: np.ndarray
) -> SGNS:
    """Compute the loss of skip-gram with negative sampling on a batch, and its gradients by both tables.

    E_in      (V, d), rows of centers
    E_out     (V, d), rows of contexts and negatives
    center    (n,) ids, n at least 1
    context   (n,) ids, the true context of each
    negative  (n, k) ids; one that equals the context of its example does not count

    Returns SGNS(loss, d_in, d_out): the mean over the examples, in nats, each the sum of its terms; and the
    gradients (V, d) of this mean. Scores may be in the thousands, of either sign.

    House rules: unchanged.

    >>> table = np.array([[0.0], [2.0], [3.0]])
    >>> one = sgns_loss_and_gradients(table, table, np.array([0]), np.array([1]), np.array([[2, 1]]))
    >>> round(one.loss, 6), one.d_in.tolist(), one.d_out.tolist()
    (1.386294, [[0.5], [0.0], [0.0]], [[0.0], [0.0], [0.0]])
    """
    ### BEGIN SOLUTION
    n = len(center)
    v, u, drawn = E_in[center], E_out[context], E_out[negative]  # (n, d), (n, d), (n, k, d)
    counts = negative != context[:, None]  # (n, k)
    pull, push = np.einsum("nd,nd->n", u, v), np.einsum("nkd,nd->nk", drawn, v)
    # -log σ(s) = log(exp(0) + exp(-s)), and its derivative is -σ(-s).
    loss = (np.logaddexp(0, -pull).sum() + (counts * np.logaddexp(0, push)).sum()) / n
    by_pull = (-np.exp(-np.logaddexp(0, pull)) / n)[:, None]  # (n, 1)
    by_push = (counts * np.exp(-np.logaddexp(0, -push)) / n)[:, :, None]  # (n, k, 1)
    d_in, d_out = np.zeros(E_in.shape), np.zeros(E_out.shape)
    np.add.at(d_in, center, by_pull * u + (by_push * drawn).sum(axis=1))
    np.add.at(d_out, context, by_pull * v)
    np.add.at(d_out, negative, by_push * v[:, None])
    return SGNS(float(loss), d_in, d_out)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-sgns_loss_and_gradients", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: the example above, then slopes of the loss.
with visible_tests("sgns_loss_and_gradients"):
    table = np.array([[0.0], [2.0], [3.0]])
    loss, d_in, d_out = sgns_loss_and_gradients(table, table, np.array([0]), np.array([1]), np.array([[2, 1]]))
    assert abs(loss - 2 * np.log(2)) < 1e-12, f"one context, one negative that counts: 1.386294, not {loss}"
    assert d_in.tolist() == [[0.5], [0.0], [0.0]], f"by E_in: [[0.5], [0], [0]], not {d_in.tolist()}"
    assert not d_out.any(), f"by E_out: the center is zero, so expected zeros, not {d_out.tolist()}"

    rng = np.random.default_rng(1)
    E_in, E_out = rng.normal(size=(2, 4, 3))
    batch = np.array([0, 0, 3]), np.array([1, 2, 1]), np.array([[2, 2], [2, 1], [0, 3]])
    answer = sgns_loss_and_gradients(E_in, E_out, *batch)
    for name, given, gradient in (("E_in", E_in, answer[1]), ("E_out", E_out, answer[2])):
        assert gradient.shape == (4, 3), f"by {name}: expected the shape (4, 3), not {gradient.shape}"
        for row in range(4):
            there, losses = given[row, 1], []
            for given[row, 1] in (there + 1e-6, there - 1e-6):
                losses.append(sgns_loss_and_gradients(E_in, E_out, *batch)[0])
            given[row, 1] = there
            slope = (losses[0] - losses[1]) / 2e-6
            assert abs(slope - gradient[row, 1]) < 1e-6, f"{name}, row {row}: {slope:.6f}, not {gradient[row, 1]}"
    far = sgns_loss_and_gradients(1000 * table, -table, np.array([1]), np.array([1]), np.array([[0]]))
    assert abs(far[0] - 4000 - np.log(2)) < 1e-6, f"a score of -4000: a loss of 4000.69, not {far[0]}"
    assert np.isfinite(far[1]).all() and np.isfinite(far[2]).all(), "a score of -4000: no gradient overflows"

# %% nbgrader={"grade": true, "grade_id": "check-sgns_loss_and_gradients", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-train_sgns", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. Training two tables
#
# Now the tables learn. As in the word2vec program they start uniformly between $-0.5/d$ and $0.5/d$ (`E_in`) and
# at zero (`E_out`), and the rate falls in a straight line: step $t = 0, 1, \dots$ of $T$ has the rate
# $\eta\,(1 - t/T)$, so that single draws count ever less.
#
# Each step draws `batch` rows of `pairs` and, for each, `negatives` ids from `noise`, all independently and with
# replacement. Both gradients belong to the tables as they were before the step. You may call part 3. In which order
# a step draws is up to you: hidden tests look at what steps do and at what is learned.
#
# <details><summary>Drawing</summary>
# A NumPy generator has <code>uniform</code>, <code>integers</code>, and <code>choice</code> with probabilities
# <code>p</code>.
# </details>

# %% nbgrader={"grade": false, "grade_id": "train_sgns", "locked": false, "schema_version": 3, "solution": true, "task": false}
def train_sgns(
    pairs: np.ndarray, V: int, d: int, *, steps: int, batch: int, negatives: int, lr: float,
    noise: np.ndarray, rng: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray]:
    """Train skip-gram with negative sampling by plain gradient descent with a falling rate.

    pairs      (p, 2) ids (center, context), p at least 1
    V, d       size of both tables
    steps      T; 0 returns the start
    batch      pairs drawn for a step; may be more than p
    negatives  drawn for each pair; one that is its context does not count
    lr         η; the gradient is that of the mean over the batch
    noise      (V,) probabilities of the negatives
    rng        the source of everything random; the start is drawn first

    Returns (E_in, E_out), each (V, d). Rows that no step named are as they were at the start.

    >>> E_in, E_out = train_sgns(np.array([[0, 1]]), 3, 2, steps=1, batch=4, negatives=2, lr=1.0,
    ...                          noise=np.array([0.0, 0.0, 1.0]), rng=np.random.default_rng(0))
    >>> np.allclose(E_out[1], E_in[0] / 2), np.allclose(E_out[2], -E_in[0])
    (True, True)
    """
    ### BEGIN SOLUTION
    E_in, E_out = rng.uniform(-0.5 / d, 0.5 / d, (V, d)), np.zeros((V, d))
    for t in range(steps):
        center, context = pairs[rng.integers(len(pairs), size=batch)].T  # (batch,) each
        negative = rng.choice(V, size=(batch, negatives), p=noise)
        _, d_in, d_out = sgns_loss_and_gradients(E_in, E_out, center, context, negative)
        rate = lr * (1 - t / steps)
        E_in -= rate * d_in
        E_out -= rate * d_out
    return E_in, E_out
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-train_sgns", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: one pair and noise that leaves no choice, so that a step can be followed by hand.
with visible_tests("train_sgns"):
    def train_one_pair(steps, batch=4, seed=3):
        only_2 = np.array([0.0, 0.0, 1.0, 0.0])
        settings = dict(steps=steps, batch=batch, negatives=2, lr=1.0, noise=only_2)
        return train_sgns(np.array([[0, 1]]), 4, 3, rng=np.random.default_rng(seed), **settings)


    start_in, start_out = train_one_pair(0)
    assert start_in.shape == start_out.shape == (4, 3), f"not {start_in.shape} and {start_out.shape}"
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
    # The second of two steps has half the rate: E_in moves by 1/2 times (u / 2 - 2 n / 2).
    moved = start_in[0] + 0.5 * (half / 2 + 2 * half)
    assert np.allclose(second_in[0], moved, atol=0.01), f"row 0 of E_in: about {moved}, not {second_in[0]}"
    assert np.array_equal(second_in[1:], start_in[1:]), "expected the other rows of E_in to stay"
    assert not second_out[[0, 3]].any(), f"rows 0 and 3 of E_out: expected zeros, not {second_out[[0, 3]]}"
    large = train_one_pair(2, batch=100)
    assert np.allclose(large[0], second_in), "a batch of the same pair 100 times: expected the step of the mean"

# %% nbgrader={"grade": true, "grade_id": "check-train_sgns", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-cbow_mean_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. How much a place of the window counts
#
# Near words tell more than far ones, and a CBOW model can *learn* by how much, if the weights of its mean have a
# gradient. `cbow_mean`, given above, computes
#
# $$h = \frac{\sum_j w_j\, E[c_j]}{\sum_j w_j}$$
#
# for each example. {ref}`word2vec-cbow-averages-rows` has the case of weights one (filled) and zero (empty).
#
# <details><summary>A hint on the weights</summary>
# A weight stands above and below. What changes if a row that equals the mean gets more weight? What if an empty
# slot gets some?
# </details>

# %% nbgrader={"grade": false, "grade_id": "cbow_mean_backward", "locked": false, "schema_version": 3, "solution": true, "task": false}
def cbow_mean_backward(
    grad_out: np.ndarray, E: np.ndarray, contexts: np.ndarray, weights: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Compute the gradients by the table and by the weights, given the one by `cbow_mean(E, contexts, weights)`.

    grad_out  (n, d)
    E         (V, d)
    contexts  (n, w) ids, valid ones in empty slots too
    weights   (n, w), 0 or more; each example has some above 0

    Returns (dE, d_weights), of shapes (V, d) and (n, w).

    House rules: ids, unchanged.

    >>> E, G = np.array([[0.0], [4.0], [1.0]]), np.array([[8.0]])
    >>> dE, d_weights = cbow_mean_backward(G, E, np.array([[1, 0, 2]]), np.array([[1.0, 3.0, 0.0]]))
    >>> dE.tolist(), d_weights.tolist()
    ([[6.0], [2.0], [0.0]], [[6.0, -2.0, 0.0]])
    """
    ### BEGIN SOLUTION
    check_ids(contexts, len(E))
    share = grad_out / weights.sum(axis=1, keepdims=True)  # (n, d)
    dE = np.zeros(E.shape)
    np.add.at(dE, contexts, weights[:, :, None] * share[:, None])
    beside = E[contexts] - cbow_mean(E, contexts, weights)[:, None]  # (n, w, d)
    return dE, np.einsum("nwd,nd->nw", beside, share)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-cbow_mean_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: the example above, then slopes.
with visible_tests("cbow_mean_backward"):
    E, G = np.array([[0.0], [4.0], [1.0]]), np.array([[8.0]])
    dE, d_weights = cbow_mean_backward(G, E, np.array([[1, 0, 2]]), np.array([[1.0, 3.0, 0.0]]))
    assert dE.tolist() == [[6.0], [2.0], [0.0]], f"by E: [[6], [2], [0]], not {dE.tolist()}"
    assert d_weights.tolist() == [[6.0, -2.0, 0.0]], f"by the weights: [[6, -2, 0]], not {d_weights.tolist()}"

    rng = np.random.default_rng(0)
    E, G, contexts = rng.normal(size=(5, 2)), rng.normal(size=(3, 2)), np.array([[1, 1, 2], [2, 0, 3], [3, 3, 3]])
    weights = np.array([[1.0, 2.0, 0.5], [0.25, 0.0, 1.0], [1.0, 1.0, 0.0]])
    for given, gradient in zip((E, weights), cbow_mean_backward(G, E, contexts, weights)):
        name, gap = ("E" if given is E else "weights"), np.inf
        assert gradient.shape == given.shape, f"by {name}: expected {given.shape}, not {gradient.shape}"
        for at in np.ndindex(given.shape):
            there, found = given[at], []
            for given[at] in (there + 1e-6, there - 1e-6):
                found.append(np.sum(G * cbow_mean(E, contexts, weights)))
            given[at] = there
            slope = (found[0] - found[1]) / 2e-6
            assert abs(slope - gradient[at]) < 1e-6, f"by {name}, at {at}: {slope:.6f}, not {gradient[at]:.6f}"
    bad = np.array([[1, 1, 5], [2, 0, 3], [3, 3, 3]])
    assert error_of(lambda: cbow_mean_backward(G, E, bad, weights)), "there is no row 5"

# %% nbgrader={"grade": true, "grade_id": "check-cbow_mean_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-nearest", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. Who stands close?
#
# A table is read through neighbours. Often one wants them from a part of the vocabulary: persons only, or words
# read often enough for their rows to mean something. {ref}`word2vec-pitfalls` says how not to leave out the word
# itself.
#
# <details><summary>A hint</summary>
# Places in a part are not ids. If you sort cosines of an unsorted part, which of two equal ones comes first?
# </details>

# %% nbgrader={"grade": false, "grade_id": "nearest", "locked": false, "schema_version": 3, "solution": true, "task": false}
def nearest(E: np.ndarray, i: int, k: int = 5, among: np.ndarray | None = None) -> np.ndarray:
    """List the ids of the rows with the largest cosine to row i, without i.

    E      (V, d)
    i      an id
    k      how many are wanted, at least 1
    among  ids, all different, in any order, with or without i: only these come back; None for all

    Returns k ids, or as many as there are: the largest cosine first, the smaller id first where cosines are equal.
    A row of zeros has the cosine 0 with every row.

    House rules: new, unchanged.

    >>> E = np.array([[1.0, 0.0], [0.0, 3.0], [5.0, 5.0], [2.0, 0.0]])
    >>> nearest(E, 0, k=2).tolist(), nearest(E, 0, among=np.array([2, 1])).tolist()
    ([3, 2], [2, 1])
    """
    ### BEGIN SOLUTION
    ids = np.arange(len(E)) if among is None else np.sort(among)
    ids = ids[ids != i]
    norms = np.linalg.norm(E[ids], axis=1) * np.linalg.norm(E[i])
    norms[norms == 0] = 1
    cosines = E[ids] @ E[i] / norms
    return ids[np.argsort(-cosines, kind="stable")][:k]
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-nearest", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("nearest"):
    table = np.array([[1.0, 0.0], [0.0, 3.0], [5.0, 5.0], [2.0, 0.0], [-4.0, 0.0]])
    three = nearest(table, 0, k=3).tolist()
    assert three == [3, 2, 1], f"expected [3, 2, 1], not {three}"
    same = nearest(table, 3, k=1).tolist()
    assert same == [0], f"row 0 has the direction of row 3: expected [0], not {same}"
    everyone = nearest(table, 1, k=50).tolist()
    assert everyone == [2, 0, 3, 4], f"rows 0, 3 and 4 tie: expected [2, 0, 3, 4], not {everyone}"
    part = nearest(table, 1, among=np.array([4, 1, 0, 2])).tolist()
    assert part == [2, 0, 4], f"among 4, 1, 0 and 2: expected [2, 0, 4], not {part}"
    zero = nearest(np.array([[0.0, 0.0], [1.0, 1.0], [-1.0, -1.0], [2.0, 2.0]]), 1).tolist()
    assert zero == [3, 0, 2], f"a row of zeros counts as 0: expected [3, 0, 2], not {zero}"

# %% nbgrader={"grade": true, "grade_id": "check-nearest", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-build", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## What you have built: the company of a novel
#
# Your functions read 27,000 words of *Pride and Prejudice* (those that occur 15 times or more), list neighbours, and
# draw a map of the two directions in which the chosen rows differ most. Nobody said what a person or a verb is.
#
# Try `THRESHOLD = 0.001`. In so short a text, what did the small words tell?

# %% nbgrader={"grade": false, "grade_id": "excerpt", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "build", "locked": true, "schema_version": 3, "solution": false, "task": false}
@last_cell
def build():
    import re

    import matplotlib.pyplot as plt

    WINDOW, THRESHOLD, WIDTH, STEPS, LEAST = 1, None, 16, 3000, 15
    KINDS = {
        "persons": "elizabeth jane lydia darcy bingley bennet collins wickham hurst",
        "places": "longbourn netherfield meryton",
        "kin": "mother father sister sisters brother daughters",
        "verbs": "said replied cried saw found made gave",
        "small words": "she he they it i you her his my their the a",
    }
    text = re.findall("[a-z]+", excerpt().lower())
    words, ids, counts = np.unique(text, return_inverse=True, return_counts=True)
    often = np.flatnonzero(counts >= LEAST)
    place = np.full(len(words), -1)
    place[often] = np.arange(len(often))
    ids, words, V, rng = place[ids][place[ids] >= 0], words[often].tolist(), len(often), np.random.default_rng(0)

    pairs = skipgram_pairs(ids, WINDOW, THRESHOLD, rng.random(len(ids)))
    noise = noise_distribution(np.bincount(pairs[:, 1], minlength=V))
    E, _ = train_sgns(
        pairs, V, WIDTH, steps=STEPS, batch=512, negatives=5, lr=40.0, noise=noise, rng=rng
    )
    kinds = {kind: [words.index(w) for w in said.split() if w in words] for kind, said in KINDS.items()}
    for kind in ("persons", "places", "kin"):
        for i in kinds[kind]:
            print(f"{words[i]:14}", *(words[j] for j in nearest(E, i, 5)))
    persons = np.array(kinds["persons"])
    near = np.mean([j in persons for i in persons for j in nearest(E, i, 3)])
    print(f"\nOf the three nearest to a person {near:.0%} are persons; by chance it would be {len(persons) / V:.0%}.")
    print("The person nearest to Mr Darcy:", words[nearest(E, words.index("darcy"), 1, persons)[0]])

    shown = np.concatenate([np.array(some) for some in kinds.values()])
    unit = E / np.linalg.norm(E, axis=1, keepdims=True)
    middle = unit[shown].mean(axis=0)
    x, y = np.linalg.svd(unit[shown] - middle)[2][:2] @ (unit - middle).T
    fig, ax = plt.subplots(figsize=(9, 6), layout="constrained")
    for number, (kind, some) in enumerate(kinds.items()):
        ax.plot(x[some], y[some], "o", color=f"C{number}", label=kind)
        for i in some:
            ax.annotate(words[i], (x[i], y[i]), xytext=(4, 3), textcoords="offset points", color=f"C{number}")
    ax.set(xticks=[], yticks=[])
    ax.legend()
    plt.show()

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
