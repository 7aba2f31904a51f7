# misconception: dtype-ignored
# check: dtypes
# why: the case without ids has the default number format
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    if ids.size == 0:
        return np.zeros((*ids.shape, V))
    low, high = ids.min(), ids.max()
    if low < 0 or high >= V:
        raise IndexError(f"ids from {low} to {high} with V = {V}")
    return (ids[..., None] == np.arange(V)).astype(dtype)
