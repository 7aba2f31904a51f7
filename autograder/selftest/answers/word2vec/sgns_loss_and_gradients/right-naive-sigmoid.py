# how: 1 / (1 + exp(-s)) for the weights, logaddexp for the loss; einsum
def sgns_loss_and_gradients(center, context, negative):
    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:
        raise ValueError(f"center {center.shape}, context {context.shape}")
    n, d = center.shape
    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:
        raise ValueError(f"negative {negative.shape}")
    pull = np.einsum("ij,ij->i", center, context)
    push = np.einsum("ij,ikj->ik", center, negative)
    loss = np.mean(np.logaddexp(0, -pull) + np.logaddexp(0, push).sum(axis=1))
    with np.errstate(over="ignore"):
        a = 1 / (1 + np.exp(-pull)) - 1
        b = 1 / (1 + np.exp(-push))
    a, b = a / n, b / n
    d_center = a[:, None] * context + np.einsum("ik,ikj->ij", b, negative)
    return SGNS(loss, d_center, a[:, None] * center, b[..., None] * center[:, None])
