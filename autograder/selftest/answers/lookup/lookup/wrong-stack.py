# misconception: needs-a-sequence
# check: shapes
# why: stacks a list of results, which must exist and must be more than a number
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return np.stack([E[i] for i in ids])
