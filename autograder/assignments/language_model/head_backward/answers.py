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

answers.right(
    "scattered", how="the targets taken from both products, one window after the other",
    source="""
def head_backward(h, E, targets):
    if h.ndim != 2 or E.ndim != 2 or h.shape[1] != E.shape[1]:
        raise ValueError(f"h {h.shape}, E {E.shape}")
    if targets.shape != (len(h),) or not len(h):
        raise ValueError(f"targets {targets.shape} for h {h.shape}")
    check_ids(targets, len(E))
    z = h @ E.T
    top = z.max(axis=1, keepdims=True)
    e = np.exp(z - top)
    total = e.sum(axis=1, keepdims=True)
    loss = (top + np.log(total) - np.take_along_axis(z, targets.astype(int)[:, None], 1)).mean().item()
    p = e / total
    dE = p.T @ h
    np.subtract.at(dE, targets, h)
    return loss, dE / h.dtype.type(len(h)), (p @ E - E[targets]) / h.dtype.type(len(h))
""")

answers.wrong(
    "uphill", "uphill", check="table", breaks="dE",
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
    of="wrong-uphill", old='''
    g[np.arange(B), targets] -= 1
    g = -g / B
''', new='''
    g[:, targets] -= 1
    g = g / B
''')

answers.wrong(
    "dh-summed", "part-not-averaged", check="hidden", breaks="dh",
    of="wrong-uphill", old='''
    g = -g / B
    return Head(loss, g.T @ h, g @ E)
''', new='''
    return Head(loss, g.T @ h / B, g @ E)
''')

answers.wrong(
    "log-p", "log-of-zero", check="stable", breaks="log-p",
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
    "mute", "id-not-named", check="errors", breaks="named",
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
    "nan-mean", "no-targets", check="errors", breaks="empty",
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
    of="wrong-uphill", old='''
    g[np.arange(B), targets] -= 1
    g = -g / B
''', new='''
    g = g / B
''')

answers.wrong(
    "no-shift", "overflow", check="stable", breaks="finite",
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
    "target-rows", "only-target-rows", check="table", breaks="dense",
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
    "wraps", "negative-wraps", check="errors", breaks="range",
    why="leaves negative targets to NumPy",
    of="wrong-uphill", edits=[('''
    check_ids(targets, len(E))
''', '''
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.max() >= len(E):
        raise IndexError(f"target {targets.max()} of {len(E)}")
'''), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "loss-summed", "not-averaged", check="table", breaks="mean",
    why="sums the loss over the batch",
    of="wrong-uphill", edits=[("-float(np.mean(", "-float(np.sum("), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "bits", "in-bits", check="table", breaks="nats",
    why="takes logarithms to base 2",
    of="wrong-uphill", edits=[("    return Head(loss, g", "    return Head(loss / math_log2, g"), ("    g = -g / B", "    g = g / B\n    math_log2 = float(np.log(2))")])

answers.wrong(
    "numpy-loss", "loss-no-float", check="dtypes", breaks="float",
    why="returns the mean as NumPy has it",
    of="wrong-uphill", edits=[("-float(np.mean(log_p[np.arange(B), targets]))", "-np.mean(log_p[np.arange(B), targets])"), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "out", "arguments-changed", check="table", breaks="new",
    why="writes dh into h",
    of="wrong-uphill", edits=[("    g = -g / B\n    return Head(loss, g.T @ h, g @ E)", "    g = g / B\n    dE = g.T @ h\n    return Head(loss, dE, np.matmul(g, E, out=h))")])

answers.wrong(
    "divides-h", "arguments-changed", check="table", breaks="unchanged",
    why="divides h in place",
    of="wrong-uphill", edits=[("    g = -g / B\n    return Head(loss, g.T @ h, g @ E)", "    dh = g @ E / B\n    h /= B\n    return Head(loss, g.T @ h, dh)")])

answers.wrong(
    "over-tokens", "mean-over-tokens", check="table",
    why="divides by the number of tokens",
    of="wrong-uphill", edits=[("    g = -g / B", "    g = g / g.shape[1]")])

answers.wrong(
    "next-target", "targets-shifted", check="table",
    why="takes the target of the window before",
    of="wrong-uphill", edits=[("g[np.arange(B), targets] -= 1", "g[np.arange(B), np.roll(targets, 1)] -= 1"), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "mean-first", "target-from-total", check="table",
    of="wrong-uphill", edits=[("""
    g[np.arange(B), targets] -= 1
    g = -g / B
""", """
    g /= B
    g[np.arange(B), targets] -= 1
""")])

answers.wrong(
    "clipped", "gradients-clipped", check="table",
    why="clips the gradients to a norm of 1",
    of="wrong-uphill", edits=[("    g = -g / B\n    return Head(loss, g.T @ h, g @ E)", """
    g = g / B
    dE, dh = (a * min(1.0, 1.0 / np.linalg.norm(a)) for a in (g.T @ h, g @ E))
    return Head(loss, dE.astype(h.dtype), dh.astype(h.dtype))
""".strip("\n"))])

answers.wrong(
    "masked-rows", "only-target-rows", check="table",
    why="leaves rows that are no target without a gradient",
    of="wrong-uphill", edits=[("    g = -g / B\n    return Head(loss, g.T @ h, g @ E)", """
    g = g / B
    dE = np.zeros_like(E)
    dE[targets] = (g.T @ h)[targets]
    return Head(loss, dE, g @ E)
""".strip("\n"))])

answers.wrong(
    "one-of-each", "targets-lost", check="table",
    of="wrong-uphill", edits=[("    g[np.arange(B), targets] -= 1\n    g = -g / B\n    return Head(loss, g.T @ h, g @ E)", """
    dE, dh = g.T @ h / B, (g @ E - E[targets]) / B
    dE[targets] -= h / B
    return Head(loss, dE, dh)
""".strip("\n"))])

answers.wrong(
    "log-eps", "log-of-more", check="table",
    of="wrong-uphill", edits=[("-float(np.mean(log_p[np.arange(B), targets]))", "-float(np.mean(np.log(np.exp(log_p)[np.arange(B), targets] + 1e-12)))"), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "clip-12", "log-of-zero", check="stable",
    why="clips the probability at 1e-12",
    of="wrong-uphill", edits=[("-float(np.mean(log_p[np.arange(B), targets]))", "-float(np.mean(np.log(np.maximum(np.exp(log_p)[np.arange(B), targets], 1e-12))))"), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "shift-above-zero", "overflow", check="stable", breaks="signs",
    why="shifts logits that are too large, and not those that are too small",
    of="wrong-uphill", edits=[("z.max(axis=1, keepdims=True)", "np.maximum(z.max(axis=1, keepdims=True), 0)"), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "one-shift", "shift-of-batch", check="stable",
    of="wrong-uphill", edits=[("z.max(axis=1, keepdims=True)", "z.max()"), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "float64", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="makes float64 on the way",
    of="wrong-uphill", edits=[("    z = h @ E.T", "    z = h.astype(np.float64) @ E.T"), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "float32", "too-narrow", check="table", breaks="wider",
    why="computes in float32 and converts back",
    of="wrong-uphill", edits=[("    g = -g / B\n    return Head(loss, g.T @ h, g @ E)", """
    g = (g / B).astype(np.float32)
    narrow, table = h.astype(np.float32), E.astype(np.float32)
    return Head(loss, (g.T @ narrow).astype(h.dtype), (g @ table).astype(h.dtype))
""".strip("\n"))])

answers.wrong(
    "flat-index", "ids-in-own-dtype", check="dtypes", breaks="any-integer",
    why="computes places in the flat array in the dtype of the targets",
    of="wrong-uphill", edits=[("    g[np.arange(B), targets] -= 1", "    g.reshape(-1)[targets + np.arange(B).astype(targets.dtype) * len(E)] -= 1"), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "memory", "needs-contiguous", check="dtypes", breaks="contiguous",
    why="reads the memory of h as if its rows stood side by side",
    of="wrong-uphill", edits=[("    z = h @ E.T", "    z = np.frombuffer(h, h.dtype).reshape(h.shape) @ E.T"), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "squeezed", "one-window", check="hidden", breaks="one-window",
    why="drops axes of length 1",
    of="wrong-uphill", edits=[("    g = -g / B\n    return Head(loss, g.T @ h, g @ E)", "    g = g / B\n    return Head(loss, g.T @ h, np.squeeze(g @ E))")])

answers.wrong(
    "casts", "id-types", check="errors", breaks="types",
    why="turns any targets into integers",
    of="wrong-uphill", edits=[("    check_ids(targets", "    targets = targets.astype(np.int64)\n    check_ids(targets"), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "any-axes", "wrong-exception", check="errors", breaks="two-axes",
    why="looks at the widths alone and leaves the axes to the library",
    of="wrong-uphill", edits=[("h.ndim != 2 or E.ndim != 2 or h.shape[1] != E.shape[1]", "h.shape[-1] != E.shape[-1]"), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "asserts", "wrong-exception", check="errors", breaks="widths",
    why="asserts that the widths agree",
    of="wrong-uphill", edits=[("""
    if h.ndim != 2 or E.ndim != 2 or h.shape[1] != E.shape[1]:
""", """
    assert h.shape[-1] == E.shape[-1], "widths differ"
    if h.ndim != 2 or E.ndim != 2:
"""), ("    g = -g / B", "    g = g / B")])

answers.wrong(
    "one-for-all", "shapes-unchecked", check="errors", breaks="targets-shape",
    why="lets one target broadcast",
    of="wrong-uphill", edits=[("    if targets.shape != h.shape[:1] or targets.size == 0:", "    if targets.ndim != 1 or len(h) == 0 or len(targets) not in (1, len(h)):"), ("    g = -g / B", "    g = g / B")])

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

answers.wrong(
    "ignores-minus-100", "target-ignored", check="errors", alone=True,
    why="leaves targets of -100 out of the mean, as PyTorch does",
    of="right-autograd", old="    check_ids(targets, len(E))", new="    check_ids(targets[targets != -100] if targets.ndim else targets, len(E))")

answers.wrong(
    "one-state", "shapes-unchecked", check="errors", alone=True,
    why="takes a single hidden state and a single target for a batch",
    of="right-given", old="    if h.ndim != 2 or", new="    if h.ndim == 1 and targets.ndim == 0:\n        h, targets = h[None], targets[None]\n    if h.ndim != 2 or")

answers.wrong(
    "stack-of-tables", "shapes-unchecked", check="errors", alone=True,
    why="takes the first of several tables",
    of="right-given", old="    if h.ndim != 2 or", new="    E = E[0] if E.ndim == 3 and len(E) == 1 else E\n    if h.ndim != 2 or")

answers.wrong(
    "dE-buffer", "result-kept", check="table", alone=True,
    why="writes dE into an array that it keeps for each shape",
    of="right-given", edits=[("def head_backward", "arrays = {}\n\n\ndef head_backward"),
    ('    return Head(loss, np.einsum("bv,bd->vd", g, h), ', '''
    out = arrays.setdefault((E.shape, E.dtype), np.empty(E.shape, E.dtype))
    return Head(loss, np.einsum("bv,bd->vd", g, h, out=out), '''.removeprefix("\n"))])

answers.wrong(
    "dh-buffer", "result-kept", check="hidden", alone=True, breaks="new",
    why="writes dh into an array that it keeps for each shape",
    of="right-given", edits=[("def head_backward", "arrays = {}\n\n\ndef head_backward"),
    ("    return Head(loss, ", "    out = arrays.setdefault((h.shape, h.dtype), np.empty(h.shape, h.dtype))\n    return Head(loss, "),
    ('np.einsum("bv,vd->bd", g, E)', 'np.einsum("bv,vd->bd", g, E, out=out)')])

answers.wrong(
    "table-turned-once", "kept-between-calls", check="hidden", alone=True,
    why="keeps a copy of the table, and looks only whether it is the same array",
    of="right-given", edits=[("def head_backward", 'kept = {"table": None}\n\n\ndef head_backward'),
    ("    logits = np", '    if kept["table"] is not E:\n        kept.update(table=E, copy=E.copy())\n    E = kept["copy"]\n    logits = np')])

answers.wrong(
    "state-kept", "kept-between-calls", check="table", alone=True,
    why="keeps a copy of the hidden states, and looks only whether they are the same array",
    of="right-given", edits=[("def head_backward", 'kept = {"h": None}\n\n\ndef head_backward'),
    ("    logits = np", '    if kept["h"] is not h:\n        kept.update(h=h, copy=h.copy())\n    h = kept["copy"]\n    logits = np')])

answers.wrong(
    "signed-first", "other-number", check="errors", alone=True,
    why="converts unsigned targets to int64 before they are checked",
    of="right-autograd", old="    check_ids(targets, len(E))", new='    targets = targets.astype(np.int64) if targets.dtype.kind == "u" else targets\n    check_ids(targets, len(E))')

answers.wrong(
    "float-index", "ids-in-own-dtype", check="dtypes",
    why="computes places in the flat array with int64 numbers beside uint64 targets, which gives floats",
    of="wrong-uphill", edits=[("    g[np.arange(B), targets] -= 1", "    g.reshape(-1)[targets + np.arange(B) * len(E)] -= 1"), ("    g = -g / B", "    g = g / B")])

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if h.ndim != 2 or E.ndim != 2 or h.shape[1] != E.shape[1]:",
    "if h.ndim != 2 or E.ndim != 2 or h.shape[1] < E.shape[1]:",
    because="A width of h above that of E reaches `h @ E.T`, for which NumPy raises the ValueError that is asked for.",
)
answers.equivalent(
    "if h.ndim != 2 or E.ndim != 2 or h.shape[1] != E.shape[1]:",
    "if h.ndim != 2 or E.ndim != 2 or h.shape[1] > E.shape[1]:",
    because="A width of h below that of E reaches `h @ E.T`, for which NumPy raises the ValueError that is asked for.",
)
