# misconception: wrong-exception
# check: errors
# why: a ValueError for an id out of range
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise ValueError(f"id {bad[0]} is out of range")
    return E[ids]
