# misconception: no-targets
# check: errors
# why: returns nan for an empty batch
class Head(NamedTuple):
    loss: float
    dE: np.ndarray
    dh: np.ndarray


def head_backward(h, E, targets):
    if h.ndim != 2 or E.ndim != 2 or h.shape[1] != E.shape[1]:
        raise ValueError(f"h {h.shape} and E {E.shape} do not fit")
    if targets.shape != h.shape[:1]:
        raise ValueError(f"targets {targets.shape} for h {h.shape}")
    check_ids(targets, len(E))
    B = len(h)
    if B == 0:
        return Head(float("nan"), np.zeros_like(E), np.zeros_like(h))
    z = h @ E.T
    z = z - z.max(axis=1, keepdims=True)
    lse = np.log(np.exp(z).sum(axis=1, keepdims=True))
    log_p = z - lse
    loss = -float(np.mean(log_p[np.arange(B), targets]))
    g = np.exp(log_p)
    g[np.arange(B), targets] -= 1
    g = g / B
    return Head(loss, g.T @ h, g @ E)
