# how: one flat gather, reshaped, with -1 avoided for empty shapes; ids are cast after the checks
def lookup(E, ids):
    ids = np.asanyarray(ids)
    if ids.dtype.kind == "b" or ids.dtype.kind not in "iu":
        raise TypeError("expected an array of integers")
    flat = [int(i) for i in ids.ravel()]
    for i in flat:
        if i < 0 or i >= len(E):
            raise IndexError("%d is not an id of this table" % i)
    rows = E[np.array(flat, dtype=np.intp), :]
    return rows.reshape(ids.shape + E.shape[1:])
