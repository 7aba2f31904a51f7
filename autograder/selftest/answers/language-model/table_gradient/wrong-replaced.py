# misconception: head-overwritten
# check: values
# why: writes the sums over the head's part
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    if ids.ndim != 2 or dx.shape != (*ids.shape, d):
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    dE = dE_head.copy()
    sums = embedding_backward(dx, ids, V)
    rows = np.unique(ids)
    dE[rows] = sums[rows]
    return dE
