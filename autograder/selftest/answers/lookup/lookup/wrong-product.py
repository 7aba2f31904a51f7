# misconception: whole-table
# check: cost
# why: builds one-hot vectors and multiplies by the table
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    V = len(E)
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the table")
    return (ids[..., None] == np.arange(V)).astype(E.dtype) @ E
