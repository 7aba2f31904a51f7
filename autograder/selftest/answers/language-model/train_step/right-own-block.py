# how: forward and backward written out
def unit(x):
    r = np.sqrt((x * x).mean(-1, keepdims=True) + EPS)
    return x / r, r


def back(y, r, dy):
    return (dy - y * (dy * y).mean(-1, keepdims=True)) / r


def train_step(p, ids, targets, lr):
    check_ids(ids, len(p.E)), check_ids(targets, len(p.E))
    if ids.ndim != 2 or ids.shape[1] != len(p.P) or len(ids) == 0 or targets.shape != ids.shape[:1]:
        raise ValueError("ids (B, w) and targets (B,) are expected, B at least 1")
    B, w = ids.shape
    n, r = unit(p.E[ids] + p.P)
    flat = n.reshape(B, -1)
    a = np.tanh(flat @ p.W1)
    h, s = unit(a @ p.W2)
    z = h @ p.E.T
    q = np.exp(z - z.max(1, keepdims=True))
    q /= q.sum(1, keepdims=True)
    loss = float(-np.log(q[np.arange(B), targets]).mean())
    q[np.arange(B), targets] -= 1
    q /= B
    do = back(h, s, q @ p.E)
    da = do @ p.W2.T * (1 - a**2)
    dx = back(n, r, (da @ p.W1.T).reshape(n.shape))
    steps = q.T @ h + embedding_backward(dx, ids, len(p.E)), dx.sum(0), flat.T @ da, a.T @ do
    for array, gradient in zip((p.E, p.P, p.W1, p.W2), steps):
        array -= lr * gradient
    return loss
