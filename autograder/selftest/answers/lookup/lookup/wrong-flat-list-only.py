# misconception: one-dimension-only
# check: shapes
# why: makes a result of shape (len(ids), d)
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    out = np.zeros((len(ids), E.shape[1]), dtype=E.dtype)
    for k, i in enumerate(ids):
        if i < 0 or i >= len(E):
            raise IndexError(f"id {i} is out of range")
        out[k] = E[i]
    return out
