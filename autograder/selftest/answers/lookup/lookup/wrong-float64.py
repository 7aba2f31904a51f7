# misconception: dtype-changed
# check: dtypes
# why: np.zeros without a dtype makes float64
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    out = np.zeros((*ids.shape, E.shape[1]))
    out[...] = E[ids]
    return out
