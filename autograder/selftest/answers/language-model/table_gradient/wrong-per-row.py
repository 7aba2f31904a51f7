# misconception: mean-per-row
# check: values
# why: takes the mean of what reaches a row
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    if ids.ndim != 2 or dx.shape != (*ids.shape, d):
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    dE = dE_head.copy()
    counts = np.bincount(ids.ravel(), minlength=V)
    dE += embedding_backward(dx, ids, V) / np.maximum(counts, 1).astype(dx.dtype)[:, None]
    return dE
