# misconception: wrong-exception
# check: errors
# why: looks the scheme up in a dictionary
def init_table(V, d, scheme, rng, dtype=np.float32):
    if V < 1 or d < 1:
        raise ValueError("V and d must be at least 1")
    draw = {
        "unit": lambda: rng.normal(0, 1, (V, d)),
        "gpt2": lambda: rng.normal(0, 0.02, (V, d)),
        "inverse-sqrt": lambda: rng.normal(0, d**-0.5, (V, d)),
        "xavier": lambda: rng.uniform(-1, 1, (V, d)) * math.sqrt(6 / (V + d)),
    }
    return draw[scheme]().astype(dtype)
