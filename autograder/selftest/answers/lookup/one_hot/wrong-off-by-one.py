# misconception: off-by-one
# check: errors
# why: refuses ids above V, but not V itself
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids > V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} out of range")
    return (ids[..., None] == np.arange(V)).astype(dtype)
