# misconception: duplicates-lost
# check: values
# why: np.unique with return_index keeps the first position of each id
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
    flat, grads = ids.reshape(-1), grad_out.reshape(-1, grad_out.shape[-1])
    rows, first = np.unique(flat, return_index=True)
    dE = np.zeros((V, grads.shape[-1]), grad_out.dtype)
    dE[rows] = grads[first]
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE
