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
# # Weight tying: one table at both ends
#
# A language model needs a row for every token twice: to read a token in, and to give it a score. Tying uses one table for both. You write both gradients of such a table, a judge of other people's gradients, a tied model, and a detective that finds ties. At the end your model reads a novel, with one table and with two.
#
# - **Time**: about two hours.
# - **Before you start**: read {ref}`weight-tying-the-gradient-of-a-shared-parameter-is-a-sum` and {ref}`weight-tying-aliases-copies-and-ties-that-come-undone`.
# - **House rules**: what you may rely on, and what the last line of a docstring can ask for.
#   Read {ref}`house-rules` once: it holds in all notebooks.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}


# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import copy
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def check_ids(ids, V: int) -> None:
    """Raise an error unless `ids`, an array or a tensor, holds integers in 0 ... V-1."""
    if isinstance(ids, torch.Tensor):
        ids = ids.detach().cpu().numpy()
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids have the dtype {ids.dtype}; expected integers")
    if ids.size and not 0 <= ids.min() <= ids.max() < V:
        raise IndexError(f"ids from {ids.min()} to {ids.max()}; expected 0 ... {V - 1}")


def output_logits(h: np.ndarray, E: np.ndarray, b: np.ndarray | None = None) -> np.ndarray:
    """The logits h Eᵀ + b, (*S, V)."""
    return h @ E.T if b is None else h @ E.T + b


def embedding_backward(grad_out: np.ndarray, ids: np.ndarray, V: int) -> np.ndarray:
    """The gradient (V, d) of the table, given the gradient (*ids.shape, d) of `E[ids]`."""
    dE = np.zeros((V, grad_out.shape[-1]), grad_out.dtype)
    np.add.at(dE, ids, grad_out)
    return dE


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
print("The visible tests of PyTorch functions run on:", ", ".join(DEVICES))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-output_side_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. From the loss back to the table
#
# The chapter's code follows one position. A model learns from thousands at once, with a vocabulary so large that its logits are often the largest array of all: one array too many does not fit.
#
# <details><summary>A first hint</summary>
# Everything follows from one array of the shape of the logits, the gradient of the mean loss with respect to them. Make one axis of the positions first, and give <code>dh</code> its shape back at the end.
# </details>
# <details><summary>Large logits</summary>
# Logits count up to a shift, and each position has its own. Take the logarithm of the sum, not of a probability that may be 0.
# </details>

# %% nbgrader={"grade": false, "grade_id": "output_side_gradient", "locked": false, "schema_version": 3, "solution": true, "task": false}
class OutputSide(NamedTuple):
    loss: float
    dE: np.ndarray
    db: np.ndarray
    dh: np.ndarray


def output_side_gradient(
    h: np.ndarray, E: np.ndarray, targets: np.ndarray, b: np.ndarray | None = None
) -> OutputSide:
    """The mean cross-entropy of the logits h Eᵀ + b, and its gradients.

    h        (*S, d) hidden states; S is any shape, () included
    E        (V, d) the table
    targets  (*S) ids, at least one
    b        (V,) biases; None means no bias

    Returns (loss, dE, db, dh): the mean over all positions, in nats, and the gradients of that
    mean, (V, d), (V,) and (*S, d). Without b, db is the gradient of a bias of zeros.
    Logits may be a few thousand. With N positions, no array of V² or N V d numbers is made.
    House rules: ids, unchanged.

    >>> side = output_side_gradient(np.array([[1.0, 0.0]]), np.zeros((2, 2)), np.array([1]))
    >>> round(float(side.loss), 4), side.dE.tolist(), side.db.tolist()
    (0.6931, [[0.5, 0.0], [-0.5, 0.0]], [0.5, -0.5])
    """
    ### BEGIN SOLUTION
    check_ids(targets, len(E))
    V, d = E.shape
    z, t, N = output_logits(h, E, b).reshape(-1, V), targets.reshape(-1), targets.size
    z = z - z.max(axis=1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))  # (N, V)
    dz = np.exp(log_p)
    dz[np.arange(N), t] -= 1
    dz /= N
    loss = -log_p[np.arange(N), t].mean()
    return OutputSide(loss, dz.T @ h.reshape(-1, d), dz.sum(axis=0), (dz @ E).reshape(h.shape))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-output_side_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, against autograd.
with visible_tests("output_side_gradient"):
    side = OutputSide(*output_side_gradient(np.array([[1.0, 0.0]]), np.zeros((2, 2)), np.array([1])))
    assert abs(side.loss - np.log(2)) < 1e-6, f"the loss is {side.loss}, not ln 2"
    assert np.allclose(side.dE, [[0.5, 0], [-0.5, 0]]), f"dE is {side.dE.tolist()}"
    assert np.allclose(side.db, [0.5, -0.5]), f"db is {side.db.tolist()}, expected [0.5, -0.5]"

    rng = np.random.default_rng(0)
    for shape in [(5,), (2, 3), ()]:
        h_np, E_np, b_np = rng.normal(size=(*shape, 4)), rng.normal(size=(6, 4)), rng.normal(size=6)
        goal = np.asarray(rng.integers(0, 6, shape))
        h_t, E_t, b_t = (torch.tensor(a, requires_grad=True) for a in (h_np, E_np, b_np))
        loss_t = F.cross_entropy((h_t @ E_t.T + b_t).reshape(-1, 6), torch.tensor(goal).reshape(-1))
        loss_t.backward()
        side = OutputSide(*output_side_gradient(h_np, E_np, goal, b_np))
        off = abs(side.loss - loss_t.item())
        assert off < 1e-5, f"positions {shape}: the loss differs from autograd's by {off}"
        for name, wanted in (("dE", E_t.grad), ("db", b_t.grad), ("dh", h_t.grad)):
            found = getattr(side, name)
            assert found.shape == tuple(wanted.shape), f"positions {shape}: {name} has the shape {found.shape}"
            off = np.abs(found - wanted.numpy()).max()
            assert off < 1e-5, f"positions {shape}: {name} differs from autograd's by up to {off}"

    far = OutputSide(*output_side_gradient(np.array([[1000.0]]), np.array([[2.0], [0.0]]), np.array([1])))
    assert far.loss == 2000 and np.isfinite(far.dE).all(), f"logits of 2000 and 0, target 1: loss {far.loss}"
    refused = error_of(lambda: output_side_gradient(np.ones((2, 3)), np.ones((5, 3)), np.array([1, -1])))
    assert refused is not None, "the target -1 is not refused"

# %% nbgrader={"grade": true, "grade_id": "check-output_side_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}


# %% [markdown] nbgrader={"grade": false, "grade_id": "about-tied_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. One table at both ends
#
# Whoever writes a training loop without autograd, or looks for a fault in one, has to follow a shared table on both of its paths. In the model
#
# $$x = E[\mathrm{ids}], \qquad h = \tanh(x W), \qquad z = h E^\top$$
#
# `E` occurs twice. Return what arrives through the lookup and what arrives through the logits apart: their sum is the gradient of `E`.
#
# <details><summary>A first hint</summary>
# Go forward and keep <code>x</code> and <code>h</code>. The output side is your first function; its <code>dh</code> is where the way to the other end begins. The derivative of tanh can be written with the value of tanh.
# </details>
# <details><summary>The last step</summary>
# Scatter-add is given. Which ids does it need, those that were read or those that were predicted?
# </details>

# %% nbgrader={"grade": false, "grade_id": "tied_gradient", "locked": false, "schema_version": 3, "solution": true, "task": false}
class TiedGradients(NamedTuple):
    loss: float
    input_side: np.ndarray
    output_side: np.ndarray
    dW: np.ndarray


def tied_gradient(E: np.ndarray, W: np.ndarray, ids: np.ndarray, targets: np.ndarray) -> TiedGradients:
    """Loss and gradients of the tied model h = tanh(E[ids] W), z = h Eᵀ.

    E        (V, d) the one table
    W        (d, d)
    ids      any shape, at least one
    targets  ids, of the shape of ids

    Returns (loss, input_side, output_side, dW): the mean cross-entropy over all positions, the part
    of the gradient of E that comes through the lookup (V, d), the part that comes through the
    logits (V, d), and the gradient of W.
    House rules: ids, unchanged.

    >>> g = tied_gradient(np.array([[1.0], [0.0]]), np.array([[0.0]]), np.array([0]), np.array([1]))
    >>> round(float(g.loss), 4), g.dW.tolist()
    (0.6931, [[0.5]])
    """
    ### BEGIN SOLUTION
    check_ids(ids, len(E))
    V, d = E.shape
    x = E[ids]  # (*ids.shape, d)
    h = np.tanh(x @ W)
    loss, output_side, _, dh = output_side_gradient(h, E, targets)
    da = dh * (1 - h * h)
    dW = x.reshape(-1, d).T @ da.reshape(-1, d)
    return TiedGradients(loss, embedding_backward(da @ W.T, ids, V), output_side, dW)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-tied_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, against autograd with a table for each end.
with visible_tests("tied_gradient"):
    rng = np.random.default_rng(1)
    E_np, W_np = rng.normal(size=(7, 3)), rng.normal(size=(3, 3))
    for words in (np.array([2, 5, 2, 0]), np.array([[1, 1, 4], [6, 0, 1]])):
        goal = rng.integers(0, 7, words.shape)
        E_in, E_out, W_t = (torch.tensor(a, requires_grad=True) for a in (E_np, E_np, W_np))
        z_t = torch.tanh(E_in[torch.tensor(words)] @ W_t) @ E_out.T
        F.cross_entropy(z_t.reshape(-1, 7), torch.tensor(goal).reshape(-1)).backward()
        tied = TiedGradients(*tied_gradient(E_np, W_np, words, goal))
        for name, wanted in (("output_side", E_out.grad), ("dW", W_t.grad), ("input_side", E_in.grad)):
            found = getattr(tied, name)
            assert found.shape == tuple(wanted.shape), f"{name} has the shape {found.shape}"
            off = np.abs(found - wanted.numpy()).max()
            assert off < 1e-5, f"{name} differs from autograd's by up to {off}, ids {words.tolist()}"
        rows = [int(np.count_nonzero(side.any(axis=1))) for side in tied[1:3]]
        print(f"{words.size} positions: rows with a gradient from the input {rows[0]}, from the output {rows[1]}")
    refused = error_of(lambda: tied_gradient(E_np, W_np, np.array([-1]), np.array([0])))
    assert refused is not None, "the id -1 is not refused"

# %% nbgrader={"grade": true, "grade_id": "check-tied_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}


# %% [markdown] nbgrader={"grade": false, "grade_id": "about-is_tied_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. Catch the bug
#
# A model with a wrong gradient trains, only worse: no error, no wrong shape. Somebody hands you an implementation of the gradient of `E` for the model above. You cannot read it, only call it, six times. Is it right?
#
# Among the hidden ones some are wrong everywhere and some only for inputs that a careless test never draws. Right ones differ by rounding. The points for a kind of mistake count once every right implementation is accepted.
#
# <details><summary>A first hint</summary>
# You need a second way to the same numbers that cannot share the mistake: autograd, or differences of the loss.
# </details>
# <details><summary>What to draw</summary>
# Think of what makes a mistake invisible: one position, ids that are all different, rows that are all read, a symmetric W. What would a transposed result need so that nobody notices?
# </details>

# %% nbgrader={"grade": false, "grade_id": "is_tied_gradient", "locked": false, "schema_version": 3, "solution": true, "task": false}
def is_tied_gradient(f) -> bool:
    """Is f(E, W, ids, targets) the gradient of E, (V, d), of the loss of `tied_gradient`?

    f  takes NumPy arrays as `tied_gradient` does, in float64, and returns one

    Returns True or False, False for nan too, after at most six calls of f. Where entries have the
    size of one, a right f is off by less than 1e-6. Your other functions are not there when f is
    judged: they may have the same mistake.
    """
    ### BEGIN SOLUTION
    rng = np.random.default_rng(2)  # one that draws ids that repeat, and some that are their own target
    E = rng.normal(size=(5, 5))  # square, so that a transpose shows
    W = rng.normal(size=E.shape)
    ids = rng.integers(4, size=(2, 3))  # the last row is not read
    targets = rng.integers(5, size=ids.shape)
    table = torch.tensor(E, requires_grad=True)
    z = torch.tanh(table[torch.tensor(ids)] @ torch.tensor(W)) @ table.T
    F.cross_entropy(z.flatten(end_dim=-2), torch.tensor(targets).flatten()).backward()
    return np.allclose(f(E, W, ids, targets), table.grad, atol=1e-6)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-is_tied_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it on your own gradient, and on parts of it.
with visible_tests("is_tied_gradient"):

    def summed(*arguments):
        _, inputs, outputs, _ = tied_gradient(*arguments)
        return inputs + outputs

    told = "the sum of your two sides is judged wrong: either tied_gradient or its judge is"
    assert is_tied_gradient(summed), told
    assert not is_tied_gradient(lambda *arguments: tied_gradient(*arguments)[2]), "the input side is missing"
    assert not is_tied_gradient(lambda *arguments: summed(*arguments) / 2), "half of it is judged right"

# %% nbgrader={"grade": true, "grade_id": "check-is_tied_gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}


# %% [markdown] nbgrader={"grade": false, "grade_id": "about-TiedLM", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. A tied model in PyTorch
#
# This is what stands around the network of GPT-2 or Gemma: a table in front, any module in the middle, and a linear layer at the end that uses the same table. Two things go wrong most often: the tie is a copy, or the fresh table has a scale that makes the first loss huge. Gemma also multiplies the rows by √d on the way in, and there alone: `scale`. See {ref}`weight-tying-the-fresh-table-trap-length-and-scale`.
#
# <details><summary>A first hint</summary>
# PyTorch's layers draw when they are made, each in its own way. Assigning one layer's parameter to the other drops one of the two draws. Draw after the tie.
# </details>

# %% nbgrader={"grade": false, "grade_id": "TiedLM", "locked": false, "schema_version": 3, "solution": true, "task": false}
class TiedLM(nn.Module):
    """A language model whose first and last layer share one table.

    V, d    number of tokens, width
    body    module (*S, d) -> (*S, d), used as it is; None: nn.Identity()
    std     standard deviation of the normal distribution, mean 0, from which the table is drawn
    bias    has lm_head a bias (V,)? It starts at zero
    scale   factor of the looked-up rows before the body; the logits are not scaled
    device, dtype  of table and bias; the body is there already

    `embed` (nn.Embedding), `lm_head` (nn.Linear) and `body` are its modules; `embed.weight` and
    `lm_head.weight` are one Parameter. It stays one after copy.deepcopy, load_state_dict and a move
    to another device or dtype.

    `model(ids)`: ids of any shape, on the table's device -> logits (*ids.shape, V).

    >>> model = TiedLM(5, 2)
    >>> model.lm_head.weight is model.embed.weight, tuple(model(torch.tensor([[4, 0, 4]])).shape)
    (True, (1, 3, 5))
    """

    def __init__(
        self, V: int, d: int, body: nn.Module | None = None, std: float = 0.02, bias: bool = False,
        scale: float = 1.0, device=None, dtype=None,
    ):
        super().__init__()
        ### BEGIN SOLUTION
        self.scale = scale
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.body = nn.Identity() if body is None else body
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, std=std)
        if bias:
            nn.init.zeros_(self.lm_head.bias)
        ### END SOLUTION

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        return self.lm_head(self.body(self.embed(ids) * self.scale))
        ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-TiedLM", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, on the GPU too if there is one.
with visible_tests("TiedLM"):
    for device in DEVICES:
        torch.manual_seed(0)
        body = nn.Sequential(nn.Linear(64, 64), nn.Tanh()).to(device)
        model = TiedLM(5000, 64, body, bias=True, scale=8.0, device=device)
        assert model.lm_head.weight is model.embed.weight, "two Parameters: the table is not shared"
        count = sum(p.numel() for p in model.parameters()) - sum(p.numel() for p in body.parameters())
        assert count == 5000 * 64 + 5000, f"table and bias are counted as {count} numbers"
        spread = model.embed.weight.std().item()
        assert abs(spread - 0.02) < 5e-4, f"the standard deviation of the table is {spread:.3f}, not 0.02"
        assert not model.lm_head.bias.any(), "the bias starts at zero"
        assert TiedLM(5, 2).lm_head.bias is None, "no bias unless asked for"

        words = torch.tensor([[3, 0, 3], [4999, 1, 0]], device=device)
        hidden = body(8.0 * model.embed.weight[words])
        z = model(words)
        assert z.shape == (2, 3, 5000), f"the logits have the shape {tuple(z.shape)}"
        off = (z - hidden @ model.embed.weight.T).abs().max().item()
        assert off < 1e-5, f"the logits differ from body(scale · E[ids]) Eᵀ by up to {off}"
        loss = F.cross_entropy(z.reshape(-1, 5000), words.reshape(-1))
        print(f"{device}: fresh loss {loss.item():.3f}, ln V = {np.log(5000):.3f}")
        loss.backward()
        assert model.embed.weight.grad[17].any(), "row 17 was not read, but the output side reaches it"

        twin = copy.deepcopy(model)
        assert twin.lm_head.weight is twin.embed.weight, "the tie does not survive a deep copy"
        twin.load_state_dict(model.state_dict())
        assert twin.to(torch.float64).lm_head.weight is twin.embed.weight, "nor a change of dtype"

# %% nbgrader={"grade": true, "grade_id": "check-TiedLM", "locked": true, "schema_version": 3, "solution": false, "task": false}


# %% [markdown] nbgrader={"grade": false, "grade_id": "about-tied_parameters", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. Which parameters are tied?
#
# A printed model does not show its ties, and loading or copying it can undo them without a word. So code that loads large models has to ask. Write the function that answers, for any module. A module that is used under two names ties all its parameters.
#
# <details><summary>A first hint</summary>
# <code>named_parameters()</code> leaves out the second name of a Parameter unless you ask it not to.
# </details>

# %% nbgrader={"grade": false, "grade_id": "tied_parameters", "locked": false, "schema_version": 3, "solution": true, "task": false}
def tied_parameters(model: nn.Module) -> list[tuple[str, ...]]:
    """Groups of two or more names that lead to one Parameter of the model.

    model  any module, on any device; its numbers stay as they are

    Returns a list of tuples of names, in any order, as `model.named_parameters(remove_duplicate=False)`
    gives them; [] if nothing is tied. Equal values and shared memory are no tie, and buffers
    do not count.

    >>> layer = nn.Linear(2, 2)
    >>> tied_parameters(nn.Sequential(layer, layer))
    [('0.weight', '1.weight'), ('0.bias', '1.bias')]
    """
    ### BEGIN SOLUTION
    names = {}
    for name, parameter in model.named_parameters(remove_duplicate=False):
        names.setdefault(id(parameter), []).append(name)
    return [tuple(group) for group in names.values() if len(group) > 1]
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-tied_parameters", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("tied_parameters"):

    def sets_of(model):
        return sorted(sorted(group) for group in tied_parameters(model))

    found = sets_of(TiedLM(5, 2, nn.Linear(2, 2), bias=True))
    assert found == [["embed.weight", "lm_head.weight"]], f"the groups of a tied model: {found}"
    plain = nn.ModuleDict({"embed": nn.Embedding(5, 2), "lm_head": nn.Linear(2, 5)})
    assert sets_of(plain) == [], f"nothing is tied here: {sets_of(plain)}"
    with torch.no_grad():
        plain["lm_head"].weight.copy_(plain["embed"].weight)
    assert sets_of(plain) == [], f"a copy with equal numbers is no tie: {sets_of(plain)}"
    plain["lm_head"].weight = nn.Parameter(plain["embed"].weight.detach())
    assert sets_of(plain) == [], f"the same memory, but two Parameters: {sets_of(plain)}"

    layer = nn.Linear(2, 2)
    outer = nn.ModuleDict({"left": nn.Sequential(layer, nn.Tanh(), layer), "right": layer})
    want = [[f"{path}.{part}" for path in ("left.0", "left.2", "right")] for part in ("bias", "weight")]
    assert sets_of(outer) == want, f"one layer under three names: {sets_of(outer)}"

# %% nbgrader={"grade": true, "grade_id": "check-tied_parameters", "locked": true, "schema_version": 3, "solution": false, "task": false}


# %% [markdown] nbgrader={"grade": false, "grade_id": "about-tying_savings", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. What a tie saves
#
# Small models mostly tie and large ones mostly do not, and this is why. To compare a tied model with an untied one, the share needs one denominator for both: the parameters of the **untied** model, with two tables. See {ref}`weight-tying-what-tying-saves-and-who-ties`.
#
# With `V = 100` and `d = 10`, a tied model with 4,000 parameters saves 1,000 of 5,000; an untied one could save 1,000 of its 4,000.

# %% nbgrader={"grade": false, "grade_id": "tying_savings", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Savings(NamedTuple):
    parameters: int
    bytes: int
    share: float


def tying_savings(V: int, d: int, total: int, tied: bool, itemsize: int = 2) -> Savings:
    """What one table for both ends saves, or would save, against two.

    V, d      shape of a table
    total     parameters of the model as it is: with one table if tied, with two if not
    tied      is the model tied?
    itemsize  bytes of one parameter

    Returns (parameters, bytes, share): the saved parameters, their bytes, and the saved parameters as
    a share of those of the untied model, between 0 and 1.

    >>> tying_savings(100, 10, 4000, tied=True)
    Savings(parameters=1000, bytes=2000, share=0.2)
    """
    ### BEGIN SOLUTION
    table = V * d
    return Savings(table, table * itemsize, table / (total + table * bool(tied)))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-tying_savings", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, with the two cases from above and with GPT-2's smallest model.
with visible_tests("tying_savings"):
    saved = Savings(*tying_savings(100, 10, 4000, tied=True))
    assert saved[:2] == (1000, 2000), f"parameters and bytes are {saved[:2]}"
    assert abs(saved.share - 0.2) < 1e-6, f"1000 of the untied 5000: {saved.share}"
    saved = Savings(*tying_savings(100, 10, 4000, tied=False, itemsize=4))
    assert saved[:2] == (1000, 4000) and abs(saved.share - 0.25) < 1e-6, f"untied: {saved}"
    saved = Savings(*tying_savings(50257, 768, 124_439_808, tied=True))
    print(f"GPT-2 small: {saved.parameters:,} parameters, {saved.bytes / 1e6:.1f} MB, {saved.share:.1%}")

# %% nbgrader={"grade": true, "grade_id": "check-tying_savings", "locked": true, "schema_version": 3, "solution": false, "task": false}


# %% [markdown] nbgrader={"grade": false, "grade_id": "about-build", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## What you have built
#
# Your model reads the first chapters of *Pride and Prejudice* and learns to predict the next word from the one before it, once with one table and once with two. Both begin with the same numbers. For some words the cell then shows the rows that are most similar: in the tied table, and in the two tables of the untied model.
#
# Look at *him* and *jane*. An input row learns what comes after its word, an output row what comes before it. Which of the two does a tied row take after? Raise `STEPS`, or choose words of your own.

# %% nbgrader={"grade": false, "grade_id": "excerpt", "locked": true, "schema_version": 3, "solution": false, "task": false}


# %% nbgrader={"grade": false, "grade_id": "build", "locked": true, "schema_version": 3, "solution": false, "task": false}
STEPS = 250  # of training, for each of the two models
SHOWN = ("him", "jane", "sister", "could", "very", "replied")


@last_cell
def build():
    import re
    from collections import Counter

    import matplotlib.pyplot as plt

    text = re.findall(r"[a-z]+(?:'[a-z]+)?|[.,;!?]", excerpt().lower())
    words = ["(rare)"] + [word for word, _ in Counter(text).most_common(399)]
    place = {word: i for i, word in enumerate(words)}
    ids = torch.tensor([place.get(word, 0) for word in text])
    V, d, cut = len(words), 24, len(ids) * 9 // 10
    read, held_out = ids[:cut], ids[cut:]

    torch.manual_seed(0)
    tied = TiedLM(V, d, nn.Sequential(nn.Linear(d, d), nn.Tanh()), std=0.1)
    untied = copy.deepcopy(tied)
    untied.lm_head.weight = nn.Parameter(untied.lm_head.weight.detach().clone())  # the tie comes undone

    fig, (curves, near) = plt.subplots(1, 2, figsize=(13, 3.6), width_ratios=(1, 2), layout="constrained")
    for name, model in (("one table", tied), ("two tables", untied)):
        adam, draw, steps, losses = torch.optim.Adam(model.parameters(), lr=0.02), torch.Generator(), [], []
        draw.manual_seed(1)
        for step in range(STEPS + 1):
            if step % 10 == 0:
                with torch.no_grad():
                    losses.append(F.cross_entropy(model(held_out[:-1]), held_out[1:]).item())
                steps.append(step)
            at = torch.randint(0, cut - 1, (1024,), generator=draw)
            adam.zero_grad()
            F.cross_entropy(model(read[at]), read[at + 1]).backward()
            adam.step()
        count = sum(p.numel() for p in model.parameters())
        curves.plot(steps, losses, label=f"{name}, {count:,} parameters: {losses[-1]:.2f}")
        print(f"{name}: {count:,} parameters, ties: {tied_parameters(model)}")
        if model is untied:
            saved = Savings(*tying_savings(V, d, count, tied=False, itemsize=4))
            print(f"a tie would save {saved.parameters:,} of them, {saved.share:.0%}")
    curves.set(xlabel="step", ylabel="loss on held-out text", ylim=(None, 7))
    curves.legend(loc="upper right")

    columns = ["", "tied", "untied: input", "untied: output"]
    tables = tied.embed.weight, untied.embed.weight, untied.lm_head.weight
    rows = []
    for word in (word for word in SHOWN if word in place):
        rows.append([word])
        for table in tables:
            unit = F.normalize(table.detach(), dim=1)
            order = (unit @ unit[place[word]]).argsort(descending=True)
            rows[-1].append(" ".join(words[i] for i in order[1:5].tolist()))
    near.axis("off")
    near.set_title("the four most similar rows")
    shown = near.table(rows, colLabels=columns, colWidths=(0.1, 0.3, 0.3, 0.3), cellLoc="left", bbox=(0, 0, 1, 1))
    shown.auto_set_font_size(False)
    shown.set_fontsize(9)
    plt.show()

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
