"""Answers to `output_side_gradient` of weight-tying."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "autograd", how="lets PyTorch differentiate it; a plain tuple",
    source='''
def output_side_gradient(h, E, targets, b=None):
    if E.ndim != 2 or h.shape != (*targets.shape, E.shape[1]) or targets.size == 0:
        raise ValueError("shapes do not fit, or there are no targets")
    if b is not None and b.shape != (len(E),):
        raise ValueError("one bias for each token")
    check_ids(targets, len(E))
    leaves = [torch.tensor(a, requires_grad=True) for a in (E, np.zeros(len(E), E.dtype) if b is None else b, h)]
    table, bias, hidden = leaves
    z = hidden @ table.T + bias
    loss = F.cross_entropy(z.reshape(-1, len(E)), torch.tensor(targets.astype(np.int64)).reshape(-1))
    loss.backward()
    return (loss.item(), *(leaf.grad.numpy() for leaf in leaves))
''')

answers.right(
    "loop", how="position by position, in float64",
    source='''
class OutputSide(NamedTuple):
    loss: float
    dE: np.ndarray
    db: np.ndarray
    dh: np.ndarray


def output_side_gradient(h, E, targets, b=None):
    V, d = E.shape
    if h.shape[:-1] != targets.shape or h.shape[-1:] != (d,) or targets.size == 0:
        raise ValueError(f"shapes {h.shape}, {E.shape}, {targets.shape}")
    check_ids(targets, V)
    if b is None:
        b = np.zeros(V)
    if b.shape != (V,):
        raise ValueError(f"bias of shape {b.shape}")
    loss, dE, db, dh = 0.0, np.zeros((V, d)), np.zeros(V), np.zeros(h.shape)
    for where in np.ndindex(targets.shape):
        x, t = h[where].astype(float), int(targets[where])
        z = E.astype(float) @ x + b
        z -= z.max()
        total = np.exp(z).sum()
        loss += np.log(total) - z[t]
        g = np.exp(z) / total
        g[t] -= 1
        dE += np.outer(g, x)
        db += g
        dh[where] = g @ E
    N = targets.size
    return OutputSide(float(loss / N), *((a / N).astype(h.dtype) for a in (dE, db, dh)))
''')

answers.right(
    "onehot", how="subtracts a one-hot matrix; einsum for the products",
    source='''
class OutputSide(NamedTuple):
    loss: float
    dE: np.ndarray
    db: np.ndarray
    dh: np.ndarray


def output_side_gradient(h, E, targets, b=None):
    V, d = E.shape
    if h.ndim < 1 or h.shape != targets.shape + (d,):
        raise ValueError(f"h {h.shape} for targets {targets.shape} and width {d}")
    if b is not None and b.shape != (V,):
        raise ValueError(f"b {b.shape}")
    check_ids(targets, V)
    N = targets.size
    if N == 0:
        raise ValueError("the mean of no losses")
    z = np.einsum("...d,vd->...v", h, E) + (0 if b is None else b)
    shifted = np.exp(z - z.max(-1, keepdims=True))
    p = shifted / shifted.sum(-1, keepdims=True)
    y = np.eye(V, dtype=h.dtype)[targets]
    top = z.max(-1)
    loss = np.sum(top + np.log(shifted.sum(-1)) - (z * y).sum(-1)) / N
    g = ((p - y) / N).astype(h.dtype)
    axes = tuple(range(targets.ndim))
    dE = np.tensordot(g, h, axes=(axes, axes))
    return OutputSide(float(loss), dE, g.sum(axis=axes), g @ E)
''')

answers.wrong(
    "summed", "not-averaged", check="hidden", breaks="mean-gradient",
    why="gradients of the sum, loss of the mean",
    source='''
class OutputSide(NamedTuple):
    loss: float
    dE: np.ndarray
    db: np.ndarray
    dh: np.ndarray


def output_side_gradient(h, E, targets, b=None):
    if E.ndim != 2 or h.ndim == 0 or h.shape[-1] != E.shape[1]:
        raise ValueError(f"h {h.shape} does not fit E {E.shape}")
    if b is not None and b.shape != E.shape[:1]:
        raise ValueError(f"b {b.shape} does not fit E {E.shape}")
    check_ids(targets, len(E))
    if targets.shape != h.shape[:-1]:
        raise ValueError(f"targets {targets.shape} do not fit h {h.shape}")
    if targets.size == 0:
        raise ValueError("no targets")
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
    g = p
    dE = g.T @ flat
    db = g.sum(axis=0)
    dh = (g @ E).reshape(h.shape)
    return OutputSide(loss, dE, db, dh)
''')

answers.wrong(
    "all-summed", "all-summed", check="table", breaks="mean",
    why="loss and gradients of the sum",
    of="wrong-summed", 
    old="    loss = float(np.mean(lse - z[np.arange(N), t]))",
    new="    loss = float(np.sum(lse - z[np.arange(N), t]))")

answers.wrong(
    "asserts", "wrong-exception", check="errors", breaks="shapes-fit",
    of="wrong-summed", edits=[('''
    if targets.shape != h.shape[:-1]:
        raise ValueError(f"targets {targets.shape} do not fit h {h.shape}")
''', '''
    assert targets.shape == h.shape[:-1]
'''), ("    g = p", "    g = p / N")])

answers.wrong(
    "casts", "id-types", check="errors", breaks="types",
    why="casts the targets to int first",
    of="wrong-summed", edits=[('''
        raise ValueError(f"b {b.shape} does not fit E {E.shape}")
''', '''
        raise ValueError(f"b {b.shape} does not fit E {E.shape}")
    targets = targets.astype(np.int64)
'''), ("    g = p", "    g = p / N")])

answers.wrong(
    "cross-product", "target-in-every-row", check="table",
    of="wrong-summed", old='''
    p[np.arange(N), t] -= 1
    g = p
''', new='''
    p[:, t] -= 1
    g = p / N
''')

answers.wrong(
    "db-mean", "averaged-twice", check="bias",
    why="takes the mean over positions for db once more",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    db = g.sum(axis=0)", "    db = g.mean(axis=0)")])

answers.wrong(
    "dh-summed", "dh-not-averaged", check="hidden",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    dh = (g @ E).reshape(h.shape)", "    dh = (p @ E).reshape(h.shape)")])

answers.wrong(
    "first-axis", "batch-mean", check="shapes", breaks="all-positions",
    of="wrong-summed", old="    g = p", new="    g = p / (len(targets) if targets.ndim else 1)")

answers.wrong(
    "log-p", "log-of-zero", check="stable", breaks="tiny-probability",
    of="wrong-summed", edits=[("    loss = float(np.mean(lse - z[np.arange(N), t]))", "    loss = float(np.mean(-np.log(np.exp(z - lse[:, None])[np.arange(N), t])))"), ("    g = p", "    g = p / N")])

answers.wrong(
    "nan-mean", "no-targets", check="errors", breaks="no-targets",
    why="lets the mean of nothing be nan",
    of="wrong-summed", edits=[('''
    if targets.size == 0:
        raise ValueError("no targets")
''', ""), ("    z = z - z.max(axis=1, keepdims=True)", "    z = z - z.max(axis=1, keepdims=True, initial=-np.inf)"), ("    g = p", "    g = p / N")])

answers.wrong(
    "no-bias", "bias-ignored", check="bias", breaks="logits",
    why="forgets the bias in the logits",
    of="wrong-summed", edits=[("        z = z + b", "        pass"), ("    g = p", "    g = p / N")])

answers.wrong(
    "no-onehot", "target-not-subtracted", check="bias", breaks="onehot",
    of="wrong-summed", old='''
    p[np.arange(N), t] -= 1
    g = p
''', new='''
    g = p / N
''')

answers.wrong(
    "no-shift", "overflow", check="stable", breaks="large-logits",
    of="wrong-summed", edits=[('''
    z = z - z.max(axis=1, keepdims=True)
''', ""), ("    g = p", "    g = p / N")])

answers.wrong(
    "numpy-count", "dtype-not-kept", check="shapes", breaks="dtype",
    why="divides float32 by NumPy's number of positions, an int64",
    of="wrong-summed", edits=[("    N = len(t)", "    N = np.prod(np.array(targets.shape), dtype=np.int64)"), ("    g = p", "    g = p / N")])

answers.wrong(
    "target-rows", "only-target-rows", check="table", breaks="every-row",
    why="lets the rows of the targets learn and no others",
    of="wrong-summed", old='''
    g = p
    dE = g.T @ flat
''', new='''
    g = p / N
    dE = embedding_backward(g[np.arange(N), t][:, None] * flat, t, len(E))
''')

answers.wrong(
    "uphill", "sign", check="table",
    of="wrong-summed", old="    g = p", new="    g = -p / N")

answers.wrong(
    "wraps", "negative-wraps", check="errors", breaks="negative",
    why="leaves the range of the targets to NumPy",
    of="wrong-summed", edits=[('''
    check_ids(targets, len(E))
''', '''
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
'''), ("    g = p", "    g = p / N")])

answers.wrong(
    "loss-summed", "loss-summed", check="table", breaks="mean-loss",
    why="gradients of the mean, loss of the sum",
    of="wrong-summed", edits=[("    loss = float(np.mean(lse - z[np.arange(N), t]))", "    loss = float(np.sum(lse - z[np.arange(N), t]))"), ("    g = p", "    g = p / N")])

answers.wrong(
    "bits", "not-nats", check="table", breaks="nats",
    why="the loss in bits",
    of="wrong-summed", edits=[("    loss = float(np.mean(lse - z[np.arange(N), t]))", "    loss = float(np.mean(lse - z[np.arange(N), t]) / np.log(2))"), ("    g = p", "    g = p / N")])

answers.wrong(
    "plus-log", "loss-sign", check="table",
    of="wrong-summed", edits=[("    loss = float(np.mean(lse - z[np.arange(N), t]))", "    loss = float(np.mean(z[np.arange(N), t] - lse))"), ("    g = p", "    g = p / N")])

answers.wrong(
    "log-eps", "eps-in-log", check="table",
    why="adds a small number inside the logarithm",
    of="wrong-summed", edits=[("    loss = float(np.mean(lse - z[np.arange(N), t]))", "    loss = float(np.mean(-np.log(np.exp(z - lse[:, None])[np.arange(N), t] + 1e-9)))"), ("    g = p", "    g = p / N")])

answers.wrong(
    "clipped-p", "eps-in-log", check="stable",
    why="clips the probability before the logarithm",
    of="wrong-summed", edits=[("    loss = float(np.mean(lse - z[np.arange(N), t]))", "    loss = float(np.mean(-np.log(np.clip(np.exp(z - lse[:, None])[np.arange(N), t], 1e-12, 1))))"), ("    g = p", "    g = p / N")])

answers.wrong(
    "one-shift", "common-shift", check="stable",
    of="wrong-summed", edits=[("    z = z - z.max(axis=1, keepdims=True)", "    z = z - z.max()"), ("    g = p", "    g = p / N")])

answers.wrong(
    "over-positions", "softmax-over-positions", check="table",
    of="wrong-summed", edits=[("""
    z = z - z.max(axis=1, keepdims=True)
    lse = np.log(np.exp(z).sum(axis=1))
    loss = float(np.mean(lse - z[np.arange(N), t]))
    p = np.exp(z - lse[:, None])
""", """
    z = z - z.max(axis=0)
    p = np.exp(z) / np.exp(z).sum(axis=0)
    loss = float(-np.log(p[np.arange(N), t]).mean())
"""), ("    g = p", "    g = p / N")])

answers.wrong(
    "masked-rows", "only-target-rows", check="table",
    why="sets the rows of tokens that are no target to zero",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    db = g.sum(axis=0)", "    dE[~np.isin(np.arange(len(E)), t)] = 0\n    db = g.sum(axis=0)")])

answers.wrong(
    "assigned-rows", "only-target-rows", check="table",
    why="assigns the rows of the targets, where the last position wins",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    dE = g.T @ flat", "    dE = np.zeros_like(E)\n    dE[t] = g[np.arange(N), t][:, None] * flat")])

answers.wrong(
    "no-db", "db-zero", check="bias", breaks="db-without-b",
    why="zeros for db where there is no bias",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    db = g.sum(axis=0)", "    db = g.sum(axis=0) if b is not None else np.zeros(len(E), h.dtype)")])

answers.wrong(
    "db-None", "db-zero", check="bias",
    why="None for db where there is no bias",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    db = g.sum(axis=0)", "    db = g.sum(axis=0) if b is not None else None")])

answers.wrong(
    "bias-required", "none-bias", check="bias", breaks="no-bias",
    why="compares the shape of a bias that is not there",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    if b is not None and b.shape", "    if b.shape")])

answers.wrong(
    "dh-of-targets", "dh-from-targets", check="hidden", breaks="dh",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    dh = (g @ E).reshape(h.shape)", "    dh = (-E[t] / N).reshape(h.shape).astype(h.dtype)")])

answers.wrong(
    "dh-before-onehot", "part-without-target", check="hidden",
    of="wrong-summed", edits=[("    p[np.arange(N), t] -= 1", "    dh = (p / N @ E).reshape(h.shape)\n    p[np.arange(N), t] -= 1"), ("    g = p", "    g = p / N"), ("    dh = (g @ E).reshape(h.shape)\n", "")])

answers.wrong(
    "dh-flat", "flattened", check="shapes", breaks="dh-shape",
    why="leaves the positions of dh along one axis",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    dh = (g @ E).reshape(h.shape)", "    dh = g @ E")])

answers.wrong(
    "other-order", "fields-exchanged", check="bias", breaks="order",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    return OutputSide(loss, dE, db, dh)", "    return OutputSide(loss, dE, dh, db)")])

answers.wrong(
    "two-axes", "one-axis-only", check="shapes", breaks="any-shape",
    why="takes one axis of positions for granted",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    flat, t = h.reshape(-1, h.shape[-1]), targets.reshape(-1)", "    flat, t = h, targets")])

answers.wrong(
    "two-axes-at-least", "one-axis-only", check="shapes", breaks="single",
    why="takes an axis of positions for granted",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    if E.ndim != 2 or h.ndim == 0 or", "    if E.ndim != 2 or h.ndim < 2 or")])

answers.wrong(
    "views", "not-contiguous", check="shapes", breaks="strided",
    why="views the positions as one axis, which PyTorch does for contiguous memory alone",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    flat, t = h.reshape(-1, h.shape[-1]), targets.reshape(-1)", "    flat, t = torch.from_numpy(h).view(-1, h.shape[-1]).numpy(), targets.reshape(-1)")])

answers.wrong(
    "divides-in-place", "arguments-changed", check="table", breaks="unchanged",
    why="divides the hidden states by the number of positions, in place",
    of="wrong-summed", edits=[("    dE = g.T @ flat\n    db = g.sum(axis=0)\n    dh = (g @ E).reshape(h.shape)", "    db = g.sum(axis=0) / N\n    dh = (g @ E / N).reshape(h.shape)\n    flat /= N\n    dE = g.T @ flat")])

answers.wrong(
    "loss-float32", "loss-not-float", check="shapes", breaks="loss-type",
    why="returns the loss in the dtype of h",
    of="wrong-summed", edits=[("    loss = float(np.mean(lse - z[np.arange(N), t]))", "    loss = np.mean(lse - z[np.arange(N), t])"), ("    g = p", "    g = p / N")])

answers.wrong(
    "single-precision", "digits-lost", check="table", breaks="accuracy",
    why="computes in float32 and casts back",
    of="wrong-summed", edits=[("    z = flat @ E.T", "    z = (flat.astype(np.float32) @ E.T.astype(np.float32)).astype(h.dtype)"), ("    g = p", "    g = p / N")])

answers.wrong(
    "int64-alone", "integer-types", check="shapes", breaks="integer-types",
    why="takes whole numbers of another type for wrong",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    check_ids(targets, len(E))", "    check_ids(targets, len(E))\n    if targets.dtype not in (np.int32, np.int64):\n        raise TypeError(f\"targets of dtype {targets.dtype}\")")])

answers.wrong(
    "flat-places", "integer-types", check="shapes",
    why="counts places in the flat logits, which makes float64 of uint64",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    p[np.arange(N), t] -= 1", "    p.reshape(-1)[np.arange(N) * len(E) + t] -= 1")])

answers.wrong(
    "clips", "range-unchecked", check="errors", breaks="range",
    why="clips the targets into the table",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    check_ids(targets, len(E))", "    check_ids(targets.reshape(-1)[:0], len(E))\n    targets = np.clip(targets, 0, len(E) - 1)")])

answers.wrong(
    "mute", "id-not-named", check="errors", breaks="names",
    why="does not say which target",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    check_ids(targets, len(E))", "    check_ids(targets.reshape(-1)[:0], len(E))\n    if targets.size and (targets.min() < 0 or targets.max() >= len(E)):\n        raise IndexError(\"a target is outside the table\")")])

answers.wrong(
    "counts-alone", "shapes-unchecked", check="errors",
    why="compares how many there are, not their shapes",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    if targets.shape != h.shape[:-1]:", "    if targets.size != h[..., 0].size:")])

answers.spoiled(
    "tuple(right)[::-1]",
    "right[:3]",
    "right._replace(dE=right.dE * 1.01)",
    "right._replace(dh=right.dh * 1.01)",
    "right._replace(dE=right.dE[::-1] * 1)",
    "right._replace(dh=right.dh[::-1] * 1)",
    "right._replace(loss=right.loss + 1e-3)",
    "right._replace(loss=str(right.loss))",
    "None")

answers.wrong(
    "rounded", "loss-rounded", check="table", breaks="mean-loss",
    source='''
def output_side_gradient(h, E, targets, b=None):
    check_ids(targets, len(E))
    if E.ndim != 2 or h.ndim < 1 or h.shape[-1] != E.shape[1] or targets.shape != h.shape[:-1]:
        raise ValueError(f"h {h.shape}, E {E.shape}, targets {targets.shape}")
    if b is not None and b.shape != (len(E),) or targets.size == 0:
        raise ValueError("a bias of another shape, or no targets")
    H, t = h.reshape(-1, h.shape[-1]), targets.reshape(-1)
    z = H @ E.T if b is None else H @ E.T + b
    z = z - z.max(axis=1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    n = np.arange(len(t))
    g = np.exp(log_p)
    g[n, t] -= 1
    g /= len(t)
    loss = round(float(-log_p[n, t].mean()), 6)
    return loss, g.T @ H, g.sum(axis=0), (g @ E).reshape(h.shape)
''')


answers.wrong(
    "cut-to-bytes", "ids-cut", check="shapes", alone=True, breaks="any-shape",
    source='''
def output_side_gradient(h, E, targets, b=None):
    check_ids(targets, len(E))
    if E.ndim != 2 or h.ndim < 1 or h.shape[-1] != E.shape[1] or targets.shape != h.shape[:-1]:
        raise ValueError(f"h {h.shape}, E {E.shape}, targets {targets.shape}")
    if b is not None and b.shape != (len(E),) or targets.size == 0:
        raise ValueError("a bias of another shape, or no targets")
    H, t = h.reshape(-1, h.shape[-1]), targets.reshape(-1).astype(np.uint8)
    z = H @ E.T if b is None else H @ E.T + b
    z = z - z.max(axis=1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    n = np.arange(len(t))
    g = np.exp(log_p)
    g[n, t] -= 1
    g /= len(t)
    return float(-log_p[n, t].mean()), g.T @ H, g.sum(axis=0), (g @ E).reshape(h.shape)
''')

answers.wrong(
    "mean-over-all", "loss-over-tokens", check="table", breaks="mean-loss",
    why="takes the mean over positions and tokens",
    of="wrong-summed", edits=[("    loss = float(np.mean(lse - z[np.arange(N), t]))", "    loss = float(-(np.eye(len(E))[t] * (z - lse[:, None])).mean())"), ("    g = p", "    g = p / N")])

answers.wrong(
    "largest-size", "underflow", check="stable", alone=True, breaks="large-logits",
    of="wrong-summed", edits=[("    z = z - z.max(axis=1, keepdims=True)", "    z = z - np.abs(z).max(axis=1, keepdims=True)"), ("    g = p", "    g = p / N")])

answers.wrong(
    "shift-if-large", "overflow-in-single", check="stable", alone=True, breaks="large-logits",
    of="wrong-summed", edits=[("    z = z - z.max(axis=1, keepdims=True)", "    if np.abs(z).max() > 700:\n        z = z - z.max(axis=1, keepdims=True)"), ("    g = p", "    g = p / N")])

answers.wrong(
    "clipped-shift", "loss-bounded", check="stable", alone=True, breaks="tiny-probability",
    of="wrong-summed", edits=[("    z = z - z.max(axis=1, keepdims=True)", "    z = np.maximum(z - z.max(axis=1, keepdims=True), -745)"), ("    g = p", "    g = p / N")])

answers.wrong(
    "ignores-a-hundred", "target-ignored", check="errors", alone=True, breaks="range",
    why="leaves out the targets that cross_entropy ignores",
    source='''
def output_side_gradient(h, E, targets, b=None):
    if E.ndim != 2 or h.shape != (*targets.shape, E.shape[1]) or targets.size == 0:
        raise ValueError("shapes do not fit, or there are no targets")
    if b is not None and b.shape != (len(E),):
        raise ValueError("one bias for each token")
    check_ids(targets[targets != -100] if targets.dtype != bool else targets, len(E))
    leaves = [torch.tensor(a, requires_grad=True) for a in (E, np.zeros(len(E), E.dtype) if b is None else b, h)]
    table, bias, hidden = leaves
    z = hidden @ table.T + bias
    loss = F.cross_entropy(z.reshape(-1, len(E)), torch.tensor(targets.astype(np.int64)).reshape(-1))
    loss.backward()
    return (loss.item(), *(leaf.grad.numpy() for leaf in leaves))
''')

answers.wrong(
    "signed-first", "other-number", check="errors", alone=True, breaks="names",
    why="makes int64 of the targets before they are checked",
    of="wrong-summed", edits=[("    check_ids(targets, len(E))", "    targets = targets.astype(np.int64) if targets.dtype == np.uint64 else targets\n    check_ids(targets, len(E))"), ("    g = p", "    g = p / N")])

answers.wrong(
    "narrowed", "id-narrowed", check="errors", alone=True, breaks="range",
    why="makes int32 of the targets before they are checked",
    of="wrong-summed", edits=[("    check_ids(targets, len(E))", "    check_ids(targets.astype(np.int32) if targets.dtype == np.int64 else targets, len(E))\n    targets = targets.astype(np.int32)"), ("    g = p", "    g = p / N")])

answers.wrong(
    "kept-dE", "result-kept", check="shapes", alone=True, breaks="new",
    why="keeps an array for dE of each shape",
    of="wrong-summed", edits=[("    dE = g.T @ flat", "    kept = output_side_gradient.__dict__.setdefault(f\"{E.shape} {E.dtype}\", np.empty_like(E))\n    dE = np.matmul(g.T, flat, out=kept)"), ("    g = p", "    g = p / N")])

answers.wrong(
    "kept-dh", "result-kept", check="shapes", alone=True, breaks="new",
    why="keeps an array for dh of each shape",
    of="wrong-summed", edits=[("    dh = (g @ E).reshape(h.shape)", "    dh = output_side_gradient.__dict__.setdefault(f\"{h.shape} {h.dtype}\", np.empty_like(h))\n    dh[...] = (g @ E).reshape(h.shape)"), ("    g = p", "    g = p / N")])

answers.wrong(
    "no-first-axis", "no-targets", check="errors", alone=True, breaks="no-targets",
    why="looks at the length of the first axis for no targets",
    of="wrong-summed", edits=[("    if targets.size == 0:", "    if targets.shape[:1] == (0,):"), ("    g = p", "    g = p / N")])

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if targets.shape != h.shape[:-1] or targets.size == 0:",
    "if targets.shape != h.shape[:-1] or targets.size <= 0:",
    because="no array has a negative size",
)
answers.equivalent(
    "z, t, N = z.reshape(-1, V), targets.reshape(-1), targets.size",
    "z, t, N = z.reshape(- 2, V), targets.reshape(-1), targets.size",
    because="NumPy takes every negative length for the one to be found",
)
answers.equivalent(
    "z, t, N = z.reshape(-1, V), targets.reshape(-1), targets.size",
    "z, t, N = z.reshape(-1, V), targets.reshape(- 2), targets.size",
    because="NumPy takes every negative length for the one to be found",
)
answers.equivalent(
    "return OutputSide(loss, dz.T @ h.reshape(-1, d), dz.sum(axis=0), (dz @ E).reshape(h.shape))",
    "return OutputSide(loss, dz.T @ h.reshape(- 2, d), dz.sum(axis=0), (dz @ E).reshape(h.shape))",
    because="NumPy takes every negative length for the one to be found",
)
