# misconception: duplicates-lost
# check: values
# why: fancy-index += is buffered: the last write of a row wins
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
    dE = np.zeros((V, grad_out.shape[-1]), np.promote_types(grad_out.dtype, np.float32))
    dE[ids] += grad_out
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.astype(grad_out.dtype)
