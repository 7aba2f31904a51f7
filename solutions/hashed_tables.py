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
# # Tables beyond the vocabulary
#
# You look up rows by the last few pieces of a text, find what a step teaches other n-grams, and let a model
# choose when it listens. In the end your table teaches a tiny model to spell.
#
# - **Time**: about two hours.
# - **Before you start**: read the chapter up to {ref}`hashed-tables-shards`.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
# - **House rules**: ids are valid, and arrays have the shapes of the docstring.
#   Read {ref}`house-rules` once: it holds in all notebooks.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import math
from typing import Callable

import numpy as np
import torch
import torch.nn.functional as F

EPS = 1e-6  # added to the mean square in a norm


def sigmoid(s: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-s))


def rms_norm(x: np.ndarray) -> np.ndarray:
    """x divided by the root of its mean square over the last axis."""
    return x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + EPS)


def rms_norm_backward(x: np.ndarray, dy: np.ndarray) -> np.ndarray:
    """The gradient of x, given that of rms_norm(x)."""
    root = np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + EPS)
    y = x / root
    return (dy - y * np.mean(dy * y, axis=-1, keepdims=True)) / root


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-ngram_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. From a text to rows
#
# A model can look up rows by pairs and triples of pieces only if each n-gram always has the same rows.
# {ref}`hashed-tables-rows` builds it in steps. Here are all orders from 2 to N with K heads each, in one
# table, and documents that are packed one behind the other ({ref}`hashed-tables-documents`).
#
# The n-gram at position `t` ends there. Its mix is the xor of `ids[t - j] * multipliers[j]`, for j from 0
# to n - 1. Order 2 has the first line of `primes`, order 3 the next. Each head has a part of the table, as
# long as its prime; the parts lie one under the other.
#
# For `ids = [7, 9]`, multipliers `[3, 5]`, primes `[[11, 13]]` and a `fill` of 0 the mixes are 21 and 56,
# which is 27 xor 35. The rows are `[[10, 19], [1, 15]]`.
#
# <details><summary>A hint</summary>
# The mix of order n + 1 is that of order n with one more term. For documents, find for each position the
# latest <code>end</code> before it: <code>np.maximum.accumulate</code> helps.
# </details>

# %% nbgrader={"grade": false, "grade_id": "ngram_rows", "locked": false, "schema_version": 3, "solution": true, "task": false}
def ngram_rows(
    ids: np.ndarray, multipliers: np.ndarray, primes: np.ndarray, fill: int, end: int | None = None
) -> np.ndarray:
    """Find the rows of the n-grams that end at each position.

    ids          (T,) integers of any dtype: the pieces of a text, T from 1 on
    multipliers  (N,) int64; the first is for the current piece, the next for the one before it
    primes       (N - 1, K) int64, the sizes of the heads' parts, an order in each line
    fill         the id that is read before the text begins
    end          the id that ends a document, or None

    Returns the rows (T, (N - 1) * K) as int64, in the order of `primes`. An `end` sees what came before it.
    What comes after an `end` sees that and nothing older: it reads `fill` there. An id times a multiplier
    is below 2**63.
    """
    ### BEGIN SOLUTION
    T, N = len(ids), len(multipliers)
    ids, places = ids.astype(np.int64), np.arange(T)
    begin = np.zeros(T, np.int64)  # the oldest place that a position sees
    if end is not None:
        begin[1:] = np.maximum.accumulate(np.where(ids == end, places, 0))[:-1]
    mix, rows, offset = ids * multipliers[0], [], 0
    for j in range(1, N):
        before = np.where(places - j >= begin, ids[np.maximum(places - j, 0)], fill)
        mix = mix ^ (before * multipliers[j])
        for prime in primes[j - 1]:
            rows.append(mix % prime + offset)
            offset += prime
    return np.stack(rows, axis=1)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-ngram_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it. With multipliers of 1, 10 and 100 most mixes can be found by hand.
with visible_tests("ngram_rows"):
    result = ngram_rows(np.array([7, 9]), np.array([3, 5]), np.array([[11, 13]]), fill=0)
    assert result.tolist() == [[10, 19], [1, 15]], f"the example gives {result.tolist()}"

    tens, large = np.array([1, 10, 100]), np.array([[1009, 1013], [1019, 1021]])
    result = ngram_rows(np.array([1, 2]), tens, large, fill=0)
    assert result.shape == (2, 4), f"two orders with two heads: four rows a position, not {result.shape}"
    assert result[1, 0] == 2 ^ 10, f"the pair (1, 2): the current piece takes multipliers[0]; {result[1, 0]}"
    assert result[1].tolist() == [8, 1017, 2030, 3049], f"each head's part begins after the last: {result[1]}"

    text = np.array([4, 5, 9, 5, 4])
    one, packed = ngram_rows(text, tens, large, fill=0), ngram_rows(text, tens, large, fill=0, end=9)
    assert np.array_equal(one[:3], packed[:3]), "the end, 9, sees what came before it"
    assert packed[3, 2] == 2022 + (5 ^ 90), "the piece after the end sees the end, and fill before it"
    assert packed[4, 2] == 2022 + (4 ^ 50 ^ 900), "two after the end: the end itself is seen"
    changed = ngram_rows(np.array([4, 5, 9, 5, 7]), tens, large, fill=0)
    assert np.array_equal(changed[:4], one[:4]), "another last piece changes rows before it"
    wide = ngram_rows(np.array([3, 5], np.int32), np.array([2**40 + 1, 1]), np.array([[2**61 - 1]]), fill=0)
    assert wide.tolist() == [[3 * 2**40 + 3], [(5 * 2**40 + 5) ^ 3]], "products need 64 bits"

# %% nbgrader={"grade": true, "grade_id": "check-ngram_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-table_budget", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. What a table costs
#
# Whoever plans a model must know how many bytes its table takes, and how few of them a token reads
# ({ref}`hashed-tables-bytes`).
#
# No two heads share a size: sizes are different primes. The first is the smallest that is at least `size`,
# and each of the others is the next one. They are given out layer by layer, and in a layer order by order.

# %% nbgrader={"grade": false, "grade_id": "table_budget", "locked": false, "schema_version": 3, "solution": true, "task": false}
def table_budget(
    size: int, layers: int, N: int, heads: int, width: int, bits: int = 16, block: int | None = None,
    multiple: int = 1,
) -> tuple[list[int], int, int]:
    """Predict the rows and the bytes of hashed tables.

    size      where the search for primes begins, 2 to 20 million
    layers    how many layers have a table of their own
    N         the longest n-gram; the orders are 2 to N
    heads     of each order
    width     numbers in a row
    bits      of a number; each row is rounded up to whole bytes
    block     so many numbers of a row, or what is left at its end, share a scale of one byte; None: no scales
    multiple  the rows of a layer's table are rounded up to a multiple of it

    Returns (rows, held, read): a list of the rows of each layer's table, the bytes of all tables with their
    scales, and the bytes that one token reads in all layers.
    """
    ### BEGIN SOLUTION
    def is_prime(n):
        return all(n % q for q in range(2, math.isqrt(n) + 1))

    rows, candidate = [], size
    for _ in range(layers):
        total = 0
        for _ in range((N - 1) * heads):
            while not is_prime(candidate):
                candidate += 1
            total += candidate
            candidate += 1
        rows.append(-(-total // multiple) * multiple)
    row_bytes = -(-width * bits // 8) + (-(-width // block) if block else 0)
    return rows, sum(rows) * row_bytes, layers * (N - 1) * heads * row_bytes
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-table_budget", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: 5, 7, 11 and 13 are the primes from 4 on. Then published models.
with visible_tests("table_budget"):
    result = table_budget(4, layers=2, N=3, heads=1, width=10, bits=8)
    assert result == ([12, 24], 360, 40), f"rows 5 + 7 and 11 + 13, of 10 bytes each: not {result}"
    result = table_budget(4, 1, 2, 2, width=5, bits=4, block=2, multiple=8)
    assert result == ([16], 96, 12), f"12 rows become 16, each of 3 bytes and 3 scales: not {result}"

    rows, held, read = table_budget(16_000_000, layers=2, N=4, heads=8, width=256, bits=8, block=32)
    assert rows == [384_006_168, 384_016_682], f"V4.1-Flash has 384,006,168 and 384,016,682 rows, not {rows}"
    assert (held, read) == (202_758_032_400, 12_672), f"V4.1-Flash: {held:,} bytes, {read:,} for a token"
    rows, held, read = table_budget(20_000_000, layers=1, N=3, heads=8, width=160, bits=8, multiple=128)
    assert (rows, held) == ([320_001_536], 51_200_245_760), f"Qwen3.8-Flash-Next: {rows} rows, {held:,} bytes"

# %% nbgrader={"grade": true, "grade_id": "check-table_budget", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-change_at", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. What one step teaches the others
#
# N-grams that share a row learn together, whether they belong together or not
# ({ref}`hashed-tables-collisions`). So a training step moves vectors that the batch never read. By how
# much?
#
# A position reads H rows of one table and lays them side by side; `upstream` is the gradient of that. The
# real table does not fit into memory here: find the answer from the row numbers alone.
#
# For `rows = [[0, 4]]`, `upstream = [[1, 2]]`, `lr = 1` and `other = [[4, 7]]` the result is `[[-2, 0]]`:
# the other position shares row 4 with the one that learns.
#
# <details><summary>A hint</summary>
# <code>np.unique</code> gives the few rows that the step changes and the place of each among them;
# <code>np.searchsorted</code> finds others there, if they are there.
# </details>

# %% nbgrader={"grade": false, "grade_id": "change_at", "locked": false, "schema_version": 3, "solution": true, "task": false}
def change_at(rows: np.ndarray, upstream: np.ndarray, lr: float, other: np.ndarray) -> np.ndarray:
    """Predict by how much one step of gradient descent changes the vectors that others read.

    rows      (T, H) the rows that a batch read, each of w numbers; rows may repeat anywhere
    upstream  (T, H * w) the gradient of what it read
    lr        learning rate
    other     (S, G) rows that others read in the same table

    Returns (S, G * w): the vectors read at `other` after the step, minus those before. Rows go up to 2**60:
    nothing may be as long as the table.

    House rules: unchanged, dtype.
    """
    ### BEGIN SOLUTION
    touched, place = np.unique(rows, return_inverse=True)
    w = upstream.shape[1] // rows.shape[1]
    gradient = np.zeros((len(touched), w), upstream.dtype)
    np.add.at(gradient, place.reshape(rows.shape), upstream.reshape(*rows.shape, w))
    where = np.minimum(np.searchsorted(touched, other), len(touched) - 1)
    changed = np.where((touched[where] == other)[..., None], -lr * gradient[where], 0)
    return changed.reshape(len(other), -1).astype(upstream.dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-change_at", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it; then against a small table on which the step is really taken.
with visible_tests("change_at"):
    result = change_at(np.array([[0, 4]]), np.array([[1.0, 2.0]]), 1.0, np.array([[4, 7]]))
    assert result.tolist() == [[-2, 0]], f"the example gives {result.tolist()}"
    rng = np.random.default_rng(0)
    read, others = rng.integers(0, 9, (5, 3)), rng.integers(0, 12, (4, 2))
    G = rng.normal(size=(5, 6))
    weight = torch.zeros(12, 2, dtype=torch.float64, requires_grad=True)
    (weight[torch.tensor(read)].flatten(1) * torch.tensor(G)).sum().backward()
    want = (-0.5 * weight.grad)[torch.tensor(others)].flatten(1).numpy()
    result = change_at(read, G, 0.5, others)
    assert result.shape == want.shape, f"two rows of two numbers: expected {want.shape}, not {result.shape}"
    assert np.allclose(result, want), f"off by up to {np.abs(result - want).max():.3g} from a real step"
    far = change_at(2**58 * read, G, 0.5, 2**58 * others)
    assert np.allclose(far, want), "rows with large numbers are rows like any others"

# %% nbgrader={"grade": true, "grade_id": "check-change_at", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-gate_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. Back through the gate
#
# The table gives *river bank* the same rows in every text. The gate lets a model listen where that fits
# what it knows ({ref}`hashed-tables-gate`). Published models have several residual streams: each has its
# own `W_K`, while `e` and `W_V` belong to all. For stream m and each position
#
# $$
# k = \mathrm{norm}(W_K^{(m)} e), \quad q = \mathrm{norm}(h^{(m)}), \quad s = \frac{q \cdot k}{\sqrt d}, \quad
# \alpha = \sigma(s), \quad u^{(m)} = \alpha\, W_V e .
# $$
#
# The paper has $\sigma(s)$; the code that was published has $\sigma(\mathrm{sign}(s)\sqrt{|s|})$. Both are
# asked for.
#
# <details><summary>Hint: two ways</summary>
# <code>e</code> reaches <code>u</code> through the values and through the keys. The setup cell gives
# <code>rms_norm_backward</code>.
# </details>
# <details><summary>Hint: what belongs to all</summary>
# The gradient of something used several times is a sum.
# </details>

# %% nbgrader={"grade": false, "grade_id": "gate_backward", "locked": false, "schema_version": 3, "solution": true, "task": false}
def gate_backward(
    h: np.ndarray, e: np.ndarray, W_K: np.ndarray, W_V: np.ndarray, upstream: np.ndarray, root: bool = False
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the gradients of h, e, W_K and W_V, given that of u.

    h         (M, T, d) the states of M streams
    e         (T, D) what was read from the table
    W_K       (M, d, D) for the keys of each stream
    W_V       (d, D) for the values of all streams
    upstream  (M, T, d) the gradient of u
    root      True: the gate takes the signed root of s; no s is 0

    House rules: unchanged.
    """
    ### BEGIN SOLUTION
    raw, v, scale = e @ W_K.swapaxes(-1, -2), e @ W_V.T, math.sqrt(h.shape[-1])
    q, k = rms_norm(h), rms_norm(raw)
    s = (q * k).sum(axis=-1, keepdims=True) / scale
    alpha = sigmoid(np.sign(s) * np.sqrt(np.abs(s)) if root else s)
    ds = (upstream * v).sum(axis=-1, keepdims=True) * alpha * (1 - alpha)
    if root:
        ds = ds / (2 * np.sqrt(np.abs(s)))
    dh = rms_norm_backward(h, ds * k / scale)
    draw = rms_norm_backward(raw, ds * q / scale)
    dv = (alpha * upstream).sum(axis=0)
    return dh, (draw @ W_K).sum(axis=0) + dv @ W_V, draw.swapaxes(-1, -2) @ e, dv.T @ e
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-gate_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, against autograd.
with visible_tests("gate_backward"):
    rng = np.random.default_rng(0)
    for M, root in ((1, False), (3, False), (3, True)):
        sizes = {"h": (M, 5, 4), "e": (5, 6), "W_K": (M, 4, 6), "W_V": (4, 6)}
        arrays = [rng.normal(size=size) for size in sizes.values()]
        h_t, e_t, K_t, V_t = tensors = [torch.tensor(a, requires_grad=True) for a in arrays]
        norm = lambda x: x * (x.square().mean(-1, keepdim=True) + EPS).rsqrt()
        s_t = (norm(h_t) * norm(e_t @ K_t.mT)).sum(-1, keepdim=True) / 2
        u_t = torch.sigmoid(s_t.sign() * s_t.abs().sqrt() if root else s_t) * (e_t @ V_t.T)
        above = rng.normal(size=u_t.shape)
        u_t.backward(torch.tensor(above))
        for name, ours, theirs in zip(sizes, gate_backward(*arrays, above, root=root), tensors):
            what = f"{M} streams{', the signed root' if root else ''}: the gradient of {name}"
            assert ours.shape == tuple(theirs.shape), f"{what} has the shape {ours.shape}"
            off = np.abs(ours - theirs.grad.numpy()).max()
            assert off < 1e-12 * (1 + theirs.grad.abs().max().item()), f"{what} is off by up to {off:.3g}"

# %% nbgrader={"grade": true, "grade_id": "check-gate_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-shard_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. One shard of many
#
# A table of a hundred gigabytes lies on several devices. Each holds a shard, is asked for all rows of the
# batch, and returns zeros where another shard has the row; the sum over the shards is the lookup
# ({ref}`hashed-tables-shards`). Write what one device does, in PyTorch: autograd finds the gradient of each
# shard.
#
# <details><summary>A hint</summary>
# Make the rows local, find which of them are here, read something harmless for the rest, and set that to
# zero. No gradient of such a position may reach the harmless row.
# </details>

# %% nbgrader={"grade": false, "grade_id": "shard_rows", "locked": false, "schema_version": 3, "solution": true, "task": false}
def shard_rows(
    shard: torch.Tensor, first: int, rows: torch.Tensor, padding: int | None = None
) -> torch.Tensor:
    """Read the rows that this shard holds; zeros stand for all others.

    shard    (n, w) floats, on any device: the rows first ... first + n - 1 of a larger table
    first    the number of its first row in that table
    rows     int64 of any shape, on the same device: rows of the whole table
    padding  a row of the whole table that gets no gradient, but is read like any other; or None

    Returns (*rows.shape, w), on the device of the shard, for autograd too.
    """
    ### BEGIN SOLUTION
    local = rows - first
    here = (local >= 0) & (local < len(shard))
    read = shard[local.where(here, 0)]
    if padding is not None:
        read = read.where((rows != padding)[..., None], read.detach())
    return read.where(here[..., None], 0)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-shard_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: three uneven shards, on the GPU too if there is one.
with visible_tests("shard_rows"):
    for device in DEVICES:
        parts = [torch.randn(n, 2, dtype=torch.float64, device=device) for n in (4, 1, 3)]
        shards, firsts = [part.requires_grad_() for part in parts], (0, 4, 5)
        asked = torch.tensor([[0, 3, 4], [7, 0, 5]], device=device)
        for padding in (None, 0, 5):
            whole = torch.cat(parts).detach().requires_grad_()
            F.embedding(asked, whole, padding_idx=padding).cos().sum().backward()
            answers = [shard_rows(shard, first, asked, padding) for shard, first in zip(shards, firsts)]
            assert [a.shape for a in answers] == 3 * [(2, 3, 2)], "each shard answers for every position"
            assert not answers[1][asked != 4].any(), "the middle shard holds row 4 alone"
            assert torch.equal(sum(answers), whole[asked]), f"padding {padding}: the sum is not the lookup"
            slopes = torch.autograd.grad(sum(answers).cos().sum(), shards, allow_unused=True)
            slopes = [torch.zeros_like(p) if g is None else g for p, g in zip(parts, slopes)]
            assert torch.allclose(torch.cat(slopes), whole.grad), f"padding {padding}: the gradients differ"

# %% nbgrader={"grade": true, "grade_id": "check-shard_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-is_right", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. Catch the bug
#
# Once a kernel and its test had the multipliers in the same wrong order, so the test passed. Write a better
# test of exercise 1: you may ask six times, with settings of your own. Hidden tests hand you right
# implementations and some thirty wrong ones. A kind of mistake counts only if you accept all right ones.
#
# <details><summary>Where mistakes hide</summary>
# In which positions does the order of multipliers show? What do long texts have that short ones have not?
# Where are documents, how long are they, and what stands before the first? How many heads and orders? How
# large are the numbers?
# </details>

# %% nbgrader={"grade": false, "grade_id": "is_right", "locked": false, "schema_version": 3, "solution": true, "task": false}
def is_right(
    rows_of: Callable[[np.ndarray, np.ndarray, np.ndarray, int, int | None], np.ndarray],
) -> bool:
    """Find out whether an implementation of `ngram_rows` is right, by calling it at most six times.

    rows_of  called as `rows_of(ids, multipliers, primes, fill, end)`, for at most 1,000 ids

    Returns True if all rows are right, False if not: also where the shape is another. Do not call your
    `ngram_rows`: a test that shares code with what it tests shares its mistakes.
    """
    ### BEGIN SOLUTION
    rng = np.random.default_rng(0)
    ids, multipliers = rng.integers(12, size=60), rng.integers(2**58, size=4)
    primes = rng.integers(2**40, size=(3, 2)) + 1  # any sizes will do for a test
    fill, end, want = 5, 9, []
    for t in range(len(ids)):
        line, offset = [], 0
        for n, sizes in enumerate(primes.tolist(), 2):
            mix, seen = 0, True
            for j in range(n):
                seen = seen and t >= j and (j < 2 or ids[t - j + 1] != end)
                mix ^= int(ids[t - j] if seen else fill) * int(multipliers[j])
            for prime in sizes:
                line.append(mix % prime + offset)
                offset += prime
        want.append(line)
    return np.asarray(rows_of(ids, multipliers, primes, fill, end)).tolist() == want
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-is_right", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it on your own function, and on what becomes of it with one mistake.
with visible_tests("is_right"):
    calls = []
    counted = lambda *settings: calls.append(settings) or ngram_rows(*settings)
    assert is_right(counted), "your ngram_rows is refused: one of the two is wrong"
    assert 1 <= len(calls) <= 6, f"it was called {len(calls)} times"
    assert not is_right(lambda ids, m, p, fill, end: ngram_rows(ids, m[::-1], p, fill, end)), "reversed"
    assert not is_right(lambda ids, m, p, fill, end: ngram_rows(ids, m, p, fill)), "documents run together"
    assert not is_right(lambda ids, m, p, fill, end: ngram_rows(ids, m, p, 0, end)), "0 in place of fill"
    assert not is_right(lambda *settings: ngram_rows(*settings)[:, 1:]), "a head is missing"

# %% nbgrader={"grade": true, "grade_id": "check-is_right", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-build", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## The table learns to spell
#
# Nothing to write here. A model that knows the last letter alone guesses the next one in *Pride and
# Prejudice*. Then it gets a table of two, three and four letters, trained by your `change_at` and
# `gate_backward`. Behind a passage that was held back stands the gate: where is it open?

# %% nbgrader={"grade": false, "grade_id": "excerpt", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "build", "locked": true, "schema_version": 3, "solution": false, "task": false}
STEPS, SIZE = 800, 3000  # more rows: fewer n-grams share one


@last_cell
def build():
    import matplotlib.pyplot as plt

    text = " ".join(excerpt().lower().split())
    letters = sorted(set(text))
    ids = np.array([letters.index(letter) for letter in text])
    sizes = [n for n in range(SIZE, 2 * SIZE) if all(n % q for q in range(2, math.isqrt(n) + 1))]
    primes = np.array(sizes[:6]).reshape(3, 2)
    multipliers = 2 * np.random.default_rng(0).integers(0, 2**40, 4) + 1
    rows = ngram_rows(ids, multipliers, primes, fill=letters.index(" "))
    train, held = len(ids) * 9 // 10, np.arange(len(ids) * 9 // 10, len(ids) - 1)
    V, d, D = len(letters), 24, 8 * rows.shape[1]

    def learn(with_table):
        rng = np.random.default_rng(1)
        E, out, bias = rng.normal(0, 0.3, (V, d)), rng.normal(0, 0.1, (d, V)), np.zeros(V)
        table = rng.normal(0, 0.1, (primes.sum(), 8))
        W_K, W_V = rng.normal(0, D**-0.5, (1, d, D)), rng.normal(0, D**-0.5, (d, D))

        def forward(at):
            h, e = E[ids[at]], table[rows[at]].reshape(len(at), -1)
            s = (rms_norm(h) * rms_norm(e @ W_K[0].T)).sum(axis=1, keepdims=True) / math.sqrt(d)
            alpha = sigmoid(s) * with_table
            x = h + alpha * (e @ W_V.T)
            z = np.exp(x @ out + bias)
            return h, e, x, z / z.sum(axis=1, keepdims=True), alpha[:, 0]

        bits = []
        for step in range(STEPS + 1):
            if step % 50 == 0:
                bits.append(-np.log2(forward(held)[3][np.arange(len(held)), ids[held + 1]]).mean())
            at = rng.integers(0, train - 1, 512)
            h, e, x, p, _ = forward(at)
            p[np.arange(512), ids[at + 1]] -= 1
            dh = dx = p @ out.T / 512
            out -= x.T @ p / 512
            bias -= p.mean(axis=0)
            if with_table:
                more, de, dK, dV = gate_backward(h[None], e, W_K, W_V, dx[None])
                read = np.unique(rows[at])
                table[read] += change_at(rows[at], de, 10.0, read[:, None])
                dh, W_K, W_V = dx + more[0], W_K - dK, W_V - dV
            E += change_at(ids[at][:, None], dh, 1.0, np.arange(V)[:, None])
        return bits, forward(held)[4]

    (alone, _), (together, gate) = learn(0), learn(1)
    print(f"bits a character: {alone[-1]:.2f} by the last letter alone, {together[-1]:.2f} with the table")
    _, (left, right) = plt.subplots(1, 2, figsize=(11, 3.4), width_ratios=(2, 3), layout="constrained")
    steps = range(0, STEPS + 1, 50)
    left.plot(steps, alone, label="the last letter alone")
    left.plot(steps, together, label="with the table")
    left.set(xlabel="step", ylabel="bits a character", title="Text that was held back")
    left.legend()
    lines, wide = 9, 44
    right.imshow(gate[: lines * wide].reshape(lines, wide), cmap="Greens", vmin=0, vmax=1.5, aspect="auto")
    for n in range(lines * wide):
        right.text(n % wide, n // wide, text[held[n]], ha="center", va="center", family="monospace")
    right.set(xticks=[], yticks=[], title="Dark: the gate is open")

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
