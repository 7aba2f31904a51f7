"""Answers to `cross_entropy_from_logits` of lookup."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "differences", how="log of the sum of exp(z - z_t), shifted once more by its largest exponent; float32 stays float32",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError(f"targets: {targets.dtype}")
    if targets.shape != logits.shape[:-1]:
        raise ValueError("shapes differ")
    if targets.size == 0:
        raise ValueError("empty")
    V = logits.shape[-1]
    if not ((targets >= 0) & (targets < V)).all():
        raise IndexError(f"targets must be ids below {V}: {targets.tolist()}")
    z = logits.astype(np.float32) if logits.dtype == np.float16 else logits
    own = np.take_along_axis(z, targets[..., None].astype(np.int64), -1)
    away = z - own
    top = away.max(-1, keepdims=True)
    losses = top[..., 0] + np.log(np.exp(away - top).sum(-1))
    return float(losses.sum(dtype=np.float64) / losses.size)
''')

answers.right(
    "logaddexp", how="log-sum-exp by np.logaddexp.reduce, which shifts by itself; returns np.float64",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be of an integer dtype")
    if targets.shape != logits.shape[:-1] or targets.size < 1:
        raise ValueError(f"targets of shape {targets.shape}, logits of shape {logits.shape}")
    flat = logits.reshape(-1, logits.shape[-1]).astype(np.float64)
    for t in targets.flat:
        if t < 0 or t >= flat.shape[1]:
            raise IndexError(t)
    labels = targets.reshape(-1).astype(np.int64)
    return np.mean(np.logaddexp.reduce(flat, axis=1) - flat[np.arange(len(labels)), labels])
''')

answers.right(
    "loop", how="one position at a time, in float64",
    source='''
import math


def cross_entropy_from_logits(logits, targets):
    if not np.issubdtype(targets.dtype, np.integer):
        raise TypeError(f"targets must be integers, not {targets.dtype}")
    if logits.shape[:-1] != targets.shape:
        raise ValueError(f"logits {logits.shape} and targets {targets.shape} do not belong together")
    if targets.size == 0:
        raise ValueError("no targets")
    V, total = logits.shape[-1], 0.0
    for place, t in np.ndenumerate(targets):
        if not 0 <= t < V:
            raise IndexError(f"target {t} is not one of {V} tokens")
        z = [float(x) for x in logits[place]]
        m = max(z)
        total += m + math.log(math.fsum(math.exp(x - m) for x in z)) - z[int(t)]
    return total / targets.size
''')

answers.right(
    "onehot-labels", how="one-hot labels as a mask that selects, and does not multiply",
    source='''
def cross_entropy_from_logits(logits, targets):
    targets = np.asarray(targets)
    if targets.dtype.kind not in "iu":
        raise TypeError("integer targets are expected")
    if targets.ndim != logits.ndim - 1 or targets.shape != logits.shape[:-1]:
        raise ValueError(f"{targets.shape} does not fit {logits.shape}")
    if 0 in targets.shape:
        raise ValueError("there is nothing to average")
    V = logits.shape[-1]
    bad = set(targets.ravel().tolist()) - set(range(V))
    if bad:
        raise IndexError(f"no such tokens: {sorted(bad)}")
    label = targets[..., None] == np.arange(V)
    z = np.array(logits, dtype=np.float64)
    z = z - z.max(axis=-1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    return -float(log_p[label].mean())
''')

answers.right(
    "torch", how="PyTorch's cross_entropy on flattened float64 tensors, with a print and a warning",
    source='''
import warnings


def cross_entropy_from_logits(logits, targets):
    if targets.dtype == bool or not np.issubdtype(targets.dtype, np.integer):
        raise TypeError("targets must be integers")
    if tuple(targets.shape) != tuple(logits.shape)[:-1]:
        raise ValueError("one target for each position, please")
    if not targets.size:
        raise ValueError("no positions")
    V = logits.shape[-1]
    wrong = (targets < 0) | (targets >= V)
    if wrong.any():
        raise IndexError(f"targets out of range: {np.unique(targets[wrong])}")
    warnings.warn("the loss is computed by PyTorch")
    z = torch.tensor(logits, dtype=torch.float64).reshape(-1, V)
    loss = F.cross_entropy(z, torch.tensor(targets.astype(np.int64)).reshape(-1)).item()
    print("loss", loss)
    return loss
''')

answers.right(
    "float32", how="float32 for logits of every format, the maximum added back, the given check of ids",
    source='''
def cross_entropy_from_logits(logits, targets):
    check_ids(targets, logits.shape[-1])
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("one target for each position")
    z = logits.astype(np.float32)
    top = z.max(axis=-1, keepdims=True)
    lse = np.log(np.exp(z - top).sum(axis=-1)) + top[..., 0]
    return float(np.mean(lse - np.take_along_axis(z, targets[..., None], axis=-1)[..., 0]))
''')

answers.wrong(
    "empty", "empty-mean", check="positions", breaks="none",
    why="the mean of no losses is nan, with a warning",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1]:
        raise ValueError("shapes")
    bad = targets[(targets < 0) | (targets >= logits.shape[-1])]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    z = logits.astype(np.float64)
    z = z - z.max(axis=-1, keepdims=True)
    return float((np.log(np.exp(z).sum(-1)) - np.take_along_axis(z, targets[..., None], -1)[..., 0]).mean())
''')

answers.wrong(
    "mean-over-V", "mean-over-V", check="values",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    V = logits.shape[-1]
    bad = targets[(targets < 0) | (targets >= V)]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    z = logits.astype(np.float64)
    z = z - z.max(axis=-1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(-1, keepdims=True))
    labels = targets[..., None] == np.arange(V)
    return float(np.where(labels, -log_p, 0.0).mean())
''')

answers.wrong(
    "no-shift", "no-shift", check="stable", breaks="large",
    why="the formula as it stands, without taking out the maximum",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    bad = targets[(targets < 0) | (targets >= logits.shape[-1])]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    z = logits.astype(np.float64)
    lse = np.log(np.exp(z).sum(-1))
    return float((lse - np.take_along_axis(z, targets[..., None], -1)[..., 0]).mean())
''')

answers.wrong(
    "softmax-then-log", "softmax-then-log", check="stable",
    why="shifts, but takes the logarithm of a probability that has become zero",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    bad = targets[(targets < 0) | (targets >= logits.shape[-1])]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    z = logits.astype(np.float64)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)
    return float(-np.log(np.take_along_axis(p, targets[..., None], -1)).mean())
''')

answers.wrong(
    "sum", "sum", check="values", breaks="mean",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    bad = targets[(targets < 0) | (targets >= logits.shape[-1])]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    z = logits.astype(np.float64)
    z = z - z.max(axis=-1, keepdims=True)
    losses = np.log(np.exp(z).sum(-1)) - np.take_along_axis(z, targets[..., None], -1)[..., 0]
    return float(losses.sum())
''')

answers.wrong(
    "axis", "wrong-axis", check="values", breaks="formula",
    of="wrong-no-shift", old='''
    lse = np.log(np.exp(z).sum(-1))
    return float((lse - np.take_along_axis(z, targets[..., None], -1)[..., 0]).mean())
''', new='''
    z = z - z.max(axis=0)
    log_p = z - np.log(np.exp(z).sum(axis=0))
    return float(-np.take_along_axis(log_p, targets[..., None], -1).mean())
''')

answers.wrong(
    "batch-mean", "batch-mean", check="shapes", breaks="all-positions",
    of="wrong-sum", 
    old="    return float(losses.sum())",
    new="    return float(losses.sum() / len(targets))")

answers.wrong(
    "broadcast", "shapes-not-compared", check="positions",
    why="leaves it to broadcasting whether shapes fit",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    V = logits.shape[-1]
    if logits.size == 0 or targets.size == 0:
        raise ValueError("no targets")
    bad = targets[(targets < 0) | (targets >= V)]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    z = logits.astype(np.float64)
    z = z - z.max(axis=-1, keepdims=True)
    label = targets[..., None] == np.arange(V)
    own = np.where(label, z, 0.0).sum(-1) if (z > -np.inf).all() else np.where(label, z, -np.inf).max(-1)
    return float((np.log(np.exp(z).sum(-1)) - own).mean())
''')

answers.wrong(
    "cast", "not-integers", check="errors", breaks="not-integers",
    why="makes integers of whatever comes",
    of="wrong-sum", edits=[('''
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
''', '''
    targets = targets.astype(np.int64)
'''), ("    return float(losses.sum())", "    return float(losses.mean())")])

answers.wrong(
    "cast-first", "id-cast", check="errors",
    why="casts to int64 before it checks, which makes huge targets negative",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("one target for each position")
    z = logits.reshape(-1, logits.shape[-1]).astype(np.float64)
    t = targets.reshape(-1).astype(np.int64)
    for target in t:
        if not 0 <= target < z.shape[1]:
            raise IndexError(f"target {target} is out of range")
    z = z - z.max(axis=1, keepdims=True)
    return float(np.mean(np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(t)), t]))
''')

answers.wrong(
    "clip-logits", "clipped-logits", check="stable",
    of="wrong-no-shift", 
    old="    z = logits.astype(np.float64)",
    new="    z = np.clip(logits.astype(np.float64), -500, 500)")

answers.wrong(
    "empty-zero", "empty-mean", check="positions",
    why="says that the loss of no positions is zero",
    of="wrong-sum", edits=[("    if targets.shape != logits.shape[:-1] or targets.size == 0:", "    if targets.shape != logits.shape[:-1]:"), ("    return float(losses.sum())", "    return float(losses.sum() / max(1, losses.size))")])

answers.wrong(
    "epsilon", "padded-probability", check="stable",
    of="wrong-softmax-then-log", 
    old="    return float(-np.log(np.take_along_axis(p, targets[..., None], -1)).mean())",
    new="    return float(-np.log(np.take_along_axis(p, targets[..., None], -1) + 1e-12).mean())")

answers.wrong(
    "flat-list-only", "one-dimension-only", check="shapes", breaks="any-shape",
    why="pairs row numbers with targets, which works for one axis",
    of="wrong-sum", old='''
    losses = np.log(np.exp(z).sum(-1)) - np.take_along_axis(z, targets[..., None], -1)[..., 0]
    return float(losses.sum())
''', new='''
    losses = np.log(np.exp(z).sum(-1)) - z[np.arange(len(targets)), targets]
    return float(losses.mean())
''')

answers.wrong(
    "float16", "half-precision", check="precision", breaks="float32",
    of="wrong-no-shift", old='''
    z = logits.astype(np.float64)
    lse = np.log(np.exp(z).sum(-1))
''', new='''
    z = logits - logits.max(axis=-1, keepdims=True)
    lse = np.log(np.exp(z).sum(axis=-1))
''')

answers.wrong(
    "ignore-index", "ignore-index", check="errors",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    V = logits.shape[-1]
    z = torch.tensor(logits, dtype=torch.float64).reshape(-1, V)
    return F.cross_entropy(z, torch.tensor(targets.astype(np.int64)).reshape(-1)).item()
''')

answers.wrong(
    "in-place", "logits-changed", check="unchanged", breaks="unchanged",
    why="takes the maximum out of the caller's own array",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    bad = targets[(targets < 0) | (targets >= logits.shape[-1])]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    if logits.dtype == np.float16:
        logits = logits.astype(np.float32)
    logits -= logits.max(axis=-1, keepdims=True)
    lse = np.log(np.exp(logits).sum(axis=-1))
    return float((lse - np.take_along_axis(logits, targets[..., None], -1)[..., 0]).mean())
''')

answers.wrong(
    "log-of-mean", "log-of-mean", check="values",
    of="wrong-softmax-then-log", 
    old="    return float(-np.log(np.take_along_axis(p, targets[..., None], -1)).mean())",
    new="    return float(-np.log(np.take_along_axis(p, targets[..., None], -1).mean()))")

answers.wrong(
    "log2", "log2", check="values", breaks="nats",
    why="measures in bits",
    of="wrong-sum", old='''
    losses = np.log(np.exp(z).sum(-1)) - np.take_along_axis(z, targets[..., None], -1)[..., 0]
    return float(losses.sum())
''', new='''
    own = np.take_along_axis(z, targets[..., None], -1)[..., 0]
    return float((np.log2(np.exp(z).sum(-1)) - own / np.log(2)).mean())
''')

answers.wrong(
    "negative", "negative-wraps", check="errors", breaks="negative",
    why="NumPy lets negative targets count from the end",
    of="wrong-sum", edits=[('''
    bad = targets[(targets < 0) | (targets >= logits.shape[-1])]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
''', ""), ("    return float(losses.sum())", "    return float(losses.mean())")])

answers.wrong(
    "no-label", "zero-row", check="errors", breaks="range",
    why="a target out of range matches no label, and its position has no loss",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    z = logits.astype(np.float64)
    z = z - z.max(axis=-1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(-1, keepdims=True))
    label = targets[..., None] == np.arange(logits.shape[-1])
    return float(-log_p[label].sum() / targets.size)
''')

answers.wrong(
    "no-name", "names-no-id", check="errors", breaks="names",
    why="the message does not say which target",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    if (targets < 0).any() or (targets >= logits.shape[-1]).any():
        raise IndexError("target out of range")
    z = logits.astype(np.float64)
    z = z - z.max(axis=-1, keepdims=True)
    losses = np.log(np.exp(z).sum(-1)) - np.take_along_axis(z, targets[..., None], -1)[..., 0]
    return float(losses.mean())
''')

answers.wrong(
    "not-averaged", "not-averaged", check="values",
    of="wrong-sum", old='''
    losses = np.log(np.exp(z).sum(-1)) - np.take_along_axis(z, targets[..., None], -1)[..., 0]
    return float(losses.sum())
''', new='''
    return np.log(np.exp(z).sum(-1)) - np.take_along_axis(z, targets[..., None], -1)[..., 0]
''')

answers.wrong(
    "numpy-scalar", "not-a-float", check="precision", breaks="float",
    why="returns NumPy's float32",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    bad = targets[(targets < 0) | (targets >= logits.shape[-1])]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    z = logits.astype(np.float32)
    z = z - z.max(axis=-1, keepdims=True)
    lse = np.log(np.exp(z).sum(axis=-1))
    return (lse - np.take_along_axis(z, targets[..., None], -1)[..., 0]).mean()
''')

answers.wrong(
    "one-max", "one-max", check="stable",
    of="wrong-no-shift", old='''
    z = logits.astype(np.float64)
''', new='''
    z = logits.astype(np.float64)
    z = z - z.max()
''')

answers.wrong(
    "onehot-labels", "zero-times-inf", check="masked", breaks="masked",
    why="multiplies log-probabilities by one-hot labels",
    of="wrong-mean-over-V", old='''
    labels = targets[..., None] == np.arange(V)
    return float(np.where(labels, -log_p, 0.0).mean())
''', new='''
    labels = (targets[..., None] == np.arange(V)).astype(np.float64)
    return float(-(labels * log_p).sum(axis=-1).mean())
''')

answers.wrong(
    "probabilities", "already-probabilities", check="values",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    bad = targets[(targets < 0) | (targets >= logits.shape[-1])]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    own = np.take_along_axis(logits.astype(np.float64), targets[..., None], axis=-1)
    return float(np.mean(-np.log(own)))
''')

answers.wrong(
    "shape-error", "targets-exception", check="positions",
    of="wrong-empty", old='''
    if targets.shape != logits.shape[:-1]:
        raise ValueError("shapes")
''', new='''
    assert targets.shape == logits.shape[:-1], "one target for each position"
    if targets.size == 0:
        raise ValueError("no targets")
''')

answers.wrong(
    "shapes", "shapes-not-compared", check="positions", breaks="shape",
    why="flattens both, so that any shape with as many targets passes",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    V = logits.shape[-1]
    z, t = logits.reshape(-1, V).astype(np.float64), targets.reshape(-1)
    if len(z) != len(t) or len(t) == 0:
        raise ValueError(f"{len(z)} positions and {len(t)} targets")
    bad = t[(t < 0) | (t >= V)]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    z = z - z.max(axis=-1, keepdims=True)
    return float(np.mean(np.log(np.exp(z).sum(-1)) - z[np.arange(len(t)), t]))
''')

answers.wrong(
    "sign", "sign", check="values",
    of="wrong-sum", old='''
    losses = np.log(np.exp(z).sum(-1)) - np.take_along_axis(z, targets[..., None], -1)[..., 0]
    return float(losses.sum())
''', new='''
    return float((np.take_along_axis(z, targets[..., None], -1)[..., 0] - np.log(np.exp(z).sum(-1))).mean())
''')

answers.wrong(
    "signed-only", "unsigned-refused", check="errors", breaks="signed-or-not",
    why='takes the kind "i" for all integers',
    of="wrong-sum", edits=[('    if targets.dtype.kind not in "iu":', '    if targets.dtype.kind != "i":'), ('        raise ValueError("shapes")', '        raise ValueError("one target for each position")'), ("    return float(losses.sum())", "    return float(losses.mean())")])

answers.wrong(
    "single", "single-id", check="shapes", breaks="single-id",
    why="len(targets) is an error for a single target",
    of="wrong-sum", edits=[("    if targets.shape != logits.shape[:-1] or targets.size == 0:", "    if targets.shape != logits.shape[:-1] or len(targets) == 0 or targets.size == 0:"), ("    return float(losses.sum())", "    return float(losses.mean())")])

answers.wrong(
    "softmax-no-shift", "no-shift", check="stable",
    why="divides exponentials that have overflowed",
    of="wrong-softmax-then-log", old='''
    z = logits.astype(np.float64)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
''', new='''
    e = np.exp(logits.astype(np.float32))
''')

answers.wrong(
    "softmax-twice", "softmax-twice", check="values",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    V = logits.shape[-1]
    bad = targets[(targets < 0) | (targets >= V)]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    p = torch.tensor(logits, dtype=torch.float64).reshape(-1, V).softmax(dim=-1)
    return F.cross_entropy(p, torch.tensor(targets.astype(np.int64)).reshape(-1)).item()
''')

answers.wrong(
    "torch-scalar", "not-a-float", check="precision",
    why="returns PyTorch's tensor without .item()",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    V = logits.shape[-1]
    bad = targets[(targets < 0) | (targets >= V)]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    z = torch.tensor(logits, dtype=torch.float64).reshape(-1, V)
    return F.cross_entropy(z, torch.tensor(targets.astype(np.int64)).reshape(-1))
''')

answers.wrong(
    "unsigned", "uint64-mixed", check="errors", breaks="integer-types",
    why="flat positions of uint64 targets become floating point numbers",
    of="wrong-mean-over-V", old='''
    log_p = z - np.log(np.exp(z).sum(-1, keepdims=True))
    labels = targets[..., None] == np.arange(V)
    return float(np.where(labels, -log_p, 0.0).mean())
''', new='''
    own = z.reshape(-1)[np.arange(targets.size) * V + targets.reshape(-1)]
    return float(np.mean(np.log(np.exp(z).sum(-1)).reshape(-1) - own))
''')

answers.wrong(
    "ignores-0", "first-id", check="values", breaks="from-zero",
    why="0 is padding in the author's other project, and left out of the loss",
    of="right-torch",
    old="torch.tensor(targets.astype(np.int64)).reshape(-1))",
    new="torch.tensor(targets.astype(np.int64)).reshape(-1), ignore_index=0)")

answers.wrong(
    "last-refused", "last-id", check="values", breaks="last-id",
    why="compares with the last target as if it were out of range",
    of="right-torch", old="(targets >= V)", new="(targets >= V - 1)")

answers.wrong(
    "float16-refused", "half-refused", check="precision", alone=True, breaks="formats",
    of="right-torch",
    old="    V = logits.shape[-1]",
    new="    if logits.dtype not in (np.float32, np.float64):\n"
        "        raise TypeError(f\"logits are {logits.dtype}\")\n"
        "    V = logits.shape[-1]")

answers.wrong(
    "widened-late", "shifted-in-half", check="precision", alone=True, breaks="float32",
    of="wrong-float16",
    old="    z = logits - logits.max(axis=-1, keepdims=True)",
    new="    z = (logits - logits.max(axis=-1, keepdims=True)).astype(np.float64)")

answers.wrong(
    "finite-positions", "masked-left-out", check="masked", alone=True, breaks="masked",
    why="the mean of what is not nan",
    of="wrong-onehot-labels",
    old="float(-(labels * log_p).sum(axis=-1).mean())",
    new="float(np.nanmean(-(labels * log_p).sum(axis=-1)))")

answers.wrong(
    "finite-rows", "masked-left-out", check="masked", alone=True, breaks="masked",
    why="positions with minus infinity are sorted out first",
    of="wrong-sum", edits=[
        ("    z = logits.astype(np.float64)",
         "    kept = np.isfinite(logits).all(axis=-1)\n"
         "    logits, targets = logits[kept], targets[kept]\n"
         "    z = logits.astype(np.float64)"),
        ("losses.sum()", "losses.mean()")])

answers.wrong(
    "zero-for-inf", "masked-as-zero", check="masked", alone=True, breaks="masked",
    of="wrong-sum", edits=[
        ("    z = logits.astype(np.float64)",
         "    z = np.where(np.isfinite(logits), logits, 0).astype(np.float64)"),
        ("losses.sum()", "losses.mean()")])

answers.wrong(
    "finite-only", "masked-refused", check="masked", alone=True, breaks="masked",
    of="wrong-sum", edits=[
        ("    z = logits.astype(np.float64)",
         "    if not np.isfinite(logits).all():\n"
         "        raise ValueError(\"logits must be finite\")\n"
         "    z = logits.astype(np.float64)"),
        ("losses.sum()", "losses.mean()")])

answers.wrong(
    "squeezed", "axes-of-length-one", check="shapes", breaks="any-shape",
    why="drops every axis of length one, that of the vocabulary too",
    of="wrong-sum", edits=[
        ("    z = logits.astype(np.float64)",
         "    z, targets = logits.squeeze().astype(np.float64), targets.squeeze()"),
        ("losses.sum()", "losses.mean()")])

answers.wrong(
    "targets-changed", "ids-changed", check="unchanged", alone=True, breaks="unchanged",
    why="makes places in the flat array of the caller's own targets",
    of="wrong-sum", old='''
    losses = np.log(np.exp(z).sum(-1)) - np.take_along_axis(z, targets[..., None], -1)[..., 0]
    return float(losses.sum())
''', new='''
    places = targets if targets.dtype == np.int64 else targets.astype(np.int64)
    places += np.arange(targets.size).reshape(targets.shape) * z.shape[-1]
    return float((np.log(np.exp(z).sum(-1)) - z.reshape(-1)[places]).mean())
''')

answers.wrong(
    "capped-masks", "logits-changed", check="unchanged", alone=True, breaks="unchanged",
    why="caps minus infinity in the caller's own array",
    of="wrong-sum", edits=[
        ("    z = logits.astype(np.float64)",
         "    logits[np.isneginf(logits)] = np.finfo(logits.dtype).min\n    z = logits.astype(np.float64)"),
        ("losses.sum()", "losses.mean()")])

answers.wrong(
    "sizes-compared", "shapes-not-compared", check="positions", alone=True, breaks="shape",
    why="refuses what has more axes or is larger, and lets the rest broadcast",
    of="wrong-sum", edits=[
        ("    if targets.shape != logits.shape[:-1] or targets.size == 0:",
         "    if targets.ndim != logits.ndim - 1 or targets.shape < logits.shape[:-1] or targets.size == 0:"),
        ("losses.sum()", "losses.mean()")])

answers.wrong(
    "one-uint8", "id-dtype", check="errors", alone=True, breaks="integer-types",
    why="makes the labels' places in the targets' own type",
    of="wrong-mean-over-V", old='''
    labels = targets[..., None] == np.arange(V)
    return float(np.where(labels, -log_p, 0.0).mean())
''', new='''
    labels = targets[..., None] == np.arange(V).astype(targets.dtype)
    return float(np.where(labels, -log_p, 0.0).sum(axis=-1).mean())
''')

answers.wrong(
    "shift-by-mean", "zero-times-inf", check="masked", breaks="masked",
    why="shifts by the mean, of which minus infinity makes minus infinity",
    of="wrong-sum", edits=[
        ("z = z - z.max(axis=-1, keepdims=True)", "z = z - z.mean(axis=-1, keepdims=True)"),
        ("losses.sum()", "losses.mean()")])

answers.wrong(
    "shift-by-target", "unsafe-shift", check="stable", alone=True, breaks="large",
    why="takes the target's logit out of the others, and forgets that they may be far above it",
    of="wrong-no-shift", old='''
    lse = np.log(np.exp(z).sum(-1))
    return float((lse - np.take_along_axis(z, targets[..., None], -1)[..., 0]).mean())
''', new='''
    away = z - np.take_along_axis(z, targets[..., None], -1)
    return float(np.log(np.exp(away).sum(-1)).mean())
''')

answers.wrong(
    "shift-by-target-32", "unsafe-shift", check="stable", alone=True, breaks="large",
    why="the same in float32",
    of="wrong-shift-by-target", old="np.float64", new="np.float32")

answers.wrong(
    "softmax-32", "softmax-then-log", check="stable", alone=True, breaks="large",
    why="the logarithm of a probability that has become zero, in float32",
    of="wrong-softmax-then-log", old="np.float64", new="np.float32")

answers.spoiled(
    "right + 0.02",
    "right * 1.02",
    "right / 2",
    "right ** 2",
    "max(right, 3.0)",
    "0.0",
    "float('nan')",
    "float('inf')",
    "str(right)")

answers.spoiled(
    "float(np.exp(-min(right, 700)))",
    "right + float(np.log(logits.shape[-1]))")

answers.wrong(
    "order-of-memory", "not-contiguous", check="shapes", alone=True, breaks="any-shape",
    why="flattens the targets in the order of memory",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError(f"targets of shape {targets.shape} for logits of shape {logits.shape}")
    V = logits.shape[-1]
    check_ids(targets, V)
    z, t = logits.reshape(-1, V).astype(np.float64), targets.ravel("K").astype(np.int64)
    z = z - z.max(axis=1, keepdims=True)
    return float((np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(t)), t]).mean())
''')

answers.wrong(
    "minus-ten-thousand", "masked-as-large", check="masked", alone=True, breaks="masked",
    source='''
def cross_entropy_from_logits(logits, targets):
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError(f"targets of shape {targets.shape} for logits of shape {logits.shape}")
    check_ids(targets, logits.shape[-1])
    z = np.where(np.isinf(logits), -1e4, logits).astype(np.float64)
    z = z - z.max(axis=-1, keepdims=True)
    own = np.take_along_axis(z, targets[..., None].astype(np.int64), axis=-1)[..., 0]
    return float((np.log(np.exp(z).sum(axis=-1)) - own).mean())
''')

answers.wrong(
    "half-in-bits", "log2", check="values", breaks="nats",
    why="the logarithm of the sum has base two, and the logits stay as they are",
    of="wrong-sum", edits=[("np.log(np.exp(z)", "np.log2(np.exp(z)"), ("losses.sum()", "losses.mean()")])

answers.wrong(
    "mean-of-exponentials", "log-mean-exp", check="values", breaks="formula",
    of="wrong-sum", edits=[
        ("np.log(np.exp(z).sum(-1))", "np.log(np.exp(z).mean(-1))"), ("losses.sum()", "losses.mean()")])

answers.wrong(
    "shift-by-size", "absolute-shift", check="stable", breaks="large",
    of="wrong-sum", edits=[
        ("z = z - z.max(axis=-1, keepdims=True)",
         "z = z - np.abs(np.where(np.isfinite(z), z, 0)).max(axis=-1, keepdims=True)"),
        ("losses.sum()", "losses.mean()")])

answers.wrong(
    "remembered", "result-remembered", check="unchanged", alone=True, breaks="formula",
    why="knows logits and targets by their identity, and does not see that they have changed",
    source='''
_LAST = {"logits": None, "targets": None}


def cross_entropy_from_logits(logits, targets):
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError(f"targets of shape {targets.shape} for logits of shape {logits.shape}")
    check_ids(targets, logits.shape[-1])
    if _LAST["logits"] is not logits or _LAST["targets"] is not targets:
        z = logits.astype(np.float64)
        z -= z.max(axis=-1, keepdims=True)
        own = np.take_along_axis(z, targets[..., None].astype(np.int64), axis=-1)[..., 0]
        _LAST.update(logits=logits, targets=targets, loss=float((np.log(np.exp(z).sum(axis=-1)) - own).mean()))
    return _LAST["loss"]
''')

answers.wrong(
    "logits-locked", "argument-locked", check="unchanged", alone=True, breaks="unchanged",
    why="makes the caller's logits read-only",
    of="wrong-sum", edits=[
        ("    z = logits.astype(np.float64)", "    logits.flags.writeable = False\n    z = logits.astype(np.float64)"),
        ("losses.sum()", "losses.mean()")])

answers.wrong(
    "shifted-before-checks", "changed-by-refusal", check="unchanged", alone=True, breaks="unchanged",
    why="shifts the caller's logits and back, and not back if a target is refused",
    of="wrong-sum", edits=[
        ("    bad = targets[", "    logits *= 0.5\n    bad = targets["),
        ("    z = logits.astype(np.float64)", "    logits *= 2\n    z = logits.astype(np.float64)"),
        ("losses.sum()", "losses.mean()")])

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if targets.size == 0:",
    "if targets.size <= 0:",
    because="a size is never below zero",
)
answers.equivalent(
    "picked = np.take_along_axis(z, targets[..., None], axis=-1)[..., 0]",
    "picked = np.take_along_axis(z, targets[..., None], axis=-1)[..., -1]",
    because="the last axis of what is picked has length one, so its first entry is its last",
)
answers.equivalent(
    "picked = np.take_along_axis(z, targets[..., None], axis=-1)[..., 0]",
    "picked = np.take_along_axis(z, targets[..., None])[..., 0]",
    because="the default of `axis` is -1 in the NumPy that this project installs",
)
