# misconception: flattened
# check: shapes
# why: returns one row per id and loses the ids' shape
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    flat = ids.ravel()
    bad = flat[(flat < 0) | (flat >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return E[flat]
