# misconception: flattened
# check: shapes
# why: flattens the ids and forgets to restore their shape
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    ids = ids.reshape(-1)
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    out = np.zeros((ids.size, V), dtype)
    out[np.arange(ids.size), ids] = 1
    return out
