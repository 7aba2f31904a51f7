# how: window by window, in float64, a plain tuple
def head_backward(h, E, targets):
    if targets.dtype.kind not in "iu":
        raise TypeError(f"targets are {targets.dtype}")
    if h.ndim != 2 or E.ndim != 2 or h.shape[1] != E.shape[1]:
        raise ValueError("widths differ")
    if targets.shape != (len(h),) or len(h) == 0:
        raise ValueError(f"{targets.shape} targets for {len(h)} states")
    wide, V, total = E.astype(np.float64), len(E), 0.0
    dE, dh = np.zeros(E.shape), np.zeros(h.shape)
    for b, (state, t) in enumerate(zip(h.astype(np.float64), targets.tolist())):
        if not 0 <= t < V:
            raise IndexError(f"target {t} is outside 0 ... {V - 1}")
        z = wide @ state
        lse = np.logaddexp.reduce(z)
        total += lse - z[t]
        g = np.exp(z - lse)
        g[t] -= 1
        dE += np.outer(g, state) / len(h)
        dh[b] = g @ wide / len(h)
    return float(total / len(h)), dE.astype(h.dtype), dh.astype(h.dtype)
