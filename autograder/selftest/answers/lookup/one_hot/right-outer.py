# how: a table of truth values from an outer comparison, with prints and a warning on the way
import warnings


def one_hot(ids, V, dtype=np.float32):
    ids = np.asarray(ids)
    print("ids:", ids.dtype, ids.shape)
    if ids.dtype == bool or not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    if V > 1000:
        warnings.warn("these vectors are long")
    for i in ids.ravel().tolist():
        if i < 0 or i >= V:
            raise IndexError(i)
    return np.equal.outer(ids, np.arange(V)).astype(dtype)
