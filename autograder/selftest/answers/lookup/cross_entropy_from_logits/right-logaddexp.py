# how: log-sum-exp by np.logaddexp.reduce, which shifts by itself; returns np.float64
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be of an integer dtype")
    if targets.shape != logits.shape[:-1] or targets.size < 1:
        raise ValueError(f"targets of shape {targets.shape}, logits of shape {logits.shape}")
    flat = logits.reshape(-1, logits.shape[-1]).astype(np.float64)
    for t in targets.flat:
        if t < 0 or t >= flat.shape[1]:
            raise IndexError(t)
    labels = targets.reshape(-1).astype(np.int64)
    return np.mean(np.logaddexp.reduce(flat, axis=1) - flat[np.arange(len(labels)), labels])
