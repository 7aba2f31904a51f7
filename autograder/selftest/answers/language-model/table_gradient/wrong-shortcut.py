# misconception: head-returned
# check: new
# why: returns dE_head itself if there are no ids
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    if ids.ndim != 2 or dx.shape != (*ids.shape, d):
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    if ids.size == 0:
        return dE_head
    dE = dE_head.copy()
    np.add.at(dE, ids, dx)
    return dE
