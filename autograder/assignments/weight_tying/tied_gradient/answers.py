"""Answers to `tied_gradient` of weight-tying."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "autograd", how="two leaves with the same numbers, one for each end",
    source='''
def tied_gradient(E, W, ids, targets):
    if E.ndim != 2 or W.shape != (E.shape[1], E.shape[1]) or ids.shape != targets.shape or ids.size == 0:
        raise ValueError("shapes do not fit, or there are no ids")
    for name in (ids, targets):
        check_ids(name, len(E))
    first, last, mix = (torch.tensor(a, requires_grad=True) for a in (E, E, W))
    z = torch.tanh(F.embedding(torch.tensor(ids.astype(np.int64)).reshape(-1), first) @ mix) @ last.T
    loss = F.cross_entropy(z, torch.tensor(targets.astype(np.int64)).reshape(-1))
    loss.backward()
    return loss.item(), first.grad.numpy(), last.grad.numpy(), mix.grad.numpy()
''')

answers.right(
    "loop", how="position by position, in float64",
    source='''
class TiedGradients(NamedTuple):
    loss: float
    input_side: np.ndarray
    output_side: np.ndarray
    dW: np.ndarray


def tied_gradient(E, W, ids, targets):
    if E.ndim != 2 or W.shape != E.shape[1:] * 2:
        raise ValueError("W must be d x d")
    if ids.shape != targets.shape or 0 in ids.shape:
        raise ValueError("one target for each id, and at least one")
    check_ids(ids, E.shape[0])
    check_ids(targets, E.shape[0])
    table, mix, N = E.astype(float), W.astype(float), ids.size
    loss, read, scored, dW = 0.0, np.zeros_like(table), np.zeros_like(table), np.zeros_like(mix)
    for i, t in zip(ids.ravel().tolist(), targets.ravel().tolist()):
        x = table[i]
        h = np.tanh(mix.T @ x)
        z = table @ h
        z -= z.max()
        p = np.exp(z) / np.exp(z).sum()
        loss += np.log(np.exp(z).sum()) - z[t]
        p[t] -= 1
        scored += np.outer(p, h)
        da = (table.T @ p) / np.cosh(mix.T @ x) ** 2
        dW += np.outer(x, da)
        read[i] += mix @ da
    return TiedGradients(loss / N, *((a / N).astype(E.dtype) for a in (read, scored, dW)))
''')

answers.right(
    "onehot", how="one-hot matrices for ids and targets",
    source='''
class TiedGradients(NamedTuple):
    loss: float
    input_side: np.ndarray
    output_side: np.ndarray
    dW: np.ndarray


def tied_gradient(E, W, ids, targets):
    (V, d), N = E.shape, ids.size
    if W.shape != (d, d):
        raise ValueError(f"W is {W.shape}, not ({d}, {d})")
    if N == 0 or targets.shape != ids.shape:
        raise ValueError(f"{ids.shape} ids and {targets.shape} targets")
    check_ids(ids, V)
    check_ids(targets, V)
    eye = np.eye(V, dtype=E.dtype)
    read, predict = eye[ids.ravel()], eye[targets.ravel()]
    x = read @ E
    h = np.tanh(x @ W)
    z = h @ E.T
    z -= z.max(1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(1, keepdims=True))
    r = (np.exp(log_p) - predict) / N
    back = (r @ E) * (1 - h) * (1 + h)
    return TiedGradients(float(-(log_p * predict).sum() / N), read.T @ back @ W.T, r.T @ h, x.T @ back)
''')

answers.wrong(
    "forward-W", "W-not-transposed", check="input", breaks="input-side",
    source='''
class TiedGradients(NamedTuple):
    loss: float
    input_side: np.ndarray
    output_side: np.ndarray
    dW: np.ndarray


def tied_gradient(E, W, ids, targets):
    V, d = E.shape
    if W.shape != (d, d):
        raise ValueError(f"W {W.shape} does not fit E {E.shape}")
    if ids.shape != targets.shape or ids.size == 0:
        raise ValueError(f"ids {ids.shape}, targets {targets.shape}")
    check_ids(ids, V)
    check_ids(targets, V)
    i, t = ids.reshape(-1), targets.reshape(-1)
    N = len(i)
    x = E[i]
    a = x @ W
    h = np.tanh(a)
    z = h @ E.T
    z = z - z.max(axis=1, keepdims=True)
    lse = np.log(np.exp(z).sum(axis=1))
    loss = float(np.mean(lse - z[np.arange(N), t]))
    g = np.exp(z - lse[:, None])
    g[np.arange(N), t] -= 1
    g = g / N
    output_side = g.T @ h
    dh = g @ E
    da = dh * (1 - h**2)
    dW = x.T @ da
    dx = da @ W
    input_side = embedding_backward(dx, i, V)
    return TiedGradients(loss, input_side, output_side, dW)
''')

answers.wrong(
    "added-up", "sum-in-one-side", check="input", breaks="own-parts",
    why="scatters into the gradient of the output side",
    of="wrong-forward-W", old='''
    dx = da @ W
    input_side = embedding_backward(dx, i, V)
''', new='''
    dx = da @ W.T
    input_side = output_side + embedding_backward(dx, i, V)
''')

answers.wrong(
    "broadcasts", "shapes-unchecked", check="errors", breaks="shapes-fit",
    why="lets one id stand for all targets",
    of="wrong-forward-W", edits=[("    if ids.shape != targets.shape or ids.size == 0:", "    if ids.size == 0:"), ('''
    i, t = ids.reshape(-1), targets.reshape(-1)
''', '''
    i, t = np.broadcast_arrays(ids, targets)
    i, t = i.reshape(-1), t.reshape(-1)
'''), ("    dx = da @ W", "    dx = da @ W.T")])

answers.wrong(
    "buffered", "duplicates-lost", check="input", breaks="repeats",
    of="wrong-forward-W", old='''
    dx = da @ W
    input_side = embedding_backward(dx, i, V)
''', new='''
    dx = da @ W.T
    input_side = np.zeros_like(E)
    input_side[i] += dx
''')

answers.wrong(
    "dW-turned", "dW-transposed", check="weights", breaks="dW",
    of="wrong-forward-W", old='''
    dW = x.T @ da
    dx = da @ W
''', new='''
    dW = da.T @ x
    dx = da @ W.T
''')

answers.wrong(
    "mean-again", "averaged-twice", check="weights",
    why="divides by the number of positions on the way back as well",
    of="wrong-forward-W", edits=[("    da = dh * (1 - h**2)", "    da = dh * (1 - h**2) / N"), ("    dx = da @ W", "    dx = da @ W.T")])

answers.wrong(
    "no-tanh", "tanh-derivative", check="weights",
    of="wrong-forward-W", edits=[("    da = dh * (1 - h**2)", "    da = dh"), ("    dx = da @ W", "    dx = da @ W.T")])

answers.wrong(
    "rows-for-h", "output-from-rows", check="output", breaks="output-side",
    of="wrong-forward-W", edits=[("    output_side = g.T @ h", "    output_side = g.T @ x"), ("    dx = da @ W", "    dx = da @ W.T")])

answers.wrong(
    "same-array", "sum-in-one-side", check="output",
    why="adds the input side in place, so that both names hold the sum",
    of="wrong-forward-W", old='''
    dx = da @ W
    input_side = embedding_backward(dx, i, V)
''', new='''
    dx = da @ W.T
    input_side = output_side
    np.add.at(input_side, i, dx)
''')

answers.wrong(
    "swapped", "sides-swapped", check="output", breaks="order",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    return TiedGradients(loss, input_side, output_side, dW)", "    return TiedGradients(loss, output_side, input_side, dW)")])

answers.wrong(
    "to-targets", "scattered-to-targets", check="input",
    of="wrong-forward-W", old='''
    dx = da @ W
    input_side = embedding_backward(dx, i, V)
''', new='''
    dx = da @ W.T
    input_side = embedding_backward(dx, t, V)
''')

answers.wrong(
    "two-axes", "one-axis-only", check="shapes", breaks="any-shape",
    why="transposes x as if it had two axes",
    of="wrong-forward-W", edits=[("    i, t = ids.reshape(-1), targets.reshape(-1)", "    i, t = ids, targets"), ("    dx = da @ W", "    dx = da @ W.T")])

answers.wrong(
    "wraps", "negative-wraps", check="errors", breaks="negative",
    why="checks the ids and not the targets",
    of="wrong-forward-W", edits=[('''
    check_ids(targets, V)
''', '''
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
'''), ("    dx = da @ W", "    dx = da @ W.T")])

answers.wrong(
    "no-tanh-forward", "tanh-left-out", check="output", breaks="tanh",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    h = np.tanh(a)", "    h = a"), ("    da = dh * (1 - h**2)", "    da = dh")])

answers.wrong(
    "W-turned", "W-transposed-forward", check="output", breaks="tanh",
    of="wrong-forward-W", edits=[("    a = x @ W", "    a = x @ W.T"), ("    dW = x.T @ da", "    dW = da.T @ x")])

answers.wrong(
    "past-W", "W-left-out", check="input",
    of="wrong-forward-W", old="    dx = da @ W", new="    dx = da")

answers.wrong(
    "dW-of-h", "dW-from-h", check="weights",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    dW = x.T @ da", "    dW = h.T @ da")])

answers.wrong(
    "summed-loss", "loss-summed", check="output", breaks="mean-loss",
    why="sums the losses and averages the gradients",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    loss = float(np.mean(lse - z[np.arange(N), t]))", "    loss = float(np.sum(lse - z[np.arange(N), t]))")])

answers.wrong(
    "summed-gradients", "not-averaged", check="weights", breaks="mean-gradient",
    why="forgets the factor of the mean",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    g = g / N\n", "")])

answers.wrong(
    "all-summed", "all-summed", check="output",
    why="sums everything",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    g = g / N\n", ""), ("    loss = float(np.mean(lse - z[np.arange(N), t]))", "    loss = float(np.sum(lse - z[np.arange(N), t]))")])

answers.wrong(
    "bits", "not-nats", check="output", breaks="nats",
    why="the loss in bits",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    loss = float(np.mean(lse - z[np.arange(N), t]))", "    loss = float(np.mean(lse - z[np.arange(N), t]) / np.log(2))")])

answers.wrong(
    "targets-only", "only-target-rows", check="output", breaks="every-row",
    why="gives a gradient to the rows of the targets alone",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    output_side = g.T @ h", "    output_side = embedding_backward(g[np.arange(N), t][:, None] * h, t, V)")])

answers.wrong(
    "rows-in-logits", "logits-of-rows", check="output", breaks="logits",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    z = h @ E.T", "    z = x @ E.T")])

answers.wrong(
    "loss-float32", "loss-not-float", check="shapes", breaks="loss-type",
    why="returns the loss in the dtype of E",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    loss = float(np.mean(lse - z[np.arange(N), t]))", "    loss = np.mean(lse - z[np.arange(N), t])")])

answers.wrong(
    "float64", "dtype-not-kept", check="shapes", breaks="dtype",
    why="scatters into zeros of float64",
    of="wrong-forward-W", edits=[("    dx = da @ W\n    input_side = embedding_backward(dx, i, V)", "    input_side = np.zeros((V, d))\n    np.add.at(input_side, i, da @ W.T)")])

answers.wrong(
    "single-precision", "digits-lost", check="output", breaks="accuracy",
    why="computes tanh in float32",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    h = np.tanh(a)", "    h = np.tanh(a.astype(np.float32)).astype(E.dtype)")])

answers.wrong(
    "int64-alone", "integer-types", check="shapes", breaks="integer-types",
    why="takes whole numbers of another type for wrong",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    check_ids(targets, V)", "    check_ids(targets, V)\n    if targets.dtype not in (np.int32, np.int64):\n        raise TypeError(f\"targets of dtype {targets.dtype}\")")])

answers.wrong(
    "ids-and-targets-in-one", "integer-types", check="shapes",
    why="puts ids and targets into one array, which makes float64 of int64 and uint64",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    i, t = ids.reshape(-1), targets.reshape(-1)", "    i, t = np.stack([ids.reshape(-1), targets.reshape(-1)])")])

answers.wrong(
    "views", "not-contiguous", check="shapes", breaks="strided",
    why="views the table through its memory, which it does not fill",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    i, t = ids.reshape(-1), targets.reshape(-1)", "    i, t = (torch.from_numpy(a.astype(np.int64, copy=False)).view(-1).numpy() for a in (ids, targets))")])

answers.wrong(
    "writes-into-W", "arguments-changed", check="weights", breaks="unchanged",
    why="puts the gradient of W into the memory of W",
    of="wrong-forward-W", old="    dW = x.T @ da\n    dx = da @ W", new="    dx = da @ W.T\n    dW = np.matmul(x.T, da, out=W)")

answers.wrong(
    "casts", "id-types", check="errors", breaks="types",
    why="casts the ids to int first",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    check_ids(ids, V)", "    ids = ids.astype(np.int64)\n    check_ids(ids, V)")])

answers.wrong(
    "clips", "range-unchecked", check="errors", breaks="range",
    why="clips the ids into the table",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    check_ids(ids, V)", "    check_ids(ids.reshape(-1)[:0], V)\n    ids = np.clip(ids, 0, V - 1)")])

answers.wrong(
    "mute", "id-not-named", check="errors", breaks="names",
    why="does not say which target",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    check_ids(targets, V)", "    check_ids(targets.reshape(-1)[:0], V)\n    if targets.min() < 0 or targets.max() >= V:\n        raise IndexError(\"a target is outside the table\")")])

answers.wrong(
    "counts-alone", "shapes-unchecked", check="errors",
    why="compares how many there are, not their shapes",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    if ids.shape != targets.shape or ids.size == 0:", "    if ids.size != targets.size or ids.size == 0:")])

answers.wrong(
    "last-axis-of-W", "shapes-unchecked", check="errors",
    why="compares the last two axes of W alone",
    of="wrong-forward-W", edits=[("    if W.shape != (d, d):", "    if W.shape[-2:] != (d, d):"), ("    a = x @ W", "    a = (x @ W).reshape(-1, d)"), ("    dx = da @ W", "    dx = da @ W.reshape(d, d).T")])

answers.wrong(
    "nan-mean", "no-targets", check="errors", breaks="no-ids",
    why="lets the mean of nothing be nan",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    if ids.shape != targets.shape or ids.size == 0:", "    if ids.shape != targets.shape:")])

answers.spoiled(
    "tuple(right)[::-1]",
    "right[:3]",
    "right._replace(input_side=right.input_side * 1.01)",
    "right._replace(dW=right.dW * 1.01)",
    "right._replace(input_side=right.input_side[::-1] * 1)",
    "right._replace(dW=right.dW[::-1] * 1)",
    "right._replace(loss=right.loss + 1e-3)",
    "right._replace(loss=str(right.loss))",
    "None")

answers.wrong(
    "mean-of-repeats", "repeats-averaged", check="input", breaks="repeats",
    why="averages the gradients of the positions that read a row",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    input_side = embedding_backward(dx, i, V)", "    times = np.bincount(i.astype(np.int64), minlength=V).clip(1)[:, None].astype(E.dtype)\n    input_side = embedding_backward(dx, i, V) / times")])

answers.wrong(
    "mean-over-all", "loss-over-tokens", check="output", breaks="mean-loss",
    why="divides the loss by the number of tokens as well",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    loss = float(np.mean(lse - z[np.arange(N), t]))", "    loss = float(np.mean(lse - z[np.arange(N), t])) / V")])

answers.wrong(
    "three-axes", "one-axis-only", check="shapes", alone=True, breaks="any-shape",
    why="writes the sums for one and two axes of positions",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    N = len(i)", "    N = {0: 1, 1: ids.shape[-1:], 2: ids.shape[:1]}[ids.ndim] and len(i)")])

answers.wrong(
    "ignores-a-hundred", "target-ignored", check="errors", alone=True, breaks="range",
    why="leaves out the targets that cross_entropy ignores",
    source='''
def tied_gradient(E, W, ids, targets):
    if E.ndim != 2 or W.shape != (E.shape[1], E.shape[1]) or ids.shape != targets.shape or ids.size == 0:
        raise ValueError("shapes do not fit, or there are no ids")
    check_ids(ids, len(E))
    check_ids(targets[targets != -100] if targets.dtype != bool else targets, len(E))
    first, last, mix = (torch.tensor(a, requires_grad=True) for a in (E, E, W))
    z = torch.tanh(F.embedding(torch.tensor(ids.astype(np.int64)).reshape(-1), first) @ mix) @ last.T
    loss = F.cross_entropy(z, torch.tensor(targets.astype(np.int64)).reshape(-1))
    loss.backward()
    return loss.item(), first.grad.numpy(), last.grad.numpy(), mix.grad.numpy()
''')

answers.wrong(
    "signed-first", "other-number", check="errors", alone=True, breaks="names",
    why="makes int64 of the targets before they are checked",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    check_ids(targets, V)", "    targets = targets.astype(np.int64) if targets.dtype == np.uint64 else targets\n    check_ids(targets, V)")])

answers.wrong(
    "narrowed", "id-narrowed", check="errors", alone=True, breaks="range",
    why="makes int32 of the ids before they are checked",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    check_ids(ids, V)", "    ids = ids.astype(np.int32) if ids.dtype == np.int64 else ids\n    check_ids(ids, V)")])

answers.wrong(
    "kept-dW", "result-kept", check="shapes", alone=True, breaks="new",
    why="keeps an array for dW of each shape",
    of="wrong-forward-W", edits=[("    dW = x.T @ da\n    dx = da @ W", "    kept = tied_gradient.__dict__.setdefault(f\"{W.shape} {W.dtype}\", np.empty_like(W))\n    dW = np.matmul(x.T, da, out=kept)\n    dx = da @ W.T")])

answers.wrong(
    "signed-alone", "integer-types", check="errors",
    why="takes unsigned numbers for no integers",
    of="wrong-forward-W", edits=[("    dx = da @ W", "    dx = da @ W.T"), ("    check_ids(ids, V)", "    if ids.dtype.kind != \"i\":\n        raise TypeError(f\"ids of dtype {ids.dtype}\")\n    check_ids(ids, V)")])

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if E.ndim != 2 or W.shape != (E.shape[1], E.shape[1]):",
    "if E.ndim < 2 or W.shape != (E.shape[1], E.shape[1]):",
    because="with three axes or more `V, d = E.shape` raises the ValueError that shapes ask for",
)
answers.equivalent(
    "if E.ndim != 2 or W.shape != (E.shape[1], E.shape[1]):",
    "if E.ndim != 2 or W.shape > (E.shape[1], E.shape[1]):",
    because="a smaller W makes the matrix product, or a function called with the result, raise ValueError",
)
answers.equivalent(
    "dW = x.reshape(-1, d).T @ da.reshape(-1, d)",
    "dW = x.reshape(- 2, d).T @ da.reshape(-1, d)",
    because="NumPy takes every negative length for the one to be found",
)
answers.equivalent(
    "dW = x.reshape(-1, d).T @ da.reshape(-1, d)",
    "dW = x.reshape(-1, d).T @ da.reshape(- 2, d)",
    because="NumPy takes every negative length for the one to be found",
)
