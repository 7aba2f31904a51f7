# misconception: wrong-axis
# check: values
# why: normalises over the positions, along axis 0
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    bad = targets[(targets < 0) | (targets >= logits.shape[-1])]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    z = logits.astype(np.float64)
    z = z - z.max(axis=0)
    log_p = z - np.log(np.exp(z).sum(axis=0))
    return float(-np.take_along_axis(log_p, targets[..., None], -1).mean())
