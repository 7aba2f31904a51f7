# misconception: place-by-window
# check: values
# why: adds P along the batch where that fits
def embed(E, P, ids):
    if ids.ndim != 2:
        raise ValueError(f"ids {ids.shape}: expected (B, T)")
    if E.shape[1] != P.shape[1]:
        raise ValueError(f"E {E.shape} and P {P.shape} differ in width")
    T, w = ids.shape[1], len(P)
    if T > w:
        raise ValueError(f"{T} ids, but the window holds {w}")
    check_ids(ids, len(E))
    rows = E[ids]
    if len(ids) <= w:
        return rows + P[: len(ids), None]
    return rows + P[:T]
