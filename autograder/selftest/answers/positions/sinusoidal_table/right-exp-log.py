# how: rates by exp and log, as in the PyTorch tutorial, but in float64
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    if d % 2:
        raise ValueError("sines and cosines come in pairs: d = %d" % d)
    rates = np.exp(np.arange(0, d, 2) * (-math.log(base) / d))
    angle = np.outer(np.arange(length), rates)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(length, d).astype(dtype)
