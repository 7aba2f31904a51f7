# how: one dot product after the other
def output_logits(h, E, b=None):
    if E.ndim != 2 or h.ndim < 1 or h.shape[-1] != E.shape[1]:
        raise ValueError("h and E do not share their last axis")
    if b is not None and (b.ndim != 1 or len(b) != len(E)):
        raise ValueError("one bias for each token")
    z = np.zeros(h.shape[:-1] + (len(E),), h.dtype)
    for where in np.ndindex(h.shape[:-1]):
        for j in range(len(E)):
            z[where + (j,)] = sum(float(x) * float(y) for x, y in zip(h[where], E[j]))
            if b is not None:
                z[where + (j,)] += b[j]
    return z
