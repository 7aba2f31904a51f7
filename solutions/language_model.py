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
# # A language model that writes
#
# You build a small transformer around one table, train it on a novel, and let it write.
#
# - **Time**: about two and a half hours.
# - **Before you start**: read {ref}`language-model-positions-ask-each-other` and
#   {ref}`language-model-a-block-between-two-uses-of-one-table`. Each part names what else it uses.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
# - **House rules**: ids are valid, and arrays have the shapes of the docstring.
#   Read {ref}`house-rules` once: it holds in all notebooks.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import math
import re
from collections import Counter

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

EPS = 1e-6  # added to the mean square in a norm


def rms_norm(x: torch.Tensor) -> torch.Tensor:
    """x divided by the root of its mean square over the last axis."""
    return x * (x.square().mean(dim=-1, keepdim=True) + EPS).rsqrt()


def softmax(z: np.ndarray) -> np.ndarray:
    """Over the last axis, stable; exactly zero where z is -inf."""
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def embedding_backward(grad_out: np.ndarray, ids: np.ndarray, V: int) -> np.ndarray:
    """The gradient (V, d) of a table from that of its looked-up rows (*ids.shape, d)."""
    dE = np.zeros((V, grad_out.shape[-1]), grad_out.dtype)
    np.add.at(dE, ids, grad_out)
    return dE


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-causal_attention", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. Attention that cannot look ahead
#
# Attention lets a position collect what earlier ones know; without it a model sees one word at a time.
#
# Position `t` weighs the values of all positions up to itself by the softmax of `q[t] · k[s] / √d`. New is
# this: a model that writes has the keys and values of old positions already, and asks for new ones alone. So
# with `S` keys, the `T` queries are those of the *last* `T` positions.
#
# For `q = [[0]]`, `k = [[0], [0]]`, `v = [[2], [4]]` the result is `[[3]]`: the one query stands at position 1
# and sees both.
#
# <details><summary>Hint: which entries are hidden?</summary>
# Query <code>t</code> stands at position <code>S - T + t</code>. <code>np.tri</code> takes a third argument.
# </details>
# <details><summary>Hint: any number of axes in front</summary>
# <code>@</code> multiplies the last two axes; <code>swapaxes(-1, -2)</code> transposes them.
# </details>

# %% nbgrader={"grade": false, "grade_id": "causal_attention", "locked": false, "schema_version": 3, "solution": true, "task": false}
def causal_attention(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Mix the values of each query's own and earlier positions.

    q  (..., T, d) the queries of the last T of S positions, T from 1 to S
    k  (..., S, d) the keys
    v  (..., S, d_v) the values; leading axes broadcast

    Returns (..., T, d_v). Scores may be as large as ten thousand, hidden ones too.

    House rules: unchanged, dtype.
    """
    ### BEGIN SOLUTION
    T, S, d = q.shape[-2], k.shape[-2], q.shape[-1]
    scores = q @ k.swapaxes(-1, -2) / math.sqrt(d)
    seen = np.tri(T, S, S - T, dtype=bool)
    return softmax(np.where(seen, scores, -np.inf)) @ v
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-causal_attention", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("causal_attention"):
    zero, values = np.zeros((2, 1)), np.array([[2.0], [4.0]])
    result = causal_attention(zero, zero, values)
    assert np.allclose(result, [[2], [3]]), f"equal scores: expected [[2], [3]], not {result.tolist()}"
    result = causal_attention(zero[1:], zero, values)
    assert np.allclose(result, [[3]]), f"the last query alone: expected [[3]], not {result.tolist()}"

    rng = np.random.default_rng(0)
    q_np, k_np, v_np = rng.normal(size=(3, 2, 5, 4))  # two sequences of five positions
    whole = causal_attention(q_np, k_np, v_np)
    want = F.scaled_dot_product_attention(*map(torch.tensor, (q_np, k_np, v_np)), is_causal=True).numpy()
    assert whole.shape == want.shape, f"expected the shape {want.shape}, not {whole.shape}"
    assert np.allclose(whole, want), f"off from PyTorch's by up to {np.abs(whole - want).max()}"
    for T in (1, 3):
        last = causal_attention(q_np[:, -T:], k_np, v_np)
        assert np.allclose(last, want[:, -T:]), f"the last {T} queries get other results alone"
    assert np.isfinite(causal_attention(500 * q_np, 500 * k_np, v_np)).all(), "large scores give inf or nan"

# %% nbgrader={"grade": true, "grade_id": "check-causal_attention", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-TinyLM", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. The model
#
# This module is what is trained and what writes. For ids (B, T), with `rms_norm` as norm:
#
# $$
# \begin{aligned}
# x &= E[\mathrm{ids}] + P[:T], & u &= \mathrm{norm}(x), \\
# y &= x + \mathrm{attention}(u W_q,\, u W_k,\, u W_v)\, W_o, \\
# h &= \mathrm{norm}(y + \mathrm{relu}(\mathrm{norm}(y)\, W_{up})\, W_{down}), & z &= h\, E^\top .
# \end{aligned}
# $$
#
# Attention is causal and has heads: the first `d / heads` columns of queries, keys and values belong to the first head, the
# next to the second. Each attends for itself, its scores divided by the root of *its* width, and the results
# stand side by side again. Gradients reach `E` from both ends.
#
# <details><summary>Hint: Parameters by name</summary>
# <code>self.E = nn.Parameter(0.02 * torch.randn(V, d, device=device, dtype=dtype))</code> is one of eight.
# </details>
# <details><summary>Hint: heads</summary>
# <code>unflatten(-1, (heads, -1)).transpose(1, 2)</code> makes (B, heads, T, d / heads) of (B, T, d).
# <code>F.scaled_dot_product_attention</code> knows <code>is_causal</code>.
# </details>

# %% nbgrader={"grade": false, "grade_id": "TinyLM", "locked": false, "schema_version": 3, "solution": true, "task": false}
class TinyLM(nn.Module):
    """A language model of one block around one table.

    V, d       rows and width of the table
    window     the most ids that it reads at once
    heads      number of heads; it divides d
    hidden     width of the feed-forward part
    device, dtype  of the Parameters; None: PyTorch's default

    Its Parameters are E (V, d), P (window, d), Wq, Wk, Wv, Wo (d, d), Wup (d, hidden) and Wdown (hidden, d),
    no others. E and P are drawn from N(0, 0.02²), a matrix with n rows from N(0, 1/n).

    model(ids): int64 ids (B, T), T from 1 to window -> logits (B, T, V).
    """

    def __init__(self, V: int, d: int, window: int, heads: int, hidden: int, device=None, dtype=None):
        super().__init__()
        ### BEGIN SOLUTION
        self.heads = heads
        shapes = {"E": (V, d), "P": (window, d), "Wq": (d, d), "Wk": (d, d), "Wv": (d, d), "Wo": (d, d)}
        shapes |= {"Wup": (d, hidden), "Wdown": (hidden, d)}
        for name, shape in shapes.items():
            std = 0.02 if name in "EP" else shape[0] ** -0.5
            values = torch.randn(shape, device=device, dtype=dtype)
            setattr(self, name, nn.Parameter(std * values))
        ### END SOLUTION

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        x = F.embedding(ids, self.E) + self.P[: ids.shape[1]]
        u = rms_norm(x)
        q, k, v = (self.split(u @ W) for W in (self.Wq, self.Wk, self.Wv))
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)  # (B, heads, T, d / heads)
        y = x + mixed.transpose(1, 2).flatten(2) @ self.Wo
        h = y + F.relu(rms_norm(y) @ self.Wup) @ self.Wdown
        return rms_norm(h) @ self.E.T

    def split(self, x):
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)
        ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-TinyLM", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, on the GPU too if there is one.
with visible_tests("TinyLM"):
    wanted = {"E": (50, 8), "P": (6, 8), "Wq": (8, 8), "Wk": (8, 8), "Wv": (8, 8), "Wo": (8, 8),
              "Wup": (8, 12), "Wdown": (12, 8)}
    for device in DEVICES:
        torch.manual_seed(0)
        model = TinyLM(50, 8, window=6, heads=2, hidden=12, device=device)
        shapes = {name: tuple(p.shape) for name, p in model.named_parameters()}
        assert shapes == wanted, f"expected the Parameters {wanted}, found {shapes}"
        ids = torch.randint(50, (3, 5), device=device)
        z = model(ids)
        assert z.shape == (3, 5, 50), f"expected logits (3, 5, 50), not {tuple(z.shape)}"
        loss = F.cross_entropy(z.flatten(0, 1), torch.randint(50, (15,), device=device)).item()
        assert abs(loss - math.log(50)) < 0.2, f"first loss {loss:.2f}; guessing costs {math.log(50):.2f}"
        changed = ids.clone()
        changed[:, 3] = (changed[:, 3] + 1) % 50
        off = (model(changed) - z).abs().amax(dim=(0, 2))
        assert (off[:3] < 1e-5).all(), "another id at position 3 changes what stands before it"
        assert (off[3:] > 1e-6).all(), "another id at position 3 changes nothing at position 3 or 4"

    # Without a block it is a table with itself: rows that are orthogonal answer with themselves.
    model = TinyLM(8, 8, window=4, heads=2, hidden=5)
    with torch.no_grad():
        for p in model.parameters():
            p.zero_()
        model.E.copy_(torch.eye(8))
    z = model(torch.tensor([[2, 7]]))
    assert z.argmax(dim=-1).tolist() == [[2, 7]], "with W and P zero, x alone reaches the output"
    off = (z.max() - math.sqrt(8)).abs().item()
    assert off < 1e-4, f"norm([1, 0, ..., 0]) · [1, 0, ..., 0] is √8; off by {off}"

# %% nbgrader={"grade": true, "grade_id": "check-TinyLM", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-table_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. The gradient of the table, without the logits
#
# With a real vocabulary the logits of a batch are the largest array of a training step. So they are made for a
# part of the positions at a time. See {ref}`language-model-both-gradients-of-the-table`.
#
# The loss is the mean cross-entropy over all N positions, with logits `h Eᵀ`. Return the gradient of `E` from
# both of its uses. `dx` is given: it is the gradient of the rows that were looked up.
#
# <details><summary>Hint: what is to be added up?</summary>
# The head's part is a sum over positions, in any groups. N may not be a multiple of <code>at_once</code>.
# </details>

# %% nbgrader={"grade": false, "grade_id": "table_gradient", "locked": false, "schema_version": 3, "solution": true, "task": false}
def table_gradient(
    dx: np.ndarray, ids: np.ndarray, h: np.ndarray, targets: np.ndarray, E: np.ndarray, at_once: int
) -> np.ndarray:
    """Add up the gradient of a table that stands at both ends.

    dx       (B, T, d) the gradient of the mean loss at the looked-up rows E[ids]
    ids      (B, T) what was read; ids may repeat
    h        (B, T, d) the hidden states before the head
    targets  (B, T) the ids that came
    E        (V, d) the table
    at_once  the logits of at most so many positions may be in memory at a time

    Returns the gradient (V, d) of the mean loss.

    House rules: unchanged, dtype.
    """
    ### BEGIN SOLUTION
    dE = embedding_backward(dx, ids, len(E))
    rows, came = h.reshape(-1, h.shape[-1]), targets.reshape(-1)
    for start in range(0, len(rows), at_once):
        part, target = rows[start : start + at_once], came[start : start + at_once]
        G = softmax(part @ E.T)
        G[np.arange(len(part)), target] -= 1
        dE += G.T @ part / len(rows)
    return dE
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-table_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, against autograd.
with visible_tests("table_gradient"):
    rng = np.random.default_rng(0)
    E_t = torch.tensor(rng.normal(size=(6, 3)), requires_grad=True)
    words, goal = np.array([[0, 3, 3, 1, 2], [5, 3, 0, 0, 4]]), np.array([[3, 3, 1, 2, 0], [3, 0, 0, 4, 1]])
    x_t = E_t[torch.tensor(words)]
    x_t.retain_grad()
    h_t = torch.tanh(x_t).cumsum(dim=1)  # a block of its own
    loss_t = F.cross_entropy((h_t @ E_t.T).flatten(0, 1), torch.tensor(goal).flatten())
    loss_t.backward()
    dx, h_np, E_np = x_t.grad.numpy(), h_t.detach().numpy(), E_t.detach().numpy()
    for at_once in (10, 5, 4, 1, 100):
        result = table_gradient(dx, words, h_np, goal, E_np, at_once)
        assert result.shape == (6, 3), f"expected the shape of the table, not {result.shape}"
        off = np.abs(result - E_t.grad.numpy()).max()
        assert off < 1e-12, f"ten positions, {at_once} at once: off from autograd's by up to {off}"

# %% nbgrader={"grade": true, "grade_id": "check-table_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-train", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. Training
#
# Random rows come to mean something here: windows of a text go through the model, again and again. See
# {ref}`language-model-train-it`.
#
# A step draws `batch` windows of `window + 1` neighbouring ids, each beginning equally likely. The model reads
# all ids but the last and is asked for all but the first. A batch may not fit into memory: then the model is
# given at most `at_once` windows in a call, and the step is that of the whole batch all the same.
#
# <details><summary>Hint: reproducible windows</summary>
# <code>torch.randint</code> takes a <code>generator</code>. Beginnings (batch, 1) plus
# <code>torch.arange(window + 1)</code> index the text.
# </details>
# <details><summary>Hint: calls of unequal size</summary>
# <code>backward()</code> adds to <code>.grad</code>. Which share of the batch's mean does a call hold?
# </details>
# <details><summary>Hint: the order</summary>
# Forget old gradients, add up new ones, clip (<code>nn.utils.clip_grad_norm_</code>), step.
# </details>

# %% nbgrader={"grade": false, "grade_id": "train", "locked": false, "schema_version": 3, "solution": true, "task": false}
def train(
    model: nn.Module, ids: torch.Tensor, steps: int, batch: int, window: int, lr: float, seed: int,
    at_once: int | None = None,
) -> list[float]:
    """Train a model in place.

    model    ids (b, T) -> logits (b, T, V), T at most window; it is on the device of ids, .grad is None
    ids      (n,) the text, int64, longer than window
    steps    number of steps
    batch    windows in a step, drawn at random from the whole text
    lr       the learning rate
    seed     decides the windows
    at_once  the most windows in one call of the model, and in memory; None: the batch

    A step takes the gradient of the mean loss over all positions of its batch, clips it to a norm of 1, and
    moves by torch.optim.AdamW with weight_decay=0.1 and defaults.

    Returns the loss of each batch before its step, as Python floats.
    """
    ### BEGIN SOLUTION
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.1)
    generator, losses = torch.Generator().manual_seed(seed), []
    for _ in range(steps):
        begin = torch.randint(len(ids) - window, (batch, 1), generator=generator)
        windows = ids[(begin + torch.arange(window + 1)).to(ids.device)]
        optimizer.zero_grad()
        total = 0.0
        for part in windows.split(at_once or batch):
            logits = model(part[:, :-1])
            loss = F.cross_entropy(logits.flatten(0, 1), part[:, 1:].flatten()) * (len(part) / batch)
            loss.backward()
            total += loss.item()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(total)
    return losses
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-train", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: a model of one table learns which of eight ids follows which.
class Bigrams(nn.Module):
    def __init__(self, V, device):
        super().__init__()
        self.W, self.most = nn.Parameter(torch.zeros(V, V, device=device)), 0

    def forward(self, ids):
        self.most = max(self.most, len(ids))
        return self.W[ids]


with visible_tests("train"):
    follows = [3, 0, 5, 1, 2, 7, 4, 6]  # what comes after each id, three times in four
    rng, walk = np.random.default_rng(0), [0]
    while len(walk) < 2000:
        walk.append(follows[walk[-1]] if rng.random() < 0.75 else int(rng.integers(8)))
    for device in DEVICES:
        text = torch.tensor(walk, device=device)
        found = []
        for at_once in (None, 3):
            model = Bigrams(8, device)
            losses = train(model, text, 100, batch=8, window=10, lr=0.1, seed=1, at_once=at_once)
            as_asked = len(losses) == 100 and isinstance(losses[0], float)
            assert as_asked, f"expected 100 floats, not {losses!r:.80}"
            assert abs(losses[0] - math.log(8)) < 1e-4, f"zeros guess: the first loss is ln 8, not {losses[0]}"
            assert model.most <= (at_once or 8), f"at_once={at_once}: {model.most} windows in one call"
            found.append(losses)
        off = np.abs(np.subtract(*found)).max()
        assert off < 1e-3, f"with at_once=3 the losses differ by up to {off}"
        end = np.mean(found[0][-20:])
        assert end < 1.2, f"after 100 steps the loss is {end:.2f}; expected less than 1.2"
        print(f"{device}: loss {found[0][0]:.2f}, after 100 steps {end:.2f}")

# %% nbgrader={"grade": true, "grade_id": "check-train", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-next_probabilities", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. What may come next
#
# A model that always takes the best word repeats itself, and one that takes any word stumbles.
#
# First the *temperature* `τ`: logits are divided by it before the softmax. Then the *nucleus*: only the most
# probable tokens stay, the fewest that together have at least `top_p`; the others get zero, and the rest is
# scaled to sum to one.
#
# For the probabilities 0.5, 0.25, 0.125, 0.125 and `top_p = 0.6` the result is `[2/3, 1/3, 0, 0]`.
#
# <details><summary>Hint: who is kept?</summary>
# A token is kept if those before it, in order of falling probability, have less than <code>top_p</code>
# together. The first one always is.
# </details>

# %% nbgrader={"grade": false, "grade_id": "next_probabilities", "locked": false, "schema_version": 3, "solution": true, "task": false}
def next_probabilities(logits: np.ndarray, temperature: float = 1.0, top_p: float = 1.0) -> np.ndarray:
    """Return the probabilities of the next token.

    logits       (V,) float32 or float64; -inf for a token that must not come, at least one is finite
    temperature  from 1e-6 to 1000
    top_p        above 0, at most 1

    Returns (V,) float64 that sum to 1 within 1e-12. Of equally probable tokens at the edge of the nucleus
    any may stay, and no more than are needed.
    """
    ### BEGIN SOLUTION
    z = logits.astype(np.float64) / temperature
    p = softmax(z)
    order = np.argsort(-p)
    ordered = p[order]
    p[order[np.cumsum(ordered) - ordered >= top_p]] = 0
    return p / p.sum()
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-next_probabilities", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("next_probabilities"):
    logits = np.log([0.125, 0.5, 0.125, 0.25])
    result = next_probabilities(logits)
    assert np.allclose(result, [0.125, 0.5, 0.125, 0.25]), f"τ = 1, top_p = 1: {result.tolist()}"
    result = next_probabilities(logits, temperature=0.5)
    assert np.allclose(result, np.array([1, 16, 1, 4]) / 22), f"τ = 0.5 squares the odds: {result.tolist()}"
    result = next_probabilities(logits, top_p=0.6)
    assert np.allclose(result, [0, 2 / 3, 0, 1 / 3]), f"top_p = 0.6: {result.tolist()}"
    result = next_probabilities(logits, top_p=0.01)
    assert np.allclose(result, [0, 1, 0, 0]), f"top_p = 0.01: the best one stays, not {result.tolist()}"
    result = next_probabilities(np.array([0.0, -np.inf, 0.0]))
    assert np.allclose(result, [0.5, 0, 0.5]), f"a token with -inf: {result.tolist()}"
    result = next_probabilities(np.random.default_rng(0).normal(size=1000).astype(np.float32), 1e-6)
    assert result.dtype == np.float64 and abs(result.sum() - 1) < 1e-12, f"sum {result.sum()}, {result.dtype}"

# %% nbgrader={"grade": true, "grade_id": "check-next_probabilities", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-sample", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. Writing
#
# A model only says what may come next; a text is made by asking again and again. Draw an id, append it, ask
# with the last `window` ids. Use `next_probabilities`. `logits_of` stands for any model.
#
# <details><summary>Hint: one generator</summary>
# <code>np.random.default_rng(seed)</code>, made once, has a method <code>choice</code> that takes
# <code>p</code>.
# </details>

# %% nbgrader={"grade": false, "grade_id": "sample", "locked": false, "schema_version": 3, "solution": true, "task": false}
def sample(
    logits_of, ids: list[int], count: int, seed: int, temperature: float = 1.0, top_p: float = 1.0,
    window: int = 16, stop: int | None = None,
) -> list[int]:
    """Go on from a beginning.

    logits_of  a list of 1 to `window` ids -> NumPy array (V,): the logits of the next id
    ids        the beginning, at least one id
    count      the most ids to write
    seed       decides what is drawn, together with the logits
    temperature, top_p  as for next_probabilities
    window     logits_of is given so many of the last ids, or all if there are fewer
    stop       writing ends after this id was drawn; None: it does not end early

    Returns the new ids alone, as Python ints; a drawn `stop` is the last of them. logits_of is called once
    for each of them.
    """
    ### BEGIN SOLUTION
    rng, text = np.random.default_rng(seed), list(ids)
    for _ in range(count):
        p = next_probabilities(logits_of(text[-window:]), temperature, top_p)
        text.append(int(rng.choice(len(p), p=p)))
        if text[-1] == stop:
            break
    return text[len(ids) :]
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-sample", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it on logits that are known.
with visible_tests("sample"):
    def successor(ids):
        """The sum of the ids it is given, modulo 7, is certain."""
        assert isinstance(ids, list), f"logits_of was given a {type(ids).__name__}; a list is expected"
        return np.where(np.arange(7) == sum(ids) % 7, 0.0, -np.inf)

    result = sample(successor, [1, 2], count=5, seed=0, window=2)
    assert result == [3, 5, 1, 6, 0], f"each is the sum of the last two, modulo 7; not {result}"
    result = sample(successor, [1, 2], count=5, seed=0, window=2, stop=1)
    assert result == [3, 5, 1], f"stop=1: expected [3, 5, 1], not {result}"

    one = [sample(lambda ids: np.zeros(10), [0], 20, seed) for seed in (1, 1, 2)]
    assert one[0] == one[1] and one[0] != one[2], "the same seed writes the same, another one something else"
    often = sample(lambda ids: np.log([0.7, 0.3]), [0], 500, seed=0).count(0) / 500
    assert 0.6 < often < 0.8, f"an id with probability 0.7 came in {often:.0%} of the draws"

# %% nbgrader={"grade": true, "grade_id": "check-sample", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-causal_attention_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 7. A bonus: back through attention
#
# Autograd did this for `TinyLM`. How, says {ref}`language-model-back-through-attention`; your function does it
# for leading axes and fewer queries too. A bonus: one point, and nothing else needs it.

# %% nbgrader={"grade": false, "grade_id": "causal_attention_backward", "locked": false, "schema_version": 3, "solution": true, "task": false}
def causal_attention_backward(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, grad_out: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the gradients of q, k and v, given that of causal_attention(q, k, v).

    q         (..., T, d) as there, T from 1 to S
    k         (..., S, d)
    v         (..., S, d_v); the leading axes of all are the same
    grad_out  (..., T, d_v)
    """
    ### BEGIN SOLUTION
    T, S, root = q.shape[-2], k.shape[-2], math.sqrt(q.shape[-1])
    scores = np.where(np.tri(T, S, S - T, dtype=bool), q @ k.swapaxes(-1, -2) / root, -np.inf)
    A = softmax(scores)
    dA = grad_out @ v.swapaxes(-1, -2)
    dscores = A * (dA - (A * dA).sum(axis=-1, keepdims=True)) / root
    return dscores @ k, dscores.swapaxes(-1, -2) @ q, A.swapaxes(-1, -2) @ grad_out
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-causal_attention_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, against autograd.
with visible_tests("causal_attention_backward"):
    rng = np.random.default_rng(0)
    q_np, k_np, v_np = rng.normal(size=(3, 2, 5, 4))
    for T in (5, 2):
        G = rng.normal(size=(2, T, 4))
        tensors = [torch.tensor(a, requires_grad=True) for a in (q_np[:, -T:], k_np, v_np)]
        hidden = torch.ones(T, 5).tril(5 - T) == 0
        scores = (tensors[0] @ tensors[1].mT / 2).masked_fill(hidden, -math.inf)
        (scores.softmax(dim=-1) @ tensors[2]).backward(torch.tensor(G))
        result = causal_attention_backward(q_np[:, -T:], k_np, v_np, G)
        for name, ours, theirs in zip("qkv", result, tensors):
            assert ours.shape == tuple(theirs.shape), f"the gradient of {name} has the shape {ours.shape}"
            off = np.abs(ours - theirs.grad.numpy()).max()
            assert off < 1e-12, f"{T} queries, 5 keys: the gradient of {name} is off by up to {off}"

# %% nbgrader={"grade": true, "grade_id": "check-causal_attention_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-build", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## It writes
#
# Your model reads the first chapters of *Pride and Prejudice*, word by word, for some fifteen seconds, and
# writes before, while and after. With more `STEPS` it writes better.

# %% nbgrader={"grade": false, "grade_id": "excerpt", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "build", "locked": true, "schema_version": 3, "solution": false, "task": false}
@last_cell
def build():
    import textwrap

    STEPS, TEMPERATURE, TOP_P, WINDOW = 900, 0.8, 0.9, 32

    tokens = re.findall(r"\w+|[.,;:!?']", excerpt())
    words = ["?", *(word for word, n in Counter(tokens).most_common() if n > 1)]
    id_of = {word: i for i, word in enumerate(words)}
    text = torch.tensor([id_of.get(token, 0) for token in tokens])
    torch.manual_seed(1)
    model = TinyLM(len(words), 96, WINDOW, heads=4, hidden=192)

    @torch.no_grad()
    def logits_of(ids):
        z = model(torch.tensor([ids]))[0, -1].numpy()
        z[0] = -np.inf  # the row of all rare words: never written
        return z

    done, losses, began = 0, [], [id_of[word] for word in ("Elizabeth", "could", "not")]
    for until in (0, STEPS // 30, STEPS // 3, STEPS):
        losses += train(model, text, until - done, batch=16, window=WINDOW, lr=0.004, seed=until)
        done = until
        ids = began + sample(logits_of, began, 60, 3, TEMPERATURE, TOP_P, WINDOW)
        written = re.sub(r" (?=[.,;:!?'])|(?<=') (?=s )", "", " ".join(words[i] for i in ids))
        print(f"after {done} steps" + (f", loss {np.mean(losses[-20:]):.2f}" if losses else ""))
        print(textwrap.fill(written, 90), end="\n\n")

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
