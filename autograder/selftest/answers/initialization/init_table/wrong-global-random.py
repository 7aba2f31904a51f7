# misconception: other-randomness
# check: generator
# why: calls np.random instead of rng
def init_table(V, d, scheme, rng, dtype=np.float32):
    if min(V, d) < 1:
        raise ValueError(f"V = {V}, d = {d}: both must be positive")
    if scheme == "unit":
        table = np.random.normal(0, 1, size=(V, d))
    elif scheme == "gpt2":
        table = np.random.normal(0, 0.02, size=(V, d))
    elif scheme == "inverse-sqrt":
        table = np.random.normal(0, 1 / np.sqrt(d), size=(V, d))
    elif scheme == "xavier":
        a = np.sqrt(6 / (V + d))
        table = np.random.uniform(-a, a, size=(V, d))
    else:
        raise ValueError(f"unknown scheme {scheme!r}")
    return table.astype(dtype)
