# how: scales standard draws; the uniform one from random()
STD = {"unit": lambda d: 1.0, "gpt2": lambda d: 0.02, "inverse-sqrt": lambda d: d ** -0.5}


def init_table(V, d, scheme, rng, dtype=np.float32):
    if V <= 0 or d <= 0:
        raise ValueError("sizes must be at least 1")
    if scheme in STD:
        wide = np.promote_types(dtype, np.float32)
        return (STD[scheme](d) * rng.standard_normal((V, d), dtype=wide)).astype(dtype)
    if scheme != "xavier":
        raise ValueError(scheme)
    limit = (6 / (V + d)) ** 0.5
    return np.asarray((2 * rng.random((V, d)) - 1) * limit, dtype=dtype)
