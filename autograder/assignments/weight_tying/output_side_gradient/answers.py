"""Answers to `output_side_gradient` of weight-tying."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "flat", how="one axis of positions, loss from the log-sum-exp",
    source='''
def output_side_gradient(h, E, targets, b=None):
    check_ids(targets, len(E))
    flat, t = h.reshape(-1, h.shape[-1]), targets.reshape(-1)
    N = len(t)
    z = flat @ E.T
    if b is not None:
        z = z + b
    z = z - z.max(axis=1, keepdims=True)
    lse = np.log(np.exp(z).sum(axis=1))
    loss = float(np.mean(lse - z[np.arange(N), t]))
    p = np.exp(z - lse[:, None])
    p[np.arange(N), t] -= 1
    g = p / N
    dE = g.T @ flat
    db = g.sum(axis=0)
    dh = (g @ E).reshape(h.shape)
    return OutputSide(loss, dE, db, dh)


class OutputSide(NamedTuple):
    loss: float
    dE: np.ndarray
    db: np.ndarray
    dh: np.ndarray
''')

answers.right(
    "autograd", how="lets PyTorch differentiate it; a plain tuple",
    source='''
def output_side_gradient(h, E, targets, b=None):
    check_ids(targets, len(E))
    leaves = [torch.tensor(a, requires_grad=True) for a in (E, np.zeros(len(E), E.dtype) if b is None else b, h)]
    table, bias, hidden = leaves
    z = hidden @ table.T + bias
    loss = F.cross_entropy(z.reshape(-1, len(E)), torch.tensor(targets.astype(np.int64)).reshape(-1))
    loss.backward()
    return (loss.item(), *(leaf.grad.numpy() for leaf in leaves))
''')

answers.right(
    "loop", how="position by position; the loss of NumPy's type",
    source='''
def output_side_gradient(h, E, targets, b=None):
    V, d = E.shape
    check_ids(targets, V)
    loss, dE, db, dh = 0.0, np.zeros((V, d)), np.zeros(V), np.zeros(h.shape)
    for where in np.ndindex(targets.shape):
        x, t = h[where], int(targets[where])
        z = E @ x if b is None else E @ x + b
        z = z - z.max()
        total = np.exp(z).sum()
        loss += np.log(total) - z[t]
        g = np.exp(z) / total
        g[t] -= 1
        dE += np.outer(g, x)
        db += g
        dh[where] = g @ E
    return np.float64(loss / targets.size), dE / targets.size, db / targets.size, dh / targets.size
''')

answers.right(
    "logaddexp", how="log-sum-exp by logaddexp, one-hot rows of the positions, einsum",
    source='''
def output_side_gradient(h, E, targets, b=None):
    check_ids(targets, len(E))
    z = np.einsum("...d,vd->...v", h, E) + (0 if b is None else b)
    log_p = z - np.logaddexp.reduce(z, axis=-1, keepdims=True)
    y = (targets[..., None] == np.arange(len(E))).astype(float)
    g = (np.exp(log_p) - y) / targets.size
    axes = tuple(range(targets.ndim))
    return (-(log_p * y).sum() / targets.size, np.tensordot(g, h, axes=(axes, axes)), g.sum(axis=axes), g @ E)
''')

answers.wrong(
    "summed", "gradients-summed", check="others", breaks="mean-gradient",
    of="right-flat", old="    g = p / N", new="    g = p")

answers.wrong(
    "all-summed", "all-summed", check="table", breaks="mean",
    of="wrong-summed",
    old="    loss = float(np.mean(lse - z[np.arange(N), t]))",
    new="    loss = float(np.sum(lse - z[np.arange(N), t]))")

answers.wrong(
    "cross-product", "target-in-every-row", check="table",
    of="right-flat", old="    p[np.arange(N), t] -= 1", new="    p[:, t] -= 1")

answers.wrong(
    "db-mean", "averaged-twice", check="others",
    why="takes the mean over positions for db once more",
    of="right-flat", old="    db = g.sum(axis=0)", new="    db = g.mean(axis=0)")

answers.wrong(
    "dh-summed", "dh-not-averaged", check="others",
    of="right-flat", old="    dh = (g @ E).reshape(h.shape)", new="    dh = (p @ E).reshape(h.shape)")

answers.wrong(
    "first-axis", "batch-mean", check="others",
    of="right-flat", old="    g = p / N", new="    g = p / (len(targets) if targets.ndim else 1)")

answers.wrong(
    "log-p", "log-of-zero", check="stable",
    of="right-flat", old="    loss = float(np.mean(lse - z[np.arange(N), t]))",
    new="    loss = float(np.mean(-np.log(np.exp(z - lse[:, None])[np.arange(N), t])))")

answers.wrong(
    "no-bias", "bias-ignored", check="table", breaks="logits",
    of="right-flat", old="        z = z + b", new="        pass")

answers.wrong(
    "no-onehot", "target-not-subtracted", check="table",
    of="right-flat", old="    p[np.arange(N), t] -= 1\n", new="")

answers.wrong(
    "no-shift", "overflow", check="stable", breaks="large-logits",
    of="right-flat", old="    z = z - z.max(axis=1, keepdims=True)\n", new="")

answers.wrong(
    "target-rows", "only-target-rows", check="table",
    why="lets the rows of the targets learn and no others",
    of="right-flat", old="    dE = g.T @ flat",
    new="    dE = embedding_backward(g[np.arange(N), t][:, None] * flat, t, len(E))")

answers.wrong(
    "masked-rows", "only-target-rows", check="table",
    why="sets the rows of tokens that are no target to zero",
    of="right-flat", old="    db = g.sum(axis=0)",
    new="    dE[~np.isin(np.arange(len(E)), t)] = 0\n    db = g.sum(axis=0)")

answers.wrong(
    "assigned-rows", "only-target-rows", check="table",
    why="assigns the rows of the targets, where the last position wins",
    of="right-flat", old="    dE = g.T @ flat",
    new="    dE = np.zeros_like(E)\n    dE[t] = g[np.arange(N), t][:, None] * flat")

answers.wrong(
    "uphill", "gradient-sign", check="table",
    of="right-flat", old="    g = p / N", new="    g = -p / N")

answers.wrong(
    "loss-summed", "loss-summed", check="table", breaks="mean",
    of="right-flat", old="    loss = float(np.mean(lse - z[np.arange(N), t]))",
    new="    loss = float(np.sum(lse - z[np.arange(N), t]))")

answers.wrong(
    "bits", "not-nats", check="table", breaks="mean",
    why="the loss in bits",
    of="right-flat", old="    loss = float(np.mean(lse - z[np.arange(N), t]))",
    new="    loss = float(np.mean(lse - z[np.arange(N), t]) / np.log(2))")

answers.wrong(
    "plus-log", "loss-sign", check="table",
    of="right-flat", old="    loss = float(np.mean(lse - z[np.arange(N), t]))",
    new="    loss = float(np.mean(z[np.arange(N), t] - lse))")

answers.wrong(
    "log-eps", "eps-in-log", check="stable",
    why="adds a small number inside the logarithm",
    of="right-flat", old="    loss = float(np.mean(lse - z[np.arange(N), t]))",
    new="    loss = float(np.mean(-np.log(np.exp(z - lse[:, None])[np.arange(N), t] + 1e-9)))")

answers.wrong(
    "clipped-p", "eps-in-log", check="stable",
    why="clips the probability before the logarithm",
    of="right-flat", old="    loss = float(np.mean(lse - z[np.arange(N), t]))",
    new="    loss = float(np.mean(-np.log(np.clip(np.exp(z - lse[:, None])[np.arange(N), t], 1e-12, 1))))")

answers.wrong(
    "one-shift", "common-shift", check="stable",
    of="right-flat", old="    z = z - z.max(axis=1, keepdims=True)", new="    z = z - z.max()")

answers.wrong(
    "over-positions", "softmax-over-positions", check="table",
    of="right-flat", old="""
    z = z - z.max(axis=1, keepdims=True)
    lse = np.log(np.exp(z).sum(axis=1))
    loss = float(np.mean(lse - z[np.arange(N), t]))
    p = np.exp(z - lse[:, None])
""", new="""
    z = z - z.max(axis=0)
    p = np.exp(z) / np.exp(z).sum(axis=0)
    loss = float(-np.log(p[np.arange(N), t]).mean())
""")

answers.wrong(
    "no-db", "db-zero", check="others", breaks="db-without-b",
    why="zeros for db where there is no bias",
    of="right-flat", old="    db = g.sum(axis=0)",
    new="    db = g.sum(axis=0) if b is not None else np.zeros(len(E))")

answers.wrong(
    "db-None", "db-zero", check="others",
    why="None for db where there is no bias",
    of="right-flat", old="    db = g.sum(axis=0)", new="    db = g.sum(axis=0) if b is not None else None")

answers.wrong(
    "bias-required", "none-bias", check="others", breaks="no-bias",
    why="reads the shape of a bias that is not there",
    of="right-flat", old="    if b is not None:\n        z = z + b", new="    z = z + b.reshape(1, -1)")

answers.wrong(
    "dh-of-targets", "dh-from-targets", check="others",
    of="right-flat", old="    dh = (g @ E).reshape(h.shape)", new="    dh = (-E[t] / N).reshape(h.shape)")

answers.wrong(
    "dh-before-onehot", "part-without-target", check="others",
    of="right-flat", edits=[
        ("    p[np.arange(N), t] -= 1", "    dh = (p / N @ E).reshape(h.shape)\n    p[np.arange(N), t] -= 1"),
        ("    dh = (g @ E).reshape(h.shape)\n", "")])

answers.wrong(
    "dh-flat", "flattened", check="others",
    why="leaves the positions of dh along one axis",
    of="right-flat", old="    dh = (g @ E).reshape(h.shape)", new="    dh = g @ E")

answers.wrong(
    "two-axes", "one-axis-only", check="others", alone=True, breaks="any-shape",
    why="takes one axis of positions for granted",
    of="right-flat", old="    flat, t = h.reshape(-1, h.shape[-1]), targets.reshape(-1)",
    new="    flat, t = h, targets")

answers.wrong(
    "mean-over-all", "loss-over-tokens", check="table", breaks="mean",
    why="takes the mean over positions and tokens",
    of="right-flat", old="    loss = float(np.mean(lse - z[np.arange(N), t]))",
    new="    y = (t[:, None] == np.arange(len(E)))\n    loss = float(-(y * (z - lse[:, None])).mean())")

answers.wrong(
    "largest-size", "underflow", check="stable", alone=True, breaks="large-logits",
    of="right-flat", old="    z = z - z.max(axis=1, keepdims=True)",
    new="    z = z - np.abs(z).max(axis=1, keepdims=True)")

answers.wrong(
    "clipped-shift", "loss-bounded", check="stable", alone=True, breaks="large-logits",
    of="right-flat", old="    z = z - z.max(axis=1, keepdims=True)",
    new="    z = np.maximum(z - z.max(axis=1, keepdims=True), -745)")

answers.wrong(
    "identity", "large-array", check="memory", alone=True, breaks="memory",
    why="takes the rows of the targets from an identity matrix, as the chapter does for five words",
    of="right-flat", old="    p[np.arange(N), t] -= 1", new="    p -= np.eye(len(E))[t]")

answers.wrong(
    "outer", "large-array", check="memory", alone=True, breaks="memory",
    why="makes an outer product for each position and adds them up",
    of="right-flat", old="    dE = g.T @ flat", new="    dE = (g[:, :, None] * flat[:, None, :]).sum(axis=0)")

answers.spoiled(
    "tuple(right)[::-1]",
    "right[:3]",
    "right._replace(dE=right.dE * 1.01)",
    "right._replace(dh=right.dh * 1.01)",
    "right._replace(dE=right.dE[::-1] * 1)",
    "right._replace(dh=right.dh[::-1] * 1)",
    "right._replace(db=right.db + 0.01)",
    "right._replace(loss=right.loss + 1e-3)",
    "right._replace(loss=str(right.loss))",
    "right._replace(dE=right.dE.tolist())",
    "None")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "z, t, N = output_logits(h, E, b).reshape(-1, V), targets.reshape(-1), targets.size",
    "z, t, N = output_logits(h, E, b).reshape(- 2, V), targets.reshape(-1), targets.size",
    because="NumPy takes every negative length for the one to be found",
)
answers.equivalent(
    "z, t, N = output_logits(h, E, b).reshape(-1, V), targets.reshape(-1), targets.size",
    "z, t, N = output_logits(h, E, b).reshape(-1, V), targets.reshape(- 2), targets.size",
    because="NumPy takes every negative length for the one to be found",
)
answers.equivalent(
    "return OutputSide(loss, dz.T @ h.reshape(-1, d), dz.sum(axis=0), (dz @ E).reshape(h.shape))",
    "return OutputSide(loss, dz.T @ h.reshape(- 2, d), dz.sum(axis=0), (dz @ E).reshape(h.shape))",
    because="NumPy takes every negative length for the one to be found",
)

answers.wrong(
    "clip-logits", "logits-clipped", check="stable",
    why="clips the logits at 500",
    of="right-flat", old="    z = z - z.max", new="    z = np.clip(z, -500, 500)\n    z = z - z.max")

answers.wrong(
    "bias-again", "bias-twice", check="table",
    why="adds the bias twice",
    of="right-flat", old="z = z + b\n", new="z = z + 2 * b\n")

answers.wrong(
    "attention", "logits-over-root", check="table",
    why="scales as attention does",
    of="right-flat", old="z = flat @ E.T\n", new="z = flat @ E.T / np.sqrt(E.shape[1])\n")

answers.wrong(
    "log-of-mean", "log-of-mean-p", check="table",
    why="takes the mean before the logarithm",
    of="right-flat", old="float(np.mean(lse - z[np.arange(N), t]))", new="float(-np.log(np.mean(np.exp(z[np.arange(N), t] - lse))))")

answers.wrong(
    "all-tokens", "loss-of-all-tokens", check="table",
    why="averages over all tokens",
    of="right-flat", old="float(np.mean(lse - z[np.arange(N), t]))", new="float(np.mean(lse[:, None] - z))")

answers.wrong(
    "over-V", "divided-by-tokens", check="table",
    why="divides by V",
    of="right-flat", old="g = p / N", new="g = p / len(E)")

answers.wrong(
    "db-by-row", "db-over-tokens", check="others",
    why="sums along the tokens",
    of="right-flat", old="g.sum(axis=0)", new="g.sum(axis=1)")

answers.wrong(
    "zero-at-target", "target-at-zero", check="table",
    why="sets the target's entry to zero",
    of="right-flat", old="p[np.arange(N), t] -= 1", new="p[np.arange(N), t] = 0")

answers.wrong(
    "slope-of-p", "of-p-itself", check="table",
    why="differentiates p in place of log p",
    of="right-flat", old="p[np.arange(N), t] -= 1", new="q = p[np.arange(N), t]\n    p[np.arange(N), t] -= 1\n    p = p * q[:, None]")
