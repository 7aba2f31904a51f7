"""Answers to `head_backward` of language-model."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "autograd", how="PyTorch's autograd",
    source='''
class Head(NamedTuple):
    loss: float
    dE: np.ndarray
    dh: np.ndarray


def head_backward(h, E, targets):
    check_ids(targets, len(E))
    if h.ndim != 2 or E.ndim != 2 or h.shape[1] != E.shape[1] or targets.shape != (len(h),) or not len(h):
        raise ValueError(f"h {h.shape}, E {E.shape}, targets {targets.shape}")
    states, table = (torch.tensor(np.ascontiguousarray(a), requires_grad=True) for a in (h, E))
    loss = F.cross_entropy(states @ table.T, torch.tensor(targets.astype(np.int64)))
    loss.backward()
    return Head(loss.item(), table.grad.numpy(), states.grad.numpy())
''')

answers.right(
    "given", how="the given softmax and cross_entropy, one-hot targets",
    source='''
class Head(NamedTuple):
    loss: float
    dE: np.ndarray
    dh: np.ndarray


def head_backward(h, E, targets):
    if h.ndim != 2 or E.ndim != 2 or h.shape[1] != E.shape[1]:
        raise ValueError(f"h {h.shape}, E {E.shape}")
    logits = np.einsum("bd,vd->bv", h, E)
    loss = cross_entropy(logits, targets)
    onehot = np.eye(len(E), dtype=h.dtype)[targets]
    g = (softmax(logits) - onehot) / h.dtype.type(len(h))
    return Head(loss, np.einsum("bv,bd->vd", g, h), np.einsum("bv,vd->bd", g, E))
''')

answers.right(
    "loop", how="window by window, in float64, a plain tuple",
    source='''
def head_backward(h, E, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError(f"targets are {targets.dtype}")
    if h.ndim != 2 or E.ndim != 2 or h.shape[1] != E.shape[1]:
        raise ValueError("widths differ")
    if targets.shape != (len(h),) or len(h) == 0:
        raise ValueError(f"{targets.shape} targets for {len(h)} states")
    wide, V, total = E.astype(np.float64), len(E), 0.0
    dE, dh = np.zeros(E.shape), np.zeros(h.shape)
    for b, (state, t) in enumerate(zip(h.astype(np.float64), targets.tolist())):
        if not 0 <= t < V:
            raise IndexError(f"target {t} is outside 0 ... {V - 1}")
        z = wide @ state
        lse = np.logaddexp.reduce(z)
        total += lse - z[t]
        g = np.exp(z - lse)
        g[t] -= 1
        dE += np.outer(g, state) / len(h)
        dh[b] = g @ wide / len(h)
    return float(total / len(h)), dE.astype(h.dtype), dh.astype(h.dtype)
''')

answers.wrong(
    "uphill", "uphill", check="table",
    why="onehot − p",
    source='''
class Head(NamedTuple):
    loss: float
    dE: np.ndarray
    dh: np.ndarray


def head_backward(h, E, targets):
    if h.ndim != 2 or E.ndim != 2 or h.shape[1] != E.shape[1]:
        raise ValueError(f"h {h.shape} and E {E.shape} do not fit")
    if targets.shape != h.shape[:1] or targets.size == 0:
        raise ValueError(f"targets {targets.shape} for h {h.shape}")
    check_ids(targets, len(E))
    B = len(h)
    z = h @ E.T
    z = z - z.max(axis=1, keepdims=True)
    lse = np.log(np.exp(z).sum(axis=1, keepdims=True))
    log_p = z - lse
    loss = -float(np.mean(log_p[np.arange(B), targets]))
    g = np.exp(log_p)
    g[np.arange(B), targets] -= 1
    g = -g / B
    return Head(loss, g.T @ h, g @ E)
''')

answers.wrong(
    "columns", "target-in-every-row", check="table",
    why="subtracts one in whole columns",
    of="wrong-uphill", old='''
    g[np.arange(B), targets] -= 1
    g = -g / B
''', new='''
    g[:, targets] -= 1
    g = g / B
''')

answers.wrong(
    "dh-summed", "part-not-averaged", check="hidden",
    why="divides dE only",
    of="wrong-uphill", old='''
    g = -g / B
    return Head(loss, g.T @ h, g @ E)
''', new='''
    return Head(loss, g.T @ h / B, g @ E)
''')

answers.wrong(
    "log-p", "log-of-zero", check="stable",
    why="takes the logarithm of a clipped probability",
    of="wrong-uphill", edits=[('''
    loss = -float(np.mean(log_p[np.arange(B), targets]))
''', ""), ('''
    g = np.exp(log_p)
''', '''
    g = np.exp(log_p)
    loss = -float(np.mean(np.log(np.maximum(g[np.arange(B), targets], 1e-30))))
'''), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "mute", "id-not-named", check="errors",
    why="says that a target is outside, not which",
    of="wrong-uphill", edits=[('''
    check_ids(targets, len(E))
''', '''
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.min() < 0 or targets.max() >= len(E):
        raise IndexError("a target is outside the table")
'''), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "nan-mean", "no-targets", check="errors",
    why="returns nan for an empty batch",
    of="wrong-uphill", edits=[("    if targets.shape != h.shape[:1] or targets.size == 0:", "    if targets.shape != h.shape[:1]:"), ('''
    B = len(h)
''', '''
    B = len(h)
    if B == 0:
        return Head(float("nan"), np.zeros_like(E), np.zeros_like(h))
'''), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "no-onehot", "target-not-subtracted", check="table",
    why="takes p for p − onehot",
    of="wrong-uphill", old='''
    g[np.arange(B), targets] -= 1
    g = -g / B
''', new='''
    g = g / B
''')

answers.wrong(
    "no-shift", "overflow", check="stable",
    why="exp of the raw logits",
    of="wrong-uphill", edits=[('''
    z = z - z.max(axis=1, keepdims=True)
''', ""), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "summed", "not-averaged", check="table",
    why="forgets the mean in the gradients",
    of="wrong-uphill", old='''
    g = -g / B
''', new="")

answers.wrong(
    "target-rows", "only-target-rows", check="table",
    why="gives the targets' rows alone a gradient",
    of="wrong-uphill", old='''
    g = -g / B
    return Head(loss, g.T @ h, g @ E)
''', new='''
    g = g / B
    dE = np.zeros_like(E)
    for b, t in enumerate(targets):
        dE[t] += g[b, t] * h[b]
    return Head(loss, dE, g @ E)
''')

answers.wrong(
    "wraps", "negative-wraps", check="errors",
    why="leaves negative targets to NumPy",
    of="wrong-uphill", edits=[('''
    check_ids(targets, len(E))
''', '''
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.max() >= len(E):
        raise IndexError(f"target {targets.max()} of {len(E)}")
'''), ("    g = -g / B", "    g = g / B")])

answers.spoiled(
    "tuple(right)[::-1]",
    "right[:2]",
    "right._replace(dE=right.dE * 1.01)",
    "right._replace(dh=right.dh * 1.01)",
    "right._replace(dE=right.dE[::-1] * 1)",
    "right._replace(dh=right.dh[::-1] * 1)",
    "None",
    "right._replace(loss=right.loss + 1e-3)",
    "right._replace(loss=str(right.loss))")
