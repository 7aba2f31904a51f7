# misconception: clipped-logits
# check: stable
# why: cuts logits off where exp would overflow
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    bad = targets[(targets < 0) | (targets >= logits.shape[-1])]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    z = np.clip(logits.astype(np.float64), -500, 500)
    lse = np.log(np.exp(z).sum(-1))
    return float((lse - np.take_along_axis(z, targets[..., None], -1)[..., 0]).mean())
