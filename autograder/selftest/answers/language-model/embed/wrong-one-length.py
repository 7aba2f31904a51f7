# misconception: lengths-not-named
# check: errors
# why: names only one of the two lengths
def embed(E, P, ids):
    if ids.ndim != 2:
        raise ValueError(f"ids {ids.shape}: expected (B, T)")
    if E.shape[1] != P.shape[1]:
        raise ValueError(f"E {E.shape} and P {P.shape} differ in width")
    T, w = ids.shape[1], len(P)
    if T > w:
        raise ValueError(f"the window holds {w} ids")
    check_ids(ids, len(E))
    rows = E[ids]
    return rows + P[:T]
