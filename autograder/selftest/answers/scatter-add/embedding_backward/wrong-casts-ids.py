# misconception: id-types
# check: errors
# why: converts float and bool ids to integers
def embedding_backward(grad_out, ids, V, padding_idx=None):
    ids = ids.astype(np.int64)
    if grad_out.shape[:-1] != ids.shape or grad_out.ndim == 0:
        raise ValueError(f"grad_out {grad_out.shape} does not fit ids {ids.shape}")
    for i in ids.reshape(-1).tolist():
        if not 0 <= i < V:
            raise IndexError(f"id {i} is not in 0..{V - 1}")
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
    dE = np.zeros((V, grad_out.shape[-1]), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(dE, ids, grad_out)
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.astype(grad_out.dtype)
