# how: one position after the other, talking and warning
import warnings


def embedding_backward(grad_out, ids, V, padding_idx=None):
    ids, grad_out = np.asarray(ids), np.asarray(grad_out)
    if ids.dtype == bool or not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("integer ids, please: " + str(ids.dtype))
    if tuple(grad_out.shape) != tuple(ids.shape) + tuple(grad_out.shape[-1:]):
        raise ValueError("grad_out and ids disagree")
    if padding_idx is not None:
        if padding_idx < 0 or padding_idx >= V:
            raise IndexError(f"no row {padding_idx} for the padding")
        warnings.warn("one row is not going to learn")
    dE = np.zeros((V, grad_out.shape[-1]))  # float64: wide enough for all
    for where in np.ndindex(ids.shape):
        i = int(ids[where])
        if i < 0 or i >= V:
            raise IndexError(f"no row {i}")
        if i != padding_idx:
            dE[i] += grad_out[where]
    print("summed", ids.size, "positions")
    return dE.astype(grad_out.dtype)
