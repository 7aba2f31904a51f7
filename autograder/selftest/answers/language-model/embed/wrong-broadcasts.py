# misconception: window-unchecked
# check: errors
# why: leaves the length to broadcasting
def embed(E, P, ids):
    if ids.ndim != 2:
        raise ValueError(f"ids {ids.shape}: expected (B, T)")
    if E.shape[1] != P.shape[1]:
        raise ValueError(f"E {E.shape} and P {P.shape} differ in width")
    check_ids(ids, len(E))
    rows = E[ids]
    return rows + P[: ids.shape[1]]
