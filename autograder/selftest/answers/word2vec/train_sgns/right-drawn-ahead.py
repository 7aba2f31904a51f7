# how: draws for all steps ahead; context and negatives in one array
def train_sgns(pairs, V, d, *, steps, batch, negatives, lr, noise, rng):
    check_ids(pairs, V)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) == 0:
        raise ValueError(f"pairs {pairs.shape}")
    if noise.shape != (V,):
        raise ValueError(f"noise {noise.shape}")
    if min(d, batch, negatives) < 1 or steps < 0:
        raise ValueError("settings too small")
    E_in = (rng.random((V, d)) * 2 - 1) * (0.5 / d)
    E_out = np.zeros((V, d))
    picked = rng.integers(0, len(pairs), size=(steps, batch))
    drawn = rng.choice(V, size=(steps, batch, negatives), p=noise)
    label = np.zeros(1 + negatives)
    label[0] = 1
    for rows, others in zip(picked, drawn):
        centers = pairs[rows, 0]
        targets = np.concatenate([pairs[rows, 1:].astype(np.int64), others], axis=1)  # (batch, 1 + k)
        v, u = E_in[centers], E_out[targets]
        g = (1 / (1 + np.exp(-np.einsum("bd,bkd->bk", v, u))) - label) / batch
        np.subtract.at(E_in, centers, lr * np.einsum("bk,bkd->bd", g, u))
        np.subtract.at(E_out, targets, lr * g[:, :, None] * v[:, None, :])
    return E_in, E_out
