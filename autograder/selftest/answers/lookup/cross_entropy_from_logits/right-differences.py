# how: log of the sum of exp(z - z_t), shifted once more by its largest exponent; float32 stays float32
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError(f"targets: {targets.dtype}")
    if targets.shape != logits.shape[:-1]:
        raise ValueError("shapes differ")
    if targets.size == 0:
        raise ValueError("empty")
    V = logits.shape[-1]
    if not ((targets >= 0) & (targets < V)).all():
        raise IndexError(f"targets must be ids below {V}: {targets.tolist()}")
    z = logits.astype(np.float32) if logits.dtype == np.float16 else logits
    own = np.take_along_axis(z, targets[..., None].astype(np.int64), -1)
    away = z - own
    top = away.max(-1, keepdims=True)
    losses = top[..., 0] + np.log(np.exp(away - top).sum(-1))
    return float(losses.sum(dtype=np.float64) / losses.size)
