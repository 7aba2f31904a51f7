# misconception: half-not-drawn
# check: dtypes
# why: asks the generator for the dtype directly
def init_table(V, d, scheme, rng, dtype=np.float32):
    if V < 1 or d < 1:
        raise ValueError("V and d must be at least 1")
    if scheme == "xavier":
        a = math.sqrt(6 / (V + d))
        return a * (2 * rng.random((V, d), dtype=dtype) - 1)
    if scheme not in ("unit", "gpt2", "inverse-sqrt"):
        raise ValueError(f"no scheme {scheme}")
    std = {"unit": 1.0, "gpt2": 0.02, "inverse-sqrt": 1 / math.sqrt(d)}[scheme]
    return rng.standard_normal((V, d), dtype=dtype) * dtype(std)
