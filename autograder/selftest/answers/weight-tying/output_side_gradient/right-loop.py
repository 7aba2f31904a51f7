# how: position by position, in float64
class OutputSide(NamedTuple):
    loss: float
    dE: np.ndarray
    db: np.ndarray
    dh: np.ndarray


def output_side_gradient(h, E, targets, b=None):
    V, d = E.shape
    if h.shape[:-1] != targets.shape or h.shape[-1:] != (d,) or targets.size == 0:
        raise ValueError(f"shapes {h.shape}, {E.shape}, {targets.shape}")
    check_ids(targets, V)
    if b is None:
        b = np.zeros(V)
    if b.shape != (V,):
        raise ValueError(f"bias of shape {b.shape}")
    loss, dE, db, dh = 0.0, np.zeros((V, d)), np.zeros(V), np.zeros(h.shape)
    for where in np.ndindex(targets.shape):
        x, t = h[where].astype(float), int(targets[where])
        z = E.astype(float) @ x + b
        z -= z.max()
        total = np.exp(z).sum()
        loss += np.log(total) - z[t]
        g = np.exp(z) / total
        g[t] -= 1
        dE += np.outer(g, x)
        db += g
        dh[where] = g @ E
    N = targets.size
    return OutputSide(float(loss / N), *((a / N).astype(h.dtype) for a in (dE, db, dh)))
