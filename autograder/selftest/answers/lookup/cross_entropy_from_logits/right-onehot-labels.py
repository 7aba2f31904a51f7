# how: one-hot labels as a mask that selects, and does not multiply
def cross_entropy_from_logits(logits, targets):
    targets = np.asarray(targets)
    if targets.dtype.kind not in "iu":
        raise TypeError("integer targets are expected")
    if targets.ndim != logits.ndim - 1 or targets.shape != logits.shape[:-1]:
        raise ValueError(f"{targets.shape} does not fit {logits.shape}")
    if 0 in targets.shape:
        raise ValueError("there is nothing to average")
    V = logits.shape[-1]
    bad = set(targets.ravel().tolist()) - set(range(V))
    if bad:
        raise IndexError(f"no such tokens: {sorted(bad)}")
    label = targets[..., None] == np.arange(V)
    z = np.array(logits, dtype=np.float64)
    z = z - z.max(axis=-1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    return -float(log_p[label].mean())
