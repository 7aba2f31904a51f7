# misconception: negative-wraps
# check: errors
# why: leaves the range to NumPy, where negative ids count from the end
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, got {ids.dtype}")
    return E[ids]
