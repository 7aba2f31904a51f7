# misconception: one-based
# check: values
# why: token 1 is the first row, as in the lesson's text
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return np.take(E, ids.astype(np.int64) - 1, axis=0)
