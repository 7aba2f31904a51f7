# how: one masked sum for each distinct id, with a warning on the way
import warnings


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
    rows = np.unique(ids)
    if padding_idx is not None:
        rows = rows[rows != padding_idx]
    if len(rows) < ids.size:
        warnings.warn(f"{ids.size} positions, {len(rows)} rows")
    values = np.empty((rows.size, grad_out.shape[-1]), dtype=grad_out.dtype)
    for n in range(rows.size):
        values[n] = grad_out[ids == rows[n]].sum(axis=0, dtype=np.float64)
    return rows.astype("int64"), values
