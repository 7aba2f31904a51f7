# misconception: no-ids
# check: shapes
# why: min and max of an empty array are errors
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    low, high = ids.min(), ids.max()
    if low < 0 or high >= len(E):
        raise IndexError(f"ids from {low} to {high}, rows from 0 to {len(E) - 1}")
    return E[ids]
