# misconception: shapes-unchecked
# check: errors
# why: lets one context serve all centers
def sigmoid(s):
    return np.exp(-np.logaddexp(0, -s))


def sgns_loss_and_gradients(center, context, negative):
    if center.ndim != 2 or context.ndim != 2 or len(center) == 0:
        raise ValueError(f"center {center.shape}, context {context.shape}")
    n, d = center.shape
    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:
        raise ValueError(f"negative {negative.shape}")
    pull = (context * center).sum(axis=1)
    push = (negative * center[:, None, :]).sum(axis=2)
    loss = float((np.logaddexp(0, -pull).sum() + np.logaddexp(0, push).sum()) / n)
    a = (-sigmoid(-pull) / n)[:, None]
    b = (sigmoid(push) / n)[:, :, None]
    d_center = a * context + (b * negative).sum(axis=1)
    return SGNS(loss, d_center, a * center, b * center[:, None, :])
