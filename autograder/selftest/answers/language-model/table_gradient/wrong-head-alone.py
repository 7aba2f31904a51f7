# misconception: input-side-missing
# check: values
# why: forgets that the table is read as input
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    if ids.ndim != 2 or dx.shape != (*ids.shape, d):
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    dE = dE_head.copy()
    return dE
