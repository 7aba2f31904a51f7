# misconception: id-V-accepted
# check: errors
# why: > where >= belongs
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must have an integer dtype, got %s" % ids.dtype)
    bad = ids[(ids < 0) | (ids > V)]
    if bad.size > 0:
        raise IndexError("id %d out of range for V = %d" % (bad[0], V))
    if padding_idx is not None and (padding_idx < 0 or padding_idx >= V):
        raise IndexError("padding_idx %d out of range for V = %d" % (padding_idx, V))
    if grad_out.ndim != ids.ndim + 1 or grad_out.shape[:-1] != ids.shape:
        raise ValueError("shapes %s and %s do not fit" % (grad_out.shape, ids.shape))
    d = grad_out.shape[-1]
    flat, grads = ids.reshape(-1).astype(np.int64), grad_out.reshape(ids.size, d).astype(np.float64)
    if padding_idx is not None:
        keep = flat != padding_idx
        flat, grads = flat[keep], grads[keep]
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d))
    np.add.at(values, place, grads)
    return rows, values.astype(grad_out.dtype)
