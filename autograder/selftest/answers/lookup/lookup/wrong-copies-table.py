# misconception: whole-table
# check: cost
# why: copies the whole table so that the result cannot be a view
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the table")
    table = np.array(E, copy=True)
    return table[ids]
