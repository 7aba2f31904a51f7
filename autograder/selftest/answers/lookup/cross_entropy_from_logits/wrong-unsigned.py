# misconception: id-dtype
# check: shapes
# why: flat positions of uint64 targets become floating point numbers
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
    own = z.reshape(-1)[np.arange(targets.size) * V + targets.reshape(-1)]
    return float(np.mean(np.log(np.exp(z).sum(-1)).reshape(-1) - own))
