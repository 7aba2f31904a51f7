# misconception: id-dtype
# check: dtypes
# why: int64 plus uint64 is float64 in NumPy, and floats are no index
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    out = np.zeros(ids.size * V, dtype)
    out[np.arange(ids.size) * V + ids.ravel()] = 1
    return out.reshape(*ids.shape, V)
