# misconception: id-cast
# check: errors
# why: casts to int64 before it checks, which makes huge ids negative
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    ids = ids.astype(np.int64)
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return E[ids]
