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

# %% [markdown] nbgrader={"grade": false, "grade_id": "about", "locked": true, "schema_version": 3, "solution": false, "task": false}
# # Lookup
#
# You write both ends of a language model: the tokenizer that makes ids of a text, the lookup that makes rows of ids, and the loss, where the right answer is an id again, with its gradient. In the last cell they read a sentence of yours.
#
# - **Time**: one and a half to two hours, half of it for `encode`. The functions do not need each other.
# - **Read first**: {ref}`lookup-characters-words-or-something-between`, {ref}`lookup-what-goes-wrong-without-an-error`, {ref}`lookup-cpu-and-gpu` and {ref}`lookup-without-overflow`.
#
# Read {ref}`house-rules` once: it holds in all notebooks.
# Graded with Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
# `check_ids(ids, V)` in the setup cell refuses what is no id, for arrays and for tensors on any device.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import heapq
from time import perf_counter

import numpy as np
import torch
import torch.nn.functional as F


def check_ids(ids, V: int) -> None:
    """Raise an exception unless `ids`, an array or a tensor, holds integers from 0 to V - 1."""
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


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
print("The visible tests of PyTorch functions run on:", ", ".join(DEVICES))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-encode", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. From a text to ids
#
# A model cannot read a letter before its tokenizer has made ids of the text, and it must do so for whole books.
#
# The chapter's recipe cuts the text into words and reads all of it once for *every* join. Here nothing is cut: a join may reach across a space. With the joins `a b → 256` and `256 c → 257` the text `abcab` becomes `257, 256`. In `aaa` two pairs overlap: the left one is joined.
#
# Begin with any way that is right: it earns most of the points. The last point is for a text that is long.
#
# <details><summary>Hint: the next join</summary>
# Make a list of all neighbouring pairs with <code>zip(ids, ids[1:])</code>. Which of those that are in <code>joins</code> was learned first?
# </details>
#
# <details><summary>Hint: a long text</summary>
# A join changes only two pairs: the one before it and the one after. Keep the places where a join fits in a heap, as <code>(new id, place)</code>, so that <code>heapq.heappop</code> gives the next one, and remember for each place which place comes before and after it. What the heap holds may be out of date: look again before you join.
# </details>

# %% nbgrader={"grade": false, "grade_id": "encode", "locked": false, "schema_version": 3, "solution": true, "task": false}
def encode(text: str, joins: dict[tuple[int, int], int]) -> list[int]:
    """Encode a text by byte-pair joins.

    text   any text, also one without a pair of bytes
    joins  (id, id) -> id of the joined piece. The new ids are 256, 257, ... in the order learned, which need
           not be that of the dict; the two ids of a pair are smaller than the one that they give

    Begins with the bytes of the text in UTF-8. Then joins two neighbours, again and again until no join
    fits: of all that fit the one learned first, and of several places the leftmost.

    Returns the ids. A join that does not occur costs no reading of the text. A text four times as long, with
    four times as many joins, takes far less than sixteen times the time.

    >>> encode("abcab", {(97, 98): 256, (256, 99): 257})
    [257, 256]
    """
    ### BEGIN SOLUTION
    ids = [*text.encode(), None]  # None is beyond both ends, and in no join
    end = len(ids) - 1
    before, after = [*range(-1, end)], [*range(1, end + 1)]
    fits = [(joins[pair], k) for k, pair in enumerate(zip(ids, ids[1:])) if pair in joins]
    heapq.heapify(fits)
    while fits:
        new, k = heapq.heappop(fits)
        other = after[k]
        if joins.get((ids[k], ids[other])) != new:
            continue  # a join beside it has taken one of the two
        ids[k], ids[other] = new, None
        after[k] = after[other]
        before[after[k]] = k
        for left in (before[k], k):
            pair = ids[left], ids[after[left]]
            if pair in joins:
                heapq.heappush(fits, (joins[pair], left))
    return [i for i in ids if i is not None]
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-encode", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: a few joins by hand, then a long text.
with visible_tests("encode"):
    few = {(97, 98): 256, (98, 99): 257, (256, 99): 258, (97, 97): 259, (32, 97): 260}
    assert list(encode("abc", few)) == [258], "`a b` was learned before `b c`, and then `256 c` fits"
    assert list(encode("bcabc", few)) == [257, 258], "both `b c` and `256 c` fit somewhere"
    assert list(encode("aaa aaaa", few)) == [259, 97, 32, 259, 259], "`a a` was learned before `space a`"
    assert list(encode("x a", few)) == [120, 260], "a join may reach across a space"
    assert list(encode("ñ", few)) == [195, 177], "ñ is two bytes in UTF-8"
    assert list(encode("", few)) == [], "the empty text has no ids"
    assert list(encode("abc", dict(reversed(few.items())))) == [258], "the smallest new id was learned first"

    if not os.environ.get("NBGRADER_EXECUTION"):  # a time is for you alone: it differs from run to run
        rng, seconds = np.random.default_rng(0), []
        for size in (1, 2):
            letters = "".join(map(chr, rng.integers(97, 97 + 13 * size, 1600 * size**2)))
            pairs = list(dict.fromkeys(zip(letters.encode(), letters[1:].encode())))[: 120 * size**2]
            known, tries = {pair: 256 + n for n, pair in enumerate(pairs)}, []
            for _ in range(3):
                began = perf_counter()
                encode(letters, known)
                tries.append(perf_counter() - began)
            seconds.append(min(tries))
        print(f"four times the letters and joins took {seconds[1] / seconds[0]:.1f} times as long; sixteen is too slow")

# %% nbgrader={"grade": true, "grade_id": "check-encode", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-lookup", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. From ids to rows
#
# The first layer of every language model is this one step, and its mistakes raise no error: the model only gets rows of other tokens.
#
# With the rows $(10, 11)$, $(20, 21)$, $(30, 31)$ the ids `[2, 0]` give $(30, 31)$, $(10, 11)$.
#
# <details><summary>Hint</summary>
# NumPy's indexing does the work. Which ids does it take that are none? And for which ids is its result a view? <code>np.shares_memory(result, E)</code> tells.
# </details>

# %% nbgrader={"grade": false, "grade_id": "lookup", "locked": false, "schema_version": 3, "solution": true, "task": false}
def lookup(E: np.ndarray, ids: np.ndarray) -> np.ndarray:
    """Copy the row of a table for every id.

    E    (V, d), floating point numbers
    ids  whole numbers from 0 to V-1, in an array of any shape, () too

    Returns (*ids.shape, d), never a view of E. Time and memory do not grow with V, and rows that are not
    asked for do not matter, even if they hold inf or nan.

    Refuses what is no id: numbers below 0, V and beyond, those beyond 32 bits too; truth values; floating
    point numbers.

    House rules: unchanged, empty.

    >>> lookup(np.array([[10., 11.], [20., 21.], [30., 31.]]), np.array([2, 0]))
    array([[30., 31.],
           [10., 11.]])
    """
    ### BEGIN SOLUTION
    check_ids(ids, len(E))
    return np.take(E, ids, axis=0)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-lookup", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: rows of a small table, for ids of several shapes.
with visible_tests("lookup"):
    table = np.array([[10.0, 11], [20, 21], [30, 31]])
    got = lookup(table, np.array([2, 0, 2]))
    assert got.tolist() == [[30, 31], [10, 11], [30, 31]], f"for the ids 2, 0, 2 you give\n{got}"
    for shape in ((), (1,), (2, 5), (2, 1, 3), (0,)):
        ids = np.full(shape, 1)
        got = lookup(table, ids)
        assert got.shape == (*shape, 2), f"ids of shape {shape} give shape {got.shape}"
        assert (got == [20, 21]).all(), f"for ids of shape {shape} you give\n{got}"
        assert not np.shares_memory(got, table), f"for ids of shape {shape} the result is a view of the table"
    for wrong in ([1, -1], [1, 3], [1, 2**32 + 1], [True, False, True], [1.0]):
        assert error_of(lambda: lookup(table, np.array(wrong))), f"{wrong} is accepted"

# %% nbgrader={"grade": true, "grade_id": "check-lookup", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-lookup_torch", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. The lookup in PyTorch
#
# A table is trained through its lookup: gradients flow back into the rows, on a GPU where there is one.
#
# With the table from above, the sum of all numbers of rows `[2, 0, 2]` has the gradient $(1, 1)$, $(0, 0)$, $(2, 2)$: row 2 was read twice. An id without a row ends a process that uses a GPU, unless you see it before the GPU does.
#
# <details><summary>Hint</summary>
# What you compute from <code>E</code> and <code>ids</code> is where they are; NumPy cannot see it there. Indexing and <code>F.embedding</code> differ for a single id.
# </details>

# %% nbgrader={"grade": false, "grade_id": "lookup_torch", "locked": false, "schema_version": 3, "solution": true, "task": false}
def lookup_torch(E: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    """Copy the row of a table for every id, on any device and with a gradient.

    E    (V, d), floating point numbers, half precision too, on any device
    ids  int32 or int64, from 0 to V-1, of any shape, () too, on E's device

    Returns (*ids.shape, d) on E's device, never a view of E. Backward, each row of E receives the sum of the
    gradients of its copies. Time and memory of the call do not grow with V.

    Refuses ids below 0, V and beyond, and truth values; on every device before the device looks them up.

    >>> lookup_torch(torch.tensor([[10., 11.], [20., 21.], [30., 31.]]), torch.tensor([2, 0]))
    tensor([[30., 31.],
            [10., 11.]])
    """
    ### BEGIN SOLUTION
    check_ids(ids, len(E))
    return F.embedding(ids, E)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-lookup_torch", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: rows and gradients, with a GPU there too.
with visible_tests("lookup_torch"):
    for device in DEVICES:
        learned = torch.tensor([[10.0, 11], [20, 21], [30, 31]], device=device, requires_grad=True)
        got = lookup_torch(learned, torch.tensor([2, 0, 2], device=device))
        assert got.tolist() == [[30, 31], [10, 11], [30, 31]], f"for the ids 2, 0, 2 you give\n{got}"
        assert got.device == learned.device, f"the table is on {learned.device}, the result on {got.device}"
        assert got.requires_grad, "the result is cut off from the table: no gradient can flow"
        got.sum().backward()
        assert learned.grad.tolist() == [[1, 1], [0, 0], [2, 2]], (
            f"the gradient of the sum is\n{learned.grad}"
        )
        one = lookup_torch(learned, torch.tensor(1, dtype=torch.int32, device=device))
        assert one.tolist() == [20, 21], f"for the single id 1 you give {one}"
        assert one.untyped_storage().data_ptr() != learned.untyped_storage().data_ptr(), (
            "a single id gives a view"
        )
        for wrong in ([1, -1], [1, 3], [True, False, True]):
            bad = torch.tensor(wrong, device=device)
            assert error_of(lambda: lookup_torch(learned, bad)), f"{wrong} is accepted"

# %% nbgrader={"grade": true, "grade_id": "check-lookup_torch", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-cross_entropy_from_logits", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. The loss, and where learning begins
#
# At its end a model gives a score for each token, and all that it learns starts from the gradient of this loss.
#
# For one position with the logits $z$ and the target $t$ the loss is $\operatorname{lse}(z) - z_t$, and its gradient $p - o_t$: probabilities minus the one-hot vector of the target. The loss of a batch is the mean over all its positions; what does that do to the gradient of one of them? Two tokens with the logits `[0, 0]` and the target 0 have the loss $\log 2$ and the gradient $(-\tfrac12, \tfrac12)$.
#
# <details><summary>Hint: large logits</summary>
# A constant added to all logits of a position changes neither the loss nor the gradient. Which one makes every exponential harmless? And the loss needs no logarithm of a probability.
# </details>
#
# <details><summary>Hint: one-hot</summary>
# <code>targets[..., None] == np.arange(V)</code> is true where the one stands. To multiply by it has a trap: what is zero times infinity? <code>np.take_along_axis</code> picks without it.
# </details>

# %% nbgrader={"grade": false, "grade_id": "cross_entropy_from_logits", "locked": false, "schema_version": 3, "solution": true, "task": false}
def cross_entropy_from_logits(logits: np.ndarray, targets: np.ndarray) -> tuple[float, np.ndarray]:
    """Compute the mean cross-entropy of integer targets, and its gradient.

    logits   (..., V), float16, float32 or float64; as large as 10,000 either way, and -inf where a token is
             impossible, which the target never is
    targets  (...), whole numbers from 0 to V-1, at least one

    Returns (loss, gradient): the mean over all positions in nats, and its derivative by each logit, (..., V).
    Logits in float16 are computed, and their gradient is returned, in float32 or wider.

    Refuses targets below 0, V and beyond.

    House rules: unchanged.

    >>> loss, gradient = cross_entropy_from_logits(np.zeros((1, 2)), np.array([0]))
    >>> round(loss, 6), gradient.tolist()
    (0.693147, [[-0.5, 0.5]])
    """
    ### BEGIN SOLUTION
    V = logits.shape[-1]
    check_ids(targets, V)
    z = logits.astype(np.promote_types(logits.dtype, np.float32))
    z -= z.max(axis=-1, keepdims=True)
    exponentials = np.exp(z)
    sums = exponentials.sum(axis=-1, keepdims=True)
    picked = np.take_along_axis(z, targets[..., None], axis=-1)
    onehot = targets[..., None] == np.arange(V)
    return float(np.mean(np.log(sums) - picked)), (exponentials / sums - onehot) / targets.size
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-cross_entropy_from_logits", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: PyTorch as a second opinion, then large and impossible logits.
with visible_tests("cross_entropy_from_logits"):
    rng = np.random.default_rng(0)
    for shape in ((5,), (2, 3), ()):
        z, t = rng.standard_normal((*shape, 7)), rng.integers(0, 7, shape)
        flat = torch.tensor(z).reshape(-1, 7).requires_grad_()  # PyTorch wants the positions flattened
        want = F.cross_entropy(flat, torch.tensor(t).reshape(-1))
        want.backward()
        loss, gradient = cross_entropy_from_logits(z, t)
        assert abs(loss - want.item()) < 1e-5, (
            f"targets of shape {shape}: PyTorch says {want:.6f}, you {loss:.6f}"
        )
        assert gradient.shape == z.shape, f"logits of shape {z.shape}, a gradient of shape {gradient.shape}"
        error = abs(gradient - flat.grad.reshape(z.shape).numpy()).max()
        assert error < 1e-6, f"targets of shape {shape}: the gradient is wrong by up to {error:.2g}"
    far = np.array([[10_000.0, 9_998.0, -10_000.0]], np.float32)
    for target, want in ((0, 0.1269), (2, 20_000.1269)):
        loss, gradient = cross_entropy_from_logits(far, np.array([target]))
        assert abs(loss - want) < 0.01, f"logits {far[0]}, target {target}: {want} expected, found {loss}"
        assert np.isfinite(gradient).all(), f"logits {far[0]}, target {target}: the gradient is {gradient}"
    loss, gradient = cross_entropy_from_logits(np.array([[0.0, 0.0, -np.inf]]), np.array([0]))
    assert abs(loss - np.log(2)) < 1e-6, f"two possible tokens, so the loss is 0.6931; found {loss}"
    assert gradient.tolist() == [[-0.5, 0.5, 0]], f"an impossible token learns nothing; found {gradient}"
    for wrong in (-1, 3):
        assert error_of(lambda: cross_entropy_from_logits(far, np.array([wrong]))), (
            f"target {wrong} is accepted"
        )

# %% nbgrader={"grade": true, "grade_id": "check-cross_entropy_from_logits", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-build", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## A sentence of your own
#
# Your `encode` and `lookup` meet a table that was trained on five novels by Jane Austen: 1,792 joins and a row of 15 numbers for each piece. Write a sentence into the next cell, run the rest, and look at which pieces lie near those of your sentence. A word that Jane Austen never wrote falls into small pieces. What do their rows know of it?

# %%
SENTENCE = "My dear sister walked to London with Mr. Darcy, and was very happy there."

# %% nbgrader={"grade": false, "grade_id": "table", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "build", "locked": true, "schema_version": 3, "solution": false, "task": false}
@last_cell
def build():
    import matplotlib.pyplot as plt

    joins, E = trained_table()
    spelled = [bytes([i]) for i in range(256)]
    for a, b in joins:
        spelled.append(spelled[a] + spelled[b])
    names = [piece.decode(errors="replace").replace(" ", "␣") for piece in spelled]

    ids = np.array(encode(SENTENCE, joins))
    print(f"{len(SENTENCE.encode())} bytes, {len(ids)} pieces:", " | ".join(names[i] for i in ids), "\n")
    U = E / np.linalg.norm(E, axis=1, keepdims=True)
    rows = lookup(U, ids)
    cosines = rows @ U.T
    cosines[:, [len(piece) < 3 for piece in spelled]] = -1  # of the shortest pieces there is little to see
    cosines[np.arange(len(ids)), ids] = -1
    nearest = np.argsort(-cosines, axis=1)[:, :4]
    for i, near in dict(zip(ids.tolist(), nearest)).items():
        print(f"{names[i]:>14}  is near ", "  ".join(names[j] for j in near))

    longest = sorted(dict.fromkeys(ids.tolist()), key=lambda i: -len(spelled[i]))[:6]
    fig, axes = plt.subplots(2, 3, figsize=(10, 4), layout="constrained")
    for ax, i in zip(axes.flat, longest):
        group = [i, *nearest[ids.tolist().index(i)][:3]]
        ax.imshow(lookup(U, np.array(group)), cmap="RdBu", vmin=-0.6, vmax=0.6, aspect="auto")
        ax.set_yticks(range(4), [names[j] for j in group])
        ax.set_xticks([])
        ax.axhline(0.5, color="black", linewidth=2)
    fig.suptitle("the row of a piece, and below the line those of its nearest: 15 numbers each")
    plt.show()

# %% [markdown] nbgrader={"grade": false, "grade_id": "end", "locked": true, "schema_version": 3, "solution": false, "task": false}
# That is all. Restart the kernel and run every cell from the top before you hand the notebook in: what counts is what it does in that order.

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
