# misconception: names-no-id
# check: errors
# why: the message does not say which target
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    if (targets < 0).any() or (targets >= logits.shape[-1]).any():
        raise IndexError("target out of range")
    z = logits.astype(np.float64)
    z = z - z.max(axis=-1, keepdims=True)
    losses = np.log(np.exp(z).sum(-1)) - np.take_along_axis(z, targets[..., None], -1)[..., 0]
    return float(losses.mean())
