# how: sorts, marks where a new id begins, sums the runs
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
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
    flat = ids.ravel().astype(np.int64)
    grads = grad_out.reshape(ids.size, d).astype(np.promote_types(grad_out.dtype, np.float32))
    if padding_idx is not None:
        flat, grads = flat[flat != padding_idx], grads[flat != padding_idx]
    order = np.argsort(flat, kind="stable")
    flat, grads = flat[order], grads[order]
    first = np.ones(len(flat), dtype=bool)
    first[1:] = flat[1:] != flat[:-1]
    starts, = np.nonzero(first)
    if len(starts) == 0:
        return flat, np.zeros((0, d), grad_out.dtype)
    return flat[starts], np.add.reduceat(grads, starts, axis=0).astype(grad_out.dtype)
