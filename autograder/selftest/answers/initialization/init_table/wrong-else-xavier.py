# misconception: scheme-unchecked
# check: errors
# why: whatever is left is Xavier
def init_table(V, d, scheme, rng, dtype=np.float32):
    if min(V, d) < 1:
        raise ValueError(f"V = {V}, d = {d}: both must be positive")
    if scheme == "unit":
        table = rng.normal(0, 1, size=(V, d))
    elif scheme == "gpt2":
        table = rng.normal(0, 0.02, size=(V, d))
    elif scheme == "inverse-sqrt":
        table = rng.normal(0, 1 / np.sqrt(d), size=(V, d))
    else:
        a = np.sqrt(6 / (V + d))
        table = rng.uniform(-a, a, size=(V, d))
    return table.astype(dtype)
