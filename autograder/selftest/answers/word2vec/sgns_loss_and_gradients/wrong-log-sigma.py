# misconception: overflow
# check: stable
# why: log of a σ that has become zero
def sigmoid(s):
    return np.exp(-np.logaddexp(0, -s))


def sgns_loss_and_gradients(center, context, negative):
    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:
        raise ValueError(f"center {center.shape}, context {context.shape}")
    n, d = center.shape
    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:
        raise ValueError(f"negative {negative.shape}")
    pull = (context * center).sum(axis=1)
    push = (negative * center[:, None, :]).sum(axis=2)
    loss = float(-(np.log(1 / (1 + np.exp(-pull))).sum() + np.log(1 / (1 + np.exp(push))).sum()) / n)
    a = (-sigmoid(-pull) / n)[:, None]
    b = (sigmoid(push) / n)[:, :, None]
    d_center = a * context + (b * negative).sum(axis=1)
    return SGNS(loss, d_center, a * center, b * center[:, None, :])
