# misconception: whole-table
# check: cost
# why: goes through all rows of the table and fills the places that want it
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the table")
    out = np.zeros((*ids.shape, E.shape[1]), E.dtype)
    for i, row in enumerate(E):
        out[ids == i] = row
    return out
