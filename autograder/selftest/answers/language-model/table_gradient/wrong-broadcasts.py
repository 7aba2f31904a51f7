# misconception: shapes-unchecked
# check: errors
# why: lets add.at broadcast
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    if ids.ndim != 2 or dx.shape[-1] != d:
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    dE = dE_head.copy()
    np.add.at(dE, ids, dx)
    return dE
