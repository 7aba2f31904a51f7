# misconception: dtype-changed
# check: dtypes
# why: the case without ids has the default number format
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    if ids.size == 0:
        return np.zeros(ids.shape + (E.shape[1],))
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return E[ids]
