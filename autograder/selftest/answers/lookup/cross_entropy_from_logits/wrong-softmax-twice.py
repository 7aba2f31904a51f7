# misconception: softmax-twice
# check: values
# why: gives probabilities to a loss that wants logits
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    V = logits.shape[-1]
    bad = targets[(targets < 0) | (targets >= V)]
    if bad.size:
        raise IndexError(f"target {bad[0]}")
    p = torch.tensor(logits, dtype=torch.float64).reshape(-1, V).softmax(dim=-1)
    return F.cross_entropy(p, torch.tensor(targets.astype(np.int64)).reshape(-1)).item()
