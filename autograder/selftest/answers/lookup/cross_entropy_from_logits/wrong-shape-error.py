# misconception: wrong-exception
# check: positions
# why: asserts that the shapes fit
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    assert targets.shape == logits.shape[:-1], "one target for each position"
    if targets.size == 0:
        raise ValueError("no targets")
    bad = targets[(targets < 0) | (targets >= logits.shape[-1])]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    z = logits.astype(np.float64)
    z = z - z.max(axis=-1, keepdims=True)
    return float((np.log(np.exp(z).sum(-1)) - np.take_along_axis(z, targets[..., None], -1)[..., 0]).mean())
