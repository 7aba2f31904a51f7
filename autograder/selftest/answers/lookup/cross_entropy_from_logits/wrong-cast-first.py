# misconception: id-cast
# check: errors
# why: casts to int64 before it checks, which makes huge targets negative
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("one target for each position")
    z = logits.reshape(-1, logits.shape[-1]).astype(np.float64)
    t = targets.reshape(-1).astype(np.int64)
    for target in t:
        if not 0 <= target < z.shape[1]:
            raise IndexError(f"target {target} is out of range")
    z = z - z.max(axis=1, keepdims=True)
    return float(np.mean(np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(t)), t]))
