# misconception: variance-for-std
# check: normal
# why: reads N(0, 1/√d) with the second argument as a variance
def init_table(V, d, scheme, rng, dtype=np.float32):
    if min(V, d) < 1:
        raise ValueError(f"V = {V}, d = {d}: both must be positive")
    if scheme == "unit":
        table = rng.normal(0, 1, size=(V, d))
    elif scheme == "gpt2":
        table = rng.normal(0, 0.02, size=(V, d))
    elif scheme == "inverse-sqrt":
        table = rng.normal(0, (1 / np.sqrt(d)) ** 0.5, size=(V, d))
    elif scheme == "xavier":
        a = np.sqrt(6 / (V + d))
        table = rng.uniform(-a, a, size=(V, d))
    else:
        raise ValueError(f"unknown scheme {scheme!r}")
    return table.astype(dtype)
