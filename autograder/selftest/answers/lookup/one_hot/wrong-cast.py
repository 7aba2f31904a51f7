# misconception: not-integers
# check: errors
# why: turns whatever comes into integers
def one_hot(ids, V, dtype=np.float32):
    ids = np.asarray(ids, dtype=np.int64)
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    out = np.zeros((*ids.shape, V), dtype)
    np.put_along_axis(out, ids[..., None], 1, axis=-1)
    return out
