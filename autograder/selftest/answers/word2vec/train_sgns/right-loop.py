# how: pair by pair, into copies of the tables
def train_sgns(pairs, V, d, *, steps, batch, negatives, lr, noise, rng):
    check_ids(pairs, V)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) == 0:
        raise ValueError(f"pairs {pairs.shape}")
    if noise.shape != (V,):
        raise ValueError(f"noise {noise.shape}")
    if min(d, batch, negatives) < 1 or steps < 0:
        raise ValueError("settings too small")
    E_in, E_out = rng.uniform(-1, 1, (V, d)) / (2 * d), np.zeros((V, d))
    for _ in range(steps):
        new_in, new_out = E_in.copy(), E_out.copy()
        for _ in range(batch):
            center, context = pairs[rng.integers(len(pairs))]
            v = E_in[center]
            targets = [(context, 1.0)] + [(j, 0.0) for j in rng.choice(V, size=negatives, p=noise)]
            for j, y in targets:
                g = lr / batch * (1 / (1 + np.exp(-E_out[j] @ v)) - y)
                new_in[center] -= g * E_out[j]
                new_out[j] -= g * v
        E_in, E_out = new_in, new_out
    return E_in, E_out
