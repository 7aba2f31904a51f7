# misconception: float-as-ids
# check: errors
# why: accepts floating point numbers that are whole
def lookup(E, ids):
    if ids.dtype == bool:
        raise TypeError("a mask is no array of ids")
    if ids.dtype.kind == "f":
        if (ids != np.round(ids)).any():
            raise TypeError("ids must be whole numbers")
        ids = ids.astype(np.int64)
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return E[ids]
