# how: one position after the other, float64 inside
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    if ids.ndim != 2 or dx.shape != (*ids.shape, d):
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    dE = dE_head.astype(np.float64)
    for i, row in zip(ids.ravel(), dx.reshape(ids.size, d)):
        dE[i] += row
    return dE.astype(dx.dtype)
