# how: the paper's recursion, and a loop over heads
def slopes_of(n):
    if n & (n - 1) == 0:
        start = 2 ** (-8 / n)
        return [start ** (h + 1) for h in range(n)]
    below = 1 << (n.bit_length() - 1)
    return slopes_of(below) + slopes_of(2 * below)[0::2][: n - below]


def alibi_bias(heads, length, causal=True):
    if heads <= 0:
        raise ValueError("no heads")
    out = np.empty((heads, length, length), np.float32)
    back = np.subtract.outer(np.arange(length), np.arange(length))
    for h, slope in enumerate(slopes_of(heads)):
        out[h] = -slope * np.abs(back)
        if causal:
            out[h][back < 0] = -np.inf
    return out
