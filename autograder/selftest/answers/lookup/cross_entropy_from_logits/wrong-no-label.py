# misconception: zero-row
# check: errors
# why: a target out of range matches no label, and its position has no loss
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
