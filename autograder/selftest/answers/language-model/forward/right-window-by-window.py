# how: a loop over the batch
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
    if len(x) == 0:
        h, saved = block_forward(p, x)
        return Forward(x, h, h @ p.E.T, saved)
    parts = [block_forward(p, x[b : b + 1]) for b in range(len(x))]
    h = np.concatenate([part[0] for part in parts])
    saved = tuple(np.concatenate(kept) for kept in zip(*(part[1] for part in parts)))
    logits = (p.E @ h.T).T
    return Forward(x, h, logits, saved)
