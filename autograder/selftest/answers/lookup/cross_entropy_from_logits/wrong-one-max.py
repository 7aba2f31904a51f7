# misconception: one-max
# check: stable
# why: max without an axis: one shift for the whole batch
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    bad = targets[(targets < 0) | (targets >= logits.shape[-1])]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    z = logits.astype(np.float64)
    z = z - z.max()
    lse = np.log(np.exp(z).sum(-1))
    return float((lse - np.take_along_axis(z, targets[..., None], -1)[..., 0]).mean())
