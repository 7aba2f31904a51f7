# how: sorts the ids and sums the runs
def embedding_backward(grad_out, ids, V, padding_idx=None):
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
    wide = np.result_type(grad_out.dtype, np.float32)
    result = np.zeros((V, d), dtype=wide)
    flat, grads = ids.ravel(), grad_out.reshape(-1, d).astype(wide)
    if flat.size:
        order = np.argsort(flat, kind="stable")
        flat = flat[order]
        starts = np.concatenate([[0], 1 + np.flatnonzero(flat[1:] != flat[:-1])])
        result[flat[starts]] = np.add.reduceat(grads[order], starts, axis=0)
    if padding_idx is not None:
        result[padding_idx, :] = 0
    return result.astype(grad_out.dtype)
