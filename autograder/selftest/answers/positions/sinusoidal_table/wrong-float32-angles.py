# misconception: angles-narrow
# check: dtypes
# why: angles in float32, as most programs have them
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    if d % 2 == 1:
        raise ValueError(f"d must be even, not {d}")
    position = np.arange(length, dtype=np.float64)[:, None]
    k = np.arange(d // 2)
    angle = position.astype(np.float32) / np.float32(base) ** (2 * k / d).astype(np.float32)
    out = np.zeros((length, d))
    out[:, 0::2] = np.sin(angle)
    out[:, 1::2] = np.cos(angle)
    return out.astype(dtype)
