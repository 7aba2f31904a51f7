# how: place by place into an empty array
def embed(E, P, ids):
    if ids.ndim != 2:
        raise ValueError(f"ids {ids.shape}: expected (B, T)")
    if E.shape[1] != P.shape[1]:
        raise ValueError(f"E {E.shape} and P {P.shape} differ in width")
    T, w = ids.shape[1], len(P)
    if T > w:
        raise ValueError(f"{T} ids, but the window holds {w}")
    check_ids(ids, len(E))
    out = np.empty((*ids.shape, E.shape[1]), E.dtype)
    for t in range(T):
        out[:, t] = E[ids[:, t]] + P[t]
    return out
