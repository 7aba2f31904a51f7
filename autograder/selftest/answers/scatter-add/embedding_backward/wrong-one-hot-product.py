# misconception: one-hot-memory
# check: cost
# why: the theorem as it stands: N × V zeros and ones
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
    flat = ids.reshape(-1)
    O = np.zeros((flat.size, V), np.float64)
    O[np.arange(flat.size), flat] = 1
    if padding_idx is not None:
        O[:, padding_idx] = 0
    return (O.T @ grad_out.reshape(flat.size, d).astype(np.float64)).astype(grad_out.dtype)
