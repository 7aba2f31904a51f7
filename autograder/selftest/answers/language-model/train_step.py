"""Answers to `train_step` of language-model."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "autograd", how="PyTorch's autograd for the gradients, NumPy for the step",
    source='''
def train_step(p, ids, targets, lr):
    for numbers in (ids, targets):
        check_ids(numbers, len(p.E))
    if ids.shape != (len(targets), len(p.P)) or targets.ndim != 1 or not len(targets):
        raise ValueError(f"ids {ids.shape}, targets {targets.shape}, window {len(p.P)}")
    arrays = [p.E, p.P, p.W1, p.W2]
    E, P, W1, W2 = leaves = [torch.tensor(a, requires_grad=True) for a in arrays]
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
    "buffered", "duplicates-lost", check="table",
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
    "all-places", "places-mixed", check="inside",
    why="sums over batch and places",
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
    "loss-after", "loss-after", check="loss",
    why="computes the loss with the new parameters",
    of="wrong-buffered", edits=[("    dE[ids] += dx", "    np.add.at(dE, ids, dx)"), ('''
    return loss
''', '''
    h, _ = block_forward(p, p.E[ids] + p.P)
    return cross_entropy(h @ p.E.T, targets)
''')])

answers.wrong(
    "places-averaged", "positions-averaged", check="inside",
    why="mean over the batch for P",
    of="wrong-buffered", old='''
    dE[ids] += dx
    dP = dx.sum(axis=0)
''', new='''
    np.add.at(dE, ids, dx)
    dP = dx.mean(axis=0)
''')

answers.wrong(
    "places-fixed", "parts-idle", check="inside",
    why="does not move P",
    of="wrong-buffered", edits=[("    dE[ids] += dx", "    np.add.at(dE, ids, dx)"), ('''
    p.P -= lr * dP
''', "")])

answers.wrong(
    "rebinds", "not-in-place", check="in-place",
    why="puts new arrays into p",
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
    "table-first", "in-turn", check="inside",
    why="steps the table with the head's part before dh is computed",
    of="wrong-buffered", edits=[('''
    dE = dz.T @ h
''', '''
    dE = dz.T @ h
    p.E -= lr * dE
'''), ("    dE[ids] += dx", "    dE = embedding_backward(dx, ids, V)")])

answers.wrong(
    "wraps", "negative-wraps", check="errors",
    why="checks the targets and not the ids",
    of="wrong-buffered", edits=[('''
    check_ids(ids, V)
''', '''
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    if ids.size and ids.max() >= V:
        raise IndexError(f"no row {ids.max()}")
'''), ("    dE[ids] += dx", "    np.add.at(dE, ids, dx)")])

answers.spoiled(
    "right + 1e-3",
    "str(right)",
    "None",
    "(right, p.E.__imul__(1.001))[0]",
    "(right, p.W1.__iadd__(1e-3))[0]")
