# misconception: rows-not-merged
# check: values
# why: sorts, and leaves repeated ids as they are, like an uncoalesced tensor
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
    flat, grads = ids.reshape(-1).astype(np.int64), grad_out.reshape(ids.size, d).astype(np.float64)
    if padding_idx is not None:
        keep = flat != padding_idx
        flat, grads = flat[keep], grads[keep]
    order = np.argsort(flat, kind="stable")
    return flat[order], grads[order].astype(grad_out.dtype)
