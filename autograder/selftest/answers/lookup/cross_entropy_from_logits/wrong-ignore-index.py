# misconception: ignore-index
# check: errors
# why: PyTorch's loss leaves out positions whose target is -100
def cross_entropy_from_logits(logits, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.shape != logits.shape[:-1] or targets.size == 0:
        raise ValueError("shapes")
    V = logits.shape[-1]
    z = torch.tensor(logits, dtype=torch.float64).reshape(-1, V)
    return F.cross_entropy(z, torch.tensor(targets.astype(np.int64)).reshape(-1)).item()
