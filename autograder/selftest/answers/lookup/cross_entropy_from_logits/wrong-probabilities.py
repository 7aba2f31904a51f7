# misconception: already-probabilities
# check: values
# why: takes the logarithm of the logits
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    bad = targets[(targets < 0) | (targets >= logits.shape[-1])]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    own = np.take_along_axis(logits.astype(np.float64), targets[..., None], axis=-1)
    return float(np.mean(-np.log(own)))
