# misconception: not-a-float
# check: precision
# why: returns PyTorch's tensor without .item()
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    V = logits.shape[-1]
    bad = targets[(targets < 0) | (targets >= V)]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    z = torch.tensor(logits, dtype=torch.float64).reshape(-1, V)
    return F.cross_entropy(z, torch.tensor(targets.astype(np.int64)).reshape(-1))
