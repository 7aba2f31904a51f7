"""Answers to `cbow_mean_backward` of word2vec."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop",
    how="slot by slot",
    source='''
def cbow_mean_backward(grad_out, E, contexts, weights):
    check_ids(contexts, len(E))
    dE, d_weights = np.zeros(E.shape), np.zeros(weights.shape)
    for i in range(len(contexts)):
        total = weights[i].sum()
        mean = sum(w * E[c] for w, c in zip(weights[i], contexts[i])) / total
        for j, c in enumerate(contexts[i]):
            dE[c] += weights[i, j] / total * grad_out[i]
            d_weights[i, j] = grad_out[i] @ (E[c] - mean) / total
    return dE, d_weights
''',
)

answers.right(
    "quotient",
    how="both parts of the quotient rule by themselves; a dense matrix of shares",
    source='''
def cbow_mean_backward(grad_out, E, contexts, weights):
    V, (n, w) = len(E), contexts.shape
    check_ids(contexts, V)
    total = weights.sum(axis=1)
    share = np.zeros((n, V))
    np.add.at(share, (np.arange(n)[:, None], contexts), weights / total[:, None])
    dE = share.T @ grad_out
    along = (E @ grad_out.T).T[np.arange(n)[:, None], contexts]  # each slot's row with its gradient
    up = along / total[:, None]
    down = (weights * along).sum(axis=1) / total**2
    return dE, up - down[:, None]
''',
)

answers.right(
    "jacobian",
    how="the chain rule through normalised weights",
    source='''
def cbow_mean_backward(grad_out, E, contexts, weights):
    check_ids(contexts, E.shape[0])
    total = weights.sum(axis=-1, keepdims=True)
    p = weights / total
    rows = np.take(E, contexts, axis=0)
    d_p = np.matmul(rows, grad_out[:, :, None])[:, :, 0]
    # p_i = w_i / W: the derivative by w_j is (1 if i = j else 0) / W - p_i / W
    d_weights = (d_p - np.sum(p * d_p, axis=-1, keepdims=True)) / total
    d_rows = p[:, :, None] * grad_out[:, None, :]
    dE = np.zeros_like(E)
    np.add.at(dE, contexts.reshape(-1), d_rows.reshape(-1, E.shape[1]))
    return (dE, d_weights)
''',
)

answers.right(
    "torch",
    how="autograd of the given mean",
    source='''
import torch


def cbow_mean_backward(grad_out, E, contexts, weights):
    check_ids(contexts, len(E))
    table = torch.tensor(E, requires_grad=True)
    w = torch.tensor(weights, requires_grad=True)
    mean = (w[:, :, None] * table[torch.tensor(contexts.astype(np.int64))]).sum(1) / w.sum(1, keepdim=True)
    mean.backward(torch.tensor(grad_out))
    return table.grad.numpy(), w.grad.numpy()
''',
)

D_WEIGHTS = "    d_weights = (d_p - np.sum(p * d_p, axis=-1, keepdims=True)) / total\n"
D_ROWS = "    d_rows = p[:, :, None] * grad_out[:, None, :]\n"
ADD = "    np.add.at(dE, contexts.reshape(-1), d_rows.reshape(-1, E.shape[1]))\n"


def wrong(name, mistake, check, breaks, *edits, why=""):
    answers.wrong(name, mistake, check=check, breaks=breaks, why=why, of="right-jacobian", edits=edits)


def shares(text):
    return (D_ROWS, f"    d_rows = ({text})[:, :, None] * grad_out[:, None, :]\n")


wrong("sum", "sum-for-mean", "rows", "sum", shares("weights"))
wrong("width", "slots-counted", "rows", "sum", shares("weights / weights.shape[1]"), why="divides by the width")
wrong("filled", "slots-counted", "rows", "sum", shares("weights / (weights > 0).sum(axis=1, keepdims=True)"),
      why="divides by the number of filled slots, as for a mask")  # fmt: skip
wrong("mask", "weights-ignored", "rows", "sum", shares("(weights > 0) / (weights > 0).sum(axis=1, keepdims=True)"))
wrong("batch", "kept-in-all", "rows", "sum", shares("weights / weights.sum()"))
wrong("zero-id", "padding-by-id", "rows", "empty", shares("p * (contexts != 0)"))
wrong("plus-equals", "repeats-once", "rows", "table", (ADD, "    dE[contexts] += d_rows\n"))
wrong("by-example", "repeats-once", "rows", "table",
      (ADD, "    for ids, part in zip(contexts, d_rows):\n        dE[ids] += part\n"),
      why="within an example")  # fmt: skip
answers.wrong(
    "largest-id", "rows-from-ids", check="rows", breaks="pair", of="right-jacobian",
    old="    dE = np.zeros_like(E)\n", new="    dE = np.zeros((contexts.max() + 1, E.shape[1]))\n",
)  # fmt: skip
wrong("numerator", "quotient-forgotten", "weights", "weights", (D_WEIGHTS, "    d_weights = d_p / total\n"))
wrong("no-square", "denominator-squared", "weights", "weights",
      (D_WEIGHTS, "    d_weights = d_p / total - np.sum(p * d_p, axis=-1, keepdims=True)\n"))  # fmt: skip
wrong("undivided", "weights-undivided", "weights", "weights", (D_WEIGHTS, D_WEIGHTS.replace(" / total", "")))
wrong("filled-only", "empty-slots-still", "weights", "empty", (D_WEIGHTS, D_WEIGHTS + "    d_weights[weights == 0] = 0\n"))
wrong("softmax", "weights-twice", "weights", "weights",
      (D_WEIGHTS, "    d_weights = p * (d_p - np.sum(p * d_p, axis=-1, keepdims=True))\n"),
      why="as for a softmax")  # fmt: skip
wrong("turned", "sign-turned", "weights", "weights", (D_WEIGHTS, D_WEIGHTS + "    d_weights = -d_weights\n"))
wrong("plain-mean", "plain-mean", "weights", "weights",
      (D_WEIGHTS, "    d_weights = (d_p - d_p.mean(axis=-1, keepdims=True)) / total\n"))  # fmt: skip

answers.wrong(
    "at-least-one",
    "sum-kept-at-one",
    check="rows",
    of="right-loop",
    edits=[("total = weights[i].sum()", "total = max(weights[i].sum(), 1)"), ("zip(weights[i], contexts[i])) / total", "zip(weights[i], contexts[i])) / weights[i].sum()")],
)

answers.wrong(
    "held", "weights-floored", check="rows", breaks="sum", of="right-loop",
    old="total = weights[i].sum()", new="total = max(weights[i].sum(), 1e-12)",
    why="holds the sum above a small number",
)  # fmt: skip

answers.spoiled(
    "(right[0] * 1.01, right[1])",
    "(right[0], np.roll(right[1], 1, axis=1))",
    "(right[0], right[1].sum(axis=0))",
    "None",
)

answers.wrong(
    "over-n",
    "over-examples",
    check="rows",
    why="divides by the number of examples",
    of="right-loop",
    old='    return dE, d_weights',
    new='    return dE / len(contexts), d_weights / len(contexts)',
)
