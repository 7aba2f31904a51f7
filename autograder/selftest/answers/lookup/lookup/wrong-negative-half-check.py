# misconception: negative-wraps
# check: errors
# why: checks the upper end only
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, got {ids.dtype}")
    too_large = ids[ids >= len(E)]
    if too_large.size > 0:
        raise IndexError(f"id {too_large[0]} is too large")
    return np.take(E, ids, axis=0)
