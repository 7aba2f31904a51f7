"""Answers to `tied_gradient` of weight-tying."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "flat", how="all by hand, with the positions along one axis",
    source='''
def tied_gradient(E, W, ids, targets):
    V, d = E.shape
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
    dx = da @ W.T
    input_side = embedding_backward(dx, i, V)
    return TiedGradients(loss, input_side, output_side, dW)


class TiedGradients(NamedTuple):
    loss: float
    input_side: np.ndarray
    output_side: np.ndarray
    dW: np.ndarray
''')

answers.right(
    "autograd", how="two leaves with the same numbers, one for each end",
    source='''
def tied_gradient(E, W, ids, targets):
    for name in (ids, targets):
        check_ids(name, len(E))
    first, last, mix = (torch.tensor(a, requires_grad=True) for a in (E, E, W))
    z = torch.tanh(F.embedding(torch.tensor(ids.astype(np.int64)).reshape(-1), first) @ mix) @ last.T
    loss = F.cross_entropy(z, torch.tensor(targets.astype(np.int64)).reshape(-1))
    loss.backward()
    return loss.item(), first.grad.numpy(), last.grad.numpy(), mix.grad.numpy()
''')

answers.right(
    "loop", how="position by position",
    source='''
def tied_gradient(E, W, ids, targets):
    check_ids(ids, E.shape[0])
    check_ids(targets, E.shape[0])
    N = ids.size
    loss, read, scored, dW = 0.0, np.zeros_like(E), np.zeros_like(E), np.zeros_like(W)
    for i, t in zip(ids.ravel().tolist(), targets.ravel().tolist()):
        x = E[i]
        h = np.tanh(W.T @ x)
        z = E @ h
        z = z - z.max()
        p = np.exp(z) / np.exp(z).sum()
        loss += np.log(np.exp(z).sum()) - z[t]
        p[t] -= 1
        scored += np.outer(p, h)
        da = (E.T @ p) / np.cosh(W.T @ x) ** 2
        dW += np.outer(x, da)
        read[i] += W @ da
    return loss / N, read / N, scored / N, dW / N
''')

answers.right(
    "onehot", how="one-hot matrices for ids and targets",
    source='''
def tied_gradient(E, W, ids, targets):
    (V, d), N = E.shape, ids.size
    check_ids(ids, V)
    check_ids(targets, V)
    eye = np.eye(V)
    read, predict = eye[ids.ravel()], eye[targets.ravel()]
    x = read @ E
    h = np.tanh(x @ W)
    z = h @ E.T
    z -= z.max(1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(1, keepdims=True))
    r = (np.exp(log_p) - predict) / N
    back = (r @ E) * (1 - h) * (1 + h)
    return -(log_p * predict).sum() / N, read.T @ back @ W.T, r.T @ h, x.T @ back
''')

answers.wrong(
    "forward-W", "W-not-transposed", check="input", breaks="input-side",
    of="right-flat", old="    dx = da @ W.T", new="    dx = da @ W")

answers.wrong(
    "added-up", "sum-in-one-side", check="input",
    why="scatters into the gradient of the output side",
    of="right-flat", old="    input_side = embedding_backward(dx, i, V)",
    new="    input_side = output_side + embedding_backward(dx, i, V)")

answers.wrong(
    "same-array", "sum-in-one-side", check="output",
    why="adds the input side in place, so that both names hold the sum",
    of="right-flat", old="    input_side = embedding_backward(dx, i, V)",
    new="    input_side = output_side\n    np.add.at(input_side, i, dx)")

answers.wrong(
    "buffered", "duplicates-lost", check="input", breaks="input-side",
    of="right-flat", old="    input_side = embedding_backward(dx, i, V)",
    new="    input_side = np.zeros_like(E)\n    input_side[i] += dx")

answers.wrong(
    "mean-of-repeats", "repeats-averaged", check="input",
    of="right-flat", old="    input_side = embedding_backward(dx, i, V)",
    new="    times = np.bincount(i, minlength=V).clip(1)[:, None]\n    input_side = embedding_backward(dx, i, V) / times")

answers.wrong(
    "dW-turned", "dW-transposed", check="weights", breaks="dW",
    of="right-flat", old="    dW = x.T @ da", new="    dW = da.T @ x")

answers.wrong(
    "mean-again", "averaged-twice", check="weights",
    why="divides by the number of positions on the way back as well",
    of="right-flat", old="    da = dh * (1 - h**2)", new="    da = dh * (1 - h**2) / N")

answers.wrong(
    "no-slope", "tanh-derivative", check="weights",
    why="leaves the derivative out",
    of="right-flat", old="    da = dh * (1 - h**2)", new="    da = dh")

answers.wrong(
    "slope-of-h", "tanh-derivative", check="weights",
    why="takes the derivative at h, where tanh has been applied already",
    of="right-flat", old="    da = dh * (1 - h**2)", new="    da = dh * (1 - np.tanh(h)**2)")

answers.wrong(
    "rows-for-h", "output-from-rows", check="output", breaks="output-side",
    of="right-flat", old="    output_side = g.T @ h", new="    output_side = g.T @ x")

answers.wrong(
    "swapped", "sides-swapped", check="output",
    of="right-flat", old="    return TiedGradients(loss, input_side, output_side, dW)",
    new="    return TiedGradients(loss, output_side, input_side, dW)")

answers.wrong(
    "to-targets", "scattered-to-targets", check="input",
    of="right-flat", old="    input_side = embedding_backward(dx, i, V)",
    new="    input_side = embedding_backward(dx, t, V)")

answers.wrong(
    "two-axes", "one-axis-only", check="weights", alone=True, breaks="any-shape",
    why="transposes x as if it had two axes",
    of="right-flat", old="    i, t = ids.reshape(-1), targets.reshape(-1)", new="    i, t = ids, targets")

answers.wrong(
    "at-least-one-axis", "one-axis-only", check="weights", alone=True, breaks="any-shape",
    why="flattens several axes, and leaves a position without an axis as it is",
    source='''
def tied_gradient(E, W, ids, targets):
    V, d = E.shape
    check_ids(ids, V)
    check_ids(targets, V)
    x = E[ids]
    h = np.tanh(x @ W)
    z = h @ E.T
    z = z - z.max(axis=-1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    hit = targets[..., None] == np.arange(V)
    r = (np.exp(log_p) - hit) / ids.size
    output_side = r.reshape(-1, V).T @ h.reshape(-1, d)
    da = (r @ E) * (1 - h**2)
    input_side = embedding_backward(da @ W.T, ids, V)
    if x.ndim > 2:
        x, da = x.reshape(-1, d), da.reshape(-1, d)
    return float(-log_p[hit].mean()), input_side, output_side, x.T @ da
''')

answers.wrong(
    "no-tanh-forward", "tanh-left-out", check="output", breaks="model",
    of="right-flat", edits=[("    h = np.tanh(a)", "    h = a"), ("    da = dh * (1 - h**2)", "    da = dh")])

answers.wrong(
    "W-turned", "W-transposed-forward", check="output", breaks="model",
    of="right-flat", edits=[("    a = x @ W\n", "    a = x @ W.T\n"), ("    dW = x.T @ da", "    dW = da.T @ x"),
                            ("    dx = da @ W.T", "    dx = da @ W")])

answers.wrong(
    "past-W", "W-left-out", check="input",
    of="right-flat", old="    dx = da @ W.T", new="    dx = da")

answers.wrong(
    "dh-for-dx", "hidden-scattered", check="input",
    of="right-flat", old="    input_side = embedding_backward(dx, i, V)",
    new="    input_side = embedding_backward(dh, i, V)")

answers.wrong(
    "dW-of-h", "dW-from-h", check="weights",
    of="right-flat", old="    dW = x.T @ da", new="    dW = h.T @ da")

answers.wrong(
    "summed-loss", "loss-summed", check="output", breaks="mean",
    of="right-flat", old="    loss = float(np.mean(lse - z[np.arange(N), t]))",
    new="    loss = float(np.sum(lse - z[np.arange(N), t]))")

answers.wrong(
    "summed-gradients", "gradients-summed", check="weights", breaks="mean",
    of="right-flat", old="    g = g / N\n", new="")

answers.wrong(
    "all-summed", "all-summed", check="output",
    of="wrong-summed-gradients", old="    loss = float(np.mean(lse - z[np.arange(N), t]))",
    new="    loss = float(np.sum(lse - z[np.arange(N), t]))")

answers.wrong(
    "bits", "not-nats", check="output",
    of="right-flat", old="    loss = float(np.mean(lse - z[np.arange(N), t]))",
    new="    loss = float(np.mean(lse - z[np.arange(N), t]) / np.log(2))")

answers.wrong(
    "mean-over-all", "loss-over-tokens", check="output", breaks="mean",
    of="right-flat", old="    loss = float(np.mean(lse - z[np.arange(N), t]))",
    new="    loss = float(np.mean(lse - z[np.arange(N), t])) / V")

answers.wrong(
    "plus-log", "loss-sign", check="output",
    of="right-flat", old="    loss = float(np.mean(lse - z[np.arange(N), t]))",
    new="    loss = float(np.mean(z[np.arange(N), t] - lse))")

answers.wrong(
    "uphill", "gradient-sign", check="weights",
    of="right-flat", old="    g = g / N\n", new="    g = -g / N\n")

answers.wrong(
    "targets-only", "only-target-rows", check="output", breaks="output-side",
    of="right-flat", old="    output_side = g.T @ h",
    new="    output_side = embedding_backward(g[np.arange(N), t][:, None] * h, t, V)")

answers.wrong(
    "rows-in-logits", "logits-of-rows", check="output", breaks="model",
    of="right-flat", old="    z = h @ E.T", new="    z = x @ E.T")

answers.spoiled(
    "tuple(right)[::-1]",
    "right[:3]",
    "right._replace(input_side=right.input_side * 1.01)",
    "right._replace(dW=right.dW * 1.01)",
    "right._replace(input_side=right.input_side[::-1] * 1)",
    "right._replace(dW=right.dW[::-1] * 1)",
    "right._replace(output_side=right.output_side + 0.01)",
    "right._replace(loss=right.loss + 1e-3)",
    "right._replace(loss=str(right.loss))",
    "None")

# Changes of the reference that no legal input tells from it.
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

answers.wrong(
    "dW-summed", "part-not-averaged", check="weights",
    why="sums dW over the positions",
    of="right-flat", old="dW = x.T @ da", new="dW = x.T @ da * N")

answers.wrong(
    "dW-of-dh", "dW-before-tanh", check="weights",
    why="makes dW before the way back through tanh",
    of="right-flat", old="dW = x.T @ da", new="dW = x.T @ dh")

answers.wrong(
    "both-ids", "scattered-to-both", check="input",
    why="scatters to the targets too",
    of="right-flat", old="embedding_backward(dx, i, V)", new="embedding_backward(dx, i, V) + embedding_backward(dx, t, V)")

answers.wrong(
    "read-rows", "output-of-read-rows", check="output",
    why="masks the output side by the ids",
    of="right-flat", old="output_side = g.T @ h", new="output_side = g.T @ h * np.isin(np.arange(V), i)[:, None]")

answers.wrong(
    "tanh-of-rows", "tanh-before-W", check="output",
    why="applies tanh before W",
    of="right-flat", old="h = np.tanh(a)", new="h = np.tanh(x) @ W")
