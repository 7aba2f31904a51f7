"""Answers to `train_step` of language-model."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "autograd", how="PyTorch's autograd for the gradients, NumPy for the step",
    source='''
def train_step(p, ids, targets, lr):
    for numbers in (ids, targets):
        check_ids(numbers, len(p.E))
    if targets.ndim != 1 or ids.shape != (len(targets), len(p.P)) or not len(targets):
        raise ValueError(f"ids {ids.shape}, targets {targets.shape}, window {len(p.P)}")
    arrays = [p.E, p.P, p.W1, p.W2]
    E, P, W1, W2 = leaves = [torch.tensor(a.copy(), requires_grad=True) for a in arrays]
    x = E[torch.tensor(ids.astype(np.int64))] + P
    n = x / torch.sqrt(x.pow(2).mean(-1, keepdim=True) + EPS)
    o = torch.tanh(n.flatten(1) @ W1) @ W2
    h = o / torch.sqrt(o.pow(2).mean(-1, keepdim=True) + EPS)
    loss = F.cross_entropy(h @ E.T, torch.tensor(targets.astype(np.int64)))
    loss.backward()
    for array, leaf in zip(arrays, leaves):
        array[:] = array - lr * leaf.grad.numpy()
    return loss.item()
''')

answers.right(
    "own-block", how="forward and backward written out",
    source='''
def unit(x):
    r = np.sqrt((x * x).mean(-1, keepdims=True) + EPS)
    return x / r, r


def back(y, r, dy):
    return (dy - y * (dy * y).mean(-1, keepdims=True)) / r


def train_step(p, ids, targets, lr):
    check_ids(ids, len(p.E)), check_ids(targets, len(p.E))
    if ids.ndim != 2 or ids.shape[1] != len(p.P) or len(ids) == 0 or targets.shape != ids.shape[:1]:
        raise ValueError("ids (B, w) and targets (B,) are expected, B at least 1")
    B, w = ids.shape
    n, r = unit(p.E[ids] + p.P)
    flat = n.reshape(B, -1)
    a = np.tanh(flat @ p.W1)
    h, s = unit(a @ p.W2)
    z = h @ p.E.T
    q = np.exp(z - z.max(1, keepdims=True))
    q /= q.sum(1, keepdims=True)
    loss = float(-np.log(q[np.arange(B), targets]).mean())
    q[np.arange(B), targets] -= 1
    q /= B
    do = back(h, s, q @ p.E)
    da = do @ p.W2.T * (1 - a**2)
    dx = back(n, r, (da @ p.W1.T).reshape(n.shape))
    steps = q.T @ h + embedding_backward(dx, ids, len(p.E)), dx.sum(0), flat.T @ da, a.T @ do
    for array, gradient in zip((p.E, p.P, p.W1, p.W2), steps):
        array -= lr * gradient
    return loss
''')

answers.right(
    "two-steps-for-E", how="the table moves twice, once for each side, with gradients from before",
    source='''
def train_step(p, ids, targets, lr):
    V = len(p.E)
    check_ids(ids, V)
    check_ids(targets, V)
    if ids.ndim != 2 or ids.shape[1] != len(p.P) or targets.shape != (len(ids),):
        raise ValueError(f"ids {ids.shape}, targets {targets.shape}")
    B = len(ids)
    if B == 0:
        raise ValueError("an empty batch")
    x = p.E[ids] + p.P
    h, saved = block_forward(p, x)
    logits = h @ p.E.T
    loss = cross_entropy(logits, targets)
    dz = softmax(logits)
    dz[np.arange(B), targets] -= 1
    dz /= B
    dE = dz.T @ h
    dh = dz @ p.E
    dx, dW1, dW2 = block_backward(p, saved, dh)
    dP = dx.sum(axis=0)
    np.add.at(p.E, ids, -lr * dx)
    np.subtract(p.E, lr * dE, out=p.E)
    for t in range(len(p.P)):
        p.P[t] -= lr * dP[t]
    p.W1 -= lr * dW1
    p.W2 -= lr * dW2
    return loss
''')

answers.wrong(
    "buffered", "duplicates-lost", check="table", breaks="gradient",
    why="+= with repeated ids",
    source='''
def train_step(p, ids, targets, lr):
    V = len(p.E)
    check_ids(ids, V)
    check_ids(targets, V)
    if ids.ndim != 2 or ids.shape[1] != len(p.P) or targets.shape != (len(ids),):
        raise ValueError(f"ids {ids.shape}, targets {targets.shape}")
    B = len(ids)
    if B == 0:
        raise ValueError("an empty batch")
    x = p.E[ids] + p.P
    h, saved = block_forward(p, x)
    logits = h @ p.E.T
    loss = cross_entropy(logits, targets)
    dz = softmax(logits)
    dz[np.arange(B), targets] -= 1
    dz /= B
    dE = dz.T @ h
    dh = dz @ p.E
    dx, dW1, dW2 = block_backward(p, saved, dh)
    dE[ids] += dx
    dP = dx.sum(axis=0)
    p.E -= lr * dE
    p.P -= lr * dP
    p.W1 -= lr * dW1
    p.W2 -= lr * dW2
    return loss
''')

answers.wrong(
    "all-places", "places-mixed", check="inside", breaks="places",
    of="wrong-buffered", old='''
    dE[ids] += dx
    dP = dx.sum(axis=0)
''', new='''
    np.add.at(dE, ids, dx)
    dP = dx.sum(axis=(0, 1))
''')

answers.wrong(
    "head-alone", "input-side-missing", check="table",
    why="forgets the table's input side",
    of="wrong-buffered", old='''
    dE[ids] += dx
''', new="")

answers.wrong(
    "input-alone", "output-side-missing", check="table",
    why="forgets the table's output side",
    of="wrong-buffered", old="    dE[ids] += dx", new="    dE = embedding_backward(dx, ids, V)")

answers.wrong(
    "loss-after", "loss-after", check="loss", breaks="before",
    of="wrong-buffered", edits=[("    dE[ids] += dx", "    np.add.at(dE, ids, dx)"), ('''
    return loss
''', '''
    h, _ = block_forward(p, p.E[ids] + p.P)
    return cross_entropy(h @ p.E.T, targets)
''')])

answers.wrong(
    "places-averaged", "positions-averaged", check="inside", breaks="sum",
    of="wrong-buffered", old='''
    dE[ids] += dx
    dP = dx.sum(axis=0)
''', new='''
    np.add.at(dE, ids, dx)
    dP = dx.mean(axis=0)
''')

answers.wrong(
    "places-fixed", "parts-idle", check="inside", breaks="all-four",
    of="wrong-buffered", edits=[("    dE[ids] += dx", "    np.add.at(dE, ids, dx)"), ('''
    p.P -= lr * dP
''', "")])

answers.wrong(
    "rebinds", "not-in-place", check="in-place", breaks="in-place",
    of="wrong-buffered", edits=[("    dE[ids] += dx", "    np.add.at(dE, ids, dx)"), ('''
    p.E -= lr * dE
    p.P -= lr * dP
    p.W1 -= lr * dW1
    p.W2 -= lr * dW2
''', '''
    p.E = p.E - lr * dE
    p.P = p.P - lr * dP
    p.W1 = p.W1 - lr * dW1
    p.W2 = p.W2 - lr * dW2
''')])

answers.wrong(
    "table-first", "in-turn", check="inside", breaks="from-before",
    of="wrong-buffered", edits=[('''
    dE = dz.T @ h
''', '''
    dE = dz.T @ h
    p.E -= lr * dE
'''), ("    dE[ids] += dx", "    dE = embedding_backward(dx, ids, V)")])

answers.wrong(
    "wraps", "negative-wraps", check="errors", breaks="range",
    why="checks the targets and not the ids",
    of="wrong-buffered", edits=[('''
    check_ids(ids, V)
''', '''
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    if ids.size and ids.max() >= V:
        raise IndexError(f"no row {ids.max()}")
'''), ("    dE[ids] += dx", "    np.add.at(dE, ids, dx)")])

answers.wrong(
    "loop", "nothing-moves", check="in-place",
    of="right-own-block", edits=[("        array -= lr * gradient", "        array = array - lr * gradient")])

answers.wrong(
    "no-lr", "lr-ignored", check="inside", breaks="lr",
    of="right-own-block", edits=[("        array -= lr * gradient", "        array -= gradient")])

answers.wrong(
    "clips", "gradients-clipped", check="inside",
    why="clips the gradients to a norm of 1",
    of="right-own-block", edits=[("    for array, gradient", "    norm = np.sqrt(sum(float((g * g).sum()) for g in steps))\n    for array, gradient"), ("        array -= lr * gradient", "        array -= lr * min(1.0, 1.0 / norm) * gradient")])

answers.wrong(
    "decay", "weights-decayed", check="inside", breaks="plain",
    of="right-own-block", edits=[("        array -= lr * gradient", "        array -= lr * (gradient + 0.01 * array)")])

answers.wrong(
    "momentum", "step-remembers", check="inside",
    why="keeps a velocity from step to step",
    of="right-own-block", edits=[("def train_step", "velocity = {}\n\n\ndef train_step"), ("        array -= lr * gradient", """
        held, before = velocity.get(id(array), (array, 0))
        before = before if held is array else 0
        velocity[id(array)] = array, 0.9 * before + gradient
        array -= lr * (0.9 * before + gradient)
""".strip("\n"))])

answers.wrong(
    "over-tokens", "mean-over-tokens", check="inside",
    why="divides the gradient of the logits by the number of tokens",
    of="right-own-block", edits=[("    q /= B", "    q /= q.shape[1]")])

answers.wrong(
    "next-target", "targets-shifted", check="inside",
    why="takes the target of the window before",
    of="right-own-block", edits=[("    q[np.arange(B), targets] -= 1", "    q[np.arange(B), np.roll(targets, 1)] -= 1")])

answers.wrong(
    "summed", "not-averaged", check="inside", breaks="mean-loss",
    why="takes the gradients of a sum over the batch",
    of="right-own-block", edits=[("    q /= B\n", "")])

answers.wrong(
    "bits", "in-bits", check="loss", breaks="nats",
    why="returns the loss in bits",
    of="right-own-block", edits=[("    return loss\n", "    return loss / float(np.log(2))\n")])

answers.wrong(
    "numpy-loss", "loss-no-float", check="in-place", breaks="float",
    why="returns the mean as NumPy has it",
    of="right-own-block", edits=[("    loss = float(-np.log(q[np.arange(B), targets]).mean())", "    loss = -np.log(q[np.arange(B), targets]).mean()")])

answers.wrong(
    "loss-summed", "not-averaged", check="loss", breaks="mean",
    why="returns the sum of the losses",
    of="right-own-block", edits=[("targets]).mean())", "targets]).sum())")])

answers.wrong(
    "no-places", "positions-missing", check="loss",
    why="forgets the positions on the way forward",
    of="right-own-block", edits=[("unit(p.E[ids] + p.P)", "unit(p.E[ids])")])

answers.wrong(
    "late", "raises-late", check="errors", breaks="raises-before",
    of="right-own-block", edits=[("    check_ids(ids, len(p.E)), check_ids(targets, len(p.E))", "    check_ids(ids, len(p.E))"),
    ("    loss = float(-np.log(q[np.arange(B), targets]).mean())\n    q[np.arange(B), targets] -= 1", "    q -= targets[:, None] == np.arange(len(p.E))"),
    ("        array -= lr * gradient\n    return loss", "        array -= lr * gradient\n    return cross_entropy(z, targets)")])

answers.wrong(
    "casts", "id-types", check="errors", breaks="types",
    why="turns any targets into integers",
    of="right-own-block", edits=[("check_ids(targets, len(p.E))", "check_ids(targets.astype(np.int64), len(p.E))"), ("    B, w = ids.shape", "    targets = targets.astype(np.int64)\n    B, w = ids.shape")])

answers.wrong(
    "mute", "id-not-named", check="errors", breaks="named",
    why="says that a target is outside, not which",
    of="right-own-block", edits=[("    check_ids(ids, len(p.E)), check_ids(targets, len(p.E))", """
    check_ids(ids, len(p.E))
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.size and not 0 <= targets.min() <= targets.max() < len(p.E):
        raise IndexError("a target is outside the table")
""".strip("\n"))])

answers.wrong(
    "one-for-all", "shapes-unchecked", check="errors", breaks="shapes",
    why="lets one target broadcast",
    of="right-own-block", edits=[("targets.shape != ids.shape[:1]", "targets.ndim != 1 or len(targets) not in (1, len(ids))")])

answers.wrong(
    "empty", "no-targets", check="errors", breaks="empty",
    why="returns 0 for an empty batch",
    of="right-own-block", edits=[(" or len(ids) == 0 or", " or"), ("    B, w = ids.shape", "    if len(ids) == 0:\n        return 0.0\n    B, w = ids.shape")])

answers.wrong(
    "squeezed", "one-window", check="inside", breaks="one-window",
    why="takes a batch of one window for its positions",
    of="right-own-block", edits=[("dx.sum(0), flat", "(dx if B > 1 else dx[0]).sum(0), flat")])

answers.wrong(
    "flat", "ids-in-own-dtype", check="in-place", breaks="any-integer",
    why="computes the places of the numbers in the dtype of the ids",
    of="right-own-block", edits=[("unit(p.E[ids] + p.P)", "unit(p.E.ravel()[ids[..., None] * p.E.shape[1] + np.arange(p.E.shape[1], dtype=ids.dtype)] + p.P)")])

answers.wrong(
    "through-ravel", "needs-contiguous", check="in-place", breaks="contiguous",
    why="changes a flat copy where the memory has gaps",
    of="right-own-block", edits=[("        array -= lr * gradient", "        array.reshape(-1)[:] -= lr * gradient.reshape(-1)")])

answers.wrong(
    "float32", "too-narrow", check="inside", breaks="wider",
    why="computes the gradients in float32",
    of="right-own-block", edits=[("        array -= lr * gradient", "        array -= lr * gradient.astype(np.float32)")])

answers.wrong(
    "sorts", "arguments-changed", check="loss", breaks="unchanged",
    why="sorts the targets in place to count them",
    of="right-own-block", edits=[("    return loss\n", "    targets.sort()\n    return loss\n")])

answers.wrong(
    "float64", "dtype-not-kept", check="in-place", breaks="dtype",
    why="puts arrays of float64 into p",
    of="right-own-block", edits=[("    return loss\n", "    p.W1 = p.W1.astype(np.float64)\n    return loss\n")])

answers.spoiled(
    "right + 1e-3",
    "str(right)",
    "None",
    "(right, p.E.__imul__(1.001))[0]",
    "(right, p.W1.__iadd__(1e-3))[0]")


answers.wrong(
    "copies-back", "arrays-replaced", check="errors", alone=True,
    why="puts copies into p after an exception",
    of="right-autograd", old='''
    if targets.ndim != 1 or ids.shape != (len(targets), len(p.P)) or not len(targets):
        raise''', new='''
    if targets.ndim != 1 or ids.shape != (len(targets), len(p.P)) or not len(targets):
        p.E, p.P, p.W1, p.W2 = (a.copy() for a in (p.E, p.P, p.W1, p.W2))
        raise''')

answers.wrong(
    "sparse-step", "rows-of-the-batch", check="table",
    of="right-autograd", old='''
    for array, leaf in zip(arrays, leaves):
''', new='''
    E.grad[~np.isin(np.arange(len(p.E)), np.append(ids, targets))] = 0
    for array, leaf in zip(arrays, leaves):
''')

answers.wrong(
    "one-example", "shapes-unchecked", check="errors", alone=True, breaks="window-shape",
    why="takes a single window and a single target for a batch",
    of="right-own-block", old='''
    check_ids(ids, len(p.E)), check''', new='''
    if ids.ndim == 1 and targets.ndim == 0:
        ids, targets = ids[None], targets[None]
    check_ids(ids, len(p.E)), check''')

answers.wrong(
    "ignores-minus-100", "target-ignored", check="errors", alone=True,
    why="leaves windows with the target -100 out, as PyTorch's loss does",
    of="right-own-block", old='''
    check_ids(ids, len(p.E)), check''', new='''
    if targets.shape == ids.shape[:1]:
        ids, targets = ids[targets != -100], targets[targets != -100]
    check_ids(ids, len(p.E)), check''')

answers.wrong(
    "signed-first", "other-number", check="errors", alone=True,
    why="converts unsigned targets to int64 before they are checked",
    of="right-own-block", old='''
    check_ids(ids, len(p.E)), check''', new='''
    targets = targets.astype(np.int64) if targets.dtype.kind == "u" else targets
    check_ids(ids, len(p.E)), check''')

answers.wrong(
    "one-window-for-P", "windows-lost", check="inside",
    of="wrong-buffered", edits=[("    dE[ids] += dx", "    np.add.at(dE, ids, dx)"), ("    p.P -= lr * dP", "    places = np.broadcast_to(np.arange(len(p.P)), ids.shape)\n    p.P[places] -= lr * dx")])

answers.wrong(
    "window-by-window", "window-by-window", check="inside",
    of="right-two-steps-for-E", edits=[("def train_step(p", "def one_step(p"), ('''
    p.W2 -= lr * dW2
    return loss
''', '''
    p.W2 -= lr * dW2
    return loss


def train_step(p, ids, targets, lr):
    loss = one_step(p, ids, targets, 0.0)
    for b in range(len(ids)):
        one_step(p, ids[b : b + 1], targets[b : b + 1], lr / len(ids))
    return loss
''')])

answers.wrong(
    "table-turned-once", "step-remembers", check="table",
    why="keeps a turned copy of the table between steps",
    of="right-two-steps-for-E", edits=[("def train_step(p", 'kept = {"table": None}\n\n\ndef train_step(p'),
    ("    logits = h @ p.E.T", '    if kept["table"] is not p.E:\n        kept.update(table=p.E, turned=np.array(p.E.T, order="C"))\n    logits = h @ kept["turned"]')])
