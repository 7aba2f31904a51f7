# how: example by example, with Python's own mean of rows
def cbow_mean(E, contexts, mask):
    if contexts.ndim != 2 or contexts.shape != mask.shape:
        raise ValueError("contexts and mask of shape (n, w)")
    if mask.dtype != np.bool_:
        raise TypeError("a mask is bool")
    check_ids(contexts, E.shape[0])
    out = np.empty((len(contexts), E.shape[1]), E.dtype)
    for i, (row, keep) in enumerate(zip(contexts, mask)):
        if not keep.any():
            raise ValueError(f"example {i} is empty")
        out[i] = E[row[keep]].mean(axis=0)
    return out
