# misconception: single-id
# check: shapes
# why: the length of a single id is an error
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    if len(ids) == 0:
        return np.zeros((*ids.shape, E.shape[1]), E.dtype)
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return E[ids]
