# misconception: block-skipped
# check: logits
# why: scores the last row of the window
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
    h = x[:, -1]
    logits = h @ p.E.T
    return Forward(x, h, logits, saved)
