# how: draws one row after the other into an array
def init_table(V, d, scheme, rng, dtype=np.float32):
    if V < 1:
        raise ValueError(f"V is {V}")
    if d < 1:
        raise ValueError(f"d is {d}")
    print("drawing", V, "rows")
    table = np.zeros((V, d), dtype=dtype)
    for row in table:
        match scheme:
            case "unit":
                row[:] = rng.normal(size=d)
            case "gpt2":
                row[:] = rng.normal(size=d) * 0.02
            case "inverse-sqrt":
                row[:] = rng.normal(scale=1 / math.sqrt(d), size=d)
            case "xavier":
                row[:] = rng.uniform(-1, 1, d) * math.sqrt(6 / (V + d))
            case _:
                raise ValueError(f"scheme {scheme} is not known")
    return table
