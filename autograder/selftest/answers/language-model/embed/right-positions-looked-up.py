# how: the places are ids of a second lookup, added in place to the copy
def embed(E, P, ids):
    if ids.ndim != 2:
        raise ValueError(f"ids {ids.shape}: expected (B, T)")
    if E.shape[1] != P.shape[1]:
        raise ValueError(f"E {E.shape} and P {P.shape} differ in width")
    T, w = ids.shape[1], len(P)
    if T > w:
        raise ValueError(f"{T} ids, but the window holds {w}")
    check_ids(ids, len(E))
    rows = np.take(E, ids, axis=0)
    rows += np.take(P, np.arange(T), axis=0)
    return rows
