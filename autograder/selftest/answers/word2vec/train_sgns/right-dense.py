# how: dense gradients by one-hot products, negatives by inverse transform
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
    E_in = rng.uniform(-0.5 / d, 0.5 / d, size=(V, d))
    E_out = np.zeros_like(E_in)
    eye, ladder = np.eye(V), np.cumsum(noise)
    ladder[ladder >= ladder[-1]] = 1.0
    for _ in range(steps):
        others = np.searchsorted(ladder, rng.random((batch, negatives)), side="right")
        centers, contexts = pairs[rng.choice(len(pairs), size=batch)].T
        dv, du, dn = gradients(E_in[centers], E_out[contexts], E_out[others])
        d_out = eye[contexts].T @ du + eye[others.ravel()].T @ dn.reshape(-1, d)
        E_in, E_out = E_in - lr * eye[centers].T @ dv, E_out - lr * d_out
    return E_in, E_out
