# how: PyTorch's autograd for the gradients, NumPy for the step
def train_step(p, ids, targets, lr):
    for numbers in (ids, targets):
        check_ids(numbers, len(p.E))
    if ids.shape != (len(targets), len(p.P)) or targets.ndim != 1 or not len(targets):
        raise ValueError(f"ids {ids.shape}, targets {targets.shape}, window {len(p.P)}")
    arrays = [p.E, p.P, p.W1, p.W2]
    E, P, W1, W2 = leaves = [torch.tensor(a, requires_grad=True) for a in arrays]
    x = E[torch.tensor(ids.astype(np.int64))] + P
    n = x / torch.sqrt(x.pow(2).mean(-1, keepdim=True) + EPS)
    o = torch.tanh(n.flatten(1) @ W1) @ W2
    h = o / torch.sqrt(o.pow(2).mean(-1, keepdim=True) + EPS)
    loss = F.cross_entropy(h @ E.T, torch.tensor(targets.astype(np.int64)))
    loss.backward()
    for array, leaf in zip(arrays, leaves):
        array[:] = array - lr * leaf.grad.numpy()
    return loss.item()
