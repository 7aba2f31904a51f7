# misconception: one-dimension-only
# check: shapes
# why: pairs row numbers with ids, which works for one axis
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    out = np.zeros((len(ids), V), dtype)
    out[np.arange(len(ids)), ids] = 1
    return out
