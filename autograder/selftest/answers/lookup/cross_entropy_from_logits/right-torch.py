# how: PyTorch's cross_entropy on flattened float64 tensors, with a print and a warning
import warnings


def cross_entropy_from_logits(logits, targets):
    if targets.dtype == bool or not np.issubdtype(targets.dtype, np.integer):
        raise TypeError("targets must be integers")
    if tuple(targets.shape) != tuple(logits.shape)[:-1]:
        raise ValueError("one target for each position, please")
    if not targets.size:
        raise ValueError("no positions")
    V = logits.shape[-1]
    wrong = (targets < 0) | (targets >= V)
    if wrong.any():
        raise IndexError(f"targets out of range: {np.unique(targets[wrong])}")
    warnings.warn("the loss is computed by PyTorch")
    z = torch.tensor(logits, dtype=torch.float64).reshape(-1, V)
    loss = F.cross_entropy(z, torch.tensor(targets.astype(np.int64)).reshape(-1)).item()
    print("loss", loss)
    return loss
