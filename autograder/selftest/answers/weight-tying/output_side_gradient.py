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
    "summed", "not-averaged", check="hidden",
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
    "all-summed", "not-averaged", check="table",
    why="loss and gradients of the sum",
    of="wrong-summed", 
    old="    loss = float(np.mean(lse - z[np.arange(N), t]))",
    new="    loss = float(np.sum(lse - z[np.arange(N), t]))")

answers.wrong(
    "asserts", "wrong-exception", check="errors",
    why="asserts the shapes",
    of="wrong-summed", edits=[('''
    if targets.shape != h.shape[:-1]:
        raise ValueError(f"targets {targets.shape} do not fit h {h.shape}")
''', '''
    assert targets.shape == h.shape[:-1]
'''), ("    g = p", "    g = p / N")])

answers.wrong(
    "casts", "id-types", check="errors",
    why="casts the targets to int first",
    of="wrong-summed", edits=[('''
        raise ValueError(f"b {b.shape} does not fit E {E.shape}")
''', '''
        raise ValueError(f"b {b.shape} does not fit E {E.shape}")
    targets = targets.astype(np.int64)
'''), ("    g = p", "    g = p / N")])

answers.wrong(
    "cross-product", "target-in-every-row", check="table",
    why="indexes all rows with all targets",
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
    why="divides dE and db after dh was made",
    of="wrong-summed", edits=[("    g = p", "    g = p / N"), ("    dh = (g @ E).reshape(h.shape)", "    dh = (p @ E).reshape(h.shape)")])

answers.wrong(
    "first-axis", "batch-mean", check="shapes",
    why="divides by the length of the first axis",
    of="wrong-summed", old="    g = p", new="    g = p / (len(targets) if targets.ndim else 1)")

answers.wrong(
    "log-p", "log-of-zero", check="stable",
    why="takes the logarithm of a probability",
    of="wrong-summed", edits=[("    loss = float(np.mean(lse - z[np.arange(N), t]))", "    loss = float(np.mean(-np.log(np.exp(z - lse[:, None])[np.arange(N), t])))"), ("    g = p", "    g = p / N")])

answers.wrong(
    "nan-mean", "no-targets", check="errors",
    why="lets the mean of nothing be nan",
    of="wrong-summed", edits=[('''
    if targets.size == 0:
        raise ValueError("no targets")
''', ""), ("    z = z - z.max(axis=1, keepdims=True)", "    z = z - z.max(axis=1, keepdims=True, initial=-np.inf)"), ("    g = p", "    g = p / N")])

answers.wrong(
    "no-bias", "bias-ignored", check="bias",
    why="forgets the bias in the logits",
    of="wrong-summed", edits=[("        z = z + b", "        pass"), ("    g = p", "    g = p / N")])

answers.wrong(
    "no-onehot", "target-not-subtracted", check="bias",
    why="forgets the target",
    of="wrong-summed", old='''
    p[np.arange(N), t] -= 1
    g = p
''', new='''
    g = p / N
''')

answers.wrong(
    "no-shift", "overflow", check="stable",
    why="takes exp of the logits as they are",
    of="wrong-summed", edits=[('''
    z = z - z.max(axis=1, keepdims=True)
''', ""), ("    g = p", "    g = p / N")])

answers.wrong(
    "numpy-count", "dtype-not-kept", check="shapes",
    why="divides float32 by NumPy's number of positions, an int64",
    of="wrong-summed", edits=[("    N = len(t)", "    N = np.prod(np.array(targets.shape), dtype=np.int64)"), ("    g = p", "    g = p / N")])

answers.wrong(
    "target-rows", "only-target-rows", check="table",
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
    why="subtracts the probabilities from the one-hot rows",
    of="wrong-summed", old="    g = p", new="    g = -p / N")

answers.wrong(
    "wraps", "negative-wraps", check="errors",
    why="leaves the range of the targets to NumPy",
    of="wrong-summed", edits=[('''
    check_ids(targets, len(E))
''', '''
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
'''), ("    g = p", "    g = p / N")])

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
