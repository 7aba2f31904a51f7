# misconception: arguments-changed
# check: new
# why: adds into dE_head
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    if ids.ndim != 2 or dx.shape != (*ids.shape, d):
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    np.add.at(dE_head, ids, dx)
    return dE_head
