# misconception: odd-width
# check: errors
# why: an odd d gets one sine more
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    position = np.arange(length, dtype=np.float64)[:, None]
    k = np.arange((d + 1) // 2)
    angle = position / base ** (2 * k / d)
    out = np.zeros((length, d))
    out[:, 0::2] = np.sin(angle)
    out[:, 1::2] = np.cos(angle[:, : d // 2])
    return out.astype(dtype)
