# how: subtracts a one-hot matrix; einsum for the products
class OutputSide(NamedTuple):
    loss: float
    dE: np.ndarray
    db: np.ndarray
    dh: np.ndarray


def output_side_gradient(h, E, targets, b=None):
    V, d = E.shape
    if h.ndim < 1 or h.shape != targets.shape + (d,):
        raise ValueError(f"h {h.shape} for targets {targets.shape} and width {d}")
    if b is not None and b.shape != (V,):
        raise ValueError(f"b {b.shape}")
    check_ids(targets, V)
    N = targets.size
    if N == 0:
        raise ValueError("the mean of no losses")
    z = np.einsum("...d,vd->...v", h, E) + (0 if b is None else b)
    shifted = np.exp(z - z.max(-1, keepdims=True))
    p = shifted / shifted.sum(-1, keepdims=True)
    y = np.eye(V, dtype=h.dtype)[targets]
    top = z.max(-1)
    loss = np.sum(top + np.log(shifted.sum(-1)) - (z * y).sum(-1)) / N
    g = ((p - y) / N).astype(h.dtype)
    axes = tuple(range(targets.ndim))
    dE = np.tensordot(g, h, axes=(axes, axes))
    return OutputSide(float(loss), dE, g.sum(axis=axes), g @ E)
