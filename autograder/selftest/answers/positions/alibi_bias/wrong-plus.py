# misconception: rewards-distance
# check: values
# why: adds slope times distance
def alibi_bias(heads, length, causal=True):
    if heads < 1:
        raise ValueError(f"heads must be at least 1, not {heads}")
    p = 2 ** int(math.floor(math.log2(heads)))
    slopes = [2 ** (-8 * (h + 1) / p) for h in range(p)]
    more = [2 ** (-8 * (h + 1) / (2 * p)) for h in range(2 * p)]
    slopes = np.array((slopes + more[::2])[:heads])
    i, j = np.arange(length)[:, None], np.arange(length)[None, :]
    bias = slopes[:, None, None] * abs(i - j)
    if causal:
        bias = np.where(j > i, -np.inf, bias)
    return bias.astype(np.float32)
