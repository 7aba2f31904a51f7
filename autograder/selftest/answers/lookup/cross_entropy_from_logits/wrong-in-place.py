# misconception: logits-changed
# check: unchanged
# why: takes the maximum out of the caller's own array
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    bad = targets[(targets < 0) | (targets >= logits.shape[-1])]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    if logits.dtype == np.float16:
        logits = logits.astype(np.float32)
    logits -= logits.max(axis=-1, keepdims=True)
    lse = np.log(np.exp(logits).sum(axis=-1))
    return float((lse - np.take_along_axis(logits, targets[..., None], -1)[..., 0]).mean())
