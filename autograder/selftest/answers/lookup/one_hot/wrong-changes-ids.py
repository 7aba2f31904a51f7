# misconception: ids-changed
# check: shapes
# why: flattens the caller's own array in place
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    shape = ids.shape
    ids.resize(ids.size, refcheck=False)
    out = np.zeros((ids.size, V), dtype)
    out[np.arange(ids.size), ids] = 1
    return out.reshape(*shape, V)
