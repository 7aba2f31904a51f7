# how: two leaves with the same numbers, one for each end
def tied_gradient(E, W, ids, targets):
    if E.ndim != 2 or W.shape != (E.shape[1], E.shape[1]) or ids.shape != targets.shape or ids.size == 0:
        raise ValueError("shapes do not fit, or there are no ids")
    for name in (ids, targets):
        check_ids(name, len(E))
    first, last, mix = (torch.tensor(a, requires_grad=True) for a in (E, E, W))
    z = torch.tanh(F.embedding(torch.tensor(ids.astype(np.int64)).reshape(-1), first) @ mix) @ last.T
    loss = F.cross_entropy(z, torch.tensor(targets.astype(np.int64)).reshape(-1))
    loss.backward()
    return loss.item(), first.grad.numpy(), last.grad.numpy(), mix.grad.numpy()
