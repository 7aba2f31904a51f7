# misconception: shapes-unchecked
# check: errors
# why: lets a window of one id broadcast over the places
class Forward(NamedTuple):
    x: np.ndarray
    h: np.ndarray
    logits: np.ndarray
    saved: tuple


def forward(p, ids):
    check_ids(ids, len(p.E))
    if ids.ndim != 2:
        raise ValueError(f"ids {ids.shape}")
    x = p.E[ids] + p.P
    h, saved = block_forward(p, x)
    logits = h @ p.E.T
    return Forward(x, h, logits, saved)
