# misconception: output-side-missing
# check: values
# why: starts from zeros
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    if ids.ndim != 2 or dx.shape != (*ids.shape, d):
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    dE = np.zeros_like(dE_head)
    np.add.at(dE, ids, dx)
    return dE
