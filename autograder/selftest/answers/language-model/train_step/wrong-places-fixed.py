# misconception: parts-idle
# check: inside
# why: does not move P
def train_step(p, ids, targets, lr):
    V = len(p.E)
    check_ids(ids, V)
    check_ids(targets, V)
    if ids.ndim != 2 or ids.shape[1] != len(p.P) or targets.shape != (len(ids),):
        raise ValueError(f"ids {ids.shape}, targets {targets.shape}")
    B = len(ids)
    if B == 0:
        raise ValueError("an empty batch")
    x = p.E[ids] + p.P
    h, saved = block_forward(p, x)
    logits = h @ p.E.T
    loss = cross_entropy(logits, targets)
    dz = softmax(logits)
    dz[np.arange(B), targets] -= 1
    dz /= B
    dE = dz.T @ h
    dh = dz @ p.E
    dx, dW1, dW2 = block_backward(p, saved, dh)
    np.add.at(dE, ids, dx)
    dP = dx.sum(axis=0)
    p.E -= lr * dE
    p.W1 -= lr * dW1
    p.W2 -= lr * dW2
    return loss
