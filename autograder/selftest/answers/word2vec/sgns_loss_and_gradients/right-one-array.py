# how: context and negatives in one array with labels; matmul
def sgns_loss_and_gradients(center, context, negative):
    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:
        raise ValueError(f"center {center.shape}, context {context.shape}")
    n, d = center.shape
    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:
        raise ValueError(f"negative {negative.shape}")
    others = np.concatenate([context[:, None, :], negative], axis=1)  # (n, 1 + k, d)
    label = np.zeros(others.shape[:2], center.dtype)
    label[:, 0] = 1
    scores = np.matmul(others, center[:, :, None])[:, :, 0]
    # One formula for both signs: max(s, 0) - s y + log(1 + exp(-|s|)).
    terms = np.maximum(scores, 0) - scores * label + np.log1p(np.exp(-np.abs(scores)))
    small = np.exp(-np.abs(scores))
    p = np.where(scores >= 0, 1 / (1 + small), small / (1 + small))
    g = ((p - label) / n).astype(center.dtype)
    d_others = g[:, :, None] * center[:, None, :]
    d_center = np.matmul(g[:, None, :], others)[:, 0, :]
    return SGNS(float(terms.sum(axis=1).mean()), d_center, d_others[:, 0].copy(), d_others[:, 1:].copy())
