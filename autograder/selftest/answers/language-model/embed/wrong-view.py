# misconception: arguments-changed
# check: values
# why: adds in place to a row that is a view of the table
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
    for b in range(len(ids)):
        for t in range(T):
            row = E[int(ids[b, t])]
            row += P[t]
            out[b, t] = row
    return out
