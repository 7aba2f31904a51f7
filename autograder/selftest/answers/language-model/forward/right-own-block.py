# how: writes the block out
class Forward(NamedTuple):
    x: np.ndarray
    h: np.ndarray
    logits: np.ndarray
    saved: tuple


def forward(p, ids):
    check_ids(ids, len(p.E))
    if ids.ndim != 2 or ids.shape[1] != len(p.P):
        raise ValueError(f"ids {ids.shape}: expected (B, {len(p.P)})")
    x = p.E[ids] + p.P
    B, w, d = x.shape
    flat = (x / np.sqrt((x**2).mean(-1, keepdims=True) + EPS)).reshape(B, w * d)
    a = np.tanh(np.dot(flat, p.W1))
    o = np.dot(a, p.W2)
    h, saved = o / np.sqrt((o**2).mean(-1, keepdims=True) + EPS), (x, flat, a, o)
    logits = h @ p.E.T
    return Forward(x, h, logits, saved)
