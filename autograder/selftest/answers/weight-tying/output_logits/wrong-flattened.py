# misconception: flattened
# check: shapes
# why: returns one axis of positions
def output_logits(h, E, b=None):
    if E.ndim != 2 or h.ndim == 0 or h.shape[-1] != E.shape[-1]:
        raise ValueError(f"h {h.shape} does not fit E {E.shape}")
    if b is not None and b.shape != E.shape[:1]:
        raise ValueError(f"b {b.shape} does not fit E {E.shape}")
    z = h.reshape(-1, E.shape[1]) @ E.T
    if b is not None:
        z = z + b
    return z
