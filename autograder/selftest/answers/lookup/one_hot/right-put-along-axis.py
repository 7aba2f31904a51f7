# how: ones written into zeros with put_along_axis
def one_hot(ids, V, dtype=np.float32):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"expected integer ids, got {ids.dtype}")
    outside = (ids < 0) | (ids >= V)
    if outside.any():
        raise IndexError(f"ids {ids[outside].tolist()} are not in [0, {V})")
    vectors = np.zeros(ids.shape + (V,), dtype=dtype)
    np.put_along_axis(vectors, np.expand_dims(ids, -1).astype(np.int64), 1, axis=-1)
    return vectors
