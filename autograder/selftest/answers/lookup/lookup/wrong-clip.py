# misconception: clipped
# check: errors
# why: take with mode="clip" never fails
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, got {ids.dtype}")
    return E.take(ids.astype(np.int64), axis=0, mode="clip")
