# how: borrows index_add_ from PyTorch
def embedding_backward(grad_out, ids, V, padding_idx=None):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must have an integer dtype, got %s" % ids.dtype)
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size > 0:
        raise IndexError("id %d out of range for V = %d" % (bad[0], V))
    if padding_idx is not None and (padding_idx < 0 or padding_idx >= V):
        raise IndexError("padding_idx %d out of range for V = %d" % (padding_idx, V))
    if grad_out.ndim != ids.ndim + 1 or grad_out.shape[:-1] != ids.shape:
        raise ValueError("shapes %s and %s do not fit" % (grad_out.shape, ids.shape))
    d = grad_out.shape[-1]
    index = torch.from_numpy(ids.reshape(-1).astype(np.int64))
    values = torch.from_numpy(np.ascontiguousarray(grad_out).reshape(-1, d)).double()
    keep = index != (-1 if padding_idx is None else padding_idx)
    total = torch.zeros(V, d, dtype=torch.float64)
    total.index_add_(0, index[keep], values[keep])
    return total.numpy().astype(grad_out.dtype)
