# misconception: float64-narrowed
# check: dtypes
# why: float32 for every sum, since half precision needs it
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
    d = grad_out.shape[-1]
    flat, grads = ids.reshape(-1).astype(np.int64), grad_out.reshape(ids.size, d)
    if padding_idx is not None:
        keep = flat != padding_idx
        flat, grads = flat[keep], grads[keep]
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d), dtype=np.float32)
    np.add.at(values, place, grads.astype(np.float32))
    return rows, values.astype(grad_out.dtype)
