# misconception: unsigned-refused
# check: dtypes
# why: accepts signed integers only
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.signedinteger):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return E[ids]
