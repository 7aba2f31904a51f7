# how: counts with weights over the places of the distinct ids
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    if grad_out.shape[:-1] != ids.shape or grad_out.ndim == 0:
        raise ValueError(f"grad_out {grad_out.shape} does not fit ids {ids.shape}")
    for i in ids.reshape(-1).tolist():
        if not 0 <= i < V:
            raise IndexError(f"id {i} is not in 0..{V - 1}")
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
    keep = np.ones(ids.shape, dtype=bool) if padding_idx is None else ids != padding_idx
    rows, place = np.unique(ids[keep], return_inverse=True)
    grads = grad_out[keep]  # (n, d), whatever the shape of ids
    sums = [np.bincount(place, weights=g, minlength=len(rows)) for g in grads.T]
    return rows.astype(np.int64), np.array(sums).T.reshape(len(rows), grads.shape[1]).astype(grad_out.dtype)
