# how: lets PyTorch differentiate it; a plain tuple
def output_side_gradient(h, E, targets, b=None):
    if E.ndim != 2 or h.shape != (*targets.shape, E.shape[1]) or targets.size == 0:
        raise ValueError("shapes do not fit, or there are no targets")
    if b is not None and b.shape != (len(E),):
        raise ValueError("one bias for each token")
    check_ids(targets, len(E))
    leaves = [torch.tensor(a, requires_grad=True) for a in (E, np.zeros(len(E), E.dtype) if b is None else b, h)]
    table, bias, hidden = leaves
    z = hidden @ table.T + bias
    loss = F.cross_entropy(z.reshape(-1, len(E)), torch.tensor(targets.astype(np.int64)).reshape(-1))
    loss.backward()
    return (loss.item(), *(leaf.grad.numpy() for leaf in leaves))
