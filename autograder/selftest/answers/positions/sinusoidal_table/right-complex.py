# how: real and imaginary part of one exponential
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    if d & 1:
        raise ValueError(f"odd d: {d}")
    z = np.exp(1j * np.arange(length)[:, None] * np.power(float(base), -np.arange(0, d, 2) / d))
    table = np.zeros((length, d), np.dtype(dtype))
    table[:, ::2] = z.imag
    table[:, 1::2] = z.real
    return table
