# misconception: rate-inverted
# check: values
# why: multiplies by the power
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    if d % 2 == 1:
        raise ValueError(f"d must be even, not {d}")
    position = np.arange(length, dtype=np.float64)[:, None]
    k = np.arange(d // 2)
    angle = position * base ** (2 * k / d)
    out = np.zeros((length, d))
    out[:, 0::2] = np.sin(angle)
    out[:, 1::2] = np.cos(angle)
    return out.astype(dtype)
