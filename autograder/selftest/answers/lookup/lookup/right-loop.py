# how: a new array filled row by row
def lookup(E, ids):
    if ids.dtype.kind not in "ui":
        raise TypeError(ids.dtype.name)
    V, d = E.shape
    out = np.empty((*ids.shape, d), E.dtype)
    for place, i in np.ndenumerate(ids):
        if not 0 <= i < V:
            raise IndexError(f"there is no row {i}")
        out[place] = E[i]
    return out
