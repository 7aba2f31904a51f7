# misconception: view
# check: copy
# why: a single id becomes a Python int, and E[int] is a view
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    if ids.ndim == 0:
        return E[int(ids)]
    return E[ids]
