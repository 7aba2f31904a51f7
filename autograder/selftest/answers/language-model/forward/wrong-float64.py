# misconception: dtype-not-kept
# check: dtypes
# why: makes float64 on the way
class Forward(NamedTuple):
    x: np.ndarray
    h: np.ndarray
    logits: np.ndarray
    saved: tuple


def forward(p, ids):
    check_ids(ids, len(p.E))
    if ids.ndim != 2 or ids.shape[1] != len(p.P):
        raise ValueError(f"ids {ids.shape}: expected (B, {len(p.P)})")
    x = np.zeros((*ids.shape, p.E.shape[1]))
    x += p.E[ids]
    x += p.P
    h, saved = block_forward(p, x)
    logits = h @ p.E.T
    return Forward(x, h, logits, saved)
