# misconception: noise-ignored
# check: draws
# why: all words equally likely as negatives
def sigmoid(s):
    return np.exp(-np.logaddexp(0, -s))


def gradients(v, u, N):
    a = (-sigmoid(-(u * v).sum(axis=1)) / len(v))[:, None]
    b = (sigmoid((N * v[:, None]).sum(axis=2)) / len(v))[:, :, None]
    return a * u + (b * N).sum(axis=1), a * v, b * v[:, None]


def train_sgns(pairs, V, d, *, steps, batch, negatives, lr, noise, rng):
    check_ids(pairs, V)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) == 0:
        raise ValueError(f"pairs {pairs.shape}")
    if noise.shape != (V,):
        raise ValueError(f"noise {noise.shape}")
    if min(d, batch, negatives) < 1 or steps < 0:
        raise ValueError("settings too small")
    E_in = (rng.random((V, d)) - 0.5) / d
    E_out = np.zeros((V, d))
    for step in range(steps):
        chosen = pairs[rng.integers(len(pairs), size=batch)]
        centers, contexts = chosen[:, 0], chosen[:, 1]
        others = rng.integers(V, size=(batch, negatives))
        dv, du, dn = gradients(E_in[centers], E_out[contexts], E_out[others])
        np.add.at(E_in, centers, -lr * dv)
        np.add.at(E_out, contexts, -lr * du)
        np.add.at(E_out, others, -lr * dn)
    return E_in, E_out
