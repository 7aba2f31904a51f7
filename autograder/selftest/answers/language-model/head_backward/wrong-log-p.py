# misconception: log-of-zero
# check: stable
# why: takes the logarithm of a clipped probability
class Head(NamedTuple):
    loss: float
    dE: np.ndarray
    dh: np.ndarray


def head_backward(h, E, targets):
    if h.ndim != 2 or E.ndim != 2 or h.shape[1] != E.shape[1]:
        raise ValueError(f"h {h.shape} and E {E.shape} do not fit")
    if targets.shape != h.shape[:1] or targets.size == 0:
        raise ValueError(f"targets {targets.shape} for h {h.shape}")
    check_ids(targets, len(E))
    B = len(h)
    z = h @ E.T
    z = z - z.max(axis=1, keepdims=True)
    lse = np.log(np.exp(z).sum(axis=1, keepdims=True))
    log_p = z - lse
    g = np.exp(log_p)
    loss = -float(np.mean(np.log(np.maximum(g[np.arange(B), targets], 1e-30))))
    g[np.arange(B), targets] -= 1
    g = g / B
    return Head(loss, g.T @ h, g @ E)
