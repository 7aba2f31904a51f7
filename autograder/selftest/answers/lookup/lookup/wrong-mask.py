# misconception: bool-as-ids
# check: errors
# why: a mask of the right length selects rows; only floats are refused
def lookup(E, ids):
    if np.issubdtype(ids.dtype, np.floating):
        raise TypeError("ids must be integers")
    if ids.size and (ids.min() < 0 or ids.max() >= len(E)):
        raise IndexError(f"ids out of range: {ids}")
    return E[ids]
