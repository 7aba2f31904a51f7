# misconception: negative-wraps
# check: errors
# why: looks only for ids that are too large
def embed(E, P, ids):
    if ids.ndim != 2:
        raise ValueError(f"ids {ids.shape}: expected (B, T)")
    if E.shape[1] != P.shape[1]:
        raise ValueError(f"E {E.shape} and P {P.shape} differ in width")
    T, w = ids.shape[1], len(P)
    if T > w:
        raise ValueError(f"{T} ids, but the window holds {w}")
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    if ids.size and ids.max() >= len(E):
        raise IndexError(f"id {ids.max()} of {len(E)}")
    rows = E[ids]
    return rows + P[:T]
