# misconception: id-not-named
# check: errors
# why: says that a target is outside, not which
class Head(NamedTuple):
    loss: float
    dE: np.ndarray
    dh: np.ndarray


def head_backward(h, E, targets):
    if h.ndim != 2 or E.ndim != 2 or h.shape[1] != E.shape[1]:
        raise ValueError(f"h {h.shape} and E {E.shape} do not fit")
    if targets.shape != h.shape[:1] or targets.size == 0:
        raise ValueError(f"targets {targets.shape} for h {h.shape}")
    if targets.dtype.kind not in "iu":
        raise TypeError("targets must be integers")
    if targets.min() < 0 or targets.max() >= len(E):
        raise IndexError("a target is outside the table")
    B = len(h)
    z = h @ E.T
    z = z - z.max(axis=1, keepdims=True)
    lse = np.log(np.exp(z).sum(axis=1, keepdims=True))
    log_p = z - lse
    loss = -float(np.mean(log_p[np.arange(B), targets]))
    g = np.exp(log_p)
    g[np.arange(B), targets] -= 1
    g = g / B
    return Head(loss, g.T @ h, g @ E)
