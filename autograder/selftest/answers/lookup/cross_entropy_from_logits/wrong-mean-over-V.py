# misconception: mean-over-V
# check: values
# why: the mean over the product with one-hot labels runs over V as well
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
