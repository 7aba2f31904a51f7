# misconception: averaged-twice
# check: bias
# why: takes the mean over positions for db once more
class OutputSide(NamedTuple):
    loss: float
    dE: np.ndarray
    db: np.ndarray
    dh: np.ndarray


def output_side_gradient(h, E, targets, b=None):
    if E.ndim != 2 or h.ndim == 0 or h.shape[-1] != E.shape[1]:
        raise ValueError(f"h {h.shape} does not fit E {E.shape}")
    if b is not None and b.shape != E.shape[:1]:
        raise ValueError(f"b {b.shape} does not fit E {E.shape}")
    check_ids(targets, len(E))
    if targets.shape != h.shape[:-1]:
        raise ValueError(f"targets {targets.shape} do not fit h {h.shape}")
    if targets.size == 0:
        raise ValueError("no targets")
    flat, t = h.reshape(-1, h.shape[-1]), targets.reshape(-1)
    N = len(t)
    z = flat @ E.T
    if b is not None:
        z = z + b
    z = z - z.max(axis=1, keepdims=True)
    lse = np.log(np.exp(z).sum(axis=1))
    loss = float(np.mean(lse - z[np.arange(N), t]))
    p = np.exp(z - lse[:, None])
    p[np.arange(N), t] -= 1
    g = p / N
    dE = g.T @ flat
    db = g.mean(axis=0)
    dh = (g @ E).reshape(h.shape)
    return OutputSide(loss, dE, db, dh)
