# misconception: rate-of-its-own
# check: values
# why: the exponent from the column's own number
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    if d % 2 == 1:
        raise ValueError(f"d must be even, not {d}")
    position = np.arange(length, dtype=np.float64)[:, None]
    j = np.arange(d)
    angle = position / base ** (j / d)
    out = np.zeros((length, d))
    out[:, 0::2] = np.sin(angle[:, 0::2])
    out[:, 1::2] = np.cos(angle[:, 1::2])
    return out.astype(dtype)
