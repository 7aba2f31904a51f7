# misconception: whole-table
# check: cost
# why: one one-hot vector at a time, each multiplied by the whole table
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    out = np.empty((*ids.shape, E.shape[1]), E.dtype)
    for place, i in np.ndenumerate(ids):
        if not 0 <= i < len(E):
            raise IndexError(f"id {i} is outside the table")
        vector = np.zeros(len(E), E.dtype)
        vector[i] = 1
        out[place] = vector @ E
    return out
