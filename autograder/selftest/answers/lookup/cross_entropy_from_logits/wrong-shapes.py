# misconception: shapes-not-compared
# check: positions
# why: flattens both, so that any shape with as many targets passes
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
