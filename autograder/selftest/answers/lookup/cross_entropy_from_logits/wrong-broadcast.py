# misconception: shapes-not-compared
# check: positions
# why: leaves it to broadcasting whether shapes fit
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
