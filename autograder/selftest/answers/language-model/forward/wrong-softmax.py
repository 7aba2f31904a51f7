# misconception: normalised-scores
# check: logits
# why: returns probabilities
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
    h, saved = block_forward(p, x)
    logits = softmax(h @ p.E.T) if len(h) else h @ p.E.T
    return Forward(x, h, logits, saved)
