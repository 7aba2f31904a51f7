"""Answers to `gate_backward`."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "autograd", how="PyTorch's autograd",
    source='''
def gate_backward(h, e, W_K, W_V, upstream, root=False):
    leaves = [torch.tensor(a, requires_grad=True) for a in (h, e, W_K, W_V)]
    h, e, W_K, W_V = leaves

    def norm(x):
        return x / torch.sqrt((x * x).mean(dim=-1, keepdim=True) + EPS)

    s = (norm(h) * norm(e @ W_K.mT)).sum(dim=-1, keepdim=True) / math.sqrt(h.shape[-1])
    if root:
        s = s.sign() * s.abs().sqrt()
    u = torch.sigmoid(s) * (e @ W_V.T)
    return tuple(g.numpy() for g in torch.autograd.grad(u, leaves, torch.tensor(upstream)))
''')

answers.right(
    "einsum", how="einsum over streams, positions and columns",
    source='''
def gate_backward(h, e, W_K, W_V, upstream, root=False):
    d = h.shape[-1]
    keys, v = np.einsum("mdk,tk->mtd", W_K, e), np.einsum("dk,tk->td", W_V, e)
    q, k = rms_norm(h), rms_norm(keys)
    s = np.einsum("mtd,mtd->mt", q, k) / d**0.5
    size = np.abs(s) ** 0.5
    alpha = sigmoid(np.sign(s) * size if root else s)
    dalpha = np.einsum("mtd,td->mt", upstream, v)
    slope = alpha * (1 - alpha)
    if root:
        slope = slope / (2 * size)
    ds = dalpha * slope / d**0.5
    dh = rms_norm_backward(h, np.einsum("mt,mtd->mtd", ds, k))
    dkeys = rms_norm_backward(keys, np.einsum("mt,mtd->mtd", ds, q))
    dvalues = np.einsum("mt,mtd->td", alpha, upstream)
    de = np.einsum("mtd,mdk->tk", dkeys, W_K) + np.einsum("td,dk->tk", dvalues, W_V)
    dW_K = np.einsum("mtd,tk->mdk", dkeys, e)
    dW_V = np.einsum("td,tk->dk", dvalues, e)
    return dh, de, dW_K, dW_V
''')

answers.right(
    "loop", how="stream by stream and position by position, with the norm's matrix of derivatives",
    source='''
def gate_backward(h, e, W_K, W_V, upstream, root=False):
    (M, T, d), D = h.shape, e.shape[1]
    dh, de = np.zeros((M, T, d)), np.zeros((T, D))
    dW_K, dW_V = np.zeros((M, d, D)), np.zeros((d, D))

    def slope_of_norm(x):
        r = math.sqrt(np.mean(x * x) + EPS)
        return np.eye(d) / r - np.outer(x, x) / (d * r**3)

    for m in range(M):
        for t in range(T):
            key, value = W_K[m] @ e[t], W_V @ e[t]
            q, k = rms_norm(h[m, t]), rms_norm(key)
            s = q @ k / math.sqrt(d)
            x = math.copysign(math.sqrt(abs(s)), s) if root else s
            alpha = 1 / (1 + math.exp(-x))
            ds = upstream[m, t] @ value * alpha * (1 - alpha) / math.sqrt(d)
            if root:
                ds /= 2 * abs(x)
            dh[m, t] = slope_of_norm(h[m, t]) @ k * ds
            dkey = slope_of_norm(key) @ q * ds
            dW_K[m] += np.outer(dkey, e[t])
            dW_V += np.outer(alpha * upstream[m, t], e[t])
            de[t] += dkey @ W_K[m] + alpha * upstream[m, t] @ W_V
    return dh, de, dW_K, dW_V
''')

DE = 'np.einsum("mtd,mdk->tk", dkeys, W_K) + np.einsum("td,dk->tk", dvalues, W_V)'
QUERY = 'rms_norm_backward(h, np.einsum("mt,mtd->mtd", ds, k))'
KEYS = 'rms_norm_backward(keys, np.einsum("mt,mtd->mtd", ds, q))'
PLAIN = (
    ("constant-gate", "gate-held-fixed", "h", "    ds = dalpha * slope / d**0.5\n", "    ds = 0 * dalpha\n", ""),
    ("values-alone", "way-through-keys-missing", "e", DE, 'np.einsum("td,dk->tk", dvalues, W_V)', ""),
    ("keys-alone", "way-through-values-missing", "", DE, 'np.einsum("mtd,mdk->tk", dkeys, W_K)', ""),
    ("no-slope", "sigmoid-not-differentiated", "gate", "slope = alpha * (1 - alpha)", "slope = np.ones_like(alpha)", ""),
    ("unscaled", "scale-not-in-backward", "scaled", "dalpha * slope / d**0.5", "dalpha * slope", ""),
    ("scaled-twice", "scale-not-in-backward", "", "dalpha * slope / d**0.5", "dalpha * slope / d", "divides by d"),
    ("norms-left-out", "norm-not-differentiated", "norms", QUERY + "\n    dkeys = " + KEYS, 'np.einsum("mt,mtd->mtd", ds, k)\n    dkeys = np.einsum("mt,mtd->mtd", ds, q)', ""),
    ("norm-of-h", "norm-not-differentiated", "", QUERY, 'np.einsum("mt,mtd->mtd", ds, k)', "that of the queries"),
    ("norm-of-keys", "norm-not-differentiated", "", KEYS, 'np.einsum("mt,mtd->mtd", ds, q)', "that of the keys"),
    ("open-gate", "gate-left-open", "values", 'np.einsum("mt,mtd->td", alpha, upstream)', 'np.einsum("mtd->td", upstream)', ""),
)  # fmt: skip
for name, key, breaks, old, new, why in PLAIN:
    answers.wrong(name, key, check="values", breaks=breaks, why=why, of="right-einsum", old=old, new=new)

answers.wrong(
    "open-for-weights", "gate-left-open", check="values", why="in the gradient of W_V alone",
    of="right-loop", old="np.outer(alpha * upstream[m, t], e[t])", new="np.outer(upstream[m, t], e[t])",
)  # fmt: skip

STREAMS = (
    ("last-stream", "right-loop", [("dW_V += np.outer(alpha", "dW_V *= t > 0\n            dW_V += np.outer(alpha"), ("            de[t] += dkey", "            de[t] = dkey")], ""),
    ("values-of-last", "right-loop", [("dW_V += np.outer(alpha", "dW_V *= t > 0\n            dW_V += np.outer(alpha")], "W_V alone, cleared for each stream"),
    ("mean-of-streams", "right-einsum", [("de = " + DE, "de = (" + DE + ") / len(h)"), ('np.einsum("td,tk->dk", dvalues, e)', 'np.einsum("td,tk->dk", dvalues, e) / len(h)')], "their mean"),
    ("first-keys", "right-einsum", [('np.einsum("mtd,mdk->tk", dkeys, W_K)', "dkeys[0] @ W_K[0]")], "the keys of the first stream"),
)  # fmt: skip
for name, of, edits, why in STREAMS:
    breaks = "all-streams" if name == "last-stream" else ""
    answers.wrong(name, "streams-not-added", check="streams", breaks=breaks, why=why, of=of, edits=edits)

ROOT = (
    ("no-root", "root-ignored", "root", [("np.sign(s) * size if root else s", "s"), ("    if root:\n", "    if False:\n")], ""),
    ("forward-alone", "root-not-differentiated", "", [("    if root:\n", "    if False:\n")], ""),
    ("signed-slope", "root-with-a-sign", "", [("slope / (2 * size)", "slope / (2 * np.sign(s) * size)")], ""),
)  # fmt: skip
for name, key, breaks, edits, why in ROOT:
    answers.wrong(name, key, check="root", breaks=breaks, why=why, alone=True, of="right-einsum", edits=edits)

answers.wrong(
    "no-half", "root-of-other-slope", check="root", alone=True,
    of="right-einsum", old="slope / (2 * size)", new="slope / size",
)  # fmt: skip
answers.wrong(
    "mean-of-positions", "weights-averaged", check="values",
    of="right-einsum", old='np.einsum("td,tk->dk", dvalues, e)', new='np.einsum("td,tk->dk", dvalues, e) / len(e)',
)  # fmt: skip

answers.spoiled("right[:3]", "right[::-1]", "None", "tuple(1.1 * r for r in right)", "(-right[0], *right[1:])")
answers.spoiled("(*right[:3], right[3] + 0.1)")
